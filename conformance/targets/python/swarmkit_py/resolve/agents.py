"""Agents: archetypes merged in, bulk grants expanded, prerequisites known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ..load.node import Spot
from ..model.problem import Place, Related, Report
from ..model.workspace import Agent, Skill
from ..validate.agent_files import AgentEntry, ArchetypeFile, Grants
from ..validate.fields import is_id
from .cycles import find_cycles


@dataclass(frozen=True, slots=True)
class Known:
    """
    What grants may name. `skill_ids` holds those of skills with faults, too. What is not complete could not be read in
    full, and what it lacks is no fault of whoever names it.
    """

    skills: Mapping[str, Skill]
    skill_ids: Collection[str]
    packs: Collection[str]
    servers: Collection[str]
    archetypes: Mapping[str, ArchetypeFile]
    skills_complete: bool
    containers_complete: bool
    archetypes_complete: bool


def resolve_agent(entry: AgentEntry, known: Known, report: Report) -> Agent:
    grants = _merge(entry, known, report)
    skills = expand_grants((*(grants.skills or ()), *(grants.skills_additional or ())), known, report)
    requires = _read_requires(grants.requires, skills, known, report)
    scopes = grants.scopes or ()
    role = entry.role or _archetype_role(entry, known) or "worker"
    return Agent(entry.id, role, entry.parent, skills, frozenset(scopes), scopes, _inherited(requires, known))


def _merge(entry: AgentEntry, known: Known, report: Report) -> Grants:
    """
    Field by field: what the agent says itself, an empty list included, stands in place of its archetype's, but for
    what is added: that is its archetype's and then its own.
    """
    own = entry.grants
    if entry.archetype is None or entry.archetype.text is None:
        return own
    archetype = known.archetypes.get(entry.archetype.text)
    if archetype is None:
        if known.archetypes_complete:
            report.error(
                "agent.unknown-archetype", entry.archetype.place, f"the archetype {entry.archetype.text} is not loaded"
            )
        return own
    base = archetype.grants
    return Grants(
        base.skills if own.skills is None else own.skills,
        (*(base.skills_additional or ()), *(own.skills_additional or ())),
        base.requires if own.requires is None else own.requires,
        base.scopes if own.scopes is None else own.scopes,
    )


def _archetype_role(entry: AgentEntry, known: Known) -> str | None:
    text = None if entry.archetype is None else entry.archetype.text
    archetype = known.archetypes.get(text or "")
    return None if archetype is None else archetype.role


def expand_grants(entries: tuple[Spot, ...], known: Known, report: Report) -> tuple[str, ...]:
    """Skill ids in grant order; one that occurs twice stays at its first place."""
    ids: dict[str, None] = {}
    for entry in entries:
        text = entry.text or ""
        kind, colon, container = text.partition(":")
        if colon:
            ids.update(dict.fromkeys(_expand_bulk(entry, kind, container, known, report)))
        elif text in known.skill_ids or not known.skills_complete:
            ids[text] = None
        else:
            report.error("agent.unknown-skill", entry.place, f"the skill {text} is not loaded", _near(text, known))
    return tuple(ids)


def _near(id: str, known: Known) -> str | None:
    import difflib  # loaded only where there is something to say

    close = difflib.get_close_matches(id, known.skill_ids, 1)
    return f"did you mean {close[0]}?" if close else None


def _expand_bulk(entry: Spot, kind: str, container: str, known: Known, report: Report) -> list[str]:
    """`pack:` gives the synthesised reads of a pack and never a write; `server:` every tool of a server."""
    if not known.containers_complete:
        return []
    if container not in (known.packs if kind == "pack" else known.servers):
        what = "pack" if kind == "pack" else "MCP server"
        report.error("agent.unknown-bulk-grant", entry.place, f"the workspace declares no {what} {container}")
        return []
    of_container = [skill for skill in known.skills.values() if skill.container == container]
    if kind == "pack":
        ids = [skill.id for skill in of_container if skill.synthesised and skill.effects == "read"]
    else:
        ids = [skill.id for skill in of_container if skill.type == "mcp_tool"]
    if not ids and known.skills_complete:
        hint = "grant a write by its skill id" if kind == "pack" else "write a skill of type mcp_tool for each tool"
        message = f"{entry.text} expands to no skill: {container} has " + (
            "no command with effects read" if kind == "pack" else "no skills"
        )
        report.error("agent.empty-bulk-grant", entry.place, message, hint)
    return sorted(ids)


def _read_requires(
    spot: Spot | None, held: Collection[str], known: Known, report: Report
) -> dict[str, tuple[str, ...]]:
    if spot is None:
        return {}
    requires: dict[str, tuple[str, ...]] = {}
    places: dict[str, Place] = {}
    complete = known.skills_complete and known.containers_complete
    for guarded, prerequisites in spot.entries():
        places[guarded] = spot.key(guarded)
        for name, place in ((guarded, spot.key(guarded)), *((item.text, item.place) for item in prerequisites.items())):
            if name is not None and is_id(name) and name not in held and complete:
                report.error(
                    "agent.requires-unknown-skill", place, f"requires names {name}, which the agent does not hold"
                )
        requires[guarded] = tuple(item.text for item in prerequisites.items() if item.text is not None)
    for cycle in find_cycles(requires):
        related = tuple(Related(name, places[name]) for name in cycle[1:])
        message = f"{' requires '.join([*cycle, cycle[0]])}, so that none of them can ever be called"
        report.error("agent.requires-cycle", places[cycle[0]], message, None, related)
    return requires


def _inherited(requires: dict[str, tuple[str, ...]], known: Known) -> dict[str, tuple[str, ...]]:
    """What guards a hand-written skill guards the synthesised skill over its command, too."""
    guards = {guarded: list(prerequisites) for guarded, prerequisites in requires.items()}
    for guarded, prerequisites in requires.items():
        skill = known.skills.get(guarded)
        if skill is None or skill.type != "command" or skill.synthesised:
            continue
        twin = f"{skill.container}-{skill.member}"
        # A synthesised skill that is itself the prerequisite cannot come before itself.
        guards.setdefault(twin, []).extend(name for name in prerequisites if name != twin)
    return {guarded: tuple(dict.fromkeys(prerequisites)) for guarded, prerequisites in guards.items()}
