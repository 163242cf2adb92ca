"""A game on the screen: a position as a seat sees it in, blocks of lines for a terminal out.

What is shown, and in which order, comes from the `display` section of the rule files; a game
without one shows everything that the seat may see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.program import NOBODY, Board, Domain
from rulewright.interpreter.state import Element, elements
from rulewright.interpreter.text import seat_name, spoken

from .boards import CellText, Drawing, Lines, grid_of
from .drawing import beside, columns, pairs, table, wrap
from .grid import cell_width, draw
from .lodging import lodgers
from .look import HIDDEN, NOTHING, Look, owner_title
from .output import Style

LONG = 16
"""A value wider than this is a line of its own, not a column of a table."""

MOST_BOARDS = 2
"""Boards of players that are shown without being asked for."""

Block = list[str]


@dataclass(frozen=True)
class Screen:
    """How to draw: for whom, how wide, and what players are called."""

    look: Look
    style: Style
    seats: Sequence[str]
    all_boards: bool = False

    def blocks(self) -> list[Block]:
        """Return everything there is to show, block by block."""
        panels = self.look.program.display
        if panels:
            wanted = [panel for panel in panels if self.all_boards or not panel.get("more")]
            made = [self._group(group) for group in _groups(wanted)]
        else:
            made = self._everything()
        return [block for block in made if block]

    # ------------------------------------------------------------ what the rule files ask for

    def _group(self, panels: Sequence[dict[str, Any]]) -> Block:
        """Return a panel, or boards that are drawn side by side."""
        if len(panels) == 1:
            return self._panel(panels[0])
        return self._boards([self._drawing(panel, self._title_of(panel)) for panel in panels])

    def _title_of(self, panel: dict[str, Any]) -> str:
        title = panel.get("title") or {}
        return title.get(self.look.lang) or title.get("en") or next(iter(title.values()), "")

    def _drawing(self, panel: dict[str, Any], title: str) -> Drawing:
        look = self.look
        board = next(each for each in look.program.boards if each.name == panel["board"])
        return Drawing(
            board, title, self._cell_texts(panel), Lines.of(panel), self._cells_drawn(panel)
        )

    def _cells_drawn(self, panel: dict[str, Any]) -> Callable[[int, int], bool]:
        """Return which cells of an owner a panel draws."""
        node = panel.get("only")

        def drawn(cell: int, owner: int) -> bool:
            if node is None:
                return True
            me = max(self.look.me, 0) if owner == NOBODY else owner
            return bool(self.look.expression(node, Domain("bool"), me, (cell,))[1])

        return drawn

    def _panel(self, panel: dict[str, Any]) -> Block:
        look = self.look
        kind = panel["kind"]
        shown = self._title_of(panel)
        if kind == "board":
            return self._boards([self._drawing(panel, shown)])
        if kind == "players":
            lines = self._players(
                [
                    (look.value_name(text), [self._shown(panel, node, domain, player)
                                             for player in self._everybody])
                    for text, node, domain in panel["players"]
                ],
                shown,
            )  # fmt: skip
            shown = ""
        elif kind == "values":
            me = max(look.me, 0)
            lines = pairs(
                [
                    (look.value_name(text), self._shown(panel, node, domain, me))
                    for text, node, domain in panel["values"]
                ],
                self.style,
            )
        elif kind == "zones":
            lines = self._zones(panel["zones"])
        elif kind == "pieces":
            lines = self._pieces(panel)
        else:
            texts = panel["text"]
            lines = wrap(texts.get(look.lang) or texts.get("en") or "", self.style.width)
        # A title with nothing below it would only raise questions.
        return [self._title(shown), *lines] if shown and lines else lines

    @property
    def _everybody(self) -> range:
        return range(self.look.program.players)

    def _title(self, text: str) -> str:
        return self.style.paint(text, "strong")

    def _shown(
        self, panel: dict[str, Any], node: Any, domain: Domain, me: int, temps: Any = ()
    ) -> str:
        text, value = self.look.expression(node, domain, me, temps)
        return self._symbol(panel, domain, text, value)

    def _symbol(self, panel: dict[str, Any], domain: Domain, text: str, value: Any) -> str:
        """Return the symbol that a panel has for a value, by its id or its words, or the words."""
        symbols: dict[str, str] = panel.get("symbols") or {}
        if not symbols:
            return text
        if value is None:
            return symbols.get("hidden" if text == HIDDEN else "none", text)
        plain = self.look.wording.plain(domain, value)
        key = str(plain).lower() if isinstance(plain, bool) else str(plain)
        key = "none" if plain is None else seat_name(value) if domain.kind == "player" else key
        return symbols.get(key, symbols.get(text, text))

    def _cell_texts(self, panel: dict[str, Any]) -> CellText:
        homes: dict[int, dict[str, str]] = {}

        def text(cell: int, owner: int) -> tuple[str, bool]:
            me = max(self.look.me, 0) if owner == NOBODY else owner
            parts = [self._in_cell(panel, shown, me, cell) for shown in panel["cell"]]
            if "housed" in panel:
                if me not in homes:
                    homes[me] = lodgers(self.look, me, panel["housed"])
                name = self.look.wording.value(Domain("cell"), cell, self.look.lang, me)
                home = homes[me].get(name, "")
                parts.append(f"\n{home}" if home else "")
            return " ".join(part for part in parts if part), HIDDEN in parts

        return text

    def _in_cell(self, panel: dict[str, Any], shown: Any, me: int, cell: int) -> str:
        """Return one value of a cell; without symbols, nothing is blank and a mark is its name."""
        name, node, domain = shown
        text, value = self.look.expression(node, domain, me, (cell,))
        symbols: dict[str, str] = panel.get("symbols") or {}
        if domain.kind == "bool" and value is not None and not {"true", "false"} & set(symbols):
            board, word = panel["board"], name.removesuffix("(it)")
            keys = (f"{board}.{word}", f"state.{board}.{word}", f"define.{word}")
            return self.look.named(*keys) if value else ""
        if symbols or value is None:
            text = self._symbol(panel, domain, text, value)
            return "" if text == NOTHING else text
        if domain.kind == "cost" and not any(any(each) for each in value):
            return ""
        return "" if text == NOTHING or (value == 0 and domain.kind == "int") else text

    # ------------------------------------------------------------ boards

    def _boards(self, drawings: Sequence[Drawing]) -> Block:
        """Return boards side by side: those that belong together, of one player after the other."""
        look = self.look
        if len(drawings) == 1 and not drawings[0].board.each:
            (each,) = drawings
            name = each.title or look.named(f"board.{each.board.name}")
            drawn = draw(grid_of(look, each, NOBODY), self.style)
            alone = not each.title and len(look.program.boards) == 1
            return drawn if alone else [self._title(name), *drawn]
        wanted = list(self._everybody)
        if len(wanted) > MOST_BOARDS and look.seat is not None and not self.all_boards:
            wanted = [look.seat]
        style = self._narrow(max(len(drawings), min(len(wanted), 2)))
        columns_of = []
        for each in drawings:
            grids = [grid_of(look, each, player) for player in wanted]
            # Boards that are alike are drawn alike, however much lies on each.
            width = max(cell_width(grid, style) for grid in grids)
            name = each.title or look.named(f"board.{each.board.name}")
            titles = [owner_title(name, player, look.lang) for player in wanted]
            columns_of.append(
                [
                    [self._title(own), *draw(grid, style, width)]
                    for own, grid in zip(titles, grids, strict=True)
                ]
            )
        rows: list[Sequence[Block]] = list(zip(*columns_of, strict=True))
        if len(drawings) == 1:
            rows = [[block for row in rows for block in row]]
        lines: Block = []
        for row in rows:
            lines += [""] if lines else []
            lines += beside([_plain(block, self.style) for block in row], self.style)
        return lines

    def _narrow(self, count: int) -> Style:
        """Return a style with room for so many boards side by side."""
        if count < 2 or self.style.width < 30 * count:
            return self.style
        width = (self.style.width - 4 * (count - 1)) // count
        return Style(width, self.style.unicode, self.style.colour)

    # ------------------------------------------------------------ players

    def _players(self, values: Sequence[tuple[str, Sequence[str]]], title: str = "") -> Block:
        """Return one row per player, the title in the corner; long values follow as lines."""
        short = [each for each in values if max(map(columns, each[1])) <= LONG]
        long = [each for each in values if each not in short]
        lines: Block = [self._title(title)] if title and long and not short else []
        first = max(map(columns, [*self.seats, title]))
        while short:
            taken, room = 0, self.style.width - first
            for name, shown in short:
                room -= max(columns(name), *map(columns, shown)) + 2
                if room < 0 and taken:
                    break
                taken += 1
            band, short = short[:taken], short[taken:]
            rows = [
                [self.seats[player], *(shown[player] for _, shown in band)]
                for player in self._everybody
            ]
            corner = "" if lines else title
            lines += table([corner, *(name for name, _ in band)], rows, self.style)
        for name, shown in long:
            for player in self._everybody:
                start = f"{owner_title(name, player, self.look.lang)}: "
                lines += wrap(start + shown[player], self.style.width, "", "    ")
        return lines

    # ------------------------------------------------------------ zones

    def _zones(self, names: Sequence[str]) -> Block:
        lines: Block = []
        for name in names:
            title = self.look.named(f"zone.{name}")
            for zone in self.look.program.zones:
                if zone.name == name:
                    me = zone.owner if zone.owner != NOBODY else self.look.me
                    start = owner_title(title, zone.owner, self.look.lang)
                    text = f"{start}: {self.look.zone(zone, me)}"
                    lines += wrap(text, self.style.width, "", "    ")
        return lines

    def _pieces(self, panel: dict[str, Any]) -> Block:
        """Return one line per piece with what is to be said of it."""
        look, me = self.look, max(self.look.me, 0)
        node, domain = panel["pieces"]
        _, listed = look.expression(node, domain, me)
        lines: Block = []
        for piece in listed or ():
            said = [self._of_piece(shown, me, piece) for shown in panel["show"]]
            words = "; ".join(word for word in said if word)
            name = look.wording.piece(piece, look.lang, me)
            text = f"{name}: {words}" if words else name
            lines += wrap(text, self.style.width, "", "    ")
        return lines

    def _of_piece(self, shown: Any, me: int, piece: int) -> str:
        """Return one value of a piece: a mark by its name, a number or a named value with it."""
        word, node, domain = shown
        text, value = self.look.expression(node, domain, me, (piece,))
        key = word.removesuffix("(it)")
        named = f"define.{key}" in self.look.program.names
        if value is None or text == NOTHING or (domain.kind == "bool" and not value):
            return ""
        if not named and domain.kind not in ("bool", "int"):
            return text
        name = self.look.named(f"define.{key}")
        return name if domain.kind == "bool" else f"{name} {text}"

    # ------------------------------------------------------------ everything

    def _everything(self) -> list[Block]:
        look = self.look
        single: list[tuple[str, str]] = []
        players: list[tuple[str, list[str]]] = []
        for variable in look.program.variables:
            if variable.owner not in ("", "player"):
                continue
            listed = elements(look.wording, variable)
            me = max(look.me, 0)
            name = look.state_name(variable)
            if variable.owner == "player":
                if variable.good >= 0:
                    name = look.named(f"good.{variable.path}")
                shown = [look.variable(variable, each.slot, each.number) for each in listed]
                if any(text is not None for text in shown):
                    players.append((name, [HIDDEN if text is None else text for text in shown]))
            else:
                text = look.variable(variable, variable.base, me)
                if text not in (None, NOTHING):
                    single.append((name, str(text)))
        blocks = [pairs(single, self.style)]
        for board in look.program.boards:
            edge = "*" if any(v.owner == "edge" and v.kind == board.name
                              for v in look.program.variables) else ""  # fmt: skip
            blocks.append(
                self._boards([Drawing(board, "", self._all_of_a_cell(board), Lines(edge))])
            )
        blocks.append(self._players(players) if players else [])
        zones = {
            zone.name
            for zone in look.program.zones
            if look.v[zone.base] and look.v[zone.base] < _pieces_of(look, zone.kind)
        }
        order = [zone.name for zone in look.program.zones]
        blocks.append(self._zones([name for name in dict.fromkeys(order) if name in zones]))
        blocks.append(self._other_stores())
        return blocks

    def _all_of_a_cell(self, board: Board) -> CellText:
        look = self.look
        listed = [
            (variable, {each.number: each for each in elements(look.wording, variable)})
            for variable in look.program.variables
            if variable.owner == "cell" and variable.kind == board.name
        ]
        held: dict[int, str] = {
            element.number: text
            for _, owner, element, text in look.stores
            if owner == "cell" and element is not None
        }

        def text(cell: int, owner: int) -> tuple[str, bool]:
            parts = []
            for variable, found in listed:
                element: Element = found[cell]
                shown = look.variable(variable, element.slot, owner)
                if variable.domain.kind == "bool" and shown is not None:
                    yes = look.v[element.slot]
                    shown = spoken(variable.path.rpartition(".")[2]) if yes else ""
                if shown not in (None, "", NOTHING, "0"):
                    parts.append(str(shown))
            return " ".join([*parts, *([held[cell]] if cell in held else [])]), False

        return text

    def _other_stores(self) -> Block:
        found = [
            (
                owner_title(
                    spoken(store), NOBODY if element is None else element.number, self.look.lang
                ),
                text,
            )
            for store, owner, element, text in self.look.stores
            if owner in ("", "player")
        ]
        return pairs(found, self.style)


def _pieces_of(look: Look, kind: str) -> int:
    """Return how many pieces would make a zone too dull to list: more than all of them."""
    return next(each.count for each in look.program.kinds if each.name == kind) + 1


def _groups(panels: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return panels by what is drawn together: boards that go beside the one before."""
    groups: list[list[dict[str, Any]]] = []
    for panel in panels:
        if groups and panel.get("beside") and groups[-1][-1]["kind"] == "board":
            groups[-1].append(panel)
        else:
            groups.append([panel])
    return groups


def _plain(block: Block, style: Style) -> Block:
    """Return a block whose width can be measured: titles lose their colour beside others."""
    if not style.colour:
        return block
    return [line.replace("\x1b[1m", "").replace("\x1b[0m", "") for line in block]
