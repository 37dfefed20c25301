"""What is done on one person's page in Chromium, by the agent or by their own hands. Fulfils `engine.BrowserSession`; made by `supervisor`.

After every action it waits until the page is quiet, and says what the page sent, asked and downloaded meanwhile. The page itself is
`open_page`.
"""

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import date
from typing import Any, Protocol
from urllib.parse import urlsplit

from yamori.agents.browser.chromium.gate import is_telling
from yamori.agents.browser.chromium.listening import Seen, patterns
from yamori.agents.browser.chromium.observing import is_of, key_of, keys_of, observation_of
from yamori.agents.browser.chromium.open_page import PROBLEMS, STEP, OpenPage, Pages
from yamori.agents.browser.chromium.protocol import Disconnected, Refused, Unanswered
from yamori.agents.browser.chromium.view import WIDEST, hand_commands
from yamori.agents.browser.engine import Acted, BrowserLost, ByHand, Dialog, ElementGone, Hand, KeptPage, Observation, Permit
from yamori.agents.browser.pages.fetching import check_address
from yamori.agents.browser.ports import PageUnavailable
from yamori.domain.errors import InvalidRequest

_HOVERS = 10
"""Looks at most at where an element is while the pointer comes to it."""


class SessionPages(Pages, Protocol):
    """What the supervisor does for a session."""

    def left(self, session: "PageSession") -> None: ...


