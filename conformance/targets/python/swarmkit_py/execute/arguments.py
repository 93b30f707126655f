"""Arguments of a call against the placeholders of its command and what the skill's inputs allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..json_schema import mismatch
from ..model.template import Placeholder, fill, parse_template, placeholders_of
from ..model.workspace import Command, Skill
from .text_values import BadValue, argument_text

# What Linux takes as one argument, without the NUL that ends it.
LONGEST_ELEMENT = 131_071


@dataclass(frozen=True, slots=True)
class BadArguments:
    """Why the arguments do not fill the command: a code of the family command.*, and a sentence."""

    code: str
    message: str


def fill_command(skill: Skill, command: Command, arguments: dict[str, Any]) -> list[str] | BadArguments:
    """The argv that would run, its first element as the pack writes it."""
    names = placeholders_of(command.argv)
    properties = skill.inputs.get("properties", {})
    for name in [*names, *skill.inputs.get("required", [])]:
        if name not in arguments:
            return BadArguments("command.missing-argument", f"the argument {name} is missing")
    for name in arguments:
        if name not in properties and not (skill.synthesised and name in names):
            known = ", ".join(properties) or "none"
            return BadArguments("command.unknown-argument", f"the argument {name} is not known; known here: {known}")
    try:
        texts = {name: argument_text(name, value) for name, value in arguments.items() if name in names}
    except BadValue as bad:
        return BadArguments("command.bad-value", str(bad))
    return _not_allowed(skill, command, arguments) or _option_like(skill, command, texts) or _fill(command, texts)


def _not_allowed(skill: Skill, command: Command, arguments: dict[str, Any]) -> BadArguments | None:
    """Against the skill's inputs, and against the command's own `params`, which no second skill takes away."""
    for name, value in arguments.items():
        reason = mismatch(skill.inputs.get("properties", {}).get(name, True), value, skill.inputs)
        if reason is None and name in command.params:
            reason = mismatch(command.params[name].schema, value)
        if reason is not None:
            return BadArguments("command.bad-value", f"the argument {name} {reason}")
    reason = mismatch({**skill.inputs, "properties": {}, "additionalProperties": True}, arguments)
    return (
        None
        if reason is None
        else BadArguments("command.bad-value", f"the arguments {', '.join(arguments)} together: {reason}")
    )


def _option_like(skill: Skill, command: Command, texts: dict[str, str]) -> BadArguments | None:
    """
    Elements that values alone make up, whatever JSON type they were sent as. Behind a literal `--` the program itself
    takes nothing for an option.
    """
    for element in command.argv[1:]:
        if element == "--":
            return None
        parts = parse_template(element)
        names = [part.name for part in parts if isinstance(part, Placeholder)]
        if len(names) < len(parts) or not "".join(texts[name] for name in names).startswith("-"):
            continue
        if not all(_may_begin_with_dash(name, skill, command) for name in names):
            message = f"the argument {', '.join(names)} begins with a hyphen and would be read as an option"
            return BadArguments("command.option-like-value", message)
    return None


def _may_begin_with_dash(name: str, skill: Skill, command: Command) -> bool:
    param = command.params.get(name)
    if param is not None and (param.allow_leading_dash or _is_numeric(param.schema)):
        return True
    return _is_numeric(skill.inputs.get("properties", {}).get(name))


def _is_numeric(schema: Any) -> bool:
    types = schema.get("type", []) if isinstance(schema, dict) else []
    types = types if isinstance(types, list) else [types]
    return bool(types) and all(each in ("number", "integer") for each in types)


def _fill(command: Command, texts: dict[str, str]) -> list[str] | BadArguments:
    argv = [fill(element, lambda name: texts[name]) for element in command.argv]
    for index, (element, text) in enumerate(zip(command.argv, argv, strict=True)):
        size = len(text.encode("utf-8"))
        if size > LONGEST_ELEMENT:
            names = placeholders_of((element,))
            what = f"the argument {', '.join(names)}" if names else f"argv element {index}"
            message = f"{what} makes an element of {size} bytes, and the limit is {LONGEST_ELEMENT}"
            return BadArguments("command.too-long", message)
    return argv
