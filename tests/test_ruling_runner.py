"""Rulings, right and wrong, in; what the runner says about each, out."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from rulewright.dsl.pipeline import check_paths
from rulewright.dsl.ruling_files import load_rulings
from rulewright.interpreter.rulings import Outcome, coverage, run

SAMPLE = """
game: sample
title: Sample
players: 2-3
goods:
  gold: {start: 1, max: 9, supply: 10}
kinds:
  tile: {attributes: {worth: int}}
tiles:
  lamp: {worth: 1, copies: 2}
  rug: {worth: 2}
zones:
  bag: {of: tile, start: all, seen_by: nobody}
  bin: {of: tile}
  shelf: {of: tile, each: player, capacity: 2}
boards:
  yard:
    rows: 1
    columns: 3
    cells: {tile: tile or none, dug: bool}
state:
  lap: {max: 5}
  chest: {holds: gold}
procedures:
  turn:
    one_of:
      - gain 1 gold
      - - choose: cell in yard where not its dug
          label: dig {cell}
        - set cell's dug to true
      - draw 1 from bag to my shelf
setup: shuffle bag
flow:
  - repeat: 2
    do:
      - raise lap
      - for_each: p in players
        do: turn
  - take_turns: p in players
    at_most: 6
    do: turn
scoring:
  points: {gold: my gold}
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The folder of a game with goods, tiles, zones and a yard."""
    folder = tmp_path / "sample"
    (folder / "rulings").mkdir(parents=True)
    (folder / "game.yaml").write_text(SAMPLE)
    return folder


def outcomes(text: str, game: str, tmp_path: Path) -> list[Outcome]:
    """Run rulings written for a game that comes with the package."""
    path = tmp_path / "cases.yaml"
    path.write_text(dedent(text))
    return run(load_rulings(str(path), game).rulings)


def ruled(folder: Path, text: str) -> list[Outcome]:
    """Run rulings that lie in a game's folder."""
    (folder / "rulings" / "cases.yaml").write_text(dedent(text))
    found = load_rulings(str(folder))
    assert found.problems == []
    return run(found.rulings)


def given(folder: Path, position: str, *then: str) -> Outcome:
    """Run one ruling about a position."""
    lines = "".join(f"\n    - {each}" for each in then)
    text = f"- id: it\n  ruling: It.\n  given: {{{position}}}\n  then:{lines}\n"
    return ruled(folder, text)[0]


def refusal(folder: Path, position: str) -> str:
    """What is said about a position that cannot be."""
    outcome = given(folder, position, "lap == 1")
    assert [failure.expected for failure in outcome.failures] == ["a position that can be"]
    return outcome.failures[0].found


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("A's kept == 3", "that it does not hold: A's kept (0) is 3"),
        ("my kept > 0 and at_risk == 5", "that it does not hold: A's kept (0) > 0"),
        ("{options: [roll]}", "roll, hold"),
        ("{offers: [roll, jump]}", "no jump among roll, hold"),
        ("{withholds: [hold]}", "hold among roll, hold"),
        ("{refused: not-offered}", "that the last move was made"),
        ("{scores: {A: 1}}", "scores: A 0, B 0"),
        ("{winners: [A]}", "that the game is not over: A decides"),
        ("{prompt: Who are you?}", "prompt: What now?"),
        ("{decision: B}", "decision: A"),
    ],
)
def test_what_is_otherwise_is_told(expected: str, found: str, tmp_path: Path) -> None:
    """A ruling that does not hold says what was expected and what was found, on which line."""
    text = f"- id: it\n  ruling: It.\n  when: [roll, 5]\n  then:\n    - {expected}\n"
    (outcome,) = outcomes(text, "pig", tmp_path)
    (failure,) = outcome.failures
    assert not outcome.ok
    assert failure.place.endswith("cases.yaml:5")
    assert failure.found == found
    assert "FAILED it" in str(outcome)
    assert failure.found in str(outcome)


def test_all_that_is_otherwise_is_told(tmp_path: Path) -> None:
    """One failure does not hide the next, and what holds is not mentioned."""
    text = """
    - id: it
      ruling: It.
      then:
        - decision: B
        - at_risk == 0
        - at_risk == 1
    """
    (outcome,) = outcomes(text, "pig", tmp_path)
    assert [f.place.rpartition(":")[2] for f in outcome.failures] == ["5", "7"]


