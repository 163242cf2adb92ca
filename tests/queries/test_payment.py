"""Payment plans and conversions, against trying everything on small cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.queries import conversion
from rulewright.interpreter.queries.payment import (
    FREE,
    NO_GROUP,
    UNLIMITED,
    Conversion,
    Exchange,
    Goods,
    Plan,
    SearchTooLarge,
    Substitution,
    affordable,
    conversion_steps,
    holds,
    plans,
)

GOODS = 3


def amounts(most: int) -> st.SearchStrategy[Goods]:
    """Amounts of three goods."""
    return st.tuples(*[st.integers(0, most)] * GOODS)


COSTS = st.lists(amounts(2), min_size=1, max_size=2).map(tuple)
SUBSTITUTIONS = st.lists(
    st.builds(
        Substitution,
        replaces=st.sets(st.integers(0, GOODS - 1), min_size=1).map(
            lambda found: tuple(sorted(found))
        ),
        given=st.integers(FREE, GOODS - 1),
        times=st.sampled_from([UNLIMITED, 1, 2]),
        units=st.integers(1, 2),
        amount=st.integers(1, 2),
        group=st.integers(-1, 0),
        costly=st.booleans(),
    ),
    max_size=2,
)


# ------------------------------------------------------------------------------- plans


def payments(
    need: Goods, substitutions: Sequence[Substitution], limits: dict[int, int]
) -> Iterator[tuple[Goods, tuple[int, ...]]]:
    """Every way to pay, sensible or not: (goods paid, times each costly substitution is used)."""
    slots = [(number, good) for number, item in enumerate(substitutions) for good in item.replaces]
    for times in product(*[range(need[good] + 1) for _, good in slots]):
        totals = [0] * len(substitutions)
        covered, paid = [0] * len(need), [0] * len(need)
        for (number, good), count in zip(slots, times, strict=True):
            item = substitutions[number]
            totals[number] += count
            covered[good] += count * item.units
            if item.given != FREE:
                paid[item.given] += count * item.amount
        groups = {item.group for item in substitutions}
        used = {
            group: sum(
                n for item, n in zip(substitutions, totals, strict=True) if item.group == group
            )
            for group in groups
        }
        allowed = all(
            item.times == UNLIMITED or n <= item.times
            for item, n in zip(substitutions, totals, strict=True)
        ) and all(used[group] <= limits.get(group, 99) for group in groups)
        if allowed:
            for good, wanted in enumerate(need):
                paid[good] += max(wanted - covered[good], 0)
            costly = [
                n if item.costly else 0 for item, n in zip(substitutions, totals, strict=True)
            ]
            yield tuple(paid), tuple(costly)


@settings(deadline=None)
@given(COSTS, amounts(4), SUBSTITUTIONS, st.sampled_from([{}, {0: 1}, {0: 2}]))
def test_plans_are_the_undominated_payments(
    cost: tuple[Goods, ...],
    stock: Goods,
    substitutions: list[Substitution],
    limits: dict[int, int],
) -> None:
    """Plans take exactly the goods of all payments that no other payment beats."""
    everything = {
        paid + costly
        for need in cost
        for paid, costly in payments(need, substitutions, limits)
        if holds(stock, paid)
    }
    best = {
        price
        for price in everything
        if not any(other != price and holds(price, other) for other in everything)
    }
    found = plans(cost, stock, substitutions, limits)
    prices = []
    for plan in found:
        costly = [0] * len(substitutions)
        for number, _, times in plan.uses:
            costly[number] += times if substitutions[number].costly else 0
        prices.append(plan.paid + tuple(costly))
    assert set(prices) == best
    assert len(prices) == len(best)


@settings(deadline=None)
@given(COSTS, amounts(4), SUBSTITUTIONS)
def test_a_plan_adds_up(
    cost: tuple[Goods, ...], stock: Goods, substitutions: list[Substitution]
) -> None:
    """A plan takes its alternative less what substitutions replace, plus what they give."""
    for plan in plans(cost, stock, substitutions):
        expected = list(cost[plan.alternative])
        for number, good, times in plan.uses:
            assert good in substitutions[number].replaces
            expected[good] -= substitutions[number].units * times
        expected = [max(amount, 0) for amount in expected]
        for number, _, times in plan.uses:
            if substitutions[number].given != FREE:
                expected[substitutions[number].given] += substitutions[number].amount * times
        assert plan.paid == tuple(expected)


BEER, MEAD, WINE, ROCKS, POTION = range(5)
ORDER = ((1, 1, 1, 0, 0),)
POTIONS = Substitution((BEER, MEAD, WINE, ROCKS), POTION)
SKIP = Substitution((BEER, MEAD, WINE, ROCKS), FREE, times=1)


def test_without_substitutions_there_is_a_plan_per_alternative_in_stock() -> None:
    """Alternatives the stock does not hold are left out."""
    assert plans(((5, 0), (0, 1), (6, 0)), (5, 3)) == [Plan(0, (5, 0), ()), Plan(1, (0, 1), ())]


def test_a_dearer_alternative_is_no_plan() -> None:
    """Paying more of the same is not worth showing."""
    assert plans(((2, 0), (1, 0)), (5, 5)) == [Plan(1, (1, 0), ())]


def test_a_potion_stands_for_what_is_missing_or_for_what_one_wants_to_keep() -> None:
    """With everything in hand each good may be kept by giving the potion for it."""
    assert plans(ORDER, (1, 0, 1, 0, 1), [POTIONS]) == [
        Plan(0, (1, 0, 1, 0, 1), ((0, MEAD, 1),)),
    ]
    kept = {plan.paid for plan in plans(ORDER, (1, 1, 1, 0, 1), [POTIONS])}
    assert kept == {(1, 1, 1, 0, 0), (0, 1, 1, 0, 1), (1, 0, 1, 0, 1), (1, 1, 0, 0, 1)}


def test_a_discount_removes_the_full_price_unless_it_is_costly() -> None:
    """A free discount is always taken; one with a price of its own is a choice."""
    stock = (1, 1, 1, 0, 0)
    assert len(plans(ORDER, stock, [SKIP])) == 3
    found = plans(ORDER, stock, [SKIP._replace(costly=True)])
    assert found[0] == Plan(0, (1, 1, 1, 0, 0), ())
    assert len(found) == 4


def test_rows_of_a_group_share_a_limit() -> None:
    """One replacement by any of several goods is a group with a limit of one."""
    rows = [Substitution((BEER, MEAD, WINE), given, group=0) for given in (ROCKS, POTION)]
    assert plans(ORDER, (1, 0, 0, 1, 1), rows, {0: 1}) == []
    assert [plan.paid for plan in plans(ORDER, (1, 0, 0, 1, 1), rows, {0: 2})] == [(1, 0, 0, 1, 1)]


def test_one_use_may_replace_several_units() -> None:
    """Two units for one, and two of something else for two units; a rest of one unit will do."""
    wood, food = 0, 1
    rows = [Substitution((food,), wood, times=1, units=2)]
    assert [plan.paid for plan in plans(((0, 6),), (1, 4), rows)] == [(1, 4)]
    assert [plan.paid for plan in plans(((0, 1),), (1, 0), rows)] == [(1, 0)]


def test_plans_come_in_a_fixed_order() -> None:
    """The order is by alternative, then number of substitutions."""
    found = plans(ORDER, (1, 1, 1, 0, 3), [POTIONS])
    assert [sum(times for _, _, times in plan.uses) for plan in found] == [0, 1, 1, 1, 2, 2, 2, 3]
    assert found == plans(ORDER, (1, 1, 1, 0, 3), [POTIONS])


# ------------------------------------------------------------------------- conversions

CAPS = (4, 4, 4)
CONVERSIONS = st.lists(
    st.builds(
        Conversion,
        takes=amounts(2),
        gives=amounts(2),
        times=st.sampled_from([UNLIMITED, UNLIMITED, 1, 2]),
        group=st.sampled_from([-1, -1, 0]),
    ),
    max_size=4,
)


def outcomes(stock: Goods, conversions: Sequence[Conversion], caps: Goods) -> set[Goods]:
    """Every stock that conversions lead to, forwards, with at most `caps` of each good."""
    start = (stock, tuple(item.times for item in conversions), frozenset[int]())
    seen, todo = {start}, [start]
    while todo:
        held, left, closed = todo.pop()
        for number, item in enumerate(conversions):
            if left[number] == 0 or item.group in closed or not holds(held, item.takes):
                continue
            after = tuple(
                min(have - less + more, cap)
                for have, less, more, cap in zip(held, item.takes, item.gives, caps, strict=True)
            )
            rest = list(left)
            rest[number] -= rest[number] != UNLIMITED
            shut = closed | {item.group} if item.group >= 0 else closed
            state = (after, tuple(rest), shut)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return {held for held, _, _ in seen}


@settings(deadline=None, max_examples=300)
@given(amounts(4), amounts(3), CONVERSIONS)
def test_covers_agrees_with_going_forwards(
    need: Goods, stock: Goods, conversions: list[Conversion]
) -> None:
    """A need is within reach exactly if trying all conversions in all orders meets it."""
    expected = any(holds(held, need) for held in outcomes(stock, conversions, CAPS))
    assert Exchange(conversions, CAPS).covers(need, stock) is expected


def units(*goods: int) -> Goods:
    """One unit of each of these goods, out of five; a good named twice is two units."""
    return tuple(goods.count(good) for good in range(5))


# Mostly one for one, so that there are chains, detours and several ways to the same good.
SMALL_STEPS = st.lists(
    st.builds(
        Conversion,
        takes=st.lists(st.integers(0, 4), min_size=1, max_size=2).map(lambda found: units(*found)),
        gives=st.lists(st.integers(0, 4), min_size=1, max_size=2).map(lambda found: units(*found)),
        times=st.sampled_from([UNLIMITED, UNLIMITED, UNLIMITED, 1]),
        group=st.just(NO_GROUP),
    ),
    min_size=2,
    max_size=7,
)
HANDFUL = st.lists(st.integers(0, 4), max_size=4).map(lambda found: units(*found))


@settings(deadline=None, max_examples=300)
@given(HANDFUL, HANDFUL, SMALL_STEPS, st.sampled_from([2, 3]))
def test_shortcuts_change_no_answer(
    need: Goods, stock: Goods, conversions: list[Conversion], cap: int
) -> None:
    """Chains of small conversions, which are simplified before searching, reach the same needs."""
    caps = (cap,) * 5
    held = tuple(min(have, cap) for have in stock)
    expected = any(holds(found, need) for found in outcomes(held, conversions, caps))
    assert Exchange(conversions, caps).covers(need, held) is expected
    shrinking = [item for item in conversions if sum(item.takes) >= sum(item.gives)]
    endless = (99,) * 5
    expected = any(holds(found, need) for found in outcomes(stock, shrinking, endless))
    assert Exchange(shrinking).covers(need, stock) is expected


@settings(deadline=None)
@given(amounts(3), amounts(3), CONVERSIONS)
def test_without_caps_nothing_is_lost(
    need: Goods, stock: Goods, conversions: list[Conversion]
) -> None:
    """With conversions that never make more goods than they take, no cap is needed to compare."""
    shrinking = [item for item in conversions if 0 < sum(item.takes) >= sum(item.gives)]
    endless = (99,) * GOODS
    expected = any(holds(held, need) for held in outcomes(stock, shrinking, endless))
    assert affordable((need,), stock, shrinking) is expected


@settings(deadline=None)
@given(amounts(4), amounts(3), CONVERSIONS)
def test_first_steps_keep_the_need_in_reach(
    need: Goods, stock: Goods, conversions: list[Conversion]
) -> None:
    """First steps are possible and lead on, and there is one whenever some conversion is needed."""
    exchange = Exchange(conversions, CAPS)
    steps = exchange.first_steps(need, stock)
    for number in steps:
        item = conversions[number]
        assert holds(stock, item.takes)
        after = tuple(
            min(have - less + more, cap)
            for have, less, more, cap in zip(stock, item.takes, item.gives, CAPS, strict=True)
        )
        rest = [
            other._replace(times=other.times - (other.times != UNLIMITED and place == number))
            for place, other in enumerate(conversions)
        ]
        if item.group >= 0:
            rest = [
                other._replace(times=0) if other.group == item.group else other for other in rest
            ]
        assert any(holds(held, need) for held in outcomes(after, rest, CAPS))
    assert bool(steps) == (not holds(stock, need) and exchange.covers(need, stock))


GRAIN, FOOD, GOLD, WOOD, RUBY = range(5)
GRAIN_TO_FOOD = Conversion((1, 0, 0, 0, 0), (0, 1, 0, 0, 0))
GOLD_TO_FOOD = Conversion((0, 0, 1, 0, 0), (0, 1, 0, 0, 0))
RUBY_TO_WOOD = Conversion((0, 0, 0, 0, 1), (0, 0, 0, 1, 0))
RUBY_TO_GRAIN = Conversion((0, 0, 0, 0, 1), (1, 0, 0, 0, 0))


def test_no_unit_is_spent_twice() -> None:
    """Gold that is part of the cost cannot also be turned into food."""
    conversions = [GRAIN_TO_FOOD, GOLD_TO_FOOD]
    assert affordable(((0, 3, 2, 0, 0),), (1, 1, 3, 0, 0), conversions)
    assert not affordable(((0, 3, 3, 0, 0),), (1, 1, 3, 0, 0), conversions)
    assert affordable(((0, 9, 9, 0, 0), (0, 3, 2, 0, 0)), (1, 1, 3, 0, 0), conversions)


def test_conversions_follow_one_another() -> None:
    """A ruby becomes grain, and the grain food."""
    assert affordable(((0, 2, 0, 0, 0),), (0, 0, 0, 0, 2), [GRAIN_TO_FOOD, RUBY_TO_GRAIN])
    assert not affordable(((0, 3, 0, 0, 0),), (0, 0, 0, 0, 2), [GRAIN_TO_FOOD, RUBY_TO_GRAIN])


def test_what_one_conversion_gives_besides_pays_for_the_next() -> None:
    """Gold makes food and wood, the wood makes gold again: one gold pays one food and one gold."""
    double = Conversion((0, 0, 1, 0, 0), (0, 1, 0, 1, 0))
    back = Conversion((0, 0, 0, 1, 0), (0, 0, 1, 0, 0))
    assert affordable(((0, 1, 1, 0, 0),), (0, 0, 1, 0, 0), [double, back])
    assert not affordable(((0, 1, 2, 0, 0),), (0, 0, 1, 0, 0), [double._replace(times=1), back])


def test_a_price_table_is_used_once() -> None:
    """Of the rows n + 1 gold for n food one is used, once; without a group they add up."""
    rows = [Conversion((0, 0, n + 1, 0, 0), (0, n, 0, 0, 0), group=0) for n in range(1, 4)]
    assert affordable(((0, 3, 0, 0, 0),), (0, 0, 4, 0, 0), rows)
    assert not affordable(((0, 4, 0, 0, 0),), (0, 0, 9, 0, 0), rows)
    assert affordable(((0, 4, 0, 0, 0),), (0, 0, 6, 0, 0), [row._replace(group=-1) for row in rows])


def test_uses_left_are_counted() -> None:
    """A conversion used up, or not to be had, does not help."""
    once = [GRAIN_TO_FOOD._replace(times=1), GOLD_TO_FOOD]
    cost = ((0, 2, 0, 0, 0),)
    assert affordable(cost, (2, 0, 1, 0, 0), once)
    assert not affordable(cost, (2, 0, 0, 0, 0), once)
    assert affordable(cost, (2, 0, 0, 0, 0), once, left=(2, UNLIMITED))
    assert affordable(cost, (2, 0, 0, 0, 0), once, left=(UNLIMITED, UNLIMITED))
    assert not affordable(cost, (2, 0, 1, 0, 0), once, left=(1, 0))


def test_substitutions_and_conversions_work_together() -> None:
    """Wood may be replaced by gold, and the food come from grain."""
    swap = [Substitution((WOOD,), GOLD, times=1)]
    stock = (1, 0, 1, 0, 0)
    cost = ((0, 1, 0, 1, 0),)
    assert affordable(cost, stock, [GRAIN_TO_FOOD, GOLD_TO_FOOD], substitutions=swap)
    assert not affordable(cost, stock, [GOLD_TO_FOOD], substitutions=swap)
    assert conversion_steps(cost, stock, [GRAIN_TO_FOOD, GOLD_TO_FOOD], substitutions=swap) == [0]


def test_steps_serve_each_alternative_not_paid_yet() -> None:
    """Wanting to pay food although gold would do, one may turn grain into it, but not the wood."""
    conversions = [GRAIN_TO_FOOD, RUBY_TO_WOOD]
    cost = ((0, 2, 0, 0, 0), (0, 0, 1, 0, 0))
    assert conversion_steps(cost, (1, 1, 1, 0, 1), conversions) == [0]
    assert conversion_steps(cost, (1, 2, 1, 0, 1), conversions) == []
    assert conversion_steps(cost, (0, 1, 0, 0, 1), conversions) == []


def test_profitable_circles_end() -> None:
    """Conversions that make more and more out of little are no endless loop."""
    grow = [
        Conversion((1, 0, 0, 0, 0), (0, 2, 0, 0, 0)),
        Conversion((0, 1, 0, 0, 0), (1, 0, 0, 0, 0)),
    ]
    assert affordable(((0, 20, 0, 0, 0),), (1, 0, 0, 0, 0), grow)
    assert not affordable(((0, 20, 0, 1, 0),), (1, 0, 0, 0, 0), grow)


def test_a_hopeless_question_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a number of combinations the search says so instead of going on."""
    monkeypatch.setattr(conversion, "MOST_STATES", 3)
    grow = [
        Conversion((1, 0, 0, 0, 0), (0, 2, 0, 0, 0)),
        Conversion((0, 1, 0, 0, 0), (1, 0, 0, 0, 0)),
    ]
    with pytest.raises(SearchTooLarge, match="more than 3"):
        affordable(((0, 30, 0, 0, 0),), (1, 0, 0, 0, 0), Exchange(grow))
