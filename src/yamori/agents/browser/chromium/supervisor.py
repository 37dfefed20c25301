"""Keeps one Chromium: started when somebody needs it, watched, started anew when it ended, stopped when nobody needed it for a while.

Each person has a context of their own: cookies live in memory as long as the house does, also over a restart of the browser. Fulfils
`engine.BrowserEngine`.
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import structlog

from yamori.agentkit.outbound.policy import Lookup, Rule, looked_up
from yamori.agents.browser.chromium.finding import MEND, find_chromium
from yamori.agents.browser.chromium.listening import Attached
from yamori.agents.browser.chromium.process import Chromium, start_chromium
from yamori.agents.browser.chromium.protocol import Disconnected, Refused, Unanswered
from yamori.agents.browser.chromium.proxy import CheckedProxy
from yamori.agents.browser.chromium.remote import RemoteChromium, connect_chromium
from yamori.agents.browser.chromium.session import PageSession
from yamori.agents.browser.engine import BrowserAbsent, KeptPage

IDLE = 300.0
"""Seconds without a page after which the browser is stopped."""
LARGEST_DOWNLOAD = 20_000_000
"""Bytes of a file; a larger one is broken off."""
_LOG = structlog.get_logger()


class ChromiumEngine:
    def __init__(
        self,
        *,
        rule: Rule,
        program: Path | None = None,
        quarantine: Path | None = None,
        idle: float = IDLE,
        lookup: Lookup = looked_up,
        cdp_url: str | None = None,
        proxy_host: str = "127.0.0.1",
    ) -> None:
        """`rule`: which addresses pages may come from; `quarantine`: where downloads lie, None for a folder that goes with the browser.
        `cdp_url`: a browser that runs elsewhere, which reaches this machine at `proxy_host`."""
        self._program, self._quarantine, self._idle, self._cdp_url = program, quarantine, idle, cdp_url
        self._proxy = CheckedProxy(rule, lookup, proxy_host)
        self._chromium: Chromium | RemoteChromium | None = None
        self._contexts: dict[str, str] = {}
        self._cookies: dict[str, Sequence[Mapping[str, Any]]] = {}
        self._sessions: list[PageSession] = []
        self._alone = asyncio.Lock()
        self._stopping: asyncio.Task[None] | None = None
        self._closed = False
        self.starts = 0
        """How often the browser was started."""

    @property
    def is_running(self) -> bool:
        return self._chromium is not None and not self._chromium.connection.lost.is_set()

    @property
    def chromium(self) -> Chromium | None:
        """Our own; None where it does not run, and for one that runs elsewhere."""
        return self._chromium if isinstance(self._chromium, Chromium) else None

    async def session(self, person: str, *, sites: Callable[[str], bool], kept: KeptPage | None = None) -> PageSession:
        session = PageSession(self, person, sites, kept)
        if kept is not None and person not in self._contexts:
            self._cookies.setdefault(person, kept.cookies)
        self._sessions.append(session)
        try:
            async with self._alone:
                await self._running()
        except BrowserAbsent:
            self._sessions.remove(session)
            raise
        return session

    async def close(self) -> None:
        self._closed = True
        await self._cancel_stop()
        for session in list(self._sessions):
            await session.close()
        await self._cancel_stop()
        async with self._alone:
            await self._stop()
        await self._proxy.close()

    # what sessions ask for

    async def attach(self, person: str) -> Attached:
        async with self._alone:
            chromium = await self._running()
            connection = chromium.connection
            if person not in self._contexts:
                self._contexts[person] = await self._context(chromium, person)
            context = self._contexts[person]
            made = await connection.send("Target.createTarget", url="about:blank", browserContextId=context)
            target = str(made["targetId"])
            attached = await connection.send("Target.attachToTarget", targetId=target, flatten=True)
            return Attached(connection=connection, target=target, id=str(attached["sessionId"]), frame=target)

    async def keep_cookies(self, person: str) -> None:
        chromium, context = self._chromium, self._contexts.get(person)
        if chromium is None or context is None:
            return
        with contextlib.suppress(Disconnected, Unanswered, Refused):
            kept = await chromium.connection.send("Storage.getCookies", browserContextId=context)
            self._cookies[person] = kept["cookies"]

    def cookies(self, person: str) -> Sequence[Mapping[str, Any]]:
        """As they were after the last action."""
        return self._cookies.get(person, ())

    async def hangs(self) -> None:
        async with self._alone:
            _LOG.warning("browser_hangs")
            await self._stop()

    def left(self, session: PageSession) -> None:
        if session in self._sessions:
            self._sessions.remove(session)
        if not self._sessions and not self._closed and self._stopping is None:
            self._stopping = asyncio.create_task(self._stop_later())

    # the browser

    async def _running(self) -> Chromium | RemoteChromium:
        """Raises `BrowserAbsent`."""
        await self._cancel_stop()
        if self._chromium is not None and not self._chromium.connection.lost.is_set():
            return self._chromium
        if self._chromium is not None:
            _LOG.warning("browser_ended", remote=self._chromium.is_remote)
            await self._stop()
        if not self._proxy.port:
            await self._proxy.start()
        chromium = await self._opened()
        self.starts += 1
        self._chromium, self._contexts = chromium, {}
        chromium.connection.listen("", self._heard)
        chromium.connection.begin("Target.setDiscoverTargets", discover=True)
        return chromium

    async def _opened(self) -> Chromium | RemoteChromium:
        """Raises `BrowserAbsent`."""
        if self._cdp_url is not None:
            return await connect_chromium(self._cdp_url)
        program = await asyncio.to_thread(find_chromium, self._program)
        if program is None:
            raise BrowserAbsent(f"there is no Chromium on this machine; {MEND}")
        return await start_chromium(program, proxy=self._proxy.port)

    async def _context(self, chromium: Chromium | RemoteChromium, person: str) -> str:
        way_out: dict[str, Any] = {"proxyServer": self._proxy.address, "proxyBypassList": "<-loopback>"} if chromium.is_remote else {}
        made = await chromium.connection.send("Target.createBrowserContext", disposeOnDetach=chromium.is_remote, **way_out)
        context = str(made["browserContextId"])
        folder = (self._quarantine or chromium.downloads) if not chromium.is_remote else None
        if folder is not None:
            await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True, exist_ok=True)
        kept: dict[str, Any] = {"behavior": "allowAndName", "downloadPath": str(folder)} if folder is not None else {"behavior": "deny"}
        await chromium.connection.send("Browser.setDownloadBehavior", browserContextId=context, eventsEnabled=True, **kept)
        if cookies := self._cookies.get(person):
            await chromium.connection.send("Storage.setCookies", cookies=cookies, browserContextId=context)
        return context

    async def _stop(self) -> None:
        chromium, self._chromium, self._contexts = self._chromium, None, {}
        if chromium is not None:
            await chromium.end()

    async def _stop_later(self) -> None:
        await asyncio.sleep(self._idle)
        self._stopping = None
        async with self._alone:
            if not self._sessions:
                await self._stop()

    async def _cancel_stop(self) -> None:
        stopping, self._stopping = self._stopping, None
        if stopping is not None and stopping is not asyncio.current_task():
            stopping.cancel()
            await asyncio.gather(stopping, return_exceptions=True)

    def _heard(self, name: str, event: Mapping[str, Any]) -> None:
        chromium = self._chromium
        if chromium is None:
            return
        match name:
            case "Target.targetCreated" | "Target.targetInfoChanged":
                info = event["targetInfo"]
                opener = next((s for s in self._sessions if info.get("openerId") and s.target == info["openerId"]), None)
                if opener is not None and info.get("type") == "page" and str(info.get("url", "")) not in ("", "about:blank"):
                    chromium.connection.begin("Target.closeTarget", targetId=info["targetId"])
                    opener.led_to(str(info["url"]))
            case "Target.targetDestroyed":
                for session in self._sessions:
                    if session.target == event["targetId"]:
                        session.closed_itself()
            case "Browser.downloadWillBegin":
                for session in self._sessions:
                    if session.target == event.get("frameId"):
                        session.downloads(str(event.get("suggestedFilename", "")))
            case "Browser.downloadProgress":
                if max(event.get("receivedBytes", 0), event.get("totalBytes", 0)) > LARGEST_DOWNLOAD and event.get("state") == "inProgress":
                    for context in self._contexts.values():
                        chromium.connection.begin("Browser.cancelDownload", guid=event["guid"], browserContextId=context)
