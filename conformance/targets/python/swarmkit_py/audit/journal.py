"""
The audit on disk: one JSON object a line, each with a digest of itself and of the line before it, so that a torn,
altered or missing line shows. Lines are only ever added.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..json_text import NotJson, read_json, write_json
from .state import StateUnavailable, make_state_folder

_NAME = "audit.jsonl"
_CHUNK = 8192


@dataclass(frozen=True, slots=True)
class Fault:
    """`run_id` is None where the line does not say whose it was."""

    text: str
    run_id: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """The events that verify, oldest first, and what does not, if anything."""

    events: list[dict[str, Any]]
    faults: list[Fault]

    def fault_of(self, run_id: str | None) -> str | None:
        """What does not verify in a run's own record, or in all; what can be of any run is of each."""
        return next((each.text for each in self.faults if run_id is None or each.run_id in (None, run_id)), None)


def append_event(folder: str, event: dict[str, Any]) -> None:
    """On disk when it returns. Raises StateUnavailable."""
    make_state_folder(folder)
    with _opened(os.path.join(folder, _NAME), os.O_RDWR | os.O_CREAT | os.O_APPEND) as fd:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            last, is_torn = _last_line(fd)
            body = write_json(event)
            previous = _digest(last)
            line = write_json(
                {"previous": previous, "digest": _digest(previous.encode() + body.encode()), "event": event}
            )
            _write(fd, (b"\n" if is_torn else b"") + line.encode() + b"\n")
            os.fsync(fd)
        except OSError as error:
            raise StateUnavailable(f"the audit cannot be written: {error.strerror}") from None


def read_record(folder: str) -> Record:
    """Raises StateUnavailable where there is a record that cannot be read; where there is none it is empty."""
    path = os.path.join(folder, _NAME)
    if not os.path.lexists(path):
        return Record([], [])
    with _opened(path, os.O_RDONLY) as fd:
        try:
            fcntl.flock(fd, fcntl.LOCK_SH)
            with open(fd, "rb", closefd=False) as file:
                data = file.read()
        except OSError as error:
            raise StateUnavailable(f"the audit cannot be read: {error.strerror}") from None
    return _verify(data)


def _verify(data: bytes) -> Record:
    lines = data.split(b"\n")
    faults = [] if lines[-1] == b"" else [Fault(f"line {len(lines)} is cut off", None)]
    events: list[dict[str, Any]] = []
    before, before_verified = b"", True
    for number, line in enumerate(lines[:-1] if lines[-1] == b"" else lines, 1):
        row = _parse(line)
        verified = row is not None and _verifies(row)
        if not verified:
            faults.append(Fault(f"line {number} does not verify", None if row is None else row["event"].get("run_id")))
        elif row is not None:
            # Behind a line that was altered, the chain does not fit for that reason alone.
            if row["previous"] != _digest(before) and before_verified:
                faults.append(Fault(f"what stood before line {number} was altered or removed", None))
            events.append(row["event"])
        before, before_verified = line, verified
    return Record(events, faults)


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        row = read_json(line.decode("utf-8"))
    except (UnicodeDecodeError, NotJson, ValueError):
        return None
    if not isinstance(row, dict) or not isinstance(row.get("event"), dict) or not isinstance(row.get("previous"), str):
        return None
    return row


def _verifies(row: dict[str, Any]) -> bool:
    digest: bool = row.get("digest") == _digest(row["previous"].encode() + write_json(row["event"]).encode())
    return digest


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _last_line(fd: int) -> tuple[bytes, bool]:
    """The last line without its end, and whether its end is missing."""
    end = os.lseek(fd, 0, os.SEEK_END)
    tail = b""
    while end > 0 and b"\n" not in tail[:-1]:
        start = max(0, end - _CHUNK)
        tail = os.pread(fd, end - start, start) + tail
        end = start
    is_torn = tail != b"" and not tail.endswith(b"\n")
    return tail.removesuffix(b"\n").rsplit(b"\n", 1)[-1], is_torn


def _write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


@contextmanager
def _opened(path: str, flags: int) -> Iterator[int]:
    """A plain file only: a pipe in its place would block, and a device swallow the record."""
    try:
        fd = os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
    except OSError as error:
        raise StateUnavailable(f"the audit {path} cannot be opened: {error.strerror}") from None
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise StateUnavailable(f"the audit {path} is no plain file")
        yield fd
    finally:
        os.close(fd)
