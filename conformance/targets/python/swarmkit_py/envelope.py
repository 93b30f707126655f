"""Envelopes: what every verb answers with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from . import CONTRACT
from .authorize.decision import Decision
from .execute.execute import Failure, Output
from .execute.redact import Redactor
from .model.problem import NOWHERE, Problem
from .pipeline import CallResult


@dataclass(frozen=True, slots=True)
class Answer:
    """An envelope, and for `logs` the events that are printed before it or in its place."""

    envelope: dict[str, Any]
    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        return str(self.envelope["outcome"])


def make_envelope(
    verb: str, outcome: str, problems: list[Problem], redactor: Redactor | None = None, **fields: Any
) -> dict[str, Any]:
    shown = [problem.to_json() for problem in problems]
    if redactor is not None:
        shown = [_redact_problem(problem, redactor) for problem in shown]
    return {"contract": CONTRACT, "verb": verb, "outcome": outcome, "problems": shown, **fields}


def _redact_problem(problem: dict[str, Any], redactor: Redactor) -> dict[str, Any]:
    """Places and codes are the runtime's own words; only the phrases can quote what a program or a file said."""
    hint = problem["hint"]
    return {
        **problem,
        "message": redactor.text(problem["message"]),
        "hint": None if hint is None else redactor.text(hint),
    }


def call_envelope(called: CallResult, warnings: list[Problem], redactor: Redactor) -> dict[str, Any]:
    skill = redactor.text(called.skill)
    result = called.result
    base = {"run_id": called.run_id, "skill": skill}
    if isinstance(result, Output):
        return make_envelope("call", "ok", warnings, redactor, **base, text=result.text, output=result.to_json())
    if isinstance(result, Decision):
        refusal = {"code": result.code, "reason": result.reason, "approval_request": result.request_id}
        text = f"[skill:{skill}] DENIED: {result.reason}"
        return make_envelope("call", "denied", warnings, redactor, **base, text=text, refusal=refusal)
    return make_envelope(
        "call", "failed", warnings, redactor, **base, text=f"[skill:{skill}] {result.message}", error=_error(result)
    )


def _error(failure: Failure) -> dict[str, Any]:
    return Problem(failure.code, failure.message, NOWHERE, failure.hint).to_json()
