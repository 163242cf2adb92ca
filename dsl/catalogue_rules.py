"""The codes of types and rules: what fits where, and what can never happen."""

from __future__ import annotations

from rulewright.dsl.catalogue_entry import Entry

TYPES: dict[str, Entry] = {
    "leaf-expected": Entry(
        "A block where a sentence belongs",
        "Conditions, values and choices are one line each.",
        "if:\n  - my wood > 2\n",
        "if: my wood > 2\n",
    ),
    "whose": Entry(
        "It is not said whose it is",
        "Every player has one of their own, so 'my' or a player's name stands before it.",
        "if: wood > 2\n",
        "if: my wood > 2\n",
    ),
    "nobodys": Entry(
        "It belongs to no player",
        "There is one for the whole game, so it is named alone.",
        "if: my round > 2\n",
        "if: round > 2\n",
    ),
    "nobody-acts": Entry(
        "Nobody acts here",
        "In the set-up and the flow itself there is no 'me': it is said first who acts.",
        "flow:\n  - gain 1 wood\n",
        "flow:\n  - for_each: p in players\n    do: gain 1 wood\n",
    ),
    "no-it": Entry(
        "'it' without anything looked at",
        "'it' and 'its' speak of the element being looked at by 'where', 'has' or 'over'.",
        "if: its wood > 2\n",
        "if: any(players where its wood > 2)\n",
    ),
    "no-this": Entry(
        "'this' outside a component",
        "'this' is the component whose rule or text is being carried out.",
        "flow:\n  - move this to discard\n",
        "cards:\n  ace:\n    do: move this to discard\n",
    ),
    "misplaced-word": Entry(
        "'has' or 'over' in the wrong place",
        "'has' stands inside every(…), 'over' inside sum(…), max(…), min(…) and best(…).",
        "count(its wood over players)\n",
        "sum(its wood over players)\n",
    ),
    "argument-count": Entry(
        "Too much or too little is given",
        "A function, define or procedure takes a fixed number of things.",
        "nth(players)\n",
        "nth(players, 2)\n",
    ),
    "bad-call": Entry(
        "A procedure is not said like this",
        "A procedure is said with its words, then what it takes; a cost comes after 'for'.",
        "do: dig deep deep\n",
        "do: dig deep\n",
    ),
    "never-same": Entry(
        "Two things that are never the same",
        "A player is never a card, a number never a good. Only things of one sort are compared.",
        "if: me is 3\n",
        "if: my seat is 3\n",
    ),
    "never-none": Entry(
        "Something that is never none",
        "Only what is declared with 'or none' can be missing.",
        "state:\n  leader: player\nflow: end game if leader is none\n",
        "state:\n  leader: player or none\nflow: end game if leader is none\n",
    ),
    "constant-condition": Entry(
        "A comparison with only one outcome",
        "The limits of what is compared leave one answer, so one of them is wrong.",
        "state:\n  round: {max: 7}\nflow: end game if round > 7\n",
        "state:\n  round: {max: 8}\nflow: end game if round > 7\n",
    ),
    "division-by-zero": Entry(
        "A division by zero",
        "Nothing can be divided by 0.",
        "my wood // 0\n",
        "my wood // 2\n",
    ),
    "branches-differ": Entry(
        "Two branches that do not match",
        "Both sides of 'else', and all entries of first_match, are the same sort of thing.",
        "if rich then 3 else me\n",
        "if rich then 3 else 0\n",
    ),
    "no-default": Entry(
        "A list of cases without a last resort",
        "The last entry of first_match has no 'if', so that there is always a value.",
        "first_match:\n  - {if: my wood > 3, is: 2}\n",
        "first_match:\n  - {if: my wood > 3, is: 2}\n  - {is: 0}\n",
    ),
    "endless-define": Entry(
        "A define that leads back to itself",
        "The value of a define cannot depend on itself, not even through others.",
        "define:\n  a: b + 1\n  b: a + 1\n",
        "define:\n  a: b + 1\n  b: my wood + 1\n",
    ),
    "not-a-good": Entry(
        "Goods of something that is no good",
        "After an amount stands a good or a group of goods.",
        "- choose: friend in players\n- gain 2 friend\n",
        "- choose: friend in players\n- give 2 wood to friend\n",
    ),
    "not-a-value": Entry(
        "Something to do where a value belongs",
        "Procedures, scripts and places that hold goods have no value themselves.",
        "if: harvest() > 2\n",
        "if: possible(harvest)\n",
    ),
    "not-a-place": Entry(
        "Something that holds no goods",
        "Goods are added to, and taken from, a player or a state declared with 'holds'.",
        "take all from round\n",
        "take all from pot\n",
    ),
    "not-settable": Entry(
        "Something that cannot be set",
        "Only state is set, raised and lowered. Goods are gained, paid and lost.",
        "set my wood to 3\n",
        "gain 3 wood\n",
    ),
    "use-place": Entry(
        "A piece set onto a cell",
        "A piece is placed, so that it leaves the place where it was.",
        "set cell's room to den\n",
        "place den on cell\n",
    ),
    "no-room": Entry(
        "A cell that cannot hold this piece",
        "A piece is placed on a cell of a board that declares room for its kind.",
        "place den on cell\n",
        "boards:\n  cave:\n    cells: {room: room or none}\n",
    ),
    "negative-amount": Entry(
        "Less than nothing",
        "An amount of goods is 0 or more. 'lose' and 'pay' take goods away.",
        "gain (1 - 3) wood\n",
        "lose 2 wood\n",
    ),
    "never-enough": Entry(
        "More different goods than there are",
        "A group has fewer members than are asked for.",
        "pay 5 different grains\n",
        "pay 2 different grains\n",
    ),
    "group-amount": Entry(
        "A number of a group that is worked out",
        "How many goods of a group are taken is written as a number, because each of them may be "
        "another good.",
        "gain (my fields) crops\n",
        "repeat: my fields\ndo: gain 1 crops\n",
    ),
    "local-cost": Entry(
        "A cost made of names of this list",
        "The cost given to a procedure is known before the list starts.",
        "- choose: n in range(1, 3)\n- build for (n) wood\n",
        "- choose: n in range(1, 3)\n- pay (n) wood\n- build\n",
    ),
    "no-supply": Entry(
        "No good is limited",
        "left(…) asks the supply, and no good of the game declares one.",
        "goods:\n  wood: {}\n",
        "goods:\n  wood: {supply: 30}\n",
    ),
    "no-housing": Entry(
        "No place for animals",
        "can_house(…) needs a section 'housing' that says where animals live.",
        "if: can_house(1 sheep)\n",
        "housing:\n  goods: [sheep]\n  places:\n    - {holds: 2}\n",
    ),
    "unbounded-choice": Entry(
        "A choice without end",
        "The numbers to choose from have an upper limit.",
        "choose: n in range(1, 9000000)\n",
        "choose: n in range(1, my wood)\n",
    ),
}

