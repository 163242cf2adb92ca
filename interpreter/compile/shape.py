"""Structure in code: a graph of instructions in, nested branches and loops out.

Code is cut into regions: what can be reached only through the region's first instruction. Each
becomes one Python function, written with `if` and `for`. A way that these cannot express, such as
one into the middle of another branch, goes through the table of functions: its target becomes
the first instruction of a region of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from .graph import Graph

_DEEPEST = 30
"""Branches within branches before the rest goes into a function of its own."""

_MOST_COPIED = 24
"""Instructions of other regions that are written again where they are reached."""


@dataclass
class Do:
    """An instruction after which the next one follows."""

    pc: int


@dataclass
class End:
    """An instruction that ends the run, or goes where only the stack knows."""

    pc: int


@dataclass
class Branch:
    """A condition: what follows where it holds, and where it does not."""

    pc: int
    then: list[Item]
    other: list[Item]


@dataclass
class Choose:
    """A decision that is made on the way: what follows, by where the answers lead."""

    pc: int
    ways: dict[int, list[Item]]


@dataclass
class Loop:
    """Something that is done again and again until it is left."""

    pc: int
    body: list[Item]


@dataclass
class Leave:
    """A way out of what is being done: `break`, `continue`, or `go` on in another function."""

    how: str
    pc: int


Item = Do | End | Branch | Choose | Loop | Leave


class NotStructured(Exception):
    """A way that branches and loops cannot express; `pc` is where it leads."""

    def __init__(self, pc: int) -> None:
        super().__init__(pc)
        self.pc = pc


def regions(
    graph: Graph, apart: Callable[[int, int], bool], most_copied: int = _MOST_COPIED
) -> dict[int, list[Item]]:
    """Return the structure of every region by its first instruction.

    `apart(entry, pc)` says that an instruction must not be in the region of an entry. More entries
    are added to the graph as they are needed. Instructions of other regions are written again
    where they are reached, up to `most_copied`.
    """
    while True:
        owner = _owners(graph, apart)
        found = {}
        again = False
        for entry in sorted(graph.entries):
            nodes = {pc for pc, own in owner.items() if own == entry}
            try:
                found[entry] = structure(graph, entry, nodes)
            except NotStructured as problem:
                graph.entries.add(problem.pc)
                again = True
        if not again:
            return {
                entry: _threaded(entry, items, found, apart, most_copied)
                for entry, items in found.items()
            }


def _threaded(
    entry: int,
    items: list[Item],
    regions: dict[int, list[Item]],
    apart: Callable[[int, int], bool],
    most_copied: int,
) -> list[Item]:
    """Return a region with short regions in the place of ways that lead there."""
    left = most_copied

    def copied(inner: list[Item], depth: int) -> list[Item]:
        nonlocal left
        made: list[Item] = []
        for one in inner:
            if isinstance(one, Branch):
                one = Branch(one.pc, copied(one.then, depth), copied(one.other, depth))
            elif isinstance(one, Loop):
                one = Loop(one.pc, copied(one.body, depth))
            elif isinstance(one, Leave) and one.how == "go" and depth < 2:
                other = regions[one.pc]
                count = _length(other)
                if count <= left and not any(apart(entry, pc) for pc in _all(other)):
                    left -= count
                    made += copied(other, depth + 1)
                    continue
            made.append(one)
        return made

    return copied(items, 0)


def _all(items: list[Item]) -> Iterator[int]:
    """Yield the instructions of a region."""
    for one in items:
        if isinstance(one, Branch):
            yield one.pc
            yield from _all(one.then)
            yield from _all(one.other)
        elif isinstance(one, Loop):
            yield from _all(one.body)
        elif not isinstance(one, Leave):
            yield one.pc


def _length(items: list[Item]) -> int:
    return sum(1 for _ in _all(items))


def _owners(graph: Graph, apart: Callable[[int, int], bool]) -> dict[int, int]:
    """Return the entry of each instruction; one with several becomes an entry itself."""
    before: dict[int, set[int]] = {pc: set() for pc in graph.next}
    for pc, following in graph.next.items():
        for other in following:
            if other in before:
                before[other].add(pc)
    while True:
        owner: dict[int, int] = {}
        todo = [pc for pc in graph.entries if pc in graph.next]
        owner.update((pc, pc) for pc in todo)
        new: set[int] = set()
        while todo:
            pc = todo.pop()
            for other in graph.next[pc]:
                if other not in graph.next or other in graph.entries or other in new:
                    continue
                if other not in owner:
                    if apart(owner[pc], other):
                        new.add(other)
                    else:
                        owner[other] = owner[pc]
                        todo.append(other)
                elif owner[other] != owner[pc]:
                    new.add(other)
        if not new:
            return owner
        graph.entries |= new


@dataclass(frozen=True)
class _Context:
    """Where code goes on: by running on, by `break`, by `continue`."""

    follow: int | None = None
    leave: int | None = None
    again: int | None = None
    depth: int = 0


@dataclass
class _Region:
    """One region being structured."""

    graph: Graph
    entry: int
    nodes: set[int]
    order: dict[int, int] = field(default_factory=dict)
    above: dict[int, int] = field(default_factory=dict)
    """The nearest instruction that every way to an instruction passes."""
    joins: dict[int, int] = field(default_factory=dict)
    """How many ways lead forward to an instruction."""
    loops: dict[int, set[int]] = field(default_factory=dict)
    reserved: set[int] = field(default_factory=set)


def structure(graph: Graph, entry: int, nodes: set[int]) -> list[Item]:
    """Return the structure of a region."""
    if entry not in graph.next:
        return [End(entry)]
    region = _Region(graph, entry, nodes)
    _sort(region)
    _dominate(region)
    return _place(region, entry, _Context())


def _inside(region: _Region, pc: int) -> list[int]:
    return [other for other in region.graph.next[pc] if other in region.nodes]


def _sort(region: _Region) -> None:
    """Number the instructions so that each comes after those it can be reached from."""
    done: list[int] = []
    seen = {region.entry}
    stack = [(region.entry, iter(_inside(region, region.entry)))]
    while stack:
        pc, rest = stack[-1]
        for other in rest:
            if other not in seen:
                seen.add(other)
                stack.append((other, iter(_inside(region, other))))
                break
        else:
            done.append(pc)
            stack.pop()
    region.order = {pc: number for number, pc in enumerate(reversed(done))}


def _dominate(region: _Region) -> None:
    order = region.order
    before: dict[int, list[int]] = {pc: [] for pc in order}
    for pc in order:
        for other in _inside(region, pc):
            before[other].append(pc)
    above = {region.entry: region.entry}

    def common(one: int, other: int) -> int:
        while one != other:
            while order[one] > order[other]:
                one = above[one]
            while order[other] > order[one]:
                other = above[other]
        return one

    changed = True
    while changed:
        changed = False
        for pc in sorted(order, key=order.__getitem__):
            if pc == region.entry:
                continue
            known = [other for other in before[pc] if other in above]
            found = known[0]
            for other in known[1:]:
                found = common(found, other)
            if above.get(pc) != found:
                above[pc] = found
                changed = True
    region.above = above
    for pc in order:
        region.joins[pc] = sum(1 for other in before[pc] if order[other] < order[pc])
        for other in before[pc]:
            if order[other] >= order[pc]:
                _back_edge(region, other, pc, before)


def _back_edge(region: _Region, pc: int, head: int, before: dict[int, list[int]]) -> None:
    node = pc
    while node != head:
        if node == region.entry:
            raise NotStructured(head)
        node = region.above[node]
    body = region.loops.setdefault(head, {head})
    todo = [pc]
    while todo:
        node = todo.pop()
        if node not in body:
            body.add(node)
            todo += before[node]


def _go(region: _Region, pc: int, context: _Context) -> list[Item]:
    """Return how to get to an instruction."""
    if region.graph.is_end(pc):
        return [End(pc)]
    if pc == context.follow:
        return []
    if pc == context.again:
        return [Leave("continue", pc)]
    if pc == context.leave:
        return [Leave("break", pc)]
    if pc in region.graph.entries:
        return [Leave("go", pc)]
    if region.joins[pc] != 1 or pc in region.reserved or context.depth > _DEEPEST:
        raise NotStructured(pc)
    return _place(region, pc, context)


def _place(region: _Region, pc: int, context: _Context) -> list[Item]:
    """Return an instruction and everything that is reached through it."""
    if pc not in region.loops:
        return _chain(region, pc, context)
    body = region.loops[pc]
    exits = {
        other
        for node in body
        for other in _inside(region, node)
        if other not in body and other not in region.graph.entries
    }
    after: int | None = context.follow
    placed = False
    if exits and context.follow not in exits:
        after = max(exits, key=lambda one: (region.joins[one], -region.order[one]))
        placed = True
        region.reserved.add(after)
    inner = _Context(pc, after, pc, context.depth + 1)
    found: list[Item] = [Loop(pc, _chain(region, pc, inner))]
    if placed and after is not None:
        region.reserved.discard(after)
        found += _place(region, after, context)
    return found


def _chain(region: _Region, pc: int, context: _Context) -> list[Item]:
    found: list[Item] = []
    while True:
        following = region.graph.next[pc]
        if len(following) > 1:
            break
        found.append(Do(pc))
        if pc in region.graph.goes:
            return [*found, Leave("go", region.graph.goes[pc])]
        if not following:
            return found
        other = following[0]
        plain = other in region.nodes and other not in region.loops and region.joins[other] == 1
        special = other in (context.follow, context.leave, context.again, *region.reserved)
        if plain and not special and other not in region.graph.entries:
            pc = other
            continue
        return found + _go(region, other, context)
    # Ways that part here and meet again are put behind, in order.
    meetings = sorted(
        (
            other
            for other, above in region.above.items()
            if above == pc
            and other != pc
            and region.joins[other] > 1
            and other not in region.reserved
            and other not in (context.follow, context.leave, context.again)
        ),
        key=region.order.__getitem__,
    )
    inner = replace(
        context, follow=meetings[0] if meetings else context.follow, depth=context.depth + 1
    )
    ways = [_go(region, other, inner) for other in following]
    if region.graph.program.code[pc].op == "decide":
        found.append(Choose(pc, dict(zip(following, ways, strict=True))))
    else:
        found.append(Branch(pc, *ways))
    for number, other in enumerate(meetings):
        follow = meetings[number + 1] if number + 1 < len(meetings) else context.follow
        found += _place(region, other, replace(context, follow=follow))
    return found
