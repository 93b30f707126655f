"""The decision on a call: a list of rules in their order, of which the first no is the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..model.workspace import Agent, Skill, Workspace
from .decision import Decision


@dataclass(frozen=True, slots=True)
class Question:
    """`done` are the skills that the agent has called with success in this run."""

    workspace: Workspace
    topology: str
    agent: Agent
    skill_id: str
    arguments: dict[str, Any]
    run_id: str
    done: frozenset[str]

    @property
    def skill(self) -> Skill | None:
        return self.workspace.skills.get(self.skill_id)


# Asked last, and only for the tier strict: it looks at what persons have decided, and may make a request.
AskPerson = Callable[[Question, Skill], Decision]


def authorize(question: Question, ask_person: AskPerson) -> Decision:
    skill = question.skill
    if skill is None or question.skill_id not in question.agent.skills:
        reason = f"the agent {question.agent.id} does not hold the skill {question.skill_id}"
        return Decision("grant.not-held", reason, None if skill is None else skill.permission)
    for rule in (_prerequisites, _readonly, _scopes):
        if (refusal := rule(question, skill)) is not None:
            return refusal
    if skill.permission == "strict":
        return ask_person(question, skill)
    return Decision(None, f"the tier {skill.permission} allows it", skill.permission)


def _prerequisites(question: Question, skill: Skill) -> Decision | None:
    missing = [name for name in question.agent.requires.get(skill.id, ()) if name not in question.done]
    if not missing:
        return None
    reason = f"{skill.id} needs {', '.join(missing)} to have succeeded first in this run"
    return Decision("prerequisite.unmet", reason, skill.permission)


def _readonly(_: Question, skill: Skill) -> Decision | None:
    """What is declared decides, and what is not declared is no read. A name never does."""
    if skill.permission != "readonly" or skill.effects == "read":
        return None
    if skill.effects == "unknown":
        field = f"the field effects of the server {skill.container}"
        what = f"the effects of {skill.member} are unknown; declare them in {field}"
    else:
        what = f"{skill.member} has effects {skill.effects}"
    return Decision("tier.readonly", f"{skill.container} is readonly here and {what}", skill.permission)


def _scopes(question: Question, skill: Skill) -> Decision | None:
    if skill.permission == "open":
        return None
    governance = question.workspace.governance
    held = question.agent.scopes
    where = f"iam.base_scope of the agent {question.agent.id}"
    if governance.provider == "mock":
        if governance.allowed_scopes is None:
            return None
        held, where = governance.allowed_scopes, "allowed_scopes of the workspace's governance"
    missing = [scope for scope in skill.required_scopes if scope not in held]
    if not missing:
        return None
    reason = f"{skill.id} requires the scopes {', '.join(missing)}; grant them in {where}"
    return Decision("scope.missing", reason, skill.permission)
