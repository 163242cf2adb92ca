"""Small hand-made Programs in, what evaluator and engine make of them out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from rulewright.dsl import program as ir
from rulewright.dsl.program import (
    CHANCE,
    COUNT,
    FP,
    HEADER,
    ME,
    NOBODY,
    OVER,
    PC,
    AnyTime,
    Board,
    Decision,
    Domain,
    Function,
    Node,
    Program,
    Source,
    Store,
    Variable,
    Zone,
)
from rulewright.interpreter import kernel, lookahead
from rulewright.interpreter.engine import Engine, Option
from rulewright.interpreter.errors import RuleRuntimeError
from rulewright.interpreter.reference import EVALUATORS, EXECUTORS, Reference

FREE = HEADER  # the first slot that is a game's own


def program(code: list[Node] = [], state: list[int] = [], **given: Any) -> Program:  # noqa: B006
    """A Program with nothing in it but what is given; code[0] is the `commit` it always has.

    Slots: the header, `state`, then what `given` says about the rest.
    """
    empty: dict[str, Any] = {
        "str": "", "int": 0, "bool": False, "dict": {}, "tuple": (), "Node": None,
    }  # fmt: skip
    values: dict[str, Any] = {
        field.name: empty[str(field.type).split("[")[0].split(" ")[0]] for field in fields(Program)
    }
    whole = [Node("commit"), *code]
    values.update(
        game="sample",
        players=2,
        start=(*[0] * HEADER, *state),
        code=tuple(whole),
        infallible=(True,) * len(whole),
        entry=1,
        nlocals=4,
        files=("sample.yaml",),
        spans=((0, 7, 3, 7, 9),),
    )
    values.update(given)
    values["slots"] = len(values["start"])
    return Program(**values)


def engine_for(made: Program) -> Engine:
    """An engine on the reference evaluator."""
    return Engine(made, Reference(made))


def expr(value: Any) -> Node:
    """A constant, unless it is a node already."""
    return value if isinstance(value, Node) else Node("const", (value,))


def node(op: str, *args: Any) -> Node:
    """An operation whose arguments are all expressions."""
    return Node(op, tuple(expr(arg) for arg in args))


def evaluate(tree: Node, made: Program | None = None, **given: Any) -> Any:
    """The value of an expression at the start of a game."""
    made = made or program()
    return Reference(made).eval(tree, list(made.start), [-1, 0, 1, 0, 0, 0, 0], **given)


def fixed(target: int, guard: Node | None = None, base: int = 0) -> Source:
    """A fixed move."""
    return Source(0, target, guard, base=base)


def each(target: int, items: Any, lo: int, hi: int, base: int = 0, local: int = 0) -> Source:
    """One move for each element of a list."""
    return Source(0, target, None, expr(items), local, Domain("int", "", lo, hi), base)


def asks(pc: int, *sources: Source, number: int = 0, **given: Any) -> Decision:
    """A decision of the player."""
    return Decision(number, pc, given.pop("kind", "player"), sources, **given)


def fail(reason: int = 0) -> Node:
    """A failure with a place."""
    return Node("fail", (reason,), 0)


def put(slot: int, value: Any) -> Node:
    """Sets a slot."""
    return Node("set", (("slot", slot), expr(value), -1000, 1000))


DECIDE0 = Node("decide", (0,))
SLOT = Node("slot", (FREE,))
TEMP = Node("temp", (0,))
ME_NODE = Node("me")


# ------------------------------------------------------------------------------- tables


def test_each_operation_has_its_function() -> None:
    """The evaluator knows exactly the operations that a Program may contain."""
    assert EVALUATORS.keys() == ir.EXPRESSIONS.keys()
    assert EXECUTORS.keys() == ir.INSTRUCTIONS.keys()


# ------------------------------------------------------------------------------- expressions


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (node("add", 2, 3), 5),
        (node("sub", 2, 3), -1),
        (node("mul", 2, 3), 6),
        (node("div", -7, 2), -4),
        (node("mod", -7, 2), 1),
        (node("neg", 4), -4),
        (node("eq", 4, 4), 1),
        (node("ne", 4, 4), 0),
        (node("lt", 3, 4), 1),
        (node("le", 4, 4), 1),
        (node("gt", 3, 4), 0),
        (node("ge", 3, 4), 0),
        (node("not", 3), 0),
        (node("and", 2, 3), 1),
        (node("and", 0, Node("div", (expr(1), expr(0)))), 0),
        (node("or", 0, 0), 0),
        (node("or", 5, Node("div", (expr(1), expr(0)))), 1),
        (node("if", 1, 7, Node("div", (expr(1), expr(0)))), 7),
        (node("min", 4, 2, 3), 2),
        (node("max", 4, 2, 3), 4),
        (node("bits", 1, 8), 9),
        (Node("let", (0, expr(4), node("mul", TEMP, TEMP))), 16),
        (node("tuple", 3, 1), (3, 1)),
        (node("range", 2, 4), (2, 3, 4)),
        (node("range", 2, 1), ()),
        (node("concat", (1, 2), (2,), ()), (1, 2, 2)),
        (node("count", (4, 4)), 2),
        (node("any", ()), 0),
        (node("any", (0,)), 1),
        (node("in", 2, (1, 2)), 1),
        (node("first", (5, 6)), 5),
        (node("first", ()), -1),
        (node("last", (5, 6)), 6),
        (node("last", ()), -1),
        (node("nth", (5, 6), 2), 6),
        (node("nth", (5, 6), 0), -1),
        (node("nth", (5, 6), 3), -1),
        (node("only", (5,)), 5),
        (node("only", (5, 6)), -1),
        (node("without", (1, 2, 3), (2,)), (1, 3)),
        (node("union", (1, 2), (2, 3)), (1, 2, 3)),
        (node("rotate", (0, 1, 2), 1), (1, 2, 0)),
        (node("rotate", (0, 1), 9), (0, 1)),
        (Node("mask", (expr((5, 7)), 5)), 5),
        (Node("members", (expr(5), 5)), (5, 7)),
        (Node("subsets", (expr((5, 6)), 5)), (0, 1, 2, 3)),
        (Node("combos", (expr((5, 6, 7)), expr(2), 5)), (3, 5, 6)),
        (Node("combos", (expr((5, 6)), expr(3), 5)), ()),
        (node("pack", (0, 3)), 0x41),
        (node("pack_head", 0x41), 0),
        (node("pack_tail", 0x41), 4),
        (node("pack_head", 0), -1),
        (Node("mask_head", (expr(6), 5)), 6),
        (Node("mask_head", (expr(0), 5)), -1),
        (node("mask_tail", 6), 4),
        (node("mask_and", 6, 3), 2),
        (Node("mask_drop", (expr(6), expr(6), 5)), 4),
        (Node("mask_with", (expr(4), expr(5), 5)), 5),
        (node("fits", 0b0001, 0b1000), 1),
        (node("fits", 0b0001, 0b1001), 0),
    ],
)
def test_an_expression_has_its_value(tree: Node, value: Any) -> None:
    """Numbers, conditions and lists come out as the list of operations says."""
    assert evaluate(tree) == value


LIST = expr((3, 1, 2, 1))
SQUARE = node("mul", TEMP, TEMP)
ODD = node("mod", TEMP, 2)


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (Node("filter", (LIST, 0, ODD)), (3, 1, 1)),
        (Node("map", (LIST, 0, SQUARE)), (9, 1, 4, 1)),
        (Node("sum", (LIST, 0, SQUARE)), 15),
        (Node("largest", (LIST, 0, SQUARE, expr(-1))), 9),
        (Node("smallest", (LIST, 0, SQUARE, expr(-1))), 1),
        (Node("largest", (expr(()), 0, SQUARE, expr(-1))), -1),
        (Node("smallest", (expr(()), 0, SQUARE, expr(7))), 7),
        (Node("best", (LIST, 0, node("neg", TEMP))), (1, 1)),
        (Node("best", (expr(()), 0, TEMP)), ()),
        (Node("every", (LIST, 0, ODD)), 0),
        (Node("every", (expr(()), 0, ODD)), 1),
        (Node("exists", (LIST, 0, node("eq", TEMP, 2))), 1),
        (Node("exists", (expr(()), 0, ODD)), 0),
        (Node("exists", (expr((1, 0)), 0, node("div", 1, TEMP))), 1),
        (Node("sorted", (LIST, 0, ODD)), (2, 3, 1, 1)),
    ],
)
def test_a_list_is_looked_at_element_by_element(tree: Node, value: Any) -> None:
    """Operations with a body bind each element to a temporary, in the order of the list."""
    assert evaluate(tree) == value


def test_an_inner_list_does_not_disturb_the_outer_one() -> None:
    """A temporary has its old value again after an inner operation used the same number."""
    inner = Node("sum", (expr((10, 20)), 0, TEMP))
    assert evaluate(Node("map", (expr((1, 2)), 0, node("add", inner, TEMP)))) == (31, 32)


def test_state_is_read_by_slot_index_local_and_table() -> None:
    """Slots, runs of slots, locals and constant tables are found where they are laid out."""
    made = program(state=[5, 6, 7, 8], tables=((40, 41),))
    v, k = list(made.start), [-1, 0, 1, 11, 12]
    v[FP], v[ME], v[ir.ACTOR] = 3, 1, 9
    ask = Reference(made).eval
    assert ask(Node("slot", (FREE + 1,)), v, k) == 6
    assert ask(Node("at", (FREE, 2, ME_NODE)), v, k) == 7
    assert ask(Node("at", (FREE, 2, ME_NODE)), v, k, me=0) == 5
    assert ask(Node("local", (1,)), v, k) == 12
    assert ask(Node("table", (0, ME_NODE)), v, k) == 41
    assert ask(Node("actor"), v, k) == 9
    assert ask(Node("temp", (1,)), v, k, temps=(3, 4)) == 4


def test_a_define_has_its_own_me_and_parameters() -> None:
    """A call binds temporaries from 0 on and says for whom the body is asked."""
    body = node("add", node("mul", TEMP, 10), ME_NODE)
    made = program(functions=(Function("f", 1, body),), tables=((0, -1),))
    assert evaluate(Node("call", (0, (expr(4),), expr(1))), made) == 41
    inside = Node("call", (0, (node("add", TEMP, 1),), ME_NODE))
    assert evaluate(inside, made, temps=(6,), me=2) == 72
    for table in (0, (0, -1)):
        assert evaluate(Node("dispatch", (table, expr(0), (expr(4),), expr(1))), made) == 41
        assert evaluate(Node("dispatch", (table, expr(1), (expr(4),), expr(1))), made) == 0


@pytest.mark.parametrize(
    ("tree", "code"),
    [
        (node("div", 1, 0), "division-by-zero"),
        (node("mod", 1, 0), "division-by-zero"),
        (Node("at", (FREE, 1, expr(-1))), "absent"),
        (Node("table", (0, expr(-1))), "absent"),
        (Node("table", (0, expr(2))), "out-of-range"),
        (node("mul", 2**52, 2), "too-large"),
        (node("range", 0, 10**9), "too-large"),
        (Node("subsets", (expr(tuple(range(60))), 0)), "too-large"),
        (Node("combos", (expr(tuple(range(60))), expr(30), 0)), "too-large"),
        (node("zone", -1), "absent"),
        (node("pack", tuple(range(16))), "too-large"),
    ],
)
def test_a_rule_error_says_where(tree: Node, code: str) -> None:
    """What no check can find carries a stable code and the place of the innermost rule."""
    made = program(state=[0], tables=((1, 2),))
    outer = node("add", Node(tree.op, tree.args, 0), 1)
    with pytest.raises(RuleRuntimeError) as caught:
        evaluate(outer, made)
    assert (caught.value.code, caught.value.place) == (code, "sample.yaml:7:3")


# ------------------------------------------------------------------------------- goods


def goods_program(**given: Any) -> Program:
    """Two players, three goods (at most 9, 5 and 9; of the last 4 are in the supply), a store."""
    return program(
        goods=("wood", "ore", "gold"),
        goods_base=FREE,
        goods_max=(9, 5, 9),
        goods_supply=(-1, -1, FREE + 6),
        start=(*[0] * HEADER, 1, 2, 3, 4, 5, 6, 4, 0, 0, 7, 1),
        stores=(Store("pile", FREE + 7, (2, 0), 2),),
        **given,
    )


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (Node("bundle", ((2, expr(4)), (0, expr(1)))), (1, 0, 4)),
        (node("bundle1", 1, 3), (0, 3, 0)),
        (node("bundle_add", (1, 2, 3), (1, 0, -4)), (2, 2, -1)),
        (node("bundle_floor", (2, 2, -1)), (2, 2, 0)),
        (node("bundle_scale", (2, 0, 1), 3), (6, 0, 3)),
        (node("bundle_total", (2, 2, 5)), 9),
        (node("bundle_get", (2, 3, 5), 1), 3),
        (node("costs", (1, 0, 0), (0, 1, 0)), ((1, 0, 0), (0, 1, 0))),
        (node("nth_bundle", ((1, 0, 0), (0, 1, 0)), 1), (0, 1, 0)),
        (node("cost_or", ((1, 0, 0),), ((0, 1, 0), (1, 0, 0))), ((1, 0, 0), (0, 1, 0))),
        (node("cost_and", ((1, 0, 0), (0, 1, 0)), ((0, 0, 2),)), ((1, 0, 2), (0, 1, 2))),
        (node("cost_plus", ((1, 0, 0), (0, 1, 0)), (-1, 0, 1)), ((0, 0, 1), (0, 1, 1))),
        (Node("different", (2, (0, 1, 2))), ((1, 1, 0), (1, 0, 1), (0, 1, 1))),
        (node("stock", 1), (4, 5, 6)),
        (node("good_of", 2, 0), 3),
        (Node("store", (0, expr(1))), (1, 0, 7)),
        (node("can_pay", 0, ((9, 9, 9), (1, 2, 3))), 1),
        (node("can_pay", 0, ((2, 0, 0),)), 0),
    ],
)
def test_goods_are_counted(tree: Node, value: Any) -> None:
    """Bundles and costs are put together and compared with what players and places hold."""
    assert evaluate(tree, goods_program()) == value


@pytest.mark.parametrize(
    ("cost", "swaps", "plans"),
    [
        ([(2, 0, 0)], [], []),
        ([(1, 0, 0), (9, 0, 0), (0, 1, 0), (1, 0, 0)], [], [(1, 0, 0), (0, 1, 0)]),
        ([(2, 0, 0)], [(0, (0, 0, 1), -1, None)], [(1, 0, 1), (0, 0, 2)]),
        ([(2, 0, 0)], [((0, 1), (0, 0, 1), 1, None)], [(1, 0, 1)]),
        ([(2, 0, 0)], [(0, (0, 0, 1), -1, expr(0))], []),
        ([(2, 0, 0)], [(0, (0, 0, 0), 1, expr(1))], [(1, 0, 0)]),
        ([(3, 0, 0)], [(0, (0, 1, 1), -1, None)], [(1, 2, 2)]),
    ],
)
def test_plans_are_what_can_be_paid_now(
    cost: list[tuple[int, ...]], swaps: list[Any], plans: list[tuple[int, ...]]
) -> None:
    """Each plan is a bundle the player has, with permitted substitutions and no others."""
    tree = Node("plans", (expr(0), expr(tuple(cost)), tuple(swaps)))
    assert sorted(evaluate(tree, goods_program())) == sorted(plans)


def test_goods_move_within_limits_and_supply() -> None:
    """A gain stops at the limit and at the empty supply; a loss at nothing; locals learn of it."""
    made = goods_program(
        code=[
            Node("gain", (expr(0), expr((1, 9, 9)), ((1, 0), (2, 1)))),
            Node("lose", (expr(1), expr((9, 1, 2)), ((0, 2),))),
            Node("pay", (expr(0), expr((2, 0, 0)), ())),
            Node("over"),
        ],
    )
    v, k = engine_for(made).start(1)
    assert v[FREE : FREE + 7] == [0, 5, 7, 0, 4, 4, 2]
    assert k[3:6] == [3, 4, 4]


def test_goods_pass_from_player_to_player() -> None:
    """What the giver has and the taker has room for changes hands; the supply stays as it is."""
    made = goods_program(code=[Node("transfer", (expr(1), expr(0), expr((9, 9, 1)))), Node("over")])
    v, _ = engine_for(made).start(1)
    assert v[FREE : FREE + 7] == [5, 5, 4, 0, 2, 5, 4]


def test_goods_lie_on_places() -> None:
    """A place takes the goods it is for, and gives back no more than lies there."""
    made = goods_program(
        code=[
            Node("fill", (0, expr(0), expr((1, 0, 2)))),
            Node("empty", (0, expr(1), expr((3, 3, 3)))),
            Node("over"),
        ]
    )
    v, _ = engine_for(made).start(1)
    assert v[FREE + 7 : FREE + 11] == [2, 1, 4, 0]


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (Node("pay", (expr(0), expr((2, 0, 0)), ()), 0), "not-payable"),
        (Node("fill", (0, expr(0), expr((0, 1, 0))), 0), "not-held"),
        (Node("gain", (expr(-1), expr((0, 1, 0)), ()), 0), "absent"),
        (Node("chain", (kernel.CHAIN_LIMIT + 1,), 0), "chain-limit"),
        (Node("jump", (1,), 0), "endless"),
        (Node("fail", (0,), 0), "stuck"),
    ],
)
def test_an_impossible_effect_is_a_rule_error(act: Node, code: str) -> None:
    """Effects that cannot be have a code and a place, never a Python error."""
    with pytest.raises(RuleRuntimeError) as caught:
        engine_for(goods_program(code=[act], reasons=("no",))).start(1)
    assert (caught.value.code, caught.value.place) == (code, "sample.yaml:7:3")


def test_animals_find_room_or_not() -> None:
    """Housing asks for each place what it holds, for whom and under which condition."""
    two_holes = (expr((1, 2)), TEMP, "one", -1, node("le", TEMP, 2))
    yard = (None, expr(1), "any", -1, None)
    made = goods_program(housing=(((0, 1), 2, (two_holes, yard)),))

    def fits_with(extra: tuple[int, ...]) -> int:
        return int(evaluate(Node("can_house", (0, expr(0), expr(extra))), made))

    # Player 0 has 1 and 2 of the two kinds; the holes take 1 and 2 of one kind, the yard any one.
    assert [fits_with(extra) for extra in ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 2, 0))] == [
        1,
        1,
        0,
        0,
    ]


# ------------------------------------------------------------------------------- pieces


def zones_program(code: list[Node] = [], **given: Any) -> Program:  # noqa: B006
    """Pieces 0 to 3 in a deck, an empty hand for two; two cells with one attribute for pieces."""
    base = FREE + 4
    return program(
        code,
        start=(*[0] * HEADER, 0, 0, 0, 0, 4, 0, 3, 1, 0, 2, 0, 0, -1, -1, -1, -1),
        pieces_base=FREE,
        piece_names=("a", "b", "c", "d"),
        zones=(
            Zone("deck", NOBODY, base, 4, "card", "nobody"),
            Zone("hand", NOBODY, base + 6, 2, "card", "owner"),
        ),
        cells=2,
        holders=((0, 1, base + 10, 1, 0),),
        **given,
    )


def play_out(code: list[Node], **given: Any) -> list[Any]:
    """The state of the zones game after code without decisions."""
    return engine_for(zones_program([*code, Node("over")], **given)).start(1)[0]


def test_a_piece_moves_between_zones() -> None:
    """A piece leaves its zone, the others close up, and it lies on top of the new one."""
    v = play_out([Node("move", (expr(1), expr(1))), Node("move", (expr(3), expr(1)))])
    assert v[FREE : FREE + 4] == [0, 1, 0, 1]
    assert v[FREE + 4 : FREE + 10] == [2, 0, 0, 2, -1, -1]
    assert v[FREE + 10 : FREE + 14] == [2, 0, 1, 3]


def test_a_piece_moved_to_its_own_zone_goes_on_top() -> None:
    """Moving within a zone changes the order and nothing else."""
    v = play_out([Node("move", (expr(1), expr(0)))])
    assert v[FREE + 4 : FREE + 10] == [4, 0, 3, 0, 2, 1]


def test_several_pieces_move_in_order() -> None:
    """The list is known before the first piece moves."""
    v = play_out([Node("moveall", (Node("zone", (expr(0),)), expr(0)))])
    assert v[FREE + 6 : FREE + 10] == [3, 1, 0, 2]


def test_a_full_zone_takes_no_more() -> None:
    """A piece too many is a rule error, not a broken state."""
    with pytest.raises(RuleRuntimeError, match="hand") as caught:
        play_out([Node("moveall", (expr((0, 1, 2)), expr(1)), 0)])
    assert caught.value.code == "zone-full"


def test_a_piece_stands_on_a_cell_until_it_leaves() -> None:
    """A cell's attribute names the piece; what stood there before is out of the game."""
    on_cell = (FREE + 14, 1, 0)
    one = [Node("place", (expr(2), expr(1), *on_cell))]
    v = play_out(one)
    assert (v[FREE + 2], v[FREE + 14 : FREE + 16], v[FREE + 4]) == (3, [-1, 2], 3)
    v = play_out([*one, Node("place", (expr(0), expr(1), *on_cell))])
    assert (v[FREE : FREE + 3], v[FREE + 14 : FREE + 16]) == ([3, 0, -1], [-1, 0])
    v = play_out([*one, Node("move", (expr(2), expr(1)))])
    assert (v[FREE + 2], v[FREE + 14 : FREE + 16]) == (1, [-1, -1])


