"""`requires`: the programs that a pack needs, and of which version."""

from __future__ import annotations

import re

from ..json_schema.ecma_regex import compile_ecma
from ..load.node import Spot
from ..model.problem import Report
from .exit_codes import read_exit_codes
from .fields import read_fields, read_list, read_text, read_texts
from .programs import Programs

_BINARY = re.compile(r"[^\s{}|&;<>()$`\\\"'*?\[\]#~!]+")
_FIELDS = ("binary", "version", "version_args", "version_pattern", "version_ok_exit")


def read_requires(pack: Spot, report: Report, programs: Programs) -> None:
    for row in read_list(pack.get("requires"), report):
        if read_fields(row, report, _FIELDS, ("binary",)):
            _read_row(row, report, programs)


def _read_row(row: Spot, report: Report, programs: Programs) -> None:
    before = report.errors
    at, version = row.get("binary"), row.get("version")
    binary = _read_binary(at, report)
    args = tuple(read_texts(row.get("version_args"), report)) if row.get("version_args") else ("--version",)
    pattern = _read_pattern(row.get("version_pattern"), report)
    ok_exit = read_exit_codes(row.get("version_ok_exit"), report) or frozenset({0})
    path = programs.require(binary, at, report) if binary is not None and at is not None else None
    if version is None:
        return
    from .versions import ProbeRow, check_version, read_range  # most packs ask for no version

    wanted = read_range(version, report)
    # A row with a fault is not probed: nothing runs that was not asked for in full.
    if wanted is not None and binary is not None and path is not None and report.errors == before:
        check_version(ProbeRow(binary, (path, *args), pattern, ok_exit), wanted, version, report, programs.variables)


def _read_binary(spot: Spot | None, report: Report) -> str | None:
    text = read_text(spot, report)
    if text is None or spot is None:
        return None
    if _BINARY.fullmatch(text) and text.isprintable():
        return text
    report.error(
        "schema.pattern-mismatch",
        spot.place,
        f"{text!r} is no plain name or path of a program",
        "it is never given to a shell",
    )
    return None


def _read_pattern(spot: Spot | None, report: Report) -> re.Pattern[str] | None:
    text = read_text(spot, report)
    if text is None or spot is None:
        return None
    try:
        pattern = compile_ecma(text)
    except ValueError as error:
        report.error("schema.pattern-mismatch", spot.place, f"{text!r} is no regular expression: {error}")
        return None
    return pattern
