"""Asking a program for its version: bounded, in a scratch folder, with nothing on stdin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..execute.base_environment import base_environment
from ..execute.process import Bounds, Run, run_process

_BOUNDS = Bounds(timeout_ms=10_000, max_output_bytes=64 * 1024)


@dataclass(frozen=True, slots=True)
class Probe:
    """`failure` says why there is nothing to read; otherwise the program ended with `exit_code`."""

    failure: str | None
    exit_code: int | None
    text: str


def run_probe(argv: tuple[str, ...], variables: Mapping[str, str]) -> Probe:
    import tempfile  # only a load with a version to check needs it

    with tempfile.TemporaryDirectory(prefix="swarmkit-probe-", ignore_cleanup_errors=True) as scratch:
        run = run_process(list(argv), base_environment(variables), scratch, _BOUNDS)
    return Probe(_failure(run), run.exit_code, _text(run))


def _failure(run: Run) -> str | None:
    if run.ended == "not-started":
        return f"it could not be started: {run.reason}"
    if run.ended == "timeout":
        return f"it was still running after {_BOUNDS.timeout_ms // 1000} s"
    if run.ended == "ceiling":
        return f"it printed more than {_BOUNDS.max_output_bytes} bytes"
    if run.ended == "interrupted":
        return "the runtime was told to stop"
    return f"it was killed by {run.signal}" if run.signal else None


def _text(run: Run) -> str:
    """stdout, and only where that is blank stderr."""
    out = run.stdout.decode("utf-8", "replace")
    return out if out.strip() else run.stderr.decode("utf-8", "replace")
