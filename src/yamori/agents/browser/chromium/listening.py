"""What the browser tells of one page: what it asks to send, where it went, its dialogs, downloads and crashes.

Nothing passes unless the gate says so. Below `open_page`, which asks the page for something.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from yamori.agents.browser.chromium.gate import CLOSED, UNPERMITTED, sent_of, why_blocked
from yamori.agents.browser.chromium.protocol import Connection, Disconnected
from yamori.agents.browser.chromium.view import View
from yamori.agents.browser.engine import Dialog, Key, Permit, Sent
from yamori.domain.plain_text import single_line

MOST_DIALOGS = 5
_WATCHED = frozenset(("Document", "Script", "Stylesheet", "XHR", "Fetch"))
_READS = frozenset(("GET", "HEAD", "OPTIONS"))


@dataclass(frozen=True, kw_only=True)
class Attached:
    """A page that is open, as the browser calls it."""

    connection: Connection
    target: str
    id: str
    """Of the protocol's session with it."""
    frame: str


@dataclass(kw_only=True)
class Seen:
    """What happened since the last action began."""

    sent: list[Sent] = field(default_factory=list)
    dialogs: list[Dialog] = field(default_factory=list)
    downloads: list[str] = field(default_factory=list)


class Listening:
    """The state of one page as the browser told it."""

    def __init__(self, person: str, sites: Callable[[str], bool]) -> None:
        self.person = person
        self._sites = sites
        self._page: Attached | None = None
        self._url = "about:blank"
        self._world: int | None = None
        self._seen = Seen()
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
        self._closed = ""
        """The address of a page that closed before."""
        self._is_taken = False
        """The person acts on it with their own hands."""
        self._asks: Dialog | None = None
        self._view = View(self._begin_or_nothing)

    @property
    def target(self) -> str:
        return self._page.target if self._page is not None else ""

    @property
    def _frame_or_none(self) -> str | None:
        return self._page.frame if self._page is not None else None

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
        if len(self._seen.dialogs) > MOST_DIALOGS:
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
            connection.begin("Page.addScriptToEvaluateOnNewDocument", target=child, source=closed_script(), runImmediately=True)
        else:
            connection.begin("Runtime.evaluate", target=child, expression=closed_script())
        connection.begin("Network.enable", target=child)
        connection.begin("Fetch.enable", target=child, patterns=patterns(True))
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


def patterns(all_kinds: object) -> list[dict[str, str]]:
    """What is paused on its way out."""
    kinds = [{"urlPattern": "*", "resourceType": kind} for kind in ("Document", "XHR", "Fetch", "Ping", "Other")]
    return [{"urlPattern": "*"}] if all_kinds else kinds


@cache
def closed_script() -> str:
    return (files("yamori.agents.browser.chromium") / "closed.js").read_text(encoding="utf-8")
