"""The heads: the key that says what a mapping is, what may stand beside it, meaning and example.

Scripts are told apart by `HEADS`, rules by `RULE_HEADS`.  The schema says the same to editors;
a test holds the two together.
"""

from __future__ import annotations

from rulewright.dsl.vocabulary_entry import Head, heads

HEADS = heads(
    Head(
        "any_order",
        "a list of parts",
        ("at_least", "label", "prompt"),
        (),
        "Any of the parts, each at most once, in the order the player likes, then `done`. "
        "With `at_least`, not done before that many.",
        "any_order:\n  - dig\n  - gain 1 stone\nat_least: 1\n",
    ),
    Head(
        "in_order",
        "a list of parts",
        ("at_least", "label", "prompt"),
        (),
        "Any of the parts, each at most once, in the written order, then `done`.",
        "in_order:\n  - gain 1 grain\n  - trade 1 grain for 2 food\n",
    ),
    Head(
        "one_of",
        "a list of parts",
        ("or_any_if", "label", "prompt"),
        (),
        "Exactly one of the parts. While `or_any_if` holds, as many as the player likes, "
        "each once, but at least one.",
        "one_of:\n  - trade 2 grain for 4 food\n  - dig\n",
    ),
    Head(
        "freely",
        "a list of parts",
        ("at_most", "done_if", "label", "prompt"),
        ("at_most",),
        "Any of the parts again and again, at most `at_most` times, then `done`. "
        "With `done_if`, only done when that holds.",
        "freely:\n  - trade 1 grain for 1 food\n  - dig\nat_most: 5\n",
    ),
    Head(
        "may",
        "a script",
        ("label", "prompt"),
        (),
        "The player does it or says `no`.",
        "may: pay 1 gold then dig\n",
    ),
    Head(
        "if_possible",
        "a script",
        ("label",),
        (),
        "Done if it can be carried through, else skipped. Nobody is asked.",
        "if_possible: pay 2 food\n",
    ),
    Head(
        "if",
        "a condition",
        ("then", "else", "label"),
        ("then",),
        "The one or the other, by a condition.",
        "if: rich\nthen: pay 1 gold\nelse: gain 1 gold\n",
    ),
    Head(
        "first_match",
        "a list of cases",
        ("label",),
        (),
        "The first case whose `if` holds. A case without `if` always holds; "
        "if no case does, nothing happens.",
        "first_match:\n"
        "  - {if: my gold > 9, then: lose 2 gold}\n"
        "  - {if: my gold > 5, then: lose 1 gold}\n"
        "  - do: gain 1 gold\n",
    ),
    Head(
        "choose",
        "a choice",
        ("exactly", "up_to", "at_least", "by", "hidden", "label", "prompt"),
        (),
        "The player chooses; the name stands for what was chosen in the rest of the list. "
        "With `exactly`, `up_to` or `at_least` it stands for a set. With `by: chance` nobody is "
        "asked.",
        "- choose: card in my hand where its value > 1\n"
        '  label: "throw {card}"\n'
        "- move card to discard\n",
    ),
    Head(
        "for_each",
        "a choice",
        ("do", "order", "label"),
        ("do",),
        "Once for each element. Over players, each is `me` in turn. `order: chosen` lets the "
        "player choose the order; `order: together` asks all players in secret first.",
        "for_each: p in players\ndo: gain 1 food\n",
    ),
    Head(
        "repeat",
        "a number",
        ("do", "label"),
        ("do",),
        "A number of times, counted once at the start.",
        "repeat: 3\ndo: dig\n",
    ),
    Head(
        "up_to",
        "a number",
        ("do", "at_least", "label", "prompt"),
        ("do",),
        "At most that many times; the player is `done` when it is enough.",
        "up_to: 2\ndo: trade 1 wood for 1 food\n",
    ),
    Head(
        "as",
        "a player",
        ("do", "label"),
        ("do",),
        "Somebody else is `me` for a while, and decides.",
        "as: opponent\ndo: gain 1 food\n",
    ),
    Head(
        "take_turns",
        "a choice",
        ("who", "until", "at_most", "do", "label"),
        ("at_most", "do"),
        "Players in this order, again and again: only those for whom `who` holds, until nobody is "
        "left, `until` holds or `at_most` turns are over.",
        "take_turns: p in clockwise(first_player)\nwho: my food > 0\nat_most: 12\n"
        "do: pay 1 food then gain 1 gold\n",
    ),
    Head(
        "do",
        "a script",
        ("needs", "label", "prompt"),
        (),
        "The script itself, where it needs a name for players or a condition.",
        "one_of:\n  - label: dig deep\n    needs: my food > 1\n    do: dig deep\n  - dig\n",
    ),
)
"""What a script can be, by its head; where two could be meant, the first of them is."""

_EVENT = ("if", "do", "may", "adjust", "once_per", "uses", "order", "label", "source", "text")

RULE_HEADS = heads(
    Head(
        "before",
        "an event",
        _EVENT,
        (),
        "Happens before a procedure, when its name has been called but nothing of it is done. "
        "With `adjust`, the change holds for this once.",
        "before: I dig\nmay: pay 1 food\nadjust: dig_reward by 1\n",
    ),
    Head(
        "after",
        "an event",
        _EVENT,
        (),
        "Happens after a procedure, or after goods were gained, paid or lost; "
        "then `amount` is how many and `good` which.",
        "after: I gain wood\ndo: gain (amount) food\n",
    ),
    Head(
        "instead_of",
        "an event",
        _EVENT,
        (),
        "Happens in place of a procedure. Of several with `may`, one is chosen or none; "
        "a lower `order` is asked first.",
        "instead_of: I dig\nif: my food == 0\ndo: gain 1 food\n",
    ),
    Head(
        "adjust",
        "a change",
        ("if", "source", "text"),
        (),
        "Changes an adjustable define while the rule holds: `by` a number or goods, or `to` a "
        "value. All `by` come before any `to`.",
        "adjust: dig_reward by 1 if my track > 3\n",
    ),
    Head(
        "substitute",
        "a replacement",
        ("in", "times", "using", "once_per", "uses", "source", "text"),
        (),
        "Another way to pay for a named cost.",
        "substitute: 1 wood by 1 stone\nin: room_cost\ntimes: 1\n",
    ),
    Head(
        "any_time",
        "a script",
        ("if", "once_per", "uses", "label", "source", "text"),
        (),
        "A move at each own decision, also in the middle of a payment.",
        "any_time: trade 1 flax for 1 food\nonce_per: turn\n",
    ),
)
"""What a rule can be, by its head."""
