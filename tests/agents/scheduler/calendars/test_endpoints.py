"""The doors of calendars: files of any size and state, subscriptions that end when their token does, no secret in any answer."""

from collections.abc import AsyncIterator, Callable
from datetime import date, time, timedelta
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from yamori.agentkit.problems import add_problem_handlers
from yamori.agents.scheduler.calendar_routes import calendar_router
from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.secrets import FILE, Secrets
from yamori.agents.scheduler.store import NewTask, Schedule, open_schedule
from yamori.agents.scheduler.store.calendars import Desk
from yamori.agents.scheduler.store.tokens import TokenKind
from yamori.domain.clock import SetClock

from . import rows
from .server import PASSWORD, USER, Radicale, event

ME = "aiko"


@pytest.fixture
def clock() -> SetClock:
    return SetClock(rows.NOW)


@pytest.fixture
async def schedule(clock: SetClock, tmp_path: Path) -> AsyncIterator[Schedule]:
    opened = await open_schedule(tmp_path / "schedule.sqlite3", clock)
    yield opened
    await opened.close()


@pytest.fixture
async def door(schedule: Schedule, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = FastAPI()
    add_problem_handlers(app)
    accounts = Accounts(schedule, Secrets(tmp_path / FILE), home=rows.TOKYO, answer=5.0)
    app.include_router(calendar_router(schedule, accounts, home=rows.TOKYO, people=frozenset({ME, "ken"}), speaker=ME), prefix="/calendar")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        yield client


ONE = event("a@file", "SUMMARY:Dentist", "DTSTART;TZID=Asia/Tokyo:20261124T153000", "DTEND;TZID=Asia/Tokyo:20261124T161500")


async def test_a_file_comes_in_as_a_body_or_in_a_form_and_only_once(door: httpx.AsyncClient, schedule: Schedule) -> None:
    dry = await door.post("/calendar/import?dry=1", content=ONE, headers={"Content-Type": "text/calendar"})
    assert dry.json() | {"events": []} == {
        "dry": True,
        "added": 1,
        "changed": 0,
        "unchanged": 0,
        "events": [],
        "notes": [],
        "notes_in_all": 0,
    }
    assert dry.json()["events"][0] | {"duration": ""} == {
        "became": "added",
        "title": "Dentist",
        "date": "2026-11-24",
        "time": "15:30:00",
        "duration": "",
        "done": False,
    }
    assert await schedule.tasks.all(person=ME) == ()
    first = await door.post("/calendar/import", content=ONE, headers={"Content-Type": "text/calendar"})
    again = await door.post("/calendar/import", files={"file": ("c.ics", ONE.encode(), "text/calendar")})
    assert (first.json()["added"], again.json()["added"], again.json()["unchanged"]) == (1, 0, 1)
    (task,) = await schedule.tasks.all(person=ME)
    assert (task.title, task.date, task.time, task.duration) == ("Dentist", date(2026, 11, 24), time(15, 30), timedelta(minutes=45))
    (change,) = await schedule.changes.of(ME)
    await schedule.changes.undo(change.key, person=ME, key="undo")
    assert await schedule.tasks.all(person=ME) == ()


async def test_a_newer_file_changes_the_row_that_it_made(door: httpx.AsyncClient, schedule: Schedule) -> None:
    await door.post("/calendar/import", content=ONE)
    changed = await door.post("/calendar/import", content=ONE.replace("SUMMARY:Dentist", "SUMMARY:Dentist\nRRULE:FREQ=MONTHLY"))
    assert changed.json()["changed"] == 1
    assert await schedule.tasks.all(person=ME) == ()
    assert [r.title for r in await schedule.routines.all(person=ME)] == ["Dentist"]


async def test_an_import_that_is_killed_goes_on_where_it_was(
    door: httpx.AsyncClient, schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = "".join(event(f"{n}@file", "SUMMARY:Same", "DTSTART;VALUE=DATE:20261124") for n in range(250))
    together, begun = schedule.calendars.together, 0

    class Killed(BaseException):
        pass

    async def dying(work: Callable[[Desk], object]) -> object:
        nonlocal begun
        begun += 1
        if begun == 2:
            raise Killed
        return await together(work)

    with monkeypatch.context() as killing:
        killing.setattr(schedule.calendars, "together", dying)
        with pytest.raises(Killed):
            await door.post("/calendar/import", content=file)
    assert len(await schedule.tasks.all(person=ME)) == 100
    answer = await door.post("/calendar/import", content=file)
    assert (answer.json()["added"], answer.json()["unchanged"]) == (150, 100)
    assert len(await schedule.tasks.all(person=ME)) == 250


async def test_two_events_that_look_alike_are_two_rows(door: httpx.AsyncClient, schedule: Schedule) -> None:
    alike = [ONE.replace("a@file", uid) for uid in ("a", "b", "c")]
    meeting = [event(uid, "SUMMARY:Meeting", "DTSTART:20261124T100000", "RRULE:FREQ=DAILY") for uid in ("x", "y")]
    answer = await door.post("/calendar/import", content="".join(alike + meeting))
    assert (len(await schedule.tasks.all(person=ME)), len(await schedule.routines.all(person=ME))) == (3, 2), answer.json()
    assert {r.title for r in await schedule.routines.all(person=ME)} == {"Meeting"}


@pytest.mark.parametrize("announced", [True, False])
async def test_a_file_of_twenty_megabytes_is_refused_before_it_is_read(
    door: httpx.AsyncClient, schedule: Schedule, announced: bool
) -> None:
    sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(20):
            sent += 1
            yield b"x" * 1024 * 1024

    headers = {"Content-Type": "text/calendar", **({"Content-Length": str(20 * 1024 * 1024)} if announced else {})}
    answer = await door.post("/calendar/import", content=pieces(), headers=headers)
    assert answer.status_code == 413
    assert "at most 5 MB" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "text/calendar"),
        (b"%PDF-1.7 not a calendar", "text/calendar"),
        (b"\xff\xd8\xff\xe0" * 100, "text/calendar"),
        (b"nonsense", "multipart/form-data"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb\r\n--x--\r\n", "multipart/form-data; boundary=x"),
    ],
)
async def test_what_is_no_calendar_is_said_to_be_none(door: httpx.AsyncClient, content: bytes, kind: str) -> None:
    answer = await door.post("/calendar/import", content=content, headers={"Content-Type": kind})
    assert answer.status_code == 422
    assert answer.json()["error"]["where"] == "file"


