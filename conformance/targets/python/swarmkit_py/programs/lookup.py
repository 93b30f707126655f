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
    head = _head(path)
    return head is not None and not head.startswith((b"#!", b"\x7fELF")) and _is_text(head)


def missing_interpreter(path: str) -> str | None:
    """The interpreter of a script that the system will not find: it would say that the script itself does not exist."""
    head = _head(path)
    if head is None or not head.startswith(b"#!"):
        return None
    line = head[2:].split(b"\n", 1)[0]
    interpreter = line.strip(b" \t").split(b" ", 1)[0].split(b"\t", 1)[0]
    # A carriage return is part of the name, or of the one argument that the system passes on.
    if line.endswith(b"\r") or not os.path.isfile(interpreter):
        return interpreter.decode("utf-8", "replace")
    return None


def _head(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read(1024)
    except OSError:
        return None


def _is_text(head: bytes) -> bool:
    return all(byte >= 32 or byte in b"\t\n\v\f\r\x1b" for byte in head)
