"""One YAML 1.2 document to nodes with positions, or the one reason why it is none."""

from __future__ import annotations

from yaml.error import MarkedYAMLError
from yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.reader import ReaderError

from .core_schema import SCALAR_TAGS, TAG_PREFIX, resolve_plain, resolve_tagged
from .node import Entry, Mapping, Node, Scalar, Sequence
from .yaml_stream import YamlEvents

# No workspace nests deeper, and the recursion below stays far from Python's limit.
_DEEPEST = 100
# Aliases may make a document larger, but not out of proportion: both bounds have to be passed.
_ALWAYS_ALLOWED_NODES = 10_000
_ALLOWED_GROWTH = 10


class Unreadable(Exception):
    """Why a text is not one plain YAML mapping, and where reading stopped."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


def read_yaml(data: bytes) -> Mapping:
    """The root mapping of a document in UTF-8. Raises Unreadable."""
    try:
        return _Composer(_decode(data)).document()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise Unreadable(error.problem or error.context or "the text is no YAML", line, column) from None
    except ReaderError as error:
        line, column = _line_and_column(_decode(data), error.position)
        raise Unreadable(f"the character U+{int(error.character):04X} must not stand in YAML", line, column) from None


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _line_and_column(data[: error.start].decode("utf-8", "replace"), None)
        raise Unreadable("the file is not UTF-8", line, column) from None


def _line_and_column(text: str, position: int | None) -> tuple[int, int]:
    before = text if position is None else text[:position]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


class _Composer:
    """Builds nodes from events. An alias shares the node of its anchor and is never copied."""

    def __init__(self, text: str) -> None:
        self._events = YamlEvents(text)
        self._anchors: dict[str, Node | None] = {}
        self._expanded: dict[int, int] = {}
        self._read = 0

    def document(self) -> Mapping:
        self._events.next()
        first = self._events.next()
        if isinstance(first, StreamEndEvent):
            raise Unreadable("the file is empty where a mapping is wanted", 1, 1)
        root = self._node(self._events.next(), 0)
        self._events.next()
        after = self._events.next()
        if isinstance(after, DocumentStartEvent):
            raise _at(after, "a second document begins here; a file holds one")
        if not isinstance(root, Mapping):
            raise Unreadable("the file holds no mapping at its root", root.line, root.column)
        return root

    def _node(self, event: Event, depth: int) -> Node:
        if depth > _DEEPEST:
            raise _at(event, f"values are nested deeper than {_DEEPEST} levels")
        if isinstance(event, AliasEvent):
            return self._alias(event)
        assert isinstance(event, NodeEvent)
        self._read += 1
        if event.anchor:
            # None until the node is complete: an alias inside its own anchor has no end.
            self._anchors[event.anchor] = None
        node, size = self._content(event, depth)
        self._expanded[id(node)] = size
        self._check_growth(event, size)
        if event.anchor:
            self._anchors[event.anchor] = node
        return node

    def _alias(self, event: AliasEvent) -> Node:
        if event.anchor not in self._anchors:
            raise _at(event, f"the alias *{event.anchor} has no anchor before it")
        node = self._anchors[event.anchor]
        if node is None:
            raise _at(event, f"the alias *{event.anchor} stands inside its own anchor")
        return node

    def _check_growth(self, event: Event, size: int) -> None:
        if size > max(_ALWAYS_ALLOWED_NODES, self._read * _ALLOWED_GROWTH):
            raise _at(event, f"aliases expand {self._read} values to more than {size}")

    def _content(self, event: NodeEvent, depth: int) -> tuple[Node, int]:
        if isinstance(event, MappingStartEvent):
            return self._mapping(event, depth)
        if isinstance(event, SequenceStartEvent):
            return self._sequence(event, depth)
        assert isinstance(event, ScalarEvent)
        return self._scalar(event), 1

    def _mapping(self, event: MappingStartEvent, depth: int) -> tuple[Mapping, int]:
        _check_tag(event, {"map"})
        entries: dict[str, Entry] = {}
        size = 1
        while not isinstance(key_event := self._events.next(), MappingEndEvent):
            key, key_node = self._key(key_event)
            if key in entries:
                raise _at(key_event, f"the key {key} stands twice in one mapping")
            value = self._node(self._events.next(), depth + 1)
            entries[key] = Entry(key_node, value)
            size += self._expanded[id(value)]
        line, column = _position(event)
        return Mapping(line, column, entries), size

    def _key(self, event: Event) -> tuple[str, Node]:
        """A key is its text: `1` and `yes` as keys of a map of ids mean what is written."""
        if isinstance(event, ScalarEvent):
            _check_tag(event, SCALAR_TAGS)
            line, column = _position(event)
            key = self._events.original(event.value)
            node = Scalar(line, column, key)
            if event.anchor:
                self._anchors[event.anchor] = node
                self._expanded[id(node)] = 1
            return key, node
        if isinstance(event, AliasEvent):
            target = self._alias(event)
            if isinstance(target, Scalar) and isinstance(target.value, str):
                return target.value, Scalar(*_position(event), target.value)
        raise _at(event, "a key is a plain text")

    def _sequence(self, event: SequenceStartEvent, depth: int) -> tuple[Sequence, int]:
        _check_tag(event, {"seq"})
        items: list[Node] = []
        size = 1
        while not isinstance(item_event := self._events.next(), SequenceEndEvent):
            item = self._node(item_event, depth + 1)
            items.append(item)
            size += self._expanded[id(item)]
        line, column = _position(event)
        return Sequence(line, column, tuple(items)), size

    def _scalar(self, event: ScalarEvent) -> Scalar:
        _check_tag(event, SCALAR_TAGS)
        line, column = _position(event)
        text = self._events.original(event.value)
        if event.tag not in (None, "!"):
            try:
                return Scalar(line, column, resolve_tagged(event.tag.removeprefix(TAG_PREFIX), text))
            except ValueError as error:
                raise _at(event, str(error)) from None
        plain = event.tag is None and event.style is None
        return Scalar(line, column, resolve_plain(text) if plain else text)


def _check_tag(event: ScalarEvent | CollectionStartEvent, known: set[str]) -> None:
    tag = event.tag
    if tag in (None, "!"):
        return
    if not tag.startswith(TAG_PREFIX) or tag.removeprefix(TAG_PREFIX) not in known:
        raise _at(event, f"the tag {tag} is no tag of the core schema for this value")


def _position(event: Event) -> tuple[int, int]:
    mark = event.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1


def _at(event: Event, message: str) -> Unreadable:
    return Unreadable(message, *_position(event))
