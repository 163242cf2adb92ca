"""Conditions with parts in common: alternatives in, one condition that asks each part once out.

`a and b and c or a and d and e` becomes `a and (b and c or d and e)`. Only conditions that cannot
go wrong and have no effect are put in another order.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from .pyast import any_of, both

_Term = dict[str, ast.expr]


def factored(alternatives: Sequence[ast.expr]) -> ast.expr:
    """Return a condition that holds if one of the alternatives does."""
    if len(alternatives) < 2 or not all(_movable(one) for one in alternatives):
        return any_of(alternatives)
    return _factored([_parts(one) for one in alternatives])


def _movable(tree: ast.expr) -> bool:
    """Say whether asking this is neither an effect nor a possible error."""
    for part in ast.walk(tree):
        if isinstance(part, ast.Call | ast.NamedExpr):
            return False
        if isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Constant):
            return False
    return True


def _parts(tree: ast.expr) -> _Term:
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    return {ast.dump(part): part for part in parts}


def _factored(terms: list[_Term]) -> ast.expr:
    counts = Counter(key for term in terms for key in term)
    if not counts:
        return both([])
    key, count = counts.most_common(1)[0]
    if count < 2:
        return any_of([both(list(term.values())) for term in terms])
    shared = [term for term in terms if key in term]
    part = shared[0][key]
    inner = _factored([{k: v for k, v in term.items() if k != key} for term in shared])
    rest = [term for term in terms if key not in term]
    first = both([part, inner])
    return any_of([first, _factored(rest)]) if rest else first
