"""Alarms of other calendars are reminders here, and reminders are alarms there."""

from datetime import date, datetime, time, timedelta

import pytest

from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.exporting import export_of
from yamori.agents.scheduler.calendars.fields import TaskFields
from yamori.agents.scheduler.calendars.importing import import_file
from yamori.agents.scheduler.calendars.notes import Why
from yamori.agents.scheduler.calendars.reading import read_calendar
from yamori.agents.scheduler.rules.rows.reminder import State
from yamori.agents.scheduler.store import NewTask, Schedule, reminders
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine
from yamori.domain.errors import InvalidRequest

from . import rows
from .server import Radicale, event
from .test_syncing import ME, connected, said, synced

CHOIR = ("SUMMARY:Choir", "DTSTART;TZID=Asia/Tokyo:20261124T190000", "DTEND;TZID=Asia/Tokyo:20261124T210000")
EIGHT_DAYS = ("SUMMARY:Trip", "DTSTART;VALUE=DATE:20261128", "DTEND;VALUE=DATE:20261206")


def alarm(trigger: str, action: str = "DISPLAY", *more: str) -> tuple[str, ...]:
    return ("BEGIN:VALARM", f"ACTION:{action}", f"TRIGGER{trigger}", "DESCRIPTION:Reminder", *more, "END:VALARM")


def leads(*lines: str, kind: str = "VEVENT") -> tuple[tuple[int, ...], list[Why]]:
    contents = read_calendar(event("a@there", *lines, kind=kind), rows.TOKYO)
    (found,) = contents.found
    return found.fields.alarms, [note.why for note in contents.notes]


@pytest.mark.parametrize(
    ("event_lines", "trigger", "lead"),
    [
        (CHOIR, ":-PT15M", timedelta(minutes=15)),
        (CHOIR, ";RELATED=START:-P1DT2H", timedelta(hours=26)),
        (CHOIR, ":PT0S", timedelta(0)),
        (CHOIR, ";RELATED=END:-PT2H30M", timedelta(minutes=30)),
        (CHOIR, ";VALUE=DATE-TIME:20261124T090000Z", timedelta(hours=1)),
        (CHOIR, ";VALUE=DATE-TIME;TZID=Asia/Tokyo:20261124T120000", timedelta(hours=7)),
        (EIGHT_DAYS, ":-PT15H", timedelta(days=1)),
        (EIGHT_DAYS, ":PT9H", timedelta(0)),
        (EIGHT_DAYS, ":PT19H", -timedelta(hours=10)),
        (EIGHT_DAYS, ";RELATED=END:-P8D", timedelta(hours=9)),
    ],
)
def test_an_alarm_comes_so_long_before_the_beginning(event_lines: tuple[str, ...], trigger: str, lead: timedelta) -> None:
    assert leads(*event_lines, *alarm(trigger)) == ((int(lead.total_seconds()),), [])


def test_shown_sounded_and_mailed_alarms_are_all_reminders_and_the_same_one_is_one() -> None:
    three = (*alarm(":-PT5M"), *alarm(":-PT10M", "AUDIO"), *alarm(":-PT1H", "EMAIL", "ATTENDEE:mailto:a@b.example"))
    assert leads(*CHOIR, *three, *alarm(":-PT10M")) == ((300, 600, 3600), [])


def test_what_can_be_no_reminder_is_said_and_the_event_is_taken() -> None:
    for bad in (":PT10M", ":soon", ";VALUE=DATE-TIME:20261199T000000Z", ":-P9999999999D", ":-P400D"):
        assert leads(*CHOIR, *alarm(bad)) == ((), [Why.ALARM])
    assert leads(*CHOIR, *alarm(":-PT5M", "PROCEDURE")) == ((), [Why.ALARM])
    assert leads(*CHOIR, "RRULE:FREQ=WEEKLY", *alarm(";VALUE=DATE-TIME:20261124T090000Z")) == ((), [Why.ALARM])
    assert leads(*CHOIR, *alarm(";VALUE=DATE-TIME:19760401T005545Z", "NONE")) == ((), [])


def test_a_to_do_is_reminded_of_before_it_is_due() -> None:
    due = ("SUMMARY:Tax return", "DUE;TZID=Asia/Tokyo:20261130T170000")
    assert leads(*due, *alarm(":-PT1H"), kind="VTODO") == ((3600,), [])
    assert leads(*due, "DTSTART;TZID=Asia/Tokyo:20261120T090000", *alarm(";RELATED=END:-P1D"), kind="VTODO") == ((86400,), [])
    assert leads("SUMMARY:Some day", *alarm(":-PT1H"), kind="VTODO") == ((), [Why.ALARM])


