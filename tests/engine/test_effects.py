"""Goods, pieces and boards of hand-made Programs in, what effects and questions say of them out."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.program import (
    HEADER,
    NOBODY,
    Board,
    Node,
    Program,
    Store,
    Zone,
)
from rulewright.interpreter import kernel
from rulewright.interpreter.errors import RuleRuntimeError

from .hand_made import (
    FREE,
    TEMP,
    engine_for,
    evaluate,
    expr,
    node,
    program,
)


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
        ([(2, 0, 0)], [((0,), 1, expr(((0, 0, 1),)), 0, None, 0)], [(1, 0, 1), (0, 0, 2)]),
        ([(2, 0, 0)], [((0, 1), 1, expr(((0, 0, 1),)), 1, None, 0)], [(1, 0, 1)]),
        ([(2, 0, 0)], [((0,), 1, expr(((0, 0, 1),)), 0, expr(0), 0)], []),
        ([(2, 0, 0)], [((0,), 1, expr(((0, 0, 0),)), 1, expr(1), 0)], [(1, 0, 0)]),
        ([(3, 0, 0)], [((0,), 1, expr(((0, 1, 1),)), 0, None, 0)], [(1, 2, 2)]),
        (
            [(3, 0, 0)],
            [((0,), 1, expr(((0, 1, 0), (0, 0, 1))), 2, None, 0)],
            [(1, 2, 0), (1, 1, 1), (1, 0, 2)],
        ),
    ],
)
def test_plans_are_what_can_be_paid_now(
    cost: list[tuple[int, ...]], swaps: list[Any], plans: list[tuple[int, ...]]
) -> None:
    """Each plan is a bundle the player has, with permitted substitutions and no others."""
    tree = Node("plans", (expr(0), expr(tuple(cost)), tuple(swaps)))
    assert sorted(evaluate(tree, goods_program())) == sorted(plans)


def test_plans_know_which_substitutions_they_use() -> None:
    """A plan without a costly substitution stands beside the plan with it; uses are counted."""
    free = ((0,), 1, expr(((0, 0, 0),)), 1, None, 1)
    other = ((0,), 1, expr(((0, 0, 1),)), 0, None, 0)
    given = (expr(0), expr(((1, 1, 0),)), (free, other))
    made = goods_program()
    assert evaluate(Node("plans", given), made) == ((1, 1, 0), (0, 1, 0), (0, 1, 1))
    uses = [evaluate(Node("plan_uses", (*given, expr(plan))), made) for plan in range(3)]
    assert uses == [(0, 0), (1, 0), (0, 1)]


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
    two_holes = (expr((1, 2)), 0, TEMP, (0, 1), 1, -1)
    yard = (expr((0,)), 0, expr(1), (0, 1), 0, -1)
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
