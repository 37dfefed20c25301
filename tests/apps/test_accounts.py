"""Signing in to the house, and what a person does with their account, through its pages."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from tests.apps.accounts import PASSWORDS, Browser, house_of
from tests.apps.signed_in import MORNING
from tests.lengths import length

from yamori.apps.household import Household
from yamori.apps.reach import Reach
from yamori.domain.caller import Scope
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.people.session import COARSE, Kind

SECURE = Reach(public_url="https://yamori.lan", is_open_to_others=True)


class MovedClock:
    """Goes where it is put, also back."""

    def __init__(self, now: datetime = MORNING) -> None:
        self.at = now

    def now(self) -> datetime:
        return self.at


def on_disk(data: Path) -> bytes:
    return b"".join(file.read_bytes() for file in data.glob("people.sqlite3*"))


def said(reply: httpx.Response) -> str:
    """What a page says went wrong."""
    found = re.search(r'<span class="problem">(.*?)</span>', reply.text, re.DOTALL)
    return found[1] if found else ""


async def test_who_signs_in_is_who_speaks_and_is_led_to_where_they_wanted_to_go() -> None:
    async with house_of("aiko", "mei") as household, Browser(household) as browser:
        led = await browser.get("/schedule?date=2026-11-22")
        assert (led.status_code, led.headers["location"]) == (303, "/account?next=%2Fschedule%3Fdate%3D2026-11-22")
        there = await browser.get(led.headers["location"])
        assert there.headers["location"] == "/sign-in?next=%2Fschedule%3Fdate%3D2026-11-22"
        form = await browser.get(there.headers["location"])
        assert 'value="/schedule?date=2026-11-22"' in form.text
        signed = await browser.sign_in("Mei", PASSWORDS["mei"], next="/schedule?date=2026-11-22")
        assert (signed.status_code, signed.headers["location"]) == (303, "/schedule?date=2026-11-22")
        assert (await browser.get("/schedule?date=2026-11-22")).status_code == 200
        begun = await browser.http.post("/turns", json={"text": "hello"})
        turn = await browser.http.get(f"/turns/{begun.json()['turn']}")
        as_aiko = await browser.http.post("/turns", json={"text": "hello", "person": "aiko"})
    assert (turn.json()["person"], as_aiko.status_code) == ("mei", 403)


@pytest.mark.parametrize(
    "next", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/ok\r\nSet-Cookie: a=b"]
)
async def test_signing_in_leads_to_no_other_site(next: str) -> None:
    async with house_of("aiko") as household, Browser(household) as browser:
        assert (await browser.sign_in("aiko", next=next)).headers["location"] == "/"


async def test_a_wrong_name_and_a_wrong_password_look_the_same() -> None:
    async with house_of("aiko") as household, Browser(household) as browser:
        replies = [await browser.sign_in(name, "not the password") for name in ("aiko", "nobody", "kenji", "")]
        assert {(reply.status_code, said(reply)) for reply in replies} == {(401, "That name and password do not go together.")}
        assert household.people.passwords.reckoned == 1 + len(replies)  # the account's own, and each try's
        assert not await browser.may()


async def test_what_a_browser_holds_is_kept_as_a_hash_alone_and_no_script_reads_it(tmp_path: Path) -> None:
    async with house_of("aiko", data=tmp_path) as household, Browser(household) as browser:
        reply = await browser.sign_in("aiko")
        cookies = reply.headers.get_list("set-cookie")
        held = [browser.http.cookies["yamori_session"], browser.http.cookies["yamori_browser"], PASSWORDS["aiko"]]
        kept = on_disk(tmp_path)
    assert [secret for secret in held if secret.encode() in kept] == [] and b"$argon2id$" in kept
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/" in cookie for cookie in cookies)
    assert not any("Secure" in cookie for cookie in cookies)


async def test_behind_tls_cookies_are_sent_over_it_alone_and_this_machine_is_nobody_either() -> None:
    async with house_of("aiko", reach=SECURE) as household, Browser(household, url="https://yamori.lan") as browser:
        cookies = (await browser.sign_in("aiko")).headers.get_list("set-cookie")
        assert await browser.may()
        plain = {"Cookie": f"yamori_session={browser.http.cookies['__Host-yamori_session']}"}
        async with Browser(household) as other:
            assert (await other.get("/gate/home", **plain)).status_code in (303, 401)
    assert all(cookie.startswith("__Host-yamori_") and "Secure" in cookie and "Domain" not in cookie for cookie in cookies)
    async with house_of(reach=SECURE) as household, Browser(household) as browser:
        assert not await browser.may()
        assert "yamori account add" in (await browser.get("/sign-in")).text


async def test_a_form_that_this_browser_was_not_given_does_nothing() -> None:
    async with house_of("aiko") as household, Browser(household) as browser, Browser(household) as other:
        fields = {"name": "aiko", "password": PASSWORDS["aiko"]}
        foreign = await other.token("/sign-in")
        bare = await browser.http.post("/sign-in", data=fields)
        await browser.get("/sign-in")
        stolen = await browser.http.post("/sign-in", data=fields | {"csrf": foreign})
        assert [bare.status_code, stolen.status_code] == [403, 403]
        await browser.sign_in("aiko")
        assert (await browser.http.post("/sign-out", data={"csrf": foreign})).status_code == 403
        elsewhere = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        token = await browser.token("/account")
        sent = await browser.http.post("/sign-out", data={"csrf": token}, headers=elsewhere)
        assert sent.status_code == 403 and await browser.may()


async def test_signing_out_ends_the_session_in_the_house_too() -> None:
    async with house_of("aiko") as household, Browser(household) as browser:
        await browser.sign_in("aiko")
        stolen = {"Cookie": f"yamori_session={browser.http.cookies['yamori_session']}"}
        assert (await browser.send("/account", "/sign-out")).headers["location"] == "/sign-in"
        async with Browser(household) as thief:
            assert (await thief.get("/gate/home", **stolen)).status_code == 303
            assert not await browser.may()


async def test_a_session_ends_without_use_and_at_last_however_much_it_is_used() -> None:
    clock = SetClock(MORNING)
    async with house_of("aiko", "kenji", clock=clock) as household, Browser(household) as idle, Browser(household) as busy:
        await idle.sign_in("aiko")
        await busy.sign_in("kenji")
        for _ in range(8):
            clock.advance(timedelta(days=20))
            assert await busy.may()
        assert not await idle.may()
        clock.advance(timedelta(days=20))
        assert not await busy.may()


async def test_reading_a_page_writes_nothing_but_once_an_hour() -> None:
    clock = SetClock(MORNING)
    async with house_of("aiko", clock=clock) as household, Browser(household) as browser:
        await browser.sign_in("aiko")
        used = []
        for _ in range(5):
            clock.advance(COARSE / 3)
            assert await browser.may()
            (session,) = await household.people.sessions.of("aiko", now=clock.now())
            used.append(session.used - MORNING)
    assert used == [timedelta(0), timedelta(0), COARSE, COARSE, COARSE]


async def test_a_changed_password_ends_whatever_was_let_in_under_the_old_one() -> None:
    async with house_of("aiko") as household, Browser(household) as phone, Browser(household) as thief, Browser(household) as tablet:
        await phone.sign_in("aiko")
        await thief.sign_in("aiko")
        paired = await phone.send("/account", "/account/pairings", person="", room="kitchen", password=PASSWORDS["aiko"])
        link = re.search(r"/pair/[\w-]+", paired.text)
        assert link is not None
        assert (await tablet.send(link[0])).status_code == 303 and await tablet.may()
        secret, _ = await household.people.tokens.add("program", person="aiko", scopes=["read"], now=MORNING)
        bearer = {"Authorization": f"Bearer {secret}"}
        async with Browser(household) as program:
            assert (await program.get("/gate/home", **bearer)).status_code == 200
            new = {"new": "six red lanterns", "again": "six red lanterns"}
            refused = await thief.send("/account", "/account/password", password="guessed it?", **new)
            assert (refused.status_code, said(refused)) == (401, "That name and password do not go together.")
            changed = await phone.send("/account", "/account/password", password=PASSWORDS["aiko"], tokens="on", **new)
            assert changed.headers["location"] == "/account?done=password"
            assert [await browser.may() for browser in (phone, thief, tablet)] == [True, False, False]
            assert (await program.get("/gate/home", **bearer)).status_code == 303
        assert (await thief.sign_in("aiko")).status_code == 401
        assert (await thief.sign_in("aiko", "six red lanterns")).status_code == 303


async def test_everybody_ends_their_own_sessions_and_an_adult_anybodys() -> None:
    async with (
        house_of("aiko", "mei") as household,
        Browser(household) as aiko,
        Browser(household, agent="Mozilla/5.0 (iPhone) Safari/1") as mei,
    ):
        await aiko.sign_in("aiko")
        await mei.sign_in("mei")
        (hers,) = await household.people.sessions.of("aiko", now=MORNING)
        (childs,) = await household.people.sessions.of("mei", now=MORNING)
        shown = (await mei.get("/account")).text
        assert "Safari · iPhone" in shown and "Firefox · Linux" not in shown
        assert (await mei.send("/account", f"/account/sessions/{hers.id}/end")).status_code == 404
        assert await aiko.may()
        assert "Safari · iPhone" in (await aiko.get("/account")).text
        assert (await aiko.send("/account", f"/account/sessions/{childs.id}/end")).status_code == 303
        assert not await mei.may()


@pytest.mark.slow
async def test_a_day_of_wrong_passwords_costs_few_hashes_and_keeps_nobody_out_who_was_here_before() -> None:
    clock = SetClock(MORNING)
    async with house_of("aiko", clock=clock) as household, Browser(household, client="192.0.2.7") as phone:
        await phone.sign_in("aiko")
        await phone.send("/account", "/sign-out")
        before = household.people.passwords.reckoned
        sign_in = household.people.signing_in
        tries = length(1_000, 10_000)
        for number in range(tries):
            clock.advance(timedelta(seconds=80_000) / tries)
            found = await sign_in.with_password(
                "aiko", f"guess {number}", client=f"198.51.100.{number % 250}", browser=None, now=clock.now()
            )
        reckoned = household.people.passwords.reckoned - before
        assert 20 < reckoned <= 101 and getattr(found, "why", "") == "wait"
        async with Browser(household, client="203.0.113.9") as stranger:
            refused = await stranger.sign_in("aiko")
            assert refused.status_code == 429 and said(refused).startswith("There were too many wrong passwords.")
        assert (await phone.sign_in("aiko")).status_code == 303  # the browser is known
        async with Browser(household, client="192.0.2.7") as same_place:
            assert (await same_place.sign_in("aiko")).status_code == 303  # the address is


async def test_tries_at_the_same_moment_are_all_counted_and_a_restart_forgets_none(tmp_path: Path) -> None:
    async def guess(household: Household, number: int) -> str:
        found = await household.people.signing_in.with_password("aiko", f"guess {number}", client="198.51.100.1", browser=None, now=MORNING)
        return str(getattr(found, "why", ""))

    async with house_of("aiko", data=tmp_path) as household:
        told: Sequence[str] = await asyncio.gather(*(guess(household, number) for number in range(8)))
        assert sorted(told) == ["wait"] * 3 + ["wrong"] * 5
    async with house_of(data=tmp_path) as household:
        assert await guess(household, 9) == "wait"
        assert household.people.passwords.reckoned == 0


def home_without(*people: str) -> LoadedHome:
    loaded = load_home("demo")
    return replace(loaded, home=replace(loaded.home, people=tuple(p for p in loaded.home.people if p.id not in people)))


async def test_whoever_has_left_the_home_file_is_let_in_no_more_and_the_house_stays_shut(tmp_path: Path) -> None:
    async with house_of("aiko", data=tmp_path) as household, Browser(household) as browser:
        await browser.sign_in("aiko")
        secret, _ = await household.people.tokens.add("program", person="aiko", scopes=["read"], now=MORNING)
        held = browser.http.cookies["yamori_session"]
    async with house_of(data=tmp_path, home=home_without("aiko")) as household, Browser(household) as browser:
        for shown in ({"Cookie": f"yamori_session={held}"}, {"Authorization": f"Bearer {secret}"}, {}):
            assert (await browser.get("/gate/home", **shown)).status_code == 303
        refused = await browser.sign_in("aiko")
    assert (refused.status_code, said(refused)) == (403, "This account belongs to nobody who lives here now.")


async def test_a_guest_is_invited_until_a_day_and_then_out_whatever_the_clock_says() -> None:
    clock = MovedClock()
    async with house_of("aiko", clock=clock) as household, Browser(household) as aiko, Browser(household) as guest:
        await aiko.sign_in("aiko")
        until = (MORNING + timedelta(days=2)).date().isoformat()
        asked = {"guest": "Sam", "until": until, "password": PASSWORDS["aiko"]}
        assert (await aiko.send("/account", "/account/invitations", **asked | {"password": "wrong one"})).status_code == 401
        invited = await aiko.send("/account", "/account/invitations", **asked)
        found = re.search(r"http://127.0.0.1:8765(/invitation/[\w-]+)", invited.text)
        assert found is not None
        for name in ("kenji", "Ｍｅｉ"):
            assert (await aiko.send("/account", "/account/invitations", **asked | {"guest": name})).status_code == 422
        page = await guest.get(found[1], **{"Accept-Language": "ja"})
        assert "Samさん、ようこそ" in page.text and "Aikoさんからの招待です" in page.text
        weak = await guest.send(found[1], password="1234567890", again="1234567890")
        assert weak.status_code == 422
        assert (await guest.send(found[1], password="a guest for two days", again="a guest for two days")).status_code == 303
        assert await guest.may("/") and not await guest.may("/schedule")
        assert (await guest.get(found[1])).status_code == 404  # once
        begun = await guest.http.post("/turns", json={"text": "hello"})
        assert begun.status_code == 202
        clock.at += timedelta(days=2)
        assert await guest.may("/")
        clock.at += timedelta(days=1)
        assert not await guest.may("/")
        clock.at = MORNING
        assert not await guest.may("/")
        again = await guest.sign_in("Sam", "a guest for two days")
        assert (again.status_code, said(again)) == (403, "This account has ended. An adult of the household can invite you again.")


async def test_a_clock_that_goes_back_ends_no_session_and_makes_none_everlasting() -> None:
    clock = MovedClock(MORNING + timedelta(days=3650))
    async with house_of("aiko", "kenji", clock=clock) as household, Browser(household) as wrong, Browser(household) as right:
        await wrong.sign_in("aiko")  # the clock said a time ten years ahead
        clock.at = MORNING
        assert not await wrong.may()
        await right.sign_in("kenji")
        clock.at = MORNING - timedelta(days=3)
        assert await right.may()
        for _ in range(5):
            await wrong.sign_in("aiko", "not the password")
        assert (await wrong.sign_in("aiko")).status_code == 429
        clock.at -= timedelta(hours=5)
        assert (await wrong.sign_in("aiko")).status_code == 429  # nor is the wait over
        clock.at += timedelta(minutes=2)
        assert (await wrong.sign_in("aiko")).status_code == 303  # nor does it last until the clock is there again


async def test_an_invitation_is_for_whom_it_was_made_and_for_a_day() -> None:
    clock = SetClock(MORNING)
    async with house_of("aiko", clock=clock) as household, Browser(household) as aiko, Browser(household) as kenji:
        await aiko.sign_in("aiko")
        links = []
        for _ in range(2):
            reply = await aiko.send("/account", "/account/invitations", person="kenji", password=PASSWORDS["aiko"])
            links.append(re.findall(r"/invitation/[\w-]+", reply.text)[0])
        chosen = {"password": PASSWORDS["kenji"], "again": PASSWORDS["kenji"]}
        clock.advance(timedelta(hours=23))
        assert (await kenji.send(links[0], **chosen)).status_code == 303
        assert "Kenji" in (await kenji.get("/account")).text
        again = await aiko.send("/account", "/account/invitations", person="kenji", password=PASSWORDS["aiko"])
        assert again.status_code == 422  # an adult who has an account: nobody else sets their password
        clock.advance(timedelta(hours=1))
        late = await kenji.get(links[1])
        assert late.status_code == 404 and "does not work any more" in late.text


async def test_a_tablet_on_the_wall_is_paired_by_its_code_once_and_is_nobody_in_particular() -> None:
    clock = SetClock(MORNING)
    async with house_of("aiko", clock=clock) as household, Browser(household) as aiko, Browser(household, agent="Android Chrome") as tablet:
        await aiko.sign_in("aiko")
        asked = {"person": "", "room": "kitchen", "password": PASSWORDS["aiko"]}
        codes = [(await aiko.send("/account", "/account/pairings", **asked)).text for _ in range(2)]
        assert "<svg" in codes[0] and "style=" not in codes[0]
        first, second = (re.findall(r"/pair/[\w-]+", code)[0] for code in codes)
        assert "Kitchen" in (await tablet.get(first)).text
        assert (await tablet.send(first)).status_code == 303
        assert [await tablet.may(path) for path in ("/", "/schedule")] == [True, False]
        shown = (await tablet.get("/account")).text
        assert "Shared device, Kitchen" in shown and "/account/password" not in shown
        assert (await tablet.send("/account", first)).status_code == 404
        assert (await tablet.send("/account", "/account/pairings", **asked)).status_code == 403
        await tablet.sign_in("aiko")
        (visit,) = [
            session for session in await household.people.sessions.of("aiko", now=MORNING) if session.room == "kitchen" and session.person
        ]
        assert await tablet.may("/schedule") and visit.kind is Kind.VISIT
        assert (await tablet.send("/account", "/sign-out")).headers["location"] == "/"  # everybody's again
        assert [await tablet.may(path) for path in ("/", "/schedule")] == [True, False]
        await tablet.sign_in("aiko")
        assert (await tablet.send("/account", "/account/pairings", **asked)).status_code == 200
        clock.advance(timedelta(minutes=10))
        assert (await aiko.get(second)).status_code == 404
        clock.advance(timedelta(hours=12))
        led = await tablet.get("/sign-in?next=/")  # whoever signed in at it has forgotten to sign out
        assert led.headers["location"] == "/"
        assert [await tablet.may(path) for path in ("/", "/schedule")] == [True, False]
        for room, person in (("", ""), ("attic", ""), ("kitchen", "kenji")):
            reply = await aiko.send("/account", "/account/pairings", person=person, room=room, password=PASSWORDS["aiko"])
            assert reply.status_code == 422, (room, person)


async def test_a_token_is_shown_once_is_good_for_its_scopes_and_can_be_revoked(tmp_path: Path) -> None:
    async with house_of("aiko", "mei", data=tmp_path) as household, Browser(household) as aiko, Browser(household) as program:
        await aiko.sign_in("aiko")
        made = await aiko.send("/account", "/account/tokens", **{"name": "watch", "scope-read": "on", "password": PASSWORDS["aiko"]})
        secret = re.findall(r"yamori_[\w-]{43}", made.text)[0]
        assert secret not in (await aiko.get("/account")).text
        assert secret.encode() not in on_disk(tmp_path)
        bearer = {"Authorization": f"Bearer {secret}", "Accept": "application/json"}
        statuses = [(await program.http.get(path, headers=bearer)).status_code for path in ("/gate/home", "/schedule")]
        change = await program.http.post("/account/password", headers=bearer, data={"new": "x"})
        assert (statuses, change.status_code) == ([200, 403], 403)
        (token,) = await household.people.tokens.of("aiko")
        assert (token.scopes, token.used) == ({Scope.READ}, MORNING)
        assert (await aiko.send("/account", f"/account/tokens/{token.id}/revoke")).status_code == 303
        assert (await program.http.get("/gate/home", headers=bearer)).status_code == 401


async def test_a_child_makes_no_token_and_lets_nobody_in() -> None:
    async with house_of("aiko", "mei") as household, Browser(household) as mei:
        await mei.sign_in("mei")
        own = {"password": PASSWORDS["mei"]}
        replies = [
            await mei.send("/account", "/account/tokens", **{"name": "x", "scope-chat": "on"}, **own),
            await mei.send("/account", "/account/invitations", person="kenji", **own),
            await mei.send("/account", "/account/pairings", person="mei", room="kitchen", **own),
        ]
    assert [reply.status_code for reply in replies] == [403] * 3


async def test_the_pages_carry_the_houses_policy_and_no_script_of_their_own() -> None:
    async with house_of("aiko") as household, Browser(household) as browser:
        await browser.sign_in("aiko")
        for path in ("/sign-in", "/account", "/invitation/nothing", "/pair/nothing"):
            reply = await browser.get(path)
            assert "script-src 'self'" in reply.headers["content-security-policy"], path
            assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", reply.text), path
            assert reply.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/gate/changes", "/ui/notices?person=aiko"])
async def test_a_stream_that_is_followed_ends_with_the_session_that_opened_it(path: str) -> None:
    async with house_of("aiko") as household, Browser(household) as phone, Browser(household) as thief:
        await phone.sign_in("aiko")
        await thief.sign_in("aiko")
        new = {"password": PASSWORDS["aiko"], "new": "six red lanterns", "again": "six red lanterns"}
        async with asyncio.timeout(10), thief.http.stream("GET", path, headers={"Accept": "text/event-stream"}) as stream:
            assert stream.status_code == 200
            await phone.send("/account", "/account/password", **new)
            assert "data:" not in "".join([line async for line in stream.aiter_lines()])
        assert [await browser.may() for browser in (phone, thief)] == [True, False]


async def test_a_tablet_on_the_wall_asks_for_nobodys_notices() -> None:
    async with house_of("aiko") as household, Browser(household) as aiko, Browser(household) as tablet:
        await aiko.sign_in("aiko")
        paired = await aiko.send("/account", "/account/pairings", person="", room="kitchen", password=PASSWORDS["aiko"])
        await tablet.send(re.findall(r"/pair/[\w-]+", paired.text)[0])
        assert 'id="notices"' not in (await tablet.get("/")).text and 'id="notices"' in (await aiko.get("/")).text
