"""Is a value a JSON Schema? Every keyword that has a meaning here must be of its own form; others are annotations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from .ecma_regex import compile_ecma

TYPES = ("null", "boolean", "object", "array", "number", "string", "integer")

# (pointer below the schema, what is wrong)
Fault = tuple[str, str]


def schema_problems(schema: Any) -> list[Fault]:
    return list(_check(schema, "", schema))


def _check(schema: Any, pointer: str, root: Any) -> Iterator[Fault]:
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict):
        yield pointer, "a schema is a mapping or a boolean"
        return
    for keyword, value in schema.items():
        at = f"{pointer}/{keyword}"
        if not _all_finite(value):
            yield at, f"{keyword} holds a number that JSON does not have"
            continue
        if keyword in _SCHEMA_IN:
            yield from _check(value, at, root)
        elif keyword in _SCHEMAS_IN_MAP:
            yield from _check_map(value, at, root)
        elif keyword in _SCHEMAS_IN_LIST:
            yield from _check_list(value, at, root)
        elif keyword == "$ref":
            if not isinstance(value, str) or resolve_reference(root, value) is None:
                yield at, f"{value!r} refers to nothing in this schema"
        elif keyword in _FORMS:
            wanted, holds = _FORMS[keyword]
            if not holds(value):
                yield at, f"{keyword} must be {wanted}"


def _all_finite(value: Any) -> bool:
    """YAML knows `.inf` and `.nan`; JSON, in which a schema is handed on, does not."""
    if isinstance(value, dict):
        return all(map(_all_finite, value.values()))
    if isinstance(value, list):
        return all(map(_all_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def _check_map(value: Any, at: str, root: Any) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield at, "must be a mapping of schemas"
        return
    for name, schema in value.items():
        if at.endswith("/patternProperties") and not _is_pattern(name):
            yield at, f"{name!r} is no regular expression"
        yield from _check(schema, f"{at}/{name.replace('~', '~0').replace('/', '~1')}", root)


def _check_list(value: Any, at: str, root: Any) -> Iterator[Fault]:
    if not isinstance(value, list) or not value:
        yield at, "must be a list of schemas that is not empty"
        return
    for index, schema in enumerate(value):
        yield from _check(schema, f"{at}/{index}", root)


def resolve_reference(root: Any, reference: str) -> Any:
    """A reference into the same schema; None where it leads nowhere. Nothing is ever fetched."""
    if not reference.startswith("#"):
        return None
    target = root
    for part in reference[1:].split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(target, dict) or key not in target:
            return None
        target = target[key]
    return target


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_pattern(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        compile_ecma(value)
    except ValueError:
        return False
    return True


def _is_type(value: Any) -> bool:
    names = value if isinstance(value, list) else [value]
    return (
        bool(names) and all(isinstance(name, str) and name in TYPES for name in names) and len(set(names)) == len(names)
    )


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value) and len(set(value)) == len(value)


_SCHEMA_IN = {
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "additionalItems",
    "unevaluatedProperties",
    "unevaluatedItems",
}
_SCHEMAS_IN_MAP = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
_SCHEMAS_IN_LIST = {"allOf", "anyOf", "oneOf", "prefixItems"}
_FORMS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "type": (f"one of {', '.join(TYPES)}, or a list of them", _is_type),
    "enum": ("a list", lambda value: isinstance(value, list)),
    "required": ("a list of different strings", _is_texts),
    "pattern": ("a regular expression", _is_pattern),
    "multipleOf": ("a number above 0", lambda value: _is_number(value) and value > 0),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), ("a number", _is_number)),
    **dict.fromkeys(
        (
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
            "minContains",
            "maxContains",
        ),
        ("a whole number of at least 0", _is_count),
    ),
    "uniqueItems": ("a boolean", lambda value: isinstance(value, bool)),
    **{
        word: ("a string", lambda value: isinstance(value, str))
        for word in ("title", "description", "format", "$schema", "$id", "$anchor", "$comment")
    },
    "examples": ("a list", lambda value: isinstance(value, list)),
}
