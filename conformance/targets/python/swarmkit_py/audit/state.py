"""The folder that keeps what outlives a call."""

from __future__ import annotations

import os
from collections.abc import Mapping


class StateUnavailable(Exception):
    """The record cannot be read or written; nothing may run without it."""


def state_folder(root: str, variables: Mapping[str, str]) -> str:
    return os.path.abspath(variables.get("SWARMKIT_STATE_DIR") or os.path.join(root, ".swarmkit"))


def make_state_folder(folder: str) -> None:
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise StateUnavailable(f"the state folder {folder} cannot be made: {error.strerror}") from None
