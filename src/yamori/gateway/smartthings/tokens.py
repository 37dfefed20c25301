"""What SmartThings is asked with: a personal access token, or OAuth tokens that renew themselves and outlive a restart.

A refresh token works once; the new pair is on disk before it is used, so that a kill in between costs nothing.
"""

import base64
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import httpx

from yamori.gateway.sentences import ToMend, Unanswered
from yamori.gateway.sqlite import SqliteFile

TOKENS_SCHEMA = """
CREATE TABLE IF NOT EXISTS oauth (
    client TEXT PRIMARY KEY, access TEXT NOT NULL, refresh TEXT NOT NULL, first TEXT NOT NULL
) WITHOUT ROWID;
"""
WHERE = "smartthings"
SMARTTHINGS = "SmartThings"
TOKENS_PAGE = "https://account.smartthings.com/tokens"


@dataclass(frozen=True, kw_only=True)
class OAuthApp:
    """An OAuth app of the operator's own, authorized once by the person. Secrets are kept out of every `repr`."""

    client_id: str
    client_secret: str = field(repr=False)
    refresh_token: str = field(repr=False)
    """From the authorization; a newer one that was renewed here wins over it."""


class Tokens(Protocol):
    """Where the token of the next request comes from."""

    async def current(self, http: httpx.AsyncClient) -> str: ...

    async def renewed(self, http: httpx.AsyncClient, refused: str) -> str | None:
        """A new token after `refused` was; None where there is none."""
        ...


class PersonalToken:
    """A personal access token: simple, and valid for a day only since 2025."""

    def __init__(self, token: str) -> None:
        self._token = token

    async def current(self, http: httpx.AsyncClient) -> str:
        return self._token

    async def renewed(self, http: httpx.AsyncClient, refused: str) -> str | None:
        return None


class OAuthTokens:
    """Renewed when refused."""

    def __init__(self, app: OAuthApp, store: SqliteFile) -> None:
        self._app = app
        self._store = store

    async def current(self, http: httpx.AsyncClient) -> str:
        access, _ = await self._store.run(self._kept)
        return access or await self._renew(http)

    async def renewed(self, http: httpx.AsyncClient, refused: str) -> str | None:
        access, _ = await self._store.run(self._kept)
        return access if access and access != refused else await self._renew(http)

    async def _renew(self, http: httpx.AsyncClient) -> str:
        _, refresh = await self._store.run(self._kept)
        basic = base64.b64encode(f"{self._app.client_id}:{self._app.client_secret}".encode()).decode()
        form = {"grant_type": "refresh_token", "client_id": self._app.client_id, "refresh_token": refresh}
        try:
            reply = await http.post("oauth/token", data=form, headers={"Authorization": f"Basic {basic}"})
        except httpx.HTTPError as error:
            raise Unanswered("no_answer", through=SMARTTHINGS) from error
        if reply.status_code in (400, 401, 403):
            raise ToMend("token_spent", "mend_app", where=WHERE, through=SMARTTHINGS)
        pair = _pair(reply)
        await self._store.run(lambda db: self._keep(db, *pair))
        return pair[0]

    def _kept(self, db: sqlite3.Connection) -> tuple[str, str]:
        row = db.execute("SELECT access, refresh, first FROM oauth WHERE client = ?", (self._app.client_id,)).fetchone()
        # Authorized anew since: what was renewed from the old authorization counts no more.
        return (row[0], row[1]) if row and row[2] == self._app.refresh_token else ("", self._app.refresh_token)

    def _keep(self, db: sqlite3.Connection, access: str, refresh: str) -> None:
        row = (self._app.client_id, access, refresh, self._app.refresh_token)
        db.execute("INSERT OR REPLACE INTO oauth VALUES (?, ?, ?, ?)", row)


def _pair(reply: httpx.Response) -> tuple[str, str]:
    try:
        held = reply.json()
    except ValueError:
        held = None
    if reply.is_success and isinstance(held, Mapping):
        access, refresh = held.get("access_token"), held.get("refresh_token")
        if isinstance(access, str) and isinstance(refresh, str):
            return access, refresh
    raise Unanswered("no_answer", through=SMARTTHINGS)
