"""The diary: a day's text, what was done on that day beside it, and a search through all days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import timedelta

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from yamori.agentkit.access import allowed
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import YamoriError
from yamori.domain.values import Value
from yamori.web.form import person_in
from yamori.web.look import Look, Reader, answered, reader_of
from yamori.web.ports import Ports
from yamori.web.problems import PageProblem, problem_shown
from yamori.web.schedule.answers import Answers
from yamori.web.schedule.submissions import LONGEST_TEXT, Submission, day, key, text
from yamori.web.schedule_port import Changed, DayText

_LONGEST_SEARCH = 200
_BRIEF = 220
"""Characters of a day that was found."""


@dataclass(frozen=True, kw_only=True)
class DoneThing:
    """Something that was done on a day."""

    title: str
    steps: tuple[str, ...] = ()
    """Of a routine that was done in part."""


class DiaryParts:
    """`/ui/schedule/diary`."""

    def __init__(self, ports: Ports, look: Look) -> None:
        self._ports = ports
        self._look = look
        self._answers = Answers(ports, look)

    def router(self) -> APIRouter:
        router = APIRouter(prefix="/ui/schedule", include_in_schema=False)
        router.add_api_route("/diary", self.day, methods=["GET"])
        router.add_api_route("/diary", self.write, methods=["POST"])
        router.add_api_route("/diary/found", self.found, methods=["GET"])
        return router

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def day(self, request: Request) -> Response:
        """One day, as a fragment."""
        reader = reader_of(request)
        try:
            date = day(request.query_params.get("date")) or self._ports.schedule.now().date()
            return answered(await self.part(person_in(request.query_params, self._ports.people), date, reader))
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")

    async def part(self, person: str, date: Day, reader: Reader) -> str:
        schedule = self._ports.schedule
        return self._look.render(
            "schedule/day.html",
            reader=reader,
            date=date,
            before=date - timedelta(days=1) if date > Day.min else date,
            after=date + timedelta(days=1) if date < Day.max else date,
            today=schedule.now().date(),
            written=await schedule.day(person, date),
            done=await self._done(person, date),
            longest=LONGEST_TEXT,
        )

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def write(self, request: Request) -> JSONResponse:
        """Add words to a day, or put these in place of what it holds."""

        async def act(submitted: Submission, person: str) -> Changed:
            date, said = day(submitted.get("date")), text(submitted.get("text"), longest=LONGEST_TEXT)
            if date is None:
                raise PageProblem("problem.no_day", given="")
            if submitted.get("how") == "append":
                if not said:
                    raise PageProblem("problem.empty")
                return await self._ports.schedule.append(person, date, said, key=key(submitted))
            seen = submitted.get("version")
            version = seen if isinstance(seen, int) and seen > 0 else None
            if not said and version is None:
                raise PageProblem("problem.empty")
            return await self._ports.schedule.overwrite(person, date, said, version=version, key=key(submitted))

        date = request.query_params.get("date", "")

        async def newer(person: str) -> Mapping[str, Value] | None:
            try:
                found = await self._ports.schedule.day(person, Day.fromisoformat(date))
            except ValueError:
                return None
            return {"text": found.text, "version": found.version} if found is not None else {"text": "", "version": 0}

        return await self._answers.to(request, act, newer=newer)

    @allowed(Who.FAMILY, Scope.SCHEDULE, owner=Owner.PERSON)
    async def found(self, request: Request) -> Response:
        """Days whose text holds all of the words."""
        reader = reader_of(request)
        try:
            person = person_in(request.query_params, self._ports.people)
            words = text(request.query_params.get("words"), longest=_LONGEST_SEARCH, lines=False)
            found = await self._ports.schedule.search(person, words) if words else ()
        except (PageProblem, YamoriError) as problem:
            return problem_shown(problem, look=self._look, reader=reader, place="page-problem")
        shown = [(one.date, _brief(one, words)) for one in found]
        return answered(self._look.render("schedule/found.html", reader=reader, found=shown, words=words))

    async def _done(self, person: str, date: Day) -> Sequence[DoneThing]:
        schedule = self._ports.schedule
        tasks = await schedule.tasks(person, date, date)
        done = [DoneThing(title=task.fields.title) for task in tasks if task.fields.done and task.fields.date == date]
        ticks = await schedule.ticks(person, date, date)
        for routine in await schedule.routines(person):
            ticked = ticks.get((routine.id, date), frozenset())
            steps = [step for step in routine.fields.steps if step.id in ticked]
            if 0 in ticked or (steps and len(steps) == len(routine.fields.steps)):
                done.append(DoneThing(title=routine.fields.title))
            elif steps:
                done.append(DoneThing(title=routine.fields.title, steps=tuple(step.title for step in steps)))
        return done


def _brief(found: DayText, words: str) -> str:
    """The part of a day's text around the first word that was looked for."""
    first = (words.split() or [""])[0].casefold()
    at = max(0, found.text.casefold().find(first) - _BRIEF // 3)
    part = found.text[at : at + _BRIEF]
    return f"{'…' if at else ''}{part}{'…' if at + _BRIEF < len(found.text) else ''}"
