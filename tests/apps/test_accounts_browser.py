"""The account pages in a real browser as wide as a phone: a passkey is made and signs in, and a code on one screen pairs another."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn

pytest.importorskip("playwright", reason="the browser test needs the package playwright")

from playwright.async_api import Browser, Page, expect
from tests.apps.accounts import PASSWORDS, house_of
from tests.web.browser import IN_CHROMIUM, chromium

from yamori.apps.household import Household

pytestmark = [*IN_CHROMIUM]
_PHONE = {"width": 390, "height": 844}


@asynccontextmanager
async def _served(household: Household) -> AsyncIterator[str]:
    """By a name, since no passkey is made for a number."""
    server = uvicorn.Server(uvicorn.Config(household.app, log_level="warning", log_config=None, timeout_graceful_shutdown=1))
    listening = socket.create_server(("127.0.0.1", 0))
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield f"http://localhost:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running


async def _opened(browser: Browser, address: str, language: str, complaints: list[str]) -> Page:
    context = await browser.new_context(viewport=_PHONE, locale=language, base_url=address)  # type: ignore[arg-type]
    page = await context.new_page()
    page.set_default_timeout(60_000)  # milliseconds: a machine that is busy is no mistake of the page
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page


async def _sign_in(page: Page) -> None:
    await page.goto("/account")
    await page.fill("input[name=name]", "aiko")
    await page.fill("input[name=password]", PASSWORDS["aiko"])
    await page.click("form[action='/sign-in'] button")
    await page.wait_for_url("**/")
    await page.goto("/account")


async def _fits(page: Page) -> bool:
    """Nothing of it stands out of the phone's screen."""
    return bool(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


async def _hold_a_passkey(page: Page) -> None:
    """The browser's own authenticator in software, which its owner unlocks at once."""
    chrome = await page.context.new_cdp_session(page)
    await chrome.send("WebAuthn.enable")
    holds = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    await chrome.send("WebAuthn.addVirtualAuthenticator", {"options": {"protocol": "ctap2", "transport": "internal", **holds}})


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_passkey_is_made_on_the_page_and_signs_in_without_name_or_password(language: str) -> None:
    complaints: list[str] = []
    async with house_of("aiko") as household, _served(household) as address, chromium() as browser:
        page = await _opened(browser, address, language, complaints)
        await _hold_a_passkey(page)
        await _sign_in(page)
        assert await _fits(page)
        await page.click("#passkey-new summary")
        await page.fill("#passkey-new input[name=name]", "Phone")
        await page.fill("#passkey-new input[name=password]", PASSWORDS["aiko"])
        await page.click("#passkey-new button")
        await page.wait_for_url("**/account?done=passkey")
        await page.click("form[action='/sign-out'] button")
        await page.wait_for_url("**/sign-in")
        assert await _fits(page)
        await page.click("#passkey-in button")
        await page.wait_for_url("**/")
        await page.goto("/account")
        assert "Aiko" in await page.inner_text("main")
        (held,) = await household.people.passkeys.of("aiko")
    assert (held.name, held.used is not None, complaints) == ("Phone", True, [])


async def test_a_wrong_password_makes_no_passkey_and_the_page_says_so() -> None:
    async with house_of("aiko") as household, _served(household) as address, chromium() as browser:
        page = await _opened(browser, address, "ja", [])
        await _hold_a_passkey(page)
        await _sign_in(page)
        await page.click("#passkey-new summary")
        await page.fill("#passkey-new input[name=name]", "Phone")
        await page.fill("#passkey-new input[name=password]", PASSWORDS["kenji"])
        await page.click("#passkey-new button")
        await expect(page.locator("#passkey-new [role=status]")).not_to_have_text("")
        assert await page.is_enabled("#passkey-new button")
        assert await household.people.passkeys.of("aiko") == []


async def test_the_code_on_one_screen_makes_another_the_tablet_of_a_room() -> None:
    complaints: list[str] = []
    async with house_of("aiko") as household, _served(household) as address, chromium() as browser:
        page = await _opened(browser, address, "en", complaints)
        await _sign_in(page)
        form = page.locator("form[action='/account/pairings']")
        await page.locator("details", has=form).locator("summary").click()
        await form.locator("select[name=room]").select_option("kitchen")
        await form.locator("input[name=password]").fill(PASSWORDS["aiko"])
        await form.locator("button").click()
        await page.wait_for_selector(".once svg")
        assert await _fits(page)
        link = await page.inner_text(".once code")
        tablet = await _opened(browser, address, "en", [])
        await tablet.goto(link)
        await tablet.click("main form button")
        await tablet.wait_for_url("**/")
        await tablet.goto("/account")
        assert "Kitchen" in await tablet.inner_text("main")
        late = await _opened(browser, address, "en", [])
        shown = await late.goto(link)
    assert (shown is not None and shown.status, complaints) == (404, [])
