"""Reminders of a task or a routine on the page: those that are still to come, one more, and one less."""

from collections.abc import Awaitable, Callable, Sequence

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, YamoriError
from yamori.web.form import person_in
from yamori.web.look import Look, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.schedule.answers import Answers
from yamori.web.schedule.submissions import Submission, key
from yamori.web.schedule_port import Changed, Of
from yamori.web.words import Words

LEADS = (0, 5, 10, 15, 30, 60, 120, 24 * 60, 2 * 24 * 60, 7 * 24 * 60)
"""Minutes before something begins that the page offers."""
_LONGEST_LEAD = 366 * 24 * 60
_AN_HOUR, _A_DAY = 60, 24 * 60


class ReminderParts:
    """`/ui/schedule/tasks/ID/reminders`, `/ui/schedule/routines/ID/reminders` and `/ui/schedule/reminders/ID`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._answers = Answers(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/schedule", include_in_schema=False)
        for kind in Of:
            router.add_api_route(f"/{kind.value}s/{{id:int}}/reminders", self._listing(kind), methods=["GET"], response_model=None)
            router.add_api_route(f"/{kind.value}s/{{id:int}}/reminders", self._setting(kind), methods=["POST"], response_model=None)
        router.add_api_route("/reminders/{id:int}", self.forget, methods=["DELETE"])
        return router

    def _listing(self, kind: Of) -> Callable[[Request, int], Awaitable[Response]]:
        @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
        async def listed(request: Request, id: int) -> Response:
            reader = reader_of(request)
            try:
                found = await self._ports.schedule.reminders(person_in(request.query_params, self._ports.people), kind, id)
            except (PageProblem, YamoriError) as problem:
                return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
            words = self._look.words(reader.language)
            rows = [(reminder, lead_words(reminder.minutes, words)) for reminder in found]
            return answered(self._look.render("schedule/reminders.html", reader=reader, reminders=rows))

        return listed

    def _setting(self, kind: Of) -> Callable[[Request, int], Awaitable[Response]]:
        @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
        async def set_one(request: Request, id: int) -> JSONResponse:
            async def act(submitted: Submission, person: str) -> Changed:
                return await self._set(kind, id, submitted, person)

            return await self._answers.to(request, act)

        return set_one

    async def _set(self, kind: Of, id: int, submitted: Submission, person: str) -> Changed:
        lead = submitted.get("lead")
        if not isinstance(lead, int) or isinstance(lead, bool) or not 0 <= lead <= _LONGEST_LEAD:
            raise PageProblem("problem.body", status=400)
        schedule = self._ports.schedule
        if kind is Of.TASK:
            fields = (await schedule.task(person, id)).fields
            if fields.date is None or fields.done:
                raise PageProblem("problem.reminder_done" if fields.done else "problem.reminder_without_day")
        try:
            return await schedule.remind(person, kind, id, lead, key=key(submitted))
        except InvalidRequest as wrong:
            match wrong.where:
                case "at":
                    raise PageProblem("problem.reminder_passed") from wrong
                case "text":
                    raise PageProblem("problem.reminders_many") from wrong
            raise

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def forget(self, request: Request, id: int) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            return await self._ports.schedule.forget_reminder(person, id, key=key(submitted))

        return await self._answers.to(request, act)


def lead_words(minutes: int, words: Words) -> str:
    """`1 hour before`, in the largest unit that says it whole."""
    if minutes == 0:
        return words("schedule.lead_none")
    if minutes < 0:
        return words("schedule.lead_later")
    for unit, name in ((_A_DAY, "days"), (_AN_HOUR, "hours")):
        if minutes % unit == 0:
            return words.count(f"schedule.lead_{name}", minutes // unit)
    return words.count("schedule.lead_minutes", minutes)


def leads(words: Words) -> Sequence[tuple[int, str]]:
    """What the page offers, in words."""
    return [(lead, lead_words(lead, words)) for lead in LEADS]
