"""Composed skills name skills that are there, and none of them contains itself."""

from __future__ import annotations

from collections.abc import Collection

from ..model.problem import Related, Report
from ..validate.skill_file import SkillFile
from ..validate.fields import is_id
from .cycles import find_cycles


def check_composed(files: list[SkillFile], known: Collection[str], all_known: bool, report: Report) -> None:
    composed = {file.id: file for file in files if file.type == "composed"}
    for file in composed.values():
        for member in file.composes:
            if all_known and is_id(member.text or "") and member.text not in known:
                report.error(
                    "skill.composed-unknown",
                    member.place,
                    f"the skill {file.id} names {member.text}, which is not loaded",
                )
    members = {id: [member.text for member in file.composes if member.text] for id, file in composed.items()}
    for cycle in find_cycles(members):
        first, *others = [composed[id] for id in cycle]
        related = tuple(Related(file.id, file.place) for file in others)
        names = " contains ".join([*cycle, cycle[0]])
        report.error("skill.composed-cycle", first.place, f"{names}", "a composed skill cannot contain itself", related)
