"""Bounds as people write them, to whole milliseconds and bytes."""

from __future__ import annotations

import re

from ..load.node import Spot
from ..model.problem import Report
from .fields import whole_number, wrong_type

_MOST_MS = 2_147_483_647
_MOST_BYTES = 2**53 - 1
# No bound needs more, and Python refuses to read numbers of thousands of digits.
_MOST_DIGITS = 100
_TIME = re.compile(r"(-?[0-9]+)(?:\.([0-9]+))?(ms|s|m|h)")
_SIZE = re.compile(r"(-?[0-9]+)(?:\.([0-9]+))?(B|KB|MB|GB|KiB|MiB|GiB)")
_UNITS = {
    **{"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000},
    **{"B": 1, "KB": 1000, "MB": 1000**2, "GB": 1000**3, "KiB": 1024, "MiB": 1024**2, "GiB": 1024**3},
}


def read_timeout(pack: Spot, report: Report) -> int | None:
    """`timeout` or `timeout_seconds` of a pack, in ms."""
    if _both(pack, report, "timeout", "timeout_seconds"):
        return None
    if (text := pack.get("timeout")) is not None:
        return _read_text(text, report, _TIME, _MOST_MS, "a time such as 500ms, 30s, 1.5m or 1h")
    seconds = pack.get("timeout_seconds")
    return None if seconds is None else _read_number(seconds, report, 1000, _MOST_MS)


def read_max_output(pack: Spot, report: Report) -> int | None:
    """`max_output` or `max_output_bytes` of a pack, in bytes."""
    if _both(pack, report, "max_output", "max_output_bytes"):
        return None
    if (text := pack.get("max_output")) is not None:
        return _read_text(text, report, _SIZE, _MOST_BYTES, "a size such as 500B, 64KiB or 10MB")
    size = pack.get("max_output_bytes")
    return None if size is None else _read_number(size, report, 1, _MOST_BYTES)


def read_timeout_override(spot: Spot, report: Report) -> int | None:
    """Whole seconds or text, in ms."""
    if spot.text is not None:
        return _read_text(spot, report, _TIME, _MOST_MS, "whole seconds, or a time such as 500ms, 30s or 5m")
    return _read_number(spot, report, 1000, _MOST_MS)


def _both(pack: Spot, report: Report, text: str, number: str) -> bool:
    first, second = pack.get(text), pack.get(number)
    if first is None or second is None:
        return False
    report.error(
        "schema.conflicting-fields", second.place, f"{text} and {number} say the same thing", "keep one of them"
    )
    return True


def _read_text(spot: Spot, report: Report, form: re.Pattern[str], most: int, wanted: str) -> int | None:
    if spot.text is None:
        wrong_type(spot, report, f"a string: {wanted}")
        return None
    match = form.fullmatch(spot.text)
    if match is None:
        report.error("schema.pattern-mismatch", spot.place, f"{spot.text!r} is not {wanted}")
        return None
    # Whole arithmetic: 0.1 has no exact binary fraction.
    decimals = match[2] or ""
    if len(match[1]) + len(decimals) > _MOST_DIGITS:
        report.error("schema.range", spot.place, f"a number of more than {_MOST_DIGITS} digits is no bound")
        return None
    return _in_range(spot, report, int(match[1] + decimals) * _UNITS[match[3]], 10 ** len(decimals), most)


def _read_number(spot: Spot, report: Report, unit: int, most: int) -> int | None:
    number = whole_number(spot)
    if number is None:
        wrong_type(spot, report, "a whole number")
        return None
    return _in_range(spot, report, number * unit, 1, most)


def _in_range(spot: Spot, report: Report, amount: int, divisor: int, most: int) -> int | None:
    whole, rest = divmod(amount, divisor)
    if rest == 0 and 1 <= whole <= most:
        return whole
    reason = "does not come to a whole number" if rest else f"is not between 1 and {most}"
    unit = "milliseconds" if most == _MOST_MS else "bytes"
    report.error(
        "schema.range", spot.place, f"{spot.value} {reason} ({unit})", "every command has a bound that can be met"
    )
    return None