def test_a_shuffled_zone_is_unknown_until_one_piece_is_left() -> None:
    """Unknown pieces are sorted; drawing one leaves the rest unknown, a piece on top hides them."""
    made = zones_program()
    t, v = kernel.Tables(made), list(made.start)
    assert kernel.unknown(t, v, 0) == ()
    kernel.shuffle(t, v, 0)
    assert kernel.unknown(t, v, 0) == kernel.zone_items(t, v, 0) == (0, 1, 2, 3)
    kernel.move(t, v, 2, 1)
    assert kernel.unknown(t, v, 0) == (0, 1, 3)
    kernel.move(t, v, 2, 0)
    assert kernel.unknown(t, v, 0) == ()
    assert evaluate(node("zonelen", 0), made) == 4
    assert evaluate(node("place_of", 1), made) == 0
    kernel.move(t, v, 0, 1)
    kernel.move(t, v, 2, 1)
    assert kernel.unknown(t, v, 0) == (1, 3)
    v[FREE + 10 : FREE + 12] = [0, 0]
    kernel.move(t, v, 3, 1)
    assert kernel.unknown(t, v, 0) == ()


# ------------------------------------------------------------------------------- boards


def two_by_two(first_cell: int = 10, first_edge: int = 20) -> Board:
    """Cells 0 1 over 2 3, edges 0: 0-1, 1: 0-2, 2: 1-3, 3: 2-3; one board per player."""
    return Board(
        "home", True, ("a", "b", "c", "d"), ((0, 1), (2, 3)), first_cell, first_edge,
        ((0, 1, 2), (0, 2, 4), (1, 3, 4), (2, 3, 2)), ((1, 2), (0, 3), (0, 3), (1, 2)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        (Node("reach", (0, expr((10,)), expr((11, 12, 13)), expr((20, 22)))), (10, 11, 13)),
        (Node("reach", (0, expr((10,)), expr((12, 13)), expr((20, 22)))), (10,)),
        (Node("reach", (0, expr((14,)), expr((15, 11)), expr((20, 24)))), (14, 15)),
        (Node("reach", (0, expr((10, 14)), expr((11, 15)), expr((20, 24)))), (10, 11, 14, 15)),
        (Node("border", (0, expr((14, 15)), expr((25, 22)))), (16,)),
        (Node("sides_of", (0, expr(13), expr((22, 23)))), 9),
        (Node("sides_of", (0, expr(17), expr((22, 27)))), 8),
        (Node("spots", (0, expr((14, 16, 17)), 10, 4)), (4, 5)),
        (Node("spots", (0, expr((10, 11, 14, 15)), 10, 4)), (0, 3)),
        (Node("spot_cells", (0, expr(4), 10, 4)), (14, 16)),
        (Node("spot_cells", (0, expr(5), 10, 4)), (16,)),
    ],
)
def test_boards_answer_for_each_player(tree: Node, value: Any) -> None:
    """Cells and edges of the second player's board are numbered behind those of the first."""
    table = ((0, 1), (0, 2), (2, -1))
    # There are three placements on each board, so the spots of the second player begin at 3.
    assert evaluate(tree, program(boards=(two_by_two(),), placements=(table,))) == value


