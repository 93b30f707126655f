"""What a command printed, as the call hands it on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..json_text import NotJson, read_json
from .redact import Redactor


@dataclass(frozen=True, slots=True)
class Decoded:
    """Bytes that are no UTF-8 are U+FFFD in `text`, and `lossy` says so. `exact` keeps them as half surrogates."""

    text: str
    exact: str
    lossy: bool


def decode(data: bytes, redactor: Redactor) -> Decoded:
    """Redacted before anything is replaced or cut: a value with odd bytes would no longer be found."""
    exact = data.decode("utf-8", "surrogateescape")
    shown = redactor.text(exact).encode("utf-8", "surrogateescape")
    text = shown.decode("utf-8", "replace")
    return Decoded(text, exact, text.encode("utf-8") != shown)


class BadOutput(Exception):
    """The output is not of the form that the command declares."""


def parse_output(parse: str, stdout: Decoded, redactor: Redactor) -> Any:
    if parse == "json":
        if stdout.lossy:
            raise BadOutput("stdout is not UTF-8, as JSON is")
        try:
            # The whole text is parsed as printed: a mark put into a number would make it no JSON.
            return redactor.data(read_json(stdout.exact))
        except NotJson as error:
            raise BadOutput(f"stdout is not one JSON text: {error}") from None
    return _lines(stdout.text) if parse == "lines" else stdout.text


def _lines(text: str) -> list[str]:
    """LF and CRLF end lines and nothing else does; what follows the last end is a line only if it is something."""
    *ended, rest = text.split("\n")
    return [line.removesuffix("\r") for line in ended] + ([rest] if rest else [])
