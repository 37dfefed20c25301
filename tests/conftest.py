"""Of the whole suite."""

import gc
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from hypothesis import settings
from tests.lengths import examples
from tests.route_types import share_routes, share_trust, skip_subgraphs

settings.register_profile("yamori", examples(100))
settings.load_profile("yamori")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What goes on for long begins first: begun last it would go on alone while the other workers wait."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """The collector of garbage looks no more at the 12,000 tests themselves, which live as long as the suite, less often at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 200)


def pytest_runtest_logfinish() -> None:
    """Nor, after two million objects, at what is alive between two tests and lives on: modules, caches. The cycles of ten houses together
    are few enough to wait until then."""
    if gc.get_count()[2] >= 20:
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def quick_routes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        share_routes(patch)
        share_trust(patch)
        skip_subgraphs(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A household that a test opens finds no model, also on a machine that has one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YAMORI_MODELS_DIR", str(tmp_path_factory.mktemp("models")))
        yield


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def one_chromium() -> AsyncIterator[None]:
    """Of all tests with the marks of `tests.web.browser`, in their event loop."""
    from tests.web.browser import shared_chromium

    async with shared_chromium():
        yield
