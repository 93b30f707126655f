"""
SIGTERM, SIGINT and SIGHUP while a command runs: it has to be stopped and recorded before the runtime goes. At all
other times they end the runtime at once, as they do by default.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_received: list[int] = []


def interrupted() -> bool:
    return bool(_received)


@contextmanager
def catching_interrupts() -> Iterator[int]:
    """A descriptor that becomes readable with the first of the signals."""
    read, write = os.pipe()
    for fd in (read, write):
        os.set_blocking(fd, False)
    wake_up_before = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, lambda caught, _: _received.append(caught)) for number in _SIGNALS}
    try:
        yield read
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(wake_up_before)
        os.close(read)
        os.close(write)
