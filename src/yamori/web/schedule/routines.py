"""Routines: each with its days, today's steps to tick off, how long it was kept without a gap, and the last four weeks."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import timedelta

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.web.form import person_in
from yamori.web.look import Look, Reader, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.schedule.answers import Answers
from yamori.web.schedule.keeping import SHOWN_DAYS, Kept, last_weeks
from yamori.web.schedule.recurring import CHOICES, fitted, instead, spoken
from yamori.web.schedule.reminding import leads
from yamori.web.schedule.submissions import Submission, day, key, routine_fields, version
from yamori.web.schedule_port import Changed, Occurrence, RoutineFields, RoutineSeen, Ticks

_MOST_SKIPPED = 10
"""Days of one routine that are shown as left out."""


@dataclass(frozen=True, kw_only=True)
class RoutineShown:
    """One routine on the page."""

    routine: RoutineSeen
    rule: str
    """When it comes round, in words."""
    due_today: bool
    next_due: Day | None
    """After today; None where it has ended."""
    ticked: frozenset[int]
    """Steps that were ticked off today; 0 for the whole."""
    streak: int
    weeks: tuple[tuple[Day, Kept], ...]
    done: int
    """Days of the last four weeks on which it was done."""
    due: int
    """Days of the last four weeks on which it was due, but for a today that is not over."""
    skipped: tuple[Day, ...] = ()
    """From today on, the next ones."""


class RoutineParts:
    """`/ui/schedule/routines` and `/ui/schedule/ticks`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._answers = Answers(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/schedule", include_in_schema=False)
        router.add_api_route("/routines", self.routines, methods=["GET"])
        router.add_api_route("/routines", self.add, methods=["POST"])
        router.add_api_route("/routines/{id:int}/day", self.day, methods=["GET"])
        router.add_api_route("/routines/{id:int}", self.change, methods=["PATCH"])
        router.add_api_route("/routines/{id:int}", self.delete, methods=["DELETE"])
        router.add_api_route("/routines/{id:int}/repetition", self.change_repetition, methods=["PATCH"])
        router.add_api_route("/routines/{id:int}/skip", self.skip, methods=["POST"])
        router.add_api_route("/ticks", self.tick, methods=["POST"])
        return router

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def routines(self, request: Request) -> Response:
        """All of them, as a fragment."""
        reader = reader_of(request)
        try:
            return answered(await self.part(person_in(request.query_params, self._ports.people), reader))
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")

    async def part(self, person: str, reader: Reader) -> str:
        schedule = self._ports.schedule
        today = schedule.now().date()
        since = today - timedelta(days=SHOWN_DAYS - 1)
        ticks, due = _ticked(await schedule.ticks(person, since, today)), _due(await schedule.occurrences(person, since, today))
        done, streaks, upcoming = (
            await schedule.kept(person, since, today),
            await schedule.streaks(person),
            await schedule.next_due(person, today),
        )
        kept = [
            self._shown(
                routine,
                last_weeks(due[routine.id], done.get(routine.id, frozenset()), ticks[routine.id], today=today),
                ticked=ticks[routine.id].get(today, frozenset()),
                due_today=today in due[routine.id][-1:],
                upcoming=upcoming.get(routine.id),
                streak=streaks.get(routine.id, 0),
                today=today,
                reader=reader,
            )
            for routine in await schedule.routines(person)
        ]
        alive = sorted((k for k in kept if k.due_today or k.next_due is not None), key=lambda k: (not k.due_today, k.next_due or today))
        ended = [k for k in kept if not k.due_today and k.next_due is None]
        return self._look.render("schedule/routines.html", reader=reader, routines=alive, ended=ended, today=today)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def day(self, request: Request, id: int) -> Response:
        """One routine on one day, to be ticked off: what opens from the calendar."""
        reader = reader_of(request)
        try:
            person = person_in(request.query_params, self._ports.people)
            date = day(request.query_params.get("date")) or self._ports.schedule.now().date()
            routine = await self._ports.schedule.routine(person, id)
            ticks = await self._ports.schedule.ticks(person, date, date)
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        words = self._look.words(reader.language)
        html = self._look.render(
            "schedule/routine_day.html",
            reader=reader,
            routine=routine,
            date=date,
            ticked=ticks.get((id, date), frozenset()),
            rule=spoken(routine.fields.recurrence, words),
            choices=[(each, spoken(fitted(each, date), words)) for each in CHOICES if fitted(each, date) != routine.fields.recurrence],
            leads=leads(words),
        )
        return answered(html)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def add(self, request: Request) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            return await self._ports.schedule.add_routine(person, routine_fields(submitted, today=self._today), key=key(submitted))

        return await self._answers.to(request, act)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def change(self, request: Request, id: int) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            new = routine_fields(submitted, today=self._today)

            def edit(_: RoutineFields) -> RoutineFields:
                return new

            return await self._ports.schedule.change_routine(person, id, edit, version=version(submitted), key=key(submitted))

        return await self._answers.to(request, act)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def change_repetition(self, request: Request, id: int) -> JSONResponse:
        """Another of the repetitions that a dialog offers, chosen on one of its days; all else stays."""

        async def act(submitted: Submission, person: str) -> Changed:
            date, choice = day(submitted.get("date")), submitted.get("recurrence")
            if date is None or choice not in CHOICES:
                raise PageProblem("problem.body", status=400)

            def edit(before: RoutineFields) -> RoutineFields:
                recurrence, starts = instead(before.recurrence, choice, starts=before.starts or date, day=date)
                return replace(before, recurrence=recurrence, starts=starts)

            return await self._ports.schedule.change_routine(person, id, edit, version=version(submitted), key=key(submitted))

        return await self._answers.to(request, act)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def delete(self, request: Request, id: int) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            return await self._ports.schedule.delete_routine(person, id, version=version(submitted), key=key(submitted))

        return await self._answers.to(request, act)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def skip(self, request: Request, id: int) -> JSONResponse:
        """Leave one day out, or with `skipped` false have it take place after all."""

        async def act(submitted: Submission, person: str) -> Changed:
            date, skipped = day(submitted.get("date")), submitted.get("skipped")
            if date is None or not isinstance(skipped, bool):
                raise PageProblem("problem.body", status=400)
            return await self._ports.schedule.skip(person, id, date, skipped=skipped, key=key(submitted))

        return await self._answers.to(request, act)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def tick(self, request: Request) -> JSONResponse:
        async def act(submitted: Submission, person: str) -> Changed:
            routine, step, date = submitted.get("routine"), submitted.get("step"), day(submitted.get("date"))
            if not isinstance(routine, int) or not (step is None or isinstance(step, int)) or date is None:
                raise PageProblem("problem.body", status=400)
            done = submitted.get("done") is True
            return await self._ports.schedule.tick(person, routine, date, step=step or None, done=done, key=key(submitted))

        return await self._answers.to(request, act)

    @property
    def _today(self) -> Day:
        return self._ports.schedule.now().date()

    def _shown(
        self,
        routine: RoutineSeen,
        weeks: Sequence[tuple[Day, Kept]],
        *,
        ticked: frozenset[int],
        due_today: bool,
        upcoming: Day | None,
        streak: int,
        today: Day,
        reader: Reader,
    ) -> RoutineShown:
        return RoutineShown(
            routine=routine,
            rule=spoken(routine.fields.recurrence, self._look.words(reader.language)),
            due_today=due_today,
            next_due=upcoming,
            ticked=ticked,
            streak=streak,
            weeks=tuple(weeks),
            done=sum(kept is Kept.DONE for _, kept in weeks),
            due=sum(kept not in (Kept.FREE, Kept.OPEN) for _, kept in weeks),
            skipped=tuple(sorted(date for date in routine.skipped if date >= today))[:_MOST_SKIPPED],
        )


def _ticked(ticks: Ticks) -> Mapping[int, Mapping[Day, frozenset[int]]]:
    """By routine, then by day."""
    found: dict[int, dict[Day, frozenset[int]]] = defaultdict(dict)
    for (routine, date), steps in ticks.items():
        found[routine][date] = steps
    return found


def _due(occurrences: Sequence[Occurrence]) -> Mapping[int, Sequence[Day]]:
    """The days of each routine, in order."""
    found: dict[int, list[Day]] = defaultdict(list)
    for occurrence in occurrences:
        found[occurrence.routine.id].append(occurrence.date)
    return found