def test_dice_make_a_sum() -> None:
    """Subsets of dice come as masks, each combination of values once, one die shifted at most."""
    made = program(state=[1, 2, 2, 3])
    slots = FREE - 5
    dice = expr((5, 6, 7, 8))
    exact = Node("dice_sums", (dice, slots, expr(3), expr(0), 5))
    shifted = Node("dice_sums", (dice, slots, expr(9), expr(1), 5))
    assert sorted(evaluate(exact, made)) == [0b0011, 0b1000]
    assert evaluate(shifted, made) == (0b1111,)


# ------------------------------------------------------------------------------- flow


def test_a_call_comes_back_with_its_own_locals() -> None:
    """A procedure has arguments and zeros as locals, and returns behind the call."""
    code = [
        Node("local", (0, expr(5))),
        Node("call", (6, 3, (node("add", Node("local", (0,)), 1),))),
        put(FREE + 1, Node("local", (0,))),
        Node("jump", (5,)),
        Node("ret"),
        put(FREE, node("add", Node("local", (0,)), Node("local", (2,)))),
        Node("ret"),
    ]
    v, k = engine_for(program(code, [0, 0])).start(1)
    assert (v[FREE], v[FREE + 1], v[OVER]) == (6, 5, 1)
    assert len(k) == 3 + 4