async def test_nobody_imports_for_a_stranger(door: httpx.AsyncClient) -> None:
    answer = await door.post("/calendar/import?person=mallory", content=ONE)
    assert (answer.status_code, answer.json()["error"]["nearest"]) == (422, ["aiko", "ken"])


async def test_a_subscription_is_fetched_again_only_when_something_changed_and_ends_with_its_token(
    door: httpx.AsyncClient, schedule: Schedule, clock: SetClock
) -> None:
    await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27), memo="secret"), person=ME, key="a")
    await schedule.tasks.create(NewTask(title="Long ago", date=date(2020, 1, 1)), person=ME, key="b")
    await schedule.tasks.create(NewTask(title="Ken's"), person="ken", key="c")
    issued = (await door.post("/calendar/tokens", json={"name": "Phone"}, headers={"Idempotency-Key": "k"})).json()
    assert issued["path"] == f"/calendar/{issued['token']}.ics"
    first = await door.get(issued["path"])
    assert (first.status_code, first.headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    assert "Vet" in first.text and "Ken" not in first.text and "Long ago" not in first.text
    assert first.headers["cache-control"] == "private, max-age=300" and first.headers["referrer-policy"] == "no-referrer"

    for known in (
        {"If-None-Match": first.headers["etag"]},
        {"If-None-Match": f'"x", W/{first.headers["etag"]}'},
        {"If-Modified-Since": first.headers["last-modified"]},
    ):
        again = await door.get(issued["path"], headers=known)
        assert (again.status_code, again.content) == (304, b"")
    assert (await door.get(issued["path"], headers={"If-Modified-Since": "nonsense"})).status_code == 200
    head = await door.head(issued["path"])
    assert (head.status_code, head.headers["etag"]) == (200, first.headers["etag"])

    clock.advance(timedelta(minutes=1))
    await schedule.tasks.create(NewTask(title="New"), person=ME, key="d")
    changed = await door.get(
        issued["path"], headers={"If-None-Match": first.headers["etag"], "If-Modified-Since": first.headers["last-modified"]}
    )
    assert changed.status_code == 200 and "SUMMARY:New" in changed.text

    assert (await door.delete(f"/calendar/tokens/{issued['id']}?person=ken")).status_code == 404
    assert (await door.delete(f"/calendar/tokens/{issued['id']}")).status_code == 200
    gone = await door.get(issued["path"], headers={"If-None-Match": changed.headers["etag"]})
    assert gone.status_code == 404 and "revoked" in gone.json()["error"]["message"]


async def test_an_embedding_token_is_no_subscription_and_lists_hold_no_text(door: httpx.AsyncClient, schedule: Schedule) -> None:
    issued = (await door.post("/calendar/tokens", json={"kind": "embed", "allows": ["https://example.org"]})).json()
    assert "path" not in issued
    assert (await door.get(f"/calendar/{issued['token']}.ics")).status_code == 404
    listed = await door.get("/calendar/tokens")
    assert issued["token"] not in listed.text and listed.json()["tokens"][0]["allows"] == ["https://example.org"]
    assert (await door.post("/calendar/tokens", json={"kind": "embed", "allows": ["* ; script-src *"]})).status_code == 422
    assert await schedule.tokens.holder(issued["token"], TokenKind.EMBED) is not None


async def test_everything_goes_out_as_one_file(door: httpx.AsyncClient, schedule: Schedule) -> None:
    await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27), time=time(10)), person=ME, key="a")
    answer = await door.get("/calendar/export.ics")
    assert "attachment" in answer.headers["content-disposition"]
    assert "BEGIN:VTIMEZONE\r\nTZID:Asia/Tokyo" in answer.text and "DTSTART;TZID=Asia/Tokyo:20261127T100000" in answer.text
    assert answer.text.endswith("END:VCALENDAR\r\n") and all(len(line.encode()) <= 75 for line in answer.text.split("\r\n"))


