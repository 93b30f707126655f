"""
Regular expressions as JSON Schema writes them (ECMA-262) for Python's engine. The two differ where it hurts: Python's
`$` also matches before a last line break, and its `\\d` and `\\w` take digits and letters of every script.
"""

from __future__ import annotations

import re

_ANY = r"[^\n\r\u2028\u2029]"
_WHITE_SPACE = "\\t\\n\\v\\f\\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
# Escapes that both engines read alike; others are characters that stand for themselves.
_SHARED = set("dDwWbBfnrtv0123456789")
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!])")
_NAMED_GROUP = re.compile(r"\(\?<([A-Za-z_$][\w$]*)>")


def compile_ecma(pattern: str) -> re.Pattern[str]:
    """Raises ValueError where the text is no expression of the dialect."""
    try:
        return re.compile("".join(_translate(pattern)), re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(str(error)) from None


def _translate(pattern: str) -> list[str]:
    out: list[str] = []
    index, in_class = 0, False
    while index < len(pattern):
        text, index = (
            _escape(pattern, index, in_class) if pattern[index] == "\\" else _character(pattern, index, in_class)
        )
        if not in_class and text == "[":
            in_class = True
            if pattern.startswith("^", index):
                text, index = "[^", index + 1
            if pattern.startswith("]", index):
                # `[]` matches nothing and `[^]` anything; Python would take the bracket as a member.
                text, index, in_class = ("(?!)" if text == "[" else r"[\s\S]"), index + 1, False
        elif in_class and text == "]":
            in_class = False
        out.append(text)
    return out


def _character(pattern: str, index: int, in_class: bool) -> tuple[str, int]:
    character = pattern[index]
    if in_class:
        # Python reads `[[`, `--`, `&&` and `~~` as set operations to come and warns.
        return ("\\" + character if character in "[&~|" else character), index + 1
    if character == "$":
        return r"\Z", index + 1
    if character == ".":
        return _ANY, index + 1
    if pattern.startswith("(?", index):
        return _group(pattern, index)
    if character in "*+?}" and pattern.startswith("+", index + 1):
        raise ValueError("possessive quantifiers are not part of the dialect")
    return character, index + 1


def _group(pattern: str, index: int) -> tuple[str, int]:
    if named := _NAMED_GROUP.match(pattern, index):
        return f"(?P<{named[1]}>", named.end()
    if plain := _GROUP.match(pattern, index):
        return plain[0], plain.end()
    raise ValueError(f"unknown group {pattern[index : index + 4]}")


def _escape(pattern: str, index: int, in_class: bool) -> tuple[str, int]:
    if index + 1 >= len(pattern):
        raise ValueError("the expression ends with a backslash")
    character = pattern[index + 1]
    if reference := re.compile(r"\\k<([A-Za-z_$][\w$]*)>").match(pattern, index):
        return f"(?P={reference[1]})", reference.end()
    if code := re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})").match(pattern, index):
        return re.escape(chr(int(code[1] or code[2] or code[3], 16))), code.end()
    if character == "s":
        return (_WHITE_SPACE if in_class else f"[{_WHITE_SPACE}]"), index + 2
    if character == "S" and not in_class:
        return f"[^{_WHITE_SPACE}]", index + 2
    if character in _SHARED or character == "S":
        return "\\" + character, index + 2
    if character.isalpha():
        raise ValueError(f"unknown escape \\{character}")
    return re.escape(character), index + 2
