"""A calendar on a real server and a schedule become the same, whoever changes what, and nothing is lost."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from pydantic import SecretStr

from yamori.agents.scheduler.calendars.accounts import Accounts, Report
from yamori.agents.scheduler.calendars.secrets import Secret
from yamori.agents.scheduler.store import Did, NewTask, Schedule
from yamori.agents.scheduler.store.calendars import Account
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep

from .server import PASSWORD, USER, Radicale, event

ME = "aiko"
OPEN = Secret(password=SecretStr(PASSWORD))
DENTIST = ("SUMMARY:Dentist", "DTSTART;TZID=Asia/Tokyo:20261124T153000", "DTEND;TZID=Asia/Tokyo:20261124T161500", "LOCATION:Station")


async def connected(accounts: Accounts, address: str, *, takes_new: bool | None = None, person: str = ME) -> Account:
    return await accounts.add(
        person=person, name="", address=address, username=USER, secret=OPEN, takes_new=takes_new, key=address + person
    )


async def synced(accounts: Accounts, account: Account, **how: bool) -> Report:
    report = await accounts.sync(account.id, account.person, **how)
    assert report.problem == ""
    return report


def said(report: Report) -> list[str]:
    notes = report.kept["notes"]
    assert isinstance(notes, list)
    return [note["why"] for note in notes]


async def titles(schedule: Schedule) -> list[str]:
    return [task.title for task in await schedule.tasks.all(person=ME)]


async def test_what_is_there_comes_here_and_what_is_here_goes_there(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", *DENTIST))
    server.put(calendar, "b.ics", event("b@there", "SUMMARY:Buy milk", "STATUS:NEEDS-ACTION", kind="VTODO"))
    server.put(
        calendar, "c.ics", event("c@there", "SUMMARY:Standup", "DTSTART;TZID=Asia/Tokyo:20261123T090000", "RRULE:FREQ=WEEKLY;BYDAY=MO")
    )
    await schedule.tasks.create(NewTask(title="Call grandma", memo="birthday"), person=ME, key="a")
    await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27), time=time(10)), person=ME, key="b")
    steps = (NewStep(title="Squats", minutes=10), NewStep(title="Plank"))
    await schedule.routines.add(NewRoutine(title="Stretching", recurrence="FREQ=DAILY", time=time(7), steps=steps), person=ME, key="c")

    account = await connected(accounts, calendar)
    assert account.takes_new and account.name == f"Calendar {server.made}"
    report = await synced(accounts, account)
    assert (report.kept["here"], report.kept["there"]) == ({"added": 3}, {"added": 3})
    dentist, *_ = [t for t in await schedule.tasks.all(person=ME) if t.title == "Dentist"]
    assert (dentist.date, dentist.time, dentist.duration, dentist.place) == (
        date(2026, 11, 24),
        time(15, 30),
        timedelta(minutes=45),
        "Station",
    )
    assert sorted(await titles(schedule)) == ["Buy milk", "Call grandma", "Dentist", "Vet"]
    assert [r.title for r in await schedule.routines.all(person=ME)] == ["Stretching", "Standup"]
    there = "\n".join(server.get(calendar, name) for name in server.names(calendar))
    assert "SUMMARY:Call grandma" in there and "SUMMARY:Vet" in there and "• Squats (10 min)\\n• Plank" in there

    again = await synced(accounts, account)
    assert (again.kept["here"], again.kept["there"], again.kept["notes"]) == ({}, {}, [])
    settled = await synced(accounts, account)
    assert (settled.kept["here"], settled.kept["there"]) == ({}, {})


async def test_changes_travel_both_ways_and_keep_what_only_one_side_knows(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    alarm = ("BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:soon", "END:VALARM")
    server.put(calendar, "a.ics", event("a@there", *DENTIST, "CATEGORIES:Health", "X-COLOR:blue", *alarm))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (dentist,) = await schedule.tasks.all(person=ME)

    await schedule.tasks.edit(dentist.id, Did.CHANGED, lambda t: replace(t, memo="bring card; no, two", done=True), person=ME, key="x")
    await synced(accounts, account)
    text = server.get(calendar, "a.ics")
    assert "DESCRIPTION:bring card\\; no\\, two" in text and "X-YAMORI-DONE:TRUE" in text
    assert "CATEGORIES:Health" in text and "X-COLOR:blue" in text and "TRIGGER:-PT15M" in text and "SEQUENCE:1" in text

    server.put(
        calendar,
        "a.ics",
        text.replace("SUMMARY:Dentist", "SUMMARY:Dentist (moved)")
        .replace("20261124T153000", "20261125T100000")
        .replace("20261124T161500", "20261125T104500"),
    )
    await synced(accounts, account)
    (dentist,) = await schedule.tasks.all(person=ME)
    assert (dentist.title, dentist.date, dentist.time, dentist.memo, dentist.done) == (
        "Dentist (moved)",
        date(2026, 11, 25),
        time(10),
        "bring card; no, two",
        True,
    )


async def test_what_both_changed_is_taken_as_it_is_there_and_ours_can_be_brought_back(
    server: Radicale, schedule: Schedule, accounts: Accounts
) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", *DENTIST))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (dentist,) = await schedule.tasks.all(person=ME)

    server.put(calendar, "a.ics", event("a@there", *DENTIST).replace("SUMMARY:Dentist", "SUMMARY:Theirs"))
    await schedule.tasks.edit(dentist.id, Did.CHANGED, lambda t: replace(t, title="Ours", memo="only here"), person=ME, key="x")
    report = await synced(accounts, account)
    (row,) = await schedule.tasks.all(person=ME)
    assert (row.title, row.memo) == ("Theirs", "only here")
    assert said(report) == ["both_changed"]
    assert "DESCRIPTION:only here" in server.get(calendar, "a.ics") and "SUMMARY:Theirs" in server.get(calendar, "a.ics")

    (change, *_) = await schedule.changes.of(ME, row=row)
    await schedule.changes.undo(change.key, person=ME, key="undo")
    (row,) = await schedule.tasks.all(person=ME)
    assert row.title == "Ours"
    await synced(accounts, account)
    assert "SUMMARY:Ours" in server.get(calendar, "a.ics")


async def test_a_deletion_travels_both_ways(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    for name in ("a", "b", "c"):
        server.put(calendar, f"{name}.ics", event(f"{name}@there", f"SUMMARY:{name}", "DTSTART;VALUE=DATE:20261124"))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    server.delete(calendar, "a.ics")
    (b,) = [t for t in await schedule.tasks.all(person=ME) if t.title == "b"]
    await schedule.tasks.delete(b.id, person=ME, key="x")
    report = await synced(accounts, account)
    assert (report.kept["here"], report.kept["there"]) == ({"deleted": 1}, {"deleted": 1})
    assert await titles(schedule) == ["c"]
    assert server.names(calendar) == ["c.ics"]


async def test_what_was_made_here_and_is_deleted_there_at_once_is_gone(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27)), person=ME, key="a")
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    server.delete(calendar, *server.names(calendar))
    await synced(accounts, account)
    assert (await titles(schedule), server.names(calendar)) == ([], [])


async def test_an_edit_counts_more_than_a_deletion_on_either_side(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    for name in ("a", "b", "c"):
        server.put(calendar, f"{name}.ics", event(f"{name}@there", f"SUMMARY:{name}", "DTSTART;VALUE=DATE:20261124"))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    a, b, _ = sorted(await schedule.tasks.all(person=ME), key=lambda task: task.title)
    server.delete(calendar, "a.ics")
    await schedule.tasks.rename(a.id, "a edited here", person=ME, key="x")
    server.put(calendar, "b.ics", event("b@there", "SUMMARY:b edited there", "DTSTART;VALUE=DATE:20261124"))
    await schedule.tasks.delete(b.id, person=ME, key="y")
    report = await synced(accounts, account)
    assert sorted(said(report)) == ["came_back", "edit_kept"]
    assert sorted(await titles(schedule)) == ["a edited here", "b edited there", "c"]
    assert len(server.names(calendar)) == 3


async def test_a_changed_occurrence_is_a_task_of_its_own_and_goes_back_as_one(
    server: Radicale, schedule: Schedule, accounts: Accounts
) -> None:
    calendar = server.calendar()
    master = event("s@there", "SUMMARY:Standup", "DTSTART;TZID=Asia/Tokyo:20261123T090000", "RRULE:FREQ=WEEKLY;BYDAY=MO")
    moved = ("BEGIN:VEVENT", "UID:s@there", "RECURRENCE-ID;TZID=Asia/Tokyo:20261130T090000", "DTSTAMP:20261101T000000Z")
    both = master.replace(
        "END:VCALENDAR",
        "\n".join((*moved, "SUMMARY:Standup late", "DTSTART;TZID=Asia/Tokyo:20261130T110000", "END:VEVENT", "END:VCALENDAR")),
    )
    server.put(calendar, "s.ics", both)
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (routine,), (task,) = await schedule.routines.all(person=ME), await schedule.tasks.all(person=ME)
    assert (routine.skipped, task.title, task.time) == ((date(2026, 11, 30),), "Standup late", time(11))

    await schedule.tasks.edit(task.id, Did.CHANGED, lambda t: replace(t, time=time(12)), person=ME, key="x")
    await synced(accounts, account)
    text = server.get(calendar, "s.ics")
    assert "DTSTART;TZID=Asia/Tokyo:20261130T120000" in text and "RECURRENCE-ID;TZID=Asia/Tokyo:20261130T090000" in text
    assert "EXDATE" not in text

    await schedule.tasks.delete(task.id, person=ME, key="y")
    await synced(accounts, account)
    text = server.get(calendar, "s.ics")
    assert "EXDATE;TZID=Asia/Tokyo:20261130T090000" in text and "RECURRENCE-ID" not in text
    assert (await synced(accounts, account)).kept["here"] == {}

    server.put(calendar, "s.ics", master)
    await synced(accounts, account)
    (routine,) = await schedule.routines.all(person=ME)
    assert routine.skipped == ()


async def test_steps_stay_when_the_server_changes_something_else(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    steps = (NewStep(title="Squats", minutes=10), NewStep(title="Plank"))
    new = NewRoutine(title="Stretching", recurrence="FREQ=DAILY", time=time(7), memo="slowly", steps=steps)
    await schedule.routines.add(new, person=ME, key="c")
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (before,) = await schedule.routines.all(person=ME)
    (name,) = server.names(calendar)
    server.put(
        calendar, name, server.get(calendar, name).replace("T070000", "T073000").replace("DESCRIPTION:slowly", "DESCRIPTION:very slowly")
    )
    await synced(accounts, account)
    (after,) = await schedule.routines.all(person=ME)
    assert (after.time, after.memo, after.steps) == (time(7, 30), "very slowly", before.steps)


async def test_a_server_that_throws_our_own_properties_away_is_not_told_again_and_again(
    server: Radicale, schedule: Schedule, accounts: Accounts
) -> None:
    calendar = server.calendar()
    new = NewRoutine(title="Stretching", recurrence="FREQ=DAILY", time=time(7), memo="slowly", steps=(NewStep(title="Plank"),))
    await schedule.routines.add(new, person=ME, key="c")
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (before,) = await schedule.routines.all(person=ME)
    (name,) = server.names(calendar)
    server.put(calendar, name, "\n".join(line for line in server.get(calendar, name).split("\n") if not line.startswith("X-")))
    assert (await synced(accounts, account)).kept["there"] == {}
    assert await schedule.routines.all(person=ME) == (before,)


@pytest.mark.parametrize("where", ["there", "here"])
async def test_a_mass_of_deletions_stops_until_somebody_means_it(
    server: Radicale, schedule: Schedule, accounts: Accounts, where: str
) -> None:
    calendar = server.calendar()
    for number in range(6):
        server.put(calendar, f"{number}.ics", event(f"{number}@there", f"SUMMARY:{number}", "DTSTART;VALUE=DATE:20261124"))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    if where == "there":
        for number in range(6):
            server.delete(calendar, f"{number}.ics")
    else:
        for task in await schedule.tasks.all(person=ME):
            await schedule.tasks.delete(task.id, person=ME, key=f"x{task.id}")

    def left() -> int:
        return len(server.names(calendar))

    report = await synced(accounts, account)
    assert said(report) == ["mass_remote" if where == "there" else "mass_local"]
    assert len(await titles(schedule)) + left() == 6
    assert said(await synced(accounts, account)) == said(report)
    await synced(accounts, account, deletions=True)
    assert len(await titles(schedule)) + left() == 0


async def test_a_server_that_goes_away_in_the_middle_is_taken_up_where_it_was(
    server: Radicale, schedule: Schedule, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yamori.agents.scheduler.calendars import remote

    calendar = server.calendar()
    for number in range(5):
        server.put(calendar, f"{number}.ics", event(f"{number}@there", f"SUMMARY:there {number}", "DTSTART;VALUE=DATE:20261124"))
    account = await connected(accounts, calendar)
    for number in range(5):
        await schedule.tasks.create(NewTask(title=f"here {number}"), person=ME, key=f"k{number}")
    put, count = remote.Server.put, 0

    async def stumbling(*arguments: object, **more: object) -> str | None:
        nonlocal count
        count += 1
        if count == 3:
            server.stop()
        return await put(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(remote.Server, "put", stumbling)
    report = await accounts.sync(account.id, ME)
    assert "no calendar could be reached" in report.problem
    assert len(await titles(schedule)) == 10
    (kept,) = await schedule.calendars.accounts(ME)
    assert kept.failures == 1 and kept.report is not None and kept.report["problem"] == report.problem

    server.start()
    await synced(accounts, account)
    assert len(await titles(schedule)) == 10
    assert len(server.names(calendar)) == 10
    assert (await synced(accounts, account)).kept["there"] == {}


async def test_a_process_that_dies_after_putting_an_event_there_makes_no_second_one(
    server: Radicale, schedule: Schedule, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    calendar = server.calendar()
    account = await connected(accounts, calendar)
    await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27)), person=ME, key="b")

    class Killed(BaseException):
        pass

    async def killed(work: Callable[..., object]) -> object:
        raise Killed

    with monkeypatch.context() as dying:
        dying.setattr(schedule.calendars, "together", killed)
        with pytest.raises(Killed):
            await accounts.sync(account.id, ME)
    assert len(server.names(calendar)) == 1
    await synced(accounts, account)
    await synced(accounts, account)
    assert len(server.names(calendar)) == 1
    assert await titles(schedule) == ["Vet"]


async def test_what_is_changed_here_while_it_goes_out_goes_out_the_next_time(
    server: Radicale, schedule: Schedule, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yamori.agents.scheduler.calendars import remote

    calendar = server.calendar()
    account = await connected(accounts, calendar)
    vet = (await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27)), person=ME, key="a")).task
    put = remote.Server.put

    async def slowly(*arguments: object, **more: object) -> str | None:
        await schedule.tasks.rename(vet.id, "Vet at noon", person=ME, key="b")
        return await put(*arguments, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(remote.Server, "put", slowly)
        await synced(accounts, account)
    (name,) = server.names(calendar)
    assert "SUMMARY:Vet\n" in server.get(calendar, name)
    await synced(accounts, account)
    assert "SUMMARY:Vet at noon\n" in server.get(calendar, name)
    assert await titles(schedule) == ["Vet at noon"]


async def test_what_is_changed_there_while_ours_goes_out_is_not_written_over(
    server: Radicale, schedule: Schedule, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    from yamori.agents.scheduler.calendars import remote

    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", *DENTIST))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (dentist,) = await schedule.tasks.all(person=ME)
    await schedule.tasks.set_memo(dentist.id, "ours", person=ME, key="x")
    put = remote.Server.put

    async def late(*arguments: object, **more: object) -> str | None:
        server.put(calendar, "a.ics", event("a@there", *DENTIST).replace("LOCATION:Station", "LOCATION:Harbour"))
        return await put(*arguments, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(remote.Server, "put", late)
        assert said(await synced(accounts, account)) == ["changed_meanwhile"]
    assert "LOCATION:Harbour" in server.get(calendar, "a.ics")
    await synced(accounts, account)
    text = server.get(calendar, "a.ics")
    assert "LOCATION:Harbour" in text and "DESCRIPTION:ours" in text
    (dentist,) = await schedule.tasks.all(person=ME)
    assert (dentist.place, dentist.memo) == ("Harbour", "ours")


async def test_an_event_that_was_here_already_is_not_doubled(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", *DENTIST))
    server.put(calendar, "b.ics", event("b@there", *DENTIST))
    await schedule.tasks.create(NewTask(title="Dentist", date=date(2026, 11, 24), time=time(15, 30)), person=ME, key="a")
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    assert await titles(schedule) == ["Dentist", "Dentist"]  # one for each event there, none of its own
    assert len(server.names(calendar)) == 2
    assert (await synced(accounts, account)).kept["there"] == {}


async def test_a_calendar_for_events_only_is_not_given_to_dos(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar("VEVENT")
    await schedule.tasks.create(NewTask(title="Some day"), person=ME, key="a")
    account = await connected(accounts, calendar)
    assert account.components == ("VEVENT",)
    assert said(await synced(accounts, account)) == ["not_there"]
    assert server.names(calendar) == []


async def test_only_the_first_calendar_gets_what_is_made_here(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    first, second = server.calendar(), server.calendar()
    one, two = await connected(accounts, first), await connected(accounts, second)
    await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27)), person=ME, key="b")
    await synced(accounts, one)
    await synced(accounts, two)
    assert (len(server.names(first)), len(server.names(second))) == (1, 0)


async def test_a_forgotten_account_leaves_rows_and_events_and_is_known_again(
    server: Radicale, schedule: Schedule, accounts: Accounts
) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", *DENTIST))
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    await accounts.remove(account.id, ME)
    assert await titles(schedule) == ["Dentist"] and server.names(calendar) == ["a.ics"]
    again = await accounts.add(person=ME, name="", address=calendar, username=USER, secret=OPEN, key="again")
    report = await synced(accounts, again)
    assert (await titles(schedule), server.names(calendar), report.kept["there"]) == (["Dentist"], ["a.ics"], {})


async def test_what_cannot_be_taken_is_said_once_and_left_there(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    hourly = event("h@there", "SUMMARY:Drink", "DTSTART;TZID=Asia/Tokyo:20261123T090000", "RRULE:FREQ=HOURLY")
    server.put(calendar, "h.ics", hourly)
    account = await connected(accounts, calendar)
    assert said(await synced(accounts, account)) == ["rule"]
    assert said(await synced(accounts, account)) == []
    assert await titles(schedule) == [] and "FREQ=HOURLY" in server.get(calendar, "h.ics")
