"""The last look at generated code: a syntax tree in, a refusal of what must not be in it out."""

from __future__ import annotations

import ast

import pytest

from rulewright.interpreter.compile.module import make
from rulewright.interpreter.compile.whitelist import NotAllowed, check

from .programs import Coder


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "x1 = 1",
        "def f1(v, k): import os",
        "def f1(v, k): from os import path",
        "def f1(v, k): return v.__class__",
        "def f1(v, k): return v.pop()",
        "def f1(v, k): return k.append",
        "def f1(v, k): return open('file')",
        "def f1(v, k): return eval('1')",
        "def f1(v, k): return __import__('os')",
        "def f1(v, k): return __builtins__",
        "def f1(v, k): wood = 1",
        "def f1(v, k): tuple = 1",
        "def f1(v, k): global x1",
        "def f1(v, k, wood): return 1",
        "def f1(v, *k): return 1",
        "def f1(v, k=()): return 1",
        "def f1(v: len, k): return 1",
        "@len\ndef f1(v, k): return 1",
        "def wood(v, k): return 1",
        "def f1(v, k): return lambda: 1",
        "def f1(v, k): return [x1 for x1 in v]",
        "def f1(v, k): return (x1 for x1 in v)",
        "def f1(v, k):\n  def f2(v, k): return 1",
        "def f1(v, k): return max(v, key=len)",
        "def f1(v, k): return 1.5",
        "def f1(v, k): return b'x'",
        "def f1(v, k): return f'{v}'",
        "def f1(v, k): raise v",
        "def f1(v, k): yield v",
        "def f1(v, k):\n  try: return 1\n  except: return 2",
        "def f1(v, k):\n  with v: return 1",
        "class f1: pass",
    ],
)
def test_other_syntax_is_refused(text: str) -> None:
    """Imports, attributes, foreign names and all syntax that is not needed are not let through."""
    with pytest.raises(NotAllowed):
        check(ast.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "def f1(v, k, engine, look, log):\n  if look: v[2] = 7\n  return -4",
        "def d3(v, k, me, a0):\n  x1 = []\n  x1.append(len(a0))\n  return tuple(x1)",
        "def p26(v, k, look, log, L0):\n  for t1 in range(L0): move(G, v, t1, 2)\n  return None",
    ],
)
def test_what_is_generated_is_let_through(text: str) -> None:
    """The kinds of code that are needed pass."""
    check(ast.parse(text))


def test_whole_modules_are_looked_at() -> None:
    """A module that was made cannot be loaded once something is put into it."""
    tree = make(Coder(1).program()).tree
    check(tree)
    function = tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    function.body.insert(0, ast.parse("v.clear()").body[0])
    with pytest.raises(NotAllowed, match="clear"):
        check(tree)
