"""What a workspace, an agent or a prompt says of its model. This runtime calls none, and checks the form."""

from __future__ import annotations

from ..load.node import Spot
from ..model.problem import Report
from .fields import read_fields, read_id, read_text

_FIELDS = ("provider", "name", "temperature", "max_tokens")


def read_model(spot: Spot | None, report: Report) -> None:
    if spot is None or not read_fields(spot, report, _FIELDS):
        return
    read_id(spot.get("provider"), report)
    read_text(spot.get("name"), report)
