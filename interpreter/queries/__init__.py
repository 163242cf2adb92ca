"""Generic solvers: plain integers, tuples and bit masks in, plain data out; none knows a game.

| module | answers |
|---|---|
| `reach` | flood fill over open edges, and the cells one step outside |
| `dice` | which dice make a sum or a number |
| `payment` | how a cost can be paid, and whether conversions make it payable; its parts are \
`goods`, `substitution` and `conversion` |
| `housing` | does an arrangement of all animals exist, and the best one; `shelter` searches |
| `rng` | the documented random generator |

Boards themselves are described by `rulewright.dsl.geometry`, which these modules share with the
compiler. The modules need nothing but the standard library and run on any Python from 3.9 on.
"""
