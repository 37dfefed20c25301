"""One page that is there when it is needed: attached, asked through its script, waited for, made anew where the browser ended.

Above `listening`, which hears what the browser tells of it; below `session`, which acts on it.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from yamori.agents.browser.chromium.listening import MOST_DIALOGS, Attached, Listening, closed_script, patterns
from yamori.agents.browser.chromium.observing import keys_of, observation_of, value_of
from yamori.agents.browser.chromium.protocol import Connection, Disconnected, Refused, Unanswered
from yamori.agents.browser.engine import ElementGone
from yamori.agents.browser.ports import PageUnavailable
from yamori.domain.plain_text import single_line

QUIET = 0.1
"""Seconds without news after which a page has done what it does."""
SETTLES_WITHIN = 4.0
OPENS_WITHIN = 10.0
STEP = 0.02
_WORLD = "yamori"
_PRESSES = frozenset(("click", "mousedown", "mouseup", "pointerdown"))
_MOST_HEARD = 300
"""Elements at most that are asked about because the page listens to clicks on them."""
PROBLEMS = {
    "gone": "this element is not on the page any more",
    "kind": "this element takes no such action",
    "option": "it has no such option",
    "calendar": "no calendar was found in which the day could be chosen",
    "date": "the page did not take this day",
}


class Pages(Protocol):
    """What the supervisor does for a session."""

    async def attach(self, person: str) -> Attached:
        """A new empty page, in a browser that is started where it does not run. Raises `BrowserAbsent`."""
        ...

    async def keep_cookies(self, person: str) -> None: ...

    def cookies(self, person: str) -> Sequence[Mapping[str, Any]]: ...

    async def hangs(self) -> None:
        """The browser itself answers nothing any more."""
        ...


class OpenPage(Listening):
    """One person's page, and its way back after a crash."""

    def __init__(self, pages: Pages, person: str, sites: Callable[[str], bool]) -> None:
        super().__init__(person, sites)
        self._pages = pages

    async def _ready(self) -> bool:
        """Have a page; True where the browser, or the page, had to be started anew."""
        page = self._page
        if page is not None and not page.connection.lost.is_set() and not self._crashed:
            return False
        await self._drop()
        again = self._url if self._url != "about:blank" else ""
        for is_last in (False, True):
            try:
                await self._attach()
                if again:
                    await self._restore(again)
                return bool(again)
            except (Disconnected, Unanswered, Refused) as lost:
                await self._drop()
                if isinstance(lost, Unanswered):
                    await self._pages.hangs()
                if is_last:
                    raise PageUnavailable("the browser ended again and again") from lost
        return False

    async def _attach(self) -> None:
        page = await self._pages.attach(self.person)
        self._page, self._crashed, self._world, self._busy, self._loading = page, False, None, set(), False
        self._listen(page.connection, page.id)
        await asyncio.gather(
            self._send("Page.enable"),
            self._send("Inspector.enable"),
            self._send("Network.setBypassServiceWorker", bypass=True),
            self._send("Page.addScriptToEvaluateOnNewDocument", source=closed_script(), runImmediately=True),
            self._send("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True),
            self._watch(page.connection, page.id),
        )
        self._view.begin_again()

    async def _watch(self, connection: Connection, target: str) -> None:
        await asyncio.gather(
            connection.send("Network.enable", target=target, maxTotalBufferSize=1_000_000, maxResourceBufferSize=500_000),
            connection.send(
                "Fetch.enable",
                target=target,
                patterns=patterns(self._told_texts),
            ),
        )

    async def _restore(self, url: str) -> None:
        """The page as it was, with what had been put into its fields."""
        keys, typed = self._keys, self._typed
        await self._navigate(url)
        await self._settle()
        observed = keys_of(observation_of(await self._run("observe(false)")))
        places = {key: number for number, key in enumerate(observed)}
        for key, action, arguments in typed:
            if key in places:
                with contextlib.suppress(ElementGone):
                    await self._told(f"{action}({places[key]}, {', '.join(map(json.dumps, arguments))})")
        self._moved = {number: places.get(key, -1) for number, key in enumerate(keys)}
        self._typed = typed
        self._touched = bool(typed)

    async def _drop(self) -> None:
        page, self._page = self._page, None
        if page is None:
            return
        page.connection.ignore(page.id)
        if not page.connection.lost.is_set():
            with contextlib.suppress(Disconnected, Unanswered, Refused):
                await page.connection.send("Target.closeTarget", targetId=page.target, limit=2.0)

    async def _leave_hanging(self) -> None:
        """A page that answers nothing is not opened again by itself."""
        self._url, self._typed = "about:blank", []
        await self._drop()

    async def _settle(self) -> None:
        """Until nothing has happened for a moment; a page that never comes to rest is stopped."""
        loop = asyncio.get_running_loop()
        end = loop.time() + SETTLES_WITHIN
        while loop.time() < end:
            if self._page is not None and self._page.connection.lost.is_set():
                raise Disconnected("the browser has ended")
            if self._crashed:
                raise Disconnected("the page has crashed")
            if not self._busy and not self._loading and loop.time() - self._changed >= QUIET:
                return
            await asyncio.sleep(STEP)
        self._busy.clear()
        self._loading = False
        self._begin("Page.stopLoading")

    async def _run(self, call: str, *, settles: bool = False) -> Mapping[str, Any]:
        """A call of the page's script in our world. A page that goes away meanwhile answers nothing; with `settles` its
        successor is asked."""
        for _ in range(5 if settles else 1):
            navigations = self._navigations
            try:
                if self._world is None:
                    made = await self._send("Page.createIsolatedWorld", frameId=self._frame, worldName=_WORLD)
                    self._world = int(made["executionContextId"])
                    await self._send("Runtime.evaluate", expression=_script(), contextId=self._world)
                answer = await self._send(
                    "Runtime.evaluate",
                    expression=f"yamori.{call}",
                    contextId=self._world,
                    awaitPromise=True,
                    returnByValue=True,
                    userGesture=True,
                )
            except Refused:
                self._world = None
                if self._navigations != navigations or settles:
                    await self._settle()
                    continue
                raise
            return value_of(answer)
        if settles:
            raise Unanswered("the page does not come to rest")
        return {}

    async def _hear(self) -> None:
        """Tell the page's script what the page listens to clicks on, which only the browser knows."""
        if self._world is None:
            await self._run("hear()", settles=True)
        with contextlib.suppress(Refused):
            root = await self._send("Runtime.evaluate", expression="document.body", silent=True)
            held = root.get("result", {}).get("objectId")
            if held is None:
                return
            found = await self._send("DOMDebugger.getEventListeners", objectId=held, depth=-1, pierce=False)
            nodes = dict.fromkeys(int(one["backendNodeId"]) for one in found["listeners"] if one["type"] in _PRESSES)
            asked = [
                self._begin("DOM.resolveNode", backendNodeId=node, executionContextId=self._world) for node in list(nodes)[:_MOST_HEARD]
            ]
            answers = [answer for answer in await asyncio.gather(*asked, return_exceptions=True) if not isinstance(answer, BaseException)]
            elements = [{"objectId": answer["object"]["objectId"]} for answer in answers if answer["object"].get("subtype") == "node"]
            await self._send(
                "Runtime.callFunctionOn",
                functionDeclaration="(...elements) => yamori.hear(...elements.filter((one) => one !== document.body))",
                executionContextId=self._world,
                arguments=elements,
            )

    @property
    def _frame(self) -> str:
        if self._page is None:
            raise Disconnected("the page is closed")
        return self._page.frame

    async def _send(self, method: str, *, limit: float = 10.0, **parameters: Any) -> Mapping[str, Any]:
        page = self._page
        if page is None:
            raise Disconnected("the page is closed")
        answer = page.connection.begin(method, target=page.id, **parameters)
        loop = asyncio.get_running_loop()
        end = loop.time() + limit
        while True:
            done, _ = await asyncio.wait((answer,), timeout=min(0.5, max(0.0, end - loop.time())))
            if done:
                return answer.result()
            if self._crashed:
                raise Disconnected("the page has crashed")
            if len(self._seen.dialogs) > MOST_DIALOGS or loop.time() >= end:
                raise Unanswered(f"{method} was not answered")

    async def _navigate(self, url: str) -> str:
        try:
            answer = await self._send("Page.navigate", url=url, limit=OPENS_WITHIN)
        except Unanswered as late:
            self._begin("Page.stopLoading")
            raise PageUnavailable("this page did not answer in time") from late
        if (error := answer.get("errorText")) and not (answer.get("isDownload") or self._seen.downloads or error == "net::ERR_ABORTED"):
            raise PageUnavailable(f"this page cannot be opened ({str(error)[:60]})")
        return ""

    async def _told(self, call: str) -> str:
        """The value that an action of the page's script reads back. Raises `ElementGone`."""
        answer = await self._run(call)
        if (error := answer.get("error")) is not None:
            raise ElementGone(PROBLEMS.get(error, "this could not be done"))
        return single_line(str(answer.get("value", "")))[:500]

    def _now(self, index: int) -> int:
        return self._moved.get(index, index)


@cache
def _script() -> str:
    return (files("yamori.agents.browser.chromium") / "page.js").read_text(encoding="utf-8")