def test_a_move_that_is_refused_stops_a_ruling(tmp_path: Path) -> None:
    """A move nobody can make is told with its line; what comes after it is not looked at."""
    text = """
    - id: it
      ruling: It.
      when:
        - roll
        - 5
        - juggle
      then: [at_risk == 99]
    """
    (outcome,) = outcomes(text, "pig", tmp_path)
    (failure,) = outcome.failures
    assert failure.place.endswith(":7")
    assert failure.expected == "the move 'juggle'"
    assert failure.found.startswith("unknown-move: ")


def test_only_the_last_move_may_be_refused(tmp_path: Path) -> None:
    """A refusal that is expected is one of the last move."""
    text = """
    - id: it
      ruling: It.
      when: [juggle, roll]
      then: [{refused: unknown-move}]
    """
    (outcome,) = outcomes(text, "pig", tmp_path)
    assert outcome.failures[0].expected == "the move 'juggle'"


def test_another_refusal_is_told(tmp_path: Path) -> None:
    """A move refused for another reason is not the refusal that was expected."""
    text = """
    - id: it
      ruling: It.
      given: {set: {A.kept: 100}}
      when: [roll]
      then: [{refused: not-offered}]
    """
    (outcome,) = outcomes(text, "pig", tmp_path)
    assert outcome.failures[0].found == "refused: cannot-be-carried-through"


def test_a_move_after_the_end_is_refused(tmp_path: Path) -> None:
    """When the game is over no move can be made."""
    text = """
    - id: it
      ruling: It.
      given: {play: [jack, queen, pass, pass]}
      when: [pass]
      then: [{refused: game-over}, {options: []}]
    """
    assert outcomes(text, "kuhn-poker", tmp_path)[0].ok


def test_the_seed_decides_where_nobody_says(tmp_path: Path) -> None:
    """Chance goes as in a match with the same seed, unless its outcome is among the moves."""
    text = """
    - id: one
      ruling: It.
      given: {seed: 7}
      then: [{decision: A}]
    - id: two
      ruling: It.
      given: {seed: 7}
      then: [{decision: A}]
    - id: three
      ruling: It.
      given: {seed: 7, play: [king]}
      then: [king in A's hand]
    """
    one, two, three = outcomes(text, "kuhn-poker", tmp_path)
    assert one.transcript == two.transcript
    assert "chance (seed): " in one.transcript
    assert three.ok
    assert "chance: king" in three.transcript


def test_a_skipped_ruling_is_not_run(tmp_path: Path) -> None:
    """A ruling may say why it is not tested yet."""
    text = "- {id: it, ruling: It., skip: The book is unclear.}"
    (outcome,) = outcomes(text, "pig", tmp_path)
    assert outcome.ok
    assert str(outcome).startswith("skipped it")
    assert "The book is unclear." in str(outcome)


# ------------------------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("set: {A.glod: 3}", "names nothing in this game's state. Did you mean 'A.gold'?"),
        ("set: {A.gold: 10}", "A.gold cannot be 10: it is a number from 0 to 9"),
        ("set: {A.gold: lots}", "A.gold cannot be lots: it is a number from 0 to 9"),
        ("set: {A.gold: 6, B.gold: 6}", "there are 10 gold in the game, not 12"),
        ("set: {A.gold: 6, chest.gold: 5}", "there are 10 gold in the game, not 12"),
        ("set: {c11.dug: maybe}", "c11.dug cannot be maybe: it is true or false"),
        ("set: {A.shelf: [vase]}", "A.shelf cannot have 'vase': it has lamp, lamp_2, rug"),
        ("set: {A.shelf: [rug], B.shelf: [rug]}", "'rug' cannot be in B.shelf too: it is in A"),
        ("set: {A.shelf: [rug], c11.tile: rug}", "'rug' cannot be in c11.tile too: it is in A"),
        ("set: {A.shelf: [lamp, lamp, lamp]}", "A.shelf has room for 2, not for 3"),
        ("set: {yard.dug: [c99]}", "yard.dug has no 'c99': it has c11, c12, c13"),
        ("set: {yard.tile: [rug]}", "yard.tile is given one by one: name which, such as c11.tile"),
    ],
)
def test_a_position_that_cannot_be_is_refused(sample: Path, position: str, said: str) -> None:
    """What is impossible about a position is said in words, at the line that says so."""
    assert said in refusal(sample, position)


def test_a_position_against_the_invariants_is_refused(tmp_path: Path) -> None:
    """What always holds in a game also holds in the positions of its rulings."""
    text = "- {id: it, ruling: It., given: {set: {c11.disc: A}}, then: [c11's disc is A]}"
    (outcome,) = outcomes(text, "connect-four", tmp_path)
    assert "no_disc_floats" in outcome.failures[0].found


