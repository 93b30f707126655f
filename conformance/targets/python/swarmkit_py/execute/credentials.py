"""Values of credentials, read when a call needs them and never kept."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from ..model.workspace import Credential


def read_credential(credential: Credential, root: str, variables: Mapping[str, str]) -> str | None:
    """None where the source is missing or empty."""
    if credential.source == "env":
        return variables.get(credential.at) or None
    path = os.path.join(root, credential.at)
    try:
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return None
    return _without_line_end(text) or None


def _without_line_end(text: str) -> str:
    return text[:-2] if text.endswith("\r\n") else text.removesuffix("\n")


def read_credentials(credentials: Iterable[Credential], root: str, variables: Mapping[str, str]) -> dict[str, str]:
    """Those that have a value, by id."""
    read = ((each.id, read_credential(each, root, variables)) for each in credentials)
    return {id: value for id, value in read if value is not None}
