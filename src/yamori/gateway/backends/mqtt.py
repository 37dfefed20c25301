"""Devices on an MQTT broker that announce themselves by Home Assistant's discovery convention.

Commands go out with QoS 1 and are read back from the device's own state topic. What may go wrong: the broker refuses us
(`Misconfigured`), the broker or a device says nothing within the limit (`HouseSilent`). A device that reports no state is commanded and
never claimed: its `Sent` says that nothing confirms it.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import aiomqtt
import structlog

from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.home import Place
from yamori.domain.receipt import Command, Reading, Report
from yamori.domain.values import Value
from yamori.gateway.backends.deliveries import Deliveries
from yamori.gateway.backends.port import Sent
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog
from yamori.gateway.changes import Listeners
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.mqtt.broker import Broker, BrokerAddress, NoReply, NotSent
from yamori.gateway.mqtt.discovery import Announced, Malformed, announced
from yamori.gateway.mqtt.discovery import place as place_of
from yamori.gateway.mqtt.entity import Available, Draft, Entity, Feature, Message, next_lapse, standing
from yamori.gateway.mqtt.household import Part, Route, household
from yamori.gateway.mqtt.kept import KEPT_REPORTS_SCHEMA, KeptReports
from yamori.gateway.mqtt.platforms import PLATFORMS
from yamori.gateway.mqtt.template import Silent, TakenBack, Templates, as_text
from yamori.gateway.newhomes import HomeListeners
from yamori.gateway.readback import arrived, attributes_of, check_known, unreported
from yamori.gateway.registry import HouseRegistry
from yamori.gateway.sentences import Doubt, Gone, Unanswered
from yamori.gateway.sentkeys import SENT_KEYS_SCHEMA, SentKey
from yamori.gateway.sqlite import SqliteFile, open_sqlite

_LOG = structlog.get_logger()
_MOST = 20_000
"""Announcements; a broker that has more is flooding us."""
_MOST_IN_ONE = 500
"""Entities of one announcement."""
_REMEMBERED = 64 * 1024
"""Bytes of a state that is kept for entities that are announced later on the same topic."""
STATUS = "yamori/status"
"""Where we say whether we are there."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How long anything may take, in seconds."""

    broker: float = 5.0
    """One exchange with the broker, and a reconnection before a command is given up."""
    read_back: float = 10.0
    """Until the device reports what it was commanded."""
    movement: float = 60.0
    """The same, for what a motor moves."""
    echo: float = 1.0
    """How long a device that is so already may take to say so again."""
    gather: float = 0.05
    """How long announcements are gathered before the home is made anew."""


async def open_mqtt(
    address: BrokerAddress,
    *,
    place: Place,
    file: Path | None,
    clock: Clock,
    prefix: str = "homeassistant",
    birth: bool = True,
    status: str | None = STATUS,
    capabilities: Path | None = None,
    limits: Limits | None = None,
) -> "MqttBackend":
    """Connect and gather what is announced under `prefix`.

    With `birth` devices are asked to announce themselves, as Home Assistant asks them when it starts. `status` is the topic that says
    whether we are there; None says nothing, for whoever only looks. Raises `Misconfigured` when the
    broker refuses us or the file cannot be used, and `HouseSilent` when there is no broker.
    """
    store = await open_sqlite(file, schema=SENT_KEYS_SCHEMA + KEPT_REPORTS_SCHEMA)
    catalog = CapabilityCatalog(*([capabilities] if capabilities else []), PRODUCT_CAPABILITIES)
    backend = MqttBackend(address, store, catalog, place, clock, limits or Limits(), prefix, birth, status)
    try:
        await backend.begin()
    except BaseException:
        await backend.close()
        raise
    return backend


