"""Views for people. Whatever a command printed or a caller sent is shown with its control characters escaped."""

from __future__ import annotations

from typing import Any

from .envelope import Answer
from .json_text import write_json


def render(verb: str, answer: Answer) -> str:
    lines = [_event(event) for event in answer.events]
    envelope = answer.envelope
    if verb != "logs" or answer.outcome != "ok":
        lines += (
            _VIEWS.get(verb, _plain)(envelope) if answer.outcome == "ok" else [_one_line(f"{verb}: {answer.outcome}")]
        )
    if "text" in envelope and answer.outcome != "ok":
        lines.append(printable(envelope["text"]))
    lines += [_problem(problem) for problem in envelope["problems"]]
    return "".join(f"{line}\n" for line in lines)


def printable(text: str) -> str:
    """Line feeds and tabs stay; every other control or format character becomes its number."""
    return "".join(
        character if character in "\n\t" or character.isprintable() else f"\\u{{{ord(character):x}}}"
        for character in text
    )


def _one_line(text: str) -> str:
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def _plain(envelope: dict[str, Any]) -> list[str]:
    return [f"{envelope['verb']}: {envelope['outcome']}"]


def _fields(envelope: dict[str, Any]) -> list[str]:
    hidden = ("contract", "verb", "outcome", "problems")
    return [_one_line(f"{key}: {write_json(value)}") for key, value in envelope.items() if key not in hidden]


def _call(envelope: dict[str, Any]) -> list[str]:
    return [printable(envelope["text"]).removesuffix("\n")]


def _requests(envelope: dict[str, Any]) -> list[str]:
    rows = (
        f"{each['request_id']}  {each['agent']} {each['skill']}  {write_json(each['argv'])}"
        for each in envelope["requests"]
    )
    return [_one_line(row) for row in rows] or ["no request waits"]


def _event(event: dict[str, Any]) -> str:
    decision = event["decision"]
    verdict = "" if decision is None else "allowed" if decision["allowed"] else f"denied {decision['code']}"
    payload = event["payload"]
    words = (
        event["timestamp"],
        event["run_id"],
        event["agent_id"],
        event["event_type"],
        event["skill_id"],
        verdict,
        payload.get("outcome"),
    )
    return _one_line("  ".join(str(word) for word in words if word))


def _problem(problem: dict[str, Any]) -> str:
    place = ":".join(str(problem[key]) for key in ("path", "line", "column") if problem[key] is not None)
    hint = f" ({problem['hint']})" if problem["hint"] else ""
    return _one_line(
        f"{place + ': ' if place else ''}{problem['severity']} {problem['code']}: {problem['message']}{hint}"
    )


_VIEWS = {"call": _call, "approvals": _requests, "describe": _fields, "resolve": _fields}
