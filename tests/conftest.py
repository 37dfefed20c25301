"""Of the whole suite."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.lengths import examples
from tests.route_types import share_routes, skip_subgraphs

settings.register_profile("yamori", examples(100))
settings.load_profile("yamori")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What goes on for long begins first: begun last it would go on alone while the other workers wait."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """The collector of garbage looks no more at the 11,000 tests themselves, which live as long as the suite, and less often at the rest:
    the cycles of ten houses together are few enough to wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def quick_routes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        share_routes(patch)
        skip_subgraphs(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A household that a test opens finds no model, also on a machine that has one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YAMORI_MODELS_DIR", str(tmp_path_factory.mktemp("models")))
        yield
