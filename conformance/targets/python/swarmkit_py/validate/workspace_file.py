"""workspace.yaml itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..load.node import Spot
from ..model.problem import Related, Report
from ..model.workspace import TIERS, Credential, Governance, Pack, Server
from .credentials import read_credentials
from .fields import is_id, read_fields, read_id, read_list, read_map, read_scopes, read_word
from .header import HEADER, read_header
from .model_choice import read_model
from .pack import read_packs
from .programs import Programs

# Blocks of the original SwarmKit that this runtime passes over.
UNSUPPORTED_BLOCKS = (
    *("organisation", "organization", "team", "identity", "storage", "context_compression", "planning", "synthesis"),
    *("memory", "events", "triggers", "a2a", "fleet", "artifacts", "telemetry", "knowledge", "runtime"),
)
_BLOCKS = (
    *(
        "organisation",
        "organization",
        "team",
        "teams",
        "identity",
        "storage",
        "memory",
        "models",
        "model_providers",
        "providers",
    ),
    *(
        "observability",
        "telemetry",
        "triggers",
        "schedules",
        "tools",
        "knowledge",
        "review",
        "notifications",
        "budget",
        "limits",
    ),
    *("policies", "audit", "artifacts", "plugins", "server", "registry", "growth", "trust"),
)
_BLOCKS = ("governance", "credentials", "command_packs", "mcp_servers", "server", "model")
_SERVER_FIELDS = (
    *(
        "id",
        "description",
        "permission",
        "permission_overrides",
        "effects",
        "trust_annotations",
        "transport",
        "command",
        "args",
    ),
    *(
        "url",
        "headers",
        "env",
        "cwd",
        "credentials_ref",
        "timeout",
        "timeout_seconds",
        "timeout_overrides",
        "max_output",
        "max_output_bytes",
    ),
)


@dataclass(frozen=True, slots=True)
class WorkspaceFile:
    """`complete`: every pack, command and server has an id, so that what is not here is not declared."""

    governance: Governance = field(default_factory=Governance)
    credentials: dict[str, Credential] = field(default_factory=dict)
    packs: dict[str, Pack] = field(default_factory=dict)
    servers: dict[str, Server] = field(default_factory=dict)
    complete: bool = True


def read_workspace_file(spot: Spot, report: Report, programs: Programs) -> WorkspaceFile:
    for block, _ in spot.entries():
        if block in UNSUPPORTED_BLOCKS:
            report.warning(
                "workspace.unsupported-block", spot.key(block), f"the block {block} is passed over by this runtime"
            )
    read_fields(spot, report, (*HEADER, *_BLOCKS, *UNSUPPORTED_BLOCKS), HEADER)
    read_header(spot, report)
    read_model(spot.get("model"), report)
    credentials, declared = read_credentials(spot.get("credentials"), report)
    return WorkspaceFile(
        _read_governance(spot.get("governance"), report),
        credentials,
        read_packs(spot.get("command_packs"), report, programs, declared),
        _read_servers(spot.get("mcp_servers"), report),
        _is_complete(spot),
    )


def _is_complete(spot: Spot) -> bool:
    packs = _rows(spot, "command_packs")
    rows = [*packs, *_rows(spot, "mcp_servers"), *(command for pack in packs for command in _rows(pack, "commands"))]
    return all((at := row.get("id")) is not None and is_id(at.text or "") for row in rows)


def _rows(spot: Spot, key: str) -> list[Spot]:
    rows = spot.get(key)
    return [] if rows is None else list(rows.items())


def _read_governance(spot: Spot | None, report: Report) -> Governance:
    if spot is None or not read_fields(spot, report, ("provider", "config"), ("provider",)):
        return Governance()
    provider = read_word(spot.get("provider"), report, ("builtin", "mock"))
    config = spot.get("config")
    # Beside a provider that is none, what any provider takes is known.
    known = () if provider == "builtin" else ("allowed_scopes",)
    if config is None or not read_fields(config, report, known):
        return Governance(provider or "builtin")
    scopes = config.get("allowed_scopes")
    return Governance(provider or "builtin", None if scopes is None else frozenset(read_scopes(scopes, report)))


def _read_servers(spot: Spot | None, report: Report) -> dict[str, Server]:
    servers: dict[str, Server] = {}
    for row in read_list(spot, report):
        server = _read_server(row, report)
        if server is None:
            continue
        if (first := servers.get(server.id)) is not None:
            related = (Related(server.id, first.place),)
            report.error(
                "command-pack.duplicate-id", server.place, f"two servers have the id {server.id}", None, related
            )
        servers.setdefault(server.id, server)
    return servers


def _read_server(row: Spot, report: Report) -> Server | None:
    if not read_fields(row, report, _SERVER_FIELDS, ("id",)):
        return None
    id = read_id(row.get("id"), report)
    _check_transport(row, report)
    permission = read_word(row.get("permission"), report, TIERS) or "cautious"
    overrides = {
        tool: read_word(tier, report, TIERS) for tool, tier in read_map(row.get("permission_overrides"), report)
    }
    effects = {
        tool: read_word(effect, report, ("read", "write")) for tool, effect in read_map(row.get("effects"), report)
    }
    at = row.get("id")
    if id is None or at is None:
        return None
    return Server(id, at.place, permission, _without_none(overrides), _without_none(effects))


def _check_transport(row: Spot, report: Report) -> None:
    """How a server is reached: by a command or by an address."""
    transport = read_word(row.get("transport"), report, ("stdio", "http", "streamable-http"))
    command, url = row.get("command"), row.get("url")
    if command is not None and url is not None:
        report.error("schema.conflicting-fields", url.place, "a server has a command or a url", "keep one of them")
    by_command = url is None if transport is None else transport == "stdio"
    needed = "command" if by_command else "url"
    if row.get(needed) is None:
        report.error("schema.required-field", row.place, f"the field {needed} is missing")


def _without_none(words: dict[str, str | None]) -> dict[str, str]:
    return {key: word for key, word in words.items() if word is not None}
