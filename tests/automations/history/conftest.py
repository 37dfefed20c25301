from collections.abc import AsyncIterator

import pytest

from yamori.automations.history import History, Recorder, open_history


@pytest.fixture
async def history() -> AsyncIterator[History]:
    opened = await open_history(None)
    yield opened
    await opened.close()


@pytest.fixture
def recorder(history: History) -> Recorder:
    return Recorder(history)