RULES: dict[str, Entry] = {
    "adjust-before": Entry(
        "An adjustment that comes too late",
        "'adjust' beside an event changes that event, so the event is named with 'before'.",
        "- after: I build\n  adjust: build_cost by -1 wood\n",
        "- before: I build\n  adjust: build_cost by -1 wood\n",
    ),
    "goods-after": Entry(
        "Goods before they have come",
        "A rule answers to goods after they were gained, paid or lost.",
        "- before: I gain wood\n  do: gain 1 food\n",
        "- after: I gain wood\n  do: gain 1 food\n",
    ),
    "another-than-who": Entry(
        "Another than nobody",
        "'another' is somebody other than the owner of the rule; a rule of the game has no owner.",
        "rules:\n  - after: another dig\n    do: gain 1 food\n",
        "rules:\n  - after: anyone dig\n    do: gain 1 food\n",
    ),
    "not-adjustable": Entry(
        "A define that nothing may adjust",
        "Only a define with 'adjustable: true' is changed by 'adjust'.",
        "define:\n  price: {cost: 2 wood}\n",
        "define:\n  price: {cost: 2 wood, adjustable: true}\n",
    ),
    "together-players": Entry(
        "Things that cannot act together",
        "'order: together' lets players act at the same time, and nothing else.",
        "for_each: c in deck\norder: together\n",
        "for_each: p in players\norder: together\n",
    ),
    "together-choice": Entry(
        "Acting together without a choice",
        "What players do together starts with a choice, which each makes in secret.",
        "for_each: p in players\norder: together\ndo: gain 1 wood\n",
        "for_each: p in players\norder: together\ndo:\n  - choose: n in range(1, 3)\n",
    ),
    "nothing-to-do": Entry(
        "Performing what does nothing",
        "'perform' does what a component says under 'do', and no component of this kind has one.",
        "cards:\n  ace: {}\nflow: perform top(deck)\n",
        "cards:\n  ace: {do: gain 1 wood}\nflow: perform top(deck)\n",
    ),
    "endless-procedure": Entry(
        "A procedure that calls itself",
        "A procedure that leads back to itself would never end. Loops such as repeat and up_to do.",
        "procedures:\n  dig:\n    - gain 1 ore\n    - dig\n",
        "procedures:\n  dig:\n    - gain 1 ore\nflow:\n  repeat: 3\n  do: dig\n",
    ),
    "unreachable-procedure": Entry(
        "A procedure nothing calls",
        "No flow, component or rule ever calls it. Often the call is misspelt.",
        "procedures:\n  dig: gain 1 ore\nflow: nothing\n",
        "procedures:\n  dig: gain 1 ore\nflow: dig\n",
    ),
    "unreachable-component": Entry(
        "A component nobody can reach",
        "It starts in no zone and no rule fetches it, or nothing ever performs its 'do'.",
        "zones:\n  deck: {of: card, start: [ace]}\ncards:\n  ace: {}\n  king: {}\n",
        "zones:\n  deck: {of: card, start: all}\ncards:\n  ace: {}\n  king: {}\n",
    ),
    "unreachable-define": Entry(
        "A define nothing uses",
        "No rule asks for its value. Often its name is misspelt where it is meant.",
        "define:\n  rich: my gold > 9\nflow: nothing\n",
        "define:\n  rich: my gold > 9\nflow: end game if rich\n",
    ),
}
