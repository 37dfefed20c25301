"""What the page gets of a change that it asked for, as JSON: what was done and how to take it back, or why it was not done."""

from collections.abc import Awaitable, Callable, Mapping

from fastapi import Request
from fastapi.responses import JSONResponse

from yamori.domain.errors import InvalidRequest, NotFound, YamoriError
from yamori.domain.values import Value
from yamori.web.look import HEADERS, Look, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, status_of
from yamori.web.schedule.calendar_rows import task_view
from yamori.web.schedule.submissions import Submission, submission, whose
from yamori.web.schedule_port import Changed
from yamori.web.words import Words

Act = Callable[[Submission, str], Awaitable[Changed]]
"""What is done with a request of a person."""
Newer = Callable[[str], Awaitable[Mapping[str, Value] | None]]
"""How a person's row stands now, for whoever asked from an older state."""


class Answers:
    """Does what was asked and says what came of it."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look

    async def to(self, request: Request, act: Act, *, newer: Newer | None = None) -> JSONResponse:
        words = self._look.words(reader_of(request).language)
        try:
            submitted = await submission(request)
            person = whose(submitted, self._ports.people)
            try:
                changed = await act(submitted, person)
            except InvalidRequest as problem:
                if problem.where != "version" or newer is None:
                    raise
                return self.refused(request, problem, newer=await newer(person))
        except (PageProblem, YamoriError) as problem:
            return self.refused(request, problem)
        return as_json(
            {
                "says": in_words(changed, words),
                "did": changed.did,
                "change": changed.key if changed.did != "unchanged" else None,
                "task": task_view(changed.task) if changed.task is not None else None,
            }
        )

    def refused(self, request: Request, problem: PageProblem | YamoriError, *, newer: Mapping[str, Value] | None = None) -> JSONResponse:
        """Why it was not done, in the reader's language; with the newer state where somebody else was faster."""
        words = self._look.words(reader_of(request).language)
        match problem:
            case PageProblem():
                says, status = words(problem.key, **problem.fill), problem.status
            case NotFound():
                says, status = words("problem.row_gone"), 410
            case InvalidRequest(where="version"):
                says, status = words("problem.changed_meanwhile"), 409
            case InvalidRequest(where="routine"):
                says, status = words("problem.routine_there"), 409
            case InvalidRequest(where="recurrence"):
                says, status = words("problem.recurrence", why=problem), 422
            case InvalidRequest(where="key"):
                says, status = words("problem.not_undone"), 409
            case _:
                says, status = str(problem), status_of(problem)
        return as_json({"says": says, "newer": newer}, status=status)


def as_json(value: Mapping[str, object], *, status: int = 200) -> JSONResponse:
    return JSONResponse(value, status_code=status, headers=HEADERS)


def in_words(changed: Changed, words: Words) -> str:
    """`Moved: Dentist`."""
    said = words.either(f"did.{changed.did}", changed.did)
    return words("did.about", did=said, about=changed.about) if changed.about else said
