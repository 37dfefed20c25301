"""One person's page in Chromium. Fulfils `engine.BrowserSession`; made by `supervisor`, which it asks for a new page when its own is gone.

After every action it waits until the page is quiet, and says what the page sent, asked and downloaded meanwhile.
"""

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Protocol
from urllib.parse import urlsplit

from yamori.agents.browser.chromium.gate import CLOSED, UNPERMITTED, is_telling, sent_of, why_blocked
from yamori.agents.browser.chromium.protocol import Connection, Disconnected, Refused, Unanswered
from yamori.agents.browser.chromium.view import WIDEST, View, hand_commands
from yamori.agents.browser.engine import (
    Acted,
    BrowserLost,
    ByHand,
    Dialog,
    Element,
    ElementGone,
    Form,
    FormField,
    Hand,
    KeptPage,
    Key,
    Observation,
    Permit,
    Sent,
)
from yamori.agents.browser.pages.fetching import check_address
from yamori.agents.browser.ports import PageUnavailable
from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import single_line

QUIET = 0.1
"""Seconds without news after which a page has done what it does."""
SETTLES_WITHIN = 4.0
OPENS_WITHIN = 10.0
_STEP = 0.02
_HOVERS = 10
"""Looks at most at where an element is while the pointer comes to it."""
_MOST_DIALOGS = 5
_WATCHED = frozenset(("Document", "Script", "Stylesheet", "XHR", "Fetch"))
_READS = frozenset(("GET", "HEAD", "OPTIONS"))
_WORLD = "yamori"
_PRESSES = frozenset(("click", "mousedown", "mouseup", "pointerdown"))
_MOST_HEARD = 300
"""Elements at most that are asked about because the page listens to clicks on them."""
_PROBLEMS = {
    "gone": "this element is not on the page any more",
    "kind": "this element takes no such action",
    "option": "it has no such option",
    "calendar": "no calendar was found in which the day could be chosen",
    "date": "the page did not take this day",
}


@dataclass(frozen=True, kw_only=True)
class Attached:
    """A page that is open, as the browser calls it."""

    connection: Connection
    target: str
    id: str
    """Of the protocol's session with it."""
    frame: str


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

    def left(self, session: "PageSession") -> None: ...


@dataclass(kw_only=True)
class _Seen:
    """What happened since the last action began."""

    sent: list[Sent] = field(default_factory=list)
    dialogs: list[Dialog] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)


