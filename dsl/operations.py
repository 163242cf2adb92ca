"""Operations: nothing in; what every expression and instruction of a Program takes and does out.

`Node(op, args)` of `rulewright.dsl.program` is one of these; both backends have a function for
each. Arguments called `expr` are nodes themselves.
"""

from __future__ import annotations

EXPRESSIONS: dict[str, str] = {
    "const": "(value) a constant: int or tuple",
    "slot": "(i) v[i]",
    "at": "(base, stride, index expr) v[base + stride * index]; index -1 is a rule error",
    "local": "(i) local i of the running frame",
    "temp": "(i) temporary i, bound by filter, map, let and define parameters",
    "me": "() v[ME]",
    "actor": "() v[ACTOR]",
    "table": "(t, index expr) tables[t][index]; index -1 is a rule error",
    "add": "(a, b)",
    "sub": "(a, b)",
    "mul": "(a, b)",
    "div": "(a, b) floor division; by zero is a rule error",
    "mod": "(a, b) remainder; by zero is a rule error",
    "neg": "(a)",
    "eq": "(a, b)",
    "ne": "(a, b)",
    "lt": "(a, b)",
    "le": "(a, b)",
    "gt": "(a, b)",
    "ge": "(a, b)",
    "not": "(a)",
    "and": "(a, b, ...) short-circuit, 0 or 1",
    "or": "(a, b, ...) short-circuit, 0 or 1",
    "if": "(cond, then, else)",
    "min": "(a, b, ...) the smallest of the arguments",
    "max": "(a, b, ...)",
    "bits": "(a, b) bitwise or: joins sides",
    "let": "(temp, value, body)",
    "call": "(function, args tuple, me expr) calls a define; its parameters are temps",
    "dispatch": (
        "(table of function numbers, index expr, args tuple, me expr) calls the define the table"
        " names; 0 if -1"
    ),
    # lists
    "tuple": "(a, b, ...) a list of the arguments",
    "zone": "(zone expr) the pieces in a zone, bottom first",
    "zonelen": "(zone expr) number of pieces in a zone",
    "filter": "(list, temp, cond)",
    "map": "(list, temp, body)",
    "range": "(a, b) a, a+1, ... b; empty if b < a",
    "concat": "(list, ...) joined, duplicates kept",
    "count": "(list)",
    "any": "(list) 1 if not empty",
    "sum": "(list, temp, body)",
    "largest": "(list, temp, body, otherwise) maximum of body over the list",
    "smallest": "(list, temp, body, otherwise)",
    "best": "(list, temp, body) the elements for which body is largest, in order",
    "every": "(list, temp, cond)",
    "exists": "(list, temp, cond)",
    "in": "(item, list)",
    "first": "(list) first element or -1",
    "last": "(list) last element or -1",
    "nth": "(list, n) element n counted from 1, or -1",
    "only": "(list) the element if there is exactly one, else -1",
    "without": "(list, list) elements of the first not in the second",
    "union": "(list, list) elements of the first, then those of the second not in the first",
    "sorted": "(list, temp, key) stable, ascending",
    "rotate": "(list, first) the list turned so that `first` comes first",
    "mask": "(list, base) bit mask of the elements relative to base",
    "members": "(mask, base) elements of a bit mask",
    "subsets": "(list, base) masks of all subsets, smallest first",
    "pack": "(list) up to 15 elements below 15 as one int, 4 bits each (element + 1), first lowest",
    "pack_head": "(packed) the first element or -1",
    "pack_tail": "(packed) without its first element",
    "mask_head": "(mask, base) the lowest element or -1",
    "mask_tail": "(mask) without its lowest element",
    "mask_and": "(mask, mask) elements in both",
    "mask_drop": "(mask, item expr, base) the mask without one element",
    "mask_with": "(mask, item expr, base) the mask with one more element",
    # pieces and zones
    "place_of": "(piece expr) location of a piece: zone id, or zones + cell id, or -1",
    "unknown": (
        "(zone expr) the pieces whose order in the zone is not known, or () if the top is known"
    ),
    # goods and bundles
    "bundle": "((good, amount expr), ...) a bundle with constant goods",
    "bundle1": "(good expr, amount expr) a bundle of one good that is known when asked",
    "bundle_add": "(bundle, bundle)",
    "bundle_floor": "(bundle) negative amounts become 0",
    "costs": "(bundle, ...) alternatives made of single bundles",
    "cost_or": "(cost, ...) alternatives of all arguments in order, duplicates removed",
    "cost_and": "(cost, cost) every alternative of the one with every alternative of the other",
    "cost_plus": "(cost, bundle) adds a (possibly negative) bundle to every alternative, floor 0",
    "different": "(n, goods tuple) alternatives: one each of n different goods",
    "stock": "(player expr) the bundle of what a player has",
    "store": "(store id, index expr) the bundle held by a place that holds goods",
    "good_of": "(good expr, player expr) how many of a good known when asked a player has",
    "can_pay": "(player expr, cost expr) some alternative is covered by the stock",
    "can_afford": (
        "(player expr, cost expr, flags tuple) some alternative can be paid, if need be after "
        "any-time trades; one flag per trade of the Program says whether it may be used; fewer "
        "flags are those of the first ones, and then what takes too long to find out counts as no"
    ),
    # A substitution is (goods, units replaced by one use, cost expr given instead, times or 0 for
    # any number, condition expr, 1 if using it has a price no good shows). Plans that differ only
    # in which of the latter they use are different plans.
    "plans": "(player expr, cost expr, substitutions) the bundles payable now, one per plan",
    "plan_uses": (
        "(player expr, cost expr, substitutions, n) how often plan n, counted from 0, uses each of"
        " them, a list"
    ),
    "nth_bundle": "(bundles or cost, n) bundle n counted from 0",
    "bundle_scale": "(bundle, n) n times the bundle",
    "bundle_total": "(bundle) sum of all amounts",
    "bundle_get": "(bundle, good expr)",
    # boards
    "reach": "(board geometry, start list, cells list, edges list) flood fill, list of cells",
    "border": "(board geometry, region list, edges list) cells one step outside",
    "sides_of": (
        "(board geometry, cell expr, edges list) sides of the cell whose edge is in the list"
    ),
    "fits": "(pattern expr, sides expr) matches under some rotation",
    "spots": (
        "(placement table, allowed cells list, first cell, cells per instance) placements all of"
        " whose cells are in the list"
    ),
    "spot_cells": (
        "(placement table, spot expr, first cell, cells per instance) the cells of a placement"
    ),
    "dice_sums": (
        "(dice list, value ref base, target, shift, base) masks of dice whose values make the"
        " target"
    ),
    "combos": "(list, n, base) masks of all subsets with n elements",
    "can_house": "(housing, player expr, extra bundle) an arrangement of all animals exists",
    "possible": (
        "(pc, number of locals, args tuple) whether the code at pc could be carried through now"
    ),
}

