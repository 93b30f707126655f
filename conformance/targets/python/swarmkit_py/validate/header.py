"""What every artifact begins with."""

from __future__ import annotations

from ..load.node import Spot
from ..model.problem import Report
from .fields import read_fields, read_id, read_text, read_texts, read_word

HEADER = ("apiVersion", "kind", "metadata")
_METADATA = ("id", "name", "description", "version", "tags", "labels")


def read_header(spot: Spot, report: Report, id_field: str = "id") -> str | None:
    """The artifact's id. `kind` was compared when the file was read."""
    read_word(spot.get("apiVersion"), report, ("swarmkit/v1",))
    metadata = spot.get("metadata")
    if metadata is None or not read_fields(metadata, report, _METADATA, (id_field,)):
        return None
    for key in ("name", "description", "version"):
        if key != id_field:
            read_text(metadata.get(key), report)
    read_texts(metadata.get("tags"), report)
    return read_id(metadata.get(id_field), report)
