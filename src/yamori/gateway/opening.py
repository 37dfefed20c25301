"""The one place where the gate and what stands around it are put together and taken apart: `open_house`."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.home import Home
from yamori.gateway.backends.edge import EdgeBackend, Patience
from yamori.gateway.backends.several import SeveralBackends
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.edge.devices import open_devices
from yamori.gateway.edge.images import Pictures
from yamori.gateway.gate import Approvals, HouseGate
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.jobs.opening import open_jobs
from yamori.gateway.joined import Source, joined
from yamori.gateway.ledger import open_ledger
from yamori.gateway.pin import kept_pin
from yamori.gateway.registry import HouseRegistry
from yamori.gateway.rights import rights_beside
from yamori.gateway.upkeep import Upkeep


@dataclass(frozen=True, kw_only=True)
class House:
    """The gate, and what stands around it."""

    gate: HouseGate
    edge: EdgeBackend
    """The devices that registered themselves, and their jobs."""
    pictures: Pictures
    upkeep: Upkeep


def house_pictures(data: Path | None, clock: Clock) -> Pictures:
    """The one store of the pictures of a house; whoever opens sources that take pictures gives it to them and to `open_house`."""
    return Pictures(data / "gate" / "pictures" if data is not None else None, clock)


@asynccontextmanager
async def open_house(
    home: Home | LoadedHome | str | Path,
    *,
    data: Path | None,
    clock: Clock | None = None,
    pin_hash: str | None = None,
    approvals: Approvals | None = None,
    jobs: str | None = None,
    patience: Patience | None = None,
    sources: Sequence[Source] = (),
    pictures: Pictures | None = None,
) -> AsyncIterator[House]:
    """A gate over the virtual home, the devices at the edge, and whatever `sources` bring. Without `data` nothing is kept; without
    `clock` the machine's, in the home's time zone. `jobs` is a PostgreSQL address where SQLite is outgrown.

    The PIN is `pin_hash`, or the one that `pin.keep_pin` set in `data`, before the gate was opened or since. Raises `Misconfigured` for a
    home file with mistakes or a data folder that cannot be used. The backends of `sources` are closed with the gate, also where it cannot
    be opened.
    """
    loaded = home if isinstance(home, LoadedHome) else load_home(home)
    running = clock or SystemClock(loaded.home.place.timezone)
    folder = data / "gate" if data is not None else None
    async with AsyncExitStack() as opened:
        for source in sources:
            opened.push_async_callback(source.backend.close)
        ledger = await open_ledger(folder / "ledger.sqlite3" if folder else None)
        opened.push_async_callback(ledger.close)
        pictures = pictures or house_pictures(data, running)
        kept = folder / "virtual.sqlite3" if folder else None
        virtual = await open_virtual(HouseRegistry(loaded), file=kept, clock=running, pictures=pictures)
        opened.push_async_callback(virtual.close)
        devices = await open_devices(folder / "edge.sqlite3" if folder else None, running)
        opened.push_async_callback(devices.close)
        queue = await open_jobs(jobs or (folder / "jobs.sqlite3" if folder else None), clock=running)
        opened.push_async_callback(queue.close)
        edge = EdgeBackend(devices, queue, running, patience)
        others = [Source(name="virtual", backend=virtual, home=loaded), *sources]
        all_sources = [*others, Source(name="edge", backend=edge, home=edge.home(joined(others).loaded.home))]
        backend = SeveralBackends({source.name: source.backend for source in all_sources})
        whole = joined(all_sources)
        backend.belong(whole.owners)
        registry = HouseRegistry(whole.loaded)
        gate = HouseGate(
            registry=registry,
            backend=backend,
            ledger=ledger,
            clock=running,
            pin_hash=lambda: pin_hash if pin_hash is not None or data is None else kept_pin(data),
            approvals=approvals or Approvals(),
            rights=rights_beside(loaded.file),
            admit=devices.admissions.agree,
        )
        opened.pop_all()  # the gate closes them from here on
    upkeep = Upkeep(registry, backend, all_sources, edge, gate.hold_admission)
    try:
        await gate.recover()
        upkeep.follow()
        yield House(gate=gate, edge=edge, pictures=pictures, upkeep=upkeep)
    finally:
        await upkeep.close()
        await gate.close()


@asynccontextmanager
async def open_gate(
    home: Home | LoadedHome | str | Path,
    *,
    data: Path | None,
    clock: Clock | None = None,
    pin_hash: str | None = None,
    approvals: Approvals | None = None,
) -> AsyncIterator[HouseGate]:
    """Only the gate of `open_house`."""
    async with open_house(home, data=data, clock=clock, pin_hash=pin_hash, approvals=approvals) as house:
        yield house.gate
