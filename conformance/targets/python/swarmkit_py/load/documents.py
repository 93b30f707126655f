"""A workspace folder to its documents: files read, not yet judged."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ..model.problem import NOWHERE, Place, Report
from .find_files import ArtifactFile, find_artifacts, find_workspace_file, has_both_spellings
from .node import Spot
from .yaml_reader import Unreadable, read_yaml


@dataclass(frozen=True, slots=True)
class Documents:
    """What could be read, by kind. Of the `unread` kinds a file could not: who refers to them is not judged."""

    workspace: Spot | None
    skills: list[Spot]
    archetypes: list[Spot]
    topologies: list[Spot]
    unread: frozenset[str]


def read_documents(root: str, report: Report) -> Documents | None:
    """None where there is no workspace at all."""
    if not os.path.isdir(root):
        report.error("workspace.not-found", NOWHERE, f"{root or 'the empty path'} is no folder that exists")
        return None
    workspace_file = find_workspace_file(root)
    if workspace_file is None:
        hint = "make a workspace.yaml with apiVersion, kind and metadata"
        report.error("workspace.missing-workspace-yaml", Place("workspace.yaml"), f"{root} holds no workspace.yaml", hint)
    if has_both_spellings(root):
        message = "workspace.yaml and workspace.yml are both there"
        report.error("schema.conflicting-fields", Place("workspace.yml"), message, "keep one of them")
    files = ([workspace_file] if workspace_file else []) + find_artifacts(root)
    by_kind: dict[str, list[Spot]] = {"Workspace": [], "Skill": [], "Archetype": [], "Topology": []}
    unread = set() if workspace_file else {"Workspace"}
    for file in files:
        spot = _read(root, file, report)
        if spot is not None and _has_kind(spot, file, report):
            by_kind[file.kind].append(spot)
        else:
            unread.add(file.kind)
    return Documents(
        next(iter(by_kind["Workspace"]), None),
        by_kind["Skill"],
        by_kind["Archetype"],
        by_kind["Topology"],
        frozenset(unread),
    )


def _read(root: str, file: ArtifactFile, report: Report) -> Spot | None:
    try:
        with open(os.path.join(root, file.path), "rb") as stream:
            return Spot(file.path, "", read_yaml(stream.read()))
    except Unreadable as error:
        report.error("workspace.yaml-parse", Place(file.path, error.line, error.column), error.message)
    except OSError as error:
        report.error("workspace.yaml-parse", Place(file.path), f"the file cannot be read: {error.strerror}")
    return None


def _has_kind(spot: Spot, file: ArtifactFile, report: Report) -> bool:
    """A file of another kind is not judged further: every field of it would be unknown here."""
    kind = spot.get("kind")
    if kind is None or kind.text == file.kind:
        return True
    folder = os.path.dirname(file.path) or "the root"
    report.error("workspace.kind-mismatch", kind.place, f"kind is {kind.value!r} where {folder} holds {file.kind}")
    return False
