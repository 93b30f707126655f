"""SIGTERM and SIGINT to the runtime: remembered, and waking whoever waits for a command."""

from __future__ import annotations

import os
import signal

_state: dict[str, int | None] = {"signal": None, "read": None}


def watch_interrupts() -> None:
    """The handlers only remember: a command has to be stopped and recorded before the runtime goes."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    _state["read"] = read
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _remember)


def _remember(number: int, _frame: object) -> None:
    _state["signal"] = number


def interrupted() -> bool:
    return _state["signal"] is not None


def wake_up_fd() -> int | None:
    return _state["read"]
