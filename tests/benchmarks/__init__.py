"""Benchmarks: our games beside programs written by hand; ratios, never limits on time."""
