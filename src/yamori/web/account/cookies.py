"""The cookies of whoever signs in: none can be read by a script, none is sent with a request that another site makes.

`apps.access_control` reads the session's; what its secret stands for, `people` knows.
"""

from dataclasses import dataclass

from fastapi import Request, Response

_SESSION = "yamori_session"
_BROWSER = "yamori_browser"
_FORM = "yamori_form"
_LONGEST = 200
_YEAR = 31_536_000
"""Seconds. The house ends a session itself; the cookie is only to outlast it."""


@dataclass(frozen=True, kw_only=True)
class CookieNames:
    """What they are called, and how they are set."""

    is_secure: bool = False
    """Sent over TLS alone, under names that no other host and no page without TLS can set."""

    @property
    def session(self) -> str:
        return self._named(_SESSION)

    @property
    def browser(self) -> str:
        """By it a browser is known that has signed in before."""
        return self._named(_BROWSER)

    @property
    def form(self) -> str:
        """What ties the form of somebody who has not signed in to their browser."""
        return self._named(_FORM)

    def read(self, request: Request, name: str) -> str | None:
        given = request.cookies.get(name)
        return given if given and len(given) <= _LONGEST else None

    def set(self, response: Response, name: str, value: str, *, lasts: bool = True) -> None:
        """`lasts`: beyond the browser being closed."""
        age = 2 * _YEAR if lasts else None
        response.set_cookie(name, value, max_age=age, path="/", secure=self.is_secure, httponly=True, samesite="lax")

    def drop(self, response: Response, name: str) -> None:
        response.delete_cookie(name, path="/", secure=self.is_secure, httponly=True, samesite="lax")

    def _named(self, name: str) -> str:
        return f"__Host-{name}" if self.is_secure else name
