"""A checked Program in, a playable Match out."""
