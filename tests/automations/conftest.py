from collections.abc import AsyncIterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from tests.automations.fakes import FakeReadings, House, MovingClock

from yamori.automations.store import open_automations


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock(datetime(2026, 11, 23, 12, 0, tzinfo=ZoneInfo("Europe/Berlin")))


@pytest.fixture
async def house(clock: MovingClock) -> AsyncIterator[House]:
    store = await open_automations(None)
    home = House(clock=clock, store=store, readings=FakeReadings(clock))
    await home.start()
    yield home
    await home.engine.close()
    await store.close()
