"""Scalars by the YAML 1.2 core schema. PyYAML resolves YAML 1.1, where `no`, `12:30` and dates are no strings."""

from __future__ import annotations

import re

_NULL = re.compile(r"null|Null|NULL|~|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITY = re.compile(r"[-+]?\.(inf|Inf|INF)")
_NAN = re.compile(r"\.(nan|NaN|NAN)")

TAG_PREFIX = "tag:yaml.org,2002:"
SCALAR_TAGS = {"str", "null", "bool", "int", "float"}

# More digits than any number of a workspace means; int() refuses absurd lengths anyway.
_MOST_DIGITS = 400


def resolve_plain(text: str) -> str | int | float | bool | None:
    """A plain (unquoted, untagged) scalar as the core schema reads it."""
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text):
        return True
    if _FALSE.fullmatch(text):
        return False
    number = _number(text)
    return text if number is None else number


def resolve_tagged(tag: str, text: str) -> str | int | float | bool | None:
    """A scalar with an explicit core tag. Raises ValueError where the text is none of that type."""
    if tag == "str":
        return text
    value = resolve_plain(text)
    if tag == "float" and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    kinds = {"null": type(None), "bool": bool, "int": int, "float": float}
    if type(value) is not kinds[tag]:
        raise ValueError(f"{text!r} is no !!{tag}")
    return value


def _number(text: str) -> int | float | None:
    if _INT.fullmatch(text):
        return int(text) if len(text) <= _MOST_DIGITS else float(text)
    if _OCTAL.fullmatch(text):
        return int(text[2:], 8)
    if _HEX.fullmatch(text):
        return int(text[2:], 16)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _INFINITY.fullmatch(text):
        return float("-inf" if text.startswith("-") else "inf")
    return float("nan") if _NAN.fullmatch(text) else None
