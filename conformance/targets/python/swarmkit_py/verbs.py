"""The verbs: parameters in, an answer out. What reads stdin and what prints is elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import CONTRACT, NAME, VERSION
from .audit.events import Subject, make_event, timestamp
from .audit.journal import append_event, read_record
from .audit.state import StateUnavailable, state_folder
from .authorize.approvals import Approvals, Request
from .envelope import Answer, call_envelope, make_envelope
from .model.problem import Problem
from .model.workspace import ATTACHMENT_MAX_BYTES, DEFAULT_MAX_OUTPUT_BYTES, DEFAULT_TIMEOUT_MS, Workspace
from .pipeline import CallRequest, Circumstances, call, run_id_problems
from .resolve.load_workspace import Loaded, load_workspace
from .resolved_view import resolved_view

Params = Mapping[str, Any]
Variables = Mapping[str, str]
CAPABILITIES = ("packs", "grants", "governance", "secrets", "bounds", "audit", "approvals", "prerequisites", "session")


def perform(verb: str, params: Params, variables: Variables) -> Answer:
    """`call` takes its arguments as params: `arguments`, or `arguments_fault` where they could not be read."""
    if verb == "describe":
        return _describe()
    loaded = load_workspace(params["workspace"], variables)
    if loaded.workspace is None:
        return _answer(verb, "invalid", loaded)
    try:
        return _VERBS[verb](loaded, loaded.workspace, params, variables)
    except StateUnavailable as error:
        return _answer(verb, "failed", loaded, [Problem("audit.unavailable", str(error))])


def _answer(verb: str, outcome: str, loaded: Loaded, problems: list[Problem] | None = None, **fields: Any) -> Answer:
    return Answer(make_envelope(verb, outcome, [*loaded.problems, *(problems or [])], loaded.redactor, **fields))


def _describe() -> Answer:
    limits = {
        "timeout_seconds": DEFAULT_TIMEOUT_MS / 1000,
        "max_output_bytes": DEFAULT_MAX_OUTPUT_BYTES,
        "attachment_max_bytes": ATTACHMENT_MAX_BYTES,
    }
    runtime = {"name": NAME, "version": VERSION, "language": "Python"}
    fields: dict[str, Any] = {
        "runtime": runtime,
        "contracts": [CONTRACT],
        "capabilities": list(CAPABILITIES),
        "limits": limits,
    }
    return Answer(make_envelope("describe", "ok", [], **fields))


def _validate(loaded: Loaded, _: Workspace, __: Params, ___: Variables) -> Answer:
    return _answer("validate", "ok", loaded)


def _resolve(loaded: Loaded, workspace: Workspace, _: Params, __: Variables) -> Answer:
    return _answer("resolve", "ok", loaded, **resolved_view(workspace))


def _call(loaded: Loaded, workspace: Workspace, params: Params, variables: Variables) -> Answer:
    request = CallRequest(
        params["topology"],
        params["agent"],
        params["skill"],
        params.get("arguments"),
        params.get("run_id"),
        params.get("arguments_fault"),
    )
    called = call(Circumstances(workspace, variables, loaded.redactor), request)
    if isinstance(called, list):
        return _answer("call", "invalid", loaded, called)
    return Answer(call_envelope(called, loaded.problems, loaded.redactor))


def _logs(loaded: Loaded, workspace: Workspace, params: Params, variables: Variables) -> Answer:
    run_id, last = params.get("run_id"), params.get("last")
    if problems := run_id_problems(run_id):
        return _answer("logs", "invalid", loaded, problems)
    record = read_record(state_folder(workspace.root, variables))
    events = record.events
    if last is not None:
        # The runs in which something happened last, whenever they began.
        runs = list(dict.fromkeys(event["run_id"] for event in reversed(events)))[:last]
        events = [event for event in events if event["run_id"] in runs]
    if run_id is not None:
        events = [event for event in events if event["run_id"] == run_id]
    found = record.fault_of(run_id)
    if found is None:
        return Answer(make_envelope("logs", "ok", []), events)
    message = f"the audit does not verify: {found}"
    fault = Problem("audit.unavailable", message, hint="what verifies was printed; keep the file")
    return Answer(make_envelope("logs", "failed", [fault]), events)


def _approvals(loaded: Loaded, workspace: Workspace, _: Params, variables: Variables) -> Answer:
    requests = Approvals(state_folder(workspace.root, variables)).living()
    rows = [_request_row(each) for each in requests if each.status == "waiting"]
    return _answer("approvals", "ok", loaded, requests=rows)


def _request_row(request: Request) -> dict[str, Any]:
    return {
        "request_id": request.request_id,
        "run_id": request.run_id,
        "topology": request.topology,
        "agent": request.agent,
        "skill": request.skill,
        "arguments": request.arguments,
        "argv": request.argv,
        "requested_at": timestamp(request.requested_at),
        "expires_at": timestamp(request.expires_at),
    }


def _decide(verb: str, status: str, event_type: str) -> Callable[[Loaded, Workspace, Params, Variables], Answer]:
    def decide(loaded: Loaded, workspace: Workspace, params: Params, variables: Variables) -> Answer:
        folder = state_folder(workspace.root, variables)
        approvals = Approvals(folder)
        id, reason = params["request_id"], params.get("reason")
        shown = None if reason is None else loaded.redactor.text(reason)
        if not any(each.request_id == id for each in approvals.living()):
            return _unknown_request(verb, loaded, id)
        with approvals.locked():
            request = next(
                (each for each in approvals.living() if each.request_id == id and each.status == "waiting"), None
            )
            if request is None:
                return _unknown_request(verb, loaded, id)
            skill = workspace.skills.get(request.skill)
            subject = Subject(request.run_id, request.agent, request.skill, skill)
            # Recorded before it can be used.
            append_event(folder, make_event(event_type, subject, {"request_id": id, "reason": shown}))
            approvals.settle(request, status, shown)
        return _answer(verb, "ok", loaded)

    return decide


def _unknown_request(verb: str, loaded: Loaded, id: str) -> Answer:
    problem = Problem(
        "request.unknown-approval", f"no request {id!r} waits for a decision", hint="approvals lists those that do"
    )
    return _answer(verb, "invalid", loaded, [problem])


_VERBS: dict[str, Callable[[Loaded, Workspace, Params, Variables], Answer]] = {
    "validate": _validate,
    "resolve": _resolve,
    "call": _call,
    "logs": _logs,
    "approvals": _approvals,
    "approve": _decide("approve", "approved", "approval.granted"),
    "deny": _decide("deny", "denied", "approval.denied"),
}
