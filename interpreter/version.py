"""The version of the engine, as saves and journals name it."""

VERSION = "0.1.0"
