"""How each person wants to be told things, and when their next briefing is due."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from datetime import time as Clock
from typing import TYPE_CHECKING, Any

from yamori.agents.scheduler.rules.rows.instants import instant, local_day, zone_of
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind, Preferences, checked_preferences
from yamori.agents.scheduler.store.changes import Change, Changes, Did, Row, RowKind
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.deliveries import end_deliveries
from yamori.agents.scheduler.store.tables import preferences as table
from yamori.domain.clock import Clock as NowClock
from yamori.domain.language import Language

if TYPE_CHECKING:
    from sqlalchemy import Connection


class PeoplesPreferences:
    """One row a person. Fulfils `changes.Restorer`."""

    def __init__(self, database: Database, changes: Changes, clock: NowClock) -> None:
        self._database = database
        self._changes = changes
        self._clock = clock

    async def of(self, person: str) -> Preferences:
        """The defaults for somebody who never said anything."""
        return await self._database.transact(lambda c: self._present(c, person))

    async def set_briefing(self, time: Clock | None, *, person: str, key: str, language: Language | None = None) -> Change:
        """Sum up the day at this time; None: not any more. With a language, speak that from now on."""
        return await self.edit(lambda p: replace(p, briefing=time, language=language or p.language), person=person, key=key)

    async def set_language(self, language: Language, *, person: str, key: str) -> Change:
        return await self.edit(lambda p: replace(p, language=language), person=person, key=key)

    async def add_channel(self, channel: Channel, *, person: str, key: str) -> Change:
        """Tell the person there too."""
        return await self.edit(lambda p: replace(p, channels=(*p.channels, channel)), person=person, key=key)

    async def remove_channels(self, kind: ChannelKind, target: str | None = None, *, person: str, key: str) -> Change:
        """Tell nothing there any more; without a target, to no channel of this kind. What is on its way to it is dropped."""

        def edit(p: Preferences) -> Preferences:
            return replace(p, channels=tuple(c for c in p.channels if c.kind is not kind or (target is not None and c.target != target)))

        return await self.edit(edit, person=person, key=key)

    async def edit(self, edit: Callable[[Preferences], Preferences], *, person: str, key: str) -> Change:
        """Raises `InvalidRequest`."""

        def update(connection: "Connection") -> Change:
            at = self._clock.now()
            before = self._present(connection, person)
            after = checked_preferences(edit(before))
            if after == before:
                return Change(key=key, kind=RowKind.PREFERENCES, did=Did.UNCHANGED, before=before, after=before, at=at)
            return Change(key=key, kind=RowKind.PREFERENCES, did=Did.CHANGED, before=before, after=self.put(connection, after), at=at)

        return await self._changes.once(update, person=person, key=key)

    def present(self, connection: "Connection", row: Row) -> Row | None:
        assert isinstance(row, Preferences)
        return self._present(connection, row.person)

    def put(self, connection: "Connection", row: Row) -> Row:
        assert isinstance(row, Preferences)
        present, now = self._present(connection, row.person), self._clock.now()
        row = replace(row, version=present.version + 1, updated=now)
        values: dict[str, object] = {
            "language": row.language.value if row.language else None,
            "briefing": row.briefing,
            "channels": [channel.view() for channel in row.channels],
            "zone": str(now.tzinfo)[:100],
            "version": row.version,
            "updated": row.updated.isoformat(),
        }
        if row.briefing != present.briefing or not present.version:
            values["due"] = next_briefing(row.briefing, now)
        if present.version:
            connection.execute(table.update().where(table.c.person == row.person).values(**values))
        else:
            connection.execute(table.insert().values(person=row.person, **values))
        for gone in set(present.channels) - set(row.channels):
            end_deliveries(connection, row.person, gone, why="the person does not want to be told there any more")
        return row

    def remove(self, connection: "Connection", row: Row) -> None:
        assert isinstance(row, Preferences)
        connection.execute(table.delete().where(table.c.person == row.person))

    def follow_zone(self, connection: "Connection") -> None:
        """The home stands in another zone than when the next briefings were reckoned."""
        now = self._clock.now()
        elsewhere = (table.c.due.is_not(None), table.c.zone != str(now.tzinfo)[:100])
        for row in connection.execute(table.select().where(*elsewhere)).all():
            values = {"due": next_briefing(row.briefing, now), "zone": str(now.tzinfo)[:100]}
            connection.execute(table.update().where(table.c.person == row.person).values(**values))

    def _present(self, connection: "Connection", person: str) -> Preferences:
        row = connection.execute(table.select().where(table.c.person == person)).first()
        return read_preferences(row._mapping) if row is not None else Preferences(person=person, updated=self._clock.now())


def next_briefing(time: Clock | None, now: datetime) -> datetime | None:
    """The first moment after `now` at which the home's clocks show it."""
    if time is None:
        return None
    zone = zone_of(now)
    today = local_day(now, zone)
    moments = (instant(today + timedelta(days=days), time, zone) for days in range(3))
    return next(moment for moment in moments if moment > now)


def preferences_of(connection: "Connection", people: set[str]) -> Mapping[str, Preferences]:
    """Those that were ever set."""
    found = connection.execute(table.select().where(table.c.person.in_(people))) if people else ()
    return {row.person: read_preferences(row._mapping) for row in found}


def read_preferences(row: Mapping[Any, Any]) -> Preferences:  # Any: a database row's columns
    return Preferences(
        person=row["person"],
        language=Language(row["language"]) if row["language"] else None,
        briefing=row["briefing"],
        channels=tuple(
            Channel(kind=ChannelKind(c["kind"]), target=c["target"], component=c.get("component", "")) for c in row["channels"] or ()
        ),
        version=row["version"],
        updated=datetime.fromisoformat(row["updated"]),
    )
