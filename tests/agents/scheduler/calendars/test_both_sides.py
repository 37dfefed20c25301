"""Whatever is done on both sides, and in whatever order they are synced, both are the same in the end and stay so."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, TaskFields, fields_of, new_row, routine_with, task_with
from yamori.agents.scheduler.calendars.placing import alarms_of, kind_of
from yamori.agents.scheduler.calendars.reading import read_calendar
from yamori.agents.scheduler.calendars.remote import Changed
from yamori.agents.scheduler.calendars.syncing import Outcome, sync
from yamori.agents.scheduler.calendars.writing import Part, component_for, written
from yamori.agents.scheduler.store import Did, Schedule, open_schedule
from yamori.agents.scheduler.store.calendars import Desk
from yamori.domain.clock import SetClock

from . import rows

ME = "aiko"


class Memory:
    """A calendar on no server. Fulfils `syncing.Remote`."""

    def __init__(self) -> None:
        self.resources: dict[str, str] = {}
        self.writes = 0

    def etag(self, href: str) -> str:
        return hashlib.sha256(self.resources[href].encode()).hexdigest()  # the same content has the same version, as at Radicale

    async def state(self) -> str | None:
        return hashlib.sha256(repr(sorted(self.resources.items())).encode()).hexdigest()

    async def listing(self) -> Mapping[str, str | None]:
        return {href: self.etag(href) for href in self.resources}

    async def fetch(self, hrefs: Iterable[str]) -> Mapping[str, tuple[str | None, str]]:
        return {href: (self.etag(href), self.resources[href]) for href in hrefs if href in self.resources}

    async def put(self, href: str, content: bytes, *, etag: str | None, new: bool = False) -> str | None:
        if (href in self.resources) is new or (etag is not None and self.etag(href) != etag):
            raise Changed
        self.writes += 1
        self.resources[href] = content.decode()
        return self.etag(href) if self.writes % 3 else None  # a server need not say it

    async def delete(self, href: str, *, etag: str | None) -> None:
        if href in self.resources and etag is not None and self.etag(href) != etag:
            raise Changed
        self.writes += 1
        self.resources.pop(href, None)

    def href_of(self, name: str) -> str:
        return f"/calendar/{name}"

    def set(self, href: str, uid: str, fields: Fields) -> None:
        part = Part(uid=uid, component=component_for(fields), fields=fields, created=rows.NOW, updated=rows.NOW)
        self.resources[href] = written([part], rows.TOKYO).decode()


days = st.dates(date(2026, 11, 1), date(2027, 12, 31))
alarms = st.lists(st.sampled_from([0, 900, 3600, 86400]), max_size=2, unique=True).map(lambda found: tuple(sorted(found)))
tasks = st.builds(
    TaskFields,
    title=st.sampled_from(["Milk", "Vet", "歯医者", "Call; Ken, please"]),
    date=st.none() | days,
    time=st.none() | st.times().map(lambda t: t.replace(microsecond=0, fold=0)),
    memo=st.none() | st.sampled_from(["a", "two\nlines"]),
    place=st.none() | st.sampled_from(["here", "there"]),
    alarms=alarms,
).map(lambda task: task if task.date is not None else replace(task, alarms=()))
routines = st.builds(
    RoutineFields,
    title=st.sampled_from(["Yoga", "Bins"]),
    recurrence=rows.rules,
    starts=days,
    memo=st.none() | st.sampled_from(["a", "b"]),
    skipped=st.lists(days, max_size=2, unique=True).map(lambda found: tuple(sorted(found))),
    steps=st.lists(rows.steps, max_size=2).map(tuple),
    alarms=alarms,
)
fields = tasks | routines
acts = st.tuples(st.sampled_from(["add", "edit", "edit", "delete"]), st.sampled_from(["here", "there"]), st.integers(0, 50), fields)


@pytest.mark.slow
@given(st.lists(acts | st.just(None), max_size=14))
@examples(60)
async def test_both_sides_are_the_same_in_the_end(done: list[tuple[str, str, int, Fields] | None]) -> None:
    schedule = await open_schedule(None, SetClock(rows.NOW))
    remote = Memory()
    account = await schedule.calendars.add(
        person=ME, name="", address="http://x/", username="", takes_new=True, components=("VEVENT", "VTODO"), key="k"
    )

    async def synced() -> Outcome:
        nonlocal account
        outcome = await sync(schedule, account, remote, home=rows.TOKYO, deletions=True)
        account = replace(account, sync_token=outcome.state)
        return outcome

    for number, act in enumerate(done):
        if act is None:
            await synced()
        elif act[1] == "here":
            await here(schedule, number, act)
        else:
            there(remote, number, act)
    for _ in range(3):
        await synced()
    assert await of(schedule) == sorted(
        repr(plain(f.fields)) for text in remote.resources.values() for f in read_calendar(text, rows.TOKYO).found
    )
    writes, state = remote.writes, await schedule.calendars.state(ME)
    outcome = await synced()
    assert (outcome.notes, remote.writes, await schedule.calendars.state(ME)) == ([], writes, state)
    await schedule.close()


async def here(schedule: Schedule, number: int, act: tuple[str, str, int, Fields]) -> None:
    what, _, which, new = act
    mine = [*await schedule.tasks.all(person=ME), *await schedule.routines.all(person=ME)]
    if what == "add":
        await schedule.calendars.together(lambda desk: desk.arm(desk.add(new_row(new, ME), source="t").row, new.alarms, source="t"))
    elif mine and what == "delete":
        row = mine[which % len(mine)]
        await schedule.calendars.together(lambda desk: desk.delete(row, source="test"))
    elif mine:
        row = mine[which % len(mine)]
        key = f"act/{number}"

        def ring(desk: Desk) -> None:
            desk.disarm(row, set(desk.alarms(row)) - set(new.alarms), source=key)
            desk.arm(row, new.alarms, source=key)

        await schedule.calendars.together(ring)
        if isinstance(new, TaskFields) and isinstance(fields_of(row), TaskFields):
            await schedule.tasks.edit(row.id, Did.CHANGED, lambda t: task_with(t, new), person=ME, key=key)
        elif isinstance(new, RoutineFields) and isinstance(fields_of(row), RoutineFields):
            await schedule.routines.edit(row.id, Did.CHANGED, lambda r: routine_with(r, new), person=ME, key=key)


def there(remote: Memory, number: int, act: tuple[str, str, int, Fields]) -> None:
    what, _, which, new = act
    hrefs = sorted(remote.resources)
    if what == "add":
        remote.set(f"/calendar/there-{number}.ics", f"there-{number}", new)
    elif hrefs and what == "delete":
        del remote.resources[hrefs[which % len(hrefs)]]
    elif hrefs:
        href = hrefs[which % len(hrefs)]
        remote.set(href, read_calendar(remote.resources[href], rows.TOKYO).found[0].uid, new)


async def of(schedule: Schedule) -> list[str]:
    mine = [*await schedule.tasks.all(person=ME), *await schedule.routines.all(person=ME)]
    rings = await alarms_of(schedule, ME)
    return sorted(repr(plain(fields_of(row, rings.get((kind_of(row), row.id), ())))) for row in mine)


def plain(fields: Fields) -> Fields:
    return replace(fields, steps=fields.steps or None) if isinstance(fields, RoutineFields) else fields
