"""A value as the text that a program is handed."""

from __future__ import annotations

from typing import Any

# Beyond it a whole number is not exact in every language that passes it on.
_LARGEST_WHOLE = 2**53 - 1


class BadValue(Exception):
    """The message names the argument and never quotes the value, which may be a secret."""


def argument_text(name: str, value: Any) -> str:
    """Raises BadValue where no text says exactly what was sent."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _number_text(name, value)
    if not isinstance(value, str):
        kind = "null" if value is None else "a list" if isinstance(value, list) else "an object"
        raise BadValue(f"the argument {name} is {kind}; a string, a number or a boolean is wanted")
    if "\0" in value:
        raise BadValue(f"the argument {name} holds a NUL character, which no program can be handed")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise BadValue(f"the argument {name} holds half of a surrogate pair, which is no text")
    return value


def _number_text(name: str, value: int | float) -> str:
    if abs(value) > _LARGEST_WHOLE:
        message = f"the argument {name} is a number beyond {_LARGEST_WHOLE}, which is not exact everywhere"
        raise BadValue(f"{message}; send it as a string")
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    from decimal import Decimal  # rarely needed, and slow to load

    # repr() is the shortest text that reads back the same; Decimal writes it without an exponent.
    return format(Decimal(repr(value)), "f")
