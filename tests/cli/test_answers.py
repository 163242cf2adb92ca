"""What somebody types at a decision in, the moves or commands that are meant out."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.interpreter.cli.answers import Choices, choices, command
from rulewright.interpreter.moves import Move
from tests.mechanisms.support import start


@pytest.fixture(scope="module")
def moves() -> list[Move]:
    """Nine moves of some game; their labels are given by each test."""
    return rulewright.load("tic-tac-toe").start(1).moves()


def offered(moves: list[Move], *labels: str) -> Choices:
    """A decision between moves with these labels."""
    return Choices(moves[: len(labels)], labels)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1", ["take old map"]),
        ("4", []),
        ("0", []),
        ("take old map", ["take old map"]),
        ("TAKE  old_map", ["take old map"]),
        ("take", ["take old map", "take lamp"]),
        ("take l", ["take lamp"]),
        ("lamp", ["take lamp"]),
        ("t m", ["take old map"]),
        ("map take", []),
        ("done", ["done"]),
        ("d", ["done"]),
        ("", []),
        ("sing", []),
    ],
)
def test_moves_are_found_by_number_name_and_beginning(
    moves: list[Move], typed: str, meant: list[str]
) -> None:
    """A number, a name in any spelling, a beginning, or the beginnings of words in order."""
    given = offered(moves, "take old map", "take lamp", "done")
    assert [given.label_of(move) for move in given.meant(typed)] == meant


def test_the_text_of_a_move_works_in_every_language(moves: list[Move]) -> None:
    """Besides its label a move can be called by its text."""
    given = offered(moves, "en haut à gauche")
    assert given.exact("C11") is moves[0]
    assert given.exact("En Haut à gauche") is moves[0]


def test_an_exact_name_is_never_ambiguous(moves: list[Move]) -> None:
    """A move that is the beginning of another is meant by its own name."""
    given = offered(moves, "dig", "dig twice")
    assert [given.label_of(move) for move in given.meant("dig")] == ["dig"]


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("undo", ("undo", "")),
        ("UNDO", ("undo", "")),
        ("save evening.json", ("save", "evening.json")),
        ("?", ("?", "")),
        ("?take lamp", ("?", "take lamp")),
        ("explain take lamp", ("?", "take lamp")),
        ("q", ("quit", "")),
        ("b", None),
        ("/b", ("board", "")),
        ("log", None),
        ("/log", ("log", "")),
        ("sing", None),
    ],
)
def test_commands_and_moves_are_told_apart(
    moves: list[Move], typed: str, asked: tuple[str, str] | None
) -> None:
    """A move called like a command is the move; a letter is a command if no move begins so."""
    assert command(typed, offered(moves, "bet", "log", "take lamp")) == asked


def test_labels_that_are_the_same_get_numbers(moves: list[Move]) -> None:
    """Moves that read the same in a language can be told apart."""
    found = choices([moves[0], moves[0], moves[1]], "en")
    assert found.labels == ["c11", "c11 (2)", "c12"]


def test_a_word_filters_the_list(moves: list[Move]) -> None:
    """Only moves with the word are shown, with the numbers they have in the whole list."""
    given = offered(moves, "take old map", "take lamp", "done")
    assert given.shown("LAMP") == (["2 take lamp"], [])
    assert [len(part) for part in given.shown()] == [3, 0]


def test_what_can_be_done_at_any_time_stands_apart() -> None:
    """Moves that answer the question come first, with the numbers they have among all."""
    moves = start("any_time_asked").moves()
    answers, aside = choices(moves, "en").shown()
    assert len(answers) + len(aside) == len(moves)
    assert aside and answers
    assert [line.split(" ", 1)[0] for line in answers + aside] == [
        str(number) for number in range(1, len(moves) + 1)
    ]
