"""PyYAML's scanner and parser, held to YAML 1.2 where 1.1 reads the same text otherwise."""

from __future__ import annotations

from yaml.events import Event
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

# YAML 1.1 breaks lines at these and 1.2 does not. Characters that the text does not use stand in for them
# while it is scanned, so that they neither fold nor move the line count.
_OLD_LINE_BREAKS = "\x85\u2028\u2029"
_STAND_INS = range(0xF0000, 0xFFFFE)


class _Reader12(Reader, Scanner, Parser):
    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def scan_to_next_token(self) -> None:
        # PyYAML takes no tab between tokens; 1.2 forbids it only as indentation.
        Scanner.scan_to_next_token(self)
        while self.peek() == "\t" and not self._is_indentation():
            while self.peek() in " \t":
                self.forward()
            Scanner.scan_to_next_token(self)

    def _is_indentation(self) -> bool:
        if self.flow_level:
            return False
        before = self.buffer[self.pointer - self.column : self.pointer]
        return not before.strip(" ") and not self._rest_is_blank()

    def _rest_is_blank(self) -> bool:
        length = 0
        while self.peek(length) in " \t":
            length += 1
        return self.peek(length) in "\0\r\n#"


class YamlEvents:
    """The events of a text, one by one, with the characters of the text as they were."""

    def __init__(self, text: str) -> None:
        self._restore: dict[int, str] = {}
        used = set(text) if any(mark in text for mark in _OLD_LINE_BREAKS) else set()
        free = (code for code in _STAND_INS if chr(code) not in used)
        for mark in _OLD_LINE_BREAKS:
            if mark in used:
                code = next(free)
                self._restore[code] = mark
                text = text.replace(mark, chr(code))
        self._reader = _Reader12(text)

    def next(self) -> Event:
        event: Event = self._reader.get_event()  # type: ignore[no-untyped-call]
        return event

    def original(self, text: str) -> str:
        return text.translate(self._restore) if self._restore else text
