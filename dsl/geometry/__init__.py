"""Geometry: boards, lines, placements and sides, worked out once at load."""