def test_a_value_stays_within_its_bounds() -> None:
    """Setting and raising clip; `unless` jumps when its condition does not hold."""
    code = [
        Node("set", (("slot", FREE), expr(99), 0, 10)),
        Node("me", (expr(1),)),
        Node("raise", (("at", FREE, 1, ME_NODE), expr(-9), -3, 10)),
        Node("unless", (expr(0), 6)),
        put(FREE, 1),
        Node("over"),
    ]
    v, _ = engine_for(program(code, [0, 0])).start(1)
    assert v[FREE : FREE + 2] == [10, -3]


def test_events_are_logged_in_play() -> None:
    """The log holds kind, player, words and values, and who may see it."""
    code = [Node("log", ("got", expr(1), ("gets ", (expr(3), Domain("int"))), 1)), Node("over")]
    log: list[Any] = []
    engine_for(program(code)).start(1, log)
    assert log == [kernel.Event("got", 1, ("gets ", (3, Domain("int"))), 1)]


def test_spans_of_used_rules_are_collected() -> None:
    """What was run or asked is remembered when somebody wants to know."""
    made = program(
        [Node("unless", (Node("const", (0,), 4), 3), 2), put(FREE, 1), Node("over")], [0]
    )
    backend = Reference(made)
    backend.reached = set()
    Engine(made, backend).start(1)
    assert backend.reached == {2, 4, -1}


