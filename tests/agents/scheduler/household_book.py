"""A person with routines and a diary besides their tasks, for the tests of sentences about them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date, time

from yamori.agents.scheduler.store.routines import NewRoutine, NewStep

from .diary import PERSON, ROWS, Diary, diary

ROUTINES = (
    NewRoutine(
        title="Cello practice",
        recurrence="FREQ=WEEKLY;BYDAY=TU,SA",
        time=time(17),
        steps=(NewStep(title="Scales", minutes=10), NewStep(title="Etude", minutes=20)),
    ),
    NewRoutine(
        title="夜の支度", recurrence="FREQ=DAILY", time=time(21), steps=(NewStep(title="歯みがき", minutes=5), NewStep(title="明日の服"))
    ),
)
PAGES = {
    date(2026, 11, 13): "Leaves in the gutter.",
    date(2026, 11, 15): "金木犀が終わった。",
    date(2026, 11, 20): "Baked a quiche.",
}


@asynccontextmanager
async def book() -> AsyncIterator[Diary]:
    """On Saturday 2026-11-21 at nine."""
    async with diary(ROWS) as it:
        for number, new in enumerate(ROUTINES):
            await it.schedule.routines.add(new, person=PERSON, key=f"routine-{number}")
        for day, text in PAGES.items():
            await it.schedule.logs.append(day, text, person=PERSON, key=f"page-{day}")
        yield it


async def routines(it: Diary) -> list[str]:
    """The routines in short: `Cello practice FREQ=… 17:00 [Scales 10, Etude 20]`."""
    found = await it.schedule.routines.all(person=PERSON)
    return [
        " ".join(
            part
            for part in (
                r.title,
                r.recurrence.removeprefix("FREQ="),
                f"{r.time:%H:%M}" if r.time else "",
                "[" + ", ".join(f"{s.title} {s.minutes or ''}".strip() for s in r.steps) + "]" if r.steps else "",
            )
            if part
        )
        for r in found
    ]


async def pages(it: Diary) -> dict[str, str]:
    """The diary, by day."""
    return {log.date.isoformat(): log.text for log in await it.schedule.logs.everything()}
