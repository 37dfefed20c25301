"""Tokens to look at a person's calendar with, without any other right: subscriptions and embedded pages.

A token's text is said once, when it is issued; the database holds only its SHA-256.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.rules.rows.entry import text_of
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.tables import calendar_tokens as table
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, NotFound

if TYPE_CHECKING:
    from sqlalchemy import Connection

MOST_TOKENS = 100
"""Of one person."""
MOST_ORIGINS = 20
LONGEST_NAME = 100
_BYTES = 32
_LONGEST_TEXT = 200
_ORIGIN = re.compile(r"https?://[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[0-9]{1,5})?")
"""What may stand in `frame-ancestors`: nothing in it can end a header or begin another directive."""


class TokenKind(StrEnum):
    FEED = "feed"
    """May fetch the calendar as a subscription."""
    EMBED = "embed"
    """May show the calendar inside another page."""


@dataclass(frozen=True, kw_only=True)
class Token:
    """A right to look that somebody holds."""

    id: int
    person: str
    """Whose calendar it shows."""
    kind: TokenKind
    name: str
    """What the person calls its holder, such as Phone; may be empty."""
    allows: tuple[str, ...]
    """The origins that may embed the calendar; empty for a subscription."""
    created: datetime


class Tokens:
    """Everyone's tokens."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def issue(self, person: str, kind: TokenKind, *, allows: tuple[str, ...] = (), name: str = "", key: str) -> tuple[str, Token]:
        """A new token and its text. The same key means the same token with a new text: the one said before is void, since nobody keeps it.

        Raises `InvalidRequest` for an origin that is none, and when a person has too many.
        """
        origins = tuple(dict.fromkeys(_origin(origin) for origin in allows))
        if len(origins) > MOST_ORIGINS:
            raise InvalidRequest(f"at most {MOST_ORIGINS} origins may embed a calendar", where="allows")
        if not key or len(key) > 300:
            raise InvalidRequest("an idempotency key has 1 to 300 characters", where="key")
        called = text_of(name, "name", LONGEST_NAME, lines=False)
        text = secrets.token_urlsafe(_BYTES)

        def put(connection: "Connection") -> Token:
            known = connection.execute(table.select().where(table.c.person == person, table.c.key == key)).first()
            if known is not None:
                connection.execute(table.update().where(table.c.id == known.id).values(hash=_hash(text)))
                return _token(known._mapping)
            count = connection.execute(sa.select(sa.func.count()).select_from(table).where(table.c.person == person)).scalar_one()
            if count >= MOST_TOKENS:
                raise InvalidRequest(f"there are {count} tokens already; revoke those that nobody uses", where="tokens")
            values = {
                "key": key,
                "person": person,
                "kind": kind.value,
                "name": called,
                "hash": _hash(text),
                "allows": list(origins),
                "created": self._clock.now().isoformat(),
            }
            connection.execute(table.insert().values(**values))
            return _token(connection.execute(table.select().where(table.c.hash == _hash(text))).one()._mapping)

        return text, await self._database.transact(put)

    async def holder(self, text: str, kind: TokenKind) -> Token | None:
        """Whose calendar this text opens; None for one that was never issued, was revoked, or is of another kind."""
        if not text or len(text) > _LONGEST_TEXT:
            return None
        wanted = table.select().where(table.c.hash == _hash(text), table.c.kind == kind.value)

        def read(connection: "Connection") -> Token | None:
            found = connection.execute(wanted).first()
            return _token(found._mapping) if found is not None else None

        return await self._database.transact(read)

    async def all(self, person: str) -> tuple[Token, ...]:
        """A person's tokens, oldest first."""
        wanted = table.select().where(table.c.person == person).order_by(table.c.id)
        return await self._database.transact(lambda c: tuple(_token(row._mapping) for row in c.execute(wanted)))

    async def revoke(self, id: int, person: str) -> Token:
        """From now on it opens nothing. Raises `NotFound` where the person has no such token."""

        def drop(connection: "Connection") -> Token:
            found = connection.execute(table.select().where(table.c.person == person, table.c.id == id)).first()
            if found is None:
                raise NotFound(f"there is no token {id}", where="token_id")
            connection.execute(table.delete().where(table.c.id == id))
            return _token(found._mapping)

        return await self._database.transact(drop)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _origin(text: str) -> str:
    """An origin in the spelling of a content-security policy. Raises `InvalidRequest`."""
    origin = text.strip().lower().removesuffix("/")
    if len(origin) > 300 or not _ORIGIN.fullmatch(origin) or ".." in origin:
        raise InvalidRequest(f"{text[:60]!r} is no origin; it looks like https://example.org or http://nas.local:8080", where="allows")
    return origin


def _token(row: Mapping[Any, Any]) -> Token:  # Any: a database row's columns
    return Token(
        id=row["id"],
        person=row["person"],
        kind=TokenKind(row["kind"]),
        name=row["name"],
        allows=tuple(row["allows"]),
        created=datetime.fromisoformat(row["created"]),
    )
