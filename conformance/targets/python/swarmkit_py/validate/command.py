"""One command of a pack."""

from __future__ import annotations

from ..json_schema import schema_problems
from ..load.node import Spot, to_data
from ..model.problem import Report
from ..model.template import placeholders_of
from ..model.workspace import Command, Param
from .argv import program_to_find, read_argv
from .exit_codes import read_exit_codes
from .fields import read_boolean, read_fields, read_id, read_map, read_text, read_word
from .programs import Programs

_FIELDS = ("id", "argv", "effects", "output", "ok_exit_codes", "params", "description")
_PARAM_FIELDS = (
    "type",
    "description",
    "pattern",
    "enum",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "allow_leading_dash",
)


def read_command(spot: Spot, report: Report, programs: Programs, permission: str, timeout_ms: int) -> Command | None:
    """None where it has no id to be known by; any other fault leaves a command that others may refer to."""
    if not read_fields(spot, report, _FIELDS, ("id", "argv")):
        return None
    id = read_id(spot.get("id"), report)
    argv = read_argv(spot, report) if spot.get("argv") else None
    read_text(spot.get("description"), report)
    effects = read_word(spot.get("effects"), report, ("read", "write"))
    parse = _read_parse(spot.get("output"), report)
    ok_exit_codes = read_exit_codes(spot.get("ok_exit_codes"), report)
    params = _read_params(spot.get("params"), report, argv)
    at = spot.get("id")
    if id is None or at is None:
        return None
    return Command(
        id=id,
        place=at.place,
        argv=argv or (),
        effects=effects or "write",
        parse=parse or "text",
        ok_exit_codes=ok_exit_codes or frozenset({0}),
        params=params,
        program=_find(spot, report, programs, argv),
        permission=permission,
        timeout_ms=timeout_ms,
    )


def _find(spot: Spot, report: Report, programs: Programs, argv: tuple[str, ...] | None) -> str | None:
    elements = spot.get("argv")
    program = program_to_find(argv) if argv else None
    if program is None or elements is None:
        return None
    return programs.require(program, next(elements.items()), report)


def _read_parse(spot: Spot | None, report: Report) -> str | None:
    if spot is None or not read_fields(spot, report, ("parse",)):
        return None
    return read_word(spot.get("parse"), report, ("text", "json", "lines"))


def _read_params(spot: Spot | None, report: Report, argv: tuple[str, ...] | None) -> dict[str, Param]:
    params: dict[str, Param] = {}
    names = None if argv is None else placeholders_of(argv)
    for name, row in read_map(spot, report):
        if names is not None and name not in names:
            assert spot is not None
            known = f"its placeholders: {', '.join(names) or 'none'}"
            report.error("schema.unknown-field", spot.key(name), f"{name} is no placeholder of the command", known)
        elif read_fields(row, report, _PARAM_FIELDS):
            params[name] = _read_param(row, report)
    return params


def _read_param(row: Spot, report: Report) -> Param:
    dash = read_boolean(row.get("allow_leading_dash"), report) or False
    schema = {key: to_data(value.node) for key, value in row.entries() if key != "allow_leading_dash"}
    faults = schema_problems(schema)
    for pointer, reason in faults:
        at = row.get(pointer.split("/")[1]) if pointer else row
        report.error("schema.invalid-inputs", (at or row).place, reason)
    return Param({} if faults else schema, dash)
