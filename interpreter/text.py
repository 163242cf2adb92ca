"""Words for people: a Program, a position and a language in; names, labels and prompts out.

`value` names an element of a domain, `label` fills the holes of a text, `plain` gives the same
element as JSON data and `number` reads that data back. Without a language the words are the ids
of the rule files with spaces for underscores: the text of a move never depends on a translation.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.program import NOBODY, Board, Domain, Program

from .engine import Backend, Vector

ENGLISH = "en"
SIDES = (("N", 1), ("E", 2), ("S", 4), ("W", 8))
_SIDE_LETTERS = {"fr": {"W": "O"}}
# The few words that no rule file declares.
_ABSENT = {"en": "none", "fr": "aucun", "ja": "なし"}
_YES = {"en": "yes", "fr": "oui", "ja": "はい"}
_NO = {"en": "no", "fr": "non", "ja": "いいえ"}
_USING = {"en": ", using ", "fr": ", avec ", "ja": "、使用: "}
_NOTHING = {"en": "nothing", "fr": "rien", "ja": "なし"}
_OWNED = {"en": "{0}'s {1}", "fr": "{1} de {0}", "ja": "{0}の{1}"}


def seat_name(player: int) -> str:
    """Return the letter of a player: A, B, C …"""
    return chr(ord("A") + player) if player >= 0 else "nobody"


def seat_number(name: str, players: int) -> int:
    """Return the player a letter stands for, or -1."""
    if len(name) == 1 and 0 <= ord(name.upper()) - ord("A") < players:
        return ord(name.upper()) - ord("A")
    return NOBODY


def spoken(identifier: str) -> str:
    """Return an id as it is said: spaces for underscores."""
    return identifier.replace("_", " ")


class UnknownValue(ValueError):
    """Data that names no element of a domain."""


class Wording:
    """Names and texts of one Program."""

    def __init__(self, program: Program, backend: Backend) -> None:
        self.program = program
        self.backend = backend
        self._kind_of_piece = [
            number for number, kind in enumerate(program.kinds) for _ in range(kind.count)
        ]
        # Dice: where the number that lies on top is found.
        first = {kind.name: kind.first for kind in program.kinds}
        self._faces = {
            variable.kind: variable.base - first[variable.kind]
            for variable in program.variables
            if variable.owner == "piece" and variable.path.endswith(".value")
        }

    # ------------------------------------------------------------ elements

    def value(self, domain: Domain, value: Any, lang: str | None = None, me: int = NOBODY) -> str:
        """Return the name of an element; `me` is who reads it, so that own things need no owner."""
        if isinstance(value, tuple):
            if domain.kind == "bundle":
                return self.bundle(value, lang)
            if domain.kind == "used":
                return self._used(domain, value, lang, me)
            return self._list(
                [self.value(domain.of or domain, item, lang, me) for item in value], lang
            )
        if domain.kind == "int":
            return str(value)
        if domain.kind == "bool":
            return _in(_YES if value else _NO, lang)
        if domain.kind == "sides":
            return _letters(value, lang) or _in(_NOTHING, lang)
        if domain.kind == "pattern":
            # What must have a wall, and what may.
            must, may = _letters(value & 15, lang), _letters(value >> 4, lang)
            return f"{must} ({may})" if may else must or _in(_NOTHING, lang)
        if domain.kind == "mask":
            of = domain.of or Domain("int")
            members = _members(value, of.lo)
            return self._list([self.value(of, item, lang, me) for item in members], lang)
        if value < 0:
            return _in(_ABSENT, lang)
        return self._element(domain, value, lang, me)

    def _element(self, domain: Domain, value: int, lang: str | None, me: int) -> str:
        program = self.program
        kind = domain.kind
        if kind == "player":
            return seat_name(value)
        if kind == "named":
            return self.named(domain.name, domain.name.rpartition(".")[2], lang)
        if kind == "good":
            return self.named(f"good.{program.goods[value]}", program.goods[value], lang)
        if kind == "enum":
            word = program.enums[domain.name][value]
            return self.named(f"{domain.name}.{word}", word, lang)
        if kind == "piece":
            return self.piece(value, lang, me)
        if kind == "cell":
            board, instance, local = self.cell_at(value)
            word = self.named(f"{board.name}.{board.cells[local]}", board.cells[local], lang)
            return self._owned(word, instance, lang, me)
        if kind == "edge":
            board, instance, local = self.edge_at(value)
            return self._owned(self.edge_word(board, local, lang), instance, lang, me)
        if kind == "zone":
            zone = program.zones[value]
            return self._owned(
                self.named(f"zone.{zone.name}", zone.name, lang), zone.owner, lang, me
            )
        if kind == "spot":
            cells = [
                self._element(Domain("cell"), cell, lang, me) for cell in self.spot(domain, value)
            ]
            return "+".join(cells)
        return str(value)

    def piece(self, piece: int, lang: str | None = None, me: int = NOBODY) -> str:
        """Return the name of a piece; copies are called alike, another player's by its owner."""
        kind = self.program.kinds[self._kind_of_piece[piece]]
        owner = kind.owners[piece - kind.first]
        component = kind.components[kind.component_of[piece - kind.first]]
        name = self.named(f"{kind.name}.{component}", component, lang)
        return self._owned(name, owner, lang, me)

    def _used(self, domain: Domain, uses: tuple[int, ...], lang: str | None, me: int) -> str:
        """Return what a plan uses: the domain's name has a piece, or -1, per substitution."""
        pieces = [int(word) for word, times in zip(domain.name.split(), uses, strict=True) if times]
        names = list(dict.fromkeys(self.piece(piece, lang, me) for piece in pieces if piece >= 0))
        return _in(_USING, lang) + self._list(names, lang) if names else ""

    def bundle(self, amounts: tuple[int, ...], lang: str | None = None) -> str:
        """Return goods with their amounts: `2 grain, 1 flax`."""
        words = []
        for good, amount in enumerate(amounts):
            name = self._element(Domain("good"), good, lang, NOBODY)
            if amount > 1 and lang is not None:
                key = f"good.{self.program.goods[good]}.plural"
                name = (self.program.names.get(key) or {}).get(lang, name)
            if amount:
                words.append(f"{amount} {name}")
        return self._list(words, lang)

    def named(self, key: str, identifier: str, lang: str | None) -> str:
        """Return a declared name in a language, else in English, else the id."""
        if lang is None:
            return spoken(identifier)
        names = self.program.names.get(key) or {}
        return names.get(lang) or names.get(ENGLISH) or spoken(identifier)

    def _owned(self, word: str, owner: int, lang: str | None, me: int) -> str:
        if owner in (NOBODY, me):
            return word
        return _in(_OWNED, lang).format(seat_name(owner), word)

    def _list(self, words: list[str], lang: str | None) -> str:
        return ", ".join(words) if words else _in(_NOTHING, lang)

    # ------------------------------------------------------------ places on boards

    def cell_at(self, cell: int) -> tuple[Board, int, int]:
        """Return a cell's board, the player it belongs to (or -1) and its number on the board."""
        for board in self.program.boards:
            size = len(board.cells)
            copies = self.program.players if board.each else 1
            if board.first_cell <= cell < board.first_cell + size * copies:
                instance, local = divmod(cell - board.first_cell, size)
                return board, instance if board.each else NOBODY, local
        raise IndexError(cell)

    def edge_at(self, edge: int) -> tuple[Board, int, int]:
        """Return an edge's board, the player it belongs to (or -1) and its number on the board."""
        for board in self.program.boards:
            size = len(board.edges)
            copies = self.program.players if board.each else 1
            if size and board.first_edge <= edge < board.first_edge + size * copies:
                instance, local = divmod(edge - board.first_edge, size)
                return board, instance if board.each else NOBODY, local
        raise IndexError(edge)

    def edge_word(self, board: Board, local: int, lang: str | None = None) -> str:
        """Return the name of an edge: its two cells, or a cell and the side of it.

        Without a language these are ids, as everywhere, with nothing but a hyphen between them.
        """
        cell, other, side = board.edges[local]
        words = [board.cells[each] for each in (cell, other) if each >= 0]
        if lang is not None:
            words = [self.named(f"{board.name}.{word}", word, lang) for word in words]
        if len(words) == 1:
            words.append(_letters(side, lang))
        return "-".join(words)

    def spot(self, domain: Domain, value: int) -> tuple[int, ...]:
        """Return the cells that a placement covers; what hangs over the edge is left out."""
        table, first, per = (int(part) for part in domain.name.split(":")[:3])
        placements = self.program.placements[table]
        instance, number = divmod(value, len(placements))
        return tuple(first + instance * per + cell for cell in placements[number] if cell >= 0)

    # ------------------------------------------------------------ data

    def plain(self, domain: Domain, value: Any) -> Any:
        """Return an element as JSON data: ids, numbers, true and false, null for an absent one."""
        if isinstance(value, tuple):
            if domain.kind == "bundle":
                goods = self.program.goods
                return {goods[good]: amount for good, amount in enumerate(value) if amount}
            return [self.plain(domain.of or domain, item) for item in value]
        if domain.kind == "bool":
            return bool(value)
        if domain.kind == "mask":
            of = domain.of or Domain("int")
            return [self.plain(of, item) for item in _members(value, of.lo)]
        if domain.kind == "sides":
            return "".join(letter for letter, bit in SIDES if value & bit)
        if domain.kind in ("int", "bundle", "pattern"):
            return value
        if value < 0:
            return None
        return self._plain_element(domain, value)

    def _plain_element(self, domain: Domain, value: int) -> Any:
        program = self.program
        if domain.kind == "good":
            return program.goods[value]
        if domain.kind == "enum":
            return program.enums[domain.name][value]
        if domain.kind == "piece":
            return program.piece_names[value]
        if domain.kind == "cell":
            board, instance, local = self.cell_at(value)
            return _dotted(instance, board.cells[local])
        if domain.kind == "edge":
            board, instance, local = self.edge_at(value)
            return _dotted(instance, self.edge_word(board, local))
        if domain.kind == "zone":
            zone = program.zones[value]
            return _dotted(zone.owner, zone.name)
        if domain.kind == "spot":
            return [self._plain_element(Domain("cell"), cell) for cell in self.spot(domain, value)]
        return value

    def number(self, domain: Domain, data: Any) -> int:
        """Return the element that data names; `UnknownValue` if there is none.

        Players may be given as a number or a letter, sets as a list.
        """
        if domain.kind == "mask":
            of = domain.of or Domain("int")
            listed = data if isinstance(data, (list, tuple)) else [data]
            mask = 0
            for item in listed:
                mask |= 1 << (self.number(of, item) - of.lo)
            return mask
        if data is None or data == "none":
            if domain.kind != "sides" and not domain.optional:
                raise UnknownValue(f"{domain.kind} cannot be none here")
            return 0 if domain.kind == "sides" else NOBODY
        if domain.kind == "bool" and isinstance(data, bool):
            return int(data)
        if domain.kind == "player" and isinstance(data, str):
            found = seat_number(data, self.program.players)
            if found != NOBODY:
                return found
        elif domain.kind == "sides" and isinstance(data, str):
            if all(letter in "NESW" for letter in data):
                return sum(bit for letter, bit in SIDES if letter in data)
        elif domain.kind in ("int", "player", "pattern") and isinstance(data, int):
            if not isinstance(data, bool) and domain.lo <= data <= domain.hi:
                return data
        else:
            for value in range(domain.lo, domain.hi + 1):
                if self.plain(domain, value) == data:
                    return value
        raise UnknownValue(f"{data!r} is not a value of this {domain.name or domain.kind}")

    # ------------------------------------------------------------ texts with holes

    def label(
        self, number: int, v: Vector, k: Vector, lang: str | None = None, me: int = NOBODY
    ) -> str:
        """Return a text with its holes filled from a position; without `lang` names are ids."""
        if number < 0:
            return ""
        texts = self.program.labels[number].texts
        parts = texts.get(lang or ENGLISH) or texts.get(ENGLISH)
        if parts is None:
            parts = next(iter(texts.values()), ())
        words = []
        for part in parts:
            if isinstance(part, str):
                words.append(part)
            else:
                node, domain = part
                value = self.backend.eval(node, v, k)
                dice = self._dice(domain, value, v, lang, me)
                words.append(self.value(domain, value, lang, me) if dice is None else dice)
        return " ".join("".join(words).split())

    def _dice(self, domain: Domain, value: Any, v: Vector, lang: str | None, me: int) -> str | None:
        """Return dice by the numbers they show, and by name if there is more than one kind."""
        of = domain.of if domain.kind == "mask" and domain.of is not None else domain
        if of.kind != "piece" or of.name not in self._faces:
            return None
        kind = next(each for each in self.program.kinds if each.name == of.name)
        pieces = _members(value, of.lo) if domain.kind == "mask" else [value]
        if not pieces or pieces[0] < 0:
            return None
        shown = []
        for piece in pieces:
            face = str(v[self._faces[of.name] + piece])
            alone = len(kind.components) == 1
            shown.append(face if alone else f"{self.piece(piece, lang, me)} {face}")
        return self._list(shown, lang)


def _letters(sides: int, lang: str | None) -> str:
    """Return the sides in a set as letters of a language."""
    own = _SIDE_LETTERS.get(lang or ENGLISH, {})
    return "".join(own.get(letter, letter) for letter, bit in SIDES if sides & bit)


def _in(words: dict[str, str], lang: str | None) -> str:
    return words.get(lang or ENGLISH) or words[ENGLISH]


def _dotted(owner: int, word: str) -> str:
    return word if owner == NOBODY else f"{seat_name(owner)}.{word}"


def _members(mask: int, first: int) -> list[int]:
    return [first + bit for bit in range(mask.bit_length()) if mask >> bit & 1]
