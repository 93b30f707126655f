import base64
import json
import unittest
from urllib.parse import quote, quote_plus

from swarmkit_py.execute.redact import Redactor

VALUE = 'k3y/+=&"\\% é'


class Redact(unittest.TestCase):
    def setUp(self) -> None:
        self.redactor = Redactor({"token": VALUE})

    def test_every_written_form_of_a_value_is_replaced_as_one(self) -> None:
        data = VALUE.encode()
        forms = [
            VALUE,
            base64.b64encode(data).decode(),
            base64.urlsafe_b64encode(data).decode().rstrip("="),
            quote(VALUE),
            quote(VALUE, safe="").lower(),
            quote_plus(VALUE),
            json.dumps(VALUE)[1:-1],
            json.dumps(VALUE, ensure_ascii=False)[1:-1],
            "".join(f"\\u{ord(character):04X}" for character in VALUE),
        ]
        for form in forms:
            self.assertEqual(self.redactor.text(f"<{form}>"), "<[credential:token]>", form)

    def test_a_value_inside_longer_base64_leaves_nothing_to_decode(self) -> None:
        for user in ("u:", "us:", "user:"):
            shown = self.redactor.text(base64.b64encode(f"{user}{VALUE}".encode()).decode())
            self.assertIn("[credential:token]", shown)

    def test_other_text_stays_as_it_is(self) -> None:
        text = '100% \\n "k3y" aGVsbG8= a+b'
        self.assertEqual(self.redactor.text(text), text)

    def test_keys_numbers_and_lines_are_looked_at_too(self) -> None:
        redactor = Redactor({"pin": "12345678", "key": "-----BEGIN-----\nabcdefgh\n-----END-----"})
        self.assertEqual(redactor.data({"12345678": [12345678]}), {"[credential:pin]": ["[credential:pin]"]})
        self.assertEqual(redactor.text("x abcdefgh y"), "x [credential:key] y")


if __name__ == "__main__":
    unittest.main()
