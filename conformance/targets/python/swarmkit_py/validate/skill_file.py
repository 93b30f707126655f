"""skills/*.yaml: a hand-written skill, as far as its own file can tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..json_schema import schema_problems
from ..load.node import Mapping, Spot, to_data
from ..model.problem import Place, Report
from .fields import read_fields, read_id, read_ids, read_scopes, read_text, read_word
from .header import HEADER, read_header, read_provenance
from .model_choice import read_model

_FIELDS = (*HEADER, *("category", "implementation", "inputs", "outputs", "iam", "constraints", "audit", "provenance"))
_CATEGORIES = ("capability", "decision", "coordination", "persistence")
# Fields of an implementation by its type: those that name what is called must be there.
_IMPLEMENTATIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "command": (("pack", "command"), ()),
    "mcp_tool": (("server", "tool"), ("arguments",)),
    "llm_prompt": (("prompt",), ("model",)),
    "composed": (("composes", "strategy"), ()),
}


@dataclass(frozen=True, slots=True)
class SkillFile:
    """`implementation` is the block's spot; its `type` is known. `inputs` is None where the file says nothing."""

    id: str
    place: Place
    type: str
    implementation: Spot
    inputs: dict[str, Any] | None
    inputs_spot: Spot | None
    required_scopes: tuple[str, ...]
    composes: tuple[Spot, ...] = field(default=())


def read_skill_file(spot: Spot, report: Report) -> tuple[str | None, Place, SkillFile | None]:
    """The id and its place, by which others may know a skill that has faults, and the skill itself."""
    read_fields(spot, report, _FIELDS, (*HEADER, "implementation"))
    id = read_header(spot, report)
    metadata = spot.get("metadata")
    at = metadata.get("id") if metadata is not None else None
    place = (at or spot).place
    read_word(spot.get("category"), report, _CATEGORIES)
    read_provenance(spot.get("provenance"), report)
    inputs = _read_inputs(spot.get("inputs"), report)
    scopes = _read_scopes(spot.get("iam"), report)
    implementation = spot.get("implementation")
    type = None if implementation is None else _read_implementation(implementation, report)
    if id is None or type is None or implementation is None:
        return id, place, None
    members = implementation.get("composes")
    composes = tuple(members.items()) if type == "composed" and members is not None else ()
    return id, place, SkillFile(id, place, type, implementation, inputs, spot.get("inputs"), scopes, composes)


def _read_implementation(spot: Spot, report: Report) -> str | None:
    if not isinstance(spot.node, Mapping) or spot.get("type") is None:
        read_fields(
            spot,
            report,
            ("type", *(key for lists in _IMPLEMENTATIONS.values() for keys in lists for key in keys)),
            ("type",),
        )
        return None
    type = read_word(spot.get("type"), report, tuple(_IMPLEMENTATIONS))
    if type is None:
        read_fields(spot, report, ("type", *(key for lists in _IMPLEMENTATIONS.values() for keys in lists for key in keys)))
        return None
    required, optional = _IMPLEMENTATIONS[type]
    read_fields(spot, report, ("type", *required, *optional), required)
    for key in required if type == "command" else ("server",):
        read_id(spot.get(key), report)
    for key in ("tool", "prompt"):
        read_text(spot.get(key), report)
    read_model(spot.get("model"), report)
    if type == "composed":
        read_ids(spot.get("composes"), report)
        read_word(spot.get("strategy"), report, ("sequential", "parallel-consensus"))
    return type


def _read_inputs(spot: Spot | None, report: Report) -> dict[str, Any] | None:
    if spot is None:
        return None
    schema = to_data(spot.node)
    if not isinstance(schema, dict):
        report.error("schema.invalid-inputs", spot.place, "inputs is no JSON Schema: a mapping is wanted")
        return None
    faults = schema_problems(schema)
    for pointer, reason in faults:
        report.error("schema.invalid-inputs", _below(spot, pointer).place, f"inputs is no JSON Schema: {reason}")
    return None if faults else schema


def _below(spot: Spot, pointer: str) -> Spot:
    """The value at a pointer, as deep as it leads."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        spot = next(
            (below for below in (spot.get(key), *spot.items()) if below and below.pointer.rsplit("/", 1)[1] == part),
            spot,
        )
    return spot


def _read_scopes(spot: Spot | None, report: Report) -> tuple[str, ...]:
    if spot is None or not read_fields(spot, report, ("required_scopes",)):
        return ()
    return tuple(dict.fromkeys(read_scopes(spot.get("required_scopes"), report)))
