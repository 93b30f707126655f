"""The version that a `requires` row asks for, and what the program says of itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..load.node import Spot
from ..model.problem import Report
from ..programs.extract import find_version
from ..programs.probe import run_probe
from ..programs.version import Range, Version, parse_range, parse_version
from .fields import wrong_type


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """How a program is asked. `argv` begins with its absolute path; `pattern` says where the version stands."""

    binary: str
    argv: tuple[str, ...]
    pattern: re.Pattern[str] | None
    ok_exit: frozenset[int]


def read_range(spot: Spot, report: Report) -> Range | None:
    if spot.text is None:
        wrong_type(spot, report, "a string", "quote it, as in '>=1.6': YAML reads 1.10 as the number 1.1")
        return None
    wanted = parse_range(spot.text)
    if wanted is None:
        report.error(
            "schema.pattern-mismatch",
            spot.place,
            f"{spot.text!r} is no range of versions",
            "write it as npm does: '>=1.6 <2', '^1.6', '1.x'",
        )
    return wanted


def check_version(row: ProbeRow, wanted: Range, spot: Spot, report: Report, variables: Mapping[str, str]) -> None:
    """Runs the program once."""
    code, binary = "command-pack.version-unreadable", row.binary
    probe = run_probe(row.argv, variables)
    seen = next((repr(line.strip()[:200]) for line in probe.text.splitlines() if line.strip()), "nothing")
    if probe.failure is not None:
        report.error(code, spot.place, f"{binary} could not be asked for its version: {probe.failure}")
    elif probe.exit_code not in row.ok_exit:
        hint = "version_args says how it is asked, version_ok_exit which statuses count"
        message = f"{binary} ended with status {probe.exit_code} when asked for its version, and printed {seen}"
        report.error(code, spot.place, message, hint)
    elif (version := _version_in(probe.text, row)) is None:
        message = f"no version can be read from what {binary} printed: {seen}"
        report.error(code, spot.place, message, "version_pattern says where the version stands")
    elif not wanted.holds(version):
        report.error(
            "command-pack.version-mismatch", spot.place, f"{binary} is {version.text}, and {wanted.text} is required"
        )


def _version_in(text: str, row: ProbeRow) -> Version | None:
    if row.pattern is None:
        return find_version(text, row.binary)
    match = row.pattern.search(text)
    if match is None:
        return None
    # Without a group the whole match is the version.
    return parse_version((match[1] if row.pattern.groups else match[0]) or "")
