"""What goes out as iCalendar comes in again as it was."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.agents.scheduler.calendars.exporting import export_of
from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, TaskFields, fields_of, new_row
from yamori.agents.scheduler.calendars.importing import import_file
from yamori.agents.scheduler.calendars.placing import Became, alarms_of, kind_of
from yamori.agents.scheduler.calendars.reading import read_calendar
from yamori.agents.scheduler.calendars.writing import Part, component_for, written
from yamori.agents.scheduler.store import Schedule, open_schedule
from yamori.agents.scheduler.store.calendars import Desk
from yamori.domain.clock import SetClock

from . import rows


def part(fields: Fields, uid: str = "one", component: str = "") -> Part:
    return Part(uid=uid, component=component or component_for(fields), fields=fields, created=rows.NOW, updated=rows.NOW)


def normal(fields: Fields) -> Fields:
    """Steps that are none are not said."""
    return replace(fields, steps=fields.steps or None) if isinstance(fields, RoutineFields) else fields


@given(rows.fields, st.sampled_from([rows.TOKYO, rows.BERLIN, "America/St_Johns"]))
@examples(400)
def test_a_row_is_the_same_after_it_was_written_and_read(fields: Fields, home: str) -> None:
    contents = read_calendar(written([part(fields)], home).decode(), home)
    assert contents.notes == ()
    assert [found.fields for found in contents.found] == [normal(fields)]


@given(rows.tasks)
@examples(200)
def test_a_task_is_the_same_after_it_was_a_to_do(fields: TaskFields) -> None:
    contents = read_calendar(written([part(fields, component="VTODO")], rows.TOKYO).decode(), rows.TOKYO)
    assert [found.fields for found in contents.found] == [fields]


@given(rows.routines, st.sampled_from(["America/New_York", "UTC", "Pacific/Auckland"]))
@examples(200)
def test_a_routine_of_another_zone_keeps_it(fields: RoutineFields, zone: str) -> None:
    fields = replace(fields, zone=zone if fields.time is not None else None)
    contents = read_calendar(written([part(fields)], rows.TOKYO).decode(), rows.TOKYO)
    assert [found.fields for found in contents.found] == [normal(fields)]


@given(st.lists(rows.fields, min_size=1, max_size=6))
@examples(20)
async def test_importing_our_own_export_changes_nothing_and_an_empty_schedule_becomes_the_same(some: list[Fields]) -> None:
    schedule = await open_schedule(None, SetClock(rows.NOW))
    await fill(schedule, some)
    content = (await export_of(schedule, "aiko", rows.TOKYO)).content()
    before = await everything(schedule)
    number, _ = await schedule.calendars.state("aiko")
    again = await import_file(schedule, content, person="aiko", home=rows.TOKYO)
    assert set(again.became) == {Became.UNCHANGED}
    assert again.notes == ()
    assert await everything(schedule) == before
    assert (await schedule.calendars.state("aiko"))[0] == number
    await schedule.close()

    other = await open_schedule(None, SetClock(rows.NOW))
    taken = await import_file(other, content, person="aiko", home=rows.TOKYO)
    assert sum(taken.became.values()) == len(before)
    assert sorted(map(repr, map(normal, await everything(other)))) == sorted(map(repr, map(normal, before)))
    assert set((await import_file(other, content, person="aiko", home=rows.TOKYO)).became) == {Became.UNCHANGED}
    await other.close()


async def fill(schedule: Schedule, some: list[Fields]) -> None:
    for fields in some:

        def put(desk: Desk, fields: Fields = fields) -> None:
            desk.arm(desk.add(new_row(fields, "aiko"), source="test").row, fields.alarms, source="test")

        await schedule.calendars.together(put)


async def everything(schedule: Schedule) -> list[Fields]:
    rows_there = [*await schedule.tasks.all(person="aiko"), *await schedule.routines.all(person="aiko")]
    alarms = await alarms_of(schedule, "aiko")
    return [fields_of(row, alarms.get((kind_of(row), row.id), ())) for row in rows_there]
