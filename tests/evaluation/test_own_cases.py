"""The cases that this project brings: valid, possible in their home, and unknown to the product."""

from collections import Counter
from pathlib import Path

import pytest

from yamori.evaluation.casefile import Suite, read_suite
from yamori.evaluation.matchers import folded
from yamori.gateway.homefile import load_home

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "cases").rglob("*.cases.yaml"))
KINDS = {
    "single-device", "room", "floor", "all-except", "relative", "colour", "two-actions", "home-and-diary",
    "question", "already-so", "impossible", "unknown-device", "small-talk", "diary", "conversation", "approval",
}  # fmt: skip
_TELLING = 10
"""Texts shorter than this many letters are anybody's."""


@pytest.fixture(params=FILES, ids=lambda file: file.name)
def suite(request: pytest.FixtureRequest) -> Suite:
    return read_suite(request.param)


@pytest.mark.parametrize("name", ["household-en", "household-ja", "hillside-en", "hillside-ja"])
def test_every_kind_of_wish_is_there_in_both_languages(name: str) -> None:
    suite = read_suite(ROOT / "cases" / f"{name}.cases.yaml")
    kinds = Counter(tag for case in suite.file.cases for tag in case.tags)
    assert kinds.keys() == KINDS
    assert len(suite.file.cases) >= 30


def test_every_attribute_person_and_room_is_of_the_home(suite: Suite) -> None:
    loaded = load_home(suite.home)
    attributes = {
        f"{device.id}.{component}.{capability}.{attribute}": spec
        for device in loaded.home.devices
        for component, capability in device.capabilities()
        for attribute, spec in loaded.capabilities[capability].attributes.items()
    }
    suite.check_paths(frozenset(attributes))
    suite.check_people(frozenset(person.id for person in loaded.home.people))
    for case in suite.file.cases:
        assert loaded.home.person(suite.person(case)) is not None
        assert all(room is None or loaded.home.room(room) is not None for _, room in (suite.speaker(case, step) for step in case.course()))
        for path, allowed in ((p, a) for _, block in case.all_blocks() for p, a in block.state.items()):
            values = attributes[path].values
            assert all(value in values for value in allowed.values) or not values, f"{case.id}: {path}"


def test_no_sentence_of_a_case_stands_in_the_product(suite: Suite) -> None:
    product = [
        file for file in (ROOT / "src").rglob("*") if file.suffix in {".py", ".md", ".yaml", ".toml", ".html", ".js", ".json", ".txt"}
    ]
    known = {file: folded(file.read_text(encoding="utf-8")) for file in product}
    telling = {(case.id, folded(text)) for case in suite.file.cases for text in (*case.automations, *case.texts()) if len(text) >= _TELLING}
    # the id alone: a held-out sentence must not be shown to whoever mends this
    assert [f"{id} in {file.name}" for id, text in telling for file, held in known.items() if text in held] == []
