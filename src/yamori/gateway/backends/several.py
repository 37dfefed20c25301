"""Several backends as one: each device belongs to one of them."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime

from yamori.domain.agenda import CalendarEvent, ListItem
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.backends.port import Backend, Instructable, Keeping, Listing, OwnCommand, Sent, Settable
from yamori.gateway.changes import Listeners


class SeveralBackends:
    """Fulfils `Backend`, `Settable`, `Instructable`, `Listing` and `Keeping` over backends by name; `belong` says which device is whose."""

    def __init__(self, backends: Mapping[str, Backend]) -> None:
        self.backends = dict(backends)
        self._owners: Mapping[str, str] = {}
        self._listeners = Listeners()
        self._pumps = [asyncio.ensure_future(self._pump(name, backend)) for name, backend in self.backends.items()]

    def add(self, name: str, backend: Backend) -> None:
        """One more, which was away until now; `belong` gives it its devices."""
        self.backends[name] = backend
        self._pumps.append(asyncio.ensure_future(self._pump(name, backend)))

    def belong(self, owners: Mapping[str, str]) -> None:
        """Device id to the name of its backend, from here on."""
        self._owners = dict(owners)

    def of(self, device: str) -> Backend:
        """Raises `NotFound` for a device that is nobody's (any more)."""
        if (owner := self._owners.get(device)) is None:
            raise NotFound(f"the home does not have the device {device[:60]} now", where="device")
        return self.backends[owner]

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        return await self.of(device).read(device, component, capability, attribute)

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        if device is not None:
            return await self.of(device).snapshot(device)
        everything = [(name, reading) for name, backend in self.backends.items() for reading in await backend.snapshot()]
        return [reading for name, reading in everything if self._owners.get(reading.device) == name]

    async def send(self, command: Command, key: str) -> Sent:
        return await self.of(command.device).send(command, key)

    async def tell(self, device: str, sentence: str, language: str, key: str) -> tuple[Sequence[OwnCommand], str | None]:
        backend = self.of(device)
        if not isinstance(backend, Instructable):
            raise InvalidRequest(f"{device} does not think for itself; give it commands", where="device")
        return await backend.tell(device, sentence, language, key)

    async def items(self, device: str, component: str, capability: str) -> Sequence[ListItem]:
        return await self._listing(device).items(device, component, capability)

    async def events(self, device: str, component: str, capability: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        return await self._listing(device).events(device, component, capability, start, end)

    def _listing(self, device: str) -> Listing:
        backend = self.of(device)
        if not isinstance(backend, Listing):
            raise InvalidRequest(f"{device} holds no list and no calendar", where="device")
        return backend

    async def sent(self, key: str) -> Sent | None:
        for backend in self.backends.values():
            if (sent := await backend.sent(key)) is not None:
                return sent
        return None

    async def keeps(self, key: str) -> bool:
        return any([await backend.keeps(key) for backend in self.backends.values() if isinstance(backend, Keeping)])

    async def set(self, path: str, value: Value) -> Reading:
        backend = self.of(path.split(".", 1)[0])
        if not isinstance(backend, Settable):
            raise InvalidRequest("the state of a real device cannot be set by hand", where=path)
        return await backend.set(path, value)

    def changes(self) -> AsyncIterator[Reading]:
        return self._listeners.add()

    async def close(self) -> None:
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        self._listeners.close()
        for backend in self.backends.values():
            await backend.close()

    async def _pump(self, name: str, backend: Backend) -> None:
        """What a backend says of a device that is another's, by the same id, is not believed."""
        async for reading in backend.changes():
            if self._owners.get(reading.device) == name:
                self._listeners.notify([reading])
