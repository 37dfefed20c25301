from collections.abc import AsyncIterator

import pytest
from tests.memory.fakes import Residents, Talk, WordEncoder

from yamori.memory import Memory, open_memory


@pytest.fixture
async def memory() -> AsyncIterator[Memory]:
    async with open_memory(None, residents=Residents(), encoder=WordEncoder()) as opened:
        yield opened


@pytest.fixture
def talk(memory: Memory) -> Talk:
    return Talk(memory)
