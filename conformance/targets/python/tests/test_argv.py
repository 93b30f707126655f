import unittest

from swarmkit_py.load.node import Spot
from swarmkit_py.load.yaml_reader import read_yaml
from swarmkit_py.model.problem import Report
from swarmkit_py.validate.argv import read_argv

SHELL, PROGRAM = "command-pack.shell", "command-pack.placeholder-program"
REFUSED = [
    ("[sh, -c, 'ls']", SHELL),
    ("[/bin/bash, -lc, '{x}']", SHELL),
    ("[bash, --norc, -o, pipefail, -ec, 'ls']", SHELL),
    ("[env, A=b, -u, C, sh, -c, ls]", SHELL),
    ("[nice, -n, '5', timeout, -k, 1s, 10s, sh, -c, ls]", SHELL),
    ("[env, -S, 'sh -c ls']", SHELL),
    ("[busybox, sh, -c, ls]", SHELL),
    ("[pwsh, -Com, ls]", SHELL),
    ("[python3, -c, '{code}']", SHELL),
    ("[python3.11, -W, ignore, '-c{code}']", SHELL),
    ("[node, '--eval={code}']", SHELL),
    ("[perl, -lne, 'print {x}']", SHELL),
    ("[awk, '{program}', file]", SHELL),
    ("[jq, ., '|', cat]", SHELL),
    ("[ls, '2>&1']", SHELL),
    ("[echo, '$(id)']", SHELL),
    ("['jq .a']", SHELL),
    ("['{tool}', x]", PROGRAM),
    ("['bin/{tool}']", PROGRAM),
    ("[env, A=b, '{tool}']", PROGRAM),
    ("[sudo, -u, me, '{tool}']", PROGRAM),
    ("[xargs, -I, x, '{tool}']", PROGRAM),
    ("[ls, '--token={credential.a}']", "command-pack.credential-in-argv"),
    ("[ls, 5]", "schema.type-mismatch"),
    ("[ls, {name}]", "schema.type-mismatch"),
    ("['']", "schema.length"),
]
ALLOWED = [
    "[sh, script.sh, -c, '{x}']",
    "[jq, '.a | .b', '$x', 'a;b', '{filter}']",
    "[python3, -c, 'import sys; print(sys.argv)', '{x}']",
    "[python3, tool.py, -c, '{x}']",
    "[awk, -f, program.awk, '{file}']",
    "[timeout, '{seconds}', jq, .]",
    "[env, 'A={a}', jq, .]",
    "[find, ., '!', -name, '{pattern}']",
    "[git, log, '--format={{hash}}']",
]


def codes(argv: str) -> list[str]:
    report = Report()
    read_argv(Spot("workspace.yaml", "", read_yaml(f"argv: {argv}".encode())), report)
    return [problem.code for problem in report.problems]


class Argv(unittest.TestCase):
    def test_what_needs_a_shell_or_lets_the_caller_choose_a_program_is_refused(self) -> None:
        for argv, code in REFUSED:
            self.assertEqual(codes(argv), [code], argv)

    def test_what_only_looks_like_it_is_allowed(self) -> None:
        for argv in ALLOWED:
            self.assertEqual(codes(argv), [], argv)


if __name__ == "__main__":
    unittest.main()
