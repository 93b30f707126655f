"""The door for one command line: what comes in as bytes, what goes out, and the exit status."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from .command_line import NOT_OFFERED, CommandLine, Usage, parse_command_line
from .envelope import Answer
from .json_text import ROOMY_DEPTH, NotJson, read_json, write_json
from .pipeline import NotOffered
from .session import serve_session
from .show import render
from .verbs import perform

_OK, _NOT_OK, _USAGE, _NOT_OFFERED = 0, 1, 2, 3


def main(argv: list[str]) -> int:
    sys.setrecursionlimit(ROOMY_DEPTH)
    if argv and argv[0] in NOT_OFFERED:
        return _say(f"{argv[0]} is not offered by this runtime", _NOT_OFFERED)
    try:
        line = parse_command_line(argv)
        params = {**line.params, **_numbers(line)}
    except Usage as error:
        return _say(str(error), _USAGE)
    # Python would turn Ctrl-C into a stack trace.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    variables = {_text(name): _text(value) for name, value in os.environb.items()}
    try:
        if line.verb == "session":
            serve_session(sys.stdin.buffer, lambda reply: _write(write_json(reply) + "\n"), variables)
            return _OK
        if line.verb == "call":
            params |= _arguments(sys.stdin.buffer.read())
        return _print(line, perform(line.verb, params, variables))
    except NotOffered as error:
        return _say(str(error), _NOT_OFFERED)
    except BrokenPipeError:
        # Whoever asked is gone; what was done is recorded.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NOT_OK


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _numbers(line: CommandLine) -> dict[str, Any]:
    last = line.params.get("last")
    if last is None:
        return {}
    if not (last.isascii() and last.isdigit() and 0 < len(last) < 10 and int(last) > 0):
        raise Usage(f"--last takes a whole number of at least 1, and not {last!r}")
    return {"last": int(last)}


def _arguments(data: bytes) -> dict[str, Any]:
    try:
        return {"arguments": read_json(data.decode("utf-8"))}
    except UnicodeDecodeError:
        return {"arguments_fault": "stdin is not UTF-8"}
    except NotJson as error:
        return {"arguments_fault": "stdin is empty" if not data.strip() else str(error)}


def _print(line: CommandLine, answer: Answer) -> int:
    if not line.json:
        _write(render(line.verb, answer))
    elif line.verb == "logs":
        envelope = [] if answer.outcome == "ok" else [answer.envelope]
        _write("".join(write_json(each) + "\n" for each in (*answer.events, *envelope)))
    else:
        _write(write_json(answer.envelope) + "\n")
    return _OK if answer.outcome == "ok" else _NOT_OK


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def _say(message: str, status: int) -> int:
    sys.stderr.buffer.write(f"swarmkit-py: {message}\n".encode("utf-8", "backslashreplace"))
    return status
