"""Audit events as data."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Any

from ..model.workspace import Skill


def make_id(prefix: str, size: int = 8) -> str:
    """New each time: random, with room for far more than a workspace makes."""
    return f"{prefix}-{os.urandom(size).hex()}"


def timestamp(seconds: float | None = None) -> str:
    """RFC 3339 in UTC, to the millisecond."""
    at = time.time() if seconds is None else seconds
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(at))}.{int(at % 1 * 1000):03d}Z"


@dataclass(frozen=True, slots=True)
class Subject:
    """What an event is about. `skill` is None where the id is no skill's: then what it would call is not known."""

    run_id: str
    agent: str
    skill_id: str
    skill: Skill | None


def make_event(
    event_type: str, about: Subject, payload: dict[str, Any], decision: dict[str, Any] | None = None
) -> dict[str, Any]:
    return {
        "event_id": make_id("evt"),
        "event_type": event_type,
        "timestamp": timestamp(),
        "run_id": about.run_id,
        "agent_id": about.agent,
        "skill_id": about.skill_id,
        "action": _action(about.skill),
        "decision": decision,
        "payload": {**_target(about.skill), **payload},
    }


def _action(skill: Skill | None) -> str | None:
    if skill is None:
        return None
    return ":".join(part for part in (skill.provider, "call", skill.container, skill.member) if part is not None)


def _target(skill: Skill | None) -> dict[str, Any]:
    if skill is None:
        return {"provider": None, "container": None, "member": None, "effects": None}
    return {"provider": skill.provider, "container": skill.container, "member": skill.member, "effects": skill.effects}
