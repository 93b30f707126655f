"""Programs must be there, executable, and started by the system itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..load.node import Spot
from ..model.problem import Report
from ..programs.lookup import Found, find_program, missing_interpreter, needs_a_shell


@dataclass(slots=True)
class Programs:
    """The lookups of one load: what was found is what runs."""

    root: str
    variables: Mapping[str, str]
    _found: dict[str, Found] = field(default_factory=dict)

    def find(self, name: str) -> Found:
        if name not in self._found:
            self._found[name] = find_program(name, self.root, self.variables)
        return self._found[name]

    def require(self, name: str, spot: Spot, report: Report) -> str | None:
        """The absolute path of a program; what is wrong with it is reported at `spot`."""
        found = self.find(name)
        if found.path is None:
            seen = f"; {found.not_executable} was found and is not executable" if found.not_executable else ""
            hint = "make it executable" if found.not_executable else "install it, or put its folder on PATH"
            report.error("command-pack.missing-binary", spot.place, f"the program {name} was not found{seen}", hint)
        elif needs_a_shell(found.path):
            hint = "begin the file with #! and its interpreter"
            report.error(
                "command-pack.shell", spot.place, f"the program {name} ({found.path}) is text without a #! line", hint
            )
            return None
        elif (interpreter := missing_interpreter(found.path)) is not None:
            hint = "name an interpreter that is there, and end the line with a line feed alone"
            message = f"the program {name} ({found.path}) is a script for {interpreter!r}, which is not there"
            report.error("command-pack.missing-binary", spot.place, message, hint)
            return None
        return found.path
