"""A small hand-made Program in; games, matches, moves and saves as front-ends use them out."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.dsl.program import (
    HEADER,
    Decision,
    Domain,
    Kind,
    Label,
    Line,
    Node,
    Program,
    Source,
    Variable,
    Zone,
    fingerprint,
    from_data,
    to_data,
)
from rulewright.interpreter.cache import PROGRAM, Cache, cache_folder, key_of
from rulewright.interpreter.errors import GameOver, IllegalMove, PlayError, RuleRuntimeError
from rulewright.interpreter.library import rule_files
from rulewright.interpreter.match import Game, Match
from rulewright.interpreter.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
CARD = Domain("piece", "card", 0, 2)
CHIPS = HEADER
PIECES = CHIPS + 2
DECK, HAND_A, HAND_B, PILE = range(4)


def node(op: str, *args: Any, span: int = -1) -> Node:
    """An operation; plain numbers stay as they are."""
    return Node(op, args, span)


def const(value: Any) -> Node:
    """A constant."""
    return Node("const", (value,))


def card_game(*, pot: int = 1) -> Program:
    """Each of two players draws one of three cards, bets `pot` chips or passes, shows the card.

    The one source with a condition is `bet`: one needs as many chips as it costs.
    """
    code: list[Node] = [node("commit"), node("shuffle", const(DECK))]
    decisions: list[Decision] = []

    def ask(kind: str, *sources: Source, prompt: int = -1) -> None:
        number = len(decisions)
        decisions.append(Decision(number, len(code), kind, sources, prompt, span=2))
        code.append(node("decide", number))

    for player, hand in ((0, HAND_A), (1, HAND_B)):
        code.append(node("me", const(player)))
        here = len(code) + 1
        ask("chance", Source(0, here, None, node("unknown", const(DECK)), 0, CARD, 0, "card"))
        code.append(node("move", node("local", 0), const(hand)))
    for player, hand in ((0, HAND_A), (1, HAND_B)):
        code.append(node("me", const(player)))
        here = len(code) + 1
        enough = node("ge", node("at", CHIPS, 1, node("me")), const(pot), span=1)
        bet = Source(1, here, enough, base=0, span=0)
        ask("player", bet, Source(2, here + 1, base=1, span=0), prompt=4)
        code.append(node("pay", node("me"), node("bundle", (0, const(pot))), ()))
        here = len(code) + 1
        show = Source(3, here, None, node("zone", const(hand)), 0, CARD, 0, "card", 0)
        ask("player", show, prompt=4)
        code.append(node("move", node("local", 0), const(PILE)))
    code.append(node("ret"))
    texts = [
        ("draw ", (node("local", 0), CARD)),
        ("bet",),
        ("pass",),
        ("show ", (node("local", 0), CARD)),
        ("What now?",),
    ]
    start = [0] * HEADER + [2, 2] + [DECK] * 3
    zones = []
    for name, owner, seen_by, pieces in (
        ("deck", -1, "nobody", (0, 1, 2)),
        ("hand", 0, "owner", ()),
        ("hand", 1, "owner", ()),
        ("pile", -1, "everyone", ()),
    ):
        zones.append(Zone(name, owner, len(start), 3, "card", seen_by, pieces))
        start += [len(pieces), 0, *pieces, *[-1] * (3 - len(pieces))]
    empty: dict[str, Any] = {
        "str": "",
        "int": 0,
        "bool": False,
        "dict": {},
        "tuple": (),
        "Node": None,
    }
    values: dict[str, Any] = {
        each.name: empty[str(each.type).split("[")[0].split(" ")[0]] for each in fields(Program)
    }
    values.update(
        game="card-game",
        title={"en": "Cards"},
        players=2,
        slots=len(start),
        start=tuple(start),
        goods=("chip",),
        goods_base=CHIPS,
        goods_max=(9,),
        goods_supply=(-1,),
        kinds=(Kind("card", "cards", 0, 3, ("jack", "queen", "old_king"), (0, 1, 2), (-1,) * 3),),
        pieces_base=PIECES,
        piece_names=("jack", "queen", "old_king"),
        zones=tuple(zones),
        variables=(Variable("chip", CHIPS, Domain("int", "", 0, 9), 2, 0, 9, 2, "player", good=0),),
        code=tuple(code),
        infallible=(True,) * len(code),
        entry=1,
        nlocals=1,
        decisions=tuple(decisions),
        labels=tuple(
            Label(
                {"en": parts, "fr": ("montrer ", *parts[1:])}
                if parts[0] == "show "
                else {"en": parts}
            )
            for parts in texts
        ),
        names={"card.old_king": {"en": "King", "fr": "Roi"}},
        score=(Line("chips", node("at", CHIPS, 1, node("me")), span=0),),
        spans=((0, 3, 5, 3, 9), (0, 4, 7, 4, 9), (0, 8, 1, 8, 2)),
        files=("cards.yaml",),
        max_decisions=100,
    )
    made = Program(**values)
    return replace(made, fingerprint=fingerprint(made))


def texts(match: Match) -> list[str]:
    """What can be said now."""
    return [move.text for move in match.moves()]


def to_the_end(match: Match) -> Match:
    """The match played on, always with the first move."""
    while not match.over:
        match.play(match.moves()[0])
    return match


@pytest.fixture
def game() -> Game:
    """The card game, ready to be played."""
    return Game(card_game())


def test_a_decision_says_who_what_and_why(game: Game) -> None:
    """A decision names the player, the question and the rule that asks."""
    decision = game.start(1).decision

    assert decision is not None
    assert (decision.player, decision.prompt) == (0, "What now?")
    assert decision.source == "cards.yaml:8:1"


def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    """A seed decides what chance does, and different seeds decide differently."""
    hands = [game.start(seed).state["hand"] for seed in range(8)]

    assert hands == [game.start(seed).state["hand"] for seed in range(8)]
    assert len({str(hand) for hand in hands}) > 1


@pytest.mark.parametrize("form", ["move", "text", "loose text", "data", "words only", "integer"])
def test_a_move_can_be_given_in_each_of_its_forms(game: Game, form: str) -> None:
    """A Move, its text in any case, its data and its integer all make the same move."""
    match, other = game.start(1), game.start(1)
    move = match.moves()[1]
    given: dict[str, Any] = {
        "move": move,
        "text": "pass",
        "loose text": " PASS ",
        "data": json.loads(json.dumps(move.data)),
        "words only": {"move": "pass"},
        "integer": move.id,
    }

    match.play(given[form])

    other.play_id(move.id)
    assert (match.v, match.k) == (other.v, other.k)


def test_a_choice_is_named_in_text_and_data(game: Game) -> None:
    """Underscores are spoken as spaces; data keeps the id; a translation changes neither."""
    match = next(m for m in map(game.start, range(50)) if m.state["A.hand"] == ["old_king"])
    match.play("pass")
    move = match.moves()[0]

    assert move.text == "show old king"
    assert move.data == {"decision": 3, "option": 2, "move": "show old king", "card": "old_king"}
    assert (move.label("fr"), move.label("ja")) == ("montrer Roi", "show King")


def test_equal_words_are_told_apart() -> None:
    """Two options with the same label get different texts, and both can be played."""
    made = card_game()
    labels = list(made.labels)
    labels[2] = labels[1]
    match = Game(replace(made, labels=tuple(labels))).start(1)

    assert texts(match) == ["bet", "bet (2)"]
    match.play("bet (2)")
    assert match.state["A.chip"] == 2


def test_an_illegal_move_changes_nothing(game: Game) -> None:
    """What is not offered is refused with a code, and the match is as before."""
    match = game.start(1)
    before = (match.v[:], match.k[:], match.journal)

    with pytest.raises(IllegalMove) as caught:
        match.play("fold")

    assert caught.value.code == "unknown-move"
    assert (match.v, match.k, match.journal) == before


@pytest.mark.parametrize(
    "wrong", [{"decision": 0, "option": 1}, {"option": 1, "move": "bet"}, {"option": 9}, 9]
)
def test_data_of_another_decision_is_refused(game: Game, wrong: Any) -> None:
    """A number of another decision, or one that contradicts its words, is not taken for a move."""
    match = game.start(1)

    with pytest.raises(IllegalMove):
        match.play(wrong)

    assert match.last is None


def test_nobody_decides_for_another(game: Game) -> None:
    """A move that comes from a seat whose turn it is not is refused."""
    match = game.start(1)

    with pytest.raises(IllegalMove) as caught:
        match.play("pass", player=1)

    assert caught.value.code == "not-your-decision"
    match.play("pass", player=0)


def test_an_unmet_condition_is_refused_with_its_place() -> None:
    """A move whose condition does not hold is refused with the rule's file and line."""
    match = Game(card_game(pot=3)).start(1)

    with pytest.raises(IllegalMove) as caught:
        match.play("bet")

    assert (caught.value.code, caught.value.source) == ("condition-not-met", "cards.yaml:4:7")
    assert caught.value.reason == "Needs A's chip (2) >= 3."


