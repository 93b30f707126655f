"""JSON by its grammar: Python's reader also takes NaN, and its writer also writes it."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_MOST_DIGITS = 4000
# What is read goes through other recursive functions and is written again: they get more room than the reader.
_READING_DEPTH = 900
ROOMY_DEPTH = 5000


class NotJson(ValueError):
    """The text is not exactly one JSON text."""


def read_json(text: str, too_large: bool = False) -> Any:
    """With `too_large` a number beyond the range of a double is read as an infinity, for `holds_infinity` to find."""
    try:
        with _recursion_limit(_READING_DEPTH):
            return json.loads(text, parse_constant=_refuse, parse_float=float if too_large else _float, parse_int=_int)
    except RecursionError:
        raise NotJson("values are nested too deep") from None
    except json.JSONDecodeError as error:
        raise NotJson(f"{error.msg} at line {error.lineno}, column {error.colno}") from None


def holds_infinity(value: Any) -> bool:
    if isinstance(value, float):
        return math.isinf(value)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(holds_infinity(part) for part in parts)


@contextmanager
def _recursion_limit(depth: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(min(before, depth))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _refuse(word: str) -> Any:
    raise NotJson(f"{word} is no JSON")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise NotJson("a number is too large")
    return value


def _int(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise NotJson("a number is too large")
    return int(text)


def write_json(value: Any) -> str:
    """One line. Characters stand as they are, but for half surrogates, which have no UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text


def canonical_json(value: Any) -> str:
    """The same text for equal values, whatever the order of their keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
