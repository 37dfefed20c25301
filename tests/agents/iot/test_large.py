"""A thousand devices are read as well, and as quickly, as twenty."""

from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
import yaml
from tests.agents.iot.house import MANOR, NOW

from yamori.agents.iot.rules.candidates import candidates
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.retrieval import likelihood
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


def _alike(folder: Path, devices: int) -> Context:
    """As many lamps of which the names differ by a number."""
    data = yaml.safe_load(MANOR.read_text(encoding="utf-8"))
    lamp = {"switch": {"switch": "off"}, "switchLevel": {"level": 10}, "tint": {"hue": 10, "saturation": 50}}
    names = [(f"z{i}", f"Ceiling lamp {i}", f"天井ランプ{i}") for i in range(devices)]
    data["devices"] = [{"id": i, "name": n, "aliases": [j], "room": "tower", "components": {"main": lamp}} for i, n, j in names]
    folder.mkdir()
    (folder / "capabilities").symlink_to(MANOR.parent / "capabilities")
    file = folder / "alike.home.yaml"
    file.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    loaded = load_home(file)
    return Context(HomeIndex(loaded.home, loaded.capabilities, lexicon()), lexicon(), {}, None, now=NOW)


@pytest.mark.parametrize("sentence", ["turn on the ceiling lamp", "天井のランプをつけて"])
def test_what_four_times_as_many_names_alike_cost_is_not_their_square(tmp_path: Path, sentence: str) -> None:
    def cost(context: Context) -> float:
        begun = process_time()
        meaning = understand(sentence, replace(context))
        candidates(sentence, meaning, context, likelihood(sentence, {}, context))
        return process_time() - begun

    few, many = _alike(tmp_path / "few", 100), _alike(tmp_path / "many", 400)
    for context in (few, many):
        cost(context)  # what is read once of a home
    assert min(cost(many) for _ in range(3)) < 9 * min(cost(few) for _ in range(3))
