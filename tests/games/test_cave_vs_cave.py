"""Cave vs Cave beyond its rulings: who can play, chance, length, and what nobody may see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

import rulewright as rw
from rulewright.dsl.problems import RuleFileError
from rulewright.interpreter.events import as_seen, sentence
from rulewright.interpreter.match import Match
from rulewright.interpreter.queries import rng

GAME = "cave-vs-cave"
CELLS = ("c00", "c01", "c10", "c11", "c20", "c21", "c30", "c31", "c40", "c41", "c42")
LANGUAGES = ("en", "fr")


def playout(players: int, seed: int) -> Iterator[Match]:
    """A random game that likes to dig and to furnish: the match before each move."""
    match = rw.load(GAME, players).start(seed=seed)
    state = rng.seed_state(f"cave-{players}-{seed}")
    while not match.over:
        yield match
        moves = match.moves()
        lively = [m for m in moves if m.text != "done" and not m.text.startswith("trade 1")]
        state, drawn = rng.below(state, len(lively or moves))
        match.play((lively or moves)[drawn])
    yield match


def hidden_rooms(match: Match) -> set[str]:
    """The rooms that lie face down: in caves, in the stack, or out of the game."""
    state = match.state
    found = {*state["dark_rooms"], *state["light_rooms"]}
    for player in "AB"[: match.game.players]:
        found |= {state[f"{player}.{c}.room"] for c in CELLS if state[f"{player}.{c}.closed"]}
    return found


def words_for(match: Match, rooms: set[str]) -> re.Pattern[str]:
    """What would give one of these rooms away: its id, or its name in some language."""
    names = match.game.program.names
    said = {*rooms, *(room.replace("_", " ") for room in rooms)}
    for room in rooms:
        said |= {names[f"room.{room}"][language] for language in LANGUAGES}
    return re.compile(rf"\b({'|'.join(map(re.escape, sorted(said)))})\b", re.IGNORECASE)


def shown(match: Match) -> Iterator[tuple[str, str]]:
    """Everything a person at the table gets to see of a position, with where it was seen."""
    for seat in (None, *range(match.game.players)):
        for language in LANGUAGES:
            yield "view", json.dumps(match.view(seat, language), ensure_ascii=False)
    decision = match.decision
    if decision is None:
        return
    for language in LANGUAGES:
        yield "prompt", decision.prompt_in(language)
    for move in match.moves():
        yield "move", f"{move.text} {json.dumps(move.data)}"
        for language in LANGUAGES:
            yield "label", move.label(language)


def asked(match: Match) -> Iterator[tuple[str, str]]:
    """What is said about moves that cannot be made, and about moves that can."""
    offered = [move.text for move in match.moves()]
    for text in (*CELLS, "dig", "take renovation", "furnish", "no such move", *offered):
        yield "reasons", " ".join(reason.text for reason in match.explain(text))
        if text not in offered:
            with pytest.raises(rw.IllegalMove) as refused:
                match.play(text)
            yield "error", f"{refused.value} {refused.value.reason}"


def told(match: Match) -> Iterator[tuple[str, str]]:
    """Journals and sentences about what happened, for every seat."""
    for seat in (None, *range(match.game.players)):
        yield "journal", json.dumps(match.journal_for(seat), ensure_ascii=False)
        for step in match.steps():
            for event in step.events:
                seen = as_seen(match.game.wording, event, seat)
                if seen is not None:
                    yield "event", sentence(match.game.wording, seen, "en")


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_room_shows_nowhere(players: int, seed: int) -> None:
    """No view, prompt, move, label, reason, error or journal names a room that is face down."""
    looked = 0
    for number, match in enumerate(playout(players, seed)):
        hidden = hidden_rooms(match)
        if not hidden:
            break
        secret = words_for(match, hidden)
        texts = [*shown(match)] if number % 2 == 0 or match.over else []
        texts += [*asked(match)] if number % 10 == 0 and not match.over else []
        texts += [*told(match)] if number % 50 == 0 or match.over else []
        for where, text in texts:
            found = secret.search(text)
            assert found is None, f"step {number}: {where} says {found}"
            looked += 1
    assert looked > 500


@pytest.mark.parametrize("seed", range(2))
def test_a_hidden_tile_is_known_by_its_number_only(seed: int) -> None:
    """Which tile comes next does not show, but how many of each number are left does."""
    match = rw.load(GAME, 2).start(seed=seed)
    view = json.dumps([match.view(seat) for seat in (None, 0, 1)])
    for tile in (*match.state["coming_2"], *match.state["coming_3"]):
        assert tile not in view
    assert "renovation" in view


def test_no_reason_tells_where_a_hidden_room_lies() -> None:
    """Why the Prospecting Site sells nothing is told alike wherever it lies face down."""
    told = set()
    for seed in range(12):
        match = rw.load(GAME, 2, {"who_starts": "first_seat"}).start(seed=seed)
        told.add(str([reason.as_data() for reason in match.explain("trade 1 food for 1 gold")]))
    assert len(told) == 1
    assert re.search(r"\bc\d\d\b", told.pop()) is None


def test_a_room_that_was_dug_up_does_show() -> None:
    """The words that are looked for are those that would be shown."""
    match = rw.load(GAME, 2, {"who_starts": "first_seat"}).start(seed=1)
    room = match.state["A.c10.room"]
    secret = words_for(match, {room})
    assert all(secret.search(text) is None for _, text in shown(match))
    for move in ("take excavation", "dig", "c10"):
        match.play(move)
    assert room in match.state["display"]
    assert any(secret.search(text) for _, text in shown(match))


@pytest.mark.parametrize("players", [0, 3])
def test_nobody_else_can_play(players: int) -> None:
    """One or two play; no other number of players is accepted."""
    with pytest.raises((RuleFileError, ValueError)):
        rw.load(GAME, players)


def test_each_starts_about_half_of_the_games() -> None:
    """Over many seeds both players start, about equally often."""
    game = rw.load(GAME, 2)
    starts = [game.start(seed=seed).state["first_player"] for seed in range(200)]
    assert 70 <= starts.count(0) <= 130
    assert starts.count(0) + starts.count(1) == 200


@pytest.mark.parametrize(("players", "turns"), [(2, 44), (1, 19)])
def test_games_have_as_many_turns_as_the_board_says(players: int, turns: int) -> None:
    """The duel has 44 turns and the solo game 19, whatever is done in them."""
    for seed in range(2):
        *_, match = playout(players, seed)
        tiles = {f"take {tile}".replace("_", " ") for tile in match.state["action_board"]}
        moves = [record["text"] for record in match.journal["moves"]]
        assert sum(text in tiles for text in moves) == turns
        assert all(match.state[f"{player}.turns_taken"] == 4 for player in "AB"[:players])


@pytest.mark.parametrize("players", [1, 2])
def test_everything_is_said_in_french(players: int) -> None:
    """No prompt and no label of a French game is left in English."""
    english = re.compile(
        r"\b(take|gain|pay|use|furnish|dig|build|wall|trade|refill|done|room|choose|what|which"
        r"|food|wood|stone|grain|flax|gold|none|nothing|goods)\b",
        re.IGNORECASE,
    )
    for match in playout(players, 5):
        if match.decision is None:
            break
        said = [match.decision.prompt_in("fr"), *(move.label("fr") for move in match.moves())]
        assert [text for text in said if english.search(text)] == []
