"""Generic solvers: plain integers, tuples and bit masks in, plain data out; none knows a game.

| module | answers |
|---|---|
| `masks` | sets of small numbers as integers |
| `grid` | cells, neighbours, edges and straight lines of a board |
| `reach` | flood fill over open edges, and the cells one step outside |
| `sides` | does a pattern of sides (must, may, must not) fit under rotation |
| `placement` | every way to put a shape on a board |
| `dice` | which dice make a sum or a number |
| `payment` | how a cost can be paid, and whether conversions make it payable; its parts are \
`goods`, `substitution` and `conversion` |
| `housing` | does an arrangement of all animals exist, and the best one; `shelter` searches |
| `rng` | the documented random generator |

The modules need nothing but the standard library and run on any Python from 3.9 on.
"""
