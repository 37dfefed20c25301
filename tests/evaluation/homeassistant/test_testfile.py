"""Every sentence of a set becomes a case in its home."""

from pathlib import Path

import pytest
from tests.evaluation.homeassistant.copies import write_set

from yamori.domain.errors import Misconfigured
from yamori.evaluation.homeassistant.testfile import doubt, read_tests

TESTS = """
category: light
tests:
  - sentences: [Turn it on, Turn it on, 電気をつけて]
    setup: {light.a: {state: "off"}}
    expect_changes: {light.a: {state: "on"}}
    ignore_changes: {light.a: [brightness]}
    context_device: panel
  - sentences: ["Is it on?"]
    expect_response: ["on", "yes"]
"""


def test_every_sentence_is_a_case_of_its_own(tmp_path: Path) -> None:
    cases = read_tests(write_set(tmp_path, TESTS))
    assert [case.sentence for case in cases] == ["Turn it on", "Turn it on", "電気をつけて", "Is it on?"]
    assert len({case.id for case in cases}) == 4 and cases[0].file == "house/lights.yaml"
    assert cases[0].fixtures == tmp_path / "house" / "_fixtures.yaml" and cases[0].device == "panel"
    assert cases[3].expect == {} and cases[3].response == ("on", "yes") and cases[3].ignore == {}


def test_an_edited_inventory_makes_other_cases(tmp_path: Path) -> None:
    (before, *_) = read_tests(write_set(tmp_path, TESTS))
    (tmp_path / "house" / "_fixtures.yaml").write_text("entities: [{id: light.a}]\n", encoding="utf-8")
    assert read_tests(tmp_path)[0].hash != before.hash


def test_files_without_an_inventory_and_descriptions_of_the_set_are_no_tests(tmp_path: Path) -> None:
    write_set(tmp_path, TESTS)
    (tmp_path / "dataset_card.yaml").write_text("name: x\n", encoding="utf-8")
    (tmp_path / "alone.yaml").write_text("tests: 1\n", encoding="utf-8")
    assert len(read_tests(tmp_path)) == 4
    assert len(read_tests(tmp_path / "house")) == 4


def test_two_kinds_of_labels_are_doubtful() -> None:
    muted = {"media_player.a": {"attributes": {"volume_level": 0.0}}}
    assert doubt("Mute the radio", muted, False) and not doubt("Set the radio to 0", muted, False)
    assert doubt("Open all the blinds", {}, False)
    assert not doubt("Open all the blinds", {"cover.a": {"state": "open"}}, False) and not doubt("Are all blinds open?", {}, True)


@pytest.mark.parametrize(
    ("tests", "said"), [("tests: [", "YAML"), ("tests: []", "tests"), ("tests: [{sentences: []}]", "tests.0.sentences"), ("{}", "tests")]
)
def test_a_mistake_is_shown_with_its_file(tmp_path: Path, tests: str, said: str) -> None:
    with pytest.raises(Misconfigured, match=said) as wrong:
        read_tests(write_set(tmp_path, tests))
    assert "house/lights.yaml" in wrong.value.where


def test_a_folder_without_tests_is_said(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="no tests"):
        read_tests(tmp_path)
