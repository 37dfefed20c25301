"""Tasks on the calendar: what a period holds, and adding, changing, deleting and taking back."""

from collections.abc import Mapping
from datetime import date as Day
from datetime import timedelta

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound, YamoriError
from yamori.domain.values import Value
from yamori.web.form import person_in
from yamori.web.look import Look, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.schedule.answers import Answers, Newer, as_json
from yamori.web.schedule.calendar_rows import occurrence_event, task_event, task_view
from yamori.web.schedule.submissions import Submission, day, key, routine_fields, task_fields, title, version
from yamori.web.schedule_port import Changed, Of, TaskFields

_LONGEST_PERIOD = timedelta(days=400)


class TaskActs:
    """`/ui/schedule/events`, `/ui/schedule/waiting`, `/ui/schedule/tasks` and `/ui/schedule/undo`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._answers = Answers(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/schedule", include_in_schema=False)
        router.add_api_route("/events", self.events, methods=["GET"])
        router.add_api_route("/waiting", self.waiting, methods=["GET"])
        router.add_api_route("/tasks", self.add, methods=["POST"])
        router.add_api_route("/tasks/{id:int}", self.change, methods=["PATCH"])
        router.add_api_route("/tasks/{id:int}", self.delete, methods=["DELETE"])
        router.add_api_route("/tasks/{id:int}/repeat", self.repeat, methods=["POST"])
        router.add_api_route("/undo", self.undo, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def events(self, request: Request) -> JSONResponse:
        """Everything from `start` to the day before `end`."""
        try:
            person = person_in(request.query_params, self._ports.people)
            first, last = period(request)
            return as_json({"events": await events_of(self._ports, person, first, last)})
        except (PageProblem, YamoriError) as problem:
            return self._answers.refused(request, problem)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def waiting(self, request: Request) -> Response:
        """What is overdue and what has no day, as a fragment."""
        reader = reader_of(request)
        try:
            person = person_in(request.query_params, self._ports.people)
            overdue, someday = await self._ports.schedule.overdue(person), await self._ports.schedule.someday(person)
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        views = [(task, task_view(task)) for task in reversed(overdue)], [(task, task_view(task)) for task in someday]
        return answered(self._look.render("schedule/waiting.html", reader=reader, overdue=views[0], someday=views[1]))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def add(self, request: Request) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            new = task_fields(submitted, TaskFields(title=title(submitted.get("title"))))
            return await self._ports.schedule.add_task(person, new, key=key(submitted))

        return await self._answers.to(request, act)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def change(self, request: Request, id: int) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            def edit(before: TaskFields) -> TaskFields:
                return task_fields(submitted, before)

            return await self._ports.schedule.change_task(person, id, edit, version=version(submitted), key=key(submitted))

        return await self._answers.to(request, act, newer=self._newer(id))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def delete(self, request: Request, id: int) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            return await self._ports.schedule.delete_task(person, id, version=version(submitted), key=key(submitted))

        return await self._answers.to(request, act, newer=self._newer(id))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def repeat(self, request: Request, id: int) -> JSONResponse:
        """The task with what the page requests to be different, as a routine from now on."""

        async def act(submitted: Submission, person: str) -> Changed:
            new = routine_fields(submitted, today=self._ports.schedule.now().date())
            done = submitted.get("done") is True
            return await self._ports.schedule.repeat_task(person, id, new, done=done, version=version(submitted), key=key(submitted))

        return await self._answers.to(request, act, newer=self._newer(id))

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def undo(self, request: Request) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            undone = submitted.get("change")
            if not isinstance(undone, str):
                raise InvalidRequest("nothing to take back is named", where="key")
            return await self._ports.schedule.undo(person, undone, key=key(submitted))

        return await self._answers.to(request, act)

    def _newer(self, id: int) -> Newer:
        async def newer(person: str) -> Mapping[str, Value] | None:
            try:
                return task_view(await self._ports.schedule.task(person, id))
            except NotFound:
                return None

        return newer


def period(request: Request) -> tuple[Day, Day]:
    """The days of `start` and `end`, the last one included. Raises `PageProblem`."""
    first, after = (day(request.query_params.get(name, "")[:10]) for name in ("start", "end"))
    if first is None or after is None or not timedelta(0) < after - first <= _LONGEST_PERIOD:
        raise PageProblem("problem.period")
    return first, after - timedelta(days=1)


async def events_of(ports: Ports, person: str, first: Day, last: Day) -> list[Mapping[str, Value]]:
    """A period as the calendar draws it: tasks, and the days of routines."""
    schedule = ports.schedule
    today = schedule.now().date()
    lies = await schedule.in_calendars(person)
    tasks = [task_event(t, today=today, calendar=lies.get((Of.TASK, t.id))) for t in await schedule.tasks(person, first, last)]
    ticks = await schedule.ticks(person, first, last)
    found = await schedule.occurrences(person, first, last)
    return tasks + [occurrence_event(o, ticks, calendar=lies.get((Of.ROUTINE, o.routine.id))) for o in found]
