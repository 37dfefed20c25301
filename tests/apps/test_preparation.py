"""The house is not ready before it understands sentences, and says why where it never will."""

import asyncio

import pytest

from yamori.apps.preparation import Preparation
from yamori.apps.readiness import Part, is_ready, look_at
from yamori.domain.errors import Misconfigured


async def test_it_is_ready_once_all_is_loaded_and_not_before() -> None:
    loaded = asyncio.Event()
    preparation = Preparation()
    parts = [Part(name="understanding", look=preparation.check)]
    assert not is_ready(await look_at(parts))
    preparation.begin(lambda: _until(loaded))
    await asyncio.sleep(0)
    assert "still being loaded" in (await look_at(parts))["understanding"].says
    loaded.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert is_ready(await look_at(parts))


async def test_what_cannot_be_loaded_is_said() -> None:
    async def broken() -> None:
        raise Misconfigured("the weights are damaged")

    preparation = Preparation()
    preparation.begin(broken)
    await asyncio.sleep(0)
    with pytest.raises(Misconfigured, match="damaged"):
        await preparation.check()


async def _until(loaded: asyncio.Event) -> None:
    await loaded.wait()
