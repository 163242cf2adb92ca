"""The table of what random games used: a game in, counts that its journal confirms out."""

from __future__ import annotations

from tests.promises.settings import Setting, playout
from tests.used import Uses


def played(game: str, players: int, seed: int) -> tuple[Uses, list[str]]:
    """A random game with its uses counted, and the moves it had."""
    uses, moves, last = Uses(), [], None
    for match, move in playout(Setting(game, players, ()), seed):
        engine = match.game.engine
        if last is None:
            uses.start(engine, match.v)
        uses.move(engine, match.v, move.option)
        moves.append(move.text)
        last = match
    assert last is not None
    uses.end(last.game.engine, last.v, last.k)
    return uses, moves


def test_what_moves_choose_is_counted() -> None:
    """Each tile is counted as often as it was taken, and every row of it stands in the table."""
    uses, moves = played("cave-vs-cave", 2, 3)
    taken = {
        key[2]: n for (key, way), n in uses.counts.items() if way == "chosen" and key[1] == "tile"
    }
    assert sum(taken.values()) == 44
    for tile, count in taken.items():
        assert count == moves.count(f"take {tile.replace('_', ' ')}")
    table = "\n".join(uses.table())
    assert all(f" {tile} " in table for tile in taken)


def test_what_was_not_used_is_named() -> None:
    """What never came into play is listed at the end of the table."""
    uses, _ = played("cave-vs-cave", 2, 3)
    used = {key for key, _ in uses.counts}
    last = next(line for line in uses.table() if "never used" in line)
    for key in uses.known:
        assert (f"{key[1]} {key[2]}" in last) == (key not in used)


def test_what_players_hold_in_the_end_is_counted() -> None:
    """Goals are dealt out and never moved: they count for whoever holds them."""
    uses, _ = played("cavern-tavern", 3, 1)
    held = [n for (key, way), n in uses.counts.items() if way == "held" and key[1] == "goal"]
    assert sum(held) == 3
