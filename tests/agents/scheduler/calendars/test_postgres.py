"""Tokens, files and accounts on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.gateway.jobs.cluster import postgres_programs, throwaway_cluster

from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.exporting import export_of
from yamori.agents.scheduler.calendars.importing import import_file
from yamori.agents.scheduler.calendars.placing import Became
from yamori.agents.scheduler.calendars.secrets import Secrets
from yamori.agents.scheduler.store import open_schedule
from yamori.agents.scheduler.store.tokens import TokenKind
from yamori.domain.clock import SetClock

from . import rows
from .server import Radicale, event
from .test_syncing import ME, OPEN, USER, synced


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with throwaway_cluster(programs) as cluster:
        yield cluster.url().replace("postgresql://", "postgresql+psycopg://")


async def test_all_of_it_works_on_postgresql(postgres: str, server: Radicale, tmp_path: Path) -> None:
    schedule = await open_schedule(postgres, SetClock(rows.NOW))
    text, token = await schedule.tokens.issue(ME, TokenKind.FEED, key="a")
    assert await schedule.tokens.holder(text, TokenKind.FEED) == token

    file = event("a", "SUMMARY:歯医者", "DTSTART:20261124T100000") + event(
        "b", "SUMMARY:Yoga", "DTSTART:20261124T190000", "RRULE:FREQ=WEEKLY"
    )
    assert (await import_file(schedule, file.encode(), person=ME, home=rows.TOKYO)).became == {Became.ADDED: 2}
    content = (await export_of(schedule, ME, rows.TOKYO)).content()
    assert (await import_file(schedule, content, person=ME, home=rows.TOKYO)).became == {Became.UNCHANGED: 2}

    calendar = server.calendar()
    server.put(calendar, "c.ics", event("c", "SUMMARY:Dentist", "DTSTART:20261125T100000"))
    accounts = Accounts(schedule, Secrets(tmp_path / "s.json"), home=rows.TOKYO)
    account = await accounts.add(person=ME, name="", address=calendar, username=USER, secret=OPEN, key="k")
    report = await synced(accounts, account)
    assert (report.kept["here"], report.kept["there"]) == ({"added": 1}, {"added": 2})
    server.delete(calendar, "c.ics")
    assert (await synced(accounts, account)).kept["here"] == {"deleted": 1}
    await accounts.remove(account.id, ME)
    await schedule.close()
