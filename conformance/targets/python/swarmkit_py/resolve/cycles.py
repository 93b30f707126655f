"""Cycles among names that refer to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def find_cycles(references: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Each cycle once, as the names on it in order; a name that refers to itself is one."""
    cycles: list[list[str]] = []
    done: set[str] = set()
    for start in references:
        if start not in done:
            _follow(start, references, done, cycles)
    return cycles


def _follow(start: str, references: Mapping[str, Sequence[str]], done: set[str], cycles: list[list[str]]) -> None:
    """Depth first without recursion: a chain of skills may be long."""
    path: list[str] = [start]
    pending = [iter(references[start])]
    while pending:
        following = next(pending[-1], None)
        if following is None:
            pending.pop()
            done.add(path.pop())
        elif following in path:
            cycles.append(path[path.index(following) :])
        elif following in references and following not in done:
            path.append(following)
            pending.append(iter(references[following]))