class PageSession:
    def __init__(self, pages: Pages, person: str, sites: Callable[[str], bool], kept: KeptPage | None = None) -> None:
        self.person = person
        self._pages, self._sites = pages, sites
        self._page: Attached | None = None
        self._url = "about:blank"
        self._world: int | None = None
        self._seen = _Seen()
        self._permit: Permit | None = None
        self._touched = self._loading = self._crashed = False
        self._let_out = False
        """Something that is not only reading has left since the last action began."""
        self._busy: set[str] = set()
        self._changed = 0.0
        self._navigations = 0
        self._keys: list[Key] = []
        self._moved: Mapping[int, int] = {}
        """Numbers of elements after a restart, by what they were."""
        self._told_texts: set[str] = set()
        """What was typed on this page or on those before it."""
        self._typed: list[tuple[Key, str, tuple[Any, ...]]] = []
        """What was put into fields since the page was loaded."""
        self._alone = asyncio.Lock()
        self._closed = ""
        """The address of a page that closed before."""
        self._is_taken = False
        """The person acts on it with their own hands."""
        self._asks: Dialog | None = None
        self._view = View(self._begin_or_nothing)
        if kept is not None:  # it is opened by the first that is done with it
            self._url, self._keys = kept.url, list(kept.keys)
            self._typed = [(_key(key), action, tuple(arguments)) for key, action, arguments in kept.typed]
            self._told_texts = {
                str(arguments[0]) for _, action, arguments in self._typed if action == "fill" and is_telling(str(arguments[0]))
            }

    @property
    def target(self) -> str:
        return self._page.target if self._page is not None else ""

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
        observation = _observation(seen)
        self._keys = _keys(observation)
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
        theirs = [one for one in self._pages.cookies(self.person) if _is_of(str(one.get("domain", "")).lstrip("."), host)]
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
        self._pages.left(self)

    # what the actions share

    async def _act(self, act: Callable[[], Awaitable[str]], *, permit: Permit | None = None) -> Acted:
        """Do it once; again on the same page where the browser ended before anything was sent."""
        async with self._alone:
            restarted = False
            for is_last in (False, True):
                restarted = await self._ready() or restarted
                self._seen, self._permit, self._let_out = _Seen(), permit, False
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
            raise ElementGone(_PROBLEMS["gone"])

        async def put() -> str:
            self._touched = True
            value = await self._told(f"{action}({self._now(index)}, {', '.join(map(json.dumps, arguments))})")
            self._typed.append((self._keys[index], action, arguments))
            return value

        if action == "fill" and not self._told_texts and self._page is not None:  # from now on pictures, too, could carry it away
            self._begin("Fetch.enable", patterns=_patterns(True))
        if action == "fill" and is_telling(str(arguments[0])):
            self._told_texts.add(str(arguments[0]))
        return await self._act(put)

    async def _click(self, index: int) -> str:
        if not 0 <= index < len(self._keys):
            raise ElementGone(_PROBLEMS["gone"])
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
                await asyncio.sleep(_STEP)
        return at

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
            raise ElementGone(_PROBLEMS.get(error, "this could not be done"))
        return single_line(str(answer.get("value", "")))[:500]

    def _now(self, index: int) -> int:
        return self._moved.get(index, index)

    # the page

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
            self._send("Page.addScriptToEvaluateOnNewDocument", source=_closed(), runImmediately=True),
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
                patterns=_patterns(self._told_texts),
            ),
        )

    async def _restore(self, url: str) -> None:
        """The page as it was, with what had been put into its fields."""
        keys, typed = self._keys, self._typed
        await self._navigate(url)
        await self._settle()
        observed = _keys(_observation(await self._run("observe(false)")))
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
            await asyncio.sleep(_STEP)
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
            return _value(answer)
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
            if len(self._seen.dialogs) > _MOST_DIALOGS or loop.time() >= end:
                raise Unanswered(f"{method} was not answered")

    def _begin(self, method: str, **parameters: Any) -> "asyncio.Future[Mapping[str, Any]]":
        page = self._page
        if page is None:
            raise Disconnected("the page is closed")
        return page.connection.begin(method, target=page.id, **parameters)

    def _begin_or_nothing(self, method: str, **parameters: Any) -> None:
        """For what nobody waits for; there may be no page at the moment."""
        if self._page is not None:
            self._begin(method, **parameters)

    # what the browser tells

    def _listen(self, connection: Connection, target: str) -> None:
        connection.listen(target, lambda name, event: self._heard(connection, target, name, event))

    def _heard(self, connection: Connection, target: str, name: str, event: Mapping[str, Any]) -> None:
        if name == "Page.screencastFrame":  # a page that only moves is quiet all the same
            self._view.arrived(str(event["data"]), int(event["sessionId"]))
            return
        self._changed = asyncio.get_running_loop().time()
        match name:
            case "Fetch.requestPaused":
                self._asked(connection, target, event)
            case "Network.requestWillBeSent":
                if event.get("type") in _WATCHED:
                    self._busy.add(f"{target}/{event['requestId']}")
            case "Network.loadingFinished" | "Network.loadingFailed":
                self._busy.discard(f"{target}/{event['requestId']}")
            case "Page.frameStartedLoading":
                self._loading = self._loading or event.get("frameId") == self._frame_or_none
            case "Page.frameStoppedLoading":
                self._loading = self._loading and event.get("frameId") != self._frame_or_none
            case "Page.frameNavigated":
                if "parentId" not in event["frame"] and self._page is not None and target == self._page.id:
                    self._navigated(str(event["frame"]["url"]) + str(event["frame"].get("urlFragment", "")))
            case "Page.navigatedWithinDocument":
                if event.get("frameId") == self._frame_or_none:
                    self._url = str(event["url"])
            case "Network.webSocketCreated":
                self._leaks(connection, str(event.get("url", "")))
            case "Page.javascriptDialogOpening":
                self._dialog(connection, target, event)
            case "Inspector.targetCrashed" | "Inspector.detached":
                self._crashed = True
            case "Target.attachedToTarget":
                self._joined(connection, event)

    @property
    def _frame_or_none(self) -> str | None:
        return self._page.frame if self._page is not None else None

    def _navigated(self, url: str) -> None:
        self._url = url if url.startswith("http") else self._url
        self._world = None
        self._navigations += 1
        self._touched = False
        self._typed = []

    def _asked(self, connection: Connection, target: str, event: Mapping[str, Any]) -> None:
        request, resource = sent_of(event["request"]), str(event.get("resourceType", ""))
        is_main = event.get("frameId") == self._frame_or_none
        if self._is_taken and request.url.startswith(("http://", "https://")):  # the person's own hands, of which nothing is kept
            connection.begin("Fetch.continueRequest", target=target, requestId=event["requestId"])
            return
        why = why_blocked(
            request,
            resource=resource,
            is_main=is_main,
            page=self._url,
            permit=self._permit,
            touched=self._touched,
            sites=self._sites,
            typed=self._told_texts,
        )
        if (resource == "Document" and is_main) or request.method not in _READS or why:
            self._seen.sent.append(Sent(method=request.method, url=request.url, fields=request.fields, is_blocked=bool(why), why=why))
        if why:
            reason = "Aborted" if resource == "Document" and is_main else "BlockedByClient"  # a page that goes nowhere stays as it is
            connection.begin("Fetch.failRequest", target=target, requestId=event["requestId"], errorReason=reason)
            return
        self._let_out = self._let_out or request.method not in _READS
        connection.begin("Fetch.continueRequest", target=target, requestId=event["requestId"])

    def _leaks(self, connection: Connection, url: str) -> None:
        """A page found a way to a web socket: it is closed, and not opened again."""
        self._seen.sent.append(Sent(method="WEBSOCKET", url=url, is_blocked=True, why=UNPERMITTED))
        if self._page is not None:
            connection.begin("Target.closeTarget", targetId=self._page.target)
        self._crashed, self._url = True, "about:blank"

    def _dialog(self, connection: Connection, target: str, event: Mapping[str, Any]) -> None:
        """Told things are heard; asked things are answered with no, but for a question that the person has seen and agreed to."""
        kind, text = str(event.get("type")), str(event.get("message", ""))[:500]
        if self._is_taken and kind in ("confirm", "prompt"):
            self._asks = Dialog(kind=kind, text=text, accepted=False)
            return
        agreed = kind == "confirm" and self._permit is not None and bool(self._permit.dialog) and text == self._permit.dialog
        accepted = kind in ("alert", "beforeunload") or agreed
        if kind != "beforeunload":
            self._seen.dialogs.append(Dialog(kind=kind, text=text, accepted=accepted))
        if len(self._seen.dialogs) > _MOST_DIALOGS:
            connection.begin("Runtime.terminateExecution", target=target)
        connection.begin("Page.handleJavaScriptDialog", target=target, accept=accepted)

    def _joined(self, connection: Connection, event: Mapping[str, Any]) -> None:
        """A frame of another site, or a worker: what it sends passes the same gate."""
        child, kind = str(event["sessionId"]), str(event["targetInfo"].get("type"))
        if kind in CLOSED:
            return  # it waits for ever
        self._listen(connection, child)
        if kind in ("iframe", "page"):
            connection.begin("Page.enable", target=child)
            connection.begin("Page.addScriptToEvaluateOnNewDocument", target=child, source=_closed(), runImmediately=True)
        else:
            connection.begin("Runtime.evaluate", target=child, expression=_closed())
        connection.begin("Network.enable", target=child)
        connection.begin("Fetch.enable", target=child, patterns=_patterns(True))
        connection.begin("Target.setAutoAttach", target=child, autoAttach=True, waitForDebuggerOnStart=True, flatten=True)
        connection.begin("Runtime.runIfWaitingForDebugger", target=child)

    def led_to(self, url: str) -> None:
        """A page that ours opened beside itself is opened in ours instead."""
        self._changed = asyncio.get_running_loop().time()
        if url.startswith("http") and self._page is not None:
            self._begin("Page.navigate", url=url)

    def downloads(self, name: str) -> None:
        self._seen.downloads.append(single_line(name)[:200])

    def closed_itself(self) -> None:
        """The page closed, or somebody closed its window: it is opened again once, and not where it would close for ever."""
        self._crashed = True
        self._closed, self._url = (self._url, self._url) if self._url != self._closed else ("", "about:blank")


