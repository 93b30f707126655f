"""Running one program: in a session of its own, bounded in time and output, with nothing of it left afterwards."""

from __future__ import annotations

import errno
import os
import selectors
import signal
import subprocess
import time
from dataclasses import dataclass

from .interrupt import catching_interrupts, interrupted

# Between SIGTERM and SIGKILL.
GRACE_S = 2.0
# What still holds a pipe when the command itself has ended may finish in this time, and is then told to.
_LINGER_S = 0.2
_LINGER_GRACE_S = 1.0
_GONE_S = 0.5
_CHUNK = 65_536
_POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class Run:
    """`ended` is exit, timeout, ceiling, interrupted or not-started; times in ms."""

    ended: str
    exit_code: int | None = None
    signal: str | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    duration_ms: int = 0
    reason: str | None = None
    too_long: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    timeout_ms: int
    max_output_bytes: int


def run_process(argv: list[str], env: dict[str, str], cwd: str, bounds: Bounds) -> Run:
    """`argv[0]` is an absolute path; the program is started as it is, never by a shell."""
    with catching_interrupts() as wake_up:
        return _run(argv, env, cwd, bounds, wake_up)


def _run(argv: list[str], env: dict[str, str], cwd: str, bounds: Bounds, wake_up: int) -> Run:
    started = time.monotonic()
    try:
        child = subprocess.Popen(
            [_bytes(element) for element in argv],
            env={_bytes(name): _bytes(value) for name, value in env.items()},
            cwd=_bytes(cwd),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            close_fds=True,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return Run("not-started", reason=reason, too_long=isinstance(error, OSError) and error.errno == errno.E2BIG)
    with _Watch(child, bounds.max_output_bytes, wake_up) as watch:
        ended = watch.until_end(started + bounds.timeout_ms / 1000)
        if ended == "exit" and not watch.sweep():
            ended = "ceiling"
        if ended != "exit":
            watch.stop()
        status = child.wait()
    return Run(
        ended,
        status if status >= 0 else None,
        _signal_name(-status) if status < 0 else None,
        bytes(watch.output["stdout"]),
        bytes(watch.output["stderr"]),
        round((time.monotonic() - started) * 1000),
    )


def _bytes(text: str) -> bytes:
    """UTF-8 whatever the locale says; bytes of the environment that are none come back as they were."""
    return text.encode("utf-8", "surrogateescape")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class _Watch:
    """Reads both streams at once and knows when the command has ended, which is not when its pipes are closed."""

    def __init__(self, child: subprocess.Popen[bytes], max_output_bytes: int, wake_up: int) -> None:
        self._child = child
        self._left = max_output_bytes
        self._keeps = True
        self._selector = selectors.DefaultSelector()
        self._open = 0
        self.output = {"stdout": bytearray(), "stderr": bytearray()}
        for name, stream in (("stdout", child.stdout), ("stderr", child.stderr)):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, name)
            self._open += 1
        self._exit_fd = _watch_exit(child.pid)
        for fd in (self._exit_fd, wake_up):
            if fd is not None:
                self._selector.register(fd, selectors.EVENT_READ, None)

    def __enter__(self) -> _Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        if self._exit_fd is not None:
            os.close(self._exit_fd)
        for stream in (self._child.stdout, self._child.stderr):
            if stream is not None:
                stream.close()

    def until_end(self, deadline: float) -> str:
        while True:
            if self._left < 0:
                return "ceiling"
            if self._has_exited():
                return "exit"
            if interrupted():
                return "interrupted"
            left = deadline - time.monotonic()
            if left <= 0:
                return "timeout"
            self._read_for(left)

    def sweep(self) -> bool:
        """
        The command has ended in time: take what its pipes still hold, and end what it left behind. False where that
        passed the ceiling.
        """
        self._drain_until(time.monotonic() + _LINGER_S)
        if self._signal_group(signal.SIGTERM):
            self._drain_until(time.monotonic() + _LINGER_GRACE_S, wait_for_group=True)
            self._kill_group()
            self._drain_until(time.monotonic() + _LINGER_S)
        return self._left >= 0

    def stop(self) -> None:
        """SIGTERM to the group, 2 s later SIGKILL; what is printed meanwhile is read and thrown away."""
        self._keeps = False
        self._signal_group(signal.SIGTERM)
        self._drain_until(time.monotonic() + GRACE_S, wait_for_group=True)
        self._kill_group()

    def _drain_until(self, deadline: float, wait_for_group: bool = False) -> None:
        while (left := deadline - time.monotonic()) > 0:
            if self._open == 0 and self._has_exited() and not (wait_for_group and self._signal_group(0)):
                return
            self._read_for(min(left, _POLL_S) if wait_for_group else left)

    def _kill_group(self) -> None:
        if not self._signal_group(signal.SIGKILL):
            return
        # The killed are gone when nobody is left to signal; where nobody reaps orphans, zombies stay and are harmless.
        deadline = time.monotonic() + _GONE_S
        while self._signal_group(0) and time.monotonic() < deadline:
            self._has_exited()
            time.sleep(0.005)

    def _signal_group(self, number: int) -> bool:
        """True where the group has a member. Its id is the command's, which leads it."""
        try:
            os.killpg(self._child.pid, number)
            return True
        except (ProcessLookupError, PermissionError):
            return False

    def _has_exited(self) -> bool:
        return self._child.poll() is not None

    def _read_for(self, seconds: float) -> None:
        if self._exit_fd is None:
            seconds = min(seconds, _POLL_S)
        elif self._open == 0 and self._has_exited():
            time.sleep(min(seconds, _POLL_S))
            return
        for key, _ in self._selector.select(seconds):
            if key.data is not None:
                self._read(key)
            elif key.fd == self._exit_fd:
                self._selector.unregister(key.fd)
                self._child.wait()
            else:
                os.read(key.fd, _CHUNK)

    def _read(self, key: selectors.SelectorKey) -> None:
        try:
            chunk = os.read(key.fd, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._selector.unregister(key.fileobj)
            self._open -= 1
            return
        self._left -= len(chunk)
        if self._keeps and self._left >= 0:
            self.output[key.data] += chunk


def _watch_exit(pid: int) -> int | None:
    """A descriptor that becomes readable when the process ends; None where the system has none and polling must do."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
