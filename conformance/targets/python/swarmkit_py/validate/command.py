"""One command of a pack."""

from __future__ import annotations

from ..json_schema import schema_problems
from ..load.node import Spot, to_data
from ..model.problem import Report
from ..model.template import placeholders_of
from ..model.workspace import Command, Param
from .argv import program_to_find, read_argv, wrapped_to_find
from .exit_codes import read_exit_codes
from .fields import read_boolean, read_fields, read_id, read_list, read_map, read_text, read_word, whole_number, wrong_type
from .programs import Programs

_FIELDS = ("id", "argv", "effects", "output", "ok_exit_codes", "params", "description")
_TYPES = ("string", "number", "integer", "boolean")
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
    if not argv or elements is None:
        return None
    items = list(elements.items())
    for place, name in wrapped_to_find(argv):
        programs.require(name, items[place], report)
    program = program_to_find(argv)
    return None if program is None else programs.require(program, items[0], report)


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


def _check_keywords(row: Spot, report: Report) -> None:
    """The keywords have the types of the table of fields; what JSON Schema asks beyond is asked of the whole."""
    read_word(row.get("type"), report, _TYPES)
    read_text(row.get("description"), report)
    read_text(row.get("pattern"), report)
    for value in read_list(row.get("enum"), report, not_empty=True):
        if value.value is None:
            wrong_type(value, report, "a string, a number or a boolean")
    for key in ("minimum", "maximum", "minLength", "maxLength"):
        at = row.get(key)
        if at is not None and (isinstance(at.value, bool) or not isinstance(at.value, (int, float))):
            wrong_type(at, report, "a number")
        elif at is not None and key.endswith("Length"):
            _check_length(at, report)


def _check_length(spot: Spot, report: Report) -> None:
    number = whole_number(spot)
    if number is None:
        wrong_type(spot, report, "a whole number")
    elif number < 0:
        report.error("schema.range", spot.place, f"{number} is no length")


def _read_param(row: Spot, report: Report) -> Param:
    dash = read_boolean(row.get("allow_leading_dash"), report) or False
    before = report.errors
    _check_keywords(row, report)
    if report.errors > before:
        return Param({}, dash)
    schema = {key: to_data(value.node) for key, value in row.entries() if key != "allow_leading_dash"}
    faults = schema_problems(schema)
    for pointer, reason in faults:
        at = row.get(pointer.split("/")[1]) if pointer else row
        report.error("schema.invalid-inputs", (at or row).place, reason)
    return Param({} if faults else schema, dash)
