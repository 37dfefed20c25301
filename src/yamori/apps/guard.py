"""Who may speak to the server: requests that call it by a name of its own, from pages of its own (DNS rebinding, cross-site requests,
frames); and the headers with which everything leaves, errors included."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yamori.agentkit.client import CLIENT, client_named
from yamori.apps.hosts import AllowedHosts, Authority, read_authority
from yamori.apps.texts import TEXTS
from yamori.web.words import preferred

EMBEDDED = "/embed/"
"""Pages below this are made to be framed; they say themselves by whom."""
_READING = frozenset({"GET", "HEAD"})
_SUBSCRIBED = re.compile(r"/calendar/(?!export\.ics)[^/]+\.ics")
"""A calendar behind a token, for programs that subscribe to it."""
_PAGES = re.compile(
    r"/|/sign-in|/account|/invitation/[^/]+|/pair/[^/]+|/chats|/devices|/automations|/memory|/consents|/schedule(/routines|/diary)?"
    r"|/papers(/(?!ask$)[^/]+(/[0-9]+)?)?"
)
"""What a link elsewhere may lead to."""
_HARMLESS = frozenset({"conversation", "date", "at"})
"""Parameters of a page that only say what is shown: others set a cookie or cost a search."""
_DEFAULT_PORTS = {"http": 80, "https": 443}

_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": _NOTHING,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    # Not `no-referrer`: that turns the Origin of a form into `null`.
    "Referrer-Policy": "same-origin",
}
"""Of every answer that does not say otherwise itself; pages bring a policy of their own."""
_UNFRAMED = "X-Frame-Options"


@dataclass(frozen=True, kw_only=True)
class Refused:
    """Not let in; `why` names a sentence."""

    why: str
    where: str
    name: str = ""
    status: int = 403


@dataclass(frozen=True, kw_only=True)
class Moved:
    """Let in without what only our own pages may say."""

    to: str


class Guard:
    """ASGI middleware around a whole application: outside of what answers its errors, so that those leave with the headers too."""

    def __init__(self, app: ASGIApp, *, allowed: AllowedHosts) -> None:
        self._app = app
        self._allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        CLIENT.set(client_named((scope.get("client") or ("",))[0]))
        verdict = judged(scope, self._allowed)
        if verdict is None:
            await self._app(scope, receive, _with_headers(send, scope["path"]))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _answer(verdict, Headers(scope=scope))(scope, receive, _with_headers(send, scope["path"]))


def judged(scope: Scope, allowed: AllowedHosts) -> Refused | Moved | None:
    """None for a request that may go on."""
    headers = Headers(scope=scope)
    hosts = headers.getlist("host")
    if not scope["path"].startswith("/"):
        return Refused(why="target", where="path", status=400)
    if len(hosts) > 1:
        return Refused(why="hosts", where="Host", status=400)
    said = hosts[0] if hosts else ""
    host = read_authority(said)
    if host is None or not allowed.admits(host.host, reached_at=(scope.get("server") or ("",))[0]):
        return Refused(why="host", where="Host", name=host.host if host is not None else said[:80])
    for origin in headers.getlist("origin"):
        if not _is_ours(origin, host):
            return Refused(why="origin", where="Origin", name=origin[:80])
    sites = headers.getlist("sec-fetch-site")
    if all(site in ("same-origin", "none") for site in sites):  # what is no browser says nothing of the kind
        return None
    return _from_elsewhere(scope, headers)


def _from_elsewhere(scope: Scope, headers: Headers) -> Refused | Moved | None:
    """What a page of another site, or of another port of this machine, may cause."""
    path: str = scope["path"]
    if scope.get("method") in _READING:
        if path.startswith(EMBEDDED) or _SUBSCRIBED.fullmatch(path):
            return None
        if headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document" and _PAGES.fullmatch(path):
            given = parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
            kept = [(name, value) for name, value in given if name in _HARMLESS]
            if kept == given:
                return None
            raw = (scope.get("raw_path") or path.encode()).decode("latin-1")
            return Moved(to=f"{raw}?{urlencode(kept)}" if kept else raw)
    return Refused(why="site", where="Sec-Fetch-Site")


def _is_ours(origin: str, host: Authority) -> bool:
    """Whether a page of this origin came from the host that it speaks to."""
    scheme, found, rest = origin.partition("://")
    page = read_authority(rest) if found else None
    default = _DEFAULT_PORTS.get(scheme)
    if page is None or default is None or page.host != host.host:
        return False
    return (page.port or default) == (host.port or default)


def _answer(verdict: Refused | Moved, headers: Headers) -> Response:
    match verdict:
        case Moved(to=to):
            return RedirectResponse(to, status_code=303)
        case Refused():
            says = TEXTS.said(preferred(headers.get("accept-language", "")), f"not_let_in.{verdict.why}", name=verdict.name)
            error: dict[str, str | Sequence[str]] = {"message": says, "where": verdict.where, "nearest": []}
            return JSONResponse({"error": error}, status_code=verdict.status)
        case _:
            assert_never(verdict)


def _with_headers(send: Send, path: str) -> Send:
    """What an answer does not say itself of how a browser is to take it; and no page elsewhere can show it in a frame, where a person
    might press what they do not see."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if not path.startswith(EMBEDDED):
                headers.setdefault(_UNFRAMED, "DENY")
        await send(message)

    return sending
