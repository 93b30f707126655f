"""`command_packs`: what each may do, how long, how much, and by which commands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..load.node import Spot
from ..model.problem import Related, Report
from ..model.workspace import DEFAULT_MAX_OUTPUT_BYTES, DEFAULT_TIMEOUT_MS, TIERS, Command, Pack
from .bounds import read_max_output, read_timeout, read_timeout_override
from .command import read_command
from .environment import read_cwd, read_env
from .fields import read_fields, read_id, read_list, read_map, read_text, read_word
from .programs import Programs
from .requires import read_requires

_FIELDS = (
    *("id", "description", "permission", "permission_overrides", "timeout", "timeout_seconds", "timeout_overrides"),
    *("max_output", "max_output_bytes", "cwd", "env", "credentials_ref", "requires", "commands"),
)


def read_packs(spot: Spot | None, report: Report, programs: Programs, credentials: Collection[str]) -> dict[str, Pack]:
    packs: dict[str, Pack] = {}
    for row in read_list(spot, report):
        pack = _read_pack(row, report, programs, credentials)
        if pack is None:
            continue
        if (first := packs.get(pack.id)) is not None:
            related = (Related(pack.id, first.place),)
            report.error(
                "command-pack.duplicate-id",
                pack.place,
                f"two packs have the id {pack.id}",
                "give one of them another id",
                related,
            )
        packs.setdefault(pack.id, pack)
    return packs


def _read_pack(spot: Spot, report: Report, programs: Programs, credentials: Collection[str]) -> Pack | None:
    if not read_fields(spot, report, _FIELDS, ("id", "commands")):
        return None
    id = read_id(spot.get("id"), report)
    read_text(spot.get("description"), report)
    permission = read_word(spot.get("permission"), report, TIERS) or "cautious"
    timeout_ms = read_timeout(spot, report) or DEFAULT_TIMEOUT_MS
    credentials_ref = _read_credentials_ref(spot, report, credentials)
    commands = _read_commands(spot, report, programs, permission, timeout_ms)
    tiers = _overrides(spot, "permission_overrides", report, commands)
    timeouts = _overrides(spot, "timeout_overrides", report, commands)
    commands = {each.id: _override(each, tiers, timeouts, report) for each in commands.values()}
    env = read_env(spot.get("env"), report, programs.variables, credentials_ref)
    cwd = read_cwd(spot.get("cwd"), report, programs.variables)
    max_output = read_max_output(spot, report) or DEFAULT_MAX_OUTPUT_BYTES
    read_requires(spot, report, programs)
    if spot.get("requires") is None:
        hint = "list them under requires: [{ binary: ... }]"
        report.warning(
            "command-pack.no-requires", spot.place, f"the pack {id or ''} does not say which programs it needs", hint
        )
    at = spot.get("id")
    if id is None or at is None:
        return None
    return Pack(id, at.place, permission, timeout_ms, max_output, cwd, env, credentials_ref, commands)


def _read_credentials_ref(pack: Spot, report: Report, credentials: Collection[str]) -> str | None:
    spot = pack.get("credentials_ref")
    id = read_id(spot, report)
    if id is not None and spot is not None and id not in credentials:
        hint = "declare it under credentials of the workspace"
        report.error("command-pack.unknown-credential", spot.place, f"the workspace declares no credential {id}", hint)
    return id


def _read_commands(
    pack: Spot, report: Report, programs: Programs, permission: str, timeout_ms: int
) -> dict[str, Command]:
    commands: dict[str, Command] = {}
    for row in read_list(pack.get("commands"), report, not_empty=True):
        command = read_command(row, report, programs, permission, timeout_ms)
        if command is None:
            continue
        if (first := commands.get(command.id)) is not None:
            related = (Related(command.id, first.place),)
            report.error(
                "command-pack.duplicate-command",
                command.place,
                f"two commands of the pack have the id {command.id}",
                None,
                related,
            )
        commands.setdefault(command.id, command)
    return commands


def _overrides(pack: Spot, field: str, report: Report, commands: dict[str, Command]) -> dict[str, Spot]:
    """A misspelt tier would leave a command less guarded than its author believes; a misspelt timeout does no harm."""
    spot = pack.get(field)
    rows = dict(read_map(spot, report))
    unknown = [key for key in rows if key not in commands] if pack.get("commands") is not None else []
    for key in unknown:
        assert spot is not None
        message = f"{field} names {key}, which is no command of the pack"
        hint = f"its commands: {', '.join(commands)}"
        if field == "permission_overrides":
            report.error("command-pack.unknown-override", spot.key(key), message, hint)
        else:
            report.warning("command-pack.unknown-override", spot.key(key), message, hint)
    return rows


def _override(command: Command, tiers: dict[str, Spot], timeouts: dict[str, Spot], report: Report) -> Command:
    tier = read_word(tiers.get(command.id), report, TIERS)
    timeout = timeouts.get(command.id)
    timeout_ms = None if timeout is None else read_timeout_override(timeout, report)
    return replace(command, permission=tier or command.permission, timeout_ms=timeout_ms or command.timeout_ms)
