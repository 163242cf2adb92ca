"""What a variant does to a game: its file and the tree it starts from in, operations out.

All paths of one variant speak of the game as it is before that variant: a number counts lines of
the game, not lines that the same file puts in or takes out. Translations come last, because they
may speak of what the variant adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulewright.dsl.context import entry_of
from rulewright.dsl.locales import TEXTS
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import hint_for
from rulewright.dsl.variant_paths import Found, Path, find
from rulewright.dsl.variant_tree import Chain, Child, Doc, Step
from rulewright.dsl.yaml_nodes import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

Kind: TypeAlias = Literal["change", "remove", "insert", "add", "text"]
Where: TypeAlias = Literal["before", "after", "first", "last"]

SCRIPTS = ("flow", "setup", "do", "then", "else")
"""Keys that hold a script: a single step there is as good as a list of one."""
ORDERED = {*SCRIPTS, "procedures", "in_order", "first_match", "ties", "rows"}
"""Keys below which the order of lines matters, so that two variants cannot use the same gap."""
_PLACES = re.compile(r"(before|after|first in|last in) (\S+)")


@dataclass(frozen=True)
class Op:
    """One thing that a variant does, and the line that says so."""

    kind: Kind
    variant: str
    path: str
    span: Span
    chain: Chain
    """What is given, taken out or translated; for `insert` the list or map that gets more."""
    nodes: tuple[tuple[str, Span, YamlNode], ...] = ()
    """New values, each with its key ("" in a list)."""
    where: Where = "last"
    anchor: Step | None = None
    gap: tuple[Step | None, Step | None] = (None, None)
    """Between which neighbours it goes."""
    ordered: bool = True

    @property
    def value(self) -> YamlNode | None:
        """The one new value."""
        return self.nodes[0][2] if self.nodes else None


def operations(variant: str, tree: YamlMap, view: Doc, found: list[Problem]) -> list[Op]:
    """Read what a variant does to the game `view`, except its translations."""
    return list(_Reader(variant, view, found).read(tree))


class _Reader:
    """One variant being read."""

    def __init__(self, variant: str, view: Doc, found: list[Problem]) -> None:
        self.variant = variant
        self.view = view
        self.found = found
        self.added: YamlNode | None = None
        self.gone: set[Chain] = set()

    def read(self, tree: YamlMap) -> Iterator[Op]:
        self.added = entry_of(tree, "add")
        for entry in _entries(entry_of(tree, "change")):
            yield from self._change(entry)
        removed = entry_of(tree, "remove")
        for item in removed.items if isinstance(removed, YamlList) else []:
            if isinstance(item, YamlScalar):
                yield from self._remove(Path(str(item.value), item.span))
        for entry in _entries(entry_of(tree, "insert")):
            yield from self._insert(entry)
        for entry in _entries(entry_of(tree, "options")):
            yield from self._option(entry)
        for entry in _entries(self.added):
            yield from self._add(entry, self.view, ())

    def _find(self, path: Path, *, may_be_new: bool = False, line: bool = False) -> Found | None:
        found = find(self.view, path, may_be_new=may_be_new, line=line)
        if isinstance(found, Problem):
            self.found.append(self._own(path) or found)
            return None
        return found

    def _touches_id(self, found: Found, path: Path) -> bool:
        """Whether a path leads to the id of the game, which is reported."""
        if found.chain != ("game",):
            return False
        hint = "The variant has an id of its own; 'title' is what people call the game."
        message = "The id of a game stays as it is in a variant."
        self.found.append(problem("variant-game", message, path.span, hint))
        return True

    def _own(self, path: Path) -> Problem | None:
        """The problem of a path to something that only this variant adds."""
        first, second = [*path.parts, ""][:2]
        section = entry_of(self.added, first)
        mine = section.entries.get(second) if isinstance(section, YamlMap) else None
        if mine is None or self.view.at((first, second)) is not None:
            return None
        return problem(
            "variant-target",
            f"The game has no {first}.{second}: this variant adds it.",
            path.span,
            "Write it as it should be where it is added.",
            [("it is added here", mine.key_span)],
        )

    def _op(self, kind: Kind, path: str, span: Span, chain: Chain, *nodes: YamlEntry) -> Op:
        made = tuple((node.key, node.key_span, node.value) for node in nodes)
        return Op(kind, self.variant, path, span, chain, made)

    # ------------------------------------------------------------ change and remove

    def _change(self, entry: YamlEntry) -> Iterator[Op]:
        path = Path(entry.key, entry.key_span)
        found = self._find(path, may_be_new=True)
        if found is not None and not self._touches_id(found, path):
            new = YamlEntry(entry.key.split(".")[-1], entry.key_span, entry.value)
            yield self._op("change", entry.key, entry.key_span, found.chain, new)

    def _remove(self, path: Path) -> Iterator[Op]:
        found = self._find(path, line=True)
        if found is None or self._touches_id(found, path):
            return
        if found.chain not in self.gone:
            self.gone.add(found.chain)
            yield self._op("remove", path.text, path.span, found.chain)

    # ------------------------------------------------------------ insert

    def _insert(self, entry: YamlEntry) -> Iterator[Op]:
        said = _PLACES.fullmatch(entry.key)
        if said is None:
            return  # The schema has said so.
        word, text = said.groups()
        into = word.endswith(" in")
        path = Path(text, _tail(entry.key_span, len(text)))
        found = self._find(path, line=not into)
        if found is None:
            return
        chain = found.chain if into else found.chain[:-1]
        holder = self.view.at(chain)
        assert holder is not None
        if into and not holder.is_list and not holder.is_map and not _is_script(chain, holder):
            self.found.append(
                problem(
                    "variant-insert",
                    f"{text} is neither a list nor a section, so nothing can be put into it.",
                    path.span,
                    f"Change {text} instead, or name the list in which the line stands.",
                )
            )
            return
        as_list = holder.is_list or (into and _is_script(chain, holder))
        nodes = self._inserted(entry, holder, as_list, path.above(len(path.parts) - (not into)))
        if not nodes:
            return
        where: Where = "first" if word == "first in" else "last" if into else _where(word)
        steps: list[Step] = (
            list(holder.children) if holder.is_list == as_list else [(holder.owner, 1)]
        )
        anchor = None if into else found.chain[-1]
        yield Op(
            *("insert", self.variant, entry.key, entry.key_span, chain, nodes, where, anchor),
            gap=_gap(steps, where, anchor),
            ordered=_is_ordered(chain),
        )

    def _inserted(
        self, entry: YamlEntry, holder: Doc, as_list: bool, path: str
    ) -> tuple[tuple[str, Span, YamlNode], ...]:
        value = entry.value
        if as_list:
            items = value.items if isinstance(value, YamlList) else [value]
            return tuple(("", item.span, item) for item in items)
        if not isinstance(value, YamlMap):
            self.found.append(
                problem(
                    "variant-insert",
                    f"Entries of {path} have a name, and this has none.",
                    value.span,
                    "Write the name of the new entry below, with what it holds.",
                )
            )
            return ()
        for each in value.entries.values():
            if each.key in holder.children:
                self._exists(f"{path}.{each.key}", each.key_span, holder.children[each.key])
        return tuple(
            (each.key, each.key_span, each.value)
            for each in value.entries.values()
            if each.key not in holder.children
        )

    # ------------------------------------------------------------ options

    def _option(self, entry: YamlEntry) -> Iterator[Op]:
        declared = self.view.at(("options",))
        known = [] if declared is None else [str(key) for key in declared.children]
        path = f"options.{entry.key}"
        if isinstance(entry.value, YamlMap):
            if entry.key in known:
                assert declared is not None
                self._exists(path, entry.key_span, declared.children[entry.key], "a value")
            else:
                yield self._op("add", path, entry.key_span, ("options", entry.key), entry)
        elif entry.key not in known:
            listed = f"Its options are {in_words(known, 'and', 12)}." if known else "It has none."
            hint = hint_for(entry.key, known) or listed
            message = f"The game has no option '{entry.key}'."
            self.found.append(problem("unknown-option", message, entry.key_span, hint))
        else:
            new = YamlEntry("default", entry.key_span, entry.value)
            chain: Chain = ("options", entry.key, "default")
            yield self._op("change", f"{path}.default", entry.key_span, chain, new)

    # ------------------------------------------------------------ add

    def _add(self, entry: YamlEntry, holder: Doc, above: Chain) -> Iterator[Op]:
        """What is new is added; what is there already is looked into."""
        chain: Chain = (*above, entry.key)
        path = ".".join(map(str, chain))
        mine = holder.children.get(entry.key)
        value = entry.value
        if mine is None or mine.doc.is_empty:
            if not above and isinstance(value, YamlMap) and value.entries:
                # A new section: two variants may both have things to put into it.
                for each in value.entries.values():
                    new: Chain = (*chain, each.key)
                    yield self._op("add", f"{path}.{each.key}", each.key_span, new, each)
            else:
                yield self._op("add", path, entry.key_span, chain, entry)
        elif isinstance(value, YamlMap) and mine.doc.is_map:
            before = len(self.found)
            for each in value.entries.values():
                yield from self._add(each, mine.doc, chain)
                if len(self.found) > before and len(chain) > 1:
                    return  # One word about a thing that is there already will do.
        elif mine.doc.is_list or (isinstance(value, YamlList) and _is_script(chain, mine.doc)):
            items = value.items if isinstance(value, YamlList) else [value]
            nodes = tuple(("", item.span, item) for item in items)
            steps: list[Step | None] = [*mine.doc.children] or [None]
            last = steps[-1] if mine.doc.is_list else (mine.doc.owner, 1)
            yield Op(
                *("insert", self.variant, path, entry.key_span, chain, nodes, "last", None),
                gap=(last, None),
                ordered=_is_ordered(chain),
            )
        else:
            self._exists(path, entry.key_span, mine)

    def _exists(self, path: str, span: Span, mine: Child, noun: str = "") -> None:
        hint = f"Give it another id, or write what differs under 'change', such as '{path}: …'."
        if noun:
            hint = f"Give it another id, or only {noun} to choose a default."
        self.found.append(
            problem(
                "variant-exists",
                f"The game has {path} already.",
                span,
                hint,
                [("the game has it here", mine.span)],
            )
        )


def translations(variant: str, tree: YamlMap, view: Doc, found: list[Problem]) -> list[Op]:
    """Read the translations of a variant; `view` is the game with everything else it does."""
    made: list[Op] = []
    for language in _entries(entry_of(tree, "locale")):
        for entry in _entries(language.value):
            path = Path(entry.key, entry.key_span)
            is_text = path.parts[-1] in TEXTS or path.parts[-2:-1] == ("names",)
            there = find(view, path, may_be_new=is_text)
            if isinstance(there, Problem):
                found.append(there)
            elif not is_text:
                found.append(_no_text(path, view.at(there.chain)))
            else:
                new = (language.key, entry.key_span, entry.value)
                chain = (*there.chain, language.key)
                made.append(Op("text", variant, entry.key, entry.key_span, chain, (new,)))
    return made


def _no_text(path: Path, doc: Doc | None) -> Problem:
    texts = [str(key) for key in (doc.children if doc is not None else ()) if key in TEXTS]
    return problem(
        "locale-target",
        f"'{path.text}' is not something the game says to people.",
        path.span,
        f"Did you mean '{path.text}.{texts[0]}'?" if texts else "Name a text, such as a 'name'.",
    )


def _entries(node: YamlNode | None) -> Iterable[YamlEntry]:
    return node.entries.values() if isinstance(node, YamlMap) else ()


def _tail(span: Span, length: int) -> Span:
    return span.tail(length) if span.line == span.end_line else span


def _is_script(chain: Chain, doc: Doc) -> bool:
    """Whether a single step stands here, to which others may be added."""
    if doc.is_list or doc.is_empty or not chain:
        return False
    return chain[-1] in SCRIPTS or (chain[0] == "procedures" and len(chain) == 2 and not doc.is_map)


def _is_ordered(chain: Chain) -> bool:
    """Whether the order of lines in a list matters."""
    return any(step in ORDERED for step in chain)


def _where(word: str) -> Where:
    return "before" if word == "before" else "after"


def _gap(steps: list[Step], where: Where, anchor: Step | None) -> tuple[Step | None, Step | None]:
    around: list[Step | None] = [None, *steps, None]
    if where == "first":
        return None, around[1]
    if where == "last":
        return around[-2], None
    at = around.index(anchor)
    return (around[at - 1], anchor) if where == "before" else (anchor, around[at + 1])


# ------------------------------------------------------------------------------- applying


def apply(root: Doc, op: Op) -> None:
    """Do to a tree what an operation says; one whose place is gone does nothing."""
    if op.kind == "insert":
        _apply_insert(root, op)
        return
    holder = root.at(op.chain[:-1])
    if holder is None and op.kind in ("add", "text"):
        holder = _made(root, op.chain[:-1], op)
    if holder is None:
        return
    last = op.chain[-1]
    if op.kind == "remove":
        holder.children.pop(last, None)
        return
    if op.kind == "text" and not holder.is_map and not holder.is_empty:
        _with_languages(holder)
    elif holder.is_empty:
        holder.become_map()
    assert op.value is not None
    holder.children[last] = Child(op.nodes[0][1], Doc(op.value, op.variant))


def _made(root: Doc, chain: Chain, op: Op) -> Doc | None:
    """An empty map where a new section or a first text is to stand."""
    above = root.at(chain[:-1])
    if above is None or (above.is_map, above.is_empty) == (False, False):
        return None
    if above.is_empty:
        above.become_map()
    made = Doc(YamlMap({}, op.span, False), op.variant)
    above.children[chain[-1]] = Child(op.span, made)
    return made


def _with_languages(doc: Doc) -> None:
    """Turn a plain text into texts by language: it is English."""
    node = doc.node
    english = YamlEntry("en", node.span, node)
    doc.node = YamlMap({"en": english}, node.span, True)
    doc.rearrange({"en": Child(node.span, Doc(node, doc.owner))})


def _apply_insert(root: Doc, op: Op) -> None:
    holder = root.at(op.chain)
    if holder is None:
        return
    if op.nodes[0][0] == "" and not holder.is_list:
        holder.become_list()
    steps = list(holder.children.items())
    at = 0 if op.where == "first" else len(steps)
    if op.anchor is not None:
        keys = [step for step, _ in steps]
        if op.anchor not in keys:
            return
        at = keys.index(op.anchor) + (op.where == "after")
    new: list[tuple[Step, Child]] = []
    number = holder.new_uid(op.variant)[1] if holder.is_list else 0
    for key, span, node in op.nodes:
        step: Step = key or (op.variant, number + len(new))
        new.append((step, Child(span, Doc(node, op.variant))))
    holder.rearrange(dict([*steps[:at], *new, *steps[at:]]))
