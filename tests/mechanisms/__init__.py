"""The mechanisms of the language, each shown by the smallest game that needs it."""
