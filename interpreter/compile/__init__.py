"""A checked Program in, Python functions over a flat state out.

| module | does |
|---|---|
| `backend` | runs compiled code for the engine |
| `code` | code objects, to and from bytes |
| `module` | puts a whole module together; `whitelist` looks at it once more |
| `unit` | what is known about the Program: `facts`, `ranges`, `certainty`, `procedures` |
| `graph`, `shape`, `blocks` | instructions to functions with branches and loops |
| `frames`, `effects` | instructions to statements |
| `lower`, `scalars`, `loops`, `lists`, `things`, `factors` | expressions to Python |
| `answers`, `listing` | the answers to decisions; their options as integers |
| `asked` | expressions asked from outside |
| `steps` | functions that make a decision and run on to the next |
| `whole`, `whole_writer`, `lean` | functions that play whole random games |
| `masks`, `mask_ops` | attributes of cells as bit masks, for these |
| `runtime` | what generated code calls |
"""