async def waiting(schedule: Schedule) -> list[tuple[datetime, timedelta]]:
    return [(r.due.astimezone(rows.NOW.tzinfo), r.lead) for r in await schedule.reminders.waiting(person=ME) if r.due is not None]


async def test_a_file_brings_reminders_once_and_a_newer_one_other_reminders(schedule: Schedule) -> None:
    first = event("a@there", *CHOIR, *alarm(":-PT30M")).encode()
    imported = await import_file(schedule, first, person=ME, home=rows.TOKYO)
    assert imported.view()["events"][0]["alarms"] == [1800]  # type: ignore[index, call-overload]
    evening = datetime(2026, 11, 24, 18, 30, tzinfo=rows.NOW.tzinfo)
    assert await waiting(schedule) == [(evening, timedelta(minutes=30))]
    await import_file(schedule, first, person=ME, home=rows.TOKYO)
    assert await waiting(schedule) == [(evening, timedelta(minutes=30))]
    await import_file(schedule, event("a@there", *CHOIR, *alarm(":-PT1H")).encode(), person=ME, home=rows.TOKYO)
    assert await waiting(schedule) == [(evening - timedelta(minutes=30), timedelta(hours=1))]
    await import_file(schedule, event("a@there", *CHOIR).encode(), person=ME, home=rows.TOKYO)  # a file need not speak of alarms
    assert len(await waiting(schedule)) == 1


async def test_alarms_of_calendars_take_nobody_the_room_for_their_own_reminders(
    schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "MOST_WAITING", 2)
    three = (*alarm(":-PT5M"), *alarm(":-PT10M"), *alarm(":-PT1H"))
    await import_file(schedule, event("a@there", *CHOIR, *three).encode(), person=ME, home=rows.TOKYO)
    for hours in (1, 2):
        own = NewReminder(text="Tea", moment=rows.NOW + timedelta(hours=hours))
        await schedule.reminders.set(own, person=ME, key=f"own-{hours}")
    assert len(await waiting(schedule)) == 5
    with pytest.raises(InvalidRequest, match="wait already"):
        await schedule.reminders.set(NewReminder(text="Tea", moment=rows.NOW + timedelta(hours=3)), person=ME, key="too many")


async def test_an_alarm_that_was_over_before_it_came_tells_nothing_until_its_event_is_moved(schedule: Schedule) -> None:
    today = ("SUMMARY:Lunch", "DTSTART;TZID=Asia/Tokyo:20261121T120000")
    await import_file(schedule, event("a@there", *today, *alarm(":-P1D")).encode(), person=ME, home=rows.TOKYO)
    past = ("SUMMARY:Concert", "DTSTART;TZID=Asia/Tokyo:20251121T120000")
    await import_file(schedule, event("b@there", *past, *alarm(":-P1D")).encode(), person=ME, home=rows.TOKYO)
    assert await waiting(schedule) == []
    assert (await schedule.claims.claim()).notices == ()
    task = next(t for t in await schedule.tasks.all(person=ME) if t.title == "Concert")
    await schedule.tasks.reschedule(task.id, date=date(2026, 12, 1), person=ME, key="later")
    assert await waiting(schedule) == [(datetime(2026, 11, 30, 12, tzinfo=rows.NOW.tzinfo), timedelta(days=1))]


async def test_reminders_go_out_with_a_file(schedule: Schedule) -> None:
    task = (await schedule.tasks.create(NewTask(title="Vet; cat", date=date(2026, 11, 27)), person=ME, key="a")).task
    routine = (await schedule.routines.add(NewRoutine(title="Yoga", recurrence="FREQ=DAILY", time=time(7)), person=ME, key="b")).routine
    await schedule.reminders.set(NewReminder(task_id=task.id, lead=timedelta(days=1)), person=ME, key="c")
    await schedule.reminders.set(NewReminder(routine_id=routine.id, lead=timedelta(minutes=90)), person=ME, key="d")
    content = (await export_of(schedule, ME, rows.TOKYO)).content().decode().replace("\r\n", "\n")
    assert "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Vet\\; cat\nTRIGGER:-PT15H\nEND:VALARM\nEND:VEVENT" in content
    assert "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Yoga\nTRIGGER:-PT1H30M\nEND:VALARM\nEND:VEVENT" in content
    assert sorted(found.fields.alarms for found in read_calendar(content, rows.TOKYO).found) == [(5400,), (86400,)]


