"""Programs that start another program: what stands behind their own options is judged as if it stood alone."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wrapper:
    """`valued` are options whose value is the next element; `operands` stand between the options and the program."""

    valued: frozenset[str] = frozenset()
    operands: int = 0
    assignments: bool = False


def _wrapper(valued: str = "", operands: int = 0, assignments: bool = False) -> Wrapper:
    return Wrapper(frozenset(valued.split()), operands, assignments)


WRAPPERS: dict[str, Wrapper] = {
    "env": _wrapper("-u --unset -C --chdir -a --argv0", assignments=True),
    "nice": _wrapper("-n --adjustment"),
    "ionice": _wrapper("-c --class -n --classdata"),
    "nohup": _wrapper(),
    "timeout": _wrapper("-k --kill-after -s --signal", operands=1),
    "gtimeout": _wrapper("-k --kill-after -s --signal", operands=1),
    "stdbuf": _wrapper("-i --input -o --output -e --error"),
    "setsid": _wrapper(),
    "sudo": _wrapper("-u --user -g --group -h --host -p --prompt -C -r -t -T -U -D -R", assignments=True),
    "doas": _wrapper("-u -C"),
    "xargs": _wrapper("-I -n --max-args -P --max-procs -L --max-lines -s --max-chars -d --delimiter -a --arg-file -E"),
    "busybox": _wrapper(),
    "toybox": _wrapper(),
    "time": _wrapper("-f --format -o --output"),
    "chrt": _wrapper("-T -P -D", operands=1),
    "taskset": _wrapper(operands=1),
    "chroot": _wrapper(operands=1),
    "unshare": _wrapper("-S --setuid -G --setgid -R --root -w --wd"),
    "setarch": _wrapper(),
    "strace": _wrapper("-o -e -p -s -a -E -u -P -S -b -O -X -I"),
    "ltrace": _wrapper("-o -e -p -s -a -u -l -x -n -A -D -F"),
    "rlwrap": _wrapper("-f -H -b -C -D -p -P -q -s -S -z"),
    "gosu": _wrapper(operands=1),
    "su-exec": _wrapper(operands=1),
    "tini": _wrapper("-p -e"),
    "dumb-init": _wrapper("-r --rewrite"),
    "caffeinate": _wrapper("-t -w"),
    "winpty": _wrapper(),
    "unbuffer": _wrapper(),
    "catchsegv": _wrapper(),
}

_ASSIGNMENT = re.compile(r"[^=/{}]+=.*", re.DOTALL)


def program_name(program: str) -> str:
    """The name by any path to it."""
    return program.rsplit("/", 1)[-1].removesuffix(".exe")


def wrapped(argv: list[tuple[int, str]]) -> list[tuple[int, str]] | None:
    """
    The argv that a wrapper starts, its elements with their places in the whole; None where argv[0] is no wrapper
    or starts nothing.
    """
    wrapper = WRAPPERS.get(program_name(argv[0][1]))
    if wrapper is None:
        return None
    rest = argv[1:]
    operands = wrapper.operands
    while rest:
        element = rest[0][1]
        if element == "--":
            return rest[1 + operands :] or None
        if (split := _split_string(argv[0][1], rest)) is not None:
            return split
        if element.startswith("-") and element != "-":
            rest = rest[2 if element in wrapper.valued else 1 :]
        elif element == "-" or (wrapper.assignments and _ASSIGNMENT.fullmatch(element)):
            rest = rest[1:]
        else:
            return rest[operands:] or None
    return None


def _split_string(program: str, rest: list[tuple[int, str]]) -> list[tuple[int, str]] | None:
    """`env -S 'program argument'` splits a text itself."""
    if program_name(program) != "env":
        return None
    place, element = rest[0]
    for option in ("--split-string=", "-S", "-vS"):
        if element.startswith(option) and element != option:
            return [(place, word) for word in element.removeprefix(option).split()] + rest[1:]
    if element in ("-S", "-vS", "--split-string") and len(rest) > 1:
        return [(rest[1][0], word) for word in rest[1][1].split()] + rest[2:]
    return None
