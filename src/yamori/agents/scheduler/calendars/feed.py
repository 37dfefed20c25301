"""The private subscription: one person's calendar for whoever holds a token, made anew only when something changed."""

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime

from yamori.agents.scheduler.calendars.exporting import export_of
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.store.tokens import TokenKind

_MOST_KEPT = 16
"""Calendars in memory."""
_VERSION = 2
"""Of how a feed is written: it is another file after a change of the writer."""


@dataclass(frozen=True, kw_only=True)
class Feed:
    etag: str
    """Quoted, as in the header."""
    modified: datetime | None
    """When something in it was last changed; None for an empty schedule."""
    person: str
    since: Day
    """Tasks of earlier days are not in it."""


class Feeds:
    """Everyone's subscriptions."""

    def __init__(self, schedule: Schedule, home: str) -> None:
        self._schedule = schedule
        self._home = home
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, token: str) -> Feed | None:
        """What a token opens, without its content; None where it opens nothing."""
        holder = await self._schedule.tokens.holder(token, TokenKind.FEED)
        if holder is None:
            return None
        number, modified = await self._schedule.calendars.state(holder.person)
        since = _year_before(self._schedule.clock.now().date())
        stamp = hashlib.sha256(f"{_VERSION}/{holder.person}/{number}/{since}/{self._home}".encode()).hexdigest()[:24]
        return Feed(etag=f'"{stamp}"', modified=modified, person=holder.person, since=since)

    async def content(self, feed: Feed) -> bytes:
        """The file itself."""
        async with self._lock:  # ten phones that wake up together have it made once
            known = self._kept.get(feed.person)
            if known is not None and known[0] == feed.etag:
                self._kept.move_to_end(feed.person)
                return known[1]
            export = await export_of(self._schedule, feed.person, self._home, since=feed.since, name=feed.person)
            made = await asyncio.to_thread(export.content)
            self._kept[feed.person] = (feed.etag, made)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return made


def _year_before(today: Day) -> Day:
    """The first day of the same month a year ago: it moves once a month, so that a feed stays the same in between."""
    return Day(max(today.year - 1, 1), today.month, 1)
