"""Compiled code beside the reference evaluator."""
