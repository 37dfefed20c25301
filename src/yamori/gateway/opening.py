"""The one place where a gate is put together and taken apart: `open_gate`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.home import Home
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.gate import Approvals, HouseGate
from yamori.gateway.homefile import LoadedHome, load_home
from yamori.gateway.ledger import open_ledger
from yamori.gateway.pin import kept_pin
from yamori.gateway.registry import HouseRegistry


@asynccontextmanager
async def open_gate(
    home: Home | LoadedHome | str | Path,
    *,
    data: Path | None,
    clock: Clock | None = None,
    pin_hash: str | None = None,
    approvals: Approvals | None = None,
) -> AsyncIterator[HouseGate]:
    """A gate over the virtual home. Without `data` nothing is kept; without `clock` the machine's, in the home's time zone.

    The PIN is `pin_hash`, or the one that `pin.keep_pin` set in `data`, before the gate was opened or since. Raises `Misconfigured` for a
    home file with mistakes or a data folder that cannot be used.
    """
    loaded = home if isinstance(home, LoadedHome) else load_home(home)
    registry = HouseRegistry(loaded)
    running = clock or SystemClock(loaded.home.place.timezone)
    folder = data / "gate" if data is not None else None
    ledger = await open_ledger(folder / "ledger.sqlite3" if folder else None)
    try:
        backend = await open_virtual(registry, file=folder / "virtual.sqlite3" if folder else None, clock=running)
    except BaseException:
        await ledger.close()
        raise
    gate = HouseGate(
        registry=registry,
        backend=backend,
        ledger=ledger,
        clock=running,
        pin_hash=lambda: pin_hash if pin_hash is not None or data is None else kept_pin(data),
        approvals=approvals or Approvals(),
    )
    try:
        await gate.recover()
        yield gate
    finally:
        await gate.close()