class MqttBackend:
    """Fulfils `Backend`; made by `open_mqtt`."""

    def __init__(
        self,
        address: BrokerAddress,
        store: SqliteFile,
        catalog: CapabilityCatalog,
        place: Place,
        clock: Clock,
        limits: Limits,
        prefix: str,
        birth: bool,
        status: str | None,
    ) -> None:
        self._store = store
        self._kept = KeptReports(store)
        self._catalog = catalog
        self._templates = Templates(clock)
        self._place = place
        self._clock = clock
        self._limits = limits
        self._prefix = prefix.strip("/")
        births = [(topic, "online", True) for topic in (status,) if topic] + (
            [(f"{self._prefix}/status", "online", False)] if birth else []
        )
        self._broker = Broker(
            address,
            receive=self._receive,
            greet=self._greet,
            lost=self._lose,
            births=births,
            will=(status, "offline") if status else None,
            limit=limits.broker,
        )
        self._deliveries = Deliveries(store, clock)
        self._listeners = Listeners()
        self._home_listeners = HomeListeners()
        self._announcements: dict[str, bytes] = {}
        self._entities: dict[str, tuple[Entity, ...]] = {}
        self._complained: set[str] = set()
        self._household = household("MQTT", place, ())
        self._registry = HouseRegistry(self._household.loaded)
        self._readings: dict[Part, dict[str, Reading]] = {}
        """As each was reported; what is left of it by now is `_reading`."""
        self._notified: dict[tuple[Part, str], Value] = {}
        """The value of each that listeners were given last."""
        self._before: Mapping[str, Report] = {}
        """What was reported before the house was started."""
        self._begun = clock.now()
        self._lost: datetime | None = None
        """Since when the broker is away."""
        self._gone: dict[str, datetime] = {}
        """Entities that said goodbye, and when."""
        self._lapsing: dict[tuple[Part, str], Route] = {}
        """What will not stand for ever."""
        self._lapse_news = asyncio.Event()
        self._reports: dict[tuple[Part, str], int] = {}
        """How often each part has spoken of a capability."""
        self._news: dict[Part, asyncio.Event] = {}
        self._last: dict[str, str] = {}
        self._there: dict[str, dict[str, bool]] = {}
        self._listening: frozenset[str] = frozenset()
        self._changed = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def loaded(self) -> LoadedHome:
        """The home as it is announced now."""
        return self._household.loaded

    async def begin(self) -> None:
        await self._deliveries.forget()
        self._before = await self._kept.find()
        await self._broker.start()
        self._tasks = [asyncio.create_task(self._renew()), asyncio.create_task(self._let_lapse())]

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        address = self._registry.address(device, component, capability, attribute)
        self._notify_lapses()
        return self._reading((device, component), capability, address.attribute.name)

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        devices = self.loaded.home.devices if device is None else (self._registry.device(device),)
        wanted = attributes_of(devices, self.loaded.capabilities)
        self._notify_lapses()
        return [self._reading((id, component), capability, attribute) for id, component, capability, attribute in wanted]

    async def send(self, command: Command, key: str) -> Sent:
        return await self._deliveries.send(command, key, first=self._first, again=self._again)

    async def sent(self, key: str) -> Sent | None:
        return await self._deliveries.sent(key)

    def changes(self) -> AsyncIterator[Reading]:
        return self._listeners.add()

    def homes(self) -> AsyncIterator[LoadedHome]:
        """The home whenever devices appear, change or vanish; ends when the backend is closed."""
        return self._home_listeners.add()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            self._tasks = []
            await self._kept.keep(self._reported())
        await self._broker.close()
        self._listeners.close()
        self._home_listeners.close()
        await self._store.close()

    async def _first(self, command: Command, key: str) -> Sent:
        part, entity, feature = self._addressed(command)
        name = self._registry.device(command.device).name
        if not self._is_there(entity):
            raise Unanswered("unreachable", device=name)
        before, spec = self._state(part), self._registry.spec(command)
        check_known(command, spec, before, name=name)
        held = self._registry.component(*part)
        note = self._deliveries.note(command, key, spec=spec, held=held, before=before, arrives=feature.arrives.get(command.name))
        note = replace(note, again=note.again and _reports(feature, note))
        messages = _messages(command, feature, note.wanted)
        await self._deliveries.begin(note)
        return await self._publish(part, feature, note, messages, fresh=True)

    async def _again(self, command: Command, known: SentKey) -> Sent:
        """The key went out before and nobody knows what became of it: look first."""
        part, _, feature = self._addressed(command)
        state = _with_wanted_numbers(feature, known.wanted, self._state(part))
        if known.again and not arrived(known.wanted, state):
            with contextlib.suppress(HouseSilent):  # A slow device may still be at it: sending once more is the last resort.
                state = await self._read_back(part, feature, known, self._reports.get((part, feature.capability.name), 0))
        if arrived(known.wanted, state):
            return await self._deliveries.end(known, state)
        if self._deliveries.may_go_again(known):
            # The value to reach stands in the note: a step is not taken twice.
            return await self._publish(part, feature, known, _messages(command, feature, known.wanted))
        raise Unanswered("not_again", device=self._registry.device(command.device).name)

    async def _publish(self, part: Part, feature: Feature, note: SentKey, messages: Sequence[Message], *, fresh: bool = False) -> Sent:
        reports_before, lost, name = self._reports.get((part, feature.capability.name), 0), False, self._registry.device(part[0]).name
        for index, message in enumerate(messages):
            try:
                await self._broker.publish(message.topic, message.payload, retain=message.retain)
            except NotSent as error:
                if index == 0 and fresh:
                    await self._deliveries.drop(note)
                    raise
                if index == 0:
                    raise Unanswered("not_again", device=name) from error
                lost = True
            except NoReply:
                lost = True
        if _reports(feature, note):
            state = await self._read_back(part, feature, note, reports_before)
            if lost and not arrived(note.wanted, state):
                raise Unanswered("way_lost", through="MQTT", device=name)
            return await self._deliveries.end(note, state)
        if lost:
            raise Unanswered("way_lost", through="MQTT", device=name)
        return await self._deliveries.end(replace(note, doubt=Doubt.UNCONFIRMED if note.wanted else None), self._state(part))

    async def _read_back(self, part: Part, feature: Feature, note: SentKey, reports_before: int) -> Mapping[str, Value]:
        """The component's state once it is as wanted, or what it reports at the limit. Raises `HouseSilent` when it reports nothing."""
        begun = time.monotonic()
        until = begun + (self._limits.movement if feature.moves else self._limits.read_back)
        was_so = arrived(note.wanted, note.before)
        news = self._news.setdefault(part, asyncio.Event())
        while True:
            news.clear()
            state, now = _with_wanted_numbers(feature, note.wanted, self._state(part)), time.monotonic()
            spoke = self._reports.get((part, feature.capability.name), 0) > reports_before
            if arrived(note.wanted, state) and (spoke or not was_so or now - begun >= self._limits.echo):
                return state
            if now >= until:
                if not spoke:
                    raise Unanswered("silent_after", device=self._registry.device(part[0]).name)
                return state
            pause = min(until, begun + self._limits.echo) - now if was_so and now - begun < self._limits.echo else until - now
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, pause)):
                    await news.wait()

    def _addressed(self, command: Command) -> tuple[Part, Entity, Feature]:
        part = (command.device, command.component)
        for entity in self._household.parts.get(part, ()):
            for feature in entity.features:
                if feature.capability.name == command.capability:
                    return part, entity, feature
        raise Gone(command.device)

    def _state(self, part: Part) -> Mapping[str, Value]:
        routes = [self._household.reports.get((part, name)) for name in self._readings.get(part, {})]
        return {route.name: self._standing(route).value for route in routes if route is not None}

    def _reading(self, part: Part, capability: str, attribute: str) -> Reading:
        route = self._household.reports.get((part, f"{capability}.{attribute}"))
        if route is not None:
            return self._current(route)
        return unreported(*part, self.loaded.capabilities[capability], attribute, self._clock.now())

    def _standing(self, route: Route) -> Reading:
        """What an attribute is by now, as far as anything is known of it."""
        reported = self._readings.get(route.part, {}).get(route.name)
        if reported is None:
            never = unreported(*route.part, self.loaded.capabilities[route.capability], route.attribute, self._begun)
            return replace(never, last=self._before.get(never.path))
        if (gone := self._gone.get(route.entity.announced.id)) is not None and not self._is_there(route.entity):
            return standing(reported, route.state_topic.lapses, gone).unknown(gone)
        return standing(reported, route.state_topic.lapses, self._clock.now())

    def _current(self, route: Route) -> Reading:
        """As `_standing`, and nothing while the broker is away: what devices say meanwhile is not reported."""
        standing_now = self._standing(route)
        return standing_now if self._lost is None else standing_now.unknown(self._lost)

    def _lose(self) -> None:
        if not self._tasks:
            return  # we are going ourselves
        self._lost = self._clock.now()
        self._notify_changes(self._household.reports.values())

    def _reported(self) -> Mapping[str, Report]:
        """What each attribute was reported to be last; of what was not reported since the house was started, what was known before."""
        found = {}
        for route in self._household.reports.values():
            reading = self._readings.get(route.part, {}).get(route.name)
            if reading is None:
                reading = self._standing(route)
            last = reading.last if reading.value is None else Report(value=reading.value, at=reading.at)
            if last is not None:
                found[reading.path] = last
        return found

    def _notify_changes(self, routes: Iterable[Route]) -> None:
        """Notify listeners of those that are not any more what they were notified of last."""
        changed = []
        for route in routes:
            reading, key = self._current(route), (route.part, route.name)
            if self._notified.get(key) != reading.value:
                self._notified[key] = reading.value
                changed.append(reading)
                if (news := self._news.get(route.part)) is not None:
                    news.set()
        self._listeners.notify(changed)

    def _notify_lapses(self) -> None:
        self._notify_changes(self._lapsing.values())

    async def _let_lapse(self) -> None:
        """Tell what lapses when it does. The clock says when; it may be moved, so that whoever reads looks for lapses too."""
        while True:
            self._lapse_news.clear()
            self._notify_lapses()
            now = self._clock.now()
            reported = ((self._readings.get(part, {}).get(name), route) for (part, name), route in self._lapsing.items())
            ends = [
                end for reading, route in reported if reading is not None and (end := next_lapse(reading, route.state_topic.lapses, now))
            ]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.01, (min(ends) - now).total_seconds()) if ends else None):
                    await self._lapse_news.wait()

    def _is_there(self, entity: Entity) -> bool:
        """What was never said counts as there: many devices announce a topic and never speak on it."""
        said = self._there.get(entity.announced.id, {})
        if not said:
            return True
        return all(said.values()) if entity.availability_mode == "all" else any(said.values())

    async def _greet(self) -> None:
        """On each new connection: hear what is announced, then what is retained of its states."""
        self._listening = frozenset()
        await self._broker.listen((f"{self._prefix}/+/+/config", f"{self._prefix}/+/+/+/config"))
        await self._broker.settle()
        await self._make_anew()
        self._lost = None
        self._notify_changes(self._household.reports.values())

    async def _renew(self) -> None:
        """Make the home anew whenever something was announced, a moment later: announcements come in swarms."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(self._limits.gather)
            try:
                await self._make_anew()
            except aiomqtt.MqttError as error:
                _LOG.warning("the MQTT broker did not let us listen", why=str(error)[:200])

    async def _make_anew(self) -> None:
        async with self._one_at_a_time:
            await self._make_home()

    async def _make_home(self) -> None:
        self._changed.clear()
        known = self.loaded
        self._household = household("MQTT", self._place, (entity for group in self._entities.values() for entity in group))
        if self.loaded != known:
            self._registry = HouseRegistry(self.loaded)
        routes = self._household.reports
        for part, kept in self._readings.items():
            for name in [name for name in kept if (part, name) not in routes]:
                del kept[name]
                self._notified.pop((part, name), None)
        self._lapsing = {key: route for key, route in routes.items() if route.state_topic.lapses}
        self._take_up_what_was_kept()
        for topic, payload in self._last.items():
            # A topic that was known already, and an entity on it that was not.
            self._route(topic, payload, [route for route in self._household.routes.get(topic, ()) if not self._is_known(route)])
        wanted, listening = self._household.topics, self._listening
        self._listening = wanted
        await self._broker.listen(wanted - listening)
        await self._broker.leave(listening - wanted)
        if wanted - listening:
            await self._broker.settle()
        self._last = {topic: payload for topic, payload in self._last.items() if topic in wanted}
        if self.loaded != known and self._tasks:
            self._home_listeners.notify(self.loaded)

    def _take_up_what_was_kept(self) -> None:
        """As Home Assistant does: what would expire by itself still stands after a restart, until it does."""
        for (part, name), route in self._lapsing.items():
            path = f"{'.'.join(part)}.{name}"
            if (known := self._before.get(path)) is None or name in self._readings.get(part, {}):
                continue
            if any(lapse.of is None and known.at + lapse.after > self._clock.now() for lapse in route.state_topic.lapses):
                never = unreported(*part, self.loaded.capabilities[route.capability], route.attribute, known.at)
                self._readings.setdefault(part, {})[name] = replace(never, value=known.value)
        self._notify_lapses()
        self._lapse_news.set()

    def _receive(self, topic: str, payload: bytes, retained: bool) -> None:
        if topic.startswith(f"{self._prefix}/") and topic.endswith("/config"):
            self._announce(topic, payload)
        if topic not in self._listening:
            return
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            self._complain(topic, "it is no text")
            return
        for entity, available in self._household.availability.get(topic, ()):
            self._take_availability(entity, available, text)
        if len(payload) <= _REMEMBERED:
            self._last[topic] = text
        self._route(topic, text, self._household.routes.get(topic, ()), retained=retained)

    def _take_availability(self, entity: Entity, available: Available, text: str) -> None:
        with contextlib.suppress(Silent):
            word = as_text(available.read(text))
            if word in (available.yes, available.no):
                said = self._there.setdefault(entity.announced.id, {})
                if entity.availability_mode == "latest":
                    said.clear()
                said[available.topic] = word == available.yes
                if self._is_there(entity):
                    self._gone.pop(entity.announced.id, None)
                else:
                    self._gone.setdefault(entity.announced.id, self._clock.now())
                self._notify_changes(self._household.of_entity.get(entity.announced.id, ()))

    def _route(self, topic: str, text: str, routes: Sequence[Route], *, retained: bool = True) -> None:
        """Take what the message says of each attribute; notify of what changed. One that the broker kept is no news where it was reported
        before: nobody knows how old it is, and it comes again with every connection."""
        taken = []
        for route in routes:
            try:
                value = route.state_topic.decode(text)
            except TakenBack:
                value = None
            except Silent:
                continue
            kept = self._readings.setdefault(route.part, {})
            device, component = route.part
            if retained and (known := kept.get(route.name)) is not None and known.value == value:
                continue
            reading = Reading(
                device=device,
                component=component,
                capability=route.capability,
                attribute=route.attribute,
                value=value,
                unit=route.unit,
                at=self._clock.now(),
            )
            kept[route.name] = reading.following(kept.get(route.name))
            taken.append(route)
            about = (route.part, route.capability)
            self._reports[about] = self._reports.get(about, 0) + 1
            if (news := self._news.get(route.part)) is not None:
                news.set()
        self._notify_changes(taken)
        if any(route.state_topic.lapses for route in taken):
            self._lapse_news.set()

    def _is_known(self, route: Route) -> bool:
        return route.name in self._readings.get(route.part, {})

    def _announce(self, topic: str, payload: bytes) -> None:
        where = place_of(topic, self._prefix)
        if where is None or self._announcements.get(topic) == payload:
            return
        try:
            found = announced(where, payload)
            entities = tuple(entity for each in found if (entity := self._understood(each)) is not None)
        except Malformed as error:
            self._complain(topic, str(error))
            return
        if not payload:
            self._announcements.pop(topic, None)
            self._entities.pop(topic, None)
        elif (len(self._entities) >= _MOST and topic not in self._entities) or len(entities) > _MOST_IN_ONE:
            self._complain(topic, f"more than {_MOST} entities are announced")
            return
        else:
            self._announcements[topic], self._entities[topic] = payload, entities
        self._changed.set()

    def _understood(self, each: Announced) -> Entity | None:
        """The entity; None for one that is switched off or of a kind that we do not know. Raises `Malformed`."""
        make = PLATFORMS.get(each.platform)
        if make is None or each.config.get("enabled_by_default") is False:
            return None
        draft = Draft(each, self._catalog, self._templates)
        make(draft)
        entity = draft.entity()
        for note in entity.notes:
            self._complain(each.id, note)
        return entity

    def _complain(self, about: str, what: str) -> None:
        """Once for each: a broken device repeats itself."""
        if about not in self._complained and len(self._complained) < 1_000:
            self._complained.add(about)
            _LOG.warning("an MQTT message is not understood", about=about[:200], why=what[:300])


def _with_wanted_numbers(feature: Feature, wanted: Mapping[str, Value], state: Mapping[str, Value]) -> Mapping[str, Value]:
    """The state, where a number that is the same to the device is the one that was wanted: 2700 K comes back from 370 mireds as 2703."""
    same = {}
    for path, value in wanted.items():
        found, publish = state.get(path), feature.settable.get(path.rpartition(".")[2])
        if publish is None or isinstance(value, bool) or not isinstance(value, int | float) or not isinstance(found, int | float):
            continue
        with contextlib.suppress(Silent):
            if publish(found) == publish(value):
                same[path] = value
    return {**state, **same}


def _attributes(wanted: Mapping[str, Value]) -> tuple[str, ...]:
    return tuple(name.rpartition(".")[2] for name in wanted)


def _reports(feature: Feature, note: SentKey) -> bool:
    """Whether the device reports everything that is wanted of it."""
    return bool(note.wanted) and set(_attributes(note.wanted)) <= set(feature.reported)


def _messages(command: Command, feature: Feature, wanted: Mapping[str, Value]) -> Sequence[Message]:
    """What to say for the command. Raises `InvalidRequest` when the device has no word for it."""
    if command.name in feature.calls:
        return feature.calls[command.name]
    try:
        batches = [
            feature.settable[name](wanted[path]) for path, name in zip(wanted, _attributes(wanted), strict=True) if name in feature.settable
        ]
    except Silent:  # its own template cannot be filled with this
        batches = []
    if not batches:
        raise InvalidRequest(f"the device has no word for {command.name}", where="name")
    return [message for batch in batches for message in batch]
