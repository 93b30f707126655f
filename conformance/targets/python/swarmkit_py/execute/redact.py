"""Replacing the values of credentials in whatever leaves the runtime, in each form that they may have."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

_SHORTEST_LINE = 8
# The inner part of a base64 text is the same for each of three alignments; shorter ones occur by chance.
_SHORTEST_ALIGNED = 8


@dataclass(frozen=True, slots=True)
class _Secret:
    mark: str
    plain: tuple[str, ...]
    # Each character raw, URL-encoded or JSON-escaped, in any mixture.
    escaped: re.Pattern[str]


class Redactor:
    """Built from the values of one moment; `text` and `data` hand back what may be shown."""

    def __init__(self, values: Mapping[str, str]) -> None:
        pieces = [(piece, f"[credential:{id}]") for id, value in values.items() for piece in _pieces(value)]
        # Longer ones first: a value may hold another one.
        pieces.sort(key=lambda pair: len(pair[0]), reverse=True)
        self._secrets = [_Secret(mark, _plain_forms(piece), _escaped_form(piece)) for piece, mark in pieces]

    def text(self, text: str) -> str:
        for secret in self._secrets:
            for form in secret.plain:
                if form in text:
                    text = text.replace(form, secret.mark)
            if "%" in text or "\\" in text or "+" in text:
                text = secret.escaped.sub(secret.mark.replace("\\", r"\\"), text)
        return text

    def data(self, value: Any) -> Any:
        """A JSON value, keys included. A number that spells a value becomes a text."""
        if not self._secrets:
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


def _plain_forms(value: str) -> tuple[str, ...]:
    data = value.encode("utf-8", "surrogateescape")
    forms = {value}
    for encode in (base64.standard_b64encode, base64.urlsafe_b64encode):
        padded = encode(data).decode()
        forms |= {padded, padded.rstrip("=")}
        if len(data) >= _SHORTEST_ALIGNED:
            forms |= {_aligned(data, offset, encode) for offset in (0, 1, 2)}
    return tuple(sorted(forms, key=len, reverse=True))


def _aligned(data: bytes, offset: int, encode: Callable[[bytes], bytes]) -> str:
    """The characters that stand for nothing but the value when `offset` other bytes come before it."""
    text = encode(b"\0" * offset + data).decode().rstrip("=")
    start = (offset * 8 + 5) // 6
    bits = (offset + len(data)) * 8
    return text[start : bits // 6]


def _escaped_form(value: str) -> re.Pattern[str]:
    return re.compile("".join(f"(?:{'|'.join(_spellings(character))})" for character in value))


def _spellings(character: str) -> list[str]:
    data = character.encode("utf-8", "surrogateescape")
    percent = "".join(f"%{''.join(f'[{digit.lower()}{digit.upper()}]' for digit in f'{byte:02x}')}" for byte in data)
    units = character.encode("utf-16-be", "surrogatepass")
    codes = "".join(rf"\\u(?i:{units[i]:02x}{units[i + 1]:02x})" for i in range(0, len(units), 2))
    short = {
        '"': r"\\\"",
        "\\": r"\\\\",
        "/": r"\\/",
        "\b": r"\\b",
        "\f": r"\\f",
        "\n": r"\\n",
        "\r": r"\\r",
        "\t": r"\\t",
    }
    spellings = [short.get(character), codes, percent, r"\+" if character == " " else None, re.escape(character)]
    return [spelling for spelling in spellings if spelling is not None]
