"""What every artifact begins with."""

from __future__ import annotations

from ..load.node import Spot
from ..model.problem import Report
from .fields import read_fields, read_id, read_text, read_texts

HEADER = ("apiVersion", "kind", "metadata")
_API_VERSION = "swarmkit/v1"
_METADATA = ("id", "name", "description", "version", "tags", "labels")


def _check_api_version(spot: Spot | None, report: Report) -> None:
    """Any other value, of whatever type, is another version."""
    if spot is not None and spot.value != _API_VERSION:
        report.error("schema.enum-mismatch", spot.place, f"apiVersion is {spot.value!r} and must be {_API_VERSION}")


def read_header(spot: Spot, report: Report, id_field: str = "id") -> str | None:
    """The artifact's id. `kind` was compared when the file was read."""
    _check_api_version(spot.get("apiVersion"), report)
    metadata = spot.get("metadata")
    if metadata is None or not read_fields(metadata, report, _METADATA, (id_field,)):
        return None
    for key in ("name", "description", "version"):
        if key != id_field:
            read_text(metadata.get(key), report)
    read_texts(metadata.get("tags"), report)
    return read_id(metadata.get(id_field), report)
