"""Problems as data: what is wrong, where, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a workspace file; line and column count from 1, the pointer is RFC 6901."""

    path: str | None = None
    line: int | None = None
    column: int | None = None
    pointer: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"path": self.path, "line": self.line, "column": self.column, "pointer": self.pointer}


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Related:
    """Another party to a problem that needs two."""

    name: str
    place: Place

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, **self.place.to_json()}


@dataclass(frozen=True, slots=True)
class Problem:
    code: str
    message: str
    place: Place = NOWHERE
    hint: str | None = None
    related: tuple[Related, ...] = ()
    severity: str = "error"

    def to_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            **self.place.to_json(),
            "hint": self.hint,
            "related": [each.to_json() for each in self.related],
        }


class Report:
    """Collects problems, so that one of them hides no other."""

    def __init__(self) -> None:
        self._problems: dict[tuple[str, Place, str], Problem] = {}

    def add(self, problem: Problem) -> None:
        # An archetype's faulty grant is met once for each agent that uses it, and is one problem.
        self._problems.setdefault((problem.code, problem.place, problem.message), problem)

    def error(
        self, code: str, place: Place, message: str, hint: str | None = None, related: tuple[Related, ...] = ()
    ) -> None:
        self.add(Problem(code, message, place, hint, related))

    def warning(self, code: str, place: Place, message: str, hint: str | None = None) -> None:
        self.add(Problem(code, message, place, hint, severity="warning"))

    @property
    def problems(self) -> list[Problem]:
        """By file and line, as a person goes through them."""
        return sorted(
            self._problems.values(),
            key=lambda each: (each.place.path or "", each.place.line or 0, each.place.column or 0),
        )

    @property
    def errors(self) -> int:
        return sum(problem.severity == "error" for problem in self._problems.values())