# ------------------------------------------------------------------------------- options


def test_options_have_stable_integers() -> None:
    """Fixed moves have their base, elements count from it, duplicates are one option."""
    sources = (fixed(2, base=0), each(2, (7, 5, 7), 4, 9, base=1), fixed(2, expr(0), base=7))
    made = program([DECIDE0, Node("over")], decisions=(asks(1, *sources),))
    engine = engine_for(made)
    v, k = engine.start(1)
    assert engine.options(v, k) == [Option(0, 0, 0), Option(4, 1, 7), Option(2, 1, 5)]
    assert engine.decider(v) == 0


def test_choosing_binds_the_element_and_goes_on() -> None:
    """The local gets the element, the decision is counted, the rules run on."""
    code = [DECIDE0, put(FREE, Node("local", (2,))), Node("over")]
    made = program(code, [0], decisions=(asks(1, each(2, (4, 6), 0, 9, local=2)),))
    engine = engine_for(made)
    v, k = engine.start(1)
    option = engine.options(v, k)[1]
    assert engine.bound(k, v, option)[v[FP] + 2] == 6
    engine.choose(v, k, option, None)
    assert (v[FREE], v[COUNT], v[OVER]) == (6, 1, 1)
    assert engine.decision(v) is None
    assert engine.options(v, k) == []
    assert engine.decider(v) == NOBODY


def test_a_single_answer_is_taken_where_the_rules_say_so() -> None:
    """`auto` decisions with one option do not ask; with two they do."""
    code = [DECIDE0, Node("decide", (1,)), Node("over")]
    decisions = (asks(1, fixed(2), auto=True), asks(2, each(3, (1, 2), 1, 2), number=1, auto=True))
    engine = engine_for(program(code, decisions=decisions))
    v, _ = engine.start(1)
    assert (v[PC], v[COUNT]) == (2, 1)


def test_too_many_decisions_are_a_rule_error() -> None:
    """A game that goes on for ever ends with a clear error."""
    made = program([DECIDE0], decisions=(asks(1, fixed(1), span=0),), max_decisions=3)
    engine = engine_for(made)
    v, k = engine.start(1)
    for _ in range(3):
        engine.choose(v, k, engine.options(v, k)[0], None)
    with pytest.raises(RuleRuntimeError, match="the 3 decisions") as caught:
        engine.choose(v, k, engine.options(v, k)[0], None)
    assert (caught.value.code, caught.value.place) == ("too-many-decisions", "sample.yaml:7:3")


def test_a_decision_without_answers_is_stuck() -> None:
    """In real play nothing to choose is the rules' mistake, with its place."""
    made = program([DECIDE0], decisions=(asks(1, each(1, (), 0, 1), span=0),))
    with pytest.raises(RuleRuntimeError) as caught:
        engine_for(made).start(1)
    assert (caught.value.code, caught.value.place) == ("stuck", "sample.yaml:7:3")


# ------------------------------------------------------------------------------- chance


def roll() -> Program:
    """A die of six into a slot."""
    code = [DECIDE0, put(FREE, Node("local", (0,))), Node("over")]
    die = asks(1, each(2, (1, 2, 3, 4, 5, 6), 1, 6), kind="chance")
    return program(code, [0], decisions=(die,))


def test_chance_is_the_same_for_the_same_seed() -> None:
    """The seed decides, all faces turn up, and the generator's state moves on."""
    engine = engine_for(roll())
    rolled = [engine.start(seed)[0][FREE] for seed in range(60)]
    assert rolled == [engine.start(seed)[0][FREE] for seed in range(60)]
    assert set(rolled) == {1, 2, 3, 4, 5, 6}


def test_chance_can_pause() -> None:
    """Explicit chance stops with all outcomes as options of nobody in particular."""
    engine = engine_for(roll())
    v, k = engine.start(1, explicit_chance=True)
    assert engine.decider(v) == CHANCE
    assert [option.value for option in engine.options(v, k)] == [1, 2, 3, 4, 5, 6]
    engine.choose(v, k, engine.options(v, k)[3], None, explicit_chance=True)
    assert (v[FREE], v[OVER]) == (4, 1)


