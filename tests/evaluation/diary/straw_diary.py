"""A household of straw with a diary: for each task a hand-written deed on its rows, and an answer. Fulfils the suite's port."""

import datetime
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from fastapi import FastAPI, Request

from yamori.domain.receipt import Receipt
from yamori.domain.values import Value
from yamori.evaluation.diary.household import DiaryHousehold
from yamori.evaluation.diary.moments import Moment
from yamori.evaluation.diary.tasks import read_tasks
from yamori.evaluation.rows import LogRow, RoutineRow, ScheduleRows, ScheduleSeed, Step, TaskRow
from yamori.evaluation.spent import Spent

TASKS = read_tasks()
Deed = Callable[[ScheduleRows, datetime.date], tuple[ScheduleRows, str]]
"""From the schedule and today to the schedule afterwards and the answer."""


def seeded(seed: ScheduleSeed) -> ScheduleRows:
    return ScheduleRows(
        tasks=[TaskRow(id=f"t{n}", title=t.title, date=t.date, time=t.time, memo=t.memo, done=t.done) for n, t in enumerate(seed.tasks)],
        routines=[
            RoutineRow(id=f"r{n}", title=r.title, days=frozenset(r.days), time=r.time, steps=r.steps) for n, r in enumerate(seed.routines)
        ],
        logs=[LogRow(id=str(log.date), date=log.date, text=log.text) for log in seed.logs],
    )


def added(rows: ScheduleRows, **row: Any) -> ScheduleRows:
    return replace(rows, tasks=[*rows.tasks, TaskRow(id=f"{row['title']}-{len(rows.tasks)}", **row)])


def routine_added(rows: ScheduleRows, **row: Any) -> ScheduleRows:
    return replace(rows, routines=[*rows.routines, RoutineRow(id="muscles", **row)])


def changed(rows: ScheduleRows, which: str, /, **to: Any) -> ScheduleRows:
    return replace(
        rows,
        tasks=[replace(t, **to) if t.title == which else t for t in rows.tasks],
        routines=[replace(r, **to) if r.title == which else r for r in rows.routines],
    )


def removed(rows: ScheduleRows, title: str) -> ScheduleRows:
    return replace(rows, tasks=[t for t in rows.tasks if t.title != title])


def shown_period(rows: ScheduleRows, first: datetime.date, last: datetime.date) -> str:
    return "\n".join(str(t) for t in rows.tasks if t.date is not None and first <= t.date <= last)


def days(today: datetime.date, offset: int) -> datetime.date:
    return today + datetime.timedelta(days=offset)


def log_of(rows: ScheduleRows, day: datetime.date) -> str:
    return "\n".join(log.text for log in rows.logs if log.date == day)


def right(language: str) -> dict[int, Deed]:
    """Every task as it should be done."""
    detergent, softener, dentist, memo, muscles, squats = (
        ("Buy detergent", "buying fabric softener", "Dentist", "Don't forget your insurance card.", "Muscle training", "squats")
        if language == "en"
        else ("洗剤を買う", "柔軟剤を買う", "歯医者", "保険証を忘れない", "筋トレ", "スクワット")
    )
    return {
        1: lambda rows, _: (added(rows, title=detergent), "added"),
        2: lambda rows, today: (rows, shown_period(rows, days(today, 1), days(today, 2))),
        3: lambda rows, _: (changed(rows, detergent, title=softener), "renamed"),
        4: lambda rows, _: (changed(rows, softener, done=True), "done"),
        5: lambda rows, today: (added(rows, title=dentist, date=days(today, 1), time=datetime.time(15, 30)), "added"),
        6: lambda rows, _: (changed(removed(rows, softener), dentist, memo=memo), "deleted and noted"),
        7: lambda rows, _: (routine_added(rows, title=muscles, days=frozenset({"mon", "thu"})), "made"),
        8: lambda rows, _: (changed(rows, muscles, steps=(Step(title=squats, minutes=10),)), "added"),
        9: lambda rows, _: (changed(rows, muscles, days=frozenset({"mon", "thu", "sat"}), recurrence="other"), "changed"),
        10: lambda rows, today: (rows, log_of(rows, days(today, -(today.weekday() + 3)))),
    }


@dataclass(kw_only=True)
class StrawDiary:
    """One household."""

    client: httpx.AsyncClient
    clock: datetime.datetime
    rows: ScheduleRows = field(default_factory=ScheduleRows)
    said: list[dict[str, Any]] = field(default_factory=list)
    person: str = "aiko"
    model: str = "straw:x"
    features: frozenset[str] = frozenset({"routines", "logs"})

    async def snapshot(self) -> Mapping[str, Value]:
        return {}

    async def set_state(self, path: str, value: Value) -> None:
        raise AssertionError("no device is in these tasks")

    async def seed_schedule(self, seed: ScheduleSeed) -> None:
        self.rows = seeded(seed)

    async def schedule_rows(self) -> ScheduleRows:
        return self.rows

    async def ledger(self) -> Sequence[Receipt]:
        return ()

    async def advance(self, seconds: float) -> None:
        self.clock += datetime.timedelta(seconds=seconds)

    def now(self) -> datetime.datetime:
        return self.clock

    async def spent(self) -> Spent:
        return Spent(calls=len(self.said), prompt_tokens=10 * len(self.said), completion_tokens=len(self.said))


@dataclass
class Straw:
    """Opens such households; `wrong` replaces the deeds of some tasks, by language and number."""

    wrong: Mapping[tuple[str, int], Deed | Exception] = field(default_factory=dict)
    opened: list[StrawDiary] = field(default_factory=list)
    breaks_at: int | None = None
    """The number of the opening at which the process dies."""

    @asynccontextmanager
    async def __call__(self, moment: Moment) -> AsyncIterator[DiaryHousehold]:
        if self.breaks_at == len(self.opened):
            raise KeyboardInterrupt
        app = FastAPI()
        deeds: dict[str, Deed | Exception] = {
            task.said(language): self.wrong.get((language, task.task), right(language)[task.task])
            for task in TASKS.tasks
            for language in ("en", "ja")
        }

        @app.post("/agents/scheduler/chat")
        async def chat(request: Request) -> dict[str, object]:
            said = await request.json()
            diary.said.append(said)
            deed = deeds[said["text"]]
            if isinstance(deed, Exception):
                raise deed
            diary.rows, text = deed(diary.rows, diary.clock.date())
            return {"status": "done", "text": text, "runs": []}

        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            diary = StrawDiary(client=client, clock=moment.at)
            self.opened.append(diary)
            yield diary
