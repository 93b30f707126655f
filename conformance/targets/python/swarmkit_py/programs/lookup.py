"""Finding programs: in the runtime's own PATH, as the workspace is loaded, once for all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """`path` is absolute; None where only a file without the executable bit (`not_executable`) or nothing was there."""

    path: str | None
    not_executable: str | None = None


def find_program(name: str, root: str, variables: Mapping[str, str]) -> Found:
    not_executable = None
    for candidate in _candidates(name, root, variables):
        if not os.path.isfile(candidate):
            continue
        if os.access(candidate, os.X_OK):
            return Found(candidate)
        not_executable = not_executable or candidate
    return Found(None, not_executable)


def _candidates(name: str, root: str, variables: Mapping[str, str]) -> Iterator[str]:
    if "\0" in name:
        return
    if "/" in name:
        yield os.path.join(os.path.abspath(root), name)
        return
    # An empty or relative entry means another program in each folder that the runtime is started in.
    for folder in variables.get("PATH", "").split(":"):
        if folder.startswith("/"):
            yield os.path.join(folder, name)


def needs_a_shell(path: str) -> bool:
    """An executable text without `#!`: the system refuses it, and what shells do then is run it themselves."""
    try:
        with open(path, "rb") as file:
            head = file.read(1024)
    except OSError:
        return False
    return not head.startswith((b"#!", b"\x7fELF")) and b"\0" not in head and _is_text(head)


def _is_text(head: bytes) -> bool:
    controls = sum(1 for byte in head if byte < 32 and byte not in b"\t\n\v\f\r\x1b")
    return controls == 0
