"""A decision in, a move out: players that need no person."""
