"""Passkeys: made and used through the pages' endpoints, by a security key in software."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest

from yamori.domain.clock import SetClock

from .accounts import PASSWORDS, Browser, house_of
from .authenticator import Authenticator
from .signed_in import MORNING

LOCALHOST = "http://localhost:8765"


async def add_passkey(browser: Browser, key: Authenticator, *, password: str = PASSWORDS["aiko"], name: str = "Key") -> httpx.Response:
    csrf = await browser.token("/account")
    options = await browser.http.post("/account/passkeys/options", json={"csrf": csrf, "password": password})
    if options.status_code != 200:
        return options
    made = {"csrf": csrf, "name": name, "credential": key.make(options.json())}
    return await browser.http.post("/account/passkeys", json=made)


async def begin(browser: Browser) -> tuple[str, dict[str, Any]]:
    csrf = await browser.token("/sign-in")
    return csrf, (await browser.http.post("/sign-in/passkey/options", json={"csrf": csrf})).json()


async def sign_in(browser: Browser, key: Authenticator) -> httpx.Response:
    csrf, options = await begin(browser)
    return await browser.http.post("/sign-in/passkey", json={"csrf": csrf, "next": "/schedule", "credential": key.answer(options)})


async def test_a_passkey_signs_its_person_in_until_it_is_removed() -> None:
    key = Authenticator()
    async with house_of("aiko") as household, Browser(household, url=LOCALHOST) as here, Browser(household, url=LOCALHOST) as there:
        await here.sign_in("aiko")
        assert (await add_passkey(here, key, name="My phone")).json() == {"next": "/account?done=passkey"}
        assert "My phone" in (await here.get("/account")).text
        signed = await sign_in(there, key)
        assert signed.json() == {"next": "/schedule"} and await there.may("/schedule")
        (known,) = await household.people.passkeys.of("aiko")
        await there.send("/account", f"/account/passkeys/{known.id}/remove")
        async with Browser(household, url=LOCALHOST) as third:
            assert (await sign_in(third, key)).status_code == 422 and not await third.may()


async def test_a_session_without_the_password_adds_no_passkey() -> None:
    async with house_of("aiko") as household, Browser(household, url=LOCALHOST) as thief:
        await thief.sign_in("aiko")
        refused = await add_passkey(thief, Authenticator(), password="guessed it?")
        assert refused.status_code == 401
        assert await household.people.passkeys.of("aiko") == []


@pytest.mark.parametrize("key", [Authenticator(origin="http://localhost:9999"), Authenticator(verifies=False)])
async def test_what_was_made_for_another_page_or_without_asking_anybody_is_refused(key: Authenticator) -> None:
    async with house_of("aiko") as household, Browser(household, url=LOCALHOST) as browser:
        await browser.sign_in("aiko")
        assert (await add_passkey(browser, key)).status_code == 422


async def test_a_challenge_is_good_once_for_one_browser_and_for_five_minutes() -> None:
    key, clock = Authenticator(), SetClock(MORNING)
    async with house_of("aiko", clock=clock) as household, Browser(household, url=LOCALHOST) as owner:
        await owner.sign_in("aiko")
        await add_passkey(owner, key)
        async with Browser(household, url=LOCALHOST) as browser, Browser(household, url=LOCALHOST) as other:
            csrf, options = await begin(browser)
            answer = key.answer(options)
            foreign = {"csrf": await other.token("/sign-in"), "credential": answer}
            assert (await other.http.post("/sign-in/passkey", json=foreign)).status_code == 422
            sent = [await browser.http.post("/sign-in/passkey", json={"csrf": csrf, "credential": answer}) for _ in range(2)]
            assert [reply.status_code for reply in sent] == [200, 403]  # the second comes with the form of before
        async with Browser(household, url=LOCALHOST) as late:
            csrf, options = await begin(late)
            clock.advance(timedelta(minutes=5))
            reply = await late.http.post("/sign-in/passkey", json={"csrf": csrf, "credential": key.answer(options)})
            assert (reply.status_code, reply.json()["says"]) == (422, "That took too long. Please begin again.")


async def test_a_copied_key_whose_count_went_back_is_refused() -> None:
    key = Authenticator()
    async with house_of("aiko") as household, Browser(household, url=LOCALHOST) as owner:
        await owner.sign_in("aiko")
        await add_passkey(owner, key)
        for uses, expected in ((6, 200), (3, 422)):
            key.uses = uses
            async with Browser(household, url=LOCALHOST) as browser:
                assert (await sign_in(browser, key)).status_code == expected


@pytest.mark.parametrize("credential", [None, {}, [], "x", {"rawId": "é"}, {"rawId": "A" * 50_000}, {"id": 1, "rawId": 2, "response": 3}])
async def test_garbage_is_no_passkey(credential: object) -> None:
    async with house_of("aiko") as household, Browser(household, url=LOCALHOST) as browser:
        csrf, _ = await begin(browser)
        reply = await browser.http.post("/sign-in/passkey", json={"csrf": csrf, "credential": credential})
        assert reply.status_code in (413, 422) and not await browser.may()


async def test_an_address_by_number_offers_no_passkey() -> None:
    async with house_of("aiko") as household, Browser(household) as numbered, Browser(household, url=LOCALHOST) as named:
        assert "passkey-in" not in (await numbered.get("/sign-in")).text
        assert "passkey-in" in (await named.get("/sign-in")).text


async def test_a_thousand_ceremonies_that_nobody_ends_leave_the_password_working() -> None:
    async with house_of("aiko") as household, Browser(household, url=LOCALHOST) as browser:
        site_of = household.people.passkeys

        async def begun(number: int) -> bool:
            from yamori.domain.errors import HouseSilent
            from yamori.people.passkeys import Site

            try:
                await site_of.offer_sign_in(site=Site(id="localhost", origin=LOCALHOST), form=f"form {number}", now=MORNING)
            except HouseSilent:
                return False
            return True

        assert sum(await asyncio.gather(*(begun(number) for number in range(1_000)))) == 500
        assert (await browser.sign_in("aiko")).status_code == 303
