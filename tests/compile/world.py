"""A Program with a little of everything, and positions of it: what expressions can be asked about.

Two players; three goods; six cards and three dice; a deck, two hands and a heap; a board of six
cells and one of four for each player; a store on two places; numbers, flags and sets.
"""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

from rulewright.dsl.program import (
    FP,
    HEADER,
    ME,
    NOBODY,
    Board,
    Domain,
    Function,
    Kind,
    Node,
    Program,
    Store,
    Variable,
    Zone,
)
from rulewright.interpreter import kernel

GOODS = ("wood", "ore", "gold")
CARDS = tuple(range(6))
DICE = (6, 7, 8)
CELLS = tuple(range(6))  # of the common board
HOMES = tuple(range(6, 14))  # four cells each
HOME_EDGES = tuple(range(7, 15))
ZONES = (0, 1, 2, 3)
PLACEMENTS = ((0, 1), (0, 2), (1, 3), (2, 3), (2, -1))

_next = HEADER


def _take(count: int) -> int:
    global _next
    base = _next
    _next += count
    return base


GOODS_AT = _take(2 * len(GOODS))
SUPPLY = _take(1)
NUMBER = _take(1)  # 0 to 9
FLAG = _take(1)
COUNTERS = _take(2)  # one per player, -3 to 20
SET = _take(1)  # of cells
CHOSEN_CELL = _take(1)  # a cell or none
MARKS = _take(len(CELLS))  # a player or none on each cell
HEIGHTS = _take(len(HOMES))  # 0 to 5 on each cell at home
OPEN = _take(len(HOME_EDGES))  # flags of edges
PIPS = _take(len(DICE))
HOLDERS = _take(len(CELLS))  # a card or none on each cell
STOCK = _take(4)
PLACES = _take(9)
ZONE_AT = tuple(_take(2 + 6) for _ in ZONES)
FUEL = _take(1)
SLOTS = _next

START = [0] * SLOTS
START[GOODS_AT : GOODS_AT + 6] = [2, 1, 0, 3, 0, 1]
START[SUPPLY] = 6
START[CHOSEN_CELL] = -1
START[MARKS : MARKS + 6] = [-1] * 6
START[PIPS : PIPS + 3] = [1, 2, 2]
START[HOLDERS : HOLDERS + 6] = [-1] * 6
START[PLACES : PLACES + 9] = [0] * 6 + [-1] * 3
START[ZONE_AT[0] : ZONE_AT[0] + 8] = [6, 0, *CARDS]
for _base in ZONE_AT[1:]:
    START[_base : _base + 8] = [0, 0, *[-1] * 6]
START[FUEL] = 400

TABLES: tuple[tuple[Any, ...], ...] = (
    (3, 1, 4, 1, 5, 0),  # by card
    ((0, 1), (2,), (), (3, 4, 5), (0,), (1, 2)),  # cards by card
    (0, 1, 0, 1, 2, 2),  # a column by cell of the board
    ((1, 0, 0), (0, 1, 2), (0, 0, 0), (2, 0, 1), (0, 0, 5), (1, 1, 1)),  # a price by card
)


def _variable(path: str, base: int, low: int, high: int, count: int = 1, **given: Any) -> Variable:
    domain = given.pop("domain", Domain("int", "", low, high))
    return Variable(path, base, domain, START[base], low, high, count, **given)


VARIABLES = (
    *(
        _variable(good, GOODS_AT + number, 0, 9, 2, owner="player", good=number)
        for number, good in enumerate(GOODS)
    ),
    _variable("number", NUMBER, 0, 9),
    _variable("flag", FLAG, 0, 1),
    _variable("counter", COUNTERS, -3, 20, 2, owner="player"),
    _variable("set", SET, 0, 63, is_set=True),
    _variable("chosen", CHOSEN_CELL, -1, 5),
    _variable("mark", MARKS, -1, 1, 6, owner="cell", kind="table"),
    _variable("height", HEIGHTS, 0, 5, 8, owner="cell", kind="home"),
    _variable("open", OPEN, 0, 1, 8, owner="edge", kind="home"),
    _variable("value", PIPS, 1, 6, 3, owner="piece", kind="die"),
    _variable("card", HOLDERS, -1, 5, 6, owner="cell", kind="table"),
)

