"""Hints between processes that share a PostgreSQL queue: "look now", by `LISTEN` and `NOTIFY`. Losing one costs a second, never a job.

They are sent after the commit that they speak of, many together: a `NOTIFY` inside each transaction would make PostgreSQL commit
one at a time.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from yamori.domain.errors import Misconfigured
from yamori.gateway.jobs.longpoll import Bell

_CHANNEL = "yamori_jobs"
_AGAIN_AFTER_S = 1.0
_SEND = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic"
"""A hint need not wait for the disk."""

_Run = Callable[[Callable[[AsyncConnection[TupleRow]], Awaitable[None]]], Awaitable[None]]


class Hints:
    """Rings the bell for what other processes say, and tells them what this one did."""

    def __init__(self, url: str, bell: Bell, run: _Run) -> None:
        self._url = url
        self._bell = bell
        self._run = run
        self._me = token_hex(4)
        """In front of each hint, so that one's own are not heard twice."""
        self._unsent: set[str] = set()
        self._sending: asyncio.Task[None] | None = None
        self.listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen())

    def send(self, topic: str) -> None:
        """Soon; no hint is worth waiting for."""
        self._unsent.add(f"{self._me} {topic}")
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def close(self) -> None:
        self._listener.cancel()
        with suppress(asyncio.CancelledError):
            await self._listener
        if self._sending is not None:
            await self._sending

    async def _send_all(self) -> None:
        try:
            while self._unsent:
                topics, self._unsent = sorted(self._unsent), set()

                async def notify(connection: AsyncConnection[TupleRow], topics: list[str] = topics) -> None:
                    await connection.execute(_SEND, (_CHANNEL, topics))

                with suppress(Misconfigured):  # the one who made the change hears of a broken server; a hint is none's business
                    await self._run(notify)
        finally:
            self._sending = None

    async def _listen(self) -> None:
        while True:
            with suppress(psycopg.Error, OSError):  # a server that is away: looking goes on, listening begins again when it is back
                connection = await AsyncConnection.connect(self._url, autocommit=True)
                async with connection:
                    await connection.execute(f"LISTEN {_CHANNEL}")
                    self.listening.set()
                    self._bell.ring_all()  # what was said while nobody listened
                    async for notice in connection.notifies():
                        sender, _, topic = notice.payload.partition(" ")
                        if sender != self._me:
                            self._bell.ring(topic)
            self.listening.clear()
            await asyncio.sleep(_AGAIN_AFTER_S)
