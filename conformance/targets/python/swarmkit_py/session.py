"""`session`: requests as JSON Lines on stdin, each answered in turn. Nothing is kept between two requests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .command_line import NOT_OFFERED, VERBS, VerbSyntax
from .envelope import make_envelope
from .execute.interrupt import interrupted
from .json_text import NotJson, holds_infinity, read_json
from .model.problem import Problem
from .pipeline import NotOffered
from .verbs import perform

_PARAMS = frozenset(
    (
        "workspace",
        "topology",
        "agent",
        "skill",
        "arguments",
        "run_id",
        "input",
        "attach",
        "last",
        "request_id",
        "reason",
    )
)


def serve_session(
    lines: Iterable[bytes], reply: Callable[[dict[str, Any]], None], variables: Mapping[str, str]
) -> None:
    for line in lines:
        if interrupted():
            return
        reply(_answer_line(line, variables))


def _answer_line(line: bytes, variables: Mapping[str, str]) -> dict[str, Any]:
    try:
        request = read_json(line.decode("utf-8"), too_large=True)
    except (NotJson, UnicodeDecodeError) as error:
        return _invalid(None, "session", f"the line is not one JSON object: {error}")
    if not isinstance(request, dict):
        return _invalid(None, "session", "the line is not one JSON object")
    if holds_infinity({key: value for key, value in request.items() if key != "params"}):
        return _invalid(None, "session", "the line holds a number that is too large")
    id, verb = request.get("id"), request.get("verb")
    name = verb if isinstance(verb, str) else "session"
    if (fault := _request_fault(request)) is not None:
        return _invalid(id, name, fault)
    try:
        return {"id": id, "envelope": _envelope(name, request.get("params", {}), variables)}
    except NotOffered as error:
        return _invalid(id, name, str(error))


def _envelope(verb: str, params: dict[str, Any], variables: Mapping[str, str]) -> dict[str, Any]:
    if holds_infinity(params):
        params = {**params, "arguments": None, "arguments_fault": "a number is too large"}
    answer = perform(verb, params, variables)
    # `logs` prints no envelope where all is well; here the events need one to travel in.
    has_events = verb == "logs" and answer.outcome != "invalid"
    return {**answer.envelope, "events": answer.events} if has_events else answer.envelope


def _request_fault(request: dict[str, Any]) -> str | None:
    """What would be a usage error on the command line."""
    if unknown := sorted(request.keys() - {"id", "verb", "params"}):
        return f"a request holds id, verb and params, and not {', '.join(unknown)}"
    if isinstance(request.get("id"), bool) or not isinstance(request.get("id"), (str, int, float)):
        return "a request has an id, a string or a number, by which its reply is known"
    verb, params = request.get("verb"), request.get("params", {})
    if not isinstance(verb, str) or verb == "session" or verb not in VERBS:
        offered = "is not offered" if verb in tuple(NOT_OFFERED) else "is no verb of a session"
        return f"{verb!r} {offered}"
    return _params_fault(verb, VERBS[verb], params) if isinstance(params, dict) else "params is not an object"


def _params_fault(verb: str, syntax: VerbSyntax, params: dict[str, Any]) -> str | None:
    if unknown := sorted(params.keys() - _PARAMS):
        return f"params holds {', '.join(unknown)}, which no verb takes"
    if missing := sorted({*syntax.arguments, *syntax.required} - params.keys()):
        return f"{verb} needs {', '.join(missing)}"
    # Of the names that the contract knows, each verb reads its own.
    used = {*syntax.arguments, *syntax.options} & params.keys()
    wrong = sorted(key for key in used if not _is_of_kind(key, params[key]))
    return f"{', '.join(wrong)} is of the wrong kind" if wrong else None


def _is_of_kind(key: str, value: Any) -> bool:
    if key == "last":
        return isinstance(value, int) and not isinstance(value, bool) and value > 0
    return isinstance(value, str)


def _invalid(id: Any, verb: str, message: str) -> dict[str, Any]:
    return {"id": id, "envelope": make_envelope(verb, "invalid", [Problem("request.bad-arguments", message)])}
