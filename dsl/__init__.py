"""Rule files in, a checked `Program` out: reading, schemas, variants, names, types and problems."""
