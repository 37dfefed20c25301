"""A thousand devices are read as well, and as quickly, as twenty."""

from pathlib import Path
from time import process_time

import pytest
import yaml
from tests.agents.iot.house import MANOR, NOW

from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import lexicon
from yamori.gateway.homefile import load_home


def _grown(folder: Path, devices: int) -> Path:
    """The manor with outbuildings full of pumps, which no sentence below speaks of."""
    data = yaml.safe_load(MANOR.read_text(encoding="utf-8"))
    data["rooms"].append({"id": "mill", "name": "Mill"})
    data["devices"] += [
        {"id": f"z{i}", "name": f"Pump {i}", "room": "mill", "components": {"main": {"valve": {"valve": "closed"}}}} for i in range(devices)
    ]
    (folder / "capabilities").symlink_to(MANOR.parent / "capabilities")
    file = folder / "grown.home.yaml"
    file.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Context, Context]:
    small, large = (load_home(f) for f in (MANOR, _grown(tmp_path_factory.mktemp("grown"), 1000)))
    contexts = []
    for loaded in (small, large):
        index = HomeIndex(loaded.home, loaded.capabilities, lexicon())
        contexts.append(Context(index, lexicon(), {"p1.main.switch.switch": "on"}, None, now=NOW))
    return contexts[0], contexts[1]


@pytest.mark.parametrize(
    "sentence",
    [
        "Turn off the chandelier",
        "All the lights off except the telescope lamp",
        "Which lights are on?",
        "シャンデリアを消して",
        "2階の電気を消して",
    ],
)
def test_a_large_home_changes_neither_the_reading_nor_its_speed(homes: tuple[Context, Context], sentence: str) -> None:
    small, large = homes
    assert understand(sentence, large) == understand(sentence, small)
    times = []
    for _ in range(5):
        begun = process_time()
        understand(sentence, large)
        times.append(process_time() - begun)
    assert min(times) < 0.02
