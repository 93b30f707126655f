"""The loaded workspace as `resolve` shows it."""

from __future__ import annotations

from typing import Any

from .model.workspace import Agent, Command, Pack, Skill, Workspace
from .resolve.skills import skill_id


def resolved_view(workspace: Workspace) -> dict[str, Any]:
    return {
        "packs": [_pack(pack) for pack in workspace.packs.values()],
        "skills": [_skill(skill) for skill in workspace.skills.values()],
        "topologies": [
            {"id": each.id, "agents": [_agent(agent) for agent in each.agents.values()]}
            for each in workspace.topologies.values()
        ],
    }


def _pack(pack: Pack) -> dict[str, Any]:
    return {
        "id": pack.id,
        "permission": pack.permission,
        "timeout_seconds": _seconds(pack.timeout_ms),
        "max_output_bytes": pack.max_output_bytes,
        "commands": [_command(pack, command) for command in pack.commands.values()],
    }


def _command(pack: Pack, command: Command) -> dict[str, Any]:
    return {
        "id": command.id,
        "argv": list(command.argv),
        "effects": command.effects,
        "permission": command.permission,
        "timeout_seconds": _seconds(command.timeout_ms),
        "skill": skill_id(pack.id, command.id),
    }


def _skill(skill: Skill) -> dict[str, Any]:
    return {
        "id": skill.id,
        "type": skill.type,
        "provider": skill.provider,
        "container": skill.container,
        "member": skill.member,
        "effects": skill.effects,
        "inputs": skill.inputs,
        "required_scopes": list(skill.required_scopes),
    }


def _agent(agent: Agent) -> dict[str, Any]:
    return {
        "id": agent.id,
        "role": agent.role,
        "parent": agent.parent,
        "skills": list(agent.skills),
        "scopes": list(agent.scopes_in_order),
    }


def _seconds(ms: int) -> int | float:
    return ms // 1000 if ms % 1000 == 0 else ms / 1000
