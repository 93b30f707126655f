"""A folder to a workspace in one pass: read, judged file by file, then together. Every problem comes out at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from ..execute.credentials import read_credentials
from ..execute.redact import Redactor
from ..load.documents import Documents, read_documents
from ..model.problem import Place, Problem, Related, Report
from ..model.workspace import Topology, Workspace
from ..validate.agent_files import ArchetypeFile, TopologyFile, read_archetype_file, read_topology_file
from ..validate.programs import Programs
from ..validate.skill_file import read_skill_file
from ..validate.workspace_file import WorkspaceFile, read_workspace_file
from .agents import Known, expand_grants, resolve_agent
from .composed import check_composed
from .skills import add_files, resolve_file, synthesise

File = TypeVar("File", ArchetypeFile, TopologyFile)


@dataclass(frozen=True, slots=True)
class Loaded:
    """`workspace` is None where a problem of severity error stands in `problems`."""

    workspace: Workspace | None
    problems: list[Problem]
    redactor: Redactor


def load_workspace(folder: str, variables: Mapping[str, str]) -> Loaded:
    report = Report()
    root = os.path.abspath(folder) if folder else ""
    documents = read_documents(root, report)
    if documents is None:
        return Loaded(None, report.problems, Redactor({}))
    file = WorkspaceFile()
    if documents.workspace is not None:
        file = read_workspace_file(documents.workspace, report, Programs(root, variables))
    workspace = _join(root, file, documents, report)
    redactor = Redactor(read_credentials(file.credentials.values(), root, variables))
    return Loaded(None if report.errors else workspace, report.problems, redactor)


def _join(root: str, file: WorkspaceFile, documents: Documents, report: Report) -> Workspace:
    read = [read_skill_file(spot, report) for spot in documents.skills]
    skill_files = [skill for _, _, skill in read if skill is not None]
    containers_known = documents.workspace is not None and file.complete
    skills = synthesise(file.packs, skill_files, report)
    resolved = {
        id(each): resolve_file(each, file.packs, file.servers, report, containers_known) for each in skill_files
    }
    add_files(skills, [(name, place, resolved.get(id(each))) for name, place, each in read if name is not None], report)
    nameless = any(name is None for name, _, _ in read)
    skill_ids = {*skills, *(name for name, _, _ in read if name is not None)}
    skills_complete = containers_known and "Skill" not in documents.unread and not nameless
    check_composed(skill_files, skill_ids, skills_complete, report)
    archetype_files = [read_archetype_file(spot, report) for spot in documents.archetypes]
    archetypes = _by_id(archetype_files, "archetype", report)
    known = Known(
        skills,
        skill_ids,
        file.packs,
        file.servers,
        archetypes,
        skills_complete,
        containers_known,
        "Archetype" not in documents.unread and None not in archetype_files,
    )
    for archetype in archetypes.values():
        for entries in (archetype.grants.skills, archetype.grants.skills_additional):
            expand_grants(entries or (), known, report)
    topologies = _by_id([read_topology_file(spot, report) for spot in documents.topologies], "topology", report)
    return Workspace(
        root,
        file.governance,
        file.credentials,
        file.packs,
        file.servers,
        skills,
        {each.id: _resolve_topology(each, known, report) for each in topologies.values()},
    )


def _resolve_topology(file: TopologyFile, known: Known, report: Report) -> Topology:
    agents = [resolve_agent(entry, known, report) for entry in file.agents]
    return Topology(file.id, file.place, {agent.id: agent for agent in agents})


def _by_id(files: list[File | None], kind: str, report: Report) -> dict[str, File]:
    found: dict[str, File] = {}
    for file in files:
        if file is None:
            continue
        first = found.setdefault(file.id, file)
        if first is not file:
            _report_duplicate(kind, file.id, file.place, first.place, report)
    return found


def _report_duplicate(kind: str, id: str, place: Place, first: Place, report: Report) -> None:
    message = f"{place.path} and {first.path} both declare the {kind} {id}"
    report.error(f"{kind}.duplicate-id", place, message, "one id has one meaning", (Related(id, first),))
