"""Geometry: boards, lines, placements and sides: sizes and drawings in, cells, edges and tables
out.

Worked out once at load, and read again while playing; pure functions on plain numbers.
"""
