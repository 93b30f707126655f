"""archetypes/*.yaml and topologies/*.yaml, as far as each file can tell by itself."""

from __future__ import annotations

from dataclasses import dataclass

from ..load.node import Mapping, Spot, kind_of
from ..model.problem import Place, Related, Report
from ..model.workspace import ROLES
from .fields import is_id, read_fields, read_id, read_ids, read_list, read_map, read_scopes, read_text, read_word
from .header import HEADER, read_header, read_provenance
from .model_choice import read_model

_GRANT_FIELDS = ("skills", "skills_additional", "requires", "iam", "prompt", "model")
_AGENT_FIELDS = ("id", "role", "archetype", "description", "children", *_GRANT_FIELDS)
_ARCHETYPE_FIELDS = (*HEADER, "role", "defaults", "provenance")
_TOPOLOGY_FIELDS = (*HEADER, "agents")
_CHILD_ROLES = tuple(role for role in ROLES if role != "root")
# Only a person decides on approvals.
_NEVER_GRANTED = "approvals:grant"


@dataclass(frozen=True, slots=True)
class Grants:
    """What an agent or archetype says itself; None where it says nothing, which is not the same as an empty list."""

    skills: tuple[Spot, ...] | None = None
    skills_additional: tuple[Spot, ...] | None = None
    requires: Spot | None = None
    scopes: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ArchetypeFile:
    id: str
    place: Place
    grants: Grants
    role: str | None = None


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """`role` is None where the agent says nothing: then it is its archetype's."""

    id: str
    place: Place
    role: str | None
    parent: str | None
    archetype: Spot | None
    grants: Grants


@dataclass(frozen=True, slots=True)
class TopologyFile:
    id: str
    place: Place
    agents: tuple[AgentEntry, ...]


def read_archetype_file(spot: Spot, report: Report) -> ArchetypeFile | None:
    read_fields(spot, report, _ARCHETYPE_FIELDS, HEADER)
    id = read_header(spot, report)
    role = read_word(spot.get("role"), report, ROLES)
    read_provenance(spot.get("provenance"), report)
    defaults = spot.get("defaults")
    grants = Grants()
    if defaults is not None and read_fields(defaults, report, _GRANT_FIELDS):
        grants = _read_grants(defaults, report)
    return None if id is None else ArchetypeFile(id, _id_place(spot, "id"), grants, role)


def read_topology_file(spot: Spot, report: Report) -> TopologyFile | None:
    read_fields(spot, report, _TOPOLOGY_FIELDS, (*HEADER, "agents"))
    id = read_header(spot, report, id_field="name")
    agents: list[AgentEntry] = []
    block = spot.get("agents")
    if (
        block is not None
        and read_fields(block, report, ("root",), ("root",))
        and (root := block.get("root")) is not None
    ):
        _read_agent(root, report, None, agents)
    _report_duplicates(agents, report)
    return None if id is None else TopologyFile(id, _id_place(spot, "name"), tuple(agents))


def _id_place(spot: Spot, field: str) -> Place:
    metadata = spot.get("metadata")
    at = metadata.get(field) if metadata is not None else None
    return (at or spot).place


def _read_agent(spot: Spot, report: Report, parent: str | None, agents: list[AgentEntry]) -> None:
    is_root = parent is None
    if not read_fields(spot, report, _AGENT_FIELDS, () if is_root else ("id",)):
        return
    at = spot.get("id")
    id = "root" if at is None and is_root else read_id(at, report)
    role = read_word(spot.get("role"), report, ("root",) if is_root else _CHILD_ROLES) or ("root" if is_root else None)
    read_text(spot.get("description"), report)
    archetype = spot.get("archetype")
    read_id(archetype, report)
    grants = _read_grants(spot, report)
    if id is not None:
        agents.append(AgentEntry(id, (at or spot).place, role, parent, archetype, grants))
    for child in read_list(spot.get("children"), report):
        _read_agent(child, report, id or "", agents)


def _read_grants(spot: Spot, report: Report) -> Grants:
    read_model(spot.get("model"), report)
    return Grants(
        _read_entries(spot.get("skills"), report),
        _read_entries(spot.get("skills_additional"), report),
        _read_requires(spot.get("requires"), report),
        _read_base_scope(spot.get("iam"), report),
    )


def _read_entries(spot: Spot | None, report: Report) -> tuple[Spot, ...] | None:
    """The entries that are grants by their form. Others are reported, and leave no grant behind."""
    if spot is None:
        return None
    entries = read_list(spot, report)
    for entry in entries:
        if not _is_grant(entry):
            shown = repr(entry.text) if entry.text is not None else kind_of(entry.node)
            report.error(
                "agent.bad-skill-entry",
                entry.place,
                f"{shown} is no grant",
                "a grant is a skill's id, pack:<id> or server:<id>",
            )
    return tuple(entry for entry in entries if _is_grant(entry))


def _is_grant(entry: Spot) -> bool:
    text = entry.text or ""
    kind, colon, id = text.partition(":")
    return is_id(id) and kind in ("pack", "server") if colon else is_id(text)


def _read_requires(spot: Spot | None, report: Report) -> Spot | None:
    for _, prerequisites in read_map(spot, report):
        read_ids(prerequisites, report)
    return spot if spot is not None and isinstance(spot.node, Mapping) else None


def _read_base_scope(spot: Spot | None, report: Report) -> tuple[str, ...] | None:
    if spot is None or not read_fields(spot, report, ("base_scope", "elevated_scopes")):
        return None
    read_scopes(spot.get("elevated_scopes"), report)
    scopes = spot.get("base_scope")
    if scopes is None:
        return None
    read_scopes(scopes, report)
    for scope in scopes.items():
        if scope.text == _NEVER_GRANTED:
            report.error(
                "schema.pattern-mismatch",
                scope.place,
                f"no agent may hold the scope {_NEVER_GRANTED}",
                "only a person decides on an approval",
            )
    return tuple(dict.fromkeys(scope.text for scope in scopes.items() if scope.text is not None))


def _report_duplicates(agents: list[AgentEntry], report: Report) -> None:
    first: dict[str, AgentEntry] = {}
    for agent in agents:
        if (other := first.setdefault(agent.id, agent)) is not agent:
            related = (Related(agent.id, other.place),)
            report.error(
                "agent.duplicate-id", agent.place, f"two agents of the topology have the id {agent.id}", None, related
            )
