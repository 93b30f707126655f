"""One call from its request to its record. Every door of the runtime comes through here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .audit.events import Subject, make_event, make_id
from .audit.journal import append_event, read_record
from .audit.state import StateUnavailable, state_folder
from .authorize.ask_person import person_asker
from .authorize.authorize import Question, authorize
from .authorize.decision import Decision
from .execute.execute import Executed, Failure, Output, execute
from .execute.redact import Redactor
from .model.problem import Problem
from .model.workspace import Agent, Workspace

RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class NotOffered(Exception):
    """The workspace asks for a capability of the contract that this runtime does not have."""


@dataclass(frozen=True, slots=True)
class CallRequest:
    """`arguments` is what was sent, whatever it is; `fault` says why it could not even be read."""

    topology: str
    agent: str
    skill: str
    arguments: Any
    run_id: str | None
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class CallResult:
    run_id: str
    skill: str
    result: Output | Decision | Failure


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where a call is made; `variables` is the runtime's own environment."""

    workspace: Workspace
    variables: Mapping[str, str]
    redactor: Redactor


def call(where: Circumstances, request: CallRequest) -> CallResult | list[Problem]:
    """The problems of a request that cannot be understood: then nothing was decided and nothing is recorded."""
    problems = _request_problems(where.workspace, request)
    if problems:
        return problems
    agent = where.workspace.topologies[request.topology].agents[request.agent]
    run_id = request.run_id or make_id("run", 6)
    try:
        return CallResult(run_id, request.skill, _decide_and_run(where, agent, request, run_id))
    except StateUnavailable as error:
        return CallResult(
            run_id, request.skill, Failure("audit.unavailable", str(error), "nothing runs that cannot be recorded")
        )


def _decide_and_run(
    where: Circumstances, agent: Agent, request: CallRequest, run_id: str
) -> Output | Decision | Failure:
    redactor = where.redactor
    folder = state_folder(where.workspace.root, where.variables)
    done = _done_in_run(folder, run_id, agent, request.skill)
    question = Question(where.workspace, request.topology, agent, request.skill, request.arguments, run_id, done)
    decision = _redacted(authorize(question, person_asker(folder, redactor)), redactor)
    skill = question.skill
    if decision.allowed and (skill is None or skill.type != "command"):
        raise NotOffered(f"skills of type {skill.type if skill else 'unknown'} are not offered")
    subject = Subject(run_id, agent.id, redactor.text(request.skill), skill)
    shown = {"arguments": redactor.data(request.arguments)}
    append_event(folder, make_event("policy.decision", subject, shown, decision.to_json()))
    if skill is None or not decision.allowed:
        return decision
    executed = execute(where.workspace, skill, request.arguments, where.variables, redactor)
    append_event(folder, make_event("skill.executed", subject, {**shown, **_executed_payload(executed)}))
    return executed.result


def _redacted(decision: Decision, redactor: Redactor) -> Decision:
    return Decision(decision.code, redactor.text(decision.reason), decision.tier, decision.request_id)


def _executed_payload(executed: Executed) -> dict[str, Any]:
    code = executed.result.code if isinstance(executed.result, Failure) else None
    outcome = {"outcome": "ok" if code is None else "failed", "code": code}
    if executed.run is None:
        return outcome
    ran = {"argv": executed.argv, "exit_code": executed.run.exit_code, "duration_ms": executed.run.duration_ms}
    return {**outcome, **ran}


def _done_in_run(folder: str, run_id: str, agent: Agent, skill: str) -> frozenset[str]:
    """Only a guarded skill needs the past to be read. An event that does not verify is no success."""
    if skill not in agent.requires:
        return frozenset()
    events = (event for event in read_record(folder).events if event["event_type"] == "skill.executed")
    mine = (event for event in events if event["run_id"] == run_id and event["agent_id"] == agent.id)
    return frozenset(event["skill_id"] for event in mine if event["payload"]["outcome"] == "ok")


def _request_problems(workspace: Workspace, request: CallRequest) -> list[Problem]:
    problems: list[Problem] = []
    topology = workspace.topologies.get(request.topology)
    if topology is None:
        message = f"the workspace declares no topology {request.topology!r}"
        known = ", ".join(workspace.topologies) or "none"
        problems.append(Problem("request.unknown-topology", message, hint=f"declared: {known}"))
    elif request.agent not in topology.agents:
        message = f"the topology {topology.id} holds no agent {request.agent!r}"
        problems.append(Problem("request.unknown-agent", message, hint=f"its agents: {', '.join(topology.agents)}"))
    if request.fault is not None or not isinstance(request.arguments, dict):
        reason = request.fault or "they are JSON of another type"
        message = f"the arguments are not one JSON object: {reason}"
        problems.append(Problem("request.bad-arguments", message, hint='send {"name": "value"}'))
    return problems + run_id_problems(request.run_id)


def run_id_problems(run_id: str | None) -> list[Problem]:
    if run_id is None or RUN_ID.fullmatch(run_id):
        return []
    message = f"{run_id!r} is no run id: 1 to 64 letters, digits, dots, underscores or hyphens, a letter or digit first"
    return [Problem("request.bad-run-id", message)]
