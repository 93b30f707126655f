"""Which files of a workspace are artifacts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

FOLDERS = {"skills": "Skill", "archetypes": "Archetype", "topologies": "Topology"}
_WORKSPACE_NAMES = ("workspace.yaml", "workspace.yml")


@dataclass(frozen=True, slots=True)
class ArtifactFile:
    """`path` is relative to the workspace, with `/` between parts."""

    path: str
    kind: str


def find_workspace_file(root: str) -> ArtifactFile | None:
    for name in _WORKSPACE_NAMES:
        if os.path.isfile(os.path.join(root, name)):
            return ArtifactFile(name, "Workspace")
    return None


def has_both_spellings(root: str) -> bool:
    return all(os.path.isfile(os.path.join(root, name)) for name in _WORKSPACE_NAMES)


def find_artifacts(root: str) -> list[ArtifactFile]:
    """The files of the three folders and of one level below, each real file once."""
    found = [ArtifactFile(path, kind) for folder, kind in FOLDERS.items() for path in sorted(_yaml_files(root, folder))]
    # A link is the second name of a file: it comes last, so the file's own name is the one that is reported.
    found.sort(
        key=lambda file: (
            os.path.realpath(os.path.join(root, file.path)) != os.path.join(os.path.realpath(root), file.path)
        )
    )
    seen = {os.path.realpath(os.path.join(root, name)) for name in _WORKSPACE_NAMES}
    return [file for file in found if _first_time(os.path.realpath(os.path.join(root, file.path)), seen)]


def _first_time(real: str, seen: set[str]) -> bool:
    if real in seen:
        return False
    seen.add(real)
    return True


def _yaml_files(root: str, folder: str, below: bool = True) -> Iterator[str]:
    for entry in _entries(os.path.join(root, folder)):
        path = f"{folder}/{entry.name}"
        if entry.name.startswith("."):
            continue
        if _is_folder(entry):
            if below and not _leads_back(root, os.path.join(root, path)):
                yield from _yaml_files(root, path, below=False)
        elif entry.name.endswith((".yaml", ".yml")) and _is_file_or_broken(entry):
            yield path


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_file_or_broken(entry: os.DirEntry[str]) -> bool:
    """A link to nowhere was meant as a file and is reported; a pipe or a socket is none and is never opened."""
    try:
        return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))
    except OSError:
        return True


def _leads_back(root: str, folder: str) -> bool:
    """A linked folder that holds the workspace, or one of the folders that are read anyway."""
    if not os.path.islink(folder):
        return False
    real = os.path.realpath(folder)
    read_anyway = [os.path.realpath(os.path.join(root, name)) for name in FOLDERS]
    return os.path.realpath(root).startswith(real) or any(
        real == each or real.startswith(each + "/") for each in read_anyway
    )
