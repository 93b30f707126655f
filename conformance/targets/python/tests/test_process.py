import os
import tempfile
import time
import unittest

from swarmkit_py.execute.process import Bounds, Run, run_process

ROOMY = Bounds(timeout_ms=20_000, max_output_bytes=1_000_000)


def run(script: str, bounds: Bounds = ROOMY) -> Run:
    return run_process(["/bin/sh", "-c", script], {"PATH": "/usr/bin:/bin"}, "/", bounds)


def lives(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Process(unittest.TestCase):
    def test_both_streams_and_the_status_come_back(self) -> None:
        done = run("printf out; printf err >&2; exit 3")
        self.assertEqual((done.ended, done.exit_code, done.stdout, done.stderr), ("exit", 3, b"out", b"err"))

    def test_stdin_is_at_its_end_and_the_group_is_its_own(self) -> None:
        done = run("cat; echo $$; ps -o pgid= -p $$")
        pid, group = done.stdout.split()
        self.assertEqual(pid, group)

    def test_exactly_the_ceiling_passes_and_one_byte_more_does_not(self) -> None:
        bounds = Bounds(20_000, 1000)
        self.assertEqual(run("head -c 600 /dev/zero; head -c 400 /dev/zero >&2", bounds).ended, "exit")
        self.assertEqual(run("head -c 601 /dev/zero; head -c 400 /dev/zero >&2", bounds).ended, "ceiling")

    def test_a_flood_is_stopped_long_before_it_would_end(self) -> None:
        started = time.monotonic()
        self.assertEqual(run("cat /dev/zero & sleep 60").ended, "ceiling")
        self.assertLess(time.monotonic() - started, 10)

    def test_what_ignores_sigterm_is_gone_with_its_children_after_the_grace(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            script = f"trap '' TERM; sleep 60 & echo $! > {folder}/child; while :; do sleep 1; done"
            started = time.monotonic()
            done = run(script, Bounds(500, 1000))
            self.assertEqual(done.ended, "timeout")
            self.assertLess(time.monotonic() - started, 10)
            with open(os.path.join(folder, "child"), encoding="utf-8") as file:
                self.assertFalse(lives(int(file.read())))

    def test_a_grandchild_that_holds_the_pipe_does_not_hold_the_call(self) -> None:
        started = time.monotonic()
        done = run("sleep 60 & echo $!")
        self.assertEqual(done.ended, "exit")
        self.assertLess(time.monotonic() - started, 8)
        self.assertFalse(lives(int(done.stdout)))

    def test_a_signal_is_named(self) -> None:
        self.assertEqual(run("kill -9 $$").signal, "SIGKILL")

    def test_a_program_that_cannot_be_started_says_why(self) -> None:
        done = run_process(["/no/such/program"], {}, "/", ROOMY)
        self.assertEqual(done.ended, "not-started")
        self.assertTrue(done.reason)


if __name__ == "__main__":
    unittest.main()