async def test_an_account_is_connected_synced_and_forgotten_and_its_password_is_nowhere_to_be_read(
    server: Radicale, door: httpx.AsyncClient, schedule: Schedule, tmp_path: Path
) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", ONE)
    asked = {"address": calendar, "username": USER, "password": PASSWORD, "name": "Home"}
    wrong = await door.post("/calendar/accounts", json=asked | {"password": "wrong"})
    assert wrong.status_code == 502 and "name and password" in wrong.json()["error"]["message"]
    added = await door.post("/calendar/accounts", json=asked, headers={"Idempotency-Key": "k"})
    assert (added.status_code, added.json()["takes_new"], added.json()["components"]) == (201, True, ["VEVENT", "VTODO"])
    same = await door.post("/calendar/accounts", json=asked, headers={"Idempotency-Key": "k"})
    assert same.json()["id"] == added.json()["id"]
    synced = await door.post(f"/calendar/accounts/{added.json()['id']}/sync")
    assert synced.json()["here"] == {"added": 1}
    listed = await door.get("/calendar/accounts")
    assert listed.json()["accounts"][0]["report"]["problem"] == ""
    assert (await door.get("/calendar/accounts?person=ken")).json() == {"accounts": []}

    secrets = tmp_path / FILE
    assert secrets.stat().st_mode & 0o777 == 0o600
    everything = wrong.text + added.text + synced.text + listed.text
    assert PASSWORD not in everything and "wrong" not in wrong.json()["error"]["message"]
    assert all(PASSWORD.encode() not in f.read_bytes() for f in tmp_path.iterdir() if f != secrets)  # noqa: ASYNC240
    assert (await door.delete(f"/calendar/accounts/{added.json()['id']}")).status_code == 200
    assert PASSWORD not in secrets.read_text()
    assert [t.title for t in await schedule.tasks.all(person=ME)] == ["Dentist"]


async def test_what_is_made_here_goes_to_the_calendar_that_a_person_chose(server: Radicale, door: httpx.AsyncClient) -> None:
    first, second = [
        (await door.post("/calendar/accounts", json={"address": server.calendar(), "username": USER, "password": PASSWORD})).json()
        for _ in range(2)
    ]
    assert (first["takes_new"], second["takes_new"]) == (True, False)
    await door.patch(f"/calendar/accounts/{second['id']}", json={"takes_new": True})
    listed = (await door.get("/calendar/accounts")).json()["accounts"]
    assert [account["takes_new"] for account in listed] == [False, True]


async def test_a_server_with_several_calendars_names_them(server: Radicale, door: httpx.AsyncClient) -> None:
    first, second = server.calendar(), server.calendar()
    answer = await door.post("/calendar/accounts", json={"address": server.address + "/", "username": USER, "password": PASSWORD})
    assert answer.status_code == 422
    assert {first, second} <= set(answer.json()["error"]["nearest"])


@pytest.mark.parametrize(
    "address",
    [
        "ftp://x",
        "calendar",
        "http://",
        "https://me:secret@example.org/",
        "https://example.org/?a=b",
        "http://exa mple.org",
        "http://[::1",
        "http://x:99999/",
    ],
)
async def test_what_is_no_address_is_refused_without_a_request(door: httpx.AsyncClient, address: str) -> None:
    answer = await door.post("/calendar/accounts", json={"address": address, "username": "a", "password": "b"})
    assert (answer.status_code, answer.json()["error"]["where"]) == (422, "address")
    assert "secret" not in answer.text
