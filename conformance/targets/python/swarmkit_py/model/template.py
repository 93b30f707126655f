"""The template language of argv: `{name}`, `{{name}}` for a literal one, `{credential.<id>}`; all else is text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_NAME = r"[A-Za-z_][A-Za-z0-9_.]*"
_TOKEN = re.compile(
    rf"\{{\{{(?P<escaped>credential\.[^{{}}]*|{_NAME})\}}\}}"
    r"|\{credential\.(?P<credential>[^{}]*)\}"
    rf"|\{{(?P<name>{_NAME})\}}"
)


@dataclass(frozen=True, slots=True)
class Placeholder:
    name: str


@dataclass(frozen=True, slots=True)
class Credential:
    id: str


Part = str | Placeholder | Credential


def parse_template(text: str) -> list[Part]:
    """Literal text and references, in order; neighbouring text is one part."""
    parts: list[Part] = []
    end = 0
    for match in _TOKEN.finditer(text):
        _append(parts, text[end : match.start()])
        end = match.end()
        if match["escaped"] is not None:
            _append(parts, f"{{{match['escaped']}}}")
        elif match["credential"] is not None:
            parts.append(Credential(match["credential"]))
        else:
            parts.append(Placeholder(match["name"]))
    _append(parts, text[end:])
    return parts


def _append(parts: list[Part], text: str) -> None:
    if not text:
        return
    if parts and isinstance(parts[-1], str):
        parts[-1] += text
    else:
        parts.append(text)


def placeholders(text: str) -> list[str]:
    return [part.name for part in parse_template(text) if isinstance(part, Placeholder)]


def placeholders_of(argv: tuple[str, ...]) -> list[str]:
    """Each name once, in the order of its first place."""
    return list(dict.fromkeys(name for element in argv for name in placeholders(element)))


def has_credential(text: str) -> bool:
    return any(isinstance(part, Credential) for part in parse_template(text))


def fill(text: str, value_of: Callable[[str], str]) -> str:
    """One pass: a value is put in and never looked at again."""
    return "".join(value_of(part.name) if isinstance(part, Placeholder) else str(part) for part in parse_template(text))
