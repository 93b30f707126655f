"""The forms in which a value may have been written, as regular expressions that each begin with a literal character."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass

# The inner part of a base64 text is the same for each of three alignments; shorter ones occur by chance.
_SHORTEST_ALIGNED = 8
_BASE64 = "[A-Za-z0-9+/_-]"
_SHORT_ESCAPES = {'"': r"\"", "\\": r"\\", "/": r"\/", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t"}

Encode = Callable[[bytes], bytes]
_ENCODERS: tuple[Encode, ...] = (base64.standard_b64encode, base64.urlsafe_b64encode)


def literal_forms(value: str) -> list[str]:
    """The value itself and its base64, longest first."""
    data = _bytes(value)
    encoded = [encode(data).decode() for encode in _ENCODERS]
    forms = {value, *encoded, *(each.rstrip("=") for each in encoded)}
    return sorted(forms, key=len, reverse=True)


def escaped_forms(value: str) -> list[str]:
    """Each character raw, URL-encoded or JSON-escaped, in any mixture: one expression for each form of the first."""
    first, rest = value[0], "".join(f"(?:{'|'.join(_spellings(character))})" for character in value[1:])
    return [spelling + rest for spelling in _spellings(first)]


def _spellings(character: str) -> list[str]:
    percent = "".join(
        f"%{''.join(f'[{digit}{digit.upper()}]' for digit in f'{byte:02x}')}" for byte in _bytes(character)
    )
    units = character.encode("utf-16-be", "surrogatepass")
    codes = "".join(rf"\\u(?i:{units[i]:02x}{units[i + 1]:02x})" for i in range(0, len(units), 2))
    short = [re.escape(_SHORT_ESCAPES[character])] if character in _SHORT_ESCAPES else []
    return [*short, codes, percent, *([r"\+"] if character == " " else []), re.escape(character)]


@dataclass(frozen=True, slots=True)
class Aligned:
    """A value inside longer base64: `core` stands for nothing else, and the characters beside it hold bits of it."""

    core: str
    pattern: re.Pattern[str]


def aligned_forms(value: str) -> list[Aligned]:
    data = _bytes(value)
    if len(data) < _SHORTEST_ALIGNED:
        return []
    return [_aligned(data, offset, encode) for encode in _ENCODERS for offset in (0, 1, 2)]


def _aligned(data: bytes, offset: int, encode: Encode) -> Aligned:
    text = encode(b"\0" * offset + data).decode().rstrip("=")
    start, end = (offset * 8 + 5) // 6, (offset + len(data)) * 8 // 6
    before = _BASE64 if offset else ""
    after = f"(?:{_BASE64}={{0,2}})?" if (offset + len(data)) % 3 else ""
    return Aligned(text[start:end], re.compile(before + re.escape(text[start:end]) + after))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
