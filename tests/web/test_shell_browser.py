"""The shell in a real browser: talking from any page, navigation by thumb, notices, and a house that does not answer."""

from datetime import timedelta

import pytest

from yamori.domain.events import Replied

from .household import NOW, FakeHousehold

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import Browser, Page, expect

from yamori.web.schedule_port import Notice

from .browser import IN_CHROMIUM, chromium, served

pytestmark = [*IN_CHROMIUM]
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
PAGES = ("/", "/devices", "/automations", "/papers", "/memory", "/settings")
_TOUCHED = ".destinations a, .actions .quiet, .talk-opener, .settled select, .settled .yes"
_TOO_SMALL = """(touched) => [...document.querySelectorAll(touched)].filter((box) => box.checkVisibility()).map((box) => {
  const { width, height } = box.getBoundingClientRect();
  return `${box.textContent.trim()} ${width}x${height}`.concat(width < 44 || height < 44 ? " small" : "");
}).filter((said) => said.endsWith(" small"))"""
_KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(caches_.map((cache) => cache.keys()));
  return kept.flat().map((request) => new URL(request.url).pathname).sort();
}"""


async def phone(browser: Browser, address: str, **more: object) -> Page:
    context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, **more)  # type: ignore[arg-type]
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    await page.goto(address)
    return page


async def test_on_a_phone_one_talks_from_any_page_in_a_sheet_and_stays_there() -> None:
    household = FakeHousehold()
    async with served(household) as address, chromium() as browser:
        page = await phone(browser, f"{address}/papers")
        await expect(page.locator("#beside")).to_be_hidden()
        await page.locator(".talk-opener").tap()
        await expect(page.locator("#text")).to_be_focused()
        await page.keyboard.type("Dim the living room")
        await page.keyboard.press("Enter")
        turn = await household.plays.get()
        await household.happen(turn.id, Replied(text="Dimmed."))
        await expect(page.locator("#beside .answer")).to_have_text("Dimmed.")
        await expect(page.locator("#to-chat")).to_have_attribute("href", "/?conversation=talk+1")
        assert "/papers" in page.url
        await page.locator("#beside .close").tap()
        await expect(page.locator("#beside")).to_be_hidden()
        await page.get_by_role("link", name="Memory").tap()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Memory")
        await expect(page.locator(".destinations [aria-current=page]")).to_have_text("Memory")


async def test_without_scripts_the_sheet_opens_and_its_form_leads_to_the_conversation() -> None:
    household = FakeHousehold()
    async with served(household) as address, chromium() as browser:
        page = await phone(browser, f"{address}/papers", java_script_enabled=False)
        await page.locator(".talk-opener").tap()
        await page.locator("#text").fill("Dim the living room")
        await page.locator("#say .send").tap()
        await page.wait_for_url("**/?conversation=*")
        await expect(page.locator(".said")).to_contain_text("Dim the living room")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 800)])
async def test_nothing_sticks_out_and_a_thumb_hits_what_it_aims_at(width: int, height: int) -> None:
    async with served(FakeHousehold()) as address, chromium() as browser:
        for language in ("en", "ja"):
            is_phone = width < 640
            context = await browser.new_context(
                viewport={"width": width, "height": height}, locale=language, has_touch=is_phone, is_mobile=is_phone
            )
            page = await context.new_page()
            for path in PAGES:
                await page.goto(address + path)
                assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, language)
                cut = "(a) => a.filter((b) => b.scrollWidth > b.clientWidth + 1).map((b) => b.textContent)"
                assert await page.locator(".destinations a").evaluate_all(cut) == [], (path, language)
                if is_phone:
                    assert await page.evaluate(_TOO_SMALL, _TOUCHED) == [], (path, language)
            await context.close()


async def test_a_notice_leaves_the_navigation_free_and_goes_once_somebody_was_there() -> None:
    household = FakeHousehold()
    seen: list[int] = []

    async def open_notices(person: str) -> tuple[int, list[Notice]]:
        return 1, [Notice(id=1, text="Take the bread out", due=NOW)]

    async def see(person: str, id: int) -> None:
        seen.append(id)

    household.schedule.open_notices, household.schedule.see = open_notices, see
    async with served(household) as address, chromium() as browser:
        page = await phone(browser, "about:blank")
        await page.clock.install()
        await page.goto(f"{address}/papers")
        notice = page.locator(".notice")
        await expect(notice).to_contain_text("Take the bread out")
        await expect(page.locator("#notices")).to_have_attribute("aria-live", "polite")
        box, nav, top = [await page.locator(place).bounding_box() for place in (".notice", ".destinations", ".top")]
        assert box and nav and top
        assert top["y"] + top["height"] <= box["y"] and box["y"] + box["height"] <= nav["y"]
        await page.clock.fast_forward(timedelta(minutes=5).seconds * 1000)
        await expect(notice).to_be_visible()  # nobody has been there
        await page.keyboard.press("Shift")
        await page.clock.fast_forward(21_000)
        await expect(notice).to_have_count(0)
        await page.goto(f"{address}/memory")
        await page.wait_for_load_state("networkidle")
        await expect(notice).to_have_count(0)


async def test_a_house_that_does_not_answer_leaves_a_page_that_says_so_and_nothing_of_the_house_is_kept() -> None:
    async with served(FakeHousehold()) as address, chromium() as browser:
        page = await phone(browser, address)
        await page.evaluate("navigator.serviceWorker.ready")
        await page.context.set_offline(True)
        await page.goto(f"{address}/papers")
        await expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        kept = await page.evaluate(_KEPT)
        assert kept == ["/offline", "/static/gecko.svg", "/static/offline.css", "/static/shell.css", "/static/yamori.css"]
        await page.context.set_offline(False)
        await page.get_by_role("link", name="Try again").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Papers")