def test_chance_keeps_duplicates() -> None:
    """An outcome that is listed twice is twice as likely, and is two outcomes when explicit."""
    made = program(
        [DECIDE0, Node("over")], decisions=(asks(1, each(2, (1, 1, 2), 1, 2), kind="chance"),)
    )
    engine = engine_for(made)
    v, k = engine.start(1, explicit_chance=True)
    assert [option.value for option in engine.options(v, k)] == [1, 1, 2]


# ------------------------------------------------------------------------------- looking ahead


def gated(*after: Node, **given: Any) -> Program:
    """A decision with the answers 0 to 3; then `after` runs, in which things may fail."""
    code = [DECIDE0, *after, Node("over")]
    given.setdefault("decisions", (asks(1, each(2, (0, 1, 2, 3), 0, 3)),))
    given.setdefault("state", [0, 0])
    given.setdefault("infallible", (True, False, *[False] * len(after), True))
    return program(code, **given)


def values_offered(made: Program) -> list[Any]:
    """What is offered at the first decision."""
    engine = engine_for(made)
    v, k = engine.start(1)
    before = (v[:], k[:])
    found = [option.value for option in engine.options(v, k)]
    assert (v, k) == before
    return found


CHOSEN = Node("local", (0,))


def test_an_answer_that_fails_is_not_offered() -> None:
    """Look-ahead runs on a copy and drops what ends in a failure."""
    assert values_offered(gated(Node("unless", (node("eq", CHOSEN, 2), 4)), fail())) == [0, 1, 3]


def test_what_cannot_fail_is_not_looked_at() -> None:
    """In a safe frame an infallible answer is offered without running it."""
    made = gated(fail(), infallible=(True, False, True, True))
    assert values_offered(made) == [0, 1, 2, 3]


def test_an_infallible_answer_in_an_unsafe_frame_is_looked_at() -> None:
    """What the caller does afterwards may fail, so the look goes on behind the return."""
    code = [
        Node("call", (4, 1, ())),
        fail(),
        Node("over"),
        DECIDE0,
        Node("unless", (CHOSEN, 7)),
        Node("over"),
        Node("ret"),
    ]
    made = program(
        code,
        decisions=(asks(4, each(5, (0, 1), 0, 1)),),
        infallible=(True, False, False, *[True] * 5),
    )
    assert values_offered(made) == [1]


def test_a_commit_ends_the_look() -> None:
    """What comes after a commit is not this decision's business."""
    assert values_offered(gated(Node("commit"), fail())) == [0, 1, 2, 3]


def test_chance_and_other_players_end_the_look() -> None:
    """Nobody is blamed for what a die or somebody else may do."""
    rest = [Node("decide", (1,)), fail()]
    first = asks(1, each(2, (0, 1), 0, 1))
    chance = (first, asks(2, each(3, (), 0, 1), number=1, kind="chance"))
    assert values_offered(gated(*rest, decisions=chance)) == [0, 1]
    own = (first, asks(2, each(3, (0,), 0, 1), number=1))
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        values_offered(gated(*rest, decisions=own))
    other = [Node("me", (expr(1),)), Node("decide", (1,)), fail()]
    theirs = (first, asks(3, each(4, (0,), 0, 1), number=1))
    assert values_offered(gated(*other, decisions=theirs)) == [0, 1]


def test_own_decisions_are_searched() -> None:
    """An answer is offered if some later own answer carries it through."""
    total = node("add", CHOSEN, Node("local", (1,)))
    rest = [Node("decide", (1,)), Node("unless", (node("lt", total, 5), 5)), fail()]
    decisions = (
        asks(1, each(2, (0, 1, 2, 3), 0, 3)),
        asks(2, each(3, (0, 2, 1), 0, 3, local=1), number=1),
    )
    # `unless` jumps behind the failure when the two make 5.
    assert values_offered(gated(*rest, decisions=decisions)) == [3]


def test_a_way_out_that_is_always_there_ends_the_look() -> None:
    """An unconditional answer after which nothing fails makes its decision live at once."""
    rest = [Node("decide", (1,)), fail(), Node("over")]
    decisions = (asks(1, each(2, (0,), 0, 3)), asks(2, each(3, (1,), 1, 1), fixed(4), number=1))
    assert values_offered(gated(*rest, decisions=decisions)) == [0]


def test_a_step_is_done_if_it_can_be() -> None:
    """`iflive` goes on where what follows can be carried through and jumps where it cannot."""
    #  2 iflive 5 | 3 unless chosen < 2 -> 6 | 4 set | 5 over | 6 fail
    code = [
        DECIDE0,
        Node("iflive", (5,)),
        Node("unless", (node("lt", CHOSEN, 2), 6)),
        put(FREE, 1),
        Node("over"),
        fail(),
    ]
    made = program(
        code,
        [0],
        decisions=(asks(1, each(2, (0, 1, 2, 3), 0, 3)),),
        infallible=(True, *[False] * 6),
    )
    engine = engine_for(made)
    done = {}
    for number in range(4):
        v, k = engine.start(1)
        options = engine.options(v, k)
        assert [option.value for option in options] == [0, 1, 2, 3]
        engine.choose(v, k, options[number], None)
        done[number] = v[FREE]
    assert done == {0: 1, 1: 1, 2: 0, 3: 0}


def test_a_failed_attempt_leaves_the_other_way_open() -> None:
    """In a look both ways of `iflive` count, the second one from the state before the first."""
    # 2 iflive 5 | 3 set 1 | 4 fail | 5 unless slot == 0 and chosen -> 7 | 6 over | 7 fail
    code = [
        DECIDE0,
        Node("iflive", (5,)),
        put(FREE, 1),
        fail(),
        Node("unless", (node("and", node("not", SLOT), CHOSEN), 7)),
        Node("over"),
        fail(),
    ]
    made = program(
        code, [0], decisions=(asks(1, each(2, (0, 1), 0, 1)),), infallible=(True, *[False] * 7)
    )
    assert values_offered(made) == [1]


