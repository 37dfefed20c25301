"""A running Home Assistant behind the gate: its registries are the home, its states the readings, its services the commands.

One WebSocket, reconnected for as long as the backend is open. Every command's key is on disk before the service is called; what was cut
off is looked at again, never done again. What may go wrong: Home Assistant away (`HouseSilent`), a wrong token (`Misconfigured`), a service
that refuses (its own words are the problem), a device that does something else (the read-back says so).
"""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import structlog

from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, Misconfigured, NotFound
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.backends.port import Sent
from yamori.gateway.changes import Listeners
from yamori.gateway.homeassistant.calls import Sending, sending
from yamori.gateway.homeassistant.connection import Connection, ConnectionLost, Event, Rejected, open_connection
from yamori.gateway.homeassistant.domains import domains
from yamori.gateway.homeassistant.forms import near_enough, ours
from yamori.gateway.homeassistant.home import MappedHome, mapped_home
from yamori.gateway.homeassistant.keptkeys import Begun, KeptKeys, open_keys
from yamori.gateway.homeassistant.registries import CHANGES, Raw, inventory_of, read_registries, started
from yamori.gateway.homeassistant.traits import Held, shape
from yamori.gateway.homefile import LoadedHome

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long what is waited for, in seconds."""

    connection: float = 5.0
    """A command waits so long for a connection that is down."""
    restart: float = 60.0
    """A command that was cut off waits so long for Home Assistant to come back."""
    after_a_cut: float = 10.0
    """When it is back, a command that was cut off may show so long that it was done."""
    unseen: float = 2.0
    """After a command that no state can prove."""
    first_retry: float = 1.0
    longest_retry: float = 30.0
    registries: float = 1.0
    """Changes of registries come in swarms; so long after the first they are read."""


@dataclass(frozen=True, kw_only=True)
class _State:
    """One entity's state as last heard."""

    state: str | None
    attributes: Mapping[str, Value]
    at: datetime


async def open_homeassistant(
    url: str, token: str, *, file: Path | None, clock: Clock, patience: Patience | None = None
) -> tuple[LoadedHome, "HomeAssistantBackend"]:
    """The home and the way to it. With a `file` that knows the home from before, Home Assistant may be away.

    Raises `Misconfigured` for a wrong address or token, and `HouseSilent` when it does not answer and the home was never seen. `token` is a
    long-lived access token; it is never written anywhere.
    """
    keys = await open_keys(file)
    backend = HomeAssistantBackend(url, token, keys, clock, patience or Patience())
    try:
        home = await backend.open()
    except BaseException:
        await backend.close()
        raise
    return home, backend


