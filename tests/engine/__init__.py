"""Tests of the evaluator and the engine on Programs made by hand."""
