"""The Papers view in a real browser: asked and answered live, files dropped, keys alone, on a phone, in the dark, without scripts."""

import asyncio
import re
from pathlib import Path

import pytest

from yamori.web.paper_port import PassageSeen
from yamori.web.papers.places import WINDOW

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import Browser, ConsoleMessage, Page, expect

from ..browser import IN_CHROMIUM, chromium
from .fake import TRAP, FakePapers
from .served import served

pytestmark = [*IN_CHROMIUM]

PATIENCE = 30_000
"""Milliseconds; never waited for when all is well."""
expect.set_options(timeout=PATIENCE)
KETTLE = PassageSeen(number=0, text="Descale the kettle every two months.", headings=("Care",), page=12)
_DROPPED = """
(files) => {
  const given = new DataTransfer();
  for (const [name, text] of files) given.items.add(new File([text], name));
  const about = {dataTransfer: given, bubbles: true, cancelable: true};
  for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, about));
}
"""


async def opened(browser: Browser, address: str, complaints: list[str], *, scripts: bool = True, width: int = 1280) -> Page:
    context = await browser.new_context(
        viewport={"width": width, "height": 800}, locale="en", java_script_enabled=scripts, color_scheme="dark" if width < 500 else "light"
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    await page.goto(address)
    return page


async def test_an_answer_comes_live_and_its_source_opens_at_the_place() -> None:
    complaints: list[str] = []
    papers = FakePapers(going=asyncio.Event())
    papers.put("household", "kettle.pdf", KETTLE, PassageSeen(number=1, text=TRAP, page=13), title="Kettle manual")
    async with served(papers) as address, chromium() as browser:
        page = await opened(browser, f"{address}/papers", complaints)
        await page.fill("#question", "How do I descale it?")
        await page.keyboard.press("Enter")
        await expect(page.locator("#answer .is-early blockquote")).to_have_text(KETTLE.text)
        await expect(page.locator("#answering")).to_contain_text("Checking")
        assert papers.going is not None
        papers.going.set()
        await expect(page.locator("#answer .answered-from blockquote")).to_contain_text(KETTLE.text)
        await expect(page.locator("#answering")).to_be_empty()
        await page.fill("#question", "And of steel?")
        await page.keyboard.press("Enter")
        await expect(page.locator("#answer .nothing")).to_be_visible()
        assert papers.asked[-1].before == "How do I descale it?"
        await page.goto(f"{address}/papers?question=descale")
        await page.locator(".sources a").first.click()
        await expect(page).to_have_url(re.compile(r"/papers/household/1#p0$"))
        await expect(page.locator("#p0:target")).to_be_in_viewport()
    assert complaints == []


async def test_a_stream_that_is_cut_says_so_and_the_question_stays() -> None:
    complaints: list[str] = []
    papers = FakePapers()
    async with chromium() as browser:
        async with served(papers) as address:
            page = await opened(browser, f"{address}/papers", complaints)
        await page.fill("#question", "Is anybody there?")
        await page.keyboard.press("Enter")
        await expect(page.locator("#answering .problem")).to_contain_text("does not answer")
        await expect(page.locator("#question")).to_have_value("Is anybody there?")


async def test_files_that_are_dropped_are_kept_each_for_itself() -> None:
    complaints: list[str] = []
    papers = FakePapers()
    async with served(papers) as address, chromium() as browser:
        page = await opened(browser, f"{address}/papers", complaints)
        await page.fill("input[name=topic]", "house rules")
        await page.evaluate(
            _DROPPED, [["rules.txt", "Shoes off."], ["locked.pdf", "x"], ["huge.txt", "x" * 2_000], ["more.txt", "One.\nTwo."]]
        )
        row = page.locator("#arriving li")
        await expect(row).to_have_count(4)
        await expect(row.nth(3)).to_contain_text("read: 2 passages")
        await expect(row.nth(0)).to_contain_text("read: 1 passage")
        await expect(row.nth(1)).to_contain_text("locked with a password")
        await expect(row.nth(2)).to_contain_text("too large")
        await expect(page.locator("#coming")).to_contain_text("1 paper could not be read")
        await page.goto(f"{address}/papers/house%20rules")
        await page.set_input_files("input[type=file]", [{"name": "chosen.txt", "mimeType": "text/plain", "buffer": b"Chosen."}])
        await expect(row.nth(0)).to_contain_text("read: 1 passage")
    assert set(papers.kept) == {("house rules", name) for name in ("rules.txt", "more.txt", "chosen.txt")}
    assert complaints == []


async def test_a_picture_that_is_too_large_is_refused_before_it_is_sent() -> None:
    complaints: list[str] = []
    papers = FakePapers()
    papers.most_picture = papers.most_bytes // 2
    sent: list[str] = []
    async with served(papers) as address, chromium() as browser:
        page = await opened(browser, f"{address}/papers/house%20rules", complaints)
        page.on("request", lambda request: sent.append(request.method))
        size = papers.most_picture + 1
        await page.evaluate(_DROPPED, [["walk.jpg", "x" * size]])
        await expect(page.locator("#arriving li")).to_contain_text("too large")
        assert "POST" not in sent and papers.received == []
        await page.evaluate(_DROPPED, [["walk.txt", "x" * size]])
        await expect(page.locator("#arriving li").nth(1)).to_contain_text("read: 1 passage")
    assert complaints == []


async def test_a_paper_is_removed_with_keys_alone_after_a_confirmation() -> None:
    complaints: list[str] = []
    papers = FakePapers()
    papers.put("household", "old.txt", "Old.")
    async with served(papers) as address, chromium() as browser:
        page = await opened(browser, f"{address}/papers/household", complaints)
        await page.locator(".remove summary").focus()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("button", name="Yes, remove it")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator(".empty")).to_be_visible()
    assert papers.held == {}
    assert complaints == []


