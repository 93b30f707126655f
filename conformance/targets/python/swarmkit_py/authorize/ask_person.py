"""The tier strict: a call runs once for each time that a person has approved exactly it."""

from __future__ import annotations

from ..audit.events import make_event, make_id
from ..audit.journal import append_event
from ..execute.arguments import BadArguments, fill_command
from ..execute.redact import Redactor
from ..model.workspace import Skill
from .approvals import Approvals, Request, fingerprint, new_times
from .authorize import AskPerson, Question
from .decision import Decision


def person_asker(folder: str, redactor: Redactor) -> AskPerson:
    approvals = Approvals(folder)

    def ask(question: Question, skill: Skill) -> Decision:
        argv = _what_would_run(question, skill)
        if isinstance(argv, BadArguments):
            # Nobody is asked about a call that could not run.
            return Decision("tier.strict", f"{skill.id} needs a person's approval, and its arguments are no call: {argv.message}", "strict")
        digest = fingerprint(question.arguments)
        with approvals.locked():
            matching = [each for each in approvals.living() if each.is_for(question.topology, question.agent.id, skill.id, digest)]
            for request in matching:
                if (decision := _settled(request, approvals)) is not None:
                    return decision
            shown = redactor.data(question.arguments), [redactor.text(element) for element in argv]
            times = new_times()
            request = Request(
                make_id("apr"), question.run_id, question.topology, question.agent.id, skill.id, digest, shown[0], shown[1], times[0], times[1]
            )
            payload = {"request_id": request.request_id}
            append_event(folder, make_event("approval.requested", question.run_id, question.agent.id, skill.id, skill, None, payload))
            approvals.put(request)
        return _waits(request)

    return ask


def _what_would_run(question: Question, skill: Skill) -> list[str] | BadArguments:
    if skill.type != "command" or skill.container is None or skill.member is None:
        return []
    command = question.workspace.packs[skill.container].commands[skill.member]
    return fill_command(skill, command, question.arguments)


def _settled(request: Request, approvals: Approvals) -> Decision | None:
    if request.status == "waiting":
        return _waits(request)
    if request.status == "denied":
        said = f": {request.reason}" if request.reason else ""
        return Decision("approval.denied", f"a person denied this call{said}", "strict")
    if request.status == "approved":
        # Used up before anything starts: a crash from here on costs the approval and never doubles it.
        approvals.settle(request, "used", request.reason)
        return Decision(None, f"a person approved this call as {request.request_id}", "strict")
    return None


def _waits(request: Request) -> Decision:
    return Decision("tier.strict", f"{request.skill} needs a person's approval; {request.request_id} waits for it", "strict", request.request_id)
