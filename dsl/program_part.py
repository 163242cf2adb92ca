"""What the classes of a Program have in common: a part in; its hash, text and equals out."""

from __future__ import annotations

from typing import Any, ClassVar


class Part:
    """How parts of a Program are compared and shown, once for all of them.

    Each class could have methods of its own for that. To make them, for fifteen classes, would take
    longer than to read a whole game from the cache.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__dataclass_fields__])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        shown = [f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__]
        return f"{type(self).__name__}({', '.join(shown)})"
