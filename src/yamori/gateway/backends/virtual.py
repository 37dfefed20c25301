"""A home that exists only here: it applies the effects that capability files declare, and keeps its state through a kill.

State lives in memory and is written through to SQLite; a command's key is recorded in the transaction that changes the state, so no
key acts twice. Evaluations and tests use it without a file. Its cameras take pictures of their own room (`scene`).
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from yamori.domain.agenda import CalendarEvent, ListItem, calendar_event, list_item, sorted_events
from yamori.domain.capability import CommandSpec, finds_out
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, fit
from yamori.gateway.backends.port import Sent
from yamori.gateway.changes import Listeners
from yamori.gateway.edge.images import Pictures
from yamori.gateway.effects import state_after
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.mistakes import described
from yamori.gateway.names import nearest
from yamori.gateway.registry import Address, HouseRegistry
from yamori.gateway.sentences import Unanswered
from yamori.gateway.sqlite import SqliteFile, open_sqlite

_SCHEMA = """
CREATE TABLE IF NOT EXISTS state (path TEXT PRIMARY KEY, value TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sent (
    key TEXT PRIMARY KEY, before TEXT NOT NULL, after TEXT NOT NULL, at TEXT NOT NULL
) WITHOUT ROWID;
"""
_POWER = ("camera", "switch")
"""Attributes with which a camera is turned off."""
_Part = tuple[str, str]
"""Device and component."""


async def open_virtual(registry: HouseRegistry, *, file: Path | None, clock: Clock, pictures: Pictures | None = None) -> "VirtualBackend":
    """The home's initial values, overlaid by what the file remembers. What cameras show is kept in `pictures`, the house's own; without,
    in memory, where only this backend finds it.

    Raises `Misconfigured` when the file cannot be used.
    """
    store = await open_sqlite(file, schema=_SCHEMA, alone=True)
    remembered = await store.run(lambda db: db.execute("SELECT path, value, at FROM state").fetchall())
    overlay = {path: (json.loads(value), datetime.fromisoformat(at)) for path, value, at in remembered}
    return VirtualBackend(registry, store, clock, overlay, pictures or Pictures(None, clock))


class VirtualBackend:
    """Fulfils `Backend`; `set` is the hand of the world: a door that opens, a sensor that measures."""

    def __init__(
        self,
        registry: HouseRegistry,
        store: SqliteFile,
        clock: Clock,
        remembered: Mapping[str, tuple[Value, datetime]],
        pictures: Pictures,
    ) -> None:
        self._registry = registry
        self._store = store
        self._clock = clock
        self._pictures = pictures
        self._listeners = Listeners()
        self._one_at_a_time = asyncio.Lock()
        self._parts: dict[_Part, dict[str, Reading]] = {}
        self._everything: tuple[Reading, ...] | None = None
        self._fill(remembered)

    def renew(self, loaded: LoadedHome) -> None:
        """The home was edited: what is still there keeps its state, what is new begins with its initial values."""
        now = {r.path: (r.value, r.at) for part in self._parts.values() for r in part.values()}
        self._registry.replace(loaded)
        self._parts = {}
        self._everything = None
        self._fill(now)

    def _fill(self, remembered: Mapping[str, tuple[Value, datetime]]) -> None:
        now = self._clock.now()
        for device in self._registry.home.devices:
            for component, capability in device.capabilities():
                initial = device.components[component][capability]
                for name, attribute in self._registry.capabilities[capability].attributes.items():
                    value = initial.get(name)
                    reading = Reading(
                        device=device.id,
                        component=component,
                        capability=capability,
                        attribute=name,
                        value=None if value is None else fit(attribute, value),
                        unit=attribute.unit,
                        at=now,
                    )
                    if reading.path in remembered:
                        reading = self._overlaid(reading, *remembered[reading.path])
                    self._parts.setdefault((device.id, component), {})[f"{capability}.{name}"] = reading

    def _overlaid(self, reading: Reading, value: Value, at: datetime) -> Reading:
        """What was remembered, unless the capability's file has changed so that it no longer fits."""
        attribute = self._registry.capabilities[reading.capability].attributes[reading.attribute]
        try:
            return _at(reading, fit(attribute, value), at)
        except Unfit:
            return reading

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        return self._parts[device, component][f"{capability}.{attribute}"]

    async def items(self, device: str, component: str, capability: str) -> Sequence[ListItem]:
        found = (list_item(raw) for raw in self._entries(device, component, f"{capability}.items"))
        return [item for item in found if item is not None and not item.done]

    async def events(self, device: str, component: str, capability: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        found = (calendar_event(raw) for raw in self._entries(device, component, f"{capability}.events"))
        return sorted_events((event for event in found if event is not None), start, end)

    def _entries(self, device: str, component: str, path: str) -> Sequence[Value]:
        value = self._parts[device, component][path].value
        entries = value.get("entries") if isinstance(value, Mapping) else None
        return entries if isinstance(entries, list | tuple) else ()

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        if device is not None:
            parts = self._registry.device(device).components
            return [reading for part in parts for reading in self._parts.get((device, part), {}).values()]
        if self._everything is None:
            self._everything = tuple(reading for part in self._parts.values() for reading in part.values())
        return self._everything

    async def send(self, command: Command, key: str) -> Sent:
        spec = self._registry.spec(command)
        seen: Mapping[str, Value] = {}
        if self._photographs(command, spec):
            if (earlier := await self.sent(key)) is not None:
                return earlier
            seen = await self._photograph(command)
        async with self._one_at_a_time:
            part = self._parts.setdefault((command.device, command.component), {})
            before = {name: reading.value for name, reading in part.items()}
            after = {
                **state_after(
                    spec,
                    command.arguments,
                    capability=command.capability,
                    held=self._registry.component(command.device, command.component),
                    before=before,
                ),
                **seen,
            }
            now = self._clock.now()
            changed = [_at(part[name], value, now) for name, value in after.items() if before[name] != value]
            sent = Sent(before=before, after={**before, **after}, at=now)
            earlier = await self._store.run(lambda db: _keep_sent(db, key, sent, changed))
            if earlier is not None:
                return earlier
            self._take(changed)
            return sent

    def _photographs(self, command: Command, spec: CommandSpec) -> bool:
        """Its documentation says that it only looks, and that an image comes of it."""
        image = self._registry.capabilities[command.capability].attributes.get("image")
        return image is not None and image.type == "string" and finds_out(spec)

    async def _photograph(self, command: Command) -> Mapping[str, Value]:
        """What the camera's room looks like now, kept; the attributes that tell of it. Raises `Unanswered` where the camera is off."""
        from yamori.gateway.backends.scene.painting import painted  # Pillow, only where a picture is taken
        from yamori.gateway.backends.scene.staging import staged

        now = self._clock.now()
        camera = self._registry.device(command.device)
        part = self._parts.get((command.device, command.component), {})
        if any(reading.attribute in _POWER and reading.value == "off" for reading in part.values()):
            raise Unanswered("camera_off", device=camera.name)
        scene = staged(self._registry.home, self._registry.capabilities, await self.snapshot(), camera, now=now)
        picture = await self._pictures.keep(command.device, command.component, await asyncio.to_thread(painted, scene), at=now)
        found = {"image": picture.id, "taken": picture.at.isoformat()}
        declared = self._registry.capabilities[command.capability].attributes
        return {
            f"{command.capability}.{name}": value for name, value in found.items() if name in declared and declared[name].type == "string"
        }

    async def sent(self, key: str) -> Sent | None:
        return await self._store.run(lambda db: _find_sent(db, key))

    async def set(self, path: str, value: Value) -> Reading:
        """Put an attribute to a value, as the world would. Raises `InvalidRequest` for an unknown path or a value that does not fit."""
        address = self._registry.address_of(path)
        try:
            fitting = None if value is None else fit(address.attribute, value)
        except Unfit as unfit:
            near = nearest(value, address.attribute.values) if isinstance(value, str) else ()
            raise InvalidRequest(f"{path}: {unfit}; got {described(value)}", where=path, nearest=near) from unfit
        # Shielded: a caller that goes away must not leave the file and the memory apart.
        return await asyncio.shield(self._put(address, fitting))

    async def _put(self, address: Address, value: Value) -> Reading:
        async with self._one_at_a_time:
            old = self._parts[address.device, address.component][f"{address.capability}.{address.attribute.name}"]
            new = _at(old, value, self._clock.now())
            await self._store.run(lambda db: _keep_state(db, [new]))
            self._take([new], silent=old.value == new.value)
            return new

    def changes(self) -> AsyncIterator[Reading]:
        return self._listeners.add()

    async def close(self) -> None:
        self._listeners.close()
        await self._store.close()

    def _take(self, readings: Sequence[Reading], *, silent: bool = False) -> None:
        for reading in readings:
            self._parts[reading.device, reading.component][f"{reading.capability}.{reading.attribute}"] = reading
        if readings:
            self._everything = None
        if not silent:
            self._listeners.notify(readings)


def _at(reading: Reading, value: Value, at: datetime) -> Reading:
    return reading.unknown(at) if value is None else replace(reading, value=value, at=at, last=None)


def _keep_sent(db: sqlite3.Connection, key: str, sent: Sent, changed: Sequence[Reading]) -> Sent | None:
    """Record the key and the state together; gives what the key did earlier, if it did, and then changes nothing."""
    row = (key, json.dumps(sent.before), json.dumps(sent.after), sent.at.isoformat())
    if db.execute("INSERT INTO sent VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", row).rowcount == 0:
        return _find_sent(db, key)
    _keep_state(db, changed)
    return None


def _find_sent(db: sqlite3.Connection, key: str) -> Sent | None:
    row = db.execute("SELECT before, after, at FROM sent WHERE key = ?", (key,)).fetchone()
    return Sent(before=json.loads(row[0]), after=json.loads(row[1]), at=datetime.fromisoformat(row[2])) if row else None


def _keep_state(db: sqlite3.Connection, readings: Sequence[Reading]) -> None:
    db.executemany(
        "INSERT INTO state VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET value = excluded.value, at = excluded.at",
        [(reading.path, json.dumps(reading.value), reading.at.isoformat()) for reading in readings],
    )
