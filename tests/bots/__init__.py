"""Tests of the players that need no person, and of what they may know."""