class PageSession(OpenPage):
    def __init__(self, pages: SessionPages, person: str, sites: Callable[[str], bool], kept: KeptPage | None = None) -> None:
        super().__init__(pages, person, sites)
        self._of = pages
        self._alone = asyncio.Lock()
        if kept is not None:  # it is opened by the first that is done with it
            self._url, self._keys = kept.url, list(kept.keys)
            self._typed = [(key_of(key), action, tuple(arguments)) for key, action, arguments in kept.typed]
            self._told_texts = {
                str(arguments[0]) for _, action, arguments in self._typed if action == "fill" and is_telling(str(arguments[0]))
            }

    async def open(self, url: str) -> Acted:
        check_address(url)
        return await self._act(lambda: self._navigate(url))

    async def observe(self) -> Observation:
        async with self._alone:
            for is_last in (False, True):
                await self._ready()
                try:
                    await self._hear()
                    seen = await self._run("observe(true)", settles=True)
                    break
                except Disconnected as lost:
                    if is_last:
                        raise PageUnavailable("the browser ended again and again") from lost
                except Unanswered as hung:
                    await self._leave_hanging()
                    raise PageUnavailable("this page does not answer") from hung
        observation = observation_of(seen)
        self._keys = keys_of(observation)
        self._moved = {}
        return observation

    async def click(self, index: int, *, permit: Permit | None = None) -> Acted:
        return await self._act(lambda: self._click(index), permit=permit)

    async def fill(self, index: int, text: str) -> Acted:
        return await self._put(index, "fill", text)

    async def select(self, index: int, label: str) -> Acted:
        return await self._put(index, "select", label)

    async def set_date(self, index: int, day: date) -> Acted:
        return await self._put(index, "setDate", day.year, day.month, day.day)

    async def check(self, index: int, *, on: bool) -> Acted:
        return await self._put(index, "check", on)

    async def scroll(self) -> Acted:
        return await self._act(lambda: self._told("scroll()"))

    async def back(self) -> Acted:
        return await self._act(self._go_back)

    async def _go_back(self) -> str:
        history = await self._send("Page.getNavigationHistory")
        at = int(history["currentIndex"])
        if at < 1 or not str(history["entries"][at - 1]["url"]).startswith("http"):
            raise ElementGone("there is no page before this one")
        await self._send("Page.navigateToHistoryEntry", entryId=history["entries"][at - 1]["id"])
        return ""

    async def picture(self) -> bytes:
        async with self._alone:
            await self._ready()
            try:
                shot = await self._send("Page.captureScreenshot", format="png")
            except (Disconnected, Unanswered, Refused) as failed:
                raise PageUnavailable("this page cannot be pictured") from failed
            return base64.b64decode(shot["data"])

    async def snapshot(self) -> bytes:
        async with self._alone:
            page = self._page
            if page is None or page.connection.lost.is_set() or self._crashed:
                raise PageUnavailable("there is no page to picture")
            scale = {"x": 0, "y": 0, "width": WIDEST, "height": 1000, "scale": 0.5}
            try:
                shot = await self._send("Page.captureScreenshot", limit=2.0, format="jpeg", quality=50, clip=scale, optimizeForSpeed=True)
            except (Disconnected, Unanswered, Refused) as failed:
                raise PageUnavailable("this page cannot be pictured") from failed
            return base64.b64decode(shot["data"])

    async def kept(self) -> KeptPage:
        host = (urlsplit(self._url).hostname or "").removeprefix("www.")
        theirs = [one for one in self._pages.cookies(self.person) if is_of(str(one.get("domain", "")).lstrip("."), host)]
        plain = tuple({name: value for name, value in one.items() if isinstance(value, str | int | float | bool)} for one in theirs)
        return KeptPage(url=self._url, keys=tuple(self._keys), typed=tuple(self._typed), cookies=plain)

    # the person's own hands

    async def take(self) -> None:
        async with self._alone:  # what is being done now is done first
            await self._ready()
            self._is_taken, self._touched = True, True

    async def hand_back(self) -> None:
        if self._asks is not None:
            await self.answer_dialog(accept=False)
        async with self._alone:
            self._is_taken = False
            self._typed = []
            with contextlib.suppress(Disconnected):  # the next look starts it anew
                await self._settle()
        await self._pages.keep_cookies(self.person)

    @property
    def asks(self) -> Dialog | None:
        return self._asks

    async def answer_dialog(self, *, accept: bool, text: str = "") -> None:
        asked, self._asks = self._asks, None
        if asked is not None:
            more = {"promptText": text} if asked.kind == "prompt" and accept else {}
            self._begin_or_nothing("Page.handleJavaScriptDialog", accept=accept, **more)

    async def by_hand(self, act: ByHand) -> None:
        if not self._is_taken:
            raise InvalidRequest("take the page over first", where="act")
        await self._ready()
        self._touched = True
        if act.kind is Hand.BACK:
            with contextlib.suppress(ElementGone, Unanswered, Refused, Disconnected):
                await self._go_back()
            return
        for method, parameters in hand_commands(act):
            self._begin_or_nothing(method, **parameters)

    async def watch(self) -> AsyncGenerator[bytes, None]:
        """A person who looks on; frames are dropped for one who is slow."""
        async for frame in self._view.frames():
            yield frame

    async def close(self) -> None:
        self._view.end()
        await self._drop()
        self._of.left(self)

    # what the actions share

    async def _act(self, act: Callable[[], Awaitable[str]], *, permit: Permit | None = None) -> Acted:
        """Do it once; again on the same page where the browser ended before anything was sent."""
        async with self._alone:
            restarted = False
            for is_last in (False, True):
                restarted = await self._ready() or restarted
                self._seen, self._permit, self._let_out = Seen(), permit, False
                self._changed = asyncio.get_running_loop().time()
                try:
                    read_back = await act()
                    await self._settle()
                    break
                except Disconnected as lost:
                    if self._let_out:
                        raise BrowserLost("the browser ended while something was being sent; whether it arrived is not known") from lost
                    if is_last:
                        raise PageUnavailable("the browser ended again and again") from lost
                except Unanswered as hung:
                    await self._leave_hanging()
                    raise PageUnavailable("this page does not answer") from hung
                except Refused as refused:
                    raise PageUnavailable("this page cannot be used") from refused
                finally:
                    self._permit = None
            await self._pages.keep_cookies(self.person)
            seen = self._seen
            return Acted(
                url=self._url,
                read_back=read_back,
                sent=tuple(seen.sent),
                dialogs=tuple(seen.dialogs),
                downloads=tuple(seen.downloads),
                restarted=restarted,
            )

    async def _put(self, index: int, action: str, *arguments: Any) -> Acted:
        if not 0 <= index < len(self._keys):
            raise ElementGone(PROBLEMS["gone"])

        async def put() -> str:
            self._touched = True
            value = await self._told(f"{action}({self._now(index)}, {', '.join(map(json.dumps, arguments))})")
            self._typed.append((self._keys[index], action, arguments))
            return value

        if action == "fill" and not self._told_texts and self._page is not None:  # from now on pictures, too, could carry it away
            self._begin("Fetch.enable", patterns=patterns(True))
        if action == "fill" and is_telling(str(arguments[0])):
            self._told_texts.add(str(arguments[0]))
        return await self._act(put)

    async def _click(self, index: int) -> str:
        if not 0 <= index < len(self._keys):
            raise ElementGone(PROBLEMS["gone"])
        self._touched = True
        aimed = await self._hovered(self._now(index))
        if aimed is not None:
            for kind in ("mousePressed", "mouseReleased"):
                answer = self._begin("Input.dispatchMouseEvent", type=kind, x=aimed[0], y=aimed[1], button="left", clickCount=1)
            with contextlib.suppress(TimeoutError, Refused):  # a dialog holds the answer back
                async with asyncio.timeout(2.0):
                    await answer
            return ""
        await self._told(f"press({self._now(index)})")
        return ""

    async def _hovered(self, index: int) -> tuple[float, float] | None:
        """Where to press once the pointer is over it: many a page moves or draws anew what the pointer comes to. None: nowhere."""
        before = at = None
        for _ in range(_HOVERS):
            aimed = await self._run(f"aim({index})")
            at = (float(aimed["x"]), float(aimed["y"])) if "x" in aimed else None
            if at is None and before is None:
                return None
            if at is not None and at == before:
                return at
            if at is not None:
                moved = self._begin("Input.dispatchMouseEvent", type="mouseMoved", x=at[0], y=at[1])
                with contextlib.suppress(TimeoutError, Refused):
                    async with asyncio.timeout(1.0):
                        await moved
                before = at
            else:
                await asyncio.sleep(STEP)
        return at
