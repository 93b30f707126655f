"""What every artifact begins with."""

from __future__ import annotations

from ..load.node import Spot
from ..model.problem import Report
from .fields import read_fields, read_id, read_text, read_word

HEADER = ("apiVersion", "kind", "metadata")
_API_VERSION = "swarmkit/v1"
_PROVENANCE = ("authored_by", "version", "requires_runtime", "notes")


def _check_api_version(spot: Spot | None, report: Report) -> None:
    read_word(spot, report, (_API_VERSION,))


def read_header(spot: Spot, report: Report, id_field: str = "id") -> str | None:
    """The artifact's id. `kind` was compared when the file was read."""
    _check_api_version(spot.get("apiVersion"), report)
    metadata = spot.get("metadata")
    if metadata is None or not read_fields(metadata, report, _metadata(id_field), (id_field,)):
        return None
    for key in ("name", "description", "version"):
        if key != id_field:
            read_text(metadata.get(key), report)
    return read_id(metadata.get(id_field), report)


def _metadata(id_field: str) -> tuple[str, ...]:
    """A topology is known by its name and has no id beside it."""
    return ("name", "description", "version") if id_field == "name" else ("id", "name", "description", "version")


def read_provenance(spot: Spot | None, report: Report) -> None:
    if spot is not None and read_fields(spot, report, _PROVENANCE):
        for key in _PROVENANCE:
            read_text(spot.get(key), report)