@pytest.mark.parametrize(
    ("position", "then"),
    [
        ("set: {A.gold: 3}", "A's gold == 3 and B's gold == 1"),
        ("set: {gold: [3, 0]}", "A's gold == 3 and B's gold == 0"),
        ("set: {gold: 2}", "A's gold == 2 and B's gold == 2"),
        ("set: {gold: {B: 4}}", "A's gold == 1 and B's gold == 4"),
        ("set: {A.gold: 3}", "left(gold) == 6"),
        ("set: {chest: {gold: 2}}", "left(gold) == 6"),
        ("set: {yard.dug: [c11, c13]}", "c11's dug and not c12's dug and c13's dug"),
        ("set: {yard.dug: {c12: true}}", "c12's dug and not c13's dug"),
        ("players: 3, set: {C.gold: 2}", "players_count == 3 and C's gold == 2"),
    ],
)
def test_values_are_set_by_their_path(sample: Path, position: str, then: str) -> None:
    """Single values, values of all players or cells, and what the supply has left."""
    assert str(given(sample, position, then)).startswith("ok")


@pytest.mark.parametrize(
    ("position", "then"),
    [
        # A tile is in one place: it leaves the one it was in.
        ("set: {A.shelf: [rug]}", "rug in A's shelf and not rug in bag and count(bag) == 2"),
        ("set: {c11.tile: rug}", "c11's tile is rug and count(bag) == 2"),
        # Two that are alike can lie in two places.
        ("set: {A.shelf: [lamp], B.shelf: [lamp]}", "count(bag) == 1 and rug in bag"),
        # What has to make room goes where the other came from.
        ("play: [draw 1 from bag to my shelf, rug], set: {A.shelf: [lamp]}", "rug in bag"),
        ("play: [draw 1 from bag to my shelf, rug], set: {A.shelf: []}", "rug in bag"),
        ("set: {bag: [rug], bin: [lamp]}", "count(bag) == 1 and count(bin) == 1"),
    ],
)
def test_pieces_stay_pieces(sample: Path, position: str, then: str) -> None:
    """Putting a piece somewhere keeps every piece in one place."""
    assert str(given(sample, position, then)).startswith("ok")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "position",
    [
        # Something that lay on another cell: the two change places.
        "A.c42.room: treasury, A.c42.closed: false",
        # Something that lay elsewhere: what had to make room goes there.
        "A.c42.room: parlor, A.c42.closed: false",
        # What leaves one cell fills the one that is emptied for a zone.
        "A.c42.room: none, A.c42.closed: false, display: [shelf, spinning_wheel, tunnel,"
        " grindstone, food_corner, parlor, treasury]",
    ],
)
@pytest.mark.slow
def test_cells_do_not_become_empty(position: str, seed: int, tmp_path: Path) -> None:
    """Where a piece is taken off a cell, another one that lost its place takes it."""
    text = f"""
    - id: it
      ruling: It.
      given: {{seed: {seed}, set: {{{position}}}}}
      then: [round == 1]
    """
    (outcome,) = outcomes(text, "cave-vs-cave", tmp_path)
    assert outcome.failures == ()


def test_who_sets_a_pile_sets_its_order(sample: Path) -> None:
    """The last of a list lies on top and is drawn next, by no chance."""
    text = """
    - id: it
      ruling: It.
      given: {set: {bag: [lamp, lamp, rug]}}
      when: [draw 1 from bag to my shelf]
      then: [rug in A's shelf]
    """
    (outcome,) = ruled(sample, text)
    assert outcome.ok
    assert "chance" not in outcome.transcript


@pytest.mark.parametrize("position", ["turn: B", "set: {turn: B}"])
def test_somebody_else_can_be_at_turn(sample: Path, position: str) -> None:
    """It is the turn of the one named; then comes whoever follows."""
    text = f"""
    - id: it
      ruling: It.
      given: {{players: 3, {position}}}
      when: [gain 1 gold]
      then: [B's gold == 2, A's gold == 1, my gold == 2, {{decision: C}}]
    """
    (outcome,) = ruled(sample, text)
    assert outcome.failures == ()


def test_turns_that_go_round_go_on(tmp_path: Path) -> None:
    """In a loop that goes round the first player follows the last."""
    text = """
    - id: it
      ruling: It.
      given: {set: {c11.mark: A}, turn: B}
      when: [c12]
      then: [c12's mark is B, {decision: A}]
    """
    (outcome,) = outcomes(text, "tic-tac-toe", tmp_path)
    assert outcome.failures == ()