async def test_an_address_without_its_part_still_leads_to_the_passage() -> None:
    complaints: list[str] = []
    papers = FakePapers()
    papers.put("household", "long.txt", *(f"Line {n}." for n in range(WINDOW + 50)))
    async with served(papers) as address, chromium() as browser:
        page = await opened(browser, f"{address}/papers/household/1#p{WINDOW + 20}", complaints)
        await expect(page.locator(f"#p{WINDOW + 20}:target")).to_be_in_viewport()
    assert complaints == []


async def test_without_scripts_papers_are_asked_read_added_and_removed(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("Shoes off.")
    papers = FakePapers()
    papers.put("household", "kettle.pdf", KETTLE)
    async with served(papers) as address, chromium() as browser:
        page = await opened(browser, f"{address}/papers", [], scripts=False)
        await page.fill("#question", "How do I descale it?")
        await page.keyboard.press("Enter")
        await expect(page.locator(".answered-from blockquote")).to_contain_text(KETTLE.text)
        await page.locator(".sources a").click()
        await expect(page.locator("#p0:target")).to_have_text(KETTLE.text)
        await page.goto(f"{address}/papers/household")
        await page.set_input_files("input[type=file]", file)
        await page.get_by_role("button", name="Add").click()
        await expect(page.locator(".arriving").first).to_contain_text("read: 1 passage")
        await page.locator("#paper-2 summary").click()
        await page.get_by_role("button", name="Yes, remove it").click()
        await expect(page.locator(".paper-row")).to_have_count(1)


async def test_on_a_phone_nothing_is_wider_than_the_screen() -> None:
    complaints: list[str] = []
    papers = FakePapers()
    papers.put("household", f"{'a-very-long-name' * 8}.pdf", KETTLE, PassageSeen(number=1, text="x" * 300))
    async with served(papers) as address, chromium() as browser:
        for path in ("/papers?question=descale", "/papers/household", "/papers/household/1"):
            page = await opened(browser, address + path, complaints, width=360)
            wide = "[document.documentElement, document.querySelector('main')].every((e) => e.scrollWidth <= e.clientWidth)"
            assert await page.evaluate(wide), path
    assert complaints == []