def test_after_the_end_no_move_is_left(game: Game) -> None:
    """A finished match has no decision and no moves, and says so when one is tried."""
    match = to_the_end(game.start(1))

    assert (match.decision, match.moves(), match.option_ids()) == (None, [], [])
    with pytest.raises(GameOver):
        match.play("pass")


def test_scores_sheet_and_winners(game: Game) -> None:
    """Totals are the sums of the sheet's lines, and the higher total wins."""
    match = game.start(1)
    for text in ("bet", None, "pass", None):
        match.play(text or match.moves()[0])

    assert match.scores() == [1, 2]
    sheet = match.score_sheet()[0]
    assert [(line.id, line.points, line.source) for line in sheet.lines] == [
        ("chips", 1, "cards.yaml:3:5")
    ]
    assert match.winners() == [1]


def test_nobody_has_won_before_the_end(game: Game) -> None:
    """Winners are named only when the game is over."""
    match = game.start(1)
    match.play("bet")

    assert match.scores() == [1, 2]
    assert match.winners() == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [0, 1]),
        ({"ties": (node("me"),)}, [1]),
        ({"ties": (node("neg", node("me")),)}, [0]),
        ({"goal": node("ge", node("at", CHIPS, 1, node("me")), const(5))}, []),
        ({"goal": node("eq", node("me"), const(1))}, [1]),
    ],
)
def test_ties_and_goals(changes: dict[str, Any], expected: list[int]) -> None:
    """Ties are broken in order and shared if none helps; without the goal nobody wins."""
    match = Game(replace(card_game(), **changes)).start(1)
    while not match.over:
        match.play("pass" if "pass" in texts(match) else match.moves()[0])

    assert match.winners() == expected