TABLE = Board(
    "table", False, tuple("abcdef"), ((0, 1, 2), (3, 4, 5)), 0, 0,
    ((0, 1, 2), (1, 2, 2), (0, 3, 4), (1, 4, 4), (2, 5, 4), (3, 4, 2), (4, 5, 2)),
    ((1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4)),
)  # fmt: skip
HOME = Board(
    "home", True, tuple("abcd"), ((0, 1), (2, 3)), 6, 7,
    ((0, 1, 2), (0, 2, 4), (1, 3, 4), (2, 3, 2)), ((1, 2), (0, 3), (0, 3), (1, 2)),
)  # fmt: skip


def world(functions: tuple[Function, ...] = (), **given: Any) -> Program:
    """The Program, with defines and whatever else is given."""
    kinds = {"str": "", "int": 0, "bool": False, "dict": {}, "tuple": (), "Node": None}
    values: dict[str, Any] = {
        each.name: kinds[str(each.type).split("[")[0].split(" ")[0]] for each in fields(Program)
    }
    values |= {
        "game": "world",
        "players": 2,
        "code": (Node("commit"), Node("over")),
        "infallible": (True, True),
        "entry": 1,
        "files": ("world.yaml",),
        "start": tuple(START),
        "slots": SLOTS,
        "goods": GOODS,
        "goods_base": GOODS_AT,
        "goods_max": (9, 5, 9),
        "goods_supply": (-1, -1, SUPPLY),
        "kinds": (
            Kind("card", "cards", 0, 6, tuple("uvwxyz"), CARDS, (NOBODY,) * 6),
            Kind("die", "dice", 6, 3, ("die",), (0, 0, 0), (NOBODY,) * 3),
        ),
        "pieces_base": PLACES,
        "piece_names": (*"uvwxyz", "die_1", "die_2", "die_3"),
        "zones": tuple(
            Zone(name, NOBODY, base, 6, "card", "everyone")
            for name, base in zip(("deck", "left", "right", "heap"), ZONE_AT, strict=True)
        ),
        "boards": (TABLE, HOME),
        "cells": 14,
        "holders": ((0, 5, HOLDERS, 1, 0),),
        "variables": VARIABLES,
        "stores": (Store("pile", STOCK, (2, 0), 2),),
        "tables": TABLES,
        "functions": functions,
        "placements": (PLACEMENTS,),
        "housing": (((0, 1), 2, housing()),),
        "nlocals": 8,
        "trades": ((0, (2, 0, 0), (0, 1, 0), 0), (1, (0, 0, 1), (1, 0, 0), 1)),
        "anytime": (),
    }
    values.update(given)
    return Program(**values)


def housing() -> tuple[Any, ...]:
    """Rooms for wood and ore: as high as the cells of the owner, and one more."""
    cells = Node("const", (HOMES[:2],))
    height = Node("at", (HEIGHTS - 6, 1, Node("temp", (0,))))
    return (
        (cells, 0, height, (0, 1), 1, -1),
        (Node("const", ((0,),)), 0, Node("const", (1,)), (0, 1), 0, 0),
    )


def position(pick: random.Random) -> list[Any]:
    """A position that could be: cards lie somewhere, numbers are within their bounds."""
    v: list[Any] = list(START)
    v[ME] = pick.randrange(2)
    v[FP] = 3
    tables = kernel.Tables(world())
    for card in pick.sample(CARDS, 6):
        if pick.random() < 0.3:
            kernel.place(tables, v, card, pick.choice(CELLS), HOLDERS, 1, 0)
        else:
            kernel.move(tables, v, card, pick.choice(ZONES))
    if pick.random() < 0.5:
        kernel.shuffle(tables, v, pick.choice(ZONES))
    for variable in VARIABLES:
        if variable.path == "card":
            continue
        stride = len(GOODS) if variable.good >= 0 else 1
        for number in range(variable.count):
            v[variable.base + stride * number] = pick.randint(variable.lo, variable.hi)
    v[GOODS_AT + 1] = min(v[GOODS_AT + 1], 5)
    v[GOODS_AT + 4] = min(v[GOODS_AT + 4], 5)
    v[SUPPLY] = pick.randrange(8)
    v[STOCK : STOCK + 4] = [pick.randrange(4) for _ in range(4)]
    return v


def stack(locals_: list[Any]) -> list[Any]:
    """A frame with these locals."""
    return [-1, 0, 1, *locals_]
