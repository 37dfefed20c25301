"""One household and one Chromium for all errands of a test process. `make errands` walks them; other runs leave them out."""

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

pytest.importorskip("playwright", reason="errands need the package playwright")
from tests.web.browser import CHROMIUM, chromium

from .household import ErrandHouse, errand_house


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All in one event loop, where the browser lives; none without a browser."""
    left_out = pytest.mark.skipif("YAMORI_ERRANDS" not in os.environ, reason="`make errands` walks the errands")
    for item in items:
        if "/errands/" in item.path.as_posix():
            item.add_marker(left_out)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM} (apt-get install chromium)"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house() -> AsyncIterator[ErrandHouse]:
    async with chromium() as browser, errand_house(browser) as house:
        yield house