INSTRUCTIONS: dict[str, str] = {
    "jump": "(pc)",
    "unless": "(cond, pc) jump when false",
    "local": "(i, expr) sets local i",
    "me": "(expr) sets v[ME]",
    "actor": "(expr) sets v[ACTOR]",
    "call": "(entry pc, number of locals, args tuple) pushes a frame",
    "perform": (
        "(piece expr, table of entry pcs, number of locals, first piece) like call; local 0 is the"
        " piece; entry -1 fails"
    ),
    "ret": "() pops the frame; in the last frame the game is over",
    "fail": "(reason) what cannot be carried through",
    "decide": "(decision point) stops for a decision",
    "iflive": "(pc) goes on if what follows can be carried through, else jumps",
    "commit": "() look-ahead ends here: what follows is somebody else's, or newly known",
    "over": "() ends the game",
    "set": (
        "(slot ref, expr, lo, hi) ref is ('slot', i) or ('at', base, stride, index expr); clipped"
    ),
    "raise": "(slot ref, expr, lo, hi) adds, clipped",
    "gain": (
        "(player expr, bundle expr, stores) adds, clipped; stores = ((good, local), ...) get what"
        " arrived"
    ),
    "lose": "(player expr, bundle expr, stores) takes what is there; stores get what went",
    "pay": (
        "(player expr, bundle expr, stores) takes exactly; the bundle is payable by construction"
    ),
    "transfer": (
        "(giver expr, taker expr, bundle expr) what the giver has of it goes to the taker, clipped"
        " at the taker's limit"
    ),
    "fill": (
        "(store id, index expr, bundle expr) puts goods from the supply on a place, as far as it"
        " has them"
    ),
    "empty": (
        "(store id, index expr, bundle expr) puts goods from a place back into the supply, what is"
        " there"
    ),
    "move": "(piece expr, zone expr) puts a piece on top of a zone",
    "place": (
        "(piece expr, cell expr, base, stride, first) puts a piece on a cell and into its attribute"
        " slot"
    ),
    "moveall": "(list expr, zone expr) moves pieces one by one",
    "shuffle": "(zone expr) the order of the zone becomes unknown",
    "chain": "(by) counts nested triggers and performs up or down; past the limit is a rule error",
    "log": "(kind, player expr or None, parts tuple, seen by: 0 everyone, 1 the player, 2 nobody)",
}
