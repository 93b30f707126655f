"""The command line as data. What is not on the contract's page is a usage error, before anything is loaded."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class VerbSyntax:
    """`arguments` are positional names; `options` take a value, and those `required` must be there."""

    arguments: tuple[str, ...] = ()
    options: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()


def _syntax(arguments: str = "", options: str = "", required: str = "") -> VerbSyntax:
    return VerbSyntax(tuple(arguments.split()), frozenset(options.split()), frozenset(required.split()))


VERBS: dict[str, VerbSyntax] = {
    "describe": _syntax(),
    "validate": _syntax("workspace"),
    "resolve": _syntax("workspace"),
    "call": _syntax("workspace", "topology agent skill run_id", required="topology agent skill"),
    "logs": _syntax("workspace", "last run_id"),
    "approvals": _syntax("workspace"),
    "approve": _syntax("workspace request_id", "reason"),
    "deny": _syntax("workspace request_id", "reason"),
    "session": _syntax(),
}
# Verbs of the contract that this runtime does not offer.
NOT_OFFERED = frozenset({"run", "serve"})


class Usage(Exception):
    """What is wrong with a command line."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    verb: str
    json: bool
    params: dict[str, str] = field(default_factory=dict)


def parse_command_line(argv: list[str]) -> CommandLine:
    if not argv:
        raise Usage(f"name a verb: {', '.join(VERBS)}")
    verb, rest = argv[0], argv[1:]
    syntax = VERBS.get(verb)
    if syntax is None:
        raise Usage(f"{verb!r} is no verb; known: {', '.join(VERBS)}")
    json, options, positional = _split(rest, syntax)
    if len(positional) != len(syntax.arguments):
        wanted = " ".join(name.upper() for name in syntax.arguments) or "none"
        raise Usage(f"{verb} takes these arguments: {wanted}; {len(positional)} were given")
    if missing := sorted(syntax.required - options.keys()):
        raise Usage(f"{verb} needs {', '.join(map(_option, missing))}")
    return CommandLine(verb, json, {**options, **dict(zip(syntax.arguments, positional, strict=True))})


def _split(rest: list[str], syntax: VerbSyntax) -> tuple[bool, dict[str, str], list[str]]:
    json, pending = False, list(rest)
    options: dict[str, str] = {}
    positional: list[str] = []
    while pending:
        element = pending.pop(0)
        if element == "--":
            return json, options, positional + pending
        if not element.startswith("-") or element == "-":
            positional.append(element)
            continue
        name, equals, value = element.partition("=")
        if name == "--json" and not equals:
            json = True
            continue
        key = name.removeprefix("--").replace("-", "_")
        if key not in syntax.options or name != _option(key):
            raise Usage(f"{name} is no option here")
        if not equals and not pending:
            raise Usage(f"{name} needs a value")
        if key in options:
            raise Usage(f"{name} is given twice")
        options[key] = value if equals else pending.pop(0)
    return json, options, positional


def _option(key: str) -> str:
    return "--" + key.replace("_", "-")
