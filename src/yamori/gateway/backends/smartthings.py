"""SmartThings' devices through its public REST API: commands are read back by polling, and changes are found by polling.

What may go wrong: the account refuses the token (`Misconfigured`), the cloud or a device does not answer (`HouseSilent`), a command is
not accepted (`InvalidRequest`). A command whose answer was lost is read back before anything is claimed, and never blindly repeated.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import structlog

from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured, NotFound
from yamori.domain.home import Home, Place
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.backends.deliveries import Deliveries
from yamori.gateway.backends.port import NotAccepted, Sent
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog
from yamori.gateway.changes import Listeners
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.names import listed, nearest
from yamori.gateway.newhomes import HomeListeners
from yamori.gateway.readback import arrived, attributes_of, check_known, unreported
from yamori.gateway.registry import HouseRegistry
from yamori.gateway.sentences import Gone, Unanswered
from yamori.gateway.sentkeys import SENT_KEYS_SCHEMA, SentKey
from yamori.gateway.smartthings.api import API, NoReply, NotSent, SmartThingsApi
from yamori.gateway.smartthings.definitions import DEFINITIONS_SCHEMA, Definitions
from yamori.gateway.smartthings.inventory import ListedDevice, Listing, StatusReading, loaded_home, read_listing, readings
from yamori.gateway.smartthings.tokens import SMARTTHINGS, TOKENS_SCHEMA, WHERE, OAuthApp, OAuthTokens, PersonalToken
from yamori.gateway.smartthings.translation import Offer, offered, said
from yamori.gateway.sqlite import SqliteFile, open_sqlite

_LOG = structlog.get_logger()
_SLOWEST_POLL = 300.0
_FAILURES = 2
"""Polls that fail one after the other before nothing is known any more: one alone is soon made up for."""
_ACCEPTED = {"ACCEPTED", "COMPLETED"}


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How long anything may take, in seconds."""

    request: float = 10.0
    """One request."""
    patience: float = 30.0
    """In all, when SmartThings says that there were too many requests."""
    read_back: float = 10.0
    """Until the commanded value is reported."""
    unknown_effect: float = 2.0
    """The same, where nothing tells which value that is."""
    between_looks: float = 0.3
    """Between two looks at a device that got a command; grows to five times this."""
    poll: float = 15.0
    """Between two looks at the whole home."""
    fresh: float = 3.0
    """A state this young is not asked for again."""


async def open_smartthings(
    access: str | OAuthApp,
    *,
    place: Place,
    file: Path | None,
    clock: Clock,
    location: str | None = None,
    url: str = API,
    capabilities: Path | None = None,
    limits: Limits | None = None,
) -> "SmartThingsBackend":
    """Read the account's location, rooms and devices. `access` is a personal access token or an OAuth app.

    `location` is its name or id, needed where the account has several. Raises `Misconfigured` for a token, a location or a file that
    cannot be used, and `HouseSilent` when SmartThings does not answer.
    """
    limits = limits or Limits()
    store = await open_sqlite(file, schema=SENT_KEYS_SCHEMA + DEFINITIONS_SCHEMA + TOKENS_SCHEMA)
    if file is not None:
        await asyncio.to_thread(file.chmod, 0o600)  # the renewed tokens lie in it
    tokens = PersonalToken(access) if isinstance(access, str) else OAuthTokens(access, store)
    api = SmartThingsApi(url=url, tokens=tokens, timeout=limits.request, patience=limits.patience)
    catalog = CapabilityCatalog(*([capabilities] if capabilities else []), PRODUCT_CAPABILITIES)
    backend = SmartThingsBackend(api, store, catalog, place, clock, limits)
    try:
        await backend.begin(location)
    except BaseException:
        await backend.close()
        raise
    return backend


