import unittest

from swarmkit_py.json_schema import mismatch, schema_problems
from swarmkit_py.json_schema.ecma_regex import compile_ecma

FINDS = [
    ("^a$", "a", True),
    ("^a$", "a\n", False),
    (r"^\d$", "\u0661", False),
    (r"^\w$", "é", False),
    (r"^\s$", "\u00a0", True),
    (".", "\r", False),
    ("[^]", "\n", True),
    ("[]", "a", False),
    (r"(?<n>a)\k<n>", "aa", True),
    (r"\u{1F600}|\/", "\U0001f600", True),
    ("[a&&b]", "&", True),
]


class EcmaRegex(unittest.TestCase):
    def test_expressions_mean_what_they_mean_in_json_schema(self) -> None:
        for pattern, text, wanted in FINDS:
            self.assertEqual(compile_ecma(pattern).search(text) is not None, wanted, (pattern, text))

    def test_what_is_no_expression_is_refused(self) -> None:
        for pattern in ("(", "[", "a**", "(?i)a", r"\q", "\\"):
            with self.assertRaises(ValueError, msg=pattern):
                compile_ecma(pattern)

    def test_a_schema_with_a_faulty_keyword_is_none(self) -> None:
        faulty = [{"type": "strin"}, {"pattern": "("}, {"required": "a"}, {"minLength": -1}, {"properties": {"a": 1}}]
        for schema in faulty:
            self.assertEqual(len(schema_problems(schema)), 1, schema)

    def test_types_are_those_of_json(self) -> None:
        self.assertIsNone(mismatch({"type": "integer"}, 5.0))
        self.assertIsNotNone(mismatch({"type": "number"}, True))
        self.assertIsNotNone(mismatch({"enum": [1]}, True))


if __name__ == "__main__":
    unittest.main()