def test_what_is_possible_for_somebody_else_is_his_view() -> None:
    """`iflive` while another player acts asks whether that player can go on."""
    # The other one's decision follows: for the first player it would end the look well.
    # 2 me 1 | 3 iflive 6 | 4 decide | 5 fail | 6 me 0 | 7 unless chosen -> 9 | 8 over | 9 fail
    code = [
        DECIDE0,
        Node("me", (expr(1),)),
        Node("iflive", (6,)),
        Node("decide", (1,)),
        fail(),
        Node("me", (expr(0),)),
        Node("unless", (CHOSEN, 9)),
        Node("over"),
        fail(),
    ]
    decisions = (asks(1, each(2, (0, 1), 0, 1)), asks(4, fixed(5), number=1))
    made = program(code, decisions=decisions, infallible=(True, *[False] * 9))
    assert values_offered(made) == [1]


def test_many_attempts_in_a_row_stay_cheap() -> None:
    """Steps `if possible` do not double the work with each one."""
    steps = 400
    code: list[Node] = [DECIDE0]
    for number in range(steps):
        code += [Node("iflive", (4 + 2 * number,)), put(FREE, number)]
    code.append(Node("over"))
    made = program(
        code,
        [0],
        decisions=(asks(1, each(2, (0,), 0, 1)),),
        infallible=(True, *[False] * len(code)),
    )
    engine = engine_for(made)
    v, k = engine.start(1)
    assert len(engine.options(v, k)) == 1
    assert engine.capped == 0


def test_possible_asks_without_doing() -> None:
    """A condition can ask whether a procedure could be carried through, and changes nothing."""
    # 3: a procedure that fails unless its argument is 2, and then fails for player 1.
    code = [
        DECIDE0,
        Node("over"),
        Node("unless", (node("eq", CHOSEN, 2), 6)),
        put(FREE, 9),
        Node("ret"),
        fail(),
    ]
    decisions = (asks(1, fixed(2)),)
    made = program(
        code, [0], decisions=decisions, infallible=(True, *[False] * 6), procedures={"p": (3, 3)}
    )
    engine = engine_for(made)
    v, k = engine.start(1)
    before = (v[:], k[:])
    for argument, answer in ((1, 0), (2, 1)):
        assert engine.backend.eval(Node("possible", (3, (expr(argument),))), v, k) == answer
    assert (v, k) == before


def test_failures_say_what_was_in_the_way() -> None:
    """The reasons met on the way come with their spans; a live option has none."""
    made = gated(Node("unless", (CHOSEN, 4)), Node("over"), fail(1), reasons=("no", "never"))
    engine = engine_for(made)
    v, k = engine.start(1)
    assert engine.failures(v, k, Option(0, 0, 0)) == [(1, 0)]
    assert engine.failures(v, k, Option(1, 0, 1)) == []


def test_performing_a_piece_without_effect_fails() -> None:
    """A piece's effect runs like a call; a piece that has none makes the option impossible."""
    table = (3, -1, 4, 5)
    code = [
        DECIDE0,
        Node("perform", (CHOSEN, table, 1)),
        Node("ret"),
        put(FREE, 1),
        Node("ret"),
    ]
    made = program(
        code, [0], decisions=(asks(1, each(2, (0, 1, 2), 0, 3)),), infallible=(True, *[False] * 5)
    )
    assert values_offered(made) == [0, 2]


