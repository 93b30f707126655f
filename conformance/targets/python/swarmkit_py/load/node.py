"""A YAML document as data that remembers where each value stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..model.problem import Place

Plain = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Node:
    """Line and column of the value's first character, both from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar(Node):
    value: Plain


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One pair of a mapping; `key` is there for its position."""

    key: Node
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping(Node):
    entries: dict[str, Entry]


@dataclass(frozen=True, slots=True)
class Spot:
    """A node as it is met on one path from the root: an aliased node is met on several."""

    path: str
    pointer: str
    node: Node

    @property
    def place(self) -> Place:
        return Place(self.path, self.node.line, self.node.column, self.pointer)

    @property
    def value(self) -> Plain:
        """The scalar's value; callers have checked that it is one."""
        return self.node.value if isinstance(self.node, Scalar) else None

    @property
    def text(self) -> str | None:
        value = self.value
        return value if isinstance(value, str) else None

    def get(self, key: str) -> Spot | None:
        if not isinstance(self.node, Mapping) or key not in self.node.entries:
            return None
        return self._below(key, self.node.entries[key].value)

    def key(self, key: str) -> Place:
        """Where the key itself stands: what an unknown key is reported at."""
        assert isinstance(self.node, Mapping)
        position = self.node.entries[key].key
        return Place(self.path, position.line, position.column, self._pointer(key))

    def entries(self) -> Iterator[tuple[str, Spot]]:
        if isinstance(self.node, Mapping):
            for key, entry in self.node.entries.items():
                yield key, self._below(key, entry.value)

    def items(self) -> Iterator[Spot]:
        if isinstance(self.node, Sequence):
            for index, item in enumerate(self.node.items):
                yield self._below(str(index), item)

    def _below(self, key: str, node: Node) -> Spot:
        return Spot(self.path, self._pointer(key), node)

    def _pointer(self, key: str) -> str:
        return f"{self.pointer}/{key.replace('~', '~0').replace('/', '~1')}"


def to_data(node: Node) -> object:
    """The plain value: dict, list or scalar."""
    if isinstance(node, Mapping):
        return {key: to_data(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Sequence):
        return [to_data(item) for item in node.items]
    assert isinstance(node, Scalar)
    return node.value


def kind_of(node: Node) -> str:
    """What a person calls the value's type."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    value = node.value if isinstance(node, Scalar) else None
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    return "a string" if isinstance(value, str) else "a number"
