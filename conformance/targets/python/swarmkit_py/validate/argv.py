"""The argv of a command: strings, a literal program, no credential, and nothing that only a shell understands."""

from __future__ import annotations

import re

from ..load.node import Mapping, Spot, kind_of
from ..model.problem import Report
from ..model.template import fill, has_credential, placeholders
from .fields import read_list, wrong_type
from .inline_code import caller_made_code, command_string
from .wrappers import program_name, wrapped

# Wrappers that start what they find on the PATH they were given.
_SAME_PATH = frozenset({"env", "nice", "nohup", "timeout", "stdbuf", "setsid"})

# `|`, `&&`, `2>&1` ... as a whole element. `!` and brackets are words of `find` and `test`, too, and no operators here.
_OPERATOR = re.compile(r"\|\|?|\|&|&&?|;;?|[0-9]*(>>?|<<?<?|<<-|<>|>\|)|[0-9]*[<>]&([0-9]+|-)?|&>>?|[0-9]*&?>>?/dev/null")
_SUBSTITUTION = re.compile(r"\$\(.*\)|`.*`|[<>]\(.*\)", re.DOTALL)
_NO_PROGRAM = re.compile(r"[\s|&;<>`]|\$\(")


def read_argv(command: Spot, report: Report) -> tuple[str, ...] | None:
    """The template as written; None where it is no list of strings."""
    spot = command.get("argv")
    items = read_list(spot, report, not_empty=True)
    texts = [_read_element(item, report) for item in items]
    if not texts or any(text is None for text in texts):
        return None
    argv = tuple(text for text in texts if text is not None)
    _judge_elements(items, argv, report)
    _judge_program(items, list(enumerate(argv)), report)
    return argv


def _read_element(spot: Spot, report: Report) -> str | None:
    if spot.text is not None:
        return spot.text
    if isinstance(spot.node, Mapping):
        keys = list(spot.node.entries)
        quoted = f"'{{{keys[0]}}}'" if len(keys) == 1 else "'{name}'"
        wrong_type(spot, report, "a string", f"YAML reads {{name}} without quotes as a mapping; write {quoted}")
    else:
        wrong_type(spot, report, "a string", f"quote it: {kind_of(spot.node)} is not what a program is handed")
    return None


def _judge_elements(items: list[Spot], argv: tuple[str, ...], report: Report) -> None:
    for item, text in zip(items, argv, strict=True):
        if has_credential(text):
            message = f"{_at(item)} holds a credential, which ps and the audit would show"
            report.error("command-pack.credential-in-argv", item.place, message, "hand it over through env")
        if "\0" in text:
            report.error(
                "schema.pattern-mismatch", item.place, f"{_at(item)} holds a NUL, which no program can be handed"
            )
        if _OPERATOR.fullmatch(text) or _SUBSTITUTION.fullmatch(text):
            hint = "no shell runs: declare one command for each program"
            report.error(
                "command-pack.shell", item.place, f"{_at(item)} is {text}, which only a shell understands", hint
            )


def _judge_program(items: list[Spot], argv: list[tuple[int, str]], report: Report) -> None:
    """The program, and behind a wrapper the program that it starts, as far as wrappers go."""
    place, program = argv[0]
    spot = items[place]
    if has_credential(program):
        return
    if names := placeholders(program):
        message = f"{_at(spot)} lets the caller choose the program by {{{names[0]}}}"
        report.error("command-pack.placeholder-program", spot.place, message, "name the program literally")
    elif not program:
        report.error("schema.length", spot.place, f"{_at(spot)} is empty where the program is named")
    elif _NO_PROGRAM.search(program) and not _OPERATOR.fullmatch(program) and not _SUBSTITUTION.fullmatch(program):
        hint = "give the program and its arguments as separate elements"
        report.error("command-pack.shell", spot.place, f"{_at(spot)} is {program!r}, a line for a shell", hint)
    elif (option := command_string(argv)) is not None:
        at = items[option[0]]
        hint = "start the program itself, or a script file"
        report.error("command-pack.shell", at.place, f"{_at(at)} hands a command string to {program}", hint)
    elif (code := caller_made_code(argv)) is not None:
        at = items[code[0]]
        hint = "put the code into a file or write it literally, and hand values over as arguments"
        report.error("command-pack.shell", at.place, f"{_at(at)} lets the caller write code for {program}", hint)
    elif (inner := wrapped(argv)) is not None:
        _judge_program(items, inner, report)


def program_to_find(argv: tuple[str, ...]) -> str | None:
    """The program's name where it is one; what else stands there was reported."""
    program = argv[0]
    if not program or placeholders(program) or has_credential(program) or _NO_PROGRAM.search(program):
        return None
    return fill(program, str)


def wrapped_to_find(argv: tuple[str, ...]) -> list[tuple[int, str]]:
    """The programs behind wrappers that look on the same PATH, with their places."""
    found: list[tuple[int, str]] = []
    rest: list[tuple[int, str]] | None = list(enumerate(argv))
    while rest and program_name(rest[0][1]) in _SAME_PATH:
        inner = wrapped(rest)
        before = rest[1 : len(rest) - len(inner)] if inner else rest[1:]
        if inner is None or any(text.startswith("PATH=") for _, text in before):
            break
        name = program_to_find((inner[0][1],))
        if name is None:
            break
        found.append((inner[0][0], name))
        rest = inner
    return found


def _at(spot: Spot) -> str:
    return spot.pointer.lstrip("/").replace("/", ".")
