"""Variants: how they stack, what they change, and what is said when they cannot."""
