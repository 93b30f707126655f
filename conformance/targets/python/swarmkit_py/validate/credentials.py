"""`credentials` of the workspace: where a secret is, never the secret."""

from __future__ import annotations

import re

from ..load.node import Spot
from ..model.problem import Report
from ..model.workspace import Credential
from .fields import is_id, read_fields, read_map, read_text, read_word

# What each source's `config` must hold.
_CONFIG = {"env": "env", "file": "path"}
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def read_credentials(spot: Spot | None, report: Report) -> tuple[dict[str, Credential], set[str]]:
    """Those that can be used, and the ids of all that are declared."""
    usable: dict[str, Credential] = {}
    declared: set[str] = set()
    for id, row in read_map(spot, report):
        assert spot is not None
        declared.add(id)
        if not is_id(id):
            report.error(
                "schema.pattern-mismatch",
                spot.key(id),
                f"{id!r} is no id",
                "an id is lower-case letters, digits and hyphens",
            )
        elif (credential := _read_credential(id, row, report)) is not None:
            usable[id] = credential
    return usable, declared


def _read_credential(id: str, row: Spot, report: Report) -> Credential | None:
    if not read_fields(row, report, ("source", "config"), ("source", "config")):
        return None
    source = read_word(row.get("source"), report, tuple(_CONFIG))
    config = row.get("config")
    if source is None or config is None:
        return None
    key = _CONFIG[source]
    if not read_fields(config, report, (key,), (key,)):
        return None
    at = config.get(key)
    text = read_text(at, report)
    if text is None or at is None:
        return None
    if not text or "\0" in text:
        report.error("schema.length", at.place, f"the {key} of the credential {id} is empty")
        return None
    if source == "env" and not _VARIABLE.fullmatch(text):
        report.error("schema.pattern-mismatch", at.place, f"{text!r} is no name of a variable")
        return None
    return Credential(id, source, text)
