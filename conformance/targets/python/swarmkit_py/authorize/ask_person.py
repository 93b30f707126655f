"""The tier strict: a call runs once for each time that a person has approved exactly it."""

from __future__ import annotations

from ..audit.events import Subject, make_event, make_id
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
            reason = f"{skill.id} needs a person's approval, and its arguments are no call: {argv.message}"
            return Decision("tier.strict", reason, "strict")
        digest = fingerprint(question.arguments)
        with approvals.locked():
            for request in approvals.living():
                if not request.is_for(question.topology, question.agent.id, skill.id, digest):
                    continue
                if (decision := _settled(request, approvals)) is not None:
                    return decision
            request = _make_request(question, skill, digest, [redactor.text(element) for element in argv], redactor)
            subject = Subject(question.run_id, question.agent.id, skill.id, skill)
            append_event(folder, make_event("approval.requested", subject, {"request_id": request.request_id}))
            approvals.put(request)
        return _waits(request)

    return ask


def _make_request(question: Question, skill: Skill, digest: str, argv: list[str], redactor: Redactor) -> Request:
    requested_at, expires_at = new_times()
    return Request(
        request_id=make_id("apr"),
        run_id=question.run_id,
        topology=question.topology,
        agent=question.agent.id,
        skill=skill.id,
        fingerprint=digest,
        arguments=redactor.data(question.arguments),
        argv=argv,
        requested_at=requested_at,
        expires_at=expires_at,
    )


def _what_would_run(question: Question, skill: Skill) -> list[str] | BadArguments:
    if skill.type != "command" or skill.container is None or skill.member is None:
        return []
    command = question.workspace.packs[skill.container].commands[skill.member]
    argv = fill_command(skill, command, question.arguments)
    # A person approves the program that was found, not a name that another PATH finds elsewhere.
    return argv if isinstance(argv, BadArguments) else [command.program or argv[0], *argv[1:]]


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
    reason = f"{request.skill} needs a person's approval; {request.request_id} waits for it"
    return Decision("tier.strict", reason, "strict", request.request_id)
