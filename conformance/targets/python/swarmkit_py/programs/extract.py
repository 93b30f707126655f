"""
Reading a release out of what programs print when asked for their version. Places are tried from the surest to the
weakest, and where none fits there is no answer: a guess would let a wrong program pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .version import Version, parse_version

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
# Numbers that are no versions, whatever stands around them.
_NOISE = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]"
    r"|\b[a-z][a-z0-9+.-]*://\S+|\bwww\.\S+|\S+@\S+\.\S+"
    r"|(?:\bcopyright\b|\(c\)|©).*"
    r"|\b(?:built|compiled|linked|running|based|works|tested|requires|needs|depends|using)\b.*"
    r"|(?<![0-9.])(?:19|20)[0-9]{2}[-/][0-9]{1,2}[-/][0-9]{1,2}(?![0-9])|(?<![0-9.])[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:19|20)[0-9]{2}(?![0-9.])"
    rf"|\b[0-9]{{1,2}}[-\s]{_MONTH}[-\s,]+(?:19|20)[0-9]{{2}}\b|\b{_MONTH}\s+[0-9]{{1,2}}(?:st|nd|rd|th)?,?\s+(?:19|20)[0-9]{{2}}\b|\b{_MONTH}\s+(?:19|20)[0-9]{{2}}\b"
    r"|\b[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\b"
    r"|\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}:[0-9]+\b",
    re.IGNORECASE,
)
_COMPLAINT = re.compile(
    r"\b(?:usage|error|unknown|invalid|illegal|unrecogni[sz]ed|not found|no such|cannot|failed)\b", re.IGNORECASE
)

_DOTTED = r"[0-9]+(?:\.[0-9]+)+"
_SUFFIX = r"(?:[-+~_.]?[A-Za-z][0-9A-Za-z.+~_-]*|[-+~][0-9][0-9A-Za-z.+~_-]*)?"
_RELEASE = rf"(?P<version>{_DOTTED}{_SUFFIX})"
# A number without a dot is a version only where nothing else can follow from it.
_WHOLE = r"(?P<version>[0-9]+(?:(?:-|~|\.)?(?:rc|alpha|beta|dev|pre|p)[0-9]*)?)(?=\s*(?:$|[(,;]))"
_BRACKETED = r"(?:\s*(?:\([^()]*\)|\[[^][]*\]))*"
_NOUN = r"(?:\s*[,:;]?\s*(?:command[- ]line|cli|tool|program|client|utility))?"
_WORDS = rf"{_NOUN}(?:[\s,:]*\b(?:version|ver|release|v)\b\.?)?[\s:=,\"']*"

_FOREIGN_VERSION = re.compile(
    r"(?:\b(?:api|abi|protocol|schema|format|library|kernel|config|file|language|spec)|\blib\w+)[\s:]*$", re.IGNORECASE
)


def find_version(text: str, program: str) -> Version | None:
    lines = [cleaned for line in text.splitlines() if (cleaned := _NOISE.sub(" ", line).strip())]
    spoken = [line for line in lines if not _COMPLAINT.search(line)]
    for place in (_whole_line, _in_bracket_after_number, _after_name(program), _after_word, _in_first_line):
        for line in spoken:
            if (version := place(line)) is not None:
                return version
            if place is _in_first_line:
                break
    return None


Place = Callable[[str], Version | None]


def _parsed(match: re.Match[str] | None) -> Version | None:
    return None if match is None else parse_version(match["version"].rstrip(".-_+~"))


def _whole_line(line: str) -> Version | None:
    """`3.40.1`, `v22`: nothing else stands there."""
    return _parsed(re.fullmatch(rf"[vV]?(?P<version>[0-9]+(?:\.[0-9]+)*{_SUFFIX})", line))


def _in_bracket_after_number(line: str) -> Version | None:
    """`This is perl 5, version 36, subversion 0 (v5.36.0)`: the whole release stands in brackets."""
    return _parsed(re.search(rf"\b[0-9]+, version [0-9]+.*\(v(?P<version>{_DOTTED})\)", line))


def _after_name(program: str) -> Place:
    """`jq-1.7`, `foo2bar 3.1`, `grep (GNU grep) 3.8`, `git version 2.39.2`, `python3` printing `Python 3.11.2`."""
    name = program.rsplit("/", 1)[-1]
    stem = re.sub(r"[-.]?[0-9][0-9.]*$", "", name)
    names = re.escape(name) + (rf"|{re.escape(stem)}(?![0-9])" if stem else "")
    lead = rf"(?<![\w.])(?:{names})(?:\.exe)?{_BRACKETED}(?:{_WORDS}|[-_/])[vV]?"

    def place(line: str) -> Version | None:
        dotted = re.search(f"{lead}{_RELEASE}", line, re.IGNORECASE)
        return _parsed(dotted or re.search(f"{lead}{_WHOLE}", line, re.IGNORECASE))

    return place


def _after_word(line: str) -> Version | None:
    """`openjdk version "17.0.9"`, `Client Version: v1.28.2`, and not `protocol version 31`."""
    for form in (_RELEASE, _WHOLE):
        for match in re.finditer(
            rf"\b(?:version|ver\.?|release)(?:\s+is)?[\s:=\"']*(?:[A-Za-z][\w+-]*[\s/_-])?[vV]?{form}",
            line,
            re.IGNORECASE,
        ):
            if not _FOREIGN_VERSION.search(line[: match.start()]):
                return _parsed(match)
    return None


def _in_first_line(line: str) -> Version | None:
    """`GNU Awk 5.1.0, API: 3.2`, `OpenSSH_9.2p1`, `go1.21.5`: the first number with a dot, outside brackets."""
    outside = re.sub(r"\([^()]*\)|\[[^][]*\]", " ", line)
    for text in (outside, line):
        for match in re.finditer(rf"(?<![0-9.])(?P<before>[A-Za-z][\w+-]*?[-_/\s]*|^|[\s(\"'])[vV]?{_RELEASE}", text):
            if not re.match(r"lib", match["before"], re.IGNORECASE) and not _FOREIGN_VERSION.search(
                text[: match.start("version")]
            ):
                return _parsed(match)
    return None
