"""The Devices view of a real household in a real browser, with a robot that joins over the door."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from tests.gateway.fakes import cause, set_warmth

from yamori.domain.receipt import Command

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import Browser, ConsoleMessage, Page, expect

from .browser import IN_CHROMIUM, chromium, show
from .real_house import drawn, real_house

pytestmark = [*IN_CHROMIUM]

PATIENCE = 30_000
"""Milliseconds; never waited for when all is well."""
expect.set_options(timeout=PATIENCE)
GLOW = Command(device="wisp", component="flame", capability="glow", name="setGlow", arguments={"glow": 7})
TRAP = "<img src=x onerror=alert(1)>"


async def opened(browser: Browser, address: str, complaints: list[str], *, language: str = "en", width: int = 1280) -> Page:
    context = await browser.new_context(viewport={"width": width, "height": 900}, locale=language)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(f"{address}/devices")
    await expect(page.locator(".device").first).to_be_visible()
    return page


async def test_a_robot_joins_live_works_shows_its_picture_is_renamed_and_removed(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        page = await opened(browser, house.address, complaints)
        front = await page.context.new_page()
        await front.goto(house.address)
        await expect(front.locator(".device")).to_have_count(2)
        robot = await house.robot(room="den", profile="lantern")
        await expect(front.locator(".device")).to_have_count(3)
        wisp = page.locator(".device", has_text="Wisp")
        await expect(wisp.locator(".now")).to_have_text("flame · glow 1")

        # A job waits and is cancelled; another is done, and the state follows.
        gate = house.household.gate
        first = asyncio.ensure_future(gate.execute(GLOW, cause("first", "glow")))
        waiting = page.locator(".job.is-waiting")
        await expect(waiting).to_contain_text("flame · set glow (glow 7)")
        await waiting.locator("button").click()
        await expect(page.locator(".job.is-cancelled")).to_have_count(1)
        await first
        assert await robot.lease(wait=0) == [], "what was cancelled is never delivered"
        second = asyncio.ensure_future(gate.execute(GLOW, cause("second", "make it glow")))
        await robot.serve_one()
        await second
        await expect(wisp.locator(".now")).to_have_text("flame · glow 7")
        await expect(page.locator(".job.is-done")).to_have_count(1)
        await expect(page.locator(".deed").first).to_contain_text("Sora said “make it glow”")

        # Its newest picture, and no other.
        for colour in ("red", "blue"):
            house.clock.advance(timedelta(seconds=1))
            sent = await house.client.post("/edge/images?component=flame", content=drawn(colour), headers=robot.headers)
            picture = page.locator(f'.pictures img[src="/gate/pictures/{sent.json()["image"]}"]')
            await expect(picture).to_be_visible()
            await page.wait_for_function("image => image.complete && image.naturalWidth === 64", arg=await picture.element_handle())
        await expect(page.locator(".pictures img")).to_have_count(1)

        # Opened: what it can do; named anew with the keyboard, and still open afterwards.
        await wisp.locator("summary").first.press("Enter")
        await expect(wisp.locator(".commands")).to_contain_text("set glow glow (0 – 10)")
        await wisp.locator("input[name=name]").fill(TRAP)
        await page.keyboard.press("Enter")
        renamed = page.locator(".device", has_text=TRAP)
        await expect(renamed.locator(".name").first).to_contain_text(TRAP)
        await expect(renamed.locator("input[name=name]")).to_have_value(TRAP)
        assert await page.locator("img[src=x]").count() == 0, "a name is text"

        await renamed.locator(".remove > summary").click()
        await renamed.locator(".danger").click()
        await expect(renamed).to_have_count(0)
        assert gate.home.device("wisp") is None
        assert complaints == [], "neither the policy nor the scripts complain"


async def test_a_change_is_undone_and_what_cannot_be_is_said_in_japanese_on_a_phone(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with real_house(tmp_path) as house, chromium() as browser:
        gate = house.household.gate
        warm = await gate.execute(set_warmth(25), cause("a", "もう少し暖かくして", agent="iot"))
        await gate.execute(Command(device="gate", capability="bell", name="ring"), cause("b", "鳴らして"))
        page = await opened(browser, house.address, complaints, language="ja", width=390)
        assert await page.evaluate("document.getElementById('view').scrollWidth <= innerWidth"), "nothing sticks out sideways"
        heater = page.locator(".device", has_text="暖房機").locator(".now")
        await expect(heater).to_contain_text("25")
        await expect(page.locator(".deed").last).to_contain_text("Soraさん「もう少し暖かくして」")

        await page.locator(f"#deed-{warm.id}-undo").click()
        await expect(page.locator("#undone .is-done")).not_to_have_count(0)
        await expect(heater).to_contain_text("20")
        assert (await gate.read("heater", "main", "warmth", "warmth")).value == 20
        undo = (await gate.ledger())[0]
        assert undo.cause.person == "sora"
        assert undo.cause.words.startswith("元に戻す: 暖房機")

        # A hidden page gives its connection back, and sees what it missed when it is seen again.
        await show(page, hidden=True)
        await gate.execute(set_warmth(30), cause("c", "もっと暖かく"))
        await show(page, hidden=False)
        await expect(heater).to_contain_text("30")
        await expect(page.locator(".deed").first).to_contain_text("もっと暖かく")

        await page.locator("#undo-since").click()
        await expect(page.locator("#undone .is-not")).to_contain_text("実行したことは取り消せません")
        assert complaints == []
