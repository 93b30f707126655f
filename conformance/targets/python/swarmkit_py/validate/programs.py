"""What the programs of a pack must be: there, executable, started by the system itself, of a version in range."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..load.node import Spot
from ..model.problem import Report
from ..programs.extract import find_version
from ..programs.lookup import Found, find_program, needs_a_shell
from ..programs.probe import Probe, run_probe
from ..programs.version import Range, Version, parse_range, parse_version
from .fields import read_fields, read_list, read_text, read_texts, wrong_type
from .exit_codes import read_exit_codes
from ..json_schema.ecma_regex import compile_ecma

_BINARY = re.compile(r"[^\s{}|&;<>()$`\\\"'*?\[\]#~!]+")
_FIELDS = ("binary", "version", "version_args", "version_pattern", "version_ok_exit")


@dataclass(slots=True)
class Programs:
    """Lookups of one load. A binary is probed once with the same arguments, however many packs ask."""

    root: str
    variables: Mapping[str, str]
    _found: dict[str, Found] = field(default_factory=dict)
    _probes: dict[tuple[str, ...], Probe] = field(default_factory=dict)

    def find(self, name: str) -> Found:
        if name not in self._found:
            self._found[name] = find_program(name, self.root, self.variables)
        return self._found[name]

    def probe(self, argv: tuple[str, ...]) -> Probe:
        if argv not in self._probes:
            self._probes[argv] = run_probe(argv, self.variables)
        return self._probes[argv]

    def require(self, name: str, spot: Spot, report: Report) -> str | None:
        """The absolute path of a program; what is wrong with it is reported at `spot`."""
        found = self.find(name)
        if found.path is None:
            seen = f"; {found.not_executable} was found and is not executable" if found.not_executable else ""
            hint = "make it executable" if found.not_executable else "install it, or put its folder on PATH"
            report.error("command-pack.missing-binary", spot.place, f"the program {name} was not found{seen}", hint)
        elif needs_a_shell(found.path):
            hint = "begin the file with #! and its interpreter"
            report.error("command-pack.shell", spot.place, f"the program {name} ({found.path}) is text without a #! line", hint)
            return None
        return found.path


def read_requires(pack: Spot, report: Report, programs: Programs) -> None:
    for row in read_list(pack.get("requires"), report):
        if read_fields(row, report, _FIELDS, ("binary",)):
            _read_row(row, report, programs)


def _read_row(row: Spot, report: Report, programs: Programs) -> None:
    before = report.errors
    binary = _read_binary(row.get("binary"), report)
    wanted = _read_range(row.get("version"), report)
    args = tuple(read_texts(row.get("version_args"), report)) if row.get("version_args") else ("--version",)
    pattern = _read_pattern(row.get("version_pattern"), report)
    ok_exit = read_exit_codes(row.get("version_ok_exit"), report) or frozenset({0})
    at = row.get("binary")
    if binary is None or at is None:
        return
    path = programs.require(binary, at, report)
    version = row.get("version")
    # A row with a fault is not probed: nothing runs that was not asked for in full.
    if wanted is not None and version is not None and path is not None and report.errors == before:
        _judge_version(binary, programs.probe((path, *args)), wanted, pattern, ok_exit, version, report)


def _judge_version(
    binary: str, probe: Probe, wanted: Range, pattern: re.Pattern[str] | None, ok_exit: frozenset[int], spot: Spot, report: Report
) -> None:
    unreadable = "command-pack.version-unreadable"
    if probe.failure is not None:
        report.error(unreadable, spot.place, f"{binary} could not be asked for its version: {probe.failure}")
    elif probe.exit_code not in ok_exit:
        hint = "version_args says how it is asked, version_ok_exit which statuses count"
        report.error(unreadable, spot.place, f"{binary} ended with status {probe.exit_code} when asked for its version", hint)
    elif (version := _version_in(probe.text, binary, pattern)) is None:
        seen = next((line.strip() for line in probe.text.splitlines() if line.strip()), "")
        hint = "version_pattern says where the version stands"
        report.error(unreadable, spot.place, f"no version can be read from what {binary} printed: {seen[:200]!r}", hint)
    elif not wanted.holds(version):
        report.error("command-pack.version-mismatch", spot.place, f"{binary} is {version.text}, and {wanted.text} is required")


def _version_in(text: str, binary: str, pattern: re.Pattern[str] | None) -> Version | None:
    if pattern is None:
        return find_version(text, binary)
    match = pattern.search(text)
    return None if match is None else parse_version(match[1] or "")


def _read_binary(spot: Spot | None, report: Report) -> str | None:
    text = read_text(spot, report)
    if text is None or spot is None:
        return None
    if _BINARY.fullmatch(text) and text.isprintable():
        return text
    report.error("schema.pattern-mismatch", spot.place, f"{text!r} is no plain name or path of a program", "it is never given to a shell")
    return None


def _read_range(spot: Spot | None, report: Report) -> Range | None:
    if spot is None:
        return None
    if spot.text is None:
        wrong_type(spot, report, "a string", "quote it, as in '>=1.6': YAML reads 1.10 as the number 1.1")
        return None
    wanted = parse_range(spot.text)
    if wanted is None:
        report.error("schema.pattern-mismatch", spot.place, f"{spot.text!r} is no range of versions", "write it as npm does: '>=1.6 <2', '^1.6', '1.x'")
    return wanted


def _read_pattern(spot: Spot | None, report: Report) -> re.Pattern[str] | None:
    text = read_text(spot, report)
    if text is None or spot is None:
        return None
    try:
        pattern = compile_ecma(text)
    except ValueError as error:
        report.error("schema.pattern-mismatch", spot.place, f"{text!r} is no regular expression: {error}")
        return None
    if pattern.groups == 0:
        report.error("schema.pattern-mismatch", spot.place, f"{text!r} has no group, and the first group is the version", "put the version in parentheses")
        return None
    return pattern
