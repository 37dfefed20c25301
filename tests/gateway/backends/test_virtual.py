"""The virtual home keeps the contract that the real backends keep."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.gateway.backends.contract import CONTRACT, Subject
from tests.gateway.fakes import NOON, Counting, set_warmth, write_home

from yamori.domain.clock import SetClock
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.homefile import load_home
from yamori.gateway.registry import HouseRegistry


class Reaching(Counting):
    """Counts the keys that were new: what the virtual home acts upon."""

    @property
    def reached(self) -> int:
        return len(set(self.keys))


@pytest.mark.parametrize("owed", CONTRACT)
async def test_the_virtual_home_keeps_the_contract(owed: Callable[[Subject], Awaitable[None]], tmp_path: Path) -> None:
    loaded = load_home(write_home(tmp_path))
    virtual = await open_virtual(HouseRegistry(loaded), file=None, clock=SetClock(NOON))
    backend = Reaching(virtual)

    async def take_back() -> None:
        await virtual.set("heater.main.warmth.warmth", None)

    try:
        await owed(
            Subject(
                backend=backend,
                home=loaded,
                attribute="warmth.warmth",
                first=set_warmth(25),
                first_value=25,
                second=set_warmth(18),
                second_value=18,
                reached=lambda: backend.reached,
                take_back=take_back,
            )
        )
    finally:
        await backend.close()
