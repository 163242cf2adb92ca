"""Blame: problems of a game with variants in; the lines of the variants that cause them, out.

A change can make something wrong that stands elsewhere, often in a file its author never opens.
Such a problem is told at the line of the variant, with every place that it broke. Names that a
variant took away give it away at once; otherwise the operation nearest to the broken place is
tried, then all of them: the one without which the problem is gone has caused it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.schema_words import in_words
from rulewright.dsl.source import Span
from rulewright.dsl.variant_ops import Op
from rulewright.dsl.variant_stack import Stack
from rulewright.dsl.variant_tree import Chain, Doc
from rulewright.dsl.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar

MOST_TRIALS = 6
"""How often a game is made again to find out what caused a problem."""

Trial = Callable[[Callable[[Op], bool]], Iterable[Problem]]
"""Makes the game with only the operations that are wanted; returns its problems."""


def blamed(problems: Sequence[Problem], made: Stack, trial: Trial) -> list[Problem]:
    """Tell problems at the line of the variant that causes them, if one does."""
    own = {variant.file for variant in made.variants}
    doubtful = [each for each in problems if each.span.file not in own or _lost(each, made.ops)]
    if not doubtful:
        return list(problems)
    innocent = {_key(each) for each in trial(lambda op: False)}
    guilty: dict[int, list[Problem]] = {}
    kept = [each for each in problems if each not in doubtful or _key(each) in innocent]
    trials = _Trials(trial)
    for each in doubtful:
        if _key(each) in innocent:
            continue
        op = _culprit(each, made, trials)
        if op is None or op.span == each.span:
            kept.append(each)
        else:
            guilty.setdefault(made.ops.index(op), []).append(each)
    for number, broken in guilty.items():
        kept.append(_breaks(made.ops[number], broken, made))
    return kept


def _key(found: Problem) -> tuple[str, str, Span]:
    return found.code, found.message, found.span


def _breaks(op: Op, broken: list[Problem], made: Stack) -> Problem:
    """The problem of one line that makes others wrong."""
    path = op.path.split()[-1]
    how = {
        "remove": f"Without {path}",
        "add": f"With the new {path}",
        "insert": f"With what is put into {path}",
    }.get(op.kind, f"With this {path}")
    related = [note for each in broken for note in [(each.message, each.span), *each.related]]
    count = len(broken) + sum(note == "also here" for each in broken for note, _ in each.related)
    what = "another place is" if count == 1 else f"{count} other places are"
    keep = f"keep {path}" if op.kind == "remove" else "say it differently here"
    assert made.doc is not None
    said = {"also here", *(each.message for each in broken)}
    spans = [span for note, span in related if note in said]
    places = [_path(made.doc, _place(made.doc, span)) for span in spans]
    named = [place for place in dict.fromkeys(places) if place and place != path]
    where = in_words(named, "and", 4) if named else "that place"
    if all(each.severity == "warning" for each in broken):
        # What is there for nothing does no harm.
        hint = f"Remove {where} in the variant too, or {keep}."
        message = f"{how}, {what} there for nothing."
        return problem("variant-breaks", message, op.span, hint, related, severity="warning")
    return problem(
        "variant-breaks",
        f"{how}, {what} wrong.",
        op.span,
        f"Change {where} in the variant too, or {keep}.",
        related,
    )


def _path(doc: Doc, chain: Chain | None) -> str:
    """A chain as people write it, with numbers for the lines of a list."""
    parts: list[str] = []
    for step in chain or ():
        children = list(doc.children)
        parts.append(step if isinstance(step, str) else str(children.index(step) + 1))
        doc = doc.children[step].doc
    return ".".join(parts)


def _culprit(found: Problem, made: Stack, trials: _Trials) -> Op | None:
    lost = _lost(found, made.ops)
    if lost:
        return lost[0]
    for op in _nearest(found, made):
        if trials.without(op, found):
            return op
    return None


def _lost(found: Problem, ops: Sequence[Op]) -> list[Op]:
    """Operations that took away a name which a message puts in quotes."""
    return [
        op
        for op in ops
        if op.kind == "remove" and isinstance(op.chain[-1], str) and _says(found, op.chain[-1])
    ]


def _says(found: Problem, name: str) -> bool:
    return f"'{name}'" in found.message


class _Trials:
    """Games made without one operation, each at most once and only so many."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._seen: dict[tuple[str, Span], set[tuple[str, str, Span]] | None] = {}

    def without(self, op: Op, found: Problem) -> bool:
        """Whether a problem is gone without an operation."""
        key = (op.variant, op.span)
        if key not in self._seen:
            if len(self._seen) >= MOST_TRIALS:
                return False
            left = self._trial(lambda each: (each.variant, each.span) != key)
            self._seen[key] = {_key(each) for each in left}
        problems = self._seen[key]
        return problems is not None and _key(found) not in problems


def _nearest(found: Problem, made: Stack) -> Iterator[Op]:
    """Operations, those that are near to the place of a problem first."""
    assert made.doc is not None
    place = _place(made.doc, found.span) or ()

    def distance(op: Op) -> tuple[int, int]:
        shared = 0
        for mine, other in zip(op.chain, place, strict=False):
            if mine != other:
                break
            shared += 1
        return -shared, ("remove", "change", "insert", "add", "text").index(op.kind)

    yield from sorted(made.ops, key=distance)


def _place(doc: Doc, span: Span) -> Chain | None:
    """The chain of the deepest value around a place."""
    for step, child in doc.children.items():
        if child.span == span:
            return (step,)
        if _around(child.doc.yaml(), span):
            return (step, *(_place(child.doc, span) or ()))
    return None


def _around(node: YamlNode, span: Span) -> bool:
    """Whether a place lies in a value or in something below it, which may be another file's."""
    match node:
        case YamlScalar():
            at = node.span
            return at.file == span.file and _within(at, span)
        case YamlMap():
            return any(
                each.key_span == span or _around(each.value, span) for each in node.entries.values()
            )
        case YamlList():
            return any(_around(item, span) for item in node.items)


def _within(around: Span, span: Span) -> bool:
    start = (around.line, around.column) <= (span.line, span.column)
    return start and (span.end_line, span.end_column) <= (around.end_line, around.end_column)
