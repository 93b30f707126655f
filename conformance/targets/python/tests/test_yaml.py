import unittest

from swarmkit_py.load.node import to_data
from swarmkit_py.load.yaml_reader import Unreadable, read_yaml


def data(text: str) -> object:
    return to_data(read_yaml(text.encode()))


class Yaml(unittest.TestCase):
    def test_scalars_follow_the_core_schema_of_yaml_1_2(self) -> None:
        text = "a: no\nb: 12:30\nc: 1.10\nd: 0x1f\ne: ~\nf: 0755\ng: 2001-01-01\nh: 1_000\ni: 0o17\nj: !!str 5\n"
        self.assertEqual(
            data(text),
            {
                **{"a": "no", "b": "12:30", "c": 1.1, "d": 31, "e": None},
                **{"f": 755, "g": "2001-01-01", "h": "1_000", "i": 15, "j": "5"},
            },
        )

    def test_a_merge_key_is_a_key_like_any_other(self) -> None:
        self.assertEqual(data("b: &x {c: 1}\nd: {<<: *x}\n"), {"b": {"c": 1}, "d": {"<<": {"c": 1}}})

    def test_line_breaks_of_yaml_1_1_are_characters_and_count_no_lines(self) -> None:
        root = read_yaml('a: "x\u2028 y"\nb: 1\n'.encode())
        self.assertEqual(to_data(root), {"a": "x\u2028 y", "b": 1})
        self.assertEqual(root.entries["b"].key.line, 2)

    def test_tabs_separate_and_never_indent(self) -> None:
        self.assertEqual(data("a:\t1\nb: [1,\t2]\t# c\n"), {"a": 1, "b": [1, 2]})
        with self.assertRaises(Unreadable):
            data("a:\n\tb: 1\n")

    def test_what_is_not_one_plain_mapping_is_refused_where_it_goes_wrong(self) -> None:
        bomb = "x0: &x0 [a, a, a]\n" + "".join(f"x{i}: &x{i} [{', '.join([f'*x{i - 1}'] * 9)}]\n" for i in range(1, 30))
        rows = {
            "": 1,
            "# nothing": 1,
            "[1]": 1,
            "a: 1\nb: 2\na: 3\n": 3,
            "a: 1\n---\nb: 2\n": 2,
            "a: !!js/function x": 1,
            "a: 1\nb: !thing 2": 2,
            "a: &a [*a]": 1,
            "a: *nowhere": 1,
            "? [a]\n: 1\n": 1,
            "a: " + "[" * 5000: 1,
            bomb: 5,
        }
        for text, line in rows.items():
            with self.subTest(text[:30]), self.assertRaises(Unreadable) as caught:
                data(text)
            self.assertEqual(caught.exception.line, line, text[:30])

    def test_utf_8_alone_is_read_with_or_without_its_mark(self) -> None:
        self.assertEqual(to_data(read_yaml(b"\xef\xbb\xbfa: 1\r\n")), {"a": 1})
        for encoded in ("a: 1".encode("utf-16"), b"a: \xff"):
            with self.assertRaises(Unreadable):
                read_yaml(encoded)


if __name__ == "__main__":
    unittest.main()
