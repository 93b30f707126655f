import unittest

from swarmkit_py.programs.extract import find_version
from swarmkit_py.programs.version import parse_range, parse_version

PRINTED = [
    ("jq", "jq-1.7.1-apple", "1.7.1-apple"),
    ("python3", "Python 3.11.2", "3.11.2"),
    ("git", "git version 2.39.2.windows.1", "2.39.2.windows.1"),
    ("go", "go version go1.21.5 linux/amd64", "1.21.5"),
    ("curl", "curl 7.88.1 (x86_64) libcurl/7.88.1 OpenSSL/3.0.11\nRelease-Date: 2023-02-20", "7.88.1"),
    ("java", 'openjdk version "17.0.9" 2023-10-17', "17.0.9"),
    ("perl", "\nThis is perl 5, version 36, subversion 0 (v5.36.0) built for x86", "5.36.0"),
    ("gcc", "gcc (Debian 12.2.0-14) 12.2.0\nCopyright (C) 2022", "12.2.0"),
    ("rsync", "rsync  version 3.2.7  protocol version 31", "3.2.7"),
    ("foo2bar", "foo2bar 3.1", "3.1"),
    ("bzip2", "bzip2, a block-sorting file compressor.  Version 1.0.8, 13-Jul-2019.", "1.0.8"),
    ("ssh", "OpenSSH_9.2p1 Debian-2+deb12u1, OpenSSL 3.0.9 30 May 2023", "9.2p1"),
    ("less", "less 590 (GNU regular expressions)", "590"),
    ("tool", "2024-01-05\ntool 1.4", "1.4"),
    ("tool", "libfoo 2.1\ntool 1.0", "1.0"),
]
SILENT = [
    "no idea",
    "built on 2023-01-01",
    "usage: tool [-n 10] --ratio 0.5",
    "tool: unrecognized option '--version'",
    "Copyright 2019 ACME 1.2",
    "see https://example.org/v1.2/x",
    "tool using libfoo 2.1",
    "libother 2.4.7",
]
HOLDS = [
    (">=1.6 <2", "1.10", True),
    (">=1.6,<2", "2.0", False),
    ("^0.2.3", "0.3", False),
    ("~1.6.1", "1.6.9", True),
    ("1.x", "2", False),
    ("1.2 - 2.3", "2.3.9", True),
    (">1.6", "1.6.5", False),
    (">=1.7", "1.8.0-rc1", True),
    (">=1.8", "1.8.0-rc1", False),
    ("^1.7", "2.0.0-rc1", False),
    (">=2.1", "2.1a1", False),
    ("=1.7", "1.07", True),
    ("=9.2.0", "9.2p1", True),
    (">=2.39.2.1", "2.39.2", False),
]
NO_RANGES = ["", "latest", ">=", "1..2", ">=1.6 and <2", "!=1", "==1", ">=1.6 <", "1.0-2.0", ">=1,,<2", "|| 1"]


class Versions(unittest.TestCase):
    def test_the_release_is_read_out_of_what_programs_print(self) -> None:
        for program, text, wanted in PRINTED:
            found = find_version(text, program)
            self.assertEqual(found.text if found else None, wanted, text)

    def test_a_number_that_is_no_version_is_never_taken_for_one(self) -> None:
        for text in SILENT:
            self.assertIsNone(find_version(text, "tool"), text)

    def test_ranges_hold_what_npm_and_the_contract_say(self) -> None:
        for text, version, wanted in HOLDS:
            wanted_range, found = parse_range(text), parse_version(version)
            assert wanted_range is not None and found is not None
            self.assertEqual(wanted_range.holds(found), wanted, f"{text} {version}")

    def test_what_is_no_range_is_none(self) -> None:
        for text in NO_RANGES:
            self.assertIsNone(parse_range(text), text)


if __name__ == "__main__":
    unittest.main()
