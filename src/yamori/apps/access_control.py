"""The one place where every request is let through or turned away: who makes it, and what its route says about who may.

Inside of `guard`, around the routes. It asks `Callers` who the cookie or token is (unless somebody outside of it has done so already),
looks up what the route says (`agentkit.access.allowed`), judges by `domain.access`, and sets `CALLER` for whoever handles the request.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from re import Pattern
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from yamori.agentkit.access import CALLER, WHERE, access_of, refusal
from yamori.agentkit.client import client_named
from yamori.agentkit.secret import is_ours
from yamori.apps.standing_stream import StandingStream
from yamori.domain.access import Access, Why, turned_away
from yamori.domain.caller import HOUSE, NOBODY, Caller, Callers, Via
from yamori.domain.clock import Clock
from yamori.web.words import preferred

SESSION_COOKIE = "yamori_session"
SIGN_IN = "/account"
"""The page to which a person without a session is led."""
_LOOPBACK = Caller(via=Via.LOOPBACK)
_ANY = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One route, flat: what is mounted or included stands under its whole path."""

    methods: frozenset[str]
    path: str
    pattern: Pattern[str]
    access: Access | None


class AccessControl:
    """ASGI middleware around the routes of one application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        routes: Callable[[], Sequence[BaseRoute]],
        clock: Clock,
        callers: Callers | None = None,
        secret: str = "",
        cookie: str = SESSION_COOKIE,
        trusts: Callable[[str], bool],
    ) -> None:
        """`cookie` is the name of the session's; `trusts`: whether whoever connects from there may speak as anybody, as long as nobody
        has an account."""
        self._app, self._routes, self._clock, self._callers = app, routes, clock, callers
        self._secret, self._cookie, self._trusts = secret, cookie, trusts
        self._known: tuple[int, Sequence[Entry]] = (0, ())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        caller = scope.setdefault("state", {}).get("caller") or await self._caller(scope, headers)
        scope["state"]["caller"] = caller
        found = self._entry(scope["method"], scope["path"])
        why = turned_away(found.access, caller) if found is not None else None
        if found is not None and why is not None:
            await _turned_away(why, found, caller, scope, headers)(scope, receive, send)
            return
        # A path that no route has goes on too: what answers it says so, and shows nothing.
        before = CALLER.set(caller)
        try:
            await self._let_through(caller, found, scope)(scope, receive, send)
        finally:
            CALLER.reset(before)

    def _let_through(self, caller: Caller, entry: Entry | None, scope: Scope) -> ASGIApp:
        """The application; what it streams to a session or token ends with that."""
        callers = self._callers
        if callers is None or entry is None or caller.via not in (Via.SESSION, Via.TOKEN):
            return self._app
        headers, client = Headers(scope=scope), client_named((scope.get("client") or ("",))[0])

        async def is_good() -> bool:
            now = await self._shown(headers, client)
            return now.via is not None and turned_away(entry.access, now) is None and now.person == caller.person

        return StandingStream(self._app, is_good=is_good, changed=callers.changed)

    async def _caller(self, scope: Scope, headers: Headers) -> Caller:
        """Who is told by a header or cookie; nothing else of a request is looked at."""
        if is_ours(headers, self._secret):
            return HOUSE
        client = client_named((scope.get("client") or ("",))[0])
        if self._callers is not None:
            caller = await self._shown(headers, client)
            if caller.via is not None or await self._callers.has_accounts():
                return caller
        return _LOOPBACK if self._trusts(client) else NOBODY

    async def _shown(self, headers: Headers, client: str) -> Caller:
        """Whose cookie or token it is."""
        assert self._callers is not None
        kind, _, given = headers.get("authorization", "").partition(" ")
        bearer = given.strip() if kind.lower() == "bearer" and given.strip() else None
        cookie = cookie_parser(headers.get("cookie", "")).get(self._cookie)
        return await self._callers.caller_of(cookie=cookie, bearer=bearer, client=client, now=self._clock.now())

    def _entry(self, method: str, path: str) -> Entry | None:
        routes = self._routes()
        if self._known[0] != len(routes):
            self._known = len(routes), tuple(entries(routes))
        return next((e for e in self._known[1] if method in e.methods and e.pattern.match(path)), None)


def entries(routes: Sequence[BaseRoute], prefix: str = "") -> Iterator[Entry]:
    """Every route with its whole path, in the order in which they are tried."""
    for route in routes:
        if isinstance(route, Route):
            path = prefix + route.path
            pattern = compile_path(path)[0] if prefix else route.path_regex
            yield Entry(methods=frozenset(route.methods or _ANY), path=path, pattern=pattern, access=access_of(route.endpoint))
        elif isinstance(route, Mount):
            yield from entries(route.routes, prefix + route.path)
        else:  # a router that FastAPI looks into only when it is asked
            included: Any = route
            yield from entries(included.original_router.routes, prefix + included.include_context.prefix)


def _back_to(page: str) -> str:
    """The query that has the sign-in lead back to the page on which something was asked for; empty for the first page and for no page."""
    try:
        at = urlsplit(page)
    except ValueError:
        return ""
    path = f"{at.path}?{at.query}" if at.query else at.path
    return f"?next={quote(path, safe='')}" if path not in ("", "/") else ""


def _turned_away(why: Why, entry: Entry, caller: Caller, scope: Scope, headers: Headers) -> Response:
    """A person is led to where one signs in; a program is told what is missing."""
    language = preferred(headers.get("accept-language", ""))
    unknown = why is Why.SIGN_IN
    if unknown and "hx-request" in headers:
        return Response(status_code=401, headers={"HX-Redirect": SIGN_IN + _back_to(headers.get("hx-current-url", ""))})
    if unknown and scope["method"] == "GET" and "text/html" in headers.get("accept", ""):
        return RedirectResponse(f"{SIGN_IN}?next={quote(_asked(scope), safe='')}", status_code=303)
    says = refusal(why, entry.access, caller, language)
    body = {"error": {"message": says, "where": WHERE[why], "nearest": []}}
    return JSONResponse(body, status_code=401 if unknown else 403, headers={"WWW-Authenticate": "Bearer"} if unknown else None)


def _asked(scope: Scope) -> str:
    """The path and query of a request, to come back to."""
    query = scope.get("query_string", b"").decode("latin-1")
    return f"{scope['path']}?{query}" if query else str(scope["path"])
