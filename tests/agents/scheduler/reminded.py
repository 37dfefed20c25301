"""A person who is told things, for the tests beside this file: a schedule, its loop by hand, and a place that keeps what arrived."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from yamori.agents.scheduler.notices import Delivery
from yamori.agents.scheduler.reminding import Reminding
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.store import NewTask, Schedule, open_schedule
from yamori.agents.scheduler.store.reminders import NewReminder

TOKYO = ZoneInfo("Asia/Tokyo")
PERSON = "aiko"
DESK = Channel(kind=ChannelKind.DEVICE, target="desk")


@dataclass
class AnyClock:
    """A clock that may be set to any time, back as well."""

    at: datetime

    def now(self) -> datetime:
        return self.at

    def advance(self, **by: float) -> None:
        self.at = (self.at.astimezone(UTC) + timedelta(**by)).astimezone(self.at.tzinfo)


@dataclass
class Place:
    """Keeps what arrives, each key once, as a receiver that knows the keys does. `failures` are raised first, one a try."""

    failures: list[Exception] = field(default_factory=list)
    tries: Counter[str] = field(default_factory=Counter)
    texts: list[str] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def checked(self, channel: Channel) -> Channel:
        return channel

    async def send(self, delivery: Delivery) -> None:
        self.tries[delivery.key] += 1
        if self.failures:
            raise self.failures.pop(0)
        if self.tries[delivery.key] == 1 or delivery.tries:
            self.texts.append(delivery.notice.text)
            self.arrived.set()


@dataclass
class Reminded:
    schedule: Schedule
    clock: AnyClock
    place: Place
    loop: Reminding
    keys: int = 0

    @property
    def key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    async def set(self, new: NewReminder) -> Reminder:
        return (await self.schedule.reminders.set(new, person=PERSON, key=self.key)).reminder

    async def task(self, new: NewTask) -> int:
        return (await self.schedule.tasks.create(new, person=PERSON, key=self.key)).task.id

    async def passes(self, **by: float) -> Sequence[str]:
        """Time passes, the loop looks once; what was told by that."""
        self.clock.advance(**by)
        return await self.look()

    async def over(self, **by: float) -> Sequence[tuple[str, str]]:
        """All that is told in a span of time, each with the home's time, the loop looking whenever something is due."""
        end, told = self.clock.at.astimezone(UTC) + timedelta(**by), list[tuple[str, str]]()
        while True:
            told += [(self.clock.at.isoformat(timespec="minutes"), text) for text in await self.look()]
            coming = (await self.schedule.claims.claim()).next
            if coming is None or coming > end:
                self.clock.at = end.astimezone(self.clock.at.tzinfo)
                return told
            self.clock.at = coming.astimezone(self.clock.at.tzinfo)

    async def until(self, at: str) -> Sequence[str]:
        self.clock.at = datetime.fromisoformat(at).replace(tzinfo=self.clock.at.tzinfo)
        return await self.look()

    async def look(self) -> Sequence[str]:
        last = await self.schedule.notices.latest(person=PERSON)
        await self.loop.notify_due()
        await self.loop.deliver()
        return [notice.text for notice in await self.schedule.notices.after(last, person=PERSON)]


@asynccontextmanager
async def reminded(at: str = "2026-11-21T09:00", *, zone: str = "Asia/Tokyo", where: Path | str | None = None) -> AsyncIterator[Reminded]:
    clock, place = AnyClock(datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(zone))), Place()
    schedule = await open_schedule(where, clock)
    try:
        yield Reminded(schedule=schedule, clock=clock, place=place, loop=Reminding(schedule, {ChannelKind.DEVICE: place}))
    finally:
        await schedule.close()