def test_the_lower_total_can_win() -> None:
    """With lower_wins the fewest points win."""
    match = Game(replace(card_game(), lower_wins=True)).start(1)
    for text in ("bet", None, "pass", None):
        match.play(text or match.moves()[0])

    assert match.winners() == [0]


def test_undo_is_never_having_moved(game: Game) -> None:
    """Taking back every move leads back through every position to the first one."""
    match = game.start(4)
    seen = []
    while not match.over:
        seen.append((match.v[:], match.k[:], texts(match), match.journal))
        match.play(match.moves()[-1])
    for position in reversed(seen):
        match.undo()
        assert (match.v, match.k, texts(match), match.journal) == position
    with pytest.raises(PlayError) as caught:
        match.undo()
    assert caught.value.code == "nothing-to-undo"


def test_a_copy_goes_its_own_way(game: Game) -> None:
    """What is played on a copy is not seen by the original, and the other way round."""
    match = game.start(1)
    match.play("bet")
    other = match.copy()
    other.undo()
    other.play("pass")

    assert match.state["A.chip"] == 1
    assert other.state["A.chip"] == 2
    assert [move["text"] for move in match.journal["moves"]] == ["bet"]


def test_a_rule_error_changes_nothing() -> None:
    """A rule that fails while it runs leaves the match where it was, with the rule's place."""
    made = card_game()
    code = list(made.code)
    paying = next(pc for pc, each in enumerate(code) if each.op == "pay")
    broken = node("bundle", (0, node("div", const(1), const(0), span=1)))
    code[paying] = node("pay", node("me"), broken, ())
    match = Game(replace(made, code=tuple(code))).start(1)
    before = (match.v[:], match.k[:])

    with pytest.raises(RuleRuntimeError) as caught:
        match.play_id(0)

    assert caught.value.place == "cards.yaml:4:7"
    assert (match.v, match.k, match.last) == (*before, None)


