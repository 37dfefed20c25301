"""The devices that registered themselves: what they said they are, their tokens as hashes, when they were last seen, what they read.

Kept in SQLite, so that a restart forgets no device. It knows nothing of jobs and nothing of HTTP.
"""

import hmac
import json
import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from yamori.domain.capability import Attribute
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.receipt import Reading, Report
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, fit
from yamori.gateway.changes import Listener, Listeners
from yamori.gateway.edge.admissions import SCHEMA, Admissions, hashed, open_admissions, write_given
from yamori.gateway.edge.description import Description, described
from yamori.gateway.sqlite import SqliteFile, open_sqlite

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS devices (
    id TEXT PRIMARY KEY, token TEXT, description TEXT, name TEXT, room TEXT, private INTEGER, seen TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS readings (path TEXT PRIMARY KEY, value TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
{SCHEMA}
CREATE TABLE IF NOT EXISTS taken_back (path TEXT PRIMARY KEY, value TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, kw_only=True)
class EdgeDevice:
    """One device at the edge, as the household knows it."""

    description: Description
    name: str
    """What people call it here; the device's own word where nobody gave another."""
    room: str | None
    private: bool
    seen: datetime | None
    """When it last spoke."""


@dataclass(kw_only=True)
class _Row:
    token: str | None = None
    description: Description | None = None
    name: str | None = None
    room: str | None = None
    """Empty where the household wants it to be in no room, whatever the device says."""
    private: bool | None = None
    seen: datetime | None = None


async def open_devices(file: Path | None, clock: Clock) -> "EdgeDevices":
    """Raises `Misconfigured` when the file cannot be used."""
    store = await open_sqlite(file, schema=_SCHEMA)
    rows = await store.run(lambda db: db.execute("SELECT id, token, description, name, room, private, seen FROM devices").fetchall())
    readings = await store.run(lambda db: db.execute("SELECT path, value, at FROM readings").fetchall())
    known = {
        id: _Row(
            token=token,
            description=_readable(text),
            name=name,
            room=room,
            private=None if private is None else bool(private),
            seen=datetime.fromisoformat(seen) if seen else None,
        )
        for id, token, text, name, room, private, seen in rows
    }
    values = {path: (json.loads(value), datetime.fromisoformat(at)) for path, value, at in readings}
    lost = await store.run(lambda db: db.execute("SELECT path, value, at FROM taken_back").fetchall())
    last = {path: Report(value=json.loads(value), at=datetime.fromisoformat(at)) for path, value, at in lost}
    return EdgeDevices(store, clock, known, values, last, await open_admissions(store))


class EdgeDevices:
    """Opened by `open_devices`."""

    def __init__(
        self,
        store: SqliteFile,
        clock: Clock,
        rows: Mapping[str, _Row],
        values: Mapping[str, tuple[Value, datetime]],
        last: Mapping[str, Report],
        admissions: Admissions,
    ) -> None:
        self.admissions = admissions
        self._store = store
        self._clock = clock
        self._rows = dict(rows)
        self._values = dict(values)
        self._last = dict(last)
        """What was reported before it was taken back."""
        self._listeners = Listeners()
        self._owners = {row.token: id for id, row in self._rows.items() if row.token}

    def all(self) -> Sequence[EdgeDevice]:
        """Those that have described themselves, in the order of their ids."""
        return [self.get(id) for id, row in sorted(self._rows.items()) if row.description is not None]

    def get(self, id: str) -> EdgeDevice:
        """Raises `NotFound`."""
        row = self._row(id)
        if (said := row.description) is None:
            raise _unknown(id)
        return EdgeDevice(
            description=said,
            name=row.name or said.device.name,
            room=(said.device.room if row.room is None else row.room) or None,
            private=said.private if row.private is None else row.private,
            seen=row.seen,
        )

    def like(self, id: str) -> str | None:
        """The enrolled id that is this one, or would be taken for it."""
        return next((known for known in self._rows if known.casefold() == id.casefold()), None)

    async def enrol(self, id: str, *, proof: str | None = None) -> str:
        """A new token for the device; an earlier one is worth nothing from here on. `proof`: what it will be known by if it asks again."""
        token = secrets.token_urlsafe(32)
        row = self._rows.setdefault(id, _Row())
        kept = hashed(token)
        await self._store.run(lambda db: _keep_token(db, id, kept, proof))
        self.admissions.given(id, proof)
        self._owners.pop(row.token or "", None)
        row.token = kept
        self._owners[kept] = id
        return token

    async def revoke(self, id: str) -> None:
        """Its token is worth nothing any more, and it is no device of this home. Raises `NotFound`."""
        self._row(id)
        await self._store.run(lambda db: _forget(db, id))
        row = self._rows.pop(id)
        self.admissions.forget(id)
        self._owners.pop(row.token or "", None)
        self._values = {path: held for path, held in self._values.items() if path.split(".", 1)[0] != id}
        self._last = {path: held for path, held in self._last.items() if path.split(".", 1)[0] != id}

    def owner(self, token: str) -> str | None:
        """The device whose token this is."""
        given = hashed(token)
        return next((id for known, id in self._owners.items() if hmac.compare_digest(known, given)), None)

    async def describe(self, id: str, description: Description) -> bool:
        """Take what the device says of itself; whether anything in it is new. Its values now become its readings."""
        if description.device.id != id:
            raise InvalidRequest(f"this token is {id}'s, not {description.device.id}'s", where="id")
        row = self._rows[id]
        new = row.description is None or row.description.version != description.version
        if new:
            await self._store.run(lambda db: db.execute("UPDATE devices SET description = ? WHERE id = ?", (description.text, id)))
            row.description = description
        now = self._clock.now()
        fresh = [
            (component, name, attribute, value, now)
            for component, held in description.device.components.items()
            for name, initial in held.items()
            for attribute, value in initial.items()
            if value is not None
        ]
        await self.take(id, fresh)
        return new

    async def settle(self, id: str, *, name: str | None = None, private: bool | None = None) -> EdgeDevice:
        """What the household says of the device, before what it says itself; None keeps. Raises `NotFound`."""
        row = self._row(id)
        row.name = name or row.name
        row.private = row.private if private is None else private
        values = (row.name, row.private, id)
        await self._store.run(lambda db: db.execute("UPDATE devices SET name = ?, private = ? WHERE id = ?", values))
        return self.get(id)

    async def place(self, id: str, room: str | None) -> EdgeDevice:
        """The room that the household puts the device in, before the one it says itself; None: in no room. Raises `NotFound`."""
        row = self._row(id)
        row.room = room or ""
        values = (row.room, id)
        await self._store.run(lambda db: db.execute("UPDATE devices SET room = ? WHERE id = ?", values))
        return self.get(id)

    async def mark_seen(self, id: str) -> None:
        """It spoke now. Kept on disk at most once a minute: a lost minute tells nobody anything wrong."""
        await self.admissions.used(id)
        row, now = self._rows[id], self._clock.now()
        stale = row.seen is None or abs((now - row.seen).total_seconds()) >= 60
        row.seen = now
        if stale:
            await self._store.run(lambda db: db.execute("UPDATE devices SET seen = ? WHERE id = ?", (now.isoformat(), id)))

    async def take(self, id: str, readings: Sequence[tuple[str, str, str, Value, datetime]]) -> Sequence[Reading]:
        """Keep what the device reads, as (component, capability, attribute, value, at); listeners are notified of those that changed.

        Raises `InvalidRequest` for what it never described, or a value that does not fit; then none of them is kept. A time later than
        ours is ours: a device's clock is its own affair.
        """
        device = self.get(id).description
        now = self._clock.now()
        taken: list[Reading] = []
        for component, capability, attribute, value, at in readings:
            named = capability if capability in device.capabilities else f"{capability}.{id}"
            declared = device.capabilities.get(named)
            held = device.device.components.get(component, {})
            if declared is None or named not in held or attribute not in declared.attributes:
                where = f"{component}.{capability}.{attribute}"[:120]
                raise InvalidRequest(f"{id} never described {where}", where=where)
            try:
                fitting = None if value is None else fit(declared.attributes[attribute], value)
            except Unfit as unfit:
                raise InvalidRequest(str(unfit), where=f"{component}.{capability}.{attribute}") from unfit
            reading = _reading(id, component, named, declared.attributes[attribute], fitting, min(at, now))
            taken.append(reading.following(self._known(reading)))
        changed = [r for r in taken if (known := self._values.get(r.path)) is None or known[0] != r.value]
        if changed:
            await self._store.run(lambda db: _keep(db, changed))
        for reading in taken:
            self._values[reading.path] = (reading.value, reading.at)
            if reading.last is not None:
                self._last[reading.path] = reading.last
        self._listeners.notify(changed)
        return taken

    def readings(self, id: str) -> Sequence[Reading]:
        """Everything the device last read, in the order of its description; what it never read is None, read when it was described."""
        description = self.get(id).description
        found = []
        for component, held in description.device.components.items():
            for name in held:
                for attribute in description.capabilities[name].attributes.values():
                    never = _reading(id, component, name, attribute, None, self._rows[id].seen or self._clock.now())
                    found.append(self._known(never) or never)
        return found

    def _known(self, reading: Reading) -> Reading | None:
        """What is known of the same attribute."""
        if (held := self._values.get(reading.path)) is None:
            return None
        value, at = held
        return replace(reading, value=value, at=at, last=None if value is not None else self._last.get(reading.path))

    def changes(self) -> Listener:
        """Every changed reading from now on."""
        return self._listeners.add()

    async def close(self) -> None:
        self._listeners.close()
        await self._store.close()

    def _row(self, id: str) -> _Row:
        """Raises `NotFound`."""
        if (row := self._rows.get(id)) is None:
            raise _unknown(id)
        return row


def _unknown(id: str) -> NotFound:
    return NotFound(f"there is no edge device {id[:60]}", where="device")


def _reading(device: str, component: str, capability: str, attribute: Attribute, value: Value, at: datetime) -> Reading:
    return Reading(
        device=device, component=component, capability=capability, attribute=attribute.name, value=value, unit=attribute.unit, at=at
    )


def _readable(text: str | None) -> Description | None:
    """What was kept was right when it was kept; a product file that has changed since can make it wrong, and the device says it anew."""
    try:
        return described(text) if text else None
    except InvalidRequest:
        return None


def _keep_token(db: sqlite3.Connection, id: str, token: str, proof: str | None) -> None:
    db.execute("INSERT INTO devices (id, token) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET token = excluded.token", (id, token))
    write_given(db, id, proof)


def _forget(db: sqlite3.Connection, id: str) -> None:
    db.execute("DELETE FROM devices WHERE id = ?", (id,))
    write_given(db, id, None)
    for table in ("readings", "taken_back"):
        db.execute(f"DELETE FROM {table} WHERE substr(path, 1, ?) = ?", (len(id) + 1, f"{id}."))


def _keep(db: sqlite3.Connection, readings: Sequence[Reading]) -> None:
    db.executemany(
        "INSERT INTO readings VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET value = excluded.value, at = excluded.at",
        [(r.path, json.dumps(r.value), r.at.isoformat()) for r in readings],
    )
    db.executemany(
        "INSERT INTO taken_back VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET value = excluded.value, at = excluded.at",
        [(r.path, json.dumps(r.last.value), r.last.at.isoformat()) for r in readings if r.last is not None],
    )