def test_a_look_that_takes_too_long_is_taken_to_be_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit an option is offered, and the engine counts it."""
    monkeypatch.setattr(lookahead, "MOST_NODES", 50)
    # Each answer raises a slot and asks again: 2 ** many positions, and never a good one.
    code = [
        DECIDE0,
        Node("raise", (("slot", FREE), node("add", SLOT, CHOSEN), 0, 10**9)),
        Node("unless", (node("lt", SLOT, 10**9), 5)),
        Node("jump", (1,)),
        fail(),
    ]
    made = program(
        code, [1], decisions=(asks(1, each(2, (0, 1), 0, 1)),), infallible=(True, *[False] * 5)
    )
    engine = engine_for(made)
    v, k = engine.start(1)
    assert len(engine.options(v, k)) == 2
    assert engine.capped > 0


# ------------------------------------------------------------------------------- any-time rules


def shop(start: list[int], **given: Any) -> Program:
    """Buying takes 2 from slot 0; at any time 1 of slot 1 becomes 1 of slot 0, and may be undone.

    1 decide: buy | 2 unless slot 0 >= 2 -> 5 | 3 lower slot 0 by 2 | 4 over | 5 fail
    6 unless slot 1 -> 5 | 7, 8 exchange | 9 ret | 10 unless slot 0 -> 5 | 11, 12 back | 13 ret
    """
    one, two = ("slot", FREE), ("slot", FREE + 1)

    def change(ref: tuple[str, int], by: int) -> Node:
        return Node("raise", (ref, expr(by), 0, 9))

    code = [
        DECIDE0,
        Node("unless", (node("ge", SLOT, 2), 5)),
        change(one, -2),
        Node("over"),
        fail(),
        Node("unless", (Node("slot", (FREE + 1,)), 5)),
        change(one, 1),
        change(two, -1),
        Node("ret"),
        Node("unless", (SLOT, 5)),
        change(one, -1),
        change(two, 1),
        Node("ret"),
    ]
    values: dict[str, Any] = {
        "decisions": (asks(1, fixed(2), anytime=True, **given),),
        "anytime": (AnyTime(0, None, 6, 0, ()), AnyTime(0, None, 10, 0, ())),
        "infallible": (True, *[False] * 13),
    }
    return program(code, start, **values)


def offered(start: list[int]) -> list[int]:
    """The sources offered in the shop: 0 buys, -1 exchanges, -2 exchanges back."""
    engine = engine_for(shop(start))
    v, k = engine.start(1)
    return [option.source for option in engine.options(v, k)]


def test_any_time_rules_are_options_too() -> None:
    """They are offered behind the answers, if they work and leave the decision answerable."""
    assert offered([2, 0]) == [0, -2]
    assert offered([2, 1]) == [0, -1, -2]
    assert offered([0, 2]) == [-1]
    engine = engine_for(shop([2, 1]))
    v, k = engine.start(1)
    assert [option.id for option in engine.options(v, k)] == [0, 1, 2]


def test_an_exchange_that_spoils_everything_is_not_offered() -> None:
    """Nothing may lead to a decision that has no answer left, exchanges counted."""
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        offered([0, 1])


def test_after_an_any_time_rule_the_same_decision_waits() -> None:
    """The rule runs in a frame of its own and comes back to where it was asked."""
    engine = engine_for(shop([0, 2]))
    v, k = engine.start(1)
    depth = len(k)
    engine.choose(v, k, engine.options(v, k)[0], None)
    assert (v[PC], len(k), v[FREE], v[FREE + 1]) == (1, depth, 1, 1)
    engine.choose(v, k, engine.options(v, k)[0], None)
    engine.choose(v, k, next(o for o in engine.options(v, k) if o.source == 0), None)
    assert (v[OVER], v[FREE], v[COUNT]) == (1, 0, 3)


def test_a_single_answer_is_taken_although_there_are_exchanges() -> None:
    """An `auto` decision with one answer does not ask; without one it waits for exchanges."""
    engine = engine_for(shop([2, 1], auto=True))
    assert engine.start(1)[0][OVER] == 1
    engine = engine_for(shop([0, 2], auto=True))
    v, k = engine.start(1)
    assert (v[OVER], [option.source for option in engine.options(v, k)]) == (0, [-1])


def test_no_exchange_begins_within_an_exchange() -> None:
    """Inside an any-time rule, at whatever depth, only its own decisions are asked."""
    code = [
        DECIDE0,
        Node("over"),
        Node("call", (5, 0, ())),
        Node("ret"),
        Node("decide", (1,)),
        Node("ret"),
    ]
    decisions = (
        asks(1, fixed(2), anytime=True),
        asks(5, fixed(6, base=0), fixed(6, base=1), number=1, anytime=True),
    )
    made = program(code, decisions=decisions, anytime=(AnyTime(0, None, 3, 0, ()),))
    engine = engine_for(made)
    v, k = engine.start(1)
    engine.choose(v, k, engine.options(v, k)[1], None)
    assert (v[PC], [option.source for option in engine.options(v, k)]) == (5, [0, 1])
    engine.choose(v, k, engine.options(v, k)[1], None)
    assert (v[PC], [option.source for option in engine.options(v, k)]) == (1, [0, -1])


# ------------------------------------------------------------------------------- what can help


def bazaar(rules: list[tuple[tuple[int, ...], tuple[int, ...]]], have: tuple[int, ...]) -> Program:
    """Pay 2 of good 0; at any time each rule turns the one bundle into the other.

    Each payment is a decision over its plans, as rules are written down.
    """
    code: list[Node] = []
    decisions: list[Decision] = []

    def pay(bundle: tuple[int, ...]) -> None:
        plans = Node("plans", (ME_NODE, expr((bundle,)), ()))
        items = node("range", 0, node("sub", node("count", plans), 1))
        pc = 1 + len(code)
        source = Source(0, pc + 1, None, items, 0, Domain("bundle", "", 0, 9))
        decisions.append(asks(pc, source, number=len(decisions), auto=True, anytime=True))
        code.append(Node("decide", (len(decisions) - 1,)))
        chosen = node("nth_bundle", plans, Node("local", (0,)))
        code.append(Node("pay", (ME_NODE, chosen, ())))

    code.append(Node("decide", (0,)))
    decisions.append(asks(1, fixed(2), number=0))
    pay((2, *[0] * (len(have) - 1)))
    code.append(Node("over"))
    anytime = []
    for takes, gives in rules:
        anytime.append(AnyTime(0, None, 1 + len(code), 1, ()))
        pay(takes)
        code += [Node("gain", (ME_NODE, expr(gives), ())), Node("ret")]
    return program(
        code,
        players=1,
        goods=tuple(f"g{number}" for number in range(len(have))),
        goods_base=FREE,
        goods_max=(99,) * len(have),
        goods_supply=(-1,) * len(have),
        start=(*[0] * HEADER, *have),
        decisions=tuple(decisions),
        anytime=tuple(anytime),
        infallible=(True, *[False] * len(code)),
    )


def deal(takes: dict[int, int], gives: dict[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """An exchange among six goods."""
    return tuple(takes.get(g, 0) for g in range(6)), tuple(gives.get(g, 0) for g in range(6))


SPLENDOUR = [deal({a: 1}, {b: 1}) for a in (2, 3, 4, 5) for b in (2, 3, 4, 5) if a != b]


def test_exchanges_are_found_that_make_a_payment_possible() -> None:
    """A chain of exchanges leads to what is to be paid, among many that lead nowhere."""
    chain = [deal({1: 3}, {0: 2}), deal({2: 1}, {1: 1})]
    made = bazaar([*SPLENDOUR, *chain], (0, 1, 0, 2, 0, 0))
    engine = engine_for(made)
    v, k = engine.start(1)
    assert [option.source for option in engine.options(v, k)] == [0]
    assert engine.capped == 0


def test_exchanges_that_cannot_help_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ways there are to turn goods into others, only what is lacking counts."""
    monkeypatch.setattr(lookahead, "MOST_NODES", 200)
    made = bazaar([*SPLENDOUR, deal({1: 3}, {0: 2})], (1, 2, 9, 9, 9, 9))
    engine = engine_for(made)
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        engine.start(1)
    assert engine.capped == 0


def test_a_changed_condition_can_help_too() -> None:
    """A rule that changes what a failure read is tried, also through another rule."""
    # Slots 0, 1, 2. Rule 0 needs slot 1 and sets slot 0; rule 1 sets slot 1; rule 2 counts slot 2.
    variables = tuple(Variable(f"x{n}", FREE + n, Domain("int"), 0, 0, 10**6) for n in range(3))
    code = [
        DECIDE0,
        Node("decide", (1,)),
        Node("unless", (SLOT, 5)),
        Node("over"),
        fail(),
        Node("unless", (Node("slot", (FREE + 1,)), 5)),
        put(FREE, 1),
        Node("ret"),
        put(FREE + 1, 1),
        Node("ret"),
        Node("raise", (("slot", FREE + 2), expr(1), 0, 10**6)),
        Node("ret"),
    ]
    values: dict[str, Any] = {
        "decisions": (asks(1, fixed(2)), asks(2, fixed(3), number=1, anytime=True)),
        "infallible": (True, *[False] * 12),
        "variables": variables,
    }
    rules = [AnyTime(0, None, entry, 0, ()) for entry in (6, 9, 11)]
    engine = engine_for(program(code, [0, 0, 0], anytime=tuple(rules), **values))
    v, k = engine.start(1)
    assert len(engine.options(v, k)) == 1
    without = engine_for(program(code, [0, 0, 0], anytime=(rules[0], rules[2]), **values))
    with pytest.raises(RuleRuntimeError, match="nothing can be chosen"):
        without.start(1)
    assert engine.capped == without.capped == 0
