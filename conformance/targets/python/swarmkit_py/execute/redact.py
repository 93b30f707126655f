"""Replacing the values of credentials in whatever leaves the runtime, in each form that they may have."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from .secret_forms import Aligned, aligned_forms, escaped_forms, literal_forms

_SHORTEST_LINE = 8


class Redactor:
    """Built from the values of one moment; `text` and `data` hand back what may be shown."""

    def __init__(self, values: Mapping[str, str]) -> None:
        pieces = [(piece, f"[credential:{id}]") for id, value in values.items() for piece in _pieces(value)]
        # Longer ones first: a value may hold another one.
        pieces.sort(key=lambda pair: len(pair[0]), reverse=True)
        self._literals = [form for piece, _ in pieces for form in literal_forms(piece)]
        forms = [(form, mark) for piece, mark in pieces for form in _forms(piece)]
        self._marks = [mark for _, mark in forms]
        self._pattern = re.compile("|".join(form for form, _ in forms))
        self._aligned: list[tuple[Aligned, str]] = [
            (form, mark) for piece, mark in pieces for form in aligned_forms(piece)
        ]

    def text(self, text: str) -> str:
        """In one pass, so that a value which looks like part of a mark is not found in one."""
        if self._marks and self._may_hold_one(text):
            text = self._pattern.sub(lambda match: self._marks[(match.lastindex or 1) - 1], text)
        for form, mark in self._aligned:
            if form.core in text:
                text = form.pattern.sub(mark, text)
        return text

    def _may_hold_one(self, text: str) -> bool:
        """Quick, because outputs are large and nearly always clean."""
        return "%" in text or "\\" in text or "+" in text or any(form in text for form in self._literals)

    def data(self, value: Any) -> Any:
        """A JSON value, keys included. A number that spells a value becomes a text."""
        if not self._marks:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {self.text(key): self.data(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.data(each) for each in value]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            written = json.dumps(value)
            shown = self.text(written)
            return value if shown == written else shown
        return value


def _pieces(value: str) -> list[str]:
    """The value, and each longer line of one with several lines: a key is printed line by line."""
    lines = re.split(r"\r?\n", value)
    return [value] + [line for line in dict.fromkeys(lines) if len(lines) > 1 and len(line) >= _SHORTEST_LINE]


def _forms(piece: str) -> list[str]:
    """Each begins with a literal, which lets the search skip, and ends in an empty group that tells it was this one."""
    return [f"{form}()" for form in (*map(re.escape, literal_forms(piece)), *escaped_forms(piece))]
