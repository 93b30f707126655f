"""`env` and `cwd` of a pack: `${VAR}` is filled in when the workspace is loaded, credentials when a command starts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..load.node import Spot
from ..model.problem import Report
from ..model.template import Part, Placeholder, has_credential, parse_template
from ..model.workspace import CredentialReference, EnvText
from .fields import read_map, read_text, wrong_type

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


def read_env(
    spot: Spot | None, report: Report, variables: Mapping[str, str], credentials_ref: str | None
) -> dict[str, EnvText]:
    env: dict[str, EnvText] = {}
    for key, value in read_map(spot, report):
        if not _KEY.fullmatch(key):
            assert spot is not None
            report.error(
                "schema.pattern-mismatch",
                spot.key(key),
                f"{key!r} is no name of a variable",
                "use letters, digits and underscores",
            )
        elif value.text is None:
            wrong_type(value, report, "a string", "quote it")
        else:
            env[key] = _read_value(value, report, variables, credentials_ref)
    return env


def _read_value(spot: Spot, report: Report, variables: Mapping[str, str], credentials_ref: str | None) -> EnvText:
    _refuse_nul(spot, report)
    parts: list[str | CredentialReference] = []
    # Odd pieces are names of variables: they go first, because `${VAR}` holds the text of a placeholder.
    for index, piece in enumerate(_VARIABLE.split(spot.text or "")):
        if index % 2:
            parts.append(_value_of(spot, report, piece, variables))
        else:
            parts += [_read_part(spot, report, part, credentials_ref) for part in parse_template(piece)]
    return EnvText(tuple(parts))


def _read_part(spot: Spot, report: Report, part: Part, credentials_ref: str | None) -> str | CredentialReference:
    if isinstance(part, Placeholder):
        hint = "an argument never reaches a variable; write {{" + part.name + "}} for the text itself"
        report.error(
            "command-pack.placeholder-in-env", spot.place, f"the placeholder {{{part.name}}} stands in env", hint
        )
        return ""
    if isinstance(part, str):
        return part
    if part.id != credentials_ref:
        message = f"the credential {part.id} is not the pack's own credentials_ref"
        report.error("command-pack.unknown-credential", spot.place, message)
    return CredentialReference(part.id)


def read_cwd(spot: Spot | None, report: Report, variables: Mapping[str, str]) -> str | None:
    text = read_text(spot, report)
    if text is None or spot is None:
        return None
    if not text:
        report.error("schema.length", spot.place, "cwd is empty", "leave it out for the workspace folder")
        return None
    _refuse_nul(spot, report)
    if has_credential(text):
        report.error(
            "command-pack.credential-in-argv",
            spot.place,
            "cwd holds a credential, and ps shows it",
            "a credential goes through env only",
        )
    return _VARIABLE.sub(lambda match: _value_of(spot, report, match[1], variables), text)


def _value_of(spot: Spot, report: Report, name: str, variables: Mapping[str, str]) -> str:
    if name not in variables:
        report.error(
            "schema.unset-variable",
            spot.place,
            f"the variable {name} is not set",
            f"set {name} where the runtime is started",
        )
    return variables.get(name, "")


def _refuse_nul(spot: Spot, report: Report) -> None:
    if "\0" in (spot.text or ""):
        report.error("schema.pattern-mismatch", spot.place, "the text holds a NUL, which no program can be handed")
