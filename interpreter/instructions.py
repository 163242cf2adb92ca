"""The instructions of a Program: a running position in, the position changed, what comes next out.

`EXECUTORS` has one function per operation; its keys are those of `operations.INSTRUCTIONS`, where
the arguments are described. A function changes the position, in which `v[PC]` already points
behind the instruction, and returns None to go on or the status with which the run ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl.program import (
    ACTOR,
    CHAIN,
    COMMITTED,
    DECIDE,
    ENDED,
    FAILED,
    FP,
    ME,
    OVER,
    PC,
    Node,
)

from . import kernel
from .scope import Scope

if TYPE_CHECKING:
    from .engine import Engine, Log, Vector
    from .reference import Reference

_LAST = -1  # the return pc of the first frame


class Run(Scope):
    """A scope that can also act."""

    __slots__ = ("engine", "log", "look")

    def __init__(
        self, backend: Reference, v: Vector, k: Vector, engine: Engine, look: bool, log: Log
    ) -> None:
        super().__init__(backend, v, k, v[ME], {})
        self.engine = engine
        self.look = look
        self.log = log

    def slot(self, ref: tuple[Any, ...]) -> int:
        """Return the number of the slot a reference means."""
        if ref[0] == "slot":
            return int(ref[1])
        _, base, stride, index = ref
        return int(base + stride * kernel.present(self.value(index)))

    def keep(self, stores: tuple[tuple[int, int], ...], bundle: tuple[int, ...]) -> None:
        """Put amounts of a bundle into locals."""
        for good, local in stores:
            self.k[self.v[FP] + local] = bundle[good]


Executor = Callable[..., int | None]
EXECUTORS: dict[str, Executor] = {}


def _do(name: str) -> Callable[[Executor], Executor]:
    def register(function: Executor) -> Executor:
        EXECUTORS[name] = function
        return function

    return register


# ------------------------------------------------------------------------------- flow


@_do("jump")
def _jump(r: Run, pc: int) -> None:
    r.v[PC] = pc


@_do("unless")
def _unless(r: Run, condition: Node, pc: int) -> None:
    if not r.value(condition):
        r.v[PC] = pc


@_do("local")
def _local(r: Run, local: int, value: Node) -> None:
    r.k[r.v[FP] + local] = r.value(value)


@_do("me")
def _me(r: Run, player: Node) -> None:
    r.v[ME] = r.me = r.value(player)


@_do("actor")
def _actor(r: Run, value: Node) -> None:
    r.v[ACTOR] = r.value(value)


@_do("call")
def _call(r: Run, entry: int, nlocals: int, args: tuple[Node, ...]) -> None:
    values = tuple(r.value(arg) for arg in args)
    kernel.push(r.v, r.k, entry, nlocals, values, r.backend.program.infallible[r.v[PC]])


@_do("perform")
def _perform(r: Run, piece: Node, table: Any, nlocals: int, first: int) -> int | None:
    row = r.backend.row(table)
    acting = kernel.present(r.value(piece))
    entry = row[kernel.index_of(acting - first, len(row))]
    if entry < 0:
        return _fail(r, -1)
    kernel.push(r.v, r.k, entry, nlocals, (acting,), r.backend.program.infallible[r.v[PC]])
    return None


@_do("ret")
def _ret(r: Run) -> int | None:
    v, k = r.v, r.k
    fp = v[FP]
    if k[fp - kernel.FRAME] == _LAST:
        return _over(r)
    v[PC], v[FP] = k[fp - kernel.FRAME], k[fp - kernel.FRAME + 1]
    del k[fp - kernel.FRAME :]
    return None


@_do("fail")
def _fail(r: Run, reason: int) -> int:
    if r.look:
        # The engine reads here what failed.
        r.v[PC] -= 1
        return FAILED
    said = r.backend.program.reasons[reason] if reason >= 0 else "this cannot be done"
    raise kernel.Fault("stuck", said)


@_do("decide")
def _decide(r: Run, decision: int) -> int:
    r.v[PC] -= 1
    return DECIDE


@_do("iflive")
def _iflive(r: Run, pc: int) -> None:
    if r.look and r.engine.fork(r.v, r.k, pc):
        return
    if not r.engine.live(r.v, r.k):
        r.v[PC] = pc


@_do("commit")
def _commit(r: Run) -> int | None:
    return COMMITTED if r.look else None


@_do("over")
def _over(r: Run) -> int:
    r.v[OVER] = 1
    return ENDED


@_do("chain")
def _chain(r: Run, by: int) -> None:
    r.v[CHAIN] += by
    if r.v[CHAIN] > kernel.CHAIN_LIMIT:
        raise kernel.Fault("chain-limit", "rules keep setting each other off here")


@_do("log")
def _log(r: Run, kind: str, player: Node | None, parts: tuple[Any, ...], seen_by: int) -> None:
    if r.look or r.log is None:
        return
    filled = []
    for part in parts:
        if isinstance(part, tuple):
            part = (r.value(part[0]), *part[1:])
        filled.append(part)
    who = -1 if player is None else r.value(player)
    if kind in ("gain", "lose"):
        # Told is what really comes or goes, if anything does.
        moves = kernel.gained if kind == "gain" else kernel.lost
        moved = moves(r.backend.tables, r.v, who, filled[0][0])
        if not any(moved):
            return
        filled[0] = (moved, *filled[0][1:])
    r.log.append(kernel.Event(kind, who, tuple(filled), seen_by))


# ------------------------------------------------------------------------------- effects


@_do("set")
def _set(r: Run, ref: tuple[Any, ...], value: Node, low: int, high: int) -> None:
    new = r.value(value)
    r.v[r.slot(ref)] = kernel.clip(new, low, high)


@_do("raise")
def _raise(r: Run, ref: tuple[Any, ...], value: Node, low: int, high: int) -> None:
    by = r.value(value)
    slot = r.slot(ref)
    r.v[slot] = kernel.clip(r.v[slot] + by, low, high)


@_do("gain")
def _gain(r: Run, player: Node, bundle: Node, stores: tuple[tuple[int, int], ...]) -> None:
    who, what = r.value(player), r.value(bundle)
    r.keep(stores, kernel.gain(r.backend.tables, r.v, who, what))


@_do("lose")
def _lose(r: Run, player: Node, bundle: Node, stores: tuple[tuple[int, int], ...]) -> None:
    who, what = r.value(player), r.value(bundle)
    r.keep(stores, kernel.lose(r.backend.tables, r.v, who, what))


@_do("pay")
def _pay(r: Run, player: Node, bundle: Node, stores: tuple[tuple[int, int], ...]) -> None:
    who, what = r.value(player), r.value(bundle)
    r.keep(stores, kernel.pay(r.backend.tables, r.v, who, what))


@_do("transfer")
def _transfer(r: Run, giver: Node, taker: Node, bundle: Node) -> None:
    one, other, what = r.value(giver), r.value(taker), r.value(bundle)
    kernel.transfer(r.backend.tables, r.v, one, other, what)


@_do("fill")
def _fill(r: Run, store: int, index: Node, bundle: Node) -> None:
    kernel.fill(r.backend.tables, r.v, store, r.value(index), r.value(bundle))


@_do("empty")
def _empty(r: Run, store: int, index: Node, bundle: Node) -> None:
    kernel.empty(r.backend.tables, r.v, store, r.value(index), r.value(bundle))


@_do("move")
def _move(r: Run, piece: Node, zone: Node) -> None:
    kernel.move(r.backend.tables, r.v, r.value(piece), r.value(zone))


@_do("place")
def _place(r: Run, piece: Node, cell: Node, base: int, stride: int, first: int) -> None:
    kernel.place(r.backend.tables, r.v, r.value(piece), r.value(cell), base, stride, first)


@_do("moveall")
def _moveall(r: Run, pieces: Node, zone: Node) -> None:
    to = r.value(zone)
    for piece in r.value(pieces):
        kernel.move(r.backend.tables, r.v, piece, to)


@_do("shuffle")
def _shuffle(r: Run, zone: Node) -> None:
    kernel.shuffle(r.backend.tables, r.v, r.value(zone))
