"""Events as other programs keep them on a server: changed here, they keep what only the other program knows."""

from dataclasses import replace
from datetime import date, time
from pathlib import Path

from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.store import Did, Schedule

from .server import Radicale
from .test_syncing import ME, connected, synced

FILES = Path(__file__).parent / "files"


async def test_an_occurrence_that_is_named_in_another_zone_stays_the_same_one(
    server: Radicale, schedule: Schedule, accounts: Accounts
) -> None:
    calendar = server.calendar()
    guest = "ATTENDEE:mailto:ben@example.org"
    text = (FILES / "recurrence-id-in-utc.ics").read_text().replace("call (moved)", f"call (moved)\n{guest}")
    server.put(calendar, "a.ics", text)
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    (moved,) = await schedule.tasks.all(person=ME)
    (series,) = await schedule.routines.all(person=ME)
    assert series.skipped == (date(2026, 12, 8),)
    await schedule.tasks.edit(moved.id, Did.CHANGED, lambda t: replace(t, title="Renamed"), person=ME, key="x")
    await synced(accounts, account)
    written = server.get(calendar, "a.ics")
    assert "SUMMARY:Renamed" in written and guest in written
    assert written.count("BEGIN:VEVENT") == 2 and "RECURRENCE-ID:20261209T030000Z" in written
    again = await synced(accounts, account)
    assert (again.kept["here"], again.kept["there"]) == ({}, {})


async def test_what_a_series_leaves_out_moves_along_with_its_time_and_unknown_lines_stay(
    server: Radicale, schedule: Schedule, accounts: Accounts
) -> None:
    calendar = server.calendar()
    for name in ("a", "b", "exdate"):
        server.put(calendar, f"{name}.ics", (FILES / f"round-trip-{name}.ics").read_text())
    account = await connected(accounts, calendar)
    await synced(accounts, account)
    for routine in await schedule.routines.all(person=ME):
        await schedule.routines.edit(routine.id, Did.CHANGED, lambda r: replace(r, time=time(18)), person=ME, key=f"x{routine.id}")
    (trip,) = [t for t in await schedule.tasks.all(person=ME) if t.title == "Easter trip"]
    await schedule.tasks.edit(trip.id, Did.CHANGED, lambda t: replace(t, place="Rügen"), person=ME, key="y")
    await synced(accounts, account)
    choir, yoga, there = (server.get(calendar, f"{name}.ics") for name in ("a", "exdate", "b"))
    assert "ATTENDEE;CN=Ben;PARTSTAT=ACCEPTED:mailto:ben@example.org" in choir and "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC" in choir
    (named,) = [line for line in choir.splitlines() if line.startswith("RECURRENCE-ID")]
    assert named.endswith("T180000") and choir.count("BEGIN:VALARM") == 1
    left_out = [line for line in yoga.splitlines() if line.startswith("EXDATE")]
    assert len(left_out) == 2 and all("T180000" in line for line in left_out)
    assert "LOCATION:Rügen" in there and "GEO:52.5" in there and "COLOR:tomato" in there