def test_nobody_of_that_letter(sample: Path) -> None:
    """A letter beyond the players is refused."""
    outcome = given(sample, "turn: C", "lap == 1")
    assert outcome.failures[0].found == "'C'"


# ------------------------------------------------------------------------------- files


def test_a_mistake_in_one_ruling_leaves_the_others(sample: Path) -> None:
    """A condition that means nothing is a problem with its place; other rulings are run."""
    text = """
    - {id: good, ruling: It., then: [A's gold == 1]}
    - {id: bad, ruling: It., then: [A's glod == 1]}
    - {id: odd, ruling: It., given: {options: {speed: 3}}, then: [A's gold == 1]}
    """
    (sample / "rulings" / "cases.yaml").write_text(dedent(text))
    found = load_rulings(str(sample))
    good, bad, odd = run(found.rulings)
    assert {p.code for p in found.problems} == {"unknown-name", "unknown-option"}
    assert good.ok
    assert bad.failures[0].place.endswith("rulings/cases.yaml:3:37")
    assert "glod" in bad.failures[0].found
    assert "speed" in odd.failures[0].found
    assert odd.failures[0].place.endswith("rulings/cases.yaml:4:1")
    assert check_paths([sample])[0] == found.problems


def test_two_rulings_of_one_name(sample: Path) -> None:
    """The name of a ruling is given once in a game."""
    text = "- {id: it, ruling: It., then: [lap == 1]}\n"
    (sample / "rulings" / "one.yaml").write_text(text)
    (sample / "rulings" / "two.yaml").write_text(text)
    assert [p.code for p in load_rulings(str(sample)).problems] == ["duplicate-id"]


def test_a_file_of_no_game(tmp_path: Path) -> None:
    """A file of rulings that lies in no game's folder is about no game, unless one is named."""
    path = tmp_path / "cases.yaml"
    path.write_text("- {id: it, ruling: It., then: [at_risk == 0]}\n")
    assert [p.code for p in load_rulings(str(path)).problems] == ["unknown-game"]
    assert load_rulings(str(path), "pig").problems == []


def test_one_file_of_a_game(sample: Path) -> None:
    """A file in the folder of a game can be run by itself."""
    (sample / "rulings" / "one.yaml").write_text("- {id: one, ruling: It., then: [lap == 1]}\n")
    (sample / "rulings" / "two.yaml").write_text("- {id: two, ruling: It., then: [lap == 1]}\n")
    found = load_rulings(str(sample / "rulings" / "two.yaml"))
    assert [outcome.id for outcome in run(found.rulings)] == ["two"]


def test_a_variant_brings_its_rulings(sample: Path) -> None:
    """The rulings of a variant are played with it, those of the game without."""
    (sample / "variants").mkdir()
    variant = sample / "variants" / "rich.yaml"
    variant.write_text(
        "variant: rich\nof: sample\ntitle: Rich\nchange: {goods.gold.start: 3}\n"
        "rulings:\n  - {id: rich, ruling: It., then: [A's gold == 3]}\n"
    )
    outcome = given(sample, "seed: 1", "A's gold == 1")
    assert outcome.ok
    assert [o.id for o in run(load_rulings(str(sample)).rulings) if o.ok] == ["it", "rich"]
    assert [o.id for o in run(load_rulings(str(variant)).rulings) if o.ok] == ["rich"]


def test_rules_say_no_letters(sample: Path) -> None:
    """A rule that names a player by letter is a problem: rules hold in every match."""
    path = sample / "game.yaml"
    path.write_text(SAMPLE.replace("gold: my gold", "gold: A's gold"))
    problems, _ = check_paths([sample])
    assert [p.code for p in problems] == ["unknown-name"]


# ------------------------------------------------------------------------------- coverage


def test_lines_that_no_ruling_reaches(sample: Path) -> None:
    """What was done or asked is reached; what was only thought of is not."""
    lines = SAMPLE.split("\n")

    def line(text: str) -> int:
        return next(n for n, each in enumerate(lines, 1) if text in each)

    (sample / "rulings" / "cases.yaml").write_text(
        "- {id: it, ruling: It., when: [dig c11], then: [c11's dug]}\n"
    )
    (found,) = coverage(load_rulings(str(sample)).rulings).values()
    assert line("set cell's dug") in found.reached
    assert line("raise lap") in found.reached
    assert line("gain 1 gold") in found.missed
    assert line("take_turns") in found.missed
    assert line("points: {gold") in found.missed
    # A range and a number of copies are read once, when the game is loaded.
    assert not {line("lap: {max"), line("copies: 2")} & {*found.reached, *found.missed}
    assert 0 < found.share < 1
