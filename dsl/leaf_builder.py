"""From parse trees to nodes: the tree of one leaf in, its node and the problems found out.

Most rules of grammar.lark become the node class that `_PLAIN` gives for their name; the others have
a method `_on_<rule>`.  Both get what the rule's parts became, in the order of the grammar, with
None for what was left out.
The tree is folded from the leaves up without recursion, so depth cannot exhaust the stack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from rulewright.dsl import nodes as n
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.source import Span
from rulewright.dsl.syntax_words import ARTICLES, KEYWORDS, NOT_IN_CALLS
from rulewright.dsl.yaml_nodes import YamlScalar
from rulewright.dsl.yaml_scalars import LARGEST_NUMBER, MOST_DIGITS

LONGEST_SHOWN = 60
"""A hint repeats the author's own text only up to this length."""

# Rule -> class and the fields that the grammar rule itself decides, after those of its parts.
# Names come as text; the other tokens only told the forms apart.
_PLAIN: dict[str, tuple[Any, ...]] = {
    "step": (n.Step,),
    "at_most": (n.Times, True),
    "if_possible": (n.IfPossible,),
    "gain": (n.Gain,),
    "lose": (n.Lose,),
    "pay": (n.Pay,),
    "trade": (n.Trade,),
    "add": (n.Add,),
    "give": (n.Give,),
    "set_to": (n.SetTo,),
    "raise_": (n.Change, 1),
    "lower": (n.Change, -1),
    "move": (n.Move,),
    "place": (n.Place,),
    "draw": (n.Draw,),
    "shuffle": (n.Shuffle,),
    "roll": (n.Roll,),
    "let": (n.Let,),
    "perform": (n.Perform,),
    "nothing": (n.Nothing,),
    "end_game": (n.EndGame,),
    "named_cost": (n.NamedCost,),
    "free": (n.Free,),
    "all": (n.All,),
    "where": (n.Where,),
    "if_else": (n.IfElse,),
    "not_": (n.Not,),
    "is_": (n.Is, False),
    "is_not": (n.Is, True),
    "in_set": (n.InSet, False),
    "not_in_set": (n.InSet, True),
    "negate": (n.Negate,),
    "name": (n.Name,),
    "my": (n.My,),
    "its": (n.Its,),
    "attr": (n.Attr,),
    "possible": (n.Possible,),
    "has": (n.Has,),
    "over": (n.Over,),
    "word": (n.Word,),
    "choice": (n.Choice,),
}

# Rules that become a node with one tuple of all their parts.
_LISTS: dict[str, Any] = {
    "effect": n.Sequence,
    "bundle": n.Bundle,
    "all_of": n.AllOf,
    "delta": n.Delta,
}


