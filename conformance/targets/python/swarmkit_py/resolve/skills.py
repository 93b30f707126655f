"""Every command becomes a skill, and every skill file one more; each id has one meaning or the workspace has none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..load.node import Spot
from ..model.problem import Place, Related, Report
from ..model.template import placeholders_of
from ..model.workspace import Command, Pack, Server, Skill
from ..validate.skill_file import SkillFile
from ..validate.fields import is_id

# What a placeholder takes where `params` says nothing of its type.
_ANY_SCALAR = ["string", "number", "boolean"]


def skill_id(pack: str, command: str) -> str:
    return f"{pack}-{command}"


def synthesised_inputs(command: Command) -> dict[str, Any]:
    names = placeholders_of(command.argv)
    properties = {name: {"type": _ANY_SCALAR, **_schema(command, name)} for name in names}
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}


def _schema(command: Command, name: str) -> dict[str, Any]:
    return command.params[name].schema if name in command.params else {}


def synthesise(packs: dict[str, Pack], files: Iterable[SkillFile], report: Report) -> dict[str, Skill]:
    """One skill for each command. Ids that two commands come to are reported, and neither shadows the other."""
    scopes = _scopes_by_command(files)
    skills: dict[str, Skill] = {}
    for pack in packs.values():
        for command in pack.commands.values():
            skill = _command_skill(pack, command)
            if (other := skills.get(skill.id)) is not None:
                _report_collision(skill.id, _command_party(skill), _command_party(other), report)
            else:
                skills[skill.id] = replace(skill, required_scopes=scopes.get((pack.id, command.id), ()))
    return skills


def _scopes_by_command(files: Iterable[SkillFile]) -> dict[tuple[str | None, str | None], tuple[str, ...]]:
    """What the hand-written skills over a command require: a bulk grant never goes around a gate."""
    scopes: dict[tuple[str | None, str | None], tuple[str, ...]] = {}
    for file in files:
        if file.type == "command":
            key = (_text(file, "pack"), _text(file, "command"))
            scopes[key] = tuple(dict.fromkeys((*scopes.get(key, ()), *file.required_scopes)))
    return scopes


def resolve_file(
    file: SkillFile, packs: dict[str, Pack], servers: dict[str, Server], report: Report, packs_known: bool
) -> Skill | None:
    """A skill file against what it targets. `packs_known`: workspace.yaml could be read; what it lacks is not there."""
    if file.type == "command":
        return _resolve_command(file, packs, report, packs_known)
    if file.type == "mcp_tool":
        return _resolve_tool(file, servers, report, packs_known)
    inputs = file.inputs or {"type": "object", "properties": {}}
    return Skill(
        file.id, file.place, file.type, file.type, None, None, "unknown", "cautious", inputs, file.required_scopes
    )


def _resolve_command(file: SkillFile, packs: dict[str, Pack], report: Report, packs_known: bool) -> Skill | None:
    pack_spot, command_spot = file.implementation.get("pack"), file.implementation.get("command")
    pack = packs.get(_text(file, "pack") or "")
    if pack is None:
        if packs_known and pack_spot is not None and is_id(pack_spot.text or ""):
            hint = f"its packs: {', '.join(packs) or 'none'}"
            report.error(
                "skill.unknown-pack", pack_spot.place, f"the workspace declares no pack {pack_spot.text}", hint
            )
        return None
    command = pack.commands.get(_text(file, "command") or "")
    if command is None:
        if command_spot is not None and is_id(command_spot.text or ""):
            hint = f"its commands: {', '.join(pack.commands)}"
            report.error(
                "skill.unknown-command",
                command_spot.place,
                f"the pack {pack.id} has no command {command_spot.text}",
                hint,
            )
        return None
    skill = _command_skill(pack, command)
    if file.inputs is not None:
        _report_missing_inputs(file, command, report)
        skill = replace(skill, inputs=file.inputs)
    return replace(skill, id=file.id, place=file.place, required_scopes=file.required_scopes, synthesised=False)


def _report_missing_inputs(file: SkillFile, command: Command, report: Report) -> None:
    assert file.inputs is not None and file.inputs_spot is not None
    properties = file.inputs_spot.get("properties") or file.inputs_spot
    for name in placeholders_of(command.argv):
        if name not in file.inputs.get("properties", {}):
            message = f"inputs lack the placeholder {name} of {command.id} as a property"
            report.error("skill.missing-input", properties.place, message)


def _resolve_tool(file: SkillFile, servers: dict[str, Server], report: Report, servers_known: bool) -> Skill | None:
    spot, tool = file.implementation.get("server"), _text(file, "tool")
    server = servers.get(_text(file, "server") or "")
    if server is None:
        if servers_known and spot is not None and is_id(spot.text or ""):
            report.error("skill.unknown-server", spot.place, f"the workspace declares no MCP server {spot.text}")
        return None
    if tool is None:
        return None
    permission = server.permission_overrides.get(tool, server.permission)
    inputs = file.inputs or {"type": "object"}
    effects = server.effects.get(tool, "unknown")
    return Skill(
        file.id, file.place, "mcp_tool", "mcp", server.id, tool, effects, permission, inputs, file.required_scopes
    )


def _command_skill(pack: Pack, command: Command) -> Skill:
    """The skill that a command becomes by itself."""
    return Skill(
        id=skill_id(pack.id, command.id),
        place=command.place,
        type="command",
        provider="command",
        container=pack.id,
        member=command.id,
        effects=command.effects,
        permission=command.permission,
        inputs=synthesised_inputs(command),
        required_scopes=(),
        synthesised=True,
    )


def add_files(skills: dict[str, Skill], files: list[tuple[str, Place, Skill | None]], report: Report) -> None:
    """Hand-written skills beside the synthesised ones. A skill with faults still occupies its id."""
    first: dict[str, Place] = {}
    for id, place, skill in files:
        if id in skills and skills[id].synthesised:
            _report_collision(id, Related(f"the skill {id} of {place.path}", place), _command_party(skills[id]), report)
        elif id in first:
            related = (Related(id, first[id]),)
            report.error(
                "skill.duplicate-id",
                place,
                f"{place.path} and {first[id].path} both declare the skill {id}",
                None,
                related,
            )
        else:
            first[id] = place
            if skill is not None:
                skills[id] = skill


def _command_party(skill: Skill) -> Related:
    return Related(f"{skill.container}: {skill.member}", skill.place)


def _report_collision(id: str, party: Related, other: Related, report: Report) -> None:
    message = f"{party.name} and {other.name} both come to the skill id {id}"
    report.error("command-pack.id-collision", party.place, message, "rename one of them", (other,))


def _text(file: SkillFile, key: str) -> str | None:
    spot: Spot | None = file.implementation.get(key)
    return None if spot is None else spot.text
