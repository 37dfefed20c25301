"""Who may speak to the server: requests that name this machine, from pages of its own (DNS rebinding, cross-site requests, frames)."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

EMBEDDED = "/embed/"
"""Pages below this are made to be framed; they say themselves by whom."""
_LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})


class LocalOnly:
    """ASGI middleware: refuses a `Host` that is not this machine's and an `Origin` that is not the host's."""

    def __init__(self, app: ASGIApp, *, host: str) -> None:
        """`host` is where the server listens; a wildcard lets every host name in, as whoever set it asked for."""
        self._app = app
        self._any = host in ("0.0.0.0", "::")
        self._hosts = _LOCAL | {host}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            host = headers.get("host", "")
            name = _name(host)
            origin = headers.get("origin")
            if not self._any and name not in self._hosts:
                await _refused(f"this server does not answer for the host {name!r}", "Host")(scope, receive, send)
                return
            if origin is not None and origin.partition("://")[2] != host:
                await _refused(f"requests from {origin} are not accepted", "Origin")(scope, receive, send)
                return
            if not scope["path"].startswith(EMBEDDED):
                send = _unframed(send)
        await self._app(scope, receive, send)


def _unframed(send: Send) -> Send:
    """No page elsewhere can show this one in a frame, where a person might press what they do not see."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).setdefault("X-Frame-Options", "DENY")
        await send(message)

    return sending


def _name(host: str) -> str:
    """The host without its port; nothing for one that cannot be read."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _refused(message: str, where: str) -> JSONResponse:
    return JSONResponse({"error": {"message": message, "where": where, "nearest": []}}, status_code=403)
