"""What trades make payable, against the solver without what makes it fast."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.interpreter.market import LONG_LIST, Market, Trade, shortened
from rulewright.interpreter.queries.conversion import Conversion, Exchange
from rulewright.interpreter.queries.goods import ENDLESS

WIDTH = 3
CAPS = (40,) * WIDTH
AMOUNTS = st.tuples(*[st.integers(0, 2)] * WIDTH)
HELD = st.tuples(*[st.integers(0, 6)] * WIDTH)
# Any number of times: hypothesis would make up limits by itself, which a Program has no word for.
TRADES = st.lists(
    st.tuples(AMOUNTS.filter(any), AMOUNTS).map(lambda sides: Conversion(*sides)),
    max_size=3,
    unique=True,
)
LISTS = st.integers(0, 8).map(
    lambda count: [Conversion((n + 1, 0, 0), (0, n, 0)) for n in range(1, count + 1)]
)


def as_trades(conversions: list[Conversion]) -> list[Trade]:
    """Conversions as a Program has them."""
    return [(0, one.takes, one.gives, max(one.times, 0)) for one in conversions]


@given(TRADES, LISTS, HELD, HELD)
def test_a_shortened_price_list_allows_all_that_it_did(
    trades: list[Conversion],
    prices: list[Conversion],
    held: tuple[int, ...],
    need: tuple[int, ...],
) -> None:
    """What the whole list makes payable, its short form does."""
    every = list(dict.fromkeys(prices + trades))
    short, tokens = shortened(every)
    none = (0,) * tokens
    exchange = Exchange(short, CAPS + (ENDLESS,) * tokens)

    assert len(short) < len(every) or len(prices) < LONG_LIST or tokens == 0
    if Exchange(every, CAPS).covers(need, held):
        assert exchange.covers(need + none, held + none)


@given(LISTS, HELD, HELD)
def test_a_price_list_alone_is_the_same_when_shortened(
    prices: list[Conversion], held: tuple[int, ...], need: tuple[int, ...]
) -> None:
    """Where nothing that is bought helps to pay, the short form allows nothing else."""
    market = Market(as_trades(prices), CAPS)

    expected = bool(prices) and Exchange(prices, CAPS).covers(need, held)
    assert market.covers(held, (need,), (1,) * len(prices)) == expected


@given(TRADES, HELD, HELD, st.data())
def test_only_trades_with_a_flag_are_made(
    trades: list[Conversion], held: tuple[int, ...], need: tuple[int, ...], data: st.DataObject
) -> None:
    """Flags choose the trades; the answer is the same when it is asked again."""
    flags = data.draw(st.tuples(*[st.integers(0, 1)] * len(trades)))
    allowed = [trade for trade, flag in zip(trades, flags, strict=True) if flag]
    market = Market(as_trades(trades), CAPS)

    expected = bool(allowed) and Exchange(allowed, CAPS).covers(need, held)
    assert market.covers(held, (need,), flags) == expected
    assert market.covers(held, (need,), flags) == expected


def test_fewer_flags_are_those_of_the_first_trades() -> None:
    """The trades without a flag are not made."""
    first, second = Conversion((1, 0, 0), (0, 1, 0)), Conversion((0, 0, 1), (0, 1, 0))
    market = Market(as_trades([first, second]), CAPS)

    assert market.covers((1, 0, 0), ((0, 1, 0),), (1,))
    assert not market.covers((0, 0, 1), ((0, 1, 0),), (1,))
    assert market.covers((0, 0, 1), ((0, 1, 0),), (1, 1))