class SmartThingsBackend:
    """Fulfils `Backend`; made by `open_smartthings`."""

    def __init__(
        self, api: SmartThingsApi, store: SqliteFile, catalog: CapabilityCatalog, place: Place, clock: Clock, limits: Limits
    ) -> None:
        self._api = api
        self._store = store
        self._catalog = catalog
        self._place = place
        self._clock = clock
        self._limits = limits
        self._deliveries = Deliveries(store, clock)
        self._definitions = Definitions(api, store)
        self._listeners = Listeners()
        self._home_listeners = HomeListeners()
        self._location = ""
        self._location_name = "SmartThings"
        self._rooms: Sequence[Mapping[str, Value]] = ()
        self._offers: Mapping[str, Offer] = {}
        self._listed: Mapping[str, ListedDevice] = {}
        self._status_readings: dict[tuple[str, str], dict[str, StatusReading]] = {}
        self._lost: datetime | None = None
        """Since when the cloud has not answered."""
        self._gone: dict[str, datetime] = {}
        """Devices that SmartThings does not reach, and since when we know it."""
        self._looked: dict[str, float] = {}
        self._polling: asyncio.Task[None] | None = None
        self.loaded = LoadedHome(home=Home(name="SmartThings", place=place), capabilities={})
        """The home as SmartThings has it now."""
        self._registry = HouseRegistry(self.loaded)

    async def begin(self, location: str | None) -> None:
        """Read everything once and begin to poll."""
        await self._deliveries.forget()
        self._location, self._location_name = _chosen(await self._api.items("locations"), location)
        self._rooms = await self._api.items(f"locations/{self._location}/rooms")
        await self._look_at_all()
        self._polling = asyncio.create_task(self._poll())

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        address = self._registry.address(device, component, capability, attribute)
        if time.monotonic() - self._looked.get(device, -self._limits.fresh) >= self._limits.fresh:
            await self._look_at(device)
        return self._reading(device, component, capability, address.attribute.name)

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        devices = self.loaded.home.devices if device is None else (self._registry.device(device),)
        return [self._reading(*address) for address in attributes_of(devices, self.loaded.capabilities)]

    async def send(self, command: Command, key: str) -> Sent:
        return await self._deliveries.send(command, key, first=self._first, again=self._again)

    async def sent(self, key: str) -> Sent | None:
        return await self._deliveries.sent(key)

    def changes(self) -> AsyncIterator[Reading]:
        return self._listeners.add()

    def homes(self) -> AsyncIterator[LoadedHome]:
        """The home whenever devices or rooms come, go or change; ends when the backend is closed."""
        return self._home_listeners.add()

    async def close(self) -> None:
        if self._polling is not None:
            self._polling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._polling
        self._listeners.close()
        self._home_listeners.close()
        await self._api.close()
        await self._store.close()

    async def _first(self, command: Command, key: str) -> Sent:
        try:
            before = await self._look_at(command.device, command.component)
            device = self._device(command.device)
            online = device.online or await self._is_online(device.id)
        except NoReply as error:
            raise NotSent("no_way", through=SMARTTHINGS) from error
        if not online:
            raise Unanswered("unreachable", device=device.name)
        held = self._registry.component(command.device, command.component)
        spec = self._registry.spec(command)
        check_known(command, spec, before, name=device.name)
        note = self._deliveries.note(command, key, spec=spec, held=held, before=before)
        body = self._body(command, before)
        await self._deliveries.begin(note)
        return await self._send(command, note, body)

    async def _again(self, command: Command, known: SentKey) -> Sent:
        """The key went out before and nobody knows what became of it: look first."""
        state = await self._look_at(command.device, command.component)
        if known.again and not arrived(known.wanted, state):
            # A slow device may still be at it: sending once more is the last resort.
            state = await self._read_back(command, known) or state
        if arrived(known.wanted, state):
            return await self._deliveries.end(known, state)
        if self._deliveries.may_go_again(known):
            # The value to reach stands in the note: a step is not taken twice.
            return await self._send(command, known, self._body(command, known.before))
        raise Unanswered("not_again", device=self._device(command.device).name)

    async def _send(self, command: Command, note: SentKey, body: Mapping[str, Value]) -> Sent:
        reply: NoReply | None = None
        try:
            answer = await self._api.post(f"devices/{self._device(command.device).id}/commands", body)
            _check_accepted(answer)
        except NoReply as lost:
            reply = lost
        except (NotSent, NotFound, Misconfigured):
            await self._deliveries.drop(note)
            raise
        except InvalidRequest as refused:
            await self._deliveries.drop(note)
            raise NotAccepted(str(refused), where=refused.where) from refused
        state = await self._read_back(command, note)
        name = self._device(command.device).name
        if state is None:
            raise Unanswered("unseen", through=SMARTTHINGS, device=name)
        if reply is not None and not arrived(note.wanted, state):
            raise Unanswered("way_lost", through=SMARTTHINGS, device=name) from reply
        return await self._deliveries.end(note, state)

    async def _read_back(self, command: Command, note: SentKey) -> Mapping[str, Value] | None:
        """The component's state once what was wanted is reported, or as it is at the limit; None when it could not be read at all."""
        limit = self._limits.read_back if note.wanted else self._limits.unknown_effect
        until, pause, state = time.monotonic() + limit, self._limits.between_looks, None
        while True:
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(0.05, until - time.monotonic())):
                    state = await self._look_at(command.device, command.component)
            except (HouseSilent, TimeoutError):
                pass  # Another look may succeed; the limit ends it.
            if state is not None and (arrived(note.wanted, state) or (not note.wanted and dict(state) != dict(note.before))):
                return state
            if time.monotonic() + pause >= until:
                return state
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, self._limits.between_looks * 5)

    def _body(self, command: Command, before: Mapping[str, Value]) -> Mapping[str, Value]:
        held_readings = self._status_readings.get((command.device, command.component), {})
        words = said(
            self._offer_of(command.capability),
            command,
            held=self._registry.component(command.device, command.component),
            before=before,
            fahrenheit={name for name, held in held_readings.items() if held.fahrenheit},
        )
        theirs = self._device(command.device).theirs[command.component]
        return {
            "commands": [
                {"component": theirs, "capability": words.capability, "command": words.command, "arguments": list(words.arguments)}
            ]
        }

    def _offer_of(self, capability: str) -> Offer:
        for offer in self._offers.values():
            if offer.capability.name == capability:
                return offer
        raise NotFound(f"SmartThings no longer has the capability {capability}", where="capability")

    def _device(self, id: str) -> ListedDevice:
        if (device := self._listed.get(id)) is None:
            raise Gone(id)
        return device

    async def _is_online(self, device: str) -> bool:
        health = await self._api.get(f"devices/{device}/health")
        return health.get("state") != "OFFLINE"

    async def _look_at(self, device: str, component: str | None = None) -> Mapping[str, Value]:
        """Ask for one device's state; the component's attributes as `capability.attribute`."""
        known = self._device(device)
        answer = await self._api.get(f"devices/{known.id}/status")
        status = answer.get("components")
        self._looked[device] = time.monotonic()
        if isinstance(status, Mapping):
            for ours, theirs in known.theirs.items():
                if isinstance(held := status.get(theirs), Mapping):
                    self._take_status(device, ours, held)
        return {name: held.reading.value for name, held in self._status_readings.get((device, component or "main"), {}).items()}

    def _take_status(self, device: str, component: str, status: Mapping[str, Value]) -> None:
        kept = self._status_readings.setdefault((device, component), {})
        held_readings = readings(device, component, status, self._offers, self._clock.now())
        # A list that was written before a command was read back must not undo what is known since.
        newer = {name: each for name, each in held_readings.items() if name not in kept or each.reading.at >= kept[name].reading.at}
        before = {name: self._standing(kept[name].reading).value for name in newer if name in kept}
        for name, each in newer.items():
            known = kept[name].reading if name in kept else None
            kept[name] = replace(each, reading=each.reading.following(known))
        now = {name: self._standing(kept[name].reading) for name in newer}
        self._listeners.notify(reading for name, reading in now.items() if name not in before or before[name] != reading.value)

    def _reading(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        held = self._status_readings.get((device, component), {}).get(f"{capability}.{attribute}")
        if held is not None:
            return self._standing(held.reading)
        return unreported(device, component, self.loaded.capabilities[capability], attribute, self._clock.now())

    def _standing(self, reading: Reading) -> Reading:
        """What is left of a report of a device that SmartThings itself does not reach."""
        gone = self._gone.get(reading.device, self._lost)
        return reading if gone is None else reading.unknown(gone)

    def _take_cloud(self, *, lost: datetime | None) -> None:
        """Whether the cloud answers; notifies of all that is not known any more because of it, or known again."""
        self._lost = lost
        held = (each.reading for (device, _), part in self._status_readings.items() if device not in self._gone for each in part.values())
        self._listeners.notify(self._standing(reading) for reading in held if reading.value is not None)

    def _take_presence(self, listing: Listing) -> None:
        """Which devices are there; notifies of what is not known any more because of it, or known again."""
        now = self._clock.now()
        gone = {device.id: self._gone.get(device.id, now) for device in listing.devices if not device.online}
        turned = gone.keys() ^ self._gone.keys()
        self._gone = gone
        held = (each.reading for (device, _), part in self._status_readings.items() if device in turned for each in part.values())
        self._listeners.notify(self._standing(reading) for reading in held if reading.value is not None)

    async def _look_at_all(self) -> None:
        """Ask for all devices with their states; notifies of a home that is not what it was."""
        query = {"locationId": self._location, "includeStatus": "true", "includeHealth": "true"}
        devices = await self._api.items("devices", **query)
        listing = read_listing(self._rooms, devices)
        if listing.strange_rooms:
            self._rooms = await self._api.items(f"locations/{self._location}/rooms")
            listing = read_listing(self._rooms, devices)
        for note in listing.notes:
            _LOG.warning("SmartThings listed something malformed", what=note)
        await self._offer(listing)
        self._listed = {device.id: device for device in listing.devices}
        self._take_presence(listing)
        loaded = loaded_home(self._location_name, self._place, listing, self._offers)
        known = self.loaded
        self.loaded, self._registry = loaded, HouseRegistry(loaded)
        for device in listing.devices:
            if any(held.status is None for part in device.components.values() for held in part):
                await self._look_at(device.id)  # An account whose list comes without states.
                continue
            for component, part in device.components.items():
                self._take_status(device.id, component, {held.id: held.status for held in part if held.status is not None})
            self._looked[device.id] = time.monotonic()
        if self._polling is not None and known != loaded:
            self._home_listeners.notify(loaded)

    async def _offer(self, listing: Listing) -> None:
        versions: dict[str, int] = {}
        for device in listing.devices:
            for part in device.components.values():
                for held in part:
                    versions[held.id] = max(held.version, versions.get(held.id, 0))
        definitions = await self._definitions.all(versions)
        offers = {}
        for id, definition in definitions.items():
            file = self._catalog.find(id)
            offer = offered(id, definition=definition, file=file.capability if file is not None else None)
            if offer is not None:
                offers[id] = offer
        self._offers = offers

    async def _poll(self) -> None:
        pause, failures = self._limits.poll, 0
        while True:
            await asyncio.sleep(pause)
            try:
                await self._look_at_all()
            except (HouseSilent, InvalidRequest, Misconfigured) as error:
                pause, failures = min(pause * 2, _SLOWEST_POLL), failures + 1
                if failures == 1:
                    _LOG.warning("SmartThings cannot be polled", why=str(error)[:300])
                if failures == _FAILURES:
                    self._take_cloud(lost=self._clock.now())
            else:
                pause, failures = self._limits.poll, 0
                if self._lost is not None:
                    self._take_cloud(lost=None)


def _check_accepted(answer: Mapping[str, Value]) -> None:
    """Raise `InvalidRequest` when SmartThings says of the one command that it was not taken."""
    results = answer.get("results")
    for result in results if isinstance(results, list) else ():
        status = result.get("status") if isinstance(result, Mapping) else None
        if isinstance(status, str) and status not in _ACCEPTED:
            raise InvalidRequest(status[:60], where="device")


def _chosen(locations: Sequence[Mapping[str, Value]], wanted: str | None) -> tuple[str, str]:
    """The id and name of the location that the settings name."""
    named = {str(item["locationId"]): str(item.get("name") or item["locationId"]) for item in locations if item.get("locationId")}
    if not named:
        raise Misconfigured(
            "the account has no location that this token may see", where=WHERE, mend="give the token the scope r:locations:*"
        )
    if wanted is None:
        if len(named) > 1:
            raise Misconfigured(
                f"the account has several locations: {listed(tuple(named.values()))}", where=f"{WHERE}.location", mend="say which one"
            )
        return next(iter(named.items()))
    for id, name in named.items():
        if wanted in (id, name):
            return id, name
    near = nearest(wanted, named.values())
    raise Misconfigured(
        f"there is no location {wanted}; there is {listed(tuple(named.values()))}",
        where=f"{WHERE}.location",
        mend=f"did you mean {near[0]}?" if near else "give one of these names",
    )
