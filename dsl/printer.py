"""Nodes back to text: any node of a leaf in, its canonical sentence out.

Parsing the sentence again gives the same nodes, places aside.  Parentheses stand where the grammar
or a reader needs them and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulewright.dsl import nodes as n

# How tightly an expression holds together, loosest first; an operand looser than its place needs
# parentheses.
_QUERY, _EXPR, _LOGIC, _NOT, _COMPARE, _SUM, _PRODUCT, _UNARY, _POSTFIX = range(9)


def unparse(node: n.Node) -> str:
    """Return the canonical sentence of a node.

    Works for whole leaves and for their parts, so that a message can quote any of them.
    """
    match node:
        case n.Sequence():
            return " then ".join(map(unparse, node.steps))
        case n.Step():
            return _words(unparse(node.action), _times(node.times), _guard(node.guard))
        case n.Times():
            return _times(node)
        case n.IfPossible():
            return _guard(node)
        case n.Bundle():
            return " or ".join(map(unparse, node.alternatives))
        case n.AllOf():
            return ", ".join(map(unparse, node.items))
        case n.All() | n.Goods() | n.Different() | n.NamedCost() | n.Free():
            return _item(node)
        case n.Word() | n.Arg() | n.UpTo():
            return _said([node])
        case n.Choice():
            return f"{node.name} in {_query(node.source)}"
        case n.Event():
            return _event(node)
        case n.Delta():
            return ", ".join(f"{count} {good.id}" for count, good in node.items)
        case n.Adjust():
            return _adjust(node)
        case n.Substitute():
            return f"{_amount(node.amount)} {node.good.id} by {unparse(node.bundle)}"
        case n.Has() | n.Over() | n.BundleExpr():
            return _argument(node)
    if isinstance(node, n.Expr):
        return _query(node)
    assert isinstance(node, n.Action)
    return _action(node)


# ----------------------------------------------------------------------------------- effects


def _words(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _times(times: n.Times | None) -> str:
    if times is None:
        return ""
    return f"{'up to ' if times.at_most else ''}{_amount(times.count)} times"


def _guard(guard: n.Expr | n.IfPossible | None) -> str:
    if guard is None:
        return ""
    return "if possible" if isinstance(guard, n.IfPossible) else f"if {_expr(guard, _LOGIC)}"


def _action(action: n.Action) -> str:
    match action:
        case n.Gain():
            return f"gain {unparse(action.bundle)}"
        case n.Lose():
            source = "" if action.place is None else f" from {_postfix(action.place)}"
            return f"lose {unparse(action.bundle)}{source}"
        case n.Pay():
            return f"pay {unparse(action.bundle)}"
        case n.Trade():
            return f"trade {unparse(action.give)} for {unparse(action.get)}"
        case n.Add():
            return f"add {unparse(action.bundle)} to {_postfix(action.place)}"
        case n.Take():
            what = "all" if action.bundle is None else unparse(action.bundle)
            return f"take {what} from {_postfix(action.place)}"
        case n.Give():
            return f"give {unparse(action.bundle)} to {_postfix(action.place)}"
        case n.Refill():
            names = (" and " if action.all else " or ").join(name.id for name in action.names)
            return f"refill {names} to {_amount(action.level)}"
        case n.SetTo():
            return f"set {_postfix(action.target)} to {_expr(action.value, _EXPR)}"
        case n.Change():
            verb = "raise" if action.sign > 0 else "lower"
            by = "" if action.amount is None else f"by {_expr(action.amount, _SUM)}"
            return _words(verb, _postfix(action.target), by)
        case n.Move():
            return f"move {_query(action.what)} to {_postfix(action.to)}"
        case n.Place():
            return f"place {_expr(action.what, _EXPR)} on {_postfix(action.on)}"
        case n.Draw():
            source, to = _postfix(action.source), _postfix(action.to)
            return f"draw {_amount(action.count)} from {source} to {to}"
        case n.Shuffle():
            into = "" if action.into is None else f"into {_postfix(action.into)}"
            return _words("shuffle", _postfix(action.zone), into)
        case n.Roll():
            return f"roll {_query(action.what)}"
        case n.Let():
            return f"let {action.name} be {_query(action.value)}"
        case n.Perform():
            return f"perform {_postfix(action.what)}"
        case n.Nothing():
            return "nothing"
        case n.EndGame():
            return "end game"
        case n.Phrase():
            cost = "" if action.cost is None else f"for {unparse(action.cost)}"
            return _words(_said(action.words), cost)


def _said(words: Sequence[n.Word | n.Arg | n.UpTo]) -> str:
    """Join the parts of a phrase; values that follow one another share their parentheses."""
    said: list[str] = []
    for in_parentheses, group in groupby(words, _needs_parentheses):
        if in_parentheses:
            args = (_argument(word.expr) for word in group if isinstance(word, n.Arg))
            said.append(f"({', '.join(args)})")
        else:
            said.extend(map(_said_word, group))
    return " ".join(said)


def _needs_parentheses(word: n.Word | n.Arg | n.UpTo) -> bool:
    return isinstance(word, n.Arg) and not isinstance(word.expr, n.Num)


def _said_word(word: n.Word | n.Arg | n.UpTo) -> str:
    match word:
        case n.Word():
            return word.text
        case n.Arg():
            return _argument(word.expr)
        case n.UpTo():
            return f"up to {_amount(word.expr)}"


# ----------------------------------------------------------------------------------- bundles


def _item(item: n.Item | n.All) -> str:
    match item:
        case n.All():
            return "all"
        case n.Goods():
            return f"{_amount(item.amount)} {item.good.id}"
        case n.Different():
            return f"{item.count} different {item.group.id}"
        case n.NamedCost():
            return _postfix(item.expr)
        case n.Free():
            return "free"


def _amount(amount: n.Expr | n.All) -> str:
    """A number as it is, anything else in parentheses: `(n) wood` reads better than `n wood`."""
    if isinstance(amount, n.All):
        return "all"
    text = _query(amount)
    return text if isinstance(amount, n.Num) else f"({text})"


# ------------------------------------------------------------------------------- expressions


def _query(expr: n.Expr) -> str:
    return _expr(expr, _QUERY)


def _postfix(expr: n.Expr) -> str:
    return _expr(expr, _POSTFIX)


def _expr(expr: n.Expr, place: int) -> str:
    """Write an expression where `place` or tighter is needed."""
    text, tightness = _bare(expr)
    return text if tightness >= place else f"({text})"


def _bare(expr: n.Expr) -> tuple[str, int]:
    match expr:
        case n.Num():
            return str(expr.value), _UNARY
        case n.Name():
            return expr.id, _POSTFIX
        case n.My():
            return f"my {expr.name}", _POSTFIX
        case n.Its():
            return f"its {expr.name}", _POSTFIX
        case n.Attr():
            return f"{_postfix(expr.obj)}'s {expr.name}", _POSTFIX
        case n.Call():
            return f"{expr.name}({', '.join(map(_argument, expr.args))})", _POSTFIX
        case n.Possible():
            return f"possible({_action(expr.phrase)})", _POSTFIX
        case n.Where():
            return f"{_expr(expr.source, _LOGIC)} where {_expr(expr.cond, _EXPR)}", _QUERY
        case n.IfElse():
            cond, then = _expr(expr.cond, _LOGIC), _expr(expr.then, _LOGIC)
            return f"if {cond} then {then} else {_expr(expr.other, _EXPR)}", _EXPR
        case n.Logic():
            # Even the same word inside itself is bracketed: it was so, or it would be one node.
            return f" {expr.op} ".join(_expr(item, _NOT) for item in expr.items), _LOGIC
        case n.Not():
            return f"not {_expr(expr.x, _NOT)}", _NOT
        case n.Compare():
            first, *others = (_expr(operand, _SUM) for operand in expr.operands)
            tail = (f" {op} {other}" for op, other in zip(expr.ops, others, strict=True))
            return first + "".join(tail), _COMPARE
        case n.Is():
            word = "is not" if expr.negated else "is"
            return f"{_expr(expr.left, _SUM)} {word} {_expr(expr.right, _SUM)}", _COMPARE
        case n.InSet():
            word = "not in" if expr.negated else "in"
            return f"{_expr(expr.item, _SUM)} {word} {_expr(expr.source, _SUM)}", _COMPARE
        case n.Arith():
            level = _SUM if expr.op in ("+", "-") else _PRODUCT
            return f"{_expr(expr.left, level)} {expr.op} {_expr(expr.right, level + 1)}", level
        case n.Negate():
            # `--n` would be right and look wrong.
            inner = _expr(expr.x, _POSTFIX if isinstance(expr.x, n.Negate) else _UNARY)
            return f"-{inner}", _UNARY


def _argument(arg: n.Argument) -> str:
    match arg:
        case n.Has():
            return f"{_query(arg.source)} has {_expr(arg.cond, _EXPR)}"
        case n.Over():
            return f"{_query(arg.body)} over {_query(arg.source)}"
        case n.BundleExpr():
            # The comma parts arguments, so goods are joined by `and` here.
            groups = (" and ".join(map(_item, group.items)) for group in arg.bundle.alternatives)
            return " or ".join(groups)
    return _query(arg)


# ------------------------------------------------------------------------------- other leaves


def _event(event: n.Event) -> str:
    names = [name.id for name in event.names]
    if event.verb == "phrase":
        what = " ".join(names)
    else:
        what = f"{event.verb} {' or '.join(names)}"
    where = "" if event.where is None else f"where {_expr(event.where, _EXPR)}"
    return _words(event.who or "", what, where)


def _adjust(adjust: n.Adjust) -> str:
    match adjust.by:
        case None:
            assert adjust.to is not None
            change = f"to {_expr(adjust.to, _EXPR)}"
        case n.Delta():
            change = f"by {unparse(adjust.by)}"
        case _:
            change = f"by {_expr(adjust.by, _SUM)}"
    return _words(adjust.name, change, _guard(adjust.cond))
