"""Of the whole suite."""

from collections.abc import Iterator

import pytest
from hypothesis import settings
from tests.lengths import examples

settings.register_profile("yamori", examples(100))
settings.load_profile("yamori")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What goes on for long begins first: begun last it would go on alone while the other workers wait."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session", autouse=True)
def no_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A household that a test opens finds no model, also on a machine that has one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YAMORI_MODELS_DIR", str(tmp_path_factory.mktemp("models")))
        yield
