"""The environment that every command starts from: built, never inherited."""

from __future__ import annotations

from collections.abc import Mapping

_KEPT = ("PATH", "HOME", "LANG", "TZ", "TMPDIR", "USER", "LOGNAME")
# Programs that page, colour or ask would wait for a person who is not there.
_FIXED = {"TERM": "dumb", "NO_COLOR": "1", "PAGER": "cat", "GIT_PAGER": "cat", "GIT_TERMINAL_PROMPT": "0"}


def base_environment(variables: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in variables.items() if name in _KEPT or name.startswith("LC_")}
    return {**kept, **_FIXED}
