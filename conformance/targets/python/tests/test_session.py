import json
import os
import subprocess
import sys
import tempfile
import unittest
from typing import Any

PROGRAM = [sys.executable, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "__main__.py")]
FILES = {
    "workspace.yaml": """
apiVersion: swarmkit/v1
kind: Workspace
metadata: { id: demo, name: Demo }
command_packs:
  - id: say
    requires: [{ binary: printf }]
    commands: [{ id: it, argv: [printf, '%s', '{v}'], effects: read }]
""",
    "topologies/main.yaml": """
apiVersion: swarmkit/v1
kind: Topology
metadata: { name: main }
agents: { root: { skills: [pack:say] } }
""",
}
CALL = {"topology": "main", "agent": "root", "skill": "say-it", "run_id": "r1"}


class Session(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.workspace = folder.name
        for path, text in FILES.items():
            full = os.path.join(self.workspace, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)

    def _ask(self, *lines: str) -> list[Any]:
        done = subprocess.run([*PROGRAM, "session"], input="\n".join(lines), capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def _request(self, id: object, verb: str, **params: object) -> str:
        return json.dumps({"id": id, "verb": verb, "params": {"workspace": self.workspace, **params}})

    def test_an_envelope_is_the_one_that_the_verb_prints_on_its_own(self) -> None:
        argv = [*PROGRAM, "resolve", self.workspace, "--json"]
        alone = json.loads(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)
        self.assertEqual(self._ask(self._request(7, "resolve")), [{"id": 7, "envelope": alone}])

    def test_a_line_that_is_no_request_is_answered_and_the_session_goes_on(self) -> None:
        lines = ["{", "[]", '{"verb": "describe"}', '{"id": 1, "verb": "dance"}', '{"id": 2, "verb": ["x"]}']
        replies = self._ask(*lines, self._request("ok", "validate"))
        outcomes = [reply["envelope"]["outcome"] for reply in replies]
        self.assertEqual(outcomes, [*["invalid"] * 5, "ok"])
        self.assertEqual([reply["id"] for reply in replies], [None, None, None, 1, 2, "ok"])

    def test_calls_run_and_are_recorded(self) -> None:
        called, logs = self._ask(
            self._request(1, "call", **CALL, arguments={"v": "a; b"}),
            self._request(2, "logs", run_id="r1"),
        )
        self.assertEqual(called["envelope"]["output"]["text"], "a; b")
        types = [event["event_type"] for event in logs["envelope"]["events"]]
        self.assertEqual(types, ["policy.decision", "skill.executed"])


if __name__ == "__main__":
    unittest.main()
