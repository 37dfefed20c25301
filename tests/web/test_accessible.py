"""Every page as axe-core sees it in a real browser, on a phone and a desk, by day and by night: nothing serious."""

from pathlib import Path
from typing import Literal

import pytest

from yamori.domain.events import Replied

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from .browser import IN_CHROMIUM, chromium, served
from .scheduled import scheduled
from .test_conversations import dimmed

pytestmark = [*IN_CHROMIUM]
AXE = Path(__file__).parent / "vendor" / "axe" / "axe.min.js"
PAGES = (
    "/",
    "/?conversation=talk%201",
    "/chats",
    "/home",
    "/home/of/living-light",
    "/home/of/front-door",
    "/home/of/nowhere",
    "/devices",
    "/schedule",
    "/schedule/routines",
    "/schedule/diary",
    "/automations",
    "/papers",
    "/memory",
    "/settings",
    "/welcome",
    "/offline",
)
LOOKED_FOR = """async () => (await axe.run({resultTypes: ["violations"]})).violations
  .filter((one) => ["serious", "critical"].includes(one.impact))
  .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message || ""}`))"""

RISEN = """async () => { await Promise.all(document.getElementById("beside").getAnimations().map((one) => one.finished)); }"""


@pytest.mark.parametrize(("width", "scheme", "language"), [(390, "dark", "ja"), (1280, "light", "en")])
async def test_axe_finds_nothing_serious_on_any_page(width: int, scheme: Literal["dark", "light"], language: str) -> None:
    found: list[str] = []
    async with scheduled() as house, served(house.household) as address, chromium() as browser:
        await house.task("Dentist")
        await house.routine("Stretching", "Squats")
        turn = await house.household.start_turn("Dim the lamp", house.household.people[0].id, None, None)
        await house.household.happen(turn.turn, Replied(text="Done."))
        house.household.conversations.changed[turn.turn] = dimmed()
        context = await browser.new_context(
            viewport={"width": width, "height": 844},
            color_scheme=scheme,
            locale=language,
            reduced_motion="reduce",
            bypass_csp=True,  # for axe, which the house's own policy would not let in
        )
        page = await context.new_page()

        async def look(where: str) -> None:
            found.extend(f"{where} {one}" for one in await page.evaluate(LOOKED_FOR))

        async def opened(where: str, button: str, dialog: str) -> None:
            await page.locator(button).first.click()
            await page.locator(f"{dialog}[open]").wait_for()
            await look(f"{where}, {dialog}")
            await page.keyboard.press("Escape")

        for path in PAGES:
            await page.goto(address + path)
            await page.add_script_tag(path=AXE)
            await look(path)
            if path.startswith("/?"):
                await page.locator(".correct > summary").click()
                await look(f"{path}, correcting")
            if path == "/home":
                await page.locator(".talk-opener").click()
                await page.evaluate(RISEN)
                await look(f"{path}, talking")
                await page.keyboard.press("Escape")
            if path == "/schedule":
                await page.locator("#calendar .entry").first.wait_for()
                for view in ("dayGridMonth", "timeGridWeek", "timeGridDay", "list"):
                    await page.locator(f"[data-view={view}]").click()
                    await page.locator(f"[data-view={view}][aria-pressed=true]").wait_for()
                    await look(f"{path}, {view}")
                for button, dialog in (("#new", "#editor"), ("#keys-open", "#keys"), ("#share-open", "#share")):
                    await opened(path, button, dialog)
                await page.locator("#new").click()
                await page.locator("#editor [type=submit]").click()
                await page.locator("#editor [role=alert]:not(:empty)").wait_for()
                await look(f"{path}, a mistake in the editor")
                await page.keyboard.press("Escape")
            if path == "/schedule/routines":
                await opened(path, "#plan .strong", "#routine-editor")
            if path == "/chats":
                await page.locator(".menu > summary").first.click()
                await look(f"{path}, a menu")
    assert not found, "\n".join(found)