@dataclass(frozen=True, slots=True)
class _Group:
    """Values of a phrase written together: one number, or all between two parentheses."""

    args: tuple[n.Arg, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class _Limit:
    """`up to …` in a phrase; `open` if parentheses that follow belong to it."""

    expr: n.Expr
    open: bool
    span: Span


_Said = n.Word | _Group | _Limit


class Builder:
    """Builds the node of one leaf; `problems` holds what the grammar alone cannot refuse."""

    def __init__(self, scalar: YamlScalar) -> None:
        self.problems: list[Problem] = []
        self._scalar = scalar
        self._tree: Tree[Token] = Tree("", [])
        # Nodes that stand in parentheses, by identity: `a or (b and c)` is no mixture.
        self._bracketed: set[int] = set()

    def build(self, tree: Tree[Token]) -> Any:
        """Return the node of a whole tree."""
        built: dict[int, Any] = {}
        for self._tree in tree.iter_subtrees():
            rule = str(self._tree.data)
            parts = [
                built[id(part)] if isinstance(part, Tree) else part for part in self._tree.children
            ]
            if rule in _PLAIN:
                made = self._plain(rule, parts)
            elif rule in _LISTS:
                made = _LISTS[rule](tuple(parts), self._span)
            else:
                made = getattr(self, f"_on_{rule}")(*parts)
            built[id(self._tree)] = made
        return built[id(tree)]

    def _plain(self, rule: str, parts: list[Any]) -> Any:
        made, *decided = _PLAIN[rule]
        fields = [
            part.value if isinstance(part, Token) else part
            for part in parts
            if not isinstance(part, Token) or part.type in ("NAME", "SEAT")
        ]
        return made(*fields, *decided, self._span)

    @property
    def _span(self) -> Span:
        """The place of the construct at hand."""
        return self._scalar.span_of(self._tree.meta.start_pos, self._tree.meta.end_pos)

    def _token_span(self, token: Token) -> Span:
        start = token.start_pos or 0
        return self._scalar.span_of(start, start + len(token))

    def _name(self, token: Token) -> n.Name:
        return n.Name(token.value, self._token_span(token))

    def _int(self, token: Token) -> int:
        # The digits are counted first: turning thousands of them into a number takes long.
        if len(token) <= MOST_DIGITS and int(token) <= LARGEST_NUMBER:
            return int(token)
        hint = f"Numbers go up to {LARGEST_NUMBER}."
        span = self._token_span(token)
        self._complain("number-too-large", "This number is too large.", span, hint)
        return 0

    def _complain(self, code: str, message: str, span: Span, hint: str) -> None:
        self.problems.append(problem(code, message, span, hint))

    # ------------------------------------------------------------------------------- effects

    def _on_phrase_step(self, said: list[_Said], times: Token | None, guard: Any) -> n.Step:
        how_often = None
        if times is not None:
            how_often = self._how_often(said.pop() if len(said) > 1 else None, times)
        return n.Step(self._on_phrase(said, None), how_often, guard, self._span)

    def _on_cost_step(self, said: list[_Said], cost: n.Bundle, times: Any, guard: Any) -> n.Step:
        return n.Step(self._on_phrase(said, cost), times, guard, self._span)

    def _how_often(self, last: _Said | None, times: Token) -> n.Times | None:
        """Read the last value of a phrase as the number in front of `times`."""
        end = self._token_span(times)
        match last:
            case _Limit():
                return n.Times(last.expr, True, last.span.to(end))
            case _Group(args=[n.Arg(expr=expr)]):
                if not isinstance(expr, n.Has | n.Over | n.BundleExpr):
                    return n.Times(expr, False, last.span.to(end))
        hint = "Write '2 times', 'up to 2 times', or a value in parentheses: '(n) times'."
        self._complain("times-without-number", "'times' needs a number before it.", end, hint)
        return None

    def _on_exactly(self, count: Token, _: Token) -> n.Times:
        return n.Times(n.Num(self._int(count), self._token_span(count)), False, self._span)

    def _on_guard(self, cond: n.Expr) -> n.Expr:
        return cond

    def _on_take(self, _: Token, bundle: n.Bundle | n.All, place: n.Expr) -> n.Take:
        return n.Take(None if isinstance(bundle, n.All) else bundle, place, self._span)

    def _on_refill(self, *parts: Any) -> n.Refill:
        *names, level = parts
        return n.Refill(tuple(map(self._name, names)), False, level, self._span)

    def _on_refill_all(self, *parts: Any) -> n.Refill:
        *names, level = parts
        return n.Refill(tuple(map(self._name, names)), True, level, self._span)

    # ------------------------------------------------------------------------------- phrases

    def _on_words(self, *parts: Any) -> list[_Said]:
        said: list[_Said] = []
        for part in parts:
            match part:
                case None:
                    pass
                case Token():
                    said.append(n.Word(part.value, self._token_span(part)))
                case n.Num():
                    said.append(_Group((n.Arg(part, part.span),), part.span))
                case _Group() if said and isinstance(limit := said[-1], _Limit) and limit.open:
                    # `up to rooms(2)` is one call, though the grammar reads two things.
                    said[-1] = _call_limit(limit, part)
                case _:
                    said.append(part)
        return said

    def _on_args_in(self, *args: n.Argument) -> _Group:
        return _Group(tuple(n.Arg(arg, arg.span) for arg in args), self._span)

    def _on_up_to(self, limit: n.Expr) -> _Limit:
        return _Limit(limit, isinstance(limit, n.Name), self._span)

    def _on_up_to_paren(self, limit: n.Expr) -> _Limit:
        return _Limit(limit, False, self._span)

    def _on_phrase(self, said: list[_Said], cost: n.Bundle | None) -> n.Phrase:
        span = said[0].span.to((cost or said[-1]).span)
        words: list[n.Word | n.Arg | n.UpTo] = []
        for part in said:
            match part:
                case n.Word():
                    if part.text in NOT_IN_CALLS:
                        message = f"'{part.text}' is not a word of the language."
                        hint = f"Write '{NOT_IN_CALLS[part.text]}'."
                        self._complain("foreign-operator", message, part.span, hint)
                    if part.text not in ARTICLES:
                        words.append(part)
                case _Group():
                    words.extend(part.args)
                case _Limit():
                    words.append(n.UpTo(part.expr, part.span))
        # A verb of the language opens a call only together with a name.
        needed = 2 if words and getattr(words[0], "text", "") in KEYWORDS else 1
        if len(words) < needed or not all(isinstance(word, n.Word) for word in words[:needed]):
            self._only_articles(span)
        return n.Phrase(tuple(words), cost, span)

    def _only_articles(self, span: Span) -> None:
        message = "The words 'a', 'an' and 'the' are left out, and then nothing says what is meant."
        self._complain("articles-only", message, span, "Name what is to be done or gained.")

    # ------------------------------------------------------------------------------- bundles

    def _on_goods(self, amount: n.Expr | n.All, good: Token) -> n.Goods:
        return n.Goods(amount, self._name(good), self._span)

    def _on_different(self, count: Token, group: Token) -> n.Different:
        return n.Different(self._int(count), self._name(group), self._span)

    def _on_bundle_expr(self, *alternatives: n.AllOf) -> n.BundleExpr:
        return n.BundleExpr(n.Bundle(alternatives, self._span), self._span)

    # --------------------------------------------------------------------------- expressions

    def _on_every_of(self, *items: n.Expr) -> n.Logic:
        return n.Logic("and", items, self._span)

    def _on_any_of(self, *items: n.Expr) -> n.Logic:
        if any(map(self._loose_and, items)):
            message = "'and' and 'or' stand side by side, so it is unclear what belongs together."
            hint = self._where_parentheses_go(items)
            self._complain("mixed-and-or", message, self._span, hint)
        return n.Logic("or", items, self._span)

    def _loose_and(self, item: n.Expr) -> bool:
        return isinstance(item, n.Logic) and item.op == "and" and id(item) not in self._bracketed

    def _where_parentheses_go(self, items: tuple[n.Expr, ...]) -> str:
        """Show both readings of `a and b or c` in the author's own words, if they are short."""
        groups: list[list[str]] = []
        for item, tree in zip(items, self._tree.children, strict=True):
            parts: list[Any] = tree.children if self._loose_and(item) else [tree]  # type: ignore[union-attr]
            groups.append([self._scalar.text[p.meta.start_pos : p.meta.end_pos] for p in parts])
        and_first = " or ".join(_in_brackets(group, " and ") for group in groups)
        # The other reading: each `or` joins the last part of one group to the first of the next.
        runs = [[part] for part in groups[0]]
        for first, *others in groups[1:]:
            runs[-1].append(first)
            runs.extend([part] for part in others)
        or_first = " and ".join(_in_brackets(run, " or ") for run in runs)
        if max(len(and_first), len(or_first)) > LONGEST_SHOWN:
            return "Put parentheses around the parts that belong together."
        return f"Write '{and_first}' or '{or_first}'."

    def _on_compare(self, *parts: Any) -> n.Compare:
        return n.Compare(tuple(op.value for op in parts[1::2]), parts[::2], self._span)

    def _on_arith(self, left: n.Expr, op: Token, right: n.Expr) -> n.Arith:
        return n.Arith(op.value, left, right, self._span)

    def _on_paren(self, inner: n.Expr) -> n.Expr:
        self._bracketed.add(id(inner))
        return inner

    def _on_number(self, token: Token) -> n.Num:
        return n.Num(self._int(token), self._span)

    def _on_call(self, name: Token, *args: n.Argument) -> n.Call:
        return n.Call(name.value, args, self._span)

    # -------------------------------------------------------------------------- other leaves

    def _on_condition(self, expr: n.Expr) -> n.Expr:
        return expr

    def _on_value(self, expr: n.Expr) -> n.Expr:
        return expr

    def _on_goods_event(self, who: Any, verb: Token, *rest: Any) -> n.Event:
        *names, where = rest
        return n.Event(who, verb.value, tuple(names), where, self._span)

    def _on_phrase_event(self, who: Any, *rest: Any) -> n.Event:
        *words, where = rest
        names = tuple(word for word in words if word.id not in ARTICLES)
        if not names:
            self._only_articles(words[0].span.to(words[-1].span))
        return n.Event(who, "phrase", names, where, self._span)

    def _on_who(self, token: Token) -> str:
        return str(token.value)

    def _on_said(self, *tokens: Token) -> n.Name:
        names = [self._name(token) for token in tokens if token.value not in ARTICLES]
        if not names:
            self._only_articles(self._span)
            return self._name(tokens[0])
        if len(names) > 1:
            message = f"'{names[0].id}' and '{names[1].id}' stand side by side with nothing between"
            hint = f"For either of them, write '{names[0].id} or {names[1].id}'."
            self._complain("side-by-side", f"{message}.", names[1].span, hint)
        return names[0]

    def _on_said_word(self, token: Token) -> n.Name:
        return self._name(token)

    def _on_adjust_by(self, name: Token, by: Any, cond: n.Expr | None) -> n.Adjust:
        return n.Adjust(name.value, by, None, cond, self._span)

    def _on_adjust_to(self, name: Token, to: n.Expr, cond: n.Expr | None) -> n.Adjust:
        return n.Adjust(name.value, None, to, cond, self._span)

    def _on_more(self, count: Token, good: Token) -> tuple[int, n.Name]:
        return self._int(count), self._name(good)

    def _on_less(self, _: Token, count: Token, good: Token) -> tuple[int, n.Name]:
        return -self._int(count), self._name(good)

    def _on_substitute(self, amount: Any, good: Token, bundle: n.Bundle) -> n.Substitute:
        return n.Substitute(amount, self._name(good), bundle, self._span)


def _call_limit(limit: _Limit, group: _Group) -> _Limit:
    assert isinstance(limit.expr, n.Name)
    args = tuple(arg.expr for arg in group.args)
    call = n.Call(limit.expr.id, args, limit.expr.span.to(group.span))
    return _Limit(call, False, limit.span.to(group.span))


def _in_brackets(parts: list[str], joiner: str) -> str:
    joined = joiner.join(parts)
    return f"({joined})" if len(parts) > 1 else joined
