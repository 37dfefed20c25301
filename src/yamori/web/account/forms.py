"""Forms of the account pages: each carries a token that only a page of this house, in this browser, can have written."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping

from fastapi import Request, Response

from yamori.web.account.cookies import CookieNames
from yamori.web.account_port import Visitor
from yamori.web.form import fields
from yamori.web.problems import PageProblem

FIELD = "csrf"
_LOCAL = re.compile(r"/(?![/\\])[A-Za-z0-9_~.,;:@!$&'()*+=/%?-]{0,500}")
"""A path of this house with its query; nothing that a browser would take for another host."""
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)  # fmt: skip
_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
"""What each says of itself, the most particular first: all but one also claim to be another."""


class FormTokens:
    """What a form carries is the hash of a secret that this browser's cookie holds: the session's, or one made for the form."""

    def __init__(self, cookies: CookieNames) -> None:
        self._cookies = cookies

    def secret(self, request: Request) -> str | None:
        return self._cookies.read(request, self._cookies.session) or self._cookies.read(request, self._cookies.form)

    def issue(self, request: Request) -> tuple[str, str | None]:
        """The token for a form, and the cookie to set for it where this browser has none."""
        held = self.secret(request)
        fresh = held or secrets.token_urlsafe(32)
        return _token(fresh), None if held else fresh

    def set(self, response: Response, fresh: str | None) -> None:
        if fresh is not None:
            self._cookies.set(response, self._cookies.form, fresh, lasts=False)

    def check(self, request: Request, sent: str) -> str:
        """Raises `PageProblem` for a form that this browser was not given; else what ties a ceremony to it, which is no secret."""
        held = self.secret(request)
        if held is None or not hmac.compare_digest(_token(held).encode(), sent.encode("utf-8", "replace")):
            raise PageProblem("account.stale", status=403)
        return _token(held)

    async def read(self, request: Request) -> Mapping[str, str]:
        """The fields of a form whose token is right."""
        sent = await fields(request)
        self.check(request, sent.get(FIELD, ""))
        return sent


def _token(secret: str) -> str:
    return hashlib.sha256(b"yamori form " + secret.encode("utf-8", "replace")).hexdigest()


def local_path(given: str) -> str:
    """Where to go on after signing in: a page of this house, or the first."""
    return given if _LOCAL.fullmatch(given) else "/"


def visitor_of(request: Request, cookies: CookieNames, client: str) -> Visitor:
    agent = request.headers.get("user-agent", "")[:500]
    browser = next((name for part, name in _BROWSERS if part in agent), "")
    system = next((name for part, name in _SYSTEMS if part in agent), "")
    called = " · ".join(part for part in (browser, system) if part) or agent.split("/")[0][:40]
    return Visitor(client=client, called=called, browser=cookies.read(request, cookies.browser))
