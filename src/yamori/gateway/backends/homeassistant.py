"""A running Home Assistant behind the gate: its registries are the home, its states the readings, its services the commands.

One WebSocket, reconnected for as long as the backend is open; only what a camera shows is fetched over REST. Every command's key is on disk
before the service is called; what was cut off is looked at again, never done again. What may go wrong: Home Assistant away (`HouseSilent`),
a wrong token (`Misconfigured`), a service that refuses (its own words are the problem), a device that does something else (the read-back
says so).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import structlog

from yamori.domain.agenda import CalendarEvent, ListItem, calendar_event, list_item, sorted_events
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.backends.deliveries import sent_of
from yamori.gateway.backends.port import Sent
from yamori.gateway.edge.images import LARGEST as LARGEST_PICTURE
from yamori.gateway.edge.images import Pictures
from yamori.gateway.homeassistant.calls import Sending, noted, sending
from yamori.gateway.homeassistant.connection import Connection, ConnectionLost, Event, Rejected, open_connection
from yamori.gateway.homeassistant.domains import domains
from yamori.gateway.homeassistant.forms import near_enough
from yamori.gateway.homeassistant.kepthome import KEPT_HOME_SCHEMA, KeptHome
from yamori.gateway.homeassistant.livehome import LiveHome
from yamori.gateway.homeassistant.registries import CHANGES, read_registries, started
from yamori.gateway.homeassistant.stills import still
from yamori.gateway.homeassistant.traits import Held
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.sentences import Doubt, Unanswered
from yamori.gateway.sentkeys import SENT_KEYS_SCHEMA, SentKey, SentKeys
from yamori.gateway.sqlite import SqliteFile, open_sqlite

_log = structlog.get_logger(__name__)
_THROUGH = "Home Assistant"


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
    contents: float = 10.0
    """For what is in a list or a calendar; a calendar of the cloud is asked for by Home Assistant."""
    picture: float = 15.0
    """For what a camera shows; Home Assistant itself waits 10 s for the camera."""
    first_retry: float = 1.0
    longest_retry: float = 30.0
    registries: float = 1.0
    """Changes of registries come in swarms; so long after the first they are read."""


@dataclass(frozen=True, kw_only=True)
class _Undertaking:
    """One command on its way."""

    kept: SentKey
    command: Command
    held: Held
    what: Sending

    @property
    def part(self) -> tuple[str, str]:
        return self.command.device, self.command.component

    @property
    def patience(self) -> float:
        domain = domains().get(self.held.entity.partition(".")[0])
        return domain.patience if domain is not None else 10.0


async def open_homeassistant(
    url: str, token: str, *, file: Path | None, clock: Clock, patience: Patience | None = None, pictures: Pictures | None = None
) -> tuple[LoadedHome, "HomeAssistantBackend"]:
    """The home and the way to it. With a `file` that knows the home from before, Home Assistant may be away. What cameras show is kept in
    `pictures`, the house's own; without, in memory, where only this backend finds it.

    Raises `Misconfigured` for a wrong address or token, and `HouseSilent` when it does not answer and the home was never seen. `token` is a
    long-lived access token; it is never written anywhere.
    """
    store = await open_sqlite(file, schema=SENT_KEYS_SCHEMA + KEPT_HOME_SCHEMA, alone=True)
    backend = HomeAssistantBackend(url, token, store, clock, patience or Patience(), pictures or Pictures(None, clock))
    try:
        home = await backend.open()
    except BaseException:
        await backend.close()
        raise
    return home, backend


class HomeAssistantBackend:
    """Fulfils `Backend`; made by `open_homeassistant`."""

    def __init__(self, url: str, token: str, store: SqliteFile, clock: Clock, patience: Patience, pictures: Pictures) -> None:
        self.url = url
        self._token = token
        self._store = store
        self._keys = SentKeys(store)
        self._kept_home = KeptHome(store)
        self._clock = clock
        self._patience = patience
        self._pictures = pictures
        self._home = LiveHome(clock)
        self._connection: Connection | None = None
        self._connected = asyncio.Event()
        self._early: list[Event] = []
        """What is reported before the whole home was read."""
        self._registries_changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._one_at_a_time: dict[tuple[str, str], asyncio.Lock] = {}
        self._newest: dict[tuple[str, str], _Undertaking] = {}
        """The last command to each component: one that it has overtaken is waited for no more."""

    @property
    def home(self) -> LiveHome:
        """What is known of it: its entities, and which of them is behind which capability."""
        return self._home

    async def open(self) -> LoadedHome:
        """Connect for the first time; afterwards the connection is kept up in the background."""
        await self._keys.forget(self._clock.now())
        try:
            await self._connect()
        except HouseSilent:
            kept = await self._kept_home.find()
            if kept is None:
                raise
            self._home.take_registries(kept)
            self._home.forget_states()
            _log.warning("home_assistant_away", url=self.url, known="the home of last time")
        self._start(self._keep_connected())
        self._start(self._keep_registries())
        return self._home.loaded

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        held = self._home.held(device, component, capability)
        self._check_reachable(held)
        if self._connection is None:
            raise Unanswered("no_word", through=_THROUGH, device=self._home.name(held.entity))
        return self._home.reading(device, component, held, attribute)

    async def items(self, device: str, component: str, capability: str) -> Sequence[ListItem]:
        found = await self._response(device, component, capability, "get_items", "items", status=["needs_action"])
        return [item for raw in found if (item := list_item(raw)) is not None and not item.done]

    async def events(self, device: str, component: str, capability: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        period = {"start_date_time": start.isoformat(), "end_date_time": end.isoformat()}
        found = await self._response(device, component, capability, "get_events", "events", **period)
        return sorted_events((event for raw in found if (event := calendar_event(raw)) is not None), start, end)

    async def _response(self, device: str, component: str, capability: str, service: str, field: str, **data: Value) -> Sequence[Value]:
        """What a service answers about one entity. Raises `HouseSilent`, also where Home Assistant refuses."""
        held = self._home.held(device, component, capability)
        self._check_reachable(held)
        await self._wait_for_connection(self._patience.connection)
        connection, name = self._connection, self._home.name(held.entity)
        if connection is None:
            raise Unanswered("no_way", through=_THROUGH)
        domain = held.entity.partition(".")[0]
        call = {"domain": domain, "service": service, "service_data": data, "target": {"entity_id": held.entity}}
        try:
            answer = await connection.ask("call_service", seconds=self._patience.contents, return_response=True, **call)
        except Rejected as error:
            _log.warning("home_assistant_contents_refused", entity=held.entity, service=service, why=str(error))
            raise Unanswered("no_word", through=_THROUGH, device=name) from error
        response = answer.get("response") if isinstance(answer, Mapping) else None
        contents = response.get(held.entity) if isinstance(response, Mapping) else None
        found = contents.get(field) if isinstance(contents, Mapping) else None
        return found if isinstance(found, list) else []

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        return list(self._home.readings(device))

    async def send(self, command: Command, key: str) -> Sent:
        part = command.device, command.component
        # One after the other until Home Assistant has taken it; what a device takes its time for, the next command may cut short.
        async with self._one_at_a_time.setdefault(part, asyncio.Lock()):
            begun = await self._keys.find(key)
            if begun is not None and begun.ended is not None:
                return sent_of(begun)
            try:
                await self._wait_for_connection(self._patience.connection)
            except Unanswered as error:
                if begun is None:
                    raise
                raise Unanswered("no_answer", through=_THROUGH) from error  # it went out before
            held = self._home.held(command.device, command.component, command.capability)
            if command.name in held.trait.stills:
                return await self._pictured(command, key, held)
            if begun is not None:
                task = _Undertaking(kept=begun, command=command, held=held, what=noted(begun.note))
                if self._arrived(task):
                    return await self._ended(task)
                if not task.what.wanted:
                    name = self._home.name(held.entity)
                    problem = f"this was begun and cut off; {name} was not told again, and nobody knows whether it did it"
                    return await self._ended(task, problem=problem, doubt=Doubt.CUT_OFF)
                # The same values once more: no step is taken twice.
            else:
                self._check_reachable(held)
                before = self._home.part(*part)
                what = sending(command, held, before)
                now = self._clock.now()
                kept = SentKey(key=key, begun=now, before=before, wanted={}, again=bool(what.wanted), after={}, note=what.note())
                task = _Undertaking(kept=kept, command=command, held=held, what=what)
                await self._keys.begin(kept)
            self._newest[part] = task
            connection, reports = self._connection, self._home.reports
            refused, cut = await self._called(task)
            self._home.wake()  # what this overtook is waited for no more, also where nothing moves again
        if refused is not None:
            return await self._ended(task, problem=refused)
        if not cut:
            await self._seen(task, reports, limit=task.patience if task.what.wanted else self._patience.unseen)
        if cut or self._connection is not connection:
            return await self._after_a_cut(task)
        return await self._ended(task)

    async def sent(self, key: str) -> Sent | None:
        known = await self._keys.find(key)
        return sent_of(known) if known is not None and known.ended is not None else None

    def changes(self) -> AsyncIterator[Reading]:
        return self._home.listeners.add()

    def homes(self) -> AsyncIterator[LoadedHome]:
        """The home anew whenever rooms, names, devices or what they can do have changed; ends when the backend is closed."""
        return self._home.homes()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._connection is not None:
            await self._connection.close()
        self._home.close()
        await self._store.close()

    # The connection

    async def _connect(self) -> None:
        connection = await open_connection(self.url, self._token, self._receive)
        try:
            await started(connection)
            self._early.clear()
            for kind in ("state_changed", *CHANGES):
                await connection.ask("subscribe_events", event_type=kind)
            raw = await read_registries(connection)
            self._connection = connection
            self._home.take_registries(raw)
        except BaseException as error:
            self._connection = None
            await connection.close()
            if isinstance(error, Rejected):
                raise Misconfigured(
                    f"Home Assistant does not let this token read the home: {error}", where=self.url, mend="use a token of an administrator"
                ) from error
            raise
        for event in self._early:
            self._receive(event)
        self._connected.set()
        self._home.count_report()
        await self._kept_home.keep(raw)

    async def _keep_connected(self) -> None:
        wait = self._patience.first_retry
        while True:
            if self._connection is not None:
                await self._connection.wait_closed()
                self._connection = None
                self._connected.clear()
                self._home.lose()
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
                raw = await read_registries(self._connection)
                self._home.take_registries(raw)
                await self._kept_home.keep(raw)

    def _receive(self, event: Event) -> None:
        if self._connection is None:
            self._early.append(event)
        elif self._home.receive(event):
            self._registries_changed.set()

    async def _wait_for_connection(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._connected.wait()
        except TimeoutError as error:
            raise Unanswered("no_way", through=_THROUGH) from error

    def _start(self, work: Coroutine[object, object, None]) -> None:
        self._tasks.add(asyncio.ensure_future(work))

    # One command

    def _check_reachable(self, held: Held) -> None:
        if self._home.state(held).away:
            raise Unanswered("unreachable", device=self._home.name(held.entity))

    async def _called(self, task: _Undertaking) -> tuple[str | None, bool]:
        """(Home Assistant's own words where it refused, whether the connection was lost in the middle)."""
        try:
            for call in task.what.calls:
                if self._connection is None:
                    return None, True
                await self._connection.ask(
                    "call_service",
                    domain=call.domain,
                    service=call.service,
                    service_data=dict(call.data),
                    target={"entity_id": call.entity},
                    seconds=max(task.patience, 30.0),
                )
        except Rejected as error:
            return str(error), False
        except ConnectionLost:
            return None, True
        return None, False

    async def _pictured(self, command: Command, key: str, held: Held) -> Sent:
        """Take a picture. Nothing changes by it, so that its key is kept only once there is one."""
        self._check_reachable(held)
        part, begun, name = (command.device, command.component), self._clock.now(), self._home.name(held.entity)
        before, endpoint = self._home.part(*part), held.trait.stills[command.name]
        data = await still(
            self.url, self._token, endpoint=endpoint, entity=held.entity, name=name, seconds=self._patience.picture, most=LARGEST_PICTURE
        )
        try:
            picture = await self._pictures.keep(*part, data)
        except InvalidRequest as error:
            _log.warning("home_assistant_no_picture", entity=held.entity, why=str(error))
            raise Unanswered("no_picture", device=name, mb=LARGEST_PICTURE // 2**20) from error
        self._home.show(*part, held, {"image": picture.id, "taken": picture.at.isoformat()}, picture.at)
        after = self._home.part(*part)
        done = SentKey(key=key, begun=begun, before=before, wanted={}, again=True, ended=self._clock.now(), after=after)
        await self._keys.end(done)
        return sent_of(done)

    async def _after_a_cut(self, task: _Undertaking) -> Sent:
        """Home Assistant went away in the middle. Nothing is sent again: it is looked at, and what cannot be seen is said."""
        name = self._home.name(task.held.entity)
        try:
            await self._wait_for_connection(self._patience.restart)
        except HouseSilent as error:
            raise Unanswered("way_lost", through=_THROUGH, device=name) from error
        await self._seen(task, self._home.reports, limit=self._patience.after_a_cut)
        if task.what.wanted and self._arrived(task):
            return await self._ended(task)
        problem = f"Home Assistant was restarted while this was being done; {name} does not show that it was, and it was not told again"
        return await self._ended(task, problem=problem, doubt=Doubt.CUT_OFF)

    async def _ended(self, task: _Undertaking, *, problem: str | None = None, doubt: Doubt | None = None) -> Sent:
        after = dict(self._home.part(*task.part))
        if problem is None and task.command.name in task.held.trait.arrives and not self._arrived(task):
            doubt = Doubt.NOT_SHOWN  # the gate, which was promised no value, would call it done
        for name, values in task.what.wanted.items():
            path, source = f"{task.command.capability}.{name}", task.held.trait.reads.get(name)
            if source is not None and source.form == "kelvin" and values and near_enough(after.get(path), values[0], source, {}):
                after[path] = values[0]  # lamps count in mired: what was asked for, as near as a lamp can say it
        ended = replace(task.kept, ended=self._clock.now(), after=after, problem=problem, doubt=doubt)
        await self._keys.end(ended)
        return sent_of(ended)

    async def _seen(self, task: _Undertaking, reports: int, *, limit: float) -> None:
        """Wait until the state shows it, another command has overtaken it, or such a thing should long have happened."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit):
                while self._connection is not None and not self._overtaken(task):
                    if self._arrived(task) if task.what.wanted else self._home.reports > reports:
                        return
                    await self._home.news()

    def _overtaken(self, task: _Undertaking) -> bool:
        """Whether the component was told since to do something else of the same kind, or to stop."""
        newest = self._newest.get(task.part, task)
        return newest is not task and (not newest.what.wanted or newest.command.capability == task.command.capability)

    def _arrived(self, task: _Undertaking) -> bool:
        held, state = task.held, self._home.state(task.held)
        return bool(task.what.wanted) and all(
            any(near_enough(self._home.value(held, name, state), value, held.trait.reads.get(name), state.attributes) for value in values)
            for name, values in task.what.wanted.items()
        )
