"""Notices on their way to devices and addresses: taken by one process at a time, tried again later, given up in the end.

A try that a crash cut off is made again under the same key. All times are the household's clock's; a clock that was set back does not
keep anything waiting for longer than `LONGEST_WAIT`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.notices import Delivery, Notice
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.store.bell import Bell
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.notices import read_notice
from yamori.agents.scheduler.store.tables import deliveries as table
from yamori.agents.scheduler.store.tables import notices
from yamori.domain.clock import Clock

if TYPE_CHECKING:
    from sqlalchemy import Connection

LEASE = timedelta(seconds=60)
"""Longer than any try takes; what is not ended by then was cut off by a crash."""
LONGEST_WAIT = timedelta(hours=1)
"""Between two tries."""
MOST_TRIES = 8
"""Some three hours."""


@dataclass(frozen=True, kw_only=True)
class Ended:
    """What became of one try."""

    delivery: Delivery
    why: str | None = None
    """It failed; None: it arrived."""
    again: bool = False
    """It may work later."""


@dataclass(frozen=True, kw_only=True)
class DeliveryState:
    """How far a notice got on one channel."""

    key: str
    channel: Channel
    state: str
    """`waiting`, `done` or `dead`."""
    tries: int
    why: str | None
    """What went wrong last."""


class Deliveries:
    """Fulfilled in batches: one transaction ends what was tried and takes what is next."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.bell = Bell()
        """Rings when there may be something to deliver."""
        self._ended = Bell()
        """Rings when something was tried to its end."""

    async def turn_over(self, ended: Sequence[Ended], *, most: int, but: Collection[int] = ()) -> tuple[Delivery, ...]:
        """Write down what ended, and take up to `most` that are to be tried now, except those."""

        def work(connection: "Connection") -> tuple[Delivery, ...]:
            now = self._clock.now()
            if ended:
                connection.execute(_ENDED, [_outcome(one, now) for one in ended])
            return _taken(connection, now, most, but) if most > 0 else ()

        taken = await self._database.transact(work)
        if ended:
            self._ended.ring()
        return taken

    async def settled(self) -> None:
        """Returns when nothing is being tried and nothing is to be tried before time goes on.

        Whoever waits sets a limit: it never ends where nobody delivers.
        """

        def busy(connection: "Connection") -> bool:
            tried = sa.or_(table.c.leased.is_not(None), table.c.next <= self._clock.now())
            return connection.scalar(sa.select(table.c.id).where(table.c.state == "waiting", tried).limit(1)) is not None

        while True:
            rung = self._ended.next()
            if not await self._database.transact(busy):
                return
            await rung.wait()

    async def put_back(self, taken: Collection[Delivery]) -> None:
        """They were not tried to their end, and are to be tried again under the same key, by whoever comes next."""

        def work(connection: "Connection") -> None:
            for one in taken:
                waits = (table.c.id == one.id, table.c.state == "waiting")
                connection.execute(table.update().where(*waits).values(next=self._clock.now(), leased=None))

        if taken:
            await self._database.transact(work)

    async def next(self) -> datetime | None:
        """When the next one is to be tried."""
        return await self._database.transact(lambda c: c.scalar(sa.select(sa.func.min(table.c.next))))

    async def of(self, notice_id: int) -> tuple[DeliveryState, ...]:
        def read(connection: "Connection") -> tuple[DeliveryState, ...]:
            found = connection.execute(table.select().where(table.c.notice_id == notice_id).order_by(table.c.id))
            return tuple(
                DeliveryState(key=row.key, channel=_channel(row._mapping), state=row.state, tries=row.tries, why=row.why) for row in found
            )

        return await self._database.transact(read)


def begin_deliveries(connection: "Connection", notified: Sequence[tuple[Notice, Sequence[Channel]]], now: datetime) -> None:
    """Put notices on their way, within the transaction that makes them."""
    rows = [
        {
            "key": f"{notice.key}/{channel.kind.value}/{number}",
            "notice_id": notice.id,
            "channel": channel.kind.value,
            "target": channel.target,
            "component": channel.component,
            "state": "waiting",
            "tries": 0,
            "next": now,
        }
        for notice, channels in notified
        for number, channel in enumerate(channels)
    ]
    if rows:
        connection.execute(table.insert(), rows)


def end_deliveries(connection: "Connection", person: str, channel: Channel, *, why: str) -> None:
    """Drop what waits for a channel."""
    theirs = sa.select(notices.c.id).where(notices.c.person == person)
    same = (table.c.channel == channel.kind.value, table.c.target == channel.target, table.c.component == channel.component)
    waits = (table.c.state == "waiting", table.c.notice_id.in_(theirs), *same)
    connection.execute(table.update().where(*waits).values(state="dead", next=None, why=why))


def _taken(connection: "Connection", now: datetime, most: int, but: Collection[int]) -> tuple[Delivery, ...]:
    due = sa.or_(table.c.next <= now, table.c.next > now + LONGEST_WAIT + LEASE)  # the latter: the clock was set back
    query = sa.select(table).where(due, table.c.id.not_in(but)).order_by(table.c.next, table.c.id).limit(most)
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    if not rows:
        return ()
    ids = [row.id for row in rows]
    connection.execute(table.update().where(table.c.id.in_(ids)).values(leased=now, next=now + LEASE))
    query = notices.select().where(notices.c.id.in_({row.notice_id for row in rows}))
    known = {row.id: read_notice(row._mapping) for row in connection.execute(query)}
    return tuple(
        Delivery(id=row.id, key=row.key, notice=known[row.notice_id], channel=_channel(row._mapping), tries=row.tries)
        for row in rows
        if row.notice_id in known
    )


_OUTCOME = ("state", "tries", "next", "leased", "why", "done")
_STAYS = sa.and_(table.c.state == "dead", sa.bindparam("new_state", type_=table.c.state.type) == "waiting")
"""What waits for a channel was dropped while it was tried: it is not tried again."""
_ENDED = (
    table.update()
    .where(table.c.id == sa.bindparam("one"), sa.not_(_STAYS))
    .values(**{name: sa.bindparam(f"new_{name}", type_=table.c[name].type) for name in _OUTCOME})
)


def _outcome(ended: Ended, now: datetime) -> dict[str, object]:
    """What `_ENDED` is given."""
    tries, state, coming, done = ended.delivery.tries + 1, "waiting", None, None
    if ended.why is None:
        state, done = "done", now
    elif not ended.again or tries >= MOST_TRIES:
        state = "dead"
    else:
        coming = now + back_off(tries)
    why = ended.why[:500] if ended.why is not None else None
    values = {"state": state, "tries": tries, "next": coming, "leased": None, "why": why, "done": done}
    return {f"new_{name}": value for name, value in values.items()} | {"one": ended.delivery.id}


def back_off(tries: int) -> timedelta:
    """How long to wait after so many failures: 10 s, 40 s, … an hour."""
    return min(timedelta(seconds=10 * 4 ** (tries - 1)), LONGEST_WAIT)


def _channel(row: Mapping[Any, Any]) -> Channel:  # Any: a database row's columns
    return Channel(kind=ChannelKind(row["channel"]), target=row["target"], component=row["component"])
