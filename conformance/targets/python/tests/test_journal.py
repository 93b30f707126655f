import os
import tempfile
import unittest

from swarmkit_py.audit.journal import append_event, read_record
from swarmkit_py.audit.state import StateUnavailable


class Journal(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = os.path.join(self._folder.name, "state")
        self.path = os.path.join(self.folder, "audit.jsonl")

    def _lines(self) -> list[bytes]:
        with open(self.path, "rb") as file:
            return file.read().splitlines(keepends=True)

    def _write(self, lines: list[bytes]) -> None:
        with open(self.path, "wb") as file:
            file.write(b"".join(lines))

    def _append(self, *names: str) -> None:
        for name in names:
            append_event(self.folder, {"name": name})

    def _names(self) -> list[object]:
        return [event["name"] for event in read_record(self.folder).events]

    def test_events_come_back_in_order(self) -> None:
        self.assertEqual(read_record(self.folder).events, [])
        self._append("a", "b\n{}", "c")
        self.assertEqual((self._names(), read_record(self.folder).fault_of(None)), (["a", "b\n{}", "c"], None))

    def test_an_altered_line_is_left_out_and_shows(self) -> None:
        self._append("a", "b", "c")
        first, second, third = self._lines()
        self._write([first, second.replace(b'"b"', b'"x"'), third])
        self.assertEqual(self._names(), ["a", "c"])
        self.assertIn("line 2", read_record(self.folder).fault_of(None) or "")

    def test_a_line_that_was_taken_out_shows(self) -> None:
        self._append("a", "b", "c")
        first, _, third = self._lines()
        self._write([first, third])
        self.assertIsNotNone(read_record(self.folder).fault_of(None))

    def test_a_torn_end_stays_and_later_events_are_written_behind_it(self) -> None:
        self._append("a", "b")
        first, second = self._lines()
        self._write([first, second[:20]])
        self._append("c")
        self.assertEqual(self._names(), ["a", "c"])
        self.assertEqual(self._lines()[1], second[:20] + b"\n")
        self.assertIn("line 2", read_record(self.folder).fault_of(None) or "")

    def test_what_is_no_plain_file_is_no_record(self) -> None:
        os.makedirs(self.folder)
        os.mkfifo(self.path)
        with self.assertRaises(StateUnavailable):
            self._append("a")


if __name__ == "__main__":
    unittest.main()
