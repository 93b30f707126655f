"""Lists of exit statuses."""

from __future__ import annotations

from ..load.node import Spot
from ..model.problem import Report
from .fields import read_list, whole_number, wrong_type


def read_exit_codes(spot: Spot | None, report: Report) -> frozenset[int] | None:
    """A non-empty list of whole numbers from 0 to 255; None where there is none to use."""
    if spot is None:
        return None
    codes = [_read_code(item, report) for item in read_list(spot, report, not_empty=True)]
    return frozenset(code for code in codes if code is not None) or None


def _read_code(spot: Spot, report: Report) -> int | None:
    number = whole_number(spot)
    if number is None:
        wrong_type(spot, report, "a whole number")
        return None
    if not 0 <= number <= 255:
        report.error("schema.range", spot.place, f"{number} is no exit status: they go from 0 to 255")
        return None
    return number
