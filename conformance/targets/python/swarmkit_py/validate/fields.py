"""Readers of single values: each returns the value, or reports why not and returns None."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ..load.node import Mapping, Sequence, Spot, kind_of
from ..model.problem import Report

_ID = re.compile(r"[a-z][a-z0-9-]*")
_SCOPE = re.compile(r"[a-z][a-z0-9_-]*:[a-z*][a-z0-9_*-]*")


def read_fields(spot: Spot, report: Report, known: Collection[str], required: Collection[str] = ()) -> bool:
    """True where the value is a mapping; its unknown and missing keys are reported."""
    if not isinstance(spot.node, Mapping):
        wrong_type(spot, report, "a mapping")
        return False
    for key in spot.node.entries:
        if key not in known:
            report.error(
                "schema.unknown-field", spot.key(key), f"the field {key} is not known here", _nearest(key, known)
            )
    for key in required:
        if key not in spot.node.entries:
            report.error("schema.required-field", spot.place, f"the field {key} is missing")
    return True


def _nearest(key: str, known: Collection[str]) -> str:
    import difflib  # loaded only where there is something to say

    close = difflib.get_close_matches(key, known, 1)
    return f"did you mean {close[0]}?" if close else f"known here: {', '.join(sorted(known))}"


def wrong_type(spot: Spot, report: Report, wanted: str, hint: str | None = None) -> None:
    report.error(
        "schema.type-mismatch", spot.place, f"{_name(spot)} is {kind_of(spot.node)} and must be {wanted}", hint
    )


def read_text(spot: Spot | None, report: Report) -> str | None:
    if spot is None:
        return None
    if spot.text is None:
        wrong_type(spot, report, "a string")
    return spot.text


def read_id(spot: Spot | None, report: Report) -> str | None:
    text = read_text(spot, report)
    if text is None or spot is None:
        return None
    if _ID.fullmatch(text):
        return text
    report.error(
        "schema.pattern-mismatch",
        spot.place,
        f"{text!r} is no id",
        "an id is lower-case letters, digits and hyphens, a letter first",
    )
    return None


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def read_word(spot: Spot | None, report: Report, words: Collection[str]) -> str | None:
    """A word of a closed list, in exactly its spelling."""
    text = read_text(spot, report)
    if text is None or spot is None:
        return None
    if text in words:
        return text
    report.error("schema.enum-mismatch", spot.place, f"{text!r} is not one of {', '.join(words)}")
    return None


def read_boolean(spot: Spot | None, report: Report) -> bool | None:
    if spot is None:
        return None
    if isinstance(spot.value, bool):
        return spot.value
    wrong_type(spot, report, "a boolean")
    return None


def whole_number(spot: Spot) -> int | None:
    """The value as a whole number. `30.0` is one: JSON and most languages know no difference."""
    value = spot.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if isinstance(value, int) or value.is_integer() else None


def read_list(spot: Spot | None, report: Report, not_empty: bool = False) -> list[Spot]:
    if spot is None:
        return []
    if not isinstance(spot.node, Sequence):
        wrong_type(spot, report, "a list")
        return []
    if not_empty and not spot.node.items:
        report.error("schema.length", spot.place, f"{_name(spot)} is empty", "give it at least one element")
    return list(spot.items())


def read_texts(spot: Spot | None, report: Report, not_empty: bool = False) -> list[str]:
    texts = (read_text(item, report) for item in read_list(spot, report, not_empty))
    return [text for text in texts if text is not None]


def read_scopes(spot: Spot | None, report: Report) -> list[str]:
    """`noun:verb` each."""
    scopes: list[str] = []
    for item in read_list(spot, report):
        text = read_text(item, report)
        if text is not None and _SCOPE.fullmatch(text):
            scopes.append(text)
        elif text is not None:
            hint = "a scope is noun:verb, such as workspace:read"
            report.error("schema.pattern-mismatch", item.place, f"{text!r} is no scope", hint)
    return scopes


def read_ids(spot: Spot | None, report: Report) -> list[str]:
    """A list of ids that is not empty."""
    ids = (read_id(item, report) for item in read_list(spot, report, not_empty=True))
    return [id for id in ids if id is not None]


def read_map(spot: Spot | None, report: Report) -> Iterator[tuple[str, Spot]]:
    """The entries of a mapping whose keys are names that the author chose."""
    if spot is None:
        return
    if not isinstance(spot.node, Mapping):
        wrong_type(spot, report, "a mapping")
        return
    yield from spot.entries()


def _name(spot: Spot) -> str:
    return spot.pointer.lstrip("/").replace("/", ".") or "the document"