async def test_alarms_and_reminders_are_the_same_on_a_real_server(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    mail = alarm(":-PT1H", "EMAIL", "ATTENDEE:mailto:aiko@example.org", "SUMMARY:Soon")
    late = alarm(";RELATED=END:PT5M", "AUDIO")
    server.put(calendar, "a.ics", event("a@there", *CHOIR, *mail, *late, "X-GUEST:Ken"))
    account = await connected(accounts, calendar)
    report = await synced(accounts, account)
    assert said(report) == ["alarm"]  # what comes after the end is no reminder
    (choir,) = await schedule.tasks.all(person=ME)
    assert [lead for _, lead in await waiting(schedule)] == [timedelta(hours=1)]

    # One more from here; theirs stay as they are.
    await schedule.reminders.set(NewReminder(task_id=choir.id, lead=timedelta(minutes=10)), person=ME, key="here")
    await synced(accounts, account)
    there = server.get(calendar, "a.ics")
    for line in ("TRIGGER:-PT10M", "ATTENDEE:mailto:aiko@example.org", "TRIGGER:-PT1H", "TRIGGER;RELATED=END:PT5M", "X-GUEST:Ken"):
        assert line in there
    assert (await synced(accounts, account)).kept["here"] == {}
    assert [lead for _, lead in await waiting(schedule)] == [timedelta(hours=1), timedelta(minutes=10)]

    # Their mail comes earlier.
    server.put(calendar, "a.ics", there.replace("TRIGGER:-PT1H", "TRIGGER:-P1D"))
    await synced(accounts, account)
    assert [lead for _, lead in await waiting(schedule)] == [timedelta(days=1), timedelta(minutes=10)]

    # Ours is cancelled here.
    ours = next(r for r in await schedule.reminders.waiting(person=ME) if r.lead == timedelta(minutes=10))
    await schedule.reminders.cancel(ours.id, person=ME, key="no more")
    await synced(accounts, account)
    there = server.get(calendar, "a.ics")
    assert "TRIGGER:-PT10M" not in there and "TRIGGER:-P1D" in there and "TRIGGER;RELATED=END:PT5M" in there


async def test_a_reminder_of_a_routine_made_here_goes_to_the_server(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    routine = (await schedule.routines.add(NewRoutine(title="Yoga", recurrence="FREQ=DAILY", time=time(7)), person=ME, key="a")).routine
    await schedule.reminders.set(NewReminder(routine_id=routine.id, lead=timedelta(minutes=5)), person=ME, key="b")
    account = await connected(accounts, calendar, takes_new=True)
    await synced(accounts, account)
    (name,) = server.names(calendar)
    assert "TRIGGER:-PT5M" in server.get(calendar, name)
    settled = await synced(accounts, account)
    assert (settled.kept["here"], settled.kept["there"]) == ({}, {})


async def test_an_alarm_at_a_moment_goes_along_when_its_event_is_moved_here(
    server: Radicale, schedule: Schedule, accounts: Accounts
) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", *CHOIR, *alarm(";VALUE=DATE-TIME:20261124T090000Z"), *alarm(":-PT10M", "AUDIO")))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (choir,) = await schedule.tasks.all(person=ME)
    await schedule.tasks.reschedule(choir.id, date=date(2026, 11, 26), person=ME, key="move")
    await synced(accounts, account)
    there = server.get(calendar, "a.ics")
    assert "TRIGGER:-PT1H" in there and "20261124T090000Z" not in there and "ACTION:AUDIO" in there
    await synced(accounts, account)
    assert [lead for _, lead in await waiting(schedule)] == [timedelta(hours=1), timedelta(minutes=10)]


async def test_a_done_task_keeps_its_alarm_there_and_is_not_reminded_of(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", *CHOIR, *alarm(":-PT1H")))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (choir,) = await schedule.tasks.all(person=ME)
    await schedule.tasks.set_done(choir.id, True, person=ME, key="done")
    await synced(accounts, account)
    assert await waiting(schedule) == []
    assert "TRIGGER:-PT1H" in server.get(calendar, "a.ics")
    assert [r.state for r in await schedule.reminders.of(person=ME)] == [State.CANCELLED]
    assert isinstance(read_calendar(server.get(calendar, "a.ics"), rows.TOKYO).found[0].fields, TaskFields)
