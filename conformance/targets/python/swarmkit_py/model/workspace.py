"""The loaded workspace: defaults and overrides applied, every reference known to lead somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .problem import Place

TIERS = ("open", "cautious", "strict", "readonly")
ROLES = ("root", "leader", "worker")

# What holds where a pack declares no bound.
DEFAULT_TIMEOUT_MS = 60_000
DEFAULT_MAX_OUTPUT_BYTES = 10_000_000
ATTACHMENT_MAX_BYTES = 20_971_520


@dataclass(frozen=True, slots=True)
class Param:
    """What `params` says of a placeholder: a JSON Schema, and whether a value may begin with a hyphen."""

    schema: dict[str, Any]
    allow_leading_dash: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    id: str
    place: Place
    argv: tuple[str, ...]
    effects: str
    parse: str
    ok_exit_codes: frozenset[int]
    params: dict[str, Param]
    # The absolute path that was found at load; None where nothing was found, which is a problem of its own.
    program: str | None
    permission: str
    timeout_ms: int


@dataclass(frozen=True, slots=True)
class Credential:
    """`source` is env (then `at` is a variable) or file (then `at` is a path)."""

    id: str
    source: str
    at: str


@dataclass(frozen=True, slots=True)
class EnvText:
    """A value of a pack's `env`: literal text, variables filled in, with credentials still to come."""

    parts: tuple[str | CredentialReference, ...]


@dataclass(frozen=True, slots=True)
class CredentialReference:
    id: str


@dataclass(frozen=True, slots=True)
class Pack:
    id: str
    place: Place
    permission: str
    timeout_ms: int
    max_output_bytes: int
    # As written, with variables filled in; None is the workspace.
    cwd: str | None
    env: dict[str, EnvText]
    credentials_ref: str | None
    commands: dict[str, Command]


@dataclass(frozen=True, slots=True)
class Server:
    id: str
    place: Place
    permission: str
    permission_overrides: dict[str, str]
    effects: dict[str, str]


@dataclass(frozen=True, slots=True)
class Skill:
    """`container` and `member` are pack and command, or server and tool."""

    id: str
    place: Place
    type: str
    provider: str
    container: str | None
    member: str | None
    effects: str
    permission: str
    inputs: dict[str, Any]
    required_scopes: tuple[str, ...]
    synthesised: bool = False


@dataclass(frozen=True, slots=True)
class Agent:
    id: str
    role: str
    parent: str | None
    skills: tuple[str, ...]
    scopes: frozenset[str]
    scopes_in_order: tuple[str, ...]
    # A guarded skill and what must have succeeded before it.
    requires: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topology:
    id: str
    place: Place
    agents: dict[str, Agent]


@dataclass(frozen=True, slots=True)
class Governance:
    """`allowed_scopes` counts for the mock provider only; None allows every scope."""

    provider: str = "builtin"
    allowed_scopes: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Workspace:
    root: str
    governance: Governance
    credentials: dict[str, Credential]
    packs: dict[str, Pack]
    servers: dict[str, Server]
    skills: dict[str, Skill]
    topologies: dict[str, Topology]