def test_a_game_can_be_sent_to_another_process(game: Game) -> None:
    """A game survives pickling and plays the same afterwards."""
    again = pickle.loads(pickle.dumps(game))

    assert to_the_end(again.start(3)).journal == to_the_end(game.start(3)).journal


def test_threads_can_share_a_game(game: Game) -> None:
    """Matches of one game in several threads go as they go alone."""

    def final(seed: int) -> list[str]:
        match = to_the_end(game.start(seed))
        return [move["text"] for move in match.journal["moves"]]

    alone = [final(seed) for seed in range(40)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(final, range(40)))
        engines = set(pool.map(lambda _: id(game.engine), range(40)))

    assert together == alone
    assert id(game.engine) not in engines


def test_forced_moves_can_be_made_at_once(game: Game) -> None:
    """As long as there is one move only, it can be made without asking."""
    match = game.start(1)
    match.play("pass")

    assert len(match.play_forced()) == 1
    assert texts(match) == ["bet", "pass"]


def test_explicit_chance_stops_at_each_draw(game: Game) -> None:
    """With explicit chance the draws are decisions whose moves are the outcomes."""
    match = game.start(1, explicit_chance=True)

    assert match.decision is not None
    assert (match.decision.kind, match.decision.player) == ("chance", None)
    assert texts(match) == ["draw jack", "draw queen", "draw old king"]
    match.play("draw queen")
    assert texts(match) == ["draw jack", "draw old king"]
    assert match.view()["to_move"] is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [("B.chip", 2), ("chip", [2, 2]), ("pile", []), ("hand", [["queen"], ["old_king"]])],
)
def test_the_state_is_read_by_path(game: Game, path: str, expected: Any) -> None:
    """Values, zones, and what all players have are read by the names of the rule files."""
    match = game.start(explicit_chance=True)
    match.play("draw queen")
    match.play("draw old king")

    assert match.state[path] == expected


def test_an_unknown_path_gets_a_suggestion(game: Game) -> None:
    """A path that names nothing is a KeyError that says which one may be meant."""
    with pytest.raises(KeyError, match=r"Did you mean 'A\.chip'"):
        game.start(1).state["A.chips"]


def test_a_program_survives_the_cache(tmp_path: Path) -> None:
    """What was kept under a key comes back equal, and only under that key."""
    cache = Cache(tmp_path / "new")
    made = card_game()
    cache.keep("a" * 64, made)

    assert cache.program("a" * 64) == made
    assert cache.program("b" * 64) is None
    assert from_data(to_data(made)) == made


@pytest.mark.parametrize("damage", [b"", b"not a program", b"cut"])
def test_a_damaged_cache_file_is_ignored_and_written_again(tmp_path: Path, damage: bytes) -> None:
    """A cache file that cannot be read counts as missing and is replaced."""
    cache = Cache(tmp_path)
    made = card_game()
    cache.keep("a" * 64, made)
    file = tmp_path / ("a" * 64) / PROGRAM
    file.write_bytes(file.read_bytes()[:-9] if damage == b"cut" else damage)

    assert cache.program("a" * 64) is None
    cache.keep("a" * 64, made)
    assert cache.program("a" * 64) == made