def _key(given: Sequence[Any]) -> Key:
    role, name, number = given
    return (str(role), str(name), int(number))


def _is_of(domain: str, host: str) -> bool:
    return bool(domain) and (host == domain or host.endswith(f".{domain}") or domain.endswith(f".{host}"))


def _patterns(all_kinds: object) -> list[dict[str, str]]:
    """What is paused on its way out."""
    kinds = [{"urlPattern": "*", "resourceType": kind} for kind in ("Document", "XHR", "Fetch", "Ping", "Other")]
    return [{"urlPattern": "*"}] if all_kinds else kinds


def _keys(observation: Observation) -> list[Key]:
    seen: dict[tuple[str, str], int] = {}
    keys: list[Key] = []
    for element in observation.elements:
        of = (element.role, element.name)
        seen[of] = seen.get(of, -1) + 1
        keys.append((*of, seen[of]))
    return keys


def _observation(seen: Mapping[str, Any]) -> Observation:
    if "elements" not in seen:
        raise Unanswered("the page could not be looked at")
    return Observation(
        url=str(seen["url"]),
        title=single_line(str(seen["title"]))[:200],
        text=str(seen["text"]),
        elements=tuple(_element(one) for one in seen["elements"]),
        has_more=bool(seen["has_more"]),
    )


def _element(one: Mapping[str, Any]) -> Element:
    held = dict(one)
    form = held.pop("form")
    made = None
    if form is not None:
        made = Form(method=form["method"], action=form["action"], fields=tuple(FormField(**each) for each in form["fields"]))
    return Element(**{**held, "options": tuple(held["options"]), "form": made})


def _value(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    value = answer.get("result", {}).get("value")
    return value if isinstance(value, dict) else {}


@cache
def _closed() -> str:
    return (files("yamori.agents.browser.chromium") / "closed.js").read_text(encoding="utf-8")


@cache
def _script() -> str:
    return (files("yamori.agents.browser.chromium") / "page.js").read_text(encoding="utf-8")
