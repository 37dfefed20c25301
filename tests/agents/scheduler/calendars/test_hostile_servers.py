"""A server that is broken, or means ill, gets nothing and takes nothing: no password, no memory, no row."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

import pytest
from pydantic import SecretStr

from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.guard import LARGEST_ANSWER
from yamori.agents.scheduler.calendars.remote import Server, Unauthorized, Unreachable, connected, find_calendar
from yamori.agents.scheduler.calendars.secrets import Grant, Secret, Secrets
from yamori.agents.scheduler.store import NewTask, Schedule
from yamori.domain.errors import HouseSilent, Misconfigured

from . import rows
from .server import PASSWORD, USER, Radicale, event

ME = "aiko"
OPEN = Secret(password=SecretStr(PASSWORD))
CHALLENGE = (401, {"WWW-Authenticate": 'Basic realm="x"'}, b"")

Answer = tuple[int, Mapping[str, str], bytes]


@asynccontextmanager
async def serving(answer: Callable[[str, str, Mapping[str, str]], Answer | None]) -> AsyncIterator[tuple[str, list[Mapping[str, str]]]]:
    """An HTTP server on loopback that answers as told; None: it never does. Gives its address and the headers that it was sent."""
    heard: list[Mapping[str, str]] = []
    ending = asyncio.Event()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            await reader.readexactly(int(headers.get("content-length", 0)))
            method, path, _ = head[0].split(" ")
            heard.append(headers)
            found = answer(method, path, headers)
            if found is None:
                await ending.wait()
                return
            status, more, body = found
            lines = [f"HTTP/1.1 {status} Said", *(f"{k}: {v}" for k, v in more.items())]
            if "Content-Length" not in more:
                lines.append(f"Content-Length: {len(body)}")
            writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode() + body)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/cal/", heard
    finally:
        ending.set()
        server.close()


def multistatus(*responses: str) -> Answer:
    body = (
        '<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">'
        + "".join(responses)
        + "</d:multistatus>"
    )
    return 207, {"Content-Type": "application/xml"}, body.encode()


def response(href: str, props: str = "", status: str = "") -> str:
    inside = (
        f"<d:propstat><d:prop>{props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>"
        if not status
        else f"<d:status>HTTP/1.1 {status}</d:status>"
    )
    return f"<d:response><d:href>{href}</d:href>{inside}</d:response>"


ITSELF = response("/cal/", "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>")
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]><x>&i;</x>"
)
FILE = (
    '<?xml version="1.0"?><!-- x --><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    '<d:multistatus xmlns:d="DAV:"><d:response><d:href>&a;</d:href></d:response></d:multistatus>'
)
XML = {"Content-Type": "application/xml"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((200, {"Content-Type": "text/html"}, b"<html>Please log in</html>"), "no list of a calendar"),
        ((200, XML, b"<a>"), "makes no sense"),
        ((207, XML, b""), "no list of a calendar"),
        ((207, XML, b"<d:nonsense xmlns:d='DAV:'/>"), "no list of a calendar"),
        ((207, XML, b"\x00\x01\x02" * 50), "entities"),
        ((207, XML, BOMB.encode()), "entities"),
        ((207, XML, FILE.encode()), "entities"),
        ((207, XML, BOMB.encode("utf-16")), "entities"),
        ((207, {**XML, "Content-Encoding": "gzip"}, b"\x1f\x8b"), "packs its answers"),
        ((207, {**XML, "Content-Length": "500"}, b"<d:multi"), "cannot be reached"),
        ((500, {}, b"oops"), "answered 500"),
        ((503, {"Retry-After": "99999"}, b""), "less often"),
        ((429, {}, b""), "less often"),
        ((302, {"Location": "https://evil.example/cal/"}, b""), "points to another one, https://evil.example:443"),
        ((301, {"Location": "http://127.0.0.1:1/cal/"}, b""), "points to another one"),
        ((307, {"Location": "/cal/"}, b""), "round in circles"),
        (multistatus(), "does not name the calendar itself"),
        (multistatus(ITSELF, response("/cal/a.ics", status="500 Broken")), "could not list everything"),
        (multistatus(ITSELF, response("/elsewhere/a.ics", "<d:getetag>1</d:getetag>")), "does not lie in the calendar"),
        (multistatus(ITSELF, response("/cal/../etc/a.ics", "<d:getetag>1</d:getetag>")), "does not lie in the calendar"),
        (multistatus(ITSELF, response("https://evil.example/cal/a.ics", "<d:getetag>1</d:getetag>")), "does not lie in the calendar"),
    ],
)
async def test_an_answer_that_cannot_be_trusted_is_no_list(given: Answer, says: str) -> None:
    async with serving(lambda *_: given) as (address, _), connected(address, USER, OPEN, seconds=5) as server:
        with pytest.raises(Unreachable, match=says):
            await server.listing()


async def test_a_password_goes_to_no_other_server() -> None:
    async with serving(lambda *_: multistatus(ITSELF)) as (other, heard):

        def sends_away(method: str, path: str, headers: Mapping[str, str]) -> Answer:
            return (302, {"Location": other}, b"") if "authorization" in headers else CHALLENGE

        async with serving(sends_away) as (address, _), connected(address, USER, OPEN, seconds=5) as server:
            with pytest.raises(Unreachable, match="if it is to be trusted, add the account with the address"):
                await server.listing()
        assert heard == []


async def test_a_server_on_the_same_host_may_send_us_on() -> None:
    def answer(method: str, path: str, headers: Mapping[str, str]) -> Answer:
        return (301, {"Location": "/cal/"}, b"") if path == "/.well-known/caldav/" else multistatus(ITSELF)

    async with (
        serving(answer) as (address, _),
        connected(address.replace("/cal/", "/.well-known/caldav/"), USER, OPEN, seconds=5) as server,
    ):
        found = await server._asked("PROPFIND", server.address, "", {"Depth": "0"})
        assert found.status == 207


async def test_a_server_that_never_answers_or_never_ends_is_given_up(schedule: Schedule) -> None:
    async with serving(lambda *_: None) as (address, _), connected(address, USER, OPEN, seconds=0.2) as server:
        with pytest.raises(Unreachable, match=r"within 0 s|in time"):
            await server.state()
    huge: Answer = (207, XML, b"x" * (LARGEST_ANSWER + 1))
    async with serving(lambda *_: huge) as (address, _), connected(address, USER, OPEN, seconds=20) as server:
        with pytest.raises(Unreachable, match="larger than 16 MB"):
            await server.state()


async def test_a_wrong_password_stops_the_knocking(server: Radicale, schedule: Schedule, accounts: Accounts, tmp_path: Path) -> None:
    calendar = server.calendar()
    account = await accounts.add(person=ME, name="", address=calendar, username=USER, secret=OPEN, key="a")
    with pytest.raises(Unauthorized):
        await accounts.open_with(account.id, ME, Secret(password=SecretStr("wrong")))
    assert (await accounts.sync(account.id, ME)).problem == ""
    users = server.folder / "users"
    users.write_text(f"{USER}:changed\n")
    server.stop()
    server.start()
    try:
        report = await accounts.sync(account.id, ME)
        assert report.paused and "name and password" in report.problem
        await accounts.open_with(account.id, ME, Secret(password=SecretStr("changed")))
        assert not (await accounts.sync(account.id, ME)).paused
    finally:
        users.write_text(f"{USER}:{PASSWORD}\n")
        server.stop()
        server.start()


async def test_a_server_that_suddenly_lists_nothing_deletes_nothing(schedule: Schedule, accounts: Accounts) -> None:
    texts = {f"/cal/{n}.ics": event(str(n), f"SUMMARY:{n}", "DTSTART;VALUE=DATE:20261124") for n in range(4)}
    listed = dict(texts)
    state = 0

    def answer(method: str, path: str, headers: Mapping[str, str]) -> Answer:
        nonlocal state
        if method == "REPORT":
            return multistatus(*(response(h, f"<d:getetag>1</d:getetag><c:calendar-data>{t}</c:calendar-data>") for h, t in texts.items()))
        state += 1
        if headers["depth"] == "0":
            return multistatus(response("/cal/", f"<d:resourcetype><c:calendar/></d:resourcetype><d:sync-token>{state}</d:sync-token>"))
        return multistatus(ITSELF, *(response(h, "<d:getetag>1</d:getetag>") for h in listed))

    async with serving(answer) as (address, _):
        account = await accounts.add(person=ME, name="", address=address, username=USER, secret=OPEN, key="a")
        assert (await accounts.sync(account.id, ME)).kept["here"] == {"added": 4}
        listed.clear()
        report = await accounts.sync(account.id, ME)
        assert report.kept["notes"][0]["why"] == "mass_remote"  # type: ignore[index,call-overload]
        assert len(await schedule.tasks.all(person=ME)) == 4
        listed.update(texts)
        texts["/cal/0.ics"] = "<html>maintenance</html>".replace("<", "&lt;")
        listed_again = await accounts.sync(account.id, ME)
        assert listed_again.problem == "" and len(await schedule.tasks.all(person=ME)) == 4


async def test_an_event_that_turns_into_nonsense_keeps_its_row(server: Radicale, schedule: Schedule, accounts: Accounts) -> None:
    calendar = server.calendar()
    server.put(calendar, "a.ics", event("a@there", "SUMMARY:Standup", "DTSTART;TZID=Asia/Tokyo:20261123T090000", "RRULE:FREQ=WEEKLY"))
    account = await accounts.add(person=ME, name="", address=calendar, username=USER, secret=OPEN, key="a")
    await accounts.sync(account.id, ME)
    server.put(calendar, "a.ics", event("a@there", "SUMMARY:Standup", "DTSTART;TZID=Asia/Tokyo:20261123T090000", "RRULE:FREQ=HOURLY"))
    await accounts.sync(account.id, ME)
    assert [r.recurrence for r in await schedule.routines.all(person=ME)] == ["FREQ=WEEKLY"]


async def test_the_loop_syncs_by_itself_takes_up_changes_and_asks_a_dead_server_less_and_less(
    server: Radicale, schedule: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = Accounts(schedule, Secrets(None), home=rows.TOKYO, period=0.05, settle=0.0, answer=5.0)
    calendar = server.calendar()
    async with serving(lambda *_: multistatus(response("/cal/", "<d:resourcetype><c:calendar/></d:resourcetype>"))) as (address, _):
        dead = await accounts.add(person="ken", name="", address=address, username=USER, secret=OPEN, key="d")
    await accounts.add(person=ME, name="", address=calendar, username=USER, secret=OPEN, key="a")
    keep, both = schedule.calendars.synced, asyncio.Event()

    async def keeping(id: int, *, sync_token: str | None, failures: int, report: Mapping[str, object]) -> None:
        await keep(id, sync_token=sync_token, failures=failures, report=report)
        if server.names(calendar) and (await schedule.calendars.account(dead.id, "ken")).failures >= 2:
            both.set()

    monkeypatch.setattr(schedule.calendars, "synced", keeping)
    running = asyncio.create_task(accounts.run())
    try:
        await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27)), person=ME, key="b")
        async with asyncio.timeout(20):
            await both.wait()
    finally:
        running.cancel()
    assert accounts._wait(0) < accounts._wait(1) < accounts._wait(3) <= 6 * 3600 + 1


async def test_a_calendar_that_may_only_be_read_is_read(schedule: Schedule, accounts: Accounts) -> None:
    text = event("a@there", "SUMMARY:Bins", "DTSTART;VALUE=DATE:20261124", "DESCRIPTION:<![CDATA[ <!DOCTYPE html> &amp; ]]>")

    def answer(method: str, path: str, headers: Mapping[str, str]) -> Answer:
        if method == "PUT":
            return 403, {}, b""
        if method == "REPORT":
            return multistatus(response("/cal/a.ics", f"<d:getetag>1</d:getetag><c:calendar-data>{text}</c:calendar-data>"))
        if headers["depth"] == "0":
            return multistatus(response("/cal/", "<d:resourcetype><c:calendar/></d:resourcetype>"))
        return multistatus(ITSELF, response("/cal/a.ics", "<d:getetag>1</d:getetag>"))

    async with serving(answer) as (address, _):
        account = await accounts.add(person=ME, name="", address=address, username=USER, secret=OPEN, key="a")
        await schedule.tasks.create(NewTask(title="Vet", date=date(2026, 11, 27)), person=ME, key="b")
        report = await accounts.sync(account.id, ME)
    assert (report.problem, report.kept["here"]) == ("", {"added": 1})
    assert [note["why"] for note in report.kept["notes"]] == ["server_refused"]  # type: ignore[union-attr,index,call-overload]
    assert "<!DOCTYPE html>" in ((await schedule.tasks.all(person=ME))[0].memo or "")


def test_secrets_are_for_their_owner_only_and_a_torn_file_says_nothing_of_them(tmp_path: Path) -> None:
    file = tmp_path / "calendar-secrets.json"
    secrets = Secrets(file)
    grant = Grant(client_id="id", client_secret=SecretStr("hush"), refresh_token=SecretStr("again"))
    secrets.keep(1, OPEN)
    secrets.keep(2, Secret(grant=grant))
    assert file.stat().st_mode & 0o777 == 0o600
    again = Secrets(file)
    assert again.of(1) == OPEN and again.of(2) == Secret(grant=grant) and again.of(3) is None
    assert PASSWORD not in repr(again.of(1)) and "hush" not in repr(again.of(2)) and "again" not in str(again.of(2))
    again.forget(1)
    assert PASSWORD not in file.read_text()
    file.write_text('{"2": {"password": 5, "grant": "hush"')
    with pytest.raises(Misconfigured) as told:
        Secrets(file).of(2)
    assert "hush" not in str(told.value) and "hush" not in told.value.mend
    assert [f.name for f in tmp_path.iterdir()] == ["calendar-secrets.json"]


async def test_a_grant_buys_a_token_for_each_sync_and_goes_to_its_own_address_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from yamori.agents.scheduler.calendars import remote

    def shop(method: str, path: str, headers: Mapping[str, str]) -> Answer:
        return 200, {"Content-Type": "application/json"}, b'{"access_token": "bought", "expires_in": 3599}'

    async with serving(shop) as (seller, asked), serving(lambda *_: multistatus(ITSELF)) as (address, heard):
        grant = Grant.model_construct(client_id="id", client_secret=SecretStr("hush"), refresh_token=SecretStr("r"), token_address=seller)
        async with connected(address, "", Secret.model_construct(password=None, grant=grant), seconds=5) as server:
            assert await server.listing() == {}
        assert heard[0]["authorization"] == "Bearer bought" and len(asked) == 1
    for status, wanted in ((400, Unauthorized), (200, Unreachable)):
        async with serving(lambda *_, status=status: (status, {}, b"{}")) as (seller, _):
            grant = Grant.model_construct(
                client_id="id", client_secret=SecretStr("hush"), refresh_token=SecretStr("r"), token_address=seller
            )
            with pytest.raises(wanted):
                await remote._bought(grant, 5)


async def test_an_address_without_a_calendar_is_said_to_have_none() -> None:
    nobody = multistatus(response("/cal/", "<d:resourcetype><d:collection/></d:resourcetype>"))
    async with serving(lambda *_: nobody) as (address, _):
        with pytest.raises(Unreachable, match="no calendar at this address"):
            await find_calendar(address, USER, OPEN, seconds=5)


def test_the_library_speaks_over_httpx2() -> None:
    from caldav import async_davclient

    assert async_davclient._HTTPX_FLAVOUR == "httpx2" and not async_davclient._USE_NIQUESTS
    assert Server.__module__ == "yamori.agents.scheduler.calendars.remote"


async def test_what_listens_where_is_not_told_to_whoever_names_an_address(accounts: Accounts) -> None:
    async def said(address: str) -> str:
        with pytest.raises(HouseSilent) as wrong:
            await accounts.add(person=ME, name="", address=address, username=USER, secret=OPEN, key=address)
        return f"{type(wrong.value).__name__}: {wrong.value}"

    answers: tuple[Answer | None, ...] = (
        (200, {"Content-Type": "text/html"}, b"<html>a printer</html>"),
        (404, {}, b""),
        (405, {}, b""),
        (500, {}, b""),
        (302, {"Location": "http://192.168.1.1/admin"}, b""),
        (207, XML, b"<a>"),
        multistatus(),
    )
    heard = set()
    for given in answers:
        async with serving(lambda *_, given=given: given) as (address, _):
            heard.add(await said(address))
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    elsewhere = ("169.254.169.254", "[fe80::1]", "0.0.0.0", "2852039166", "[::ffff:169.254.169.254]", "no-such-host.invalid")
    heard |= {await said(f"http://{host}/cal/") for host in elsewhere}
    heard.add(await said(f"http://127.0.0.1:{port}/cal/"))
    assert len(heard) == 1, heard
