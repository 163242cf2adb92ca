"""Rulewright: board-game rules as data, playable from Python."""