def test_a_cache_that_cannot_be_written_is_no_problem(tmp_path: Path) -> None:
    """Where the cache folder cannot be made, nothing is kept and nothing fails."""
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file")

    cache.keep("a" * 64, card_game())

    assert cache.program("a" * 64) is None


def test_the_cache_keeps_code_beside_the_program(tmp_path: Path) -> None:
    """Other blobs live beside the program, each guarded against damage by itself."""
    cache = Cache(tmp_path)
    cache.write("a" * 64, "code-311", b"\x00\x01")

    assert cache.read("a" * 64, "code-311") == b"\x00\x01"
    (tmp_path / ("a" * 64) / "code-311").write_bytes(b"x" * 80)
    assert cache.read("a" * 64, "code-311") is None


def test_the_cache_forgets_the_oldest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache does not grow without end."""
    monkeypatch.setattr("rulewright.interpreter.cache.MOST_ENTRIES", 3)
    cache = Cache(tmp_path)
    for number in range(6):
        cache.keep(f"{number:064}", card_game())

    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"RULEWRIGHT_CACHE": "off"}, None),
        ({"RULEWRIGHT_CACHE": "here"}, Path("here")),
        ({"XDG_CACHE_HOME": "/x"}, Path("/x/rulewright")),
        ({"XDG_CACHE_HOME": "relative", "LOCALAPPDATA": "/y"}, Path("/y/rulewright")),
    ],
)
def test_the_cache_folder_follows_the_environment(
    environment: dict[str, str], expected: Path | None
) -> None:
    """The user decides where the cache is, or that there is none."""
    assert cache_folder(environment) == expected


def test_a_key_depends_on_all_that_matters() -> None:
    """Another byte, player count, option or variant gives another key; the order of files none."""
    files = {"game.yaml": b"game: x", "tiles.yaml": b"tiles: {}"}
    keys = {
        key_of(files, "x", 2, {}, []),
        key_of({**files, "game.yaml": b"game: y"}, "x", 2, {}, []),
        key_of({"game.yaml": b"game: x", "other.yaml": b"tiles: {}"}, "x", 2, {}, []),
        key_of(files, "x", 3, {}, []),
        key_of(files, "x", None, {}, []),
        key_of(files, "x", 2, {"a": True}, []),
        key_of(files, "x", 2, {}, ["v"]),
    }

    assert len(keys) == 7
    assert key_of(dict(reversed(files.items())), "x", 2, {}, []) in keys


def test_the_files_of_a_game_are_found_without_parsing(tmp_path: Path) -> None:
    """A folder, its game.yaml and a variant file beside it all lead to the game's files."""
    folder = tmp_path / "tiny"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text("game: tiny\n")
    (folder / "variants" / "big.yaml").write_text("variant: big\nof: tiny\n")

    found = rule_files(str(folder))

    assert found is not None
    assert sorted(found) == ["game.yaml", "variants/big.yaml"]
    assert rule_files(str(folder / "game.yaml")) == found
    assert rule_files(str(folder), [str(tmp_path / "gone.yaml")]) is None
    assert rule_files("no-such-game") is None


