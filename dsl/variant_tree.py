"""The tree of a game while variants change it: YAML nodes in, changed YAML nodes out.

Keys of a map name its entries for good, but the number of a list's item changes when something is
put in front of it. So every item has an identity: who wrote it, and the how-manieth of theirs it
was. A `Chain` of keys and identities then means the same thing whatever else happens to the tree.
Nodes nobody touches stay the ones that were read, with their places.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from rulewright.dsl.source import Span
from rulewright.dsl.yaml_nodes import YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar

Uid: TypeAlias = tuple[str, int]
"""An item of a list: the variant that wrote it ("" is the game), and its number among theirs."""

Step: TypeAlias = str | Uid
Chain: TypeAlias = tuple[Step, ...]


@dataclass
class Child:
    """An entry of a map or an item of a list: where its key stands, and what it holds."""

    span: Span
    doc: Doc


class Doc:
    """A node that may be changed; what lies below it is looked at when it is first asked for."""

    __slots__ = ("_children", "node", "owner")

    def __init__(self, node: YamlNode, owner: str) -> None:
        self.node = node
        self.owner = owner
        self._children: dict[Step, Child] | None = None

    @property
    def is_map(self) -> bool:
        """Whether it has keys."""
        return isinstance(self.node, YamlMap)

    @property
    def is_list(self) -> bool:
        """Whether it has items."""
        return isinstance(self.node, YamlList)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written there, as behind `wood:`."""
        return isinstance(self.node, YamlScalar) and self.node.value is None

    @property
    def children(self) -> dict[Step, Child]:
        """What lies directly below, in its order; changing this changes the tree."""
        if self._children is None:
            self._children = {}
            if isinstance(self.node, YamlMap):
                for key, entry in self.node.entries.items():
                    self._children[key] = Child(entry.key_span, Doc(entry.value, self.owner))
            elif isinstance(self.node, YamlList):
                for number, item in enumerate(self.node.items, 1):
                    self._children[(self.owner, number)] = Child(item.span, Doc(item, self.owner))
        return self._children

    def at(self, chain: Chain) -> Doc | None:
        """What a chain leads to, or None."""
        doc: Doc | None = self
        for step in chain:
            child = doc.children.get(step) if doc is not None else None
            doc = None if child is None else child.doc
        return doc

    def child(self, chain: Chain) -> Child | None:
        """The entry or item that a chain leads to, or None."""
        above = self.at(chain[:-1])
        return None if above is None or not chain else above.children.get(chain[-1])

    def rearrange(self, children: dict[Step, Child]) -> None:
        """Put other children, or the same in another order, in the place of these."""
        self._children = children

    def become_map(self) -> None:
        """Turn something empty into a map."""
        self.node, self._children = YamlMap({}, self.node.span, False), {}

    def become_list(self) -> None:
        """Turn a single step into a list of one."""
        only = Doc(self.node, self.owner)
        only._children = self._children
        self._children = {(self.owner, 1): Child(self.node.span, only)}
        self.node = YamlList([self.node], self.node.span, False)

    def new_uid(self, owner: str) -> Uid:
        """An identity for one more item of this list."""
        taken = [uid[1] for uid in self.children if isinstance(uid, tuple) and uid[0] == owner]
        return owner, max(taken, default=0) + 1

    def yaml(self) -> YamlNode:
        """The tree as it is now."""
        if self._children is None:
            return self.node
        if isinstance(self.node, YamlMap):
            entries = {
                str(key): YamlEntry(str(key), child.span, child.doc.yaml())
                for key, child in self._children.items()
            }
            return replace(self.node, entries=entries)
        if isinstance(self.node, YamlList):
            return replace(self.node, items=[child.doc.yaml() for child in self._children.values()])
        return self.node
