"""Tests of the documentation: every example in it runs."""
