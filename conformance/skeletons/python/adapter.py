"""A SwarmKit runtime, begun: answers `describe` and `validate`, and says of every other verb that it is not offered.

Start it as `python3 adapter.py VERB ... --json`. The contract is one page, CONTRACT.md of swarmkit-conformance.
"""

import json
import os
import sys

# Exit statuses are a closed list: 0 ok, 1 any other outcome, 2 usage, 3 not offered. Anything else is a crash.
USAGE, NOT_OFFERED = 2, 3

# What is declared here is held against you, so declare what works. The core is never optional.
CAPABILITIES = ["packs", "grants", "governance", "secrets", "bounds", "audit"]


def describe() -> dict:
    return {
        "runtime": {"name": "my-runtime", "version": "0.1.0", "language": "python"},
        "contracts": ["1"],
        "capabilities": CAPABILITIES,
        "limits": {"timeout_seconds": 30, "max_output_bytes": 1_000_000, "attachment_max_bytes": 20_971_520},
    }


def problem(code: str, message: str) -> dict:
    """The nine fields of a problem, null where unknown. Give path, line, column and pointer as soon as you can."""
    place = {"path": None, "line": None, "column": None, "pointer": None}
    return {"code": code, "severity": "error", "message": message, **place, "hint": None, "related": []}


def validate(workspace: str) -> list:
    if not os.path.isdir(workspace):
        return [problem("workspace.not-found", f"{workspace} is no folder")]
    if not os.path.isfile(os.path.join(workspace, "workspace.yaml")):
        return [problem("workspace.missing-workspace-yaml", "the folder holds no workspace.yaml")]
    # Where to go on: parse workspace.yaml, skills/, archetypes/ and topologies/ and report every problem at once.
    #   swarmkit-conformance list --only 'load/**'
    return []


def answer(verb: str, problems: list, fields: dict) -> int:
    """One JSON envelope on stdout and nothing else; stderr is for people."""
    outcome = "invalid" if problems else "ok"
    print(json.dumps({"contract": "1", "verb": verb, "outcome": outcome, "problems": problems, **fields}))
    return 0 if outcome == "ok" else 1


def main(verb: str, *args: str) -> int:
    positional = [arg for arg in args if not arg.startswith("--")]
    options = [arg for arg in args if arg.startswith("--")]
    if verb == "describe" and not positional and options in ([], ["--json"]):
        return answer("describe", [], describe())
    if verb == "validate" and len(positional) == 1 and options in ([], ["--json"]):
        return answer("validate", validate(positional[0]), {})
    # Where to go on, in this order: resolve (the loaded workspace as data), call (decide, run, record),
    # logs (what was recorded). `swarmkit-conformance doctor` says which rung comes next.
    if verb in ("resolve", "call", "run", "logs", "approvals", "approve", "deny", "serve", "session"):
        return NOT_OFFERED
    print("usage: adapter.py describe|validate WORKSPACE --json", file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or [""])))
