"""Expressions: a parsed tree and its surroundings in, a typed node of the program out.

Names are resolved and types checked in one pass. Whatever is wrong is reported once; the
expression then has the type `error`, which fits everywhere, so that one mistake gives one message.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.attributes import attribute, player_attribute
from rulewright.dsl.build import (
    NONE_VALUE,
    ONE,
    ZERO,
    at,
    both,
    choose_if,
    const,
    either,
    lookup,
    make,
)
from rulewright.dsl.bundles import bundle
from rulewright.dsl.calls import call_function
from rulewright.dsl.complaints import (
    define_arguments,
    mismatch,
    never_none,
    never_same,
    whose,
)
from rulewright.dsl.context import Context
from rulewright.dsl.declarations import DefineDecl
from rulewright.dsl.env import Env
from rulewright.dsl.layout import Layout, bounds
from rulewright.dsl.naming import named, visible
from rulewright.dsl.program import Function, Node
from rulewright.dsl.types import (
    BOOL,
    COST,
    ERROR,
    INT,
    Type,
    fits,
    join,
    number,
    same,
    set_of,
)
from rulewright.dsl.vocabulary import FUNCTIONS
from rulewright.dsl.wording import capital

MOST_NUMBERS = 10_000

Typed = tuple[Node, Type]
WRONG: Typed = (ZERO, ERROR)


class Typer:
    """Turns trees into typed nodes; knows all declarations and collects the functions made of
    defines.
    """

    def __init__(self, ctx: Context, layout: Layout) -> None:
        self.ctx = ctx
        self.layout = layout
        self.functions: list[Function | None] = []
        self.helpers: dict[str, int] = {}
        self.owner_table = -1
        self.total = -1  # the function that sums up the score sheet
        self.define_function: Any = None  # set by `defines`, which needs this class
        self.possible_call: Any = None  # set by `scripts`

    def helper(self, name: str, params: int, body: Node) -> int:
        """The number of a function that rules need but nobody wrote."""
        if name not in self.helpers:
            self.helpers[name] = len(self.functions)
            self.functions.append(Function(name, params, body))
        return self.helpers[name]

    # ---------------------------------------------------------------- entry points

    def value(self, tree: Any, env: Env, wanted: Type | None = None) -> Typed:
        """The typed node of an expression; reports if it is not what is wanted."""
        node, kind = self.expression(tree, env, wanted)
        if wanted is not None and not fits(kind, wanted):
            mismatch(self.ctx, tree, kind, wanted)
            return self.blank(wanted), wanted
        if wanted is not None and kind.kind == "error":
            return self.blank(wanted), kind
        return node, kind

    def endless(self, elem: Type, span: Any) -> bool:
        """Whether a set has more numbers than can be gone through; that is reported."""
        if elem.kind != "int" or elem.hi - elem.lo <= MOST_NUMBERS:
            return False
        self.ctx.report(
            "unbounded-choice",
            f"These are more than {MOST_NUMBERS} numbers, which nobody can go through.",
            span,
            "Let them end sooner: declare 'max' for what limits them, or use min(…).",
        )
        return True

    def blank(self, kind: Type) -> Node:
        """Something of a type that can stand in for what was wrong and has been reported."""
        if kind.kind == "cost":
            return const(((0,) * len(self.ctx.goods),))
        return const(()) if kind.kind == "set" else ZERO

    def condition(self, tree: Any, env: Env) -> Node:
        """The node of a condition."""
        return self.value(tree, env, BOOL)[0]

    def list_of(self, tree: Any, env: Env, wanted: Type | None = None) -> tuple[Node, Type]:
        """The node of a set and the type of its elements."""
        node, kind = self.expression(tree, env, set_of(wanted) if wanted else None)
        if kind.kind == "error":
            return const(()), ERROR
        if kind.kind != "set" or kind.elem is None:
            mismatch(self.ctx, tree, kind, set_of(wanted or kind))
            return const(()), ERROR
        if wanted is not None and not fits(kind.elem, wanted):
            mismatch(self.ctx, tree, kind, set_of(wanted))
            return const(()), ERROR
        return node, kind.elem

    def looking_at(self, temp: int, elem: Type, env: Env, name: str = "") -> Env:
        """The surroundings of a condition over one element; a set among sets comes as its mask."""
        node = Node("temp", (temp,))
        if elem.kind == "set" and elem.elem is not None and elem.elem.kind != "error":
            node = Node("members", (node, bounds(self.ctx, elem.elem)[0]))
        return env.with_it(node, elem, name)

    # ---------------------------------------------------------------- expressions

    def expression(self, tree: Any, env: Env, wanted: Type | None = None) -> Typed:
        """The typed node of any expression."""
        span = self.ctx.span(tree.span)
        if isinstance(tree, n.Num):
            return Node("const", (tree.value,), span), number(tree.value, tree.value)
        if isinstance(tree, n.Name):
            return named(self, tree, env, wanted)
        if isinstance(tree, n.My):
            return player_attribute(self, env.me, tree.name, tree.span, env)
        if isinstance(tree, n.Its):
            if env.it is None:
                self.ctx.report(
                    "no-it",
                    "'its' speaks of the element being looked at, but nothing is being looked at"
                    " here.",
                    tree.span,
                    "Use it inside 'where', 'has' or 'over', or name the thing: X's "
                    + tree.name
                    + ".",
                )
                return WRONG
            return attribute(self, env.it[0], env.it[1], tree.name, tree.span, env)
        if isinstance(tree, n.Attr):
            obj, kind = self.expression(tree.obj, env)
            return attribute(self, obj, kind, tree.name, tree.span, env)
        if isinstance(tree, n.Call):
            return call_function(self, tree, env, wanted)
        if isinstance(tree, n.Where):
            return self.where(tree, env, wanted)
        if isinstance(tree, n.Compare):
            return self.compare(tree, env), BOOL
        if isinstance(tree, n.Is):
            return self.sameness(tree, env), BOOL
        if isinstance(tree, n.InSet):
            return self.membership(tree, env), BOOL
        if isinstance(tree, n.Logic):
            parts = [self.condition(item, env) for item in tree.items]
            joined = both(*parts, span=span) if tree.op == "and" else either(*parts, span=span)
            return joined, BOOL
        if isinstance(tree, n.Not):
            return make("not", self.condition(tree.x, env), span=span), BOOL
        if isinstance(tree, n.Arith):
            return self.arithmetic(tree, env)
        if isinstance(tree, n.Negate):
            node, kind = self.value(tree.x, env, INT)
            return make("neg", node, span=span), number(-kind.hi, -kind.lo)
        if isinstance(tree, n.IfElse):
            return self.if_else(tree, env, wanted)
        if isinstance(tree, n.Possible):
            return self.possible_call(tree, env), BOOL
        if isinstance(tree, n.BundleExpr):
            if self._two_words(tree.bundle, env):
                return WRONG
            return bundle(self, tree.bundle, env), COST
        if isinstance(tree, (n.Has, n.Over)):
            has = isinstance(tree, n.Has)
            where = "every(…)" if has else "sum(…), max(…), min(…) and best(…)"
            word = FUNCTIONS["every" if has else "sum"]
            self.ctx.report(
                "misplaced-word",
                f"'{'has' if has else 'over'}' stands only inside {where}.",
                tree.span,
                f"For example: {word.example}.",
            )
            return WRONG
        raise AssertionError(f"unknown expression {type(tree).__name__}")

    def _two_words(self, tree: n.Bundle, env: Env) -> bool:
        """Report `tis hand`, which looks like an amount of goods but has no amount."""
        if len(tree.alternatives) > 1 or len(tree.alternatives[0].items) > 1:
            return False
        item = tree.alternatives[0].items[0]
        amount = item.amount if isinstance(item, n.Goods) else None
        if not isinstance(amount, n.Name) or amount.id in visible(self, env):
            return False
        what = "a number, nor anything else that can stand before a name"
        self.ctx.unknown(what, amount.id, amount.span, ["its", "my"], "unknown-name")
        return True

    def where(self, tree: n.Where, env: Env, wanted: Type | None) -> Typed:
        """`S where C`."""
        source, elem = self.list_of(
            tree.source, env, wanted.elem if wanted and wanted.elem else None
        )
        temp = env.temps.take()
        inner = self.looking_at(temp, elem, env)
        cond = self.condition(tree.cond, inner)
        if cond == ONE:
            return source, set_of(elem)
        return Node("filter", (source, temp, cond), self.ctx.span(tree.span)), set_of(elem)

    def compare(self, tree: n.Compare, env: Env) -> Node:
        """`a < b <= c`: numbers, or sameness with == and != for anything."""
        parts: list[Node] = []
        span = self.ctx.span(tree.span)
        for index, op in enumerate(tree.ops):
            left, right = tree.operands[index], tree.operands[index + 1]
            if op in ("==", "!="):
                parts.append(self._same(left, right, op == "!=", env, tree.span))
                continue
            a, ka = self.value(left, env, INT)
            b, kb = self.value(right, env, INT)
            verdict = _never(op, ka, kb)
            if verdict is not None and not (a.op == "const" and b.op == "const"):
                self.ctx.report(
                    "constant-condition",
                    f"This comparison is always {'true' if verdict else 'false'}: the left side is "
                    f"{_range(ka)}, the right side {_range(kb)}.",
                    tree.span,
                    "Check the numbers, or the ranges of what is compared.",
                )
            name = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[op]
            parts.append(make(name, a, b, span=span))
        return both(*parts, span=span)

    def sameness(self, tree: n.Is, env: Env) -> Node:
        """`a is b`, `a is not b`."""
        return self._same(tree.left, tree.right, tree.negated, env, tree.span)

    def _same(self, left: Any, right: Any, negated: bool, env: Env, span: Any) -> Node:
        swapped = _is_bare(left) and not _is_bare(right)
        if swapped:
            left, right = right, left
        a, ka = self.expression(left, env)
        component = self._component(right, ka, env)
        mark = self.ctx.span(span)
        if (
            ka.kind == "piece"
            and isinstance(right, n.Name)
            and right.id in self.ctx.kinds[ka.name].left_out
        ):
            # A component that is not in play is never the one.
            return const(int(negated))
        if component is not None:
            kind, index = component
            table = self.ctx.table(kind.component_of)
            found = lookup(table, tuple(kind.component_of), a, kind.first)
            if ka.optional:
                found = choose_if(make("lt", a, ZERO), NONE_VALUE, found)
            return make("ne" if negated else "eq", found, const(index), span=mark)
        b, kb = self.expression(right, env, ka.sure())
        if not same(ka, kb):
            goods = [tree for tree, kind in ((left, ka), (right, kb)) if kind.kind == "good"]
            if len(goods) == 1 and _is_bare(goods[0]) and "int" in (ka.kind, kb.kind):
                whose(self.ctx, goods[0].id, goods[0].span)
            else:
                never_same(self.ctx, *((kb, ka) if swapped else (ka, kb)), span)
            return ZERO
        if "none" in (ka.kind, kb.kind) and not (ka.optional and kb.optional):
            never_none(self.ctx, ka if kb.kind == "none" else kb, span)
        return make("ne" if negated else "eq", a, b, span=mark)

    def _component(self, tree: Any, kind: Type, env: Env) -> Any:
        """(kind, index) when the tree names a component of which there are several pieces."""
        if kind.kind != "piece" or not isinstance(tree, n.Name) or env.scope.find(tree.id):
            return None
        owner = self.ctx.kinds[kind.name]
        component = owner.components.get(tree.id)
        if component is None or len(component.pieces) == 1:
            return None
        return owner, component.index

    def membership(self, tree: n.InSet, env: Env) -> Node:
        """`x in S`."""
        source, elem = self.list_of(tree.source, env)
        item, kind = self.expression(tree.item, env, elem)
        if not same(kind, elem):
            self.ctx.report(
                "never-same",
                f"{capital(str(kind))} is never in {set_of(elem)}.",
                tree.span,
                "Before 'in' stands something of the sort that the set holds.",
            )
        found = make("in", item, source, span=self.ctx.span(tree.span))
        return make("not", found) if tree.negated else found

    def arithmetic(self, tree: n.Arith, env: Env) -> Typed:
        """`a + b` and so on, with the range of the result."""
        a, ka = self.value(tree.left, env, INT)
        b, kb = self.value(tree.right, env, INT)
        span = self.ctx.span(tree.span)
        if tree.op == "+":
            return make("add", a, b, span=span), number(ka.lo + kb.lo, ka.hi + kb.hi)
        if tree.op == "-":
            return make("sub", a, b, span=span), number(ka.lo - kb.hi, ka.hi - kb.lo)
        if tree.op == "*":
            ends = [x * y for x in (ka.lo, ka.hi) for y in (kb.lo, kb.hi)]
            return make("mul", a, b, span=span), number(min(ends), max(ends))
        if b.op == "const" and b.args[0] == 0:
            self.ctx.report(
                "division-by-zero",
                "Nothing can be divided by 0.",
                tree.right.span,
                "Write another number.",
            )
            return WRONG
        if tree.op == "//":
            spread = max(abs(ka.lo), abs(ka.hi))
            low = 0 if ka.lo >= 0 and kb.lo >= 0 else -spread
            high = ka.hi // kb.lo if ka.lo >= 0 and kb.lo > 0 else spread
            return Node("div", (a, b), span), number(low, high)
        most = max(abs(kb.lo), abs(kb.hi)) - 1
        return Node("mod", (a, b), span), number(0 if kb.lo >= 0 else -most, most)

    def if_else(self, tree: n.IfElse, env: Env, wanted: Type | None) -> Typed:
        """`if c then a else b`."""
        cond = self.condition(tree.cond, env)
        a, ka = self.expression(tree.then, env, wanted)
        b, kb = self.expression(tree.other, env, wanted or ka)
        joined = join(ka, kb)
        if joined is None:
            self.ctx.report(
                "branches-differ",
                f"The two branches differ: one is {ka}, the other {kb}.",
                tree.span,
                "Let both be the same sort of thing.",
            )
            return WRONG
        return choose_if(cond, a, b, self.ctx.span(tree.span)), joined

    # ---------------------------------------------------------------- state and defines

    def read(self, var: Any, index: Node | None, span: int, first: int = 0) -> Typed:
        """The value of a state."""
        node = (
            Node("slot", (var.base,), span)
            if index is None
            else at(var.base, 1, index, first, span)
        )
        if var.type.kind == "set":
            return Node("members", (node, var.domain_base), span), var.type
        return node, var.type

    def call_define(
        self,
        define: DefineDecl,
        args: tuple[Node, ...],
        env: Env,
        span: Any,
        me: Node | None = None,
    ) -> Typed:
        """A define with arguments; `me` is whose it is."""
        if len(args) != len(define.params):
            define_arguments(self.ctx, define, len(args), span)
            return WRONG
        define.used = True
        kind = self.define_function(define, span)
        if kind.kind == "error":
            return WRONG
        function = self.functions[define.number]
        if function is not None and function.body.op == "const" and not define.adjustable:
            return function.body, kind
        return Node("call", (define.number, args, me or env.me), self.ctx.span(span)), kind


def _is_bare(tree: Any) -> bool:
    return isinstance(tree, n.Name)


def _range(kind: Type) -> str:
    return str(kind.lo) if kind.lo == kind.hi else f"{kind.lo} to {kind.hi}"


def _never(op: str, a: Type, b: Type) -> bool | None:
    """True or False if a comparison can have one outcome only, else None."""
    if a.kind == "error" or b.kind == "error":
        return None
    if op in ("<", ">="):
        verdict = True if a.hi < b.lo else False if a.lo >= b.hi else None
        return verdict if op == "<" or verdict is None else not verdict
    verdict = True if a.lo > b.hi else False if a.hi <= b.lo else None
    return verdict if op == ">" or verdict is None else not verdict
