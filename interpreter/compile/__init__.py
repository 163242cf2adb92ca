"""A checked Program in, Python functions over a flat state out."""
