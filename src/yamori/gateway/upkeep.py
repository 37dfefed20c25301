"""Keeps the home that the gate knows in step with what there is: devices that register, backends that report, an edited home file."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path

import structlog

from yamori.domain.errors import Misconfigured
from yamori.domain.receipt import Receipt
from yamori.gateway.backends.edge import EdgeBackend
from yamori.gateway.backends.several import SeveralBackends
from yamori.gateway.backends.virtual import VirtualBackend
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.joined import Source, joined
from yamori.gateway.registry import HouseRegistry

LOOKS = 2.0
"""Seconds between two looks at the home file."""
_log = structlog.get_logger()


class Upkeep:
    """Over the registry of one gate and the sources of its devices; the first source is the home file's."""

    def __init__(
        self,
        registry: HouseRegistry,
        backend: SeveralBackends,
        sources: Sequence[Source],
        edge: EdgeBackend,
        hold_admission: Callable[[str, str], Awaitable[Receipt]] | None = None,
    ) -> None:
        """`hold_admission` asks a person whether a device whose id has a token may join again."""
        self.hold_admission = hold_admission
        self._registry = registry
        self._backend = backend
        self._sources = list(sources)
        self._edge = edge
        self._tasks: list[asyncio.Task[None]] = []
        self._clashes: frozenset[str] = frozenset()
        self._seen = _stamp(self._sources[0].home.file)
        self.trouble: str | None = None
        """Why the home file as it is now was not taken; None when it was."""

    def follow(self) -> None:
        """Begin to listen to the sources and to look at the file; ended by `close`."""
        for source in self._sources:
            if source.homes is not None:
                self._tasks.append(asyncio.ensure_future(self._followed(source)))
        if self._sources[0].home.file is not None:
            self._tasks.append(asyncio.ensure_future(_every(LOOKS, self.look)))

    def add(self, source: Source) -> None:
        """A backend that was away until now: its devices join the home. It is closed with the gate."""
        self._sources.append(source)
        self._backend.add(source.name, source.backend)
        self.refresh()
        if source.homes is not None:
            self._tasks.append(asyncio.ensure_future(self._followed(source)))

    def refresh(self) -> None:
        """Something registered or went away: the home is put together anew."""
        for source in self._sources:
            if source.backend is self._edge:
                source.home = self._edge.home(joined([other for other in self._sources if other is not source]).loaded.home)
        whole = joined(self._sources)
        self._backend.belong(whole.owners)
        self._registry.replace(whole.loaded)
        self._report_clashes()

    def brought(self) -> frozenset[str]:
        """The names of the sources that have brought their devices."""
        return frozenset(source.name for source in self._sources)

    def source_of(self, device: str) -> Source | None:
        """Whose a device is."""
        return next((source for source in self._sources if source.home.home.device(device) is not None), None)

    def source(self, name: str) -> Source | None:
        """One that has brought its devices."""
        return next((source for source in self._sources if source.name == name), None)

    def belongs_elsewhere(self, device: str) -> bool:
        """Whether an id at the edge is, or would be taken for, that of a device which another backend brings: that one goes before it."""
        others = (source for source in self._sources if source.backend is not self._edge)
        return any(known.id.casefold() == device.casefold() for source in others for known in source.home.home.devices)

    def _report_clashes(self) -> None:
        """Two backends may bring one id only after they meet; the operator hears once which device is left out."""
        brought = [known.id for source in self._sources if source.backend is not self._edge for known in source.home.home.devices]
        brought += [known.description.device.id for known in self._edge.devices.all()]
        clashes = frozenset(id for id, times in Counter(map(str.casefold, brought)).items() if times > 1)
        for id in sorted(clashes - self._clashes):
            _log.warning("two backends bring a device of this id; the one that came first is used", device=id)
        self._clashes = clashes

    async def look(self) -> bool:
        """Take the home file if it has changed; whether it was taken. One with mistakes is not, and the home stays as it is."""
        source = self._sources[0]
        file = source.home.file
        if file is None or (stamp := await asyncio.to_thread(_stamp, file)) == self._seen:
            return False
        self._seen = stamp
        try:
            loaded = await asyncio.to_thread(load_home, file)
        except Misconfigured as error:
            self.trouble = str(error)
            _log.warning("the edited home file has mistakes and is not taken", problem=str(error))
            return False
        self.trouble = None
        self._take(source, loaded)
        return True

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _take(self, source: Source, loaded: LoadedHome) -> None:
        source.home = loaded
        if isinstance(source.backend, VirtualBackend):
            source.backend.renew(loaded)
        self.refresh()

    async def _followed(self, source: Source) -> None:
        assert source.homes is not None
        async for loaded in source.homes:
            self._take(source, loaded)


async def _every(seconds: float, work: Callable[[], Coroutine[object, object, object]]) -> None:
    while True:
        await asyncio.sleep(seconds)
        await work()


def _stamp(file: Path | None) -> tuple[tuple[str, int, int], ...]:
    """What distinguishes an edited home from the one that was read: the file, and the capabilities beside it."""
    if file is None:
        return ()
    found = []
    for path in (file, *sorted((file.parent / "capabilities").glob("*.capability.yaml"))):
        try:
            status = path.stat()
        except OSError:
            continue
        found.append((path.name, status.st_mtime_ns, status.st_size))
    return tuple(found)
