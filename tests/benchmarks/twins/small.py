"""Small games written by hand: classes with a board, legal moves and one method that plays a move.

Idiomatic Python for one game each, chance included; what a programmer would write in an afternoon.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip
THROUGH = [[line for line in LINES if cell in line] for cell in range(9)]


class TicTacToe:
    """Three in a row."""

    __slots__ = ("board", "count", "player", "winner")

    def __init__(self, random: Random) -> None:
        self.board = [-1] * 9
        self.player = 0
        self.winner = -1
        self.count = 0

    def moves(self) -> list[int]:
        """Free cells."""
        return [cell for cell, mark in enumerate(self.board) if mark < 0]

    def play(self, cell: int) -> None:
        """Put a mark."""
        board, me = self.board, self.player
        board[cell] = me
        self.count += 1
        for a, b, c in THROUGH[cell]:
            if board[a] == me and board[b] == me and board[c] == me:
                self.winner = me
        self.player = 1 - me

    def over(self) -> bool:
        """Whether somebody has won or the board is full."""
        return self.winner >= 0 or self.count == 9

    def result(self) -> list[int]:
        """1 for the winner, -1 for the loser."""
        return [0, 0] if self.winner < 0 else [1, -1] if self.winner == 0 else [-1, 1]


class ConnectFour:
    """Four in a row, stones fall."""

    __slots__ = ("columns", "count", "player", "winner")

    def __init__(self, random: Random) -> None:
        self.columns: list[list[int]] = [[] for _ in range(7)]
        self.player = 0
        self.winner = -1
        self.count = 0

    def moves(self) -> list[int]:
        """Columns that are not full."""
        return [number for number, column in enumerate(self.columns) if len(column) < 6]

    def at(self, column: int, row: int) -> int:
        """Whose stone lies there, or -1."""
        if 0 <= column < 7 and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return -1

    def play(self, column: int) -> None:
        """Drop a stone."""
        me = self.player
        row = len(self.columns[column])
        self.columns[column].append(me)
        self.count += 1
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                x, y = column + sign * right, row + sign * up
                while self.at(x, y) == me:
                    length += 1
                    x, y = x + sign * right, y + sign * up
            if length >= 4:
                self.winner = me
        self.player = 1 - me

    def over(self) -> bool:
        """Whether somebody has won or the board is full."""
        return self.winner >= 0 or self.count == 42

    def result(self) -> list[int]:
        """1 for the winner, -1 for the loser."""
        return [0, 0] if self.winner < 0 else [1, -1] if self.winner == 0 else [-1, 1]


class Kuhn:
    """Three cards, one bet."""

    __slots__ = ("cards", "history")

    def __init__(self, random: Random) -> None:
        deck = [0, 1, 2]
        first = deck.pop(random.randrange(3))
        self.cards = [first, deck.pop(random.randrange(2))]
        self.history = ""

    def moves(self) -> list[int]:
        """Pass or bet."""
        return [0, 1]

    def play(self, move: int) -> None:
        """Pass (0) or bet (1)."""
        self.history += "pb"[move]

    def over(self) -> bool:
        """Whether both have spoken to the end."""
        return self.history in ("pp", "bp", "bb", "pbp", "pbb")

    def result(self) -> list[int]:
        """Chips won."""
        if self.history == "bp":
            return [1, -1]
        if self.history == "pbp":
            return [-1, 1]
        stake = 1 if self.history == "pp" else 2
        return [stake, -stake] if self.cards[0] > self.cards[1] else [-stake, stake]


class Leduc:
    """Six cards, two rounds of betting, one card for all."""

    __slots__ = (
        "deck",
        "folded",
        "hands",
        "open",
        "paid",
        "player",
        "public",
        "raises",
        "random",
        "round",
        "spoken",
    )

    def __init__(self, random: Random) -> None:
        self.random = random
        self.deck = [0, 0, 1, 1, 2, 2]
        self.hands = [self.draw(), self.draw()]
        self.public = -1
        self.paid = [1, 1]
        self.player = 0
        self.round = 1
        self.raises = 0
        self.spoken = 0
        self.open = 0
        self.folded = -1

    def draw(self) -> int:
        """A card of the deck."""
        return self.deck.pop(self.random.randrange(len(self.deck)))

    def moves(self) -> list[int]:
        """Fold (0) if there is something to call, call (1), raise (2)."""
        found = [0, 1] if self.paid[0] != self.paid[1] else [1]
        return [*found, 2] if self.raises < 2 else found

    def play(self, move: int) -> None:
        """Fold, call or raise."""
        me = self.player
        if move == 0:
            self.folded = me
            return
        self.paid[me] = self.paid[1 - me]
        self.spoken += 1
        if move == 2:
            self.paid[me] += 2 * self.round
            self.raises += 1
        elif self.spoken >= 2:
            self.round += 1
            self.raises = self.spoken = 0
            self.player = 0
            if self.round == 2:
                self.public = self.draw()
            return
        self.player = 1 - me

    def over(self) -> bool:
        """Whether somebody folded or both rounds are over."""
        return self.folded >= 0 or self.round > 2

    def result(self) -> list[int]:
        """Chips won."""
        if self.folded >= 0:
            winner = 1 - self.folded
        else:
            worth = [3 if hand == self.public else hand for hand in self.hands]
            if worth[0] == worth[1]:
                return [0, 0]
            winner = 0 if worth[0] > worth[1] else 1
        lost = self.paid[1 - winner]
        return [lost, -lost] if winner == 0 else [-lost, lost]


class Pig:
    """Roll or hold; a one loses the turn."""

    __slots__ = ("player", "points", "random", "turn")

    def __init__(self, random: Random) -> None:
        self.random = random
        self.points = [0, 0]
        self.player = 0
        self.turn = 0

    def moves(self) -> list[int]:
        """Roll (0) or hold (1)."""
        return [0, 1]

    def play(self, move: int) -> None:
        """Roll or hold."""
        if move == 1:
            self.points[self.player] += self.turn
        else:
            rolled = self.random.randrange(6) + 1
            if rolled > 1:
                self.turn += rolled
                return
        self.turn = 0
        if self.points[self.player] < 100:
            self.player = 1 - self.player

    def over(self) -> bool:
        """Whether somebody has 100 points."""
        return max(self.points) >= 100

    def result(self) -> list[int]:
        """1 for the winner, -1 for the loser."""
        return [1, -1] if self.points[0] >= 100 else [-1, 1]


TWINS: dict[str, Callable[[Any], Any]] = {
    "tic-tac-toe": TicTacToe,
    "connect-four": ConnectFour,
    "kuhn-poker": Kuhn,
    "leduc-poker": Leduc,
    "pig": Pig,
}
