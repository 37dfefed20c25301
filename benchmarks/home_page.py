"""The Home page of a home of 1,000 devices in a real Chromium: until its first view, until a change stands in an open page, from the
finger to the confirmed tile, and from one person's finger to the screens of two others. Also what each page transfers at a first visit.

    PYTHONPATH=src python benchmarks/home_page.py [DEVICES] [TIMES]

Serves a virtual home in this process, without models. Prints milliseconds, median and worst.
"""

import asyncio
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from big_home import LIGHTS, QUIET_KINDS, write_big_home
from playwright.async_api import Browser, Page, async_playwright

from yamori.apps.household import Household, run_household
from yamori.domain.clock import SystemClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

LAMP = "living-room-ceiling-light"
WATCH = """(mark) => {
    window.changedAt = undefined;
    new MutationObserver(() => {
        const now = document.querySelector(`[data-tile="${mark}"] .tile-now`);
        if (now && now.textContent.includes(window.wanted)) window.changedAt ??= Date.now();
    }).observe(document.getElementById("home"), {childList: true, subtree: true, characterData: true});
}"""

CHANGED = """async () => {
    while (window.changedAt === undefined) await new Promise((go) => setTimeout(go, 2));
    return window.changedAt;
}"""
CONFIRMED = """async ([link, before]) => {
    const tile = () => document.querySelector(`[data-tile]:has(a[href='${link}'])`);
    while (tile().dataset.order === before || tile().dataset.asked) await new Promise((go) => setTimeout(go, 2));
}"""


@asynccontextmanager
async def served(devices: int) -> AsyncIterator[tuple[Household, str]]:
    with tempfile.TemporaryDirectory() as folder:
        home = load_home(write_big_home(Path(folder), devices=devices, kinds=(*QUIET_KINDS, *LIGHTS)))
        async with run_household(home, data=Path(folder), clock=SystemClock("Asia/Tokyo"), models=ScriptedModels({})) as household:
            server = uvicorn.Server(uvicorn.Config(household.app, log_level="warning", log_config=None, timeout_graceful_shutdown=1))
            listening = socket.create_server(("127.0.0.1", 0))
            running = asyncio.create_task(server.serve(sockets=[listening]))
            try:
                yield household, f"http://127.0.0.1:{listening.getsockname()[1]}"
            finally:
                server.should_exit = True
                await running


async def opened(browser: Browser, address: str, times: int) -> None:
    """From the click to the first view, with an empty cache."""
    taken, sizes = [], []
    for _ in range(times):
        context = await browser.new_context()
        page = await context.new_page()
        sent: list[int] = []
        page.on("requestfinished", lambda request, sent=sent: sent.append(1))
        await page.goto(f"{address}/home", wait_until="domcontentloaded")
        await page.locator(".home-room").first.wait_for()
        taken.append(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()"))
        moved = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        sizes.append(await page.evaluate(f"{moved}.reduce((sum, entry) => sum + entry.transferSize, 0)"))
        await context.close()
    said("first view", taken)
    print(f"transferred at the first visit: {max(sizes) / 1000:.0f} kB")


async def updated(page: Page, household: Household, times: int) -> None:
    """From the change in the house to the tile of an open page."""
    mark = await page.locator(f'[data-tile]:has(a[href="/home/of/{LAMP}"])').get_attribute("data-tile")
    await page.evaluate(WATCH, mark)
    taken = []
    for number in range(times):
        level = 10 + number
        await page.evaluate("(text) => { window.wanted = text; window.changedAt = undefined; }", f"{level}\u00a0%")
        begun = time.time() * 1000
        await household.gate.set(f"{LAMP}.main.switchLevel.level", level)
        taken.append(await page.evaluate(CHANGED) - begun)
    said("a change stands in the open page", taken)


async def touched(page: Page, times: int) -> None:
    """From pressing a switch to the tile that the house has confirmed."""
    tile = page.locator(f'[data-tile]:has(a[href="/home/of/{LAMP}"])').first
    taken = []
    for _ in range(times):
        before = await tile.get_attribute("data-order")
        begun = time.perf_counter()
        await tile.locator("button.switch").click()
        await page.evaluate(CONFIRMED, [f"/home/of/{LAMP}", before])
        taken.append((time.perf_counter() - begun) * 1000)
    said("a switch is confirmed", taken)


async def shared(browser: Browser, address: str, times: int) -> None:
    """From pressing a switch on one screen until it stands on two others, each with a cache and connections of its own."""
    pages = [await (await browser.new_context()).new_page() for _ in range(3)]
    link = f"/home/of/{LAMP}"
    for page in pages:
        await page.goto(f"{address}/home")
        room = page.locator(".home-room", has_text="Living room").first
        if await room.get_attribute("open") is None:
            await room.locator("summary").click()
        await page.locator(f'a[href="{link}"]').first.wait_for()
    taken = []
    for number in range(times):
        actor, *others = pages[number % 3 :] + pages[: number % 3]
        tile = actor.locator(f"[data-tile]:has(a[href='{link}'])").first
        seen = [page.locator(f"[data-tile]:has(a[href='{link}'])").first.get_attribute("data-order") for page in others]
        before = await asyncio.gather(*seen)
        begun = time.perf_counter()
        await tile.locator("button.switch").click()
        await asyncio.gather(*(page.evaluate(CONFIRMED, [link, order]) for page, order in zip(others, before, strict=True)))
        taken.append((time.perf_counter() - begun) * 1000)
    said("one person's change stands on the screens of two others", taken)
    for page in pages:
        await page.context.close()


async def weighed(browser: Browser, address: str) -> None:
    """What each page transfers where nothing is cached yet."""
    moved = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
    for path in (
        "/",
        "/home",
        f"/home/of/{LAMP}",
        "/chats",
        "/lists",
        "/automations",
        "/papers",
        "/memory",
        "/settings",
        "/welcome",
        "/devices",
        "/schedule",
    ):
        context = await browser.new_context(service_workers="block")
        page = await context.new_page()
        await page.goto(f"{address}{path}", wait_until="load")
        await page.wait_for_timeout(500)  # for what the page fetches once it is there
        print(f"{path}: {await page.evaluate(f'{moved}.reduce((sum, entry) => sum + entry.transferSize, 0)') / 1000:.0f} kB")
        await context.close()


def said(what: str, taken: list[float]) -> None:
    print(f"{what}: median {statistics.median(taken):.0f} ms, worst {max(taken):.0f} ms of {len(taken)}")


async def main(devices: int, times: int) -> None:
    async with served(devices) as (household, address), async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        print(f"{len(household.gate.home.devices)} devices")
        warm = await browser.new_page()  # the first page of a process imports what the others find there
        await warm.goto(f"{address}/home")
        await warm.close()
        await opened(browser, address, times)
        page = await browser.new_page()
        await page.goto(f"{address}/home")
        room = page.locator(".home-room", has_text="Living room").first
        if await room.get_attribute("open") is None:
            await room.locator("summary").click()
        await page.locator(f'a[href="/home/of/{LAMP}"]').first.wait_for()
        await updated(page, household, times)
        await touched(page, times)
        await page.close()
        await shared(browser, address, times)
        await weighed(browser, address)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 20))
