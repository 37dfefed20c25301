"""The house in which errands are run: the demo home without a model, its page served on this machine, and the browsers of its people.

One house and one Chromium for all errands of a test process, each errand in a browser context of its own. So an errand touches only
devices, lists and entries that it names itself, and asserts nothing of what others may have added.
"""

import asyncio
import re
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

import httpx
import uvicorn
from playwright.async_api import Browser, Locator, Page, expect

from yamori.apps.household import Household, run_household
from yamori.apps.memory import MemoryOptions
from yamori.domain.clock import SetClock
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels
from yamori.understanding.tagging.trained import trained_reader

NOW = datetime(2026, 11, 21, 18, 20, tzinfo=ZoneInfo("Asia/Tokyo"))
Found = TypeVar("Found")
PATIENCE = 30_000
"""Milliseconds; never waited for when all is well."""
expect.set_options(timeout=PATIENCE)
PHONE, DESK = (390, 844), (1280, 800)
_KNOWN = re.compile(r"\bHome Assistant\b|\bMarkdown\b|\bYamori\b")
"""Names that are written so in Japanese, too."""
_ENGLISH = re.compile(r"[A-Za-z]{2,}[’']?[a-z]*(?: [A-Za-z]{2,}[’']?[a-z]*)+")
_QUIET = ("htmx:oobErrorNoTarget", "ERR_INTERNET_DISCONNECTED", "[object Event]")
"""What a turn tells the list of devices beside the chat is told on pages without that list, too; an errand goes offline on purpose, and
then htmx writes down the event by which a stream says that it was cut."""
_WRITTEN = """() => {
  const folded = "dialog:not([open]), details:not([open]) > :not(summary)";
  const unseen = `script, style, code, pre, noscript, [lang=en], [hidden], [data-language], ${folded}`;
  const theirs = [...document.querySelectorAll("[dir=auto], option")].map((one) => one.value ?? one.textContent.trim());
  const named = theirs.filter((text) => /[a-z]/i.test(text)), found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest(`${unseen}, [dir=auto]`)) found.push(node.data);
    } else if (!node.closest(unseen)) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(node.getAttribute(name) ?? "");
    }
  }
  return found.map((text) => named.reduce((left, words) => left.replaceAll(words, ""), text).trim()).filter(Boolean);
}"""
"""Whatever the page itself says, to eyes and ears; what people wrote stands in `dir=auto`, and in the calendar."""


class GoingClock(SetClock):
    """Moves on by a moment whenever it is read, so that no two changes of a device are as old as each other."""

    def now(self) -> datetime:
        self.advance(timedelta(microseconds=1))
        return super().now()


@dataclass(kw_only=True)
class Screen:
    """One browser of one person, and what went wrong in it."""

    page: Page
    language: str
    complaints: list[str] = field(default_factory=list)

    async def look(self) -> None:
        """The page is in the reader's language, and as wide as the screen."""
        if self.language == "ja":
            for text in await self.page.evaluate(_WRITTEN):
                for found in _ENGLISH.findall(_KNOWN.sub("", text)):
                    self.complaints.append(f"{self.page.url}: {found}: English on a Japanese page: {text[:120]}")
        if await self.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.complaints.append(f"{self.page.url}: wider than the screen")


@dataclass(frozen=True, kw_only=True)
class ErrandHouse:
    """The household and a browser to look at it with."""

    household: Household
    address: str
    browser: Browser
    clock: SetClock

    @asynccontextmanager
    async def phone(self, language: str = "en", path: str = "/", *, scripts: bool = True) -> AsyncIterator[Page]:
        async with self._screen(PHONE, language, path, scripts=scripts) as page:
            yield page

    @asynccontextmanager
    async def desk(self, language: str = "en", path: str = "/") -> AsyncIterator[Page]:
        async with self._screen(DESK, language, path, scripts=True) as page:
            yield page

    @asynccontextmanager
    async def _screen(self, size: tuple[int, int], language: str, path: str, *, scripts: bool) -> AsyncIterator[Page]:
        context = await self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=size == PHONE,
            is_mobile=size == PHONE,
            base_url=self.address,
            java_script_enabled=scripts,
            reduced_motion="reduce",
            service_workers="block",
        )
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        screen = Screen(
            page=page,
            language=language,
        )
        page.on(
            "console",
            lambda said: screen.complaints.append(said.text) if said.type == "error" and not any(q in said.text for q in _QUIET) else None,
        )
        page.on("pageerror", lambda error: screen.complaints.append(str(error)))
        await page.goto(path)
        yield page
        await screen.look()
        await context.close()
        assert not screen.complaints, "\n".join(screen.complaints)

    async def was_said(self, text: str) -> str:
        """Somebody has said this before the errand begins; the conversation."""
        async with httpx.AsyncClient(base_url=self.address, timeout=30.0, trust_env=False) as client:
            begun = (await client.post("/turns", json={"text": text, "person": "aiko"})).json()

            async def status() -> str:
                return str((await client.get(f"/turns/{begun['turn']}")).json()["status"])

            await comes_true(status, lambda found: found in ("done", "failed", "waiting"))
        return str(begun["conversation"])

    async def becomes(self, path: str, value: Value) -> None:
        """The device's reading, at `device.component.capability.attribute`, is this, or is so within the time that a person waits."""
        device = path.split(".", 1)[0]

        async def reading() -> Value:
            return {one.path: one.value for one in await self.household.gate.snapshot(device)}.get(path)

        await comes_true(reading, lambda read: read == value)


async def comes_true(look: Callable[[], Awaitable[Found]], holds: Callable[[Found], bool]) -> Found:
    """What is looked at, as soon as it is as it should be."""
    since = time.monotonic()
    while not holds(found := await look()):
        assert time.monotonic() - since < PATIENCE / 1000, found
        await asyncio.sleep(0.02)
    return found


@asynccontextmanager
async def errand_house(browser: Browser) -> AsyncIterator[ErrandHouse]:
    clock = GoingClock(NOW)
    memory = MemoryOptions(keep=True, learn=False)
    running = run_household(load_home("demo"), data=None, clock=clock, models=ScriptedModels({}), reader=trained_reader(), memory=memory)
    async with running as household, served(household) as address:
        yield ErrandHouse(household=household, address=address, browser=browser, clock=clock)


@asynccontextmanager
async def served(household: Household) -> AsyncIterator[str]:
    server = uvicorn.Server(uvicorn.Config(household.app, log_level="warning", log_config=None, timeout_graceful_shutdown=1))
    listening = socket.create_server(("127.0.0.1", 0))
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running


def tile(page: Page, name: str) -> Locator:
    """The tile of a device on the Home page, by what it is called there."""
    return page.get_by_role("article", name=name, exact=True).first


async def set_slider(slider: Locator, share: float) -> None:
    """A finger, or a mouse, on a slider's track, at this share of its length."""
    await slider.scroll_into_view_if_needed()
    box = await comes_true(slider.bounding_box, lambda found: found is not None)  # the tile may be told anew in between
    assert box is not None
    await slider.click(position={"x": box["width"] * share, "y": box["height"] / 2})


async def say(page: Page, text: str) -> Locator:
    """Say a sentence in the page's box; gives the turn, once it is there."""
    box = page.get_by_role("textbox", name=re.compile("What would you like|ご用件は"))
    if not await box.is_visible():
        await page.get_by_role("button", name=re.compile("Say what you would like|してほしいことを")).click()
    await box.fill(text)
    await box.press("Enter")
    turn = page.get_by_role("region", name=re.compile("^Conversation$|^会話$")).get_by_role("article", name=text).last
    await expect(turn).to_be_visible()
    return turn
