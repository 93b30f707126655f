"""Versions with any number of parts, and ranges as npm writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_VERSION = re.compile(r"[vV=]?\s*([0-9]+(?:\.[0-9]+)*)(.*)", re.DOTALL)
# `2.1a1` is Python's spelling of an alpha. `3.3a` and `9.2p1` carry the letters of a vendor.
_PRERELEASE = re.compile(
    r"[-_.~]?(dev|alpha|beta|pre|rc|[ab](?=[0-9]))(?:el|view|release)?(?![a-z])[-_.]?([0-9]*)", re.IGNORECASE
)
_ORDER = ("dev", "alpha", "beta", "pre", "rc")
_SHORT = {"a": "alpha", "b": "beta"}
# Above every prerelease of the same numbers.
_RELEASE = (len(_ORDER), 0)
_BEFORE_ALL = (-1, 0)


@dataclass(frozen=True, slots=True)
class Version:
    """`stage` orders prereleases below their release; a vendor's suffix has no part in it."""

    parts: tuple[int, ...]
    stage: tuple[int, int]
    text: str


def parse_version(text: str) -> Version | None:
    match = _VERSION.fullmatch(text.strip())
    if match is None or len(match[1]) > 200:
        return None
    return Version(tuple(int(part) for part in match[1].split(".")), _stage(match[2]), text.strip())


def _stage(suffix: str) -> tuple[int, int]:
    prerelease = _PRERELEASE.match(suffix)
    if prerelease is None:
        return _RELEASE
    word = prerelease[1].lower()
    return _ORDER.index(_SHORT.get(word, word)), int((prerelease[2] or "0")[:18])


def compare(left: Version, right: Version) -> int:
    width = max(len(left.parts), len(right.parts))
    ours = (*left.parts, *[0] * (width - len(left.parts)), left.stage)
    theirs = (*right.parts, *[0] * (width - len(right.parts)), right.stage)
    return (ours > theirs) - (ours < theirs)


@dataclass(frozen=True, slots=True)
class Range:
    """Any of several sets of comparators; of a set, all."""

    text: str
    sets: tuple[tuple[tuple[str, Version], ...], ...]

    def holds(self, version: Version) -> bool:
        return any(
            all(_TESTS[sign](compare(version, bound)) for sign, bound in comparators) for comparators in self.sets
        )


_TESTS = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
    "=": lambda order: order == 0,
}

_COMPARATOR = re.compile(
    r"(\^|~>?|[<>]=?|=)?\s*[vV]?\s*([0-9xX*]+(?:\.[0-9xX*]+)*)((?:[-+][0-9A-Za-z.+-]+|rc[0-9]*|[ab][0-9]+|(?:alpha|beta|dev|pre)[0-9.]*)?)"
)
_HYPHEN = re.compile(r"\s*(\S+)\s+-\s+(\S+)\s*")
Comparators = tuple[tuple[str, Version], ...]


def parse_range(text: str) -> Range | None:
    """None where the text is no range. An empty text is none: it would let everything pass unsaid."""
    sets = [_parse_set(part) for part in text.split("||")]
    if any(each is None for each in sets):
        return None
    return Range(text, tuple(each for each in sets if each is not None))


def _parse_set(text: str) -> Comparators | None:
    if hyphen := _HYPHEN.fullmatch(text):
        low, high = _parse_comparator(">=" + hyphen[1]), _parse_comparator("<=" + hyphen[2])
        return None if low is None or high is None or not hyphen[2][0].isalnum() else low + high
    rest = text.strip()
    if not rest:
        return None
    found: Comparators = ()
    while rest:
        match = _COMPARATOR.match(rest)
        comparators = None if match is None else _parse_comparator(match[0])
        if match is None or comparators is None:
            return None
        found += comparators
        rest = rest[match.end() :]
        separator = re.match(r"\s*,\s*|\s+|$", rest)
        if separator is None or (separator[0].strip() == "," and separator.end() == len(rest)):
            return None
        rest = rest[separator.end() :]
    return found


def _parse_comparator(text: str) -> Comparators | None:
    match = _COMPARATOR.fullmatch(text)
    if match is None:
        return None
    sign, numbers, suffix = match[1] or "", match[2].split("."), match[3]
    if not all(re.fullmatch(r"[0-9]{1,30}|[xX*]", part) for part in numbers):
        return None
    known = _known_parts(numbers)
    partial = len(known) < len(numbers) or len(known) < 3
    if re.match(r"-[0-9]", suffix) and len(numbers) < 3:
        return None
    stage = _BEFORE_ALL if suffix == "-0" else _stage(suffix) if len(known) == len(numbers) else _RELEASE
    return _desugar(sign, known, stage, partial and stage == _RELEASE)


def _known_parts(numbers: list[str]) -> tuple[int, ...]:
    known: list[int] = []
    for part in numbers:
        if not part.isdigit():
            break
        known.append(int(part))
    return tuple(known)


def _desugar(sign: str, known: tuple[int, ...], stage: tuple[int, int], partial: bool) -> Comparators:
    """npm's own rules for partial versions, carets and tildes, for any number of parts."""
    low = _bound(known or (0,), stage)
    if not known:
        # `*` is everything; below or above everything is nothing.
        return (("<", _bound((0,), _BEFORE_ALL)),) if sign in ("<", ">") else ((">=", _bound((0,), _BEFORE_ALL)),)
    if sign == "^":
        return ((">=", low), ("<", _below(_bump(known, _first_significant(known)))))
    if sign in ("~", "~>"):
        return ((">=", low), ("<", _below(_bump(known, min(1, len(known) - 1)))))
    if sign == "<" and stage == _RELEASE:
        return (("<", _below(known)),)
    if not partial:
        return ((sign or "=", low),)
    after = _bump(known, len(known) - 1)
    return {
        "": ((">=", low), ("<", _below(after))),
        "=": ((">=", low), ("<", _below(after))),
        ">": ((">=", _bound(after)),),
        "<=": (("<", _below(after)),),
        ">=": ((">=", low),),
    }[sign]


def _first_significant(known: tuple[int, ...]) -> int:
    """Where a caret lets nothing change: the first part that is not 0, or the last that is written."""
    return next((index for index, part in enumerate(known) if part != 0), len(known) - 1)


def _bump(known: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*known[:index], known[index] + 1)


def _bound(parts: tuple[int, ...], stage: tuple[int, int] = _RELEASE) -> Version:
    return Version(parts, stage, ".".join(map(str, parts)))


def _below(parts: tuple[int, ...]) -> Version:
    """Below a release are not its own prereleases: whoever rules 2 out does not mean its candidates."""
    return _bound(parts, _BEFORE_ALL)