def test_the_version_is_that_of_the_package() -> None:
    """Saves name the version that the package has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert project["version"] == VERSION


def test_every_public_name_is_there() -> None:
    """What the root package promises can be imported, is listed by dir(), and is sorted."""
    for name in rulewright.__all__:
        assert getattr(rulewright, name) is not None
    assert set(rulewright.__all__) <= set(dir(rulewright))
    assert len(set(rulewright.__all__)) == len(rulewright.__all__)
    with pytest.raises(AttributeError):
        rulewright.no_such_name  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    """`import rulewright` alone loads no parser, no model and nothing that plays."""
    code = (
        "import sys, rulewright, importlib\n"
        "loaded = {n for n in sys.modules if n.startswith('rulewright.')}\n"
        "importlib.import_module('rulewright.games')\n"
        "print(sorted(loaded), callable(rulewright.games))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout == "[] True\n", done.stderr


def test_a_mistyped_game_gets_a_suggestion() -> None:
    """A name that is no game is an UnknownGame that says which one may be meant."""
    with pytest.raises(rulewright.UnknownGame, match="Did you mean 'tic-tac-toe'"):
        rulewright.load("tic-tac-to")


def test_broken_rules_are_raised_together(tmp_path: Path) -> None:
    """Mistakes in rule files come as one RuleFileError that holds them all."""
    (tmp_path / "game.yaml").write_text("game: x\nplayers: 2\nflow: gain 1 gran then lose 1 flux\n")

    with pytest.raises(rulewright.RuleFileError) as caught:
        rulewright.load(tmp_path)

    assert len(caught.value.problems) >= 2
    assert rulewright.check([tmp_path]) == list(caught.value.problems)


def test_games_are_listed_with_what_they_need() -> None:
    """The list of games has ids and player counts."""
    listed = {info.id: info.players for info in rulewright.games()}

    assert listed["tic-tac-toe"] == (2,)


def test_a_game_from_the_cache_needs_no_parser(tmp_path: Path) -> None:
    """The second load of a game imports none of what reads rule files, and plays the same."""
    code = (
        "import sys, rulewright\n"
        "match = rulewright.load('tic-tac-toe').start(1)\n"
        "match.play('c22')\n"
        "parsers = {'lark', 'jsonschema', 'ruamel'} & {n.split('.')[0] for n in sys.modules}\n"
        "print(len(match.moves()), sorted(parsers))"
    )
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", code]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True) for _ in range(2)
    )

    assert first.stdout == "8 ['jsonschema', 'lark', 'ruamel']\n", first.stderr
    assert second.stdout == "8 []\n", second.stderr


def test_whatever_comes_over_the_wire_is_refused_as_a_move() -> None:
    """JSON that is no move is an IllegalMove, and JSON that is no save a SaveMismatch."""
    match = rulewright.load("tiny").start(seed=1)
    moves: list[Any] = [None, [], 1.5, {}, {"option": None}, {"option": "0"}]
    for sent in moves:
        with pytest.raises(IllegalMove) as refused:
            match.play(sent)
        assert refused.value.code == "unknown-move"
    saves: list[Any] = [None, [], "save", {}]
    for sent in saves:
        with pytest.raises(rulewright.SaveMismatch) as broken:
            rulewright.resume(sent)
        assert broken.value.code == "not-a-save"


def test_a_move_is_explained_in_each_of_its_forms() -> None:
    """A Move, its text, its data and its integer give the same reasons."""
    match = rulewright.load("tiny").start(seed=1)
    move = match.moves()[1]
    reasons = match.explain(move.text)
    assert all(reason.ok for reason in reasons)
    bare = {"option": move.id}
    assert all(match.explain(form) == reasons for form in (move, move.data, move.id, bare))
    assert not match.explain(99)[0].ok


def test_one_path_alone_is_one_path(tmp_path: Path) -> None:
    """A single name for `check` and for `variants` is not taken letter by letter."""
    assert rulewright.check("tiny") == []
    variant = tmp_path / "poor.yaml"
    variant.write_text("variant: poor\nof: tiny\nchange:\n  goods.grain.start: 0\n")
    assert rulewright.check(variant) == []
    for named in (variant, str(variant)):
        assert rulewright.load("tiny", variants=named).start(seed=1).state["A.grain"] == 0


def test_a_save_of_another_game_says_just_that() -> None:
    """Options and rules of another game are no news."""
    save = rulewright.load("tiny").start(seed=1).save()
    with pytest.raises(rulewright.SaveMismatch) as refused:
        rulewright.load("pig").resume(save)
    assert refused.value.message == "This save belongs to other rules: game: tiny there, pig here."
