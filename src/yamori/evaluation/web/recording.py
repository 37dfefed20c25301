"""Wraps the app: maps host names to paths and writes the request log that evaluators read."""

import time
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yamori.evaluation.web.state import WebState

_HOSTS = ".sim.localhost"
_FORM = "application/x-www-form-urlencoded"
_LONGEST_FORM = 1_000_000


class Recording:
    """The simulated web with its log; evaluators' own requests (`/_…`) are not written down."""

    def __init__(self, app: ASGIApp, state: WebState) -> None:
        self._app = app
        self._started = time.monotonic()
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        url = str(request.url)
        fields: dict[str, list[str]] = {}
        if request.headers.get("content-type", "").startswith(_FORM):
            body, receive = await _read(receive)
            fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
        path: str = scope["path"]
        if not path.startswith("/_"):
            seconds = round(time.monotonic() - self._started, 3)
            self.state.requests.append({"method": request.method, "url": url, "fields": fields, "seconds": seconds})
        host = request.headers.get("host", "").split(":")[0]
        if host.endswith(_HOSTS) and not path.startswith(("/s/", "/_", "/static/", "/hostile/", "/search")):
            path = f"/s/{host.removesuffix(_HOSTS)}{path}"
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await self._app(scope, receive, send)


async def _read(receive: Receive) -> tuple[bytes, Receive]:
    """The body, and a `receive` that gives it once more."""
    body, more = b"", True
    while more and len(body) <= _LONGEST_FORM:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return body, again