class HomeAssistantBackend:
    """Fulfils `Backend`; made by `open_homeassistant`."""

    def __init__(self, url: str, token: str, keys: KeptKeys, clock: Clock, patience: Patience) -> None:
        self.url = url
        self._token = token
        self._keys = keys
        self._clock = clock
        self._patience = patience
        self._listeners = Listeners()
        self._states: dict[str, _State] = {}
        self._raw: Raw = {}
        self._mapped: MappedHome | None = None
        self._of_entity: dict[str, list[tuple[str, str, Held]]] = {}
        self._of_part: dict[tuple[str, str], list[Held]] = {}
        self._connection: Connection | None = None
        self._connected = asyncio.Event()
        self._news = asyncio.Event()
        """Set, and replaced, whenever something was heard."""
        self._heard = 0
        """Counts what was heard, so that whoever waits sees that something came."""
        self._homes: set[asyncio.Queue[LoadedHome | None]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._registries_changed = asyncio.Event()
        self._one_at_a_time: dict[str, asyncio.Lock] = {}

    async def open(self) -> LoadedHome:
        """Connect for the first time; afterwards the connection is kept up in the background."""
        try:
            await self._connect()
        except HouseSilent:
            kept = await self._keys.kept_home()
            if kept is None:
                raise
            self._take_registries(kept)
            self._states.clear()
            _log.warning("home_assistant_away", url=self.url, known="the home of last time")
        self._start(self._keep_connected())
        self._start(self._keep_registries())
        return self._home.loaded

    @property
    def _home(self) -> MappedHome:
        assert self._mapped is not None, "open() comes first"
        return self._mapped

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        held = self._held(device, component, capability)
        if self._state_of(held).state == "unavailable":
            raise HouseSilent(f"Home Assistant cannot reach {self._name(held.entity)}")
        if self._connection is None:
            raise HouseSilent(f"Home Assistant does not answer at {self.url}")
        return self._reading(device, component, held, attribute)

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        return [
            self._reading(own, component, held, attribute)
            for (own, component), every in self._of_part.items()
            if device is None or own == device
            for held in every
            for attribute in held.capability.attributes
        ]

    async def send(self, command: Command, key: str) -> Sent:
        # A component's commands one after the other: the next one's `before` is the last one's `after`.
        async with self._one_at_a_time.setdefault(f"{command.device}.{command.component}", asyncio.Lock()):
            begun = await self._keys.find(key)
            if begun is not None:
                return begun.sent or await self._taken_up(command, key, begun)
            await self._wait_for_connection(self._patience.connection)
            held = self._held(command.device, command.component, command.capability)
            if self._state_of(held).state == "unavailable":
                raise HouseSilent(f"Home Assistant cannot reach {self._name(held.entity)}")
            before = self._part(command)
            what = sending(command, held, before)
            await self._keys.begin(key, what, before, self._clock.now())
            return await self._carried_out(command, key, held, what, before)

    async def sent(self, key: str) -> Sent | None:
        begun = await self._keys.find(key)
        return begun.sent if begun is not None else None

    def changes(self) -> AsyncIterator[Reading]:
        return self._listeners.add()

    async def homes(self) -> AsyncIterator[LoadedHome]:
        """The home anew whenever rooms, names, devices or what they can do have changed; ends when the backend is closed."""
        queue: asyncio.Queue[LoadedHome | None] = asyncio.Queue()
        self._homes.add(queue)
        try:
            while (home := await queue.get()) is not None:
                yield home
        finally:
            self._homes.discard(queue)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._connection is not None:
            await self._connection.close()
        self._listeners.close()
        for queue in self._homes:
            queue.put_nowait(None)
        await self._keys.close()

    # The connection

    async def _connect(self) -> None:
        connection = await open_connection(self.url, self._token, self._hear)
        try:
            for event in ("state_changed", *CHANGES):
                await connection.ask("subscribe_events", event_type=event)
            await started(connection)
            raw = await read_registries(connection)
            self._connection = connection
            self._take_registries(raw)
        except BaseException as error:
            self._connection = None
            await connection.close()
            if isinstance(error, Rejected):
                raise Misconfigured(
                    f"Home Assistant does not let this token read the home: {error}",
                    where=self.url,
                    mend="use a token of an administrator",
                ) from error
            raise
        self._connected.set()
        self._tell()
        await self._keys.keep_home(self._raw)

    async def _keep_connected(self) -> None:
        wait = self._patience.first_retry
        while True:
            if self._connection is not None:
                await self._connection.wait_closed()
                self._connection = None
                self._connected.clear()
                self._tell()
                _log.warning("home_assistant_lost", url=self.url)
                wait = self._patience.first_retry
            await asyncio.sleep(wait)
            wait = min(wait * 2, self._patience.longest_retry)
            try:
                await self._connect()
            except HouseSilent:
                continue
            except Misconfigured as error:  # a token that was revoked while we ran: said once for each try, and tried on
                _log.error("home_assistant_refuses", url=self.url, problem=str(error), mend=error.mend)
                continue
            _log.info("home_assistant_back", url=self.url)

    async def _keep_registries(self) -> None:
        while True:
            await self._registries_changed.wait()
            await asyncio.sleep(self._patience.registries)
            self._registries_changed.clear()
            if self._connection is None:
                continue  # they are read when it is back
            with contextlib.suppress(HouseSilent, Rejected):  # lost in the middle: read when it is back
                self._take_registries(await read_registries(self._connection))
                await self._keys.keep_home(self._raw)

    async def _wait_for_connection(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._connected.wait()
        except TimeoutError as error:
            raise HouseSilent(f"Home Assistant does not answer at {self.url}") from error

    def _start(self, work: Any) -> None:
        self._tasks.add(asyncio.ensure_future(work))

    # What is heard

    def _hear(self, event: Event) -> None:
        data = event.get("data")
        if event.get("event_type") != "state_changed":
            self._registries_changed.set()
            return
        if not isinstance(data, Mapping) or not isinstance(id := data.get("entity_id"), str):
            return
        new = data.get("new_state")
        if not isinstance(new, Mapping):
            self._states.pop(id, None)
            self._registries_changed.set()
            return
        self._take_state(id, new)

    def _take_registries(self, raw: Raw) -> None:
        """A new picture of the whole; whoever listens hears of every difference."""
        self._raw = raw
        known = self._mapped
        try:
            mapped = mapped_home(inventory_of(raw), simulated=False)
        except (KeyError, TypeError, ValueError, AttributeError) as error:  # whatever a server sends must not end the house
            raise HouseSilent(f"Home Assistant at {self.url} describes its home in a way that is not understood: {error!r}") from error
        self._mapped = mapped
        self._of_entity, self._of_part = {}, {}
        for (device, component, _), held in mapped.held.items():
            self._of_entity.setdefault(held.entity, []).append((device, component, held))
            self._of_part.setdefault((device, component), []).append(held)
        listed = {state["entity_id"] for state in raw["states"]}
        for id in [id for id in self._states if id not in listed]:
            del self._states[id]
        for state in raw["states"]:
            self._take_state(state["entity_id"], state, shaped=True)
        if known is not None and known.loaded != mapped.loaded and _without_states(known.loaded) != _without_states(mapped.loaded):
            for queue in self._homes:
                queue.put_nowait(mapped.loaded)

    def _take_state(self, id: str, new: Mapping[str, Any], *, shaped: bool = False) -> None:
        old = self._states.get(id)
        attributes = new.get("attributes")
        state = _State(
            state=None if new.get("state") is None else str(new["state"]),
            attributes=attributes if isinstance(attributes, Mapping) else {},
            at=self._moment(new.get("last_updated")),
        )
        self._states[id] = state
        if not shaped and state.state not in ("unavailable", "unknown"):
            domain = id.partition(".")[0]
            if old is None or shape(domain, old.attributes) != shape(domain, state.attributes):
                self._registries_changed.set()
        for device, component, held in self._of_entity.get(id, ()):
            self._tell_changes(device, component, held, old or _State(state=None, attributes={}, at=state.at))
        self._tell()

    def _tell_changes(self, device: str, component: str, held: Held, old: _State) -> None:
        changed = []
        for name in held.capability.attributes:
            reading = self._reading(device, component, held, name)
            if reading.value != self._value(held, name, old):
                changed.append(reading)
        self._listeners.tell(changed)

    def _tell(self) -> None:
        self._heard += 1
        self._news.set()
        self._news = asyncio.Event()

    def _moment(self, written: object) -> datetime:
        now = self._clock.now()
        try:
            return datetime.fromisoformat(str(written)).astimezone(now.tzinfo)
        except ValueError:
            return now

    # One command

    async def _carried_out(self, command: Command, key: str, held: Held, what: Sending, before: Mapping[str, Value]) -> Sent:
        connection = self._connection
        heard = self._heard
        try:
            if connection is None:
                raise ConnectionLost("the connection to Home Assistant was lost")
            for call in what.calls:
                await connection.ask(
                    "call_service",
                    domain=call.domain,
                    service=call.service,
                    service_data=dict(call.data),
                    target={"entity_id": call.entity},
                    seconds=self._limit(held),
                )
        except Rejected as error:
            return await self._ended(command, key, held, what, before, problem=str(error))
        except ConnectionLost:
            return await self._after_a_cut(command, key, held, what, before)
        await self._seen(command, held, what, heard)
        if self._connection is not connection:
            return await self._after_a_cut(command, key, held, what, before)
        return await self._ended(command, key, held, what, before)

    async def _after_a_cut(self, command: Command, key: str, held: Held, what: Sending, before: Mapping[str, Value]) -> Sent:
        """Home Assistant went away in the middle. Nothing is sent again: it is looked at, and what cannot be seen is said."""
        name = self._name(held.entity)
        try:
            await self._wait_for_connection(self._patience.restart)
        except HouseSilent as error:
            raise HouseSilent(
                f"Home Assistant went away while this was being done, and has not come back; whether {name} did it is not known"
            ) from error
        await self._seen(command, held, what, self._heard, at_most=self._patience.after_a_cut)
        if what.wanted and self._arrived(command, held, what):
            return await self._ended(command, key, held, what, before)
        problem = f"Home Assistant was restarted while this was being done; {name} does not show that it was, and it was not sent again"
        return await self._ended(command, key, held, what, before, problem=problem)

    async def _taken_up(self, command: Command, key: str, begun: Begun) -> Sent:
        """The key comes again after we were cut off in the middle: a state may show it now; what no state can show is not done again."""
        await self._wait_for_connection(self._patience.connection)
        held = self._held(command.device, command.component, command.capability)
        if not begun.sending.wanted:
            raise HouseSilent(
                f"this was begun and cut off; whether {self._name(held.entity)} did it is not known, and it was not sent again"
            )
        if self._arrived(command, held, begun.sending):
            return await self._ended(command, key, held, begun.sending, begun.before)
        return await self._carried_out(command, key, held, begun.sending, begun.before)  # the same values once more: no step is taken twice

    async def _ended(
        self, command: Command, key: str, held: Held, what: Sending, before: Mapping[str, Value], *, problem: str | None = None
    ) -> Sent:
        after = dict(self._part(command))
        for name, values in what.wanted.items():
            path, source = f"{command.capability}.{name}", held.trait.reads.get(name)
            if source is not None and source.form == "kelvin" and values and near_enough(after.get(path), values[0], source, {}):
                after[path] = values[0]  # lamps count in mired: what was asked for, as near as a lamp can say it
        sent = Sent(before=before, after=after, problem=problem, at=self._clock.now())
        await self._keys.end(key, sent)
        return sent

    async def _seen(self, command: Command, held: Held, what: Sending, heard: int, *, at_most: float = math.inf) -> None:
        """Wait until the state shows it, or for as long as such a thing may take."""
        limit = min(at_most, self._limit(held) if what.wanted else self._patience.unseen)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit):
                while self._connection is not None and not (self._arrived(command, held, what) if what.wanted else self._heard > heard):
                    await self._news.wait()

    def _arrived(self, command: Command, held: Held, what: Sending) -> bool:
        state = self._state_of(held)
        return all(
            any(near_enough(self._value(held, name, state), value, held.trait.reads.get(name), state.attributes) for value in values)
            for name, values in what.wanted.items()
        )

    def _limit(self, held: Held) -> float:
        domain = domains().get(held.entity.partition(".")[0])
        return domain.patience if domain is not None else 10.0

    # Readings

    def _held(self, device: str, component: str, capability: str) -> Held:
        held = self._home.held.get((device, component, capability))
        if held is None:
            raise NotFound(f"Home Assistant has no such device any more: {device}", where="device")
        return held

    def _state_of(self, held: Held) -> _State:
        return self._states.get(held.entity) or _State(state="unavailable", attributes={}, at=self._clock.now())

    def _value(self, held: Held, attribute: str, state: _State) -> Value:
        source = held.trait.reads.get(attribute)
        if source is None:
            return None
        return ours(source, held.capability.attributes[attribute], state.state, state.attributes, simulated=False)

    def _reading(self, device: str, component: str, held: Held, attribute: str) -> Reading:
        state = self._state_of(held)
        return Reading(
            device=device,
            component=component,
            capability=held.capability.name,
            attribute=attribute,
            value=self._value(held, attribute, state),
            unit=held.capability.attributes[attribute].unit,
            at=state.at,
        )

    def _part(self, command: Command) -> Mapping[str, Value]:
        """The component's state as `capability.attribute`."""
        return {
            f"{held.capability.name}.{attribute}": self._value(held, attribute, self._state_of(held))
            for held in self._of_part.get((command.device, command.component), ())
            for attribute in held.capability.attributes
        }

    def _name(self, entity: str) -> str:
        return next((e.name for e in self._home.inventory.entities if e.id == entity), entity)


def _without_states(home: LoadedHome) -> object:
    """What makes a home another one: everything but what its devices report at the moment."""
    devices = [(d.id, d.name, d.room, d.aliases, [(c, sorted(held)) for c, held in d.components.items()]) for d in home.home.devices]
    return (home.home.name, home.home.place, home.home.floors, home.home.rooms, home.home.people, devices, dict(home.capabilities))
