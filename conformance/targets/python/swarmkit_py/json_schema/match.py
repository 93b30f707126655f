"""Does a value match a schema that was checked? The answer is the first reason why not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from .check import resolve_reference
from .ecma_regex import compile_ecma

# A schema that refers to itself without end matches nothing.
_DEEPEST = 200

_compiled: Callable[[str], re.Pattern[str]] = lru_cache(maxsize=256)(compile_ecma)


def mismatch(schema: Any, value: Any, root: Any = None) -> str | None:
    """
    `must be ...`, a phrase that follows the value's name; never the value itself. `root` is the whole schema, of which
    `schema` is a part that may refer to another part.
    """
    return next(_reasons(schema, value, schema if root is None else root, 0), None)


def _reasons(schema: Any, value: Any, root: Any, depth: int) -> Iterator[str]:
    if schema is True:
        return
    if schema is False:
        yield "must not be there"
        return
    if depth > _DEEPEST:
        yield "meets a schema that refers to itself without end"
        return
    if "$ref" in schema:
        yield from _reasons(resolve_reference(root, schema["$ref"]), value, root, depth + 1)
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_TYPES[name](value) for name in names):
            yield f"must be of type {' or '.join(names)}"
            return
    if "enum" in schema and not any(_equal(value, each) for each in schema["enum"]):
        yield f"must be one of {', '.join(map(str, schema['enum']))}"
    if "const" in schema and not _equal(value, schema["const"]):
        yield f"must be {schema['const']}"
    for keyword, (applies, holds, phrase) in _BOUNDS.items():
        if keyword in schema and applies(value) and not holds(value, schema[keyword]):
            yield f"must {phrase.format(schema[keyword])}"
    yield from _combined(schema, value, root, depth)
    if isinstance(value, dict):
        yield from _object(schema, value, root, depth)
    if isinstance(value, list):
        yield from _array(schema, value, root, depth)


def _combined(schema: Any, value: Any, root: Any, depth: int) -> Iterator[str]:
    def matches(each: Any) -> bool:
        return next(_reasons(each, value, root, depth + 1), None) is None

    for each in schema.get("allOf", []):
        yield from _reasons(each, value, root, depth + 1)
    if "anyOf" in schema and not any(map(matches, schema["anyOf"])):
        yield "must match one of several schemas"
    if "oneOf" in schema and sum(map(matches, schema["oneOf"])) != 1:
        yield "must match exactly one of several schemas"
    if "not" in schema and matches(schema["not"]):
        yield "must not match a schema that it matches"
    if "if" in schema:
        yield from _reasons(schema.get("then" if matches(schema["if"]) else "else", True), value, root, depth + 1)


def _object(schema: Any, value: dict[str, Any], root: Any, depth: int) -> Iterator[str]:
    properties = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    for name in schema.get("required", []):
        if name not in value:
            yield f"must hold {name}"
    for name, each in value.items():
        below = [properties[name]] if name in properties else []
        below += [patterns[pattern] for pattern in patterns if _compiled(pattern).search(name)]
        for one in below or [schema.get("additionalProperties", True)]:
            yield from (f"holds {name}, which {reason}" for reason in _reasons(one, each, root, depth + 1))
        if "propertyNames" in schema:
            yield from _reasons(schema["propertyNames"], name, root, depth + 1)


def _array(schema: Any, value: list[Any], root: Any, depth: int) -> Iterator[str]:
    first = schema.get("prefixItems", [])
    for index, each in enumerate(value):
        one = first[index] if index < len(first) else schema.get("items", True)
        yield from (f"holds an element {index} that {reason}" for reason in _reasons(one, each, root, depth + 1))
    if schema.get("uniqueItems") and any(_equal(a, b) for i, a in enumerate(value) for b in value[:i]):
        yield "must hold no element twice"
    if "contains" in schema:
        found = sum(next(_reasons(schema["contains"], each, root, depth + 1), None) is None for each in value)
        if not schema.get("minContains", 1) <= found <= schema.get("maxContains", len(value)):
            yield "must hold elements of another kind"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _equal(left: Any, right: Any) -> bool:
    """JSON's equality: 1 is 1.0, and true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_equal(left[key], right[key]) for key in left)
    return bool(left == right)


_TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: _is_number(value) and value == int(value),
}


def _is_multiple(value: Any, bound: Any) -> bool:
    """By what is written: 0.3 is a multiple of 0.1, which no division of floats shows."""
    from fractions import Fraction  # rarely needed, and slow to load

    return (Fraction(str(value)) / Fraction(str(bound))).denominator == 1


_Test = tuple[Callable[[Any], bool], Callable[[Any, Any], bool], str]


def _of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kind)


_BOUNDS: dict[str, _Test] = {
    "minimum": (_is_number, lambda value, bound: value >= bound, "be at least {}"),
    "maximum": (_is_number, lambda value, bound: value <= bound, "be at most {}"),
    "exclusiveMinimum": (_is_number, lambda value, bound: value > bound, "be above {}"),
    "exclusiveMaximum": (_is_number, lambda value, bound: value < bound, "be below {}"),
    "multipleOf": (_is_number, _is_multiple, "be a multiple of {}"),
    "minLength": (_of(str), lambda value, bound: len(value) >= bound, "have at least {} characters"),
    "maxLength": (_of(str), lambda value, bound: len(value) <= bound, "have at most {} characters"),
    "pattern": (_of(str), lambda value, bound: _compiled(bound).search(value) is not None, "match {}"),
    "minItems": (_of(list), lambda value, bound: len(value) >= bound, "have at least {} elements"),
    "maxItems": (_of(list), lambda value, bound: len(value) <= bound, "have at most {} elements"),
    "minProperties": (_of(dict), lambda value, bound: len(value) >= bound, "have at least {} fields"),
    "maxProperties": (_of(dict), lambda value, bound: len(value) <= bound, "have at most {} fields"),
}
