"""Games written by hand in idiomatic Python, equal in behaviour to the rule files."""
