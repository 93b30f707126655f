"""Requests that wait for a person, and what became of them."""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..audit.state import StateUnavailable, make_state_folder
from ..json_text import canonical_json, read_json, write_json

_NAME = "approvals.json"
_LOCK = "approvals.lock"
_LIFE_S = 3600


@dataclass(frozen=True, slots=True)
class Request:
    """
    `status` is waiting, approved, denied or used. `fingerprint` stands for the true arguments, which may hold secrets;
    `arguments` and `argv` are what may be shown. Times in seconds.
    """

    request_id: str
    run_id: str
    topology: str
    agent: str
    skill: str
    fingerprint: str
    arguments: dict[str, Any]
    argv: list[str]
    requested_at: float
    expires_at: float
    status: str = "waiting"
    reason: str | None = None

    def is_for(self, topology: str, agent: str, skill: str, fingerprint: str) -> bool:
        return (self.topology, self.agent, self.skill, self.fingerprint) == (topology, agent, skill, fingerprint)


def fingerprint(arguments: dict[str, Any]) -> str:
    return hashlib.sha256(canonical_json(arguments).encode()).hexdigest()


def new_times() -> tuple[float, float]:
    now = time.time()
    return now, now + _LIFE_S


class Approvals:
    """The requests of a state folder. Whoever changes them holds the lock from reading to writing."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def living(self) -> list[Request]:
        """Those that have not expired, oldest first."""
        path = os.path.join(self._folder, _NAME)
        if not os.path.lexists(path):
            return []
        try:
            with open(path, encoding="utf-8") as file:
                requests = [Request(**row) for row in read_json(file.read())]
        except (OSError, ValueError, TypeError):
            raise StateUnavailable(f"the approvals {path} cannot be read") from None
        now = time.time()
        return sorted((each for each in requests if each.expires_at > now), key=lambda each: each.requested_at)

    def put(self, request: Request) -> None:
        """Under the lock. A new request, or one that changed."""
        others = [each for each in self.living() if each.request_id != request.request_id]
        rows = [asdict(each) for each in (*others, request)]
        path = os.path.join(self._folder, _NAME)
        try:
            # Whole or not at all: a half-written list would lose a person's decision.
            with open(f"{path}.new", "w", encoding="utf-8") as file:
                file.write(write_json(rows))
                file.flush()
                os.fsync(file.fileno())
            os.replace(f"{path}.new", path)
        except OSError as error:
            raise StateUnavailable(f"the approvals cannot be written: {error.strerror}") from None

    def settle(self, request: Request, status: str, reason: str | None = None) -> None:
        self.put(replace(request, status=status, reason=reason))

    @contextmanager
    def locked(self) -> Iterator[None]:
        make_state_folder(self._folder)
        try:
            fd = os.open(os.path.join(self._folder, _LOCK), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StateUnavailable(f"the approvals cannot be locked: {error.strerror}") from None
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)
