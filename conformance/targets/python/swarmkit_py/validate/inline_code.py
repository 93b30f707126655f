"""Shells with a command string, and inline code of interpreters that a caller would write."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..model.template import placeholders
from .wrappers import program_name

Element = tuple[int, str]

_SHELLS = {"sh", "ash", "bash", "rbash", "dash", "zsh", "ksh", "ksh93", "mksh", "fish", "csh", "tcsh"}
_SHELL_VALUED = {"-o", "+o", "-O", "+O", "--rcfile", "--init-file"}
_POWERSHELLS = {"powershell", "pwsh"}
_CLUSTER_WITH_C = re.compile(r"-[A-Za-z]*c[A-Za-z]*")


def command_string(argv: list[Element]) -> Element | None:
    """The option by which a shell takes a command string; None where argv[0] is no shell or takes none."""
    name = program_name(argv[0][1]).lower()
    if name in _SHELLS:
        return _first_option(argv[1:], _SHELL_VALUED, _is_command_option) or _caller_made_script(argv[1:])
    if name == "cmd":
        return next((each for each in argv[1:] if each[1].lower()[:2] in ("/c", "/k")), None)
    if name in _POWERSHELLS:
        return next((each for each in argv[1:] if _is_powershell_command(each[1])), None)
    return None


def _caller_made_script(argv: list[Element]) -> Element | None:
    """A script that a placeholder names is a program that the caller chooses."""
    index = 0
    while index < len(argv) and argv[index][1].startswith(("-", "+")) and argv[index][1] not in ("-", "--"):
        index += 2 if argv[index][1] in _SHELL_VALUED else 1
    operands = argv[index + 1 :] if index < len(argv) and argv[index][1] == "--" else argv[index:]
    return operands[0] if operands and placeholders(operands[0][1]) else None


def _is_command_option(element: str) -> bool:
    if element.startswith("--"):
        return element.split("=")[0] in ("--command", "--init-command")
    # A placeholder among a shell's options may become -c.
    return _CLUSTER_WITH_C.fullmatch(element) is not None or bool(placeholders(element))


def _is_powershell_command(element: str) -> bool:
    """PowerShell takes any unambiguous beginning of an option's name, in any case."""
    word = element.lower().lstrip("-/")
    if element[:1] not in ("-", "/") or not word:
        return False
    return "command".startswith(word) or "encodedcommand".startswith(word) or word == "ec"


def _first_option(argv: list[Element], valued: set[str], wanted: Callable[[str], bool]) -> Element | None:
    """The first wanted option before the first operand: what follows a script's name is the script's own."""
    index = 0
    while index < len(argv):
        element = argv[index][1]
        if element in ("--", "-") or not element.startswith(("-", "+")):
            return None
        if wanted(element):
            return argv[index]
        index += 2 if element in valued else 1
    return None


@dataclass(frozen=True, slots=True)
class Interpreter:
    """`code` are long and short options that take code; `valued` others whose value is the next element."""

    code: tuple[str, ...]
    valued: frozenset[str] = frozenset()
    # The first operand is code, unless one of these options named a file.
    operand_unless: frozenset[str] = frozenset()


def _interpreter(code: str, valued: str = "") -> Interpreter:
    return Interpreter(tuple(code.split()), frozenset(valued.split()))


_INTERPRETERS: dict[str, Interpreter] = {
    "python": _interpreter("-c", "-W -X --check-hash-based-pycs"),
    "pypy": _interpreter("-c", "-W -X"),
    "node": _interpreter(
        "-e -p --eval --print", "-r --require --import --loader --experimental-loader -C --conditions --env-file"
    ),
    "nodejs": _interpreter("-e -p --eval --print", "-r --require --import --loader -C --conditions --env-file"),
    "bun": _interpreter("-e -p --eval --print", "-r --preload --cwd"),
    "deno": _interpreter("eval"),
    "tsx": _interpreter("-e -p --eval --print", "-r --require --import"),
    "perl": _interpreter("-e -E", "-I"),
    "ruby": _interpreter("-e", "-I -r -C -E"),
    "php": _interpreter("-r -B -R -E --run --process-begin --process-code --process-end", "-c -d -z"),
    "lua": _interpreter("-e", "-l"),
    "luajit": _interpreter("-e", "-l -j"),
    "Rscript": _interpreter("-e"),
    "R": _interpreter("-e"),
    "julia": _interpreter("-e -E --eval --print", "-L --load -J --sysimage -t --threads -p --procs"),
    "octave": _interpreter("--eval"),
    "elixir": _interpreter("-e --eval --rpc-eval", "-r -S -pa -pz"),
    "erl": _interpreter("-eval", "-pa -pz -s -run -name -sname"),
    "groovy": _interpreter("-e", "-cp --classpath"),
    "scala": _interpreter("-e", "-cp -classpath"),
    "osascript": _interpreter("-e", "-l"),
    "tclsh": _interpreter("-c"),
    "expect": _interpreter("-c", "-f -b"),
    "swipl": _interpreter("-g -t"),
    **{
        name: Interpreter(("-e", "--source"), frozenset({"-F", "-v", "-f", "--file"}), frozenset({"-f", "--file"}))
        for name in ("awk", "gawk", "mawk", "nawk")
    },
}
_VERSION_IN_NAME = re.compile(r"-?[0-9]+(\.[0-9]+)*$")


def caller_made_code(argv: list[Element]) -> Element | None:
    """The element with inline code that a placeholder fills, whole or in part."""
    name = program_name(argv[0][1])
    interpreter = _INTERPRETERS.get(name) or _INTERPRETERS.get(_VERSION_IN_NAME.sub("", name))
    if interpreter is None:
        return None
    index, named_file = 1, False
    while index < len(argv):
        element = argv[index][1]
        option = _code_option(element, interpreter)
        if option == element:
            if index + 1 < len(argv) and placeholders(argv[index + 1][1]):
                return argv[index + 1]
            index += 2
        elif option is not None:
            if placeholders(element.removeprefix(option)):
                return argv[index]
            index += 1
        elif not element.startswith("-") or element == "--":
            return None if named_file or not interpreter.operand_unless else _operand(argv[index:])
        else:
            named_file = named_file or element in interpreter.operand_unless
            index += 2 if element in interpreter.valued else 1
    return None


def _operand(argv: list[Element]) -> Element | None:
    operands = argv[1:] if argv[0][1] == "--" else argv
    return operands[0] if operands and placeholders(operands[0][1]) else None


def _code_option(element: str, interpreter: Interpreter) -> str | None:
    """The option in an element: alone (`-e`, `-ne`) or with its code attached (`-eCODE`, `--eval=CODE`)."""
    for option in interpreter.code:
        if element == option or element.startswith(f"{option}="):
            return option
        if len(option) == 2 and option.startswith("-"):
            cluster = re.match(rf"-[A-Za-z0-9]*{option[1]}", element)
            if cluster is not None:
                return cluster[0]
    return None
