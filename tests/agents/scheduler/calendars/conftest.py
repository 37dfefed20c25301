"""One server for all tests of a module; a calendar for each of them."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from yamori.agents.scheduler.calendars.accounts import Accounts
from yamori.agents.scheduler.calendars.secrets import Secrets
from yamori.agents.scheduler.store import Schedule, open_schedule
from yamori.domain.clock import SetClock

from . import rows
from .server import Radicale, radicale


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Radicale]:
    pytest.importorskip("radicale")
    with radicale(tmp_path_factory.mktemp("radicale")) as running:
        yield running


@pytest.fixture
async def schedule() -> AsyncIterator[Schedule]:
    opened = await open_schedule(None, SetClock(rows.NOW))
    yield opened
    await opened.close()


@pytest.fixture
def accounts(schedule: Schedule, tmp_path: Path) -> Accounts:
    return Accounts(schedule, Secrets(tmp_path / "calendar-secrets.json"), home=rows.TOKYO, answer=10.0)
