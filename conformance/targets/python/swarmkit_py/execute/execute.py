"""Running an allowed command: arguments, credentials, folder, process, output; the first fault ends it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..model.workspace import Command, CredentialReference, Pack, Skill, Workspace
from .arguments import BadArguments, fill_command
from .base_environment import base_environment
from .credentials import read_credential
from .output import BadOutput, decode, parse_output
from .process import Bounds, Run, run_process
from .redact import Redactor

_TAIL = 2000


@dataclass(frozen=True, slots=True)
class Output:
    text: str
    data: Any
    exit_code: int
    stderr: str
    duration_ms: int
    lossy: bool

    def to_json(self) -> dict[str, Any]:
        fields = {
            "text": self.text,
            "data": self.data,
            "exit_code": self.exit_code,
            "stderr": self.stderr,
            "duration_ms": self.duration_ms,
        }
        return {**fields, "lossy": True} if self.lossy else fields


@dataclass(frozen=True, slots=True)
class Failure:
    code: str
    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Executed:
    """What came of it and, where a program was started, how it ran. `argv` is redacted."""

    result: Output | Failure
    argv: list[str] | None = None
    run: Run | None = None


def execute(
    workspace: Workspace, skill: Skill, arguments: dict[str, Any], variables: Mapping[str, str], redactor: Redactor
) -> Executed:
    pack = workspace.packs[skill.container or ""]
    command = pack.commands[skill.member or ""]
    argv = fill_command(skill, command, arguments)
    if isinstance(argv, BadArguments):
        return Executed(Failure(argv.code, redactor.text(argv.message)))
    env = _environment(workspace, pack, variables)
    if isinstance(env, Failure):
        return Executed(env)
    cwd = os.path.join(workspace.root, pack.cwd or "")
    if not os.path.isdir(cwd):
        message = f"the working folder {pack.cwd} is no folder that exists"
        return Executed(Failure("command.not-started", redactor.text(message)))
    if command.program is None:
        return Executed(Failure("command.not-started", f"the program {command.argv[0]} was not found"))
    started = [command.program, *argv[1:]]
    run = run_process(started, env, cwd, Bounds(command.timeout_ms, pack.max_output_bytes))
    result = _result(run, command, pack, redactor)
    if run.ended == "not-started":
        return Executed(result)
    return Executed(result, [redactor.text(element) for element in started], run)


def _environment(workspace: Workspace, pack: Pack, variables: Mapping[str, str]) -> dict[str, str] | Failure:
    env = base_environment(variables)
    for name, text in pack.env.items():
        value = ""
        for part in text.parts:
            if isinstance(part, CredentialReference):
                secret = read_credential(workspace.credentials[part.id], workspace.root, variables)
                if secret is None or "\0" in secret:
                    return Failure(
                        "credential.missing",
                        f"the credential {part.id} has no value",
                        "set its variable or write its file",
                    )
                value += secret
            else:
                value += part
        env[name] = value
    return env


def _result(run: Run, command: Command, pack: Pack, redactor: Redactor) -> Output | Failure:
    if run.ended != "exit":
        return _stopped(run, command, pack)
    stdout, stderr = decode(run.stdout, redactor), decode(run.stderr, redactor)
    tail = _tail(stderr.text)
    if run.signal is not None:
        return Failure("command.signal", f"{command.id} was killed by {run.signal}{tail}")
    assert run.exit_code is not None
    if run.exit_code not in command.ok_exit_codes:
        return Failure("command.exit-status", f"{command.id} ended with exit status {run.exit_code}{tail}")
    try:
        data = parse_output(command.parse, stdout, redactor)
    except BadOutput as error:
        return Failure("command.bad-output", f"{command.id} declares parse: {command.parse}, and {error}")
    return Output(stdout.text, data, run.exit_code, stderr.text, run.duration_ms, stdout.lossy or stderr.lossy)


def _stopped(run: Run, command: Command, pack: Pack) -> Failure:
    program = command.argv[0]
    if run.ended == "timeout":
        seconds = f"{command.timeout_ms / 1000:g} s"
        message = f"{command.id} ran longer than its timeout of {seconds} and was stopped"
        return Failure("command.timeout", message, "raise timeout, or timeout_overrides for this command")
    if run.ended == "ceiling":
        message = f"{command.id} printed more than its ceiling of {pack.max_output_bytes} bytes and was stopped"
        return Failure("command.output-ceiling", message, "raise max_output, or ask for less")
    if run.ended == "interrupted":
        return Failure("command.interrupted", f"the runtime was told to stop while {command.id} ran")
    if run.too_long:
        return Failure(
            "command.too-long", f"the arguments of {program} are longer together than the operating system takes"
        )
    return Failure("command.not-started", f"the program {program} could not be started: {run.reason}")


def _tail(stderr: str) -> str:
    """The end of stderr is where the reason stands. It was redacted whole, so the cut shows no part of a value."""
    text = stderr.strip()
    if not text:
        return ""
    return f": {text}" if len(text) <= _TAIL else f": ... {text[-_TAIL:]}"
