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


IGNORED = """
category: light
tests:
  - {sentences: [a], ignore_changes: {light.a: [brightness, state]}}
  - {sentences: [b], ignore_changes: {light.a: {attributes: [brightness], state: }}}
  - {sentences: [c], ignore_changes: {light.a: {attributes: {brightness: 10}}}}
  - {sentences: [d], ignore_changes: {light.a: {state: "on"}}}
"""


def test_changes_to_ignore_are_a_list_of_names_or_have_the_shape_of_a_state(tmp_path: Path) -> None:
    cases = read_tests(write_set(tmp_path, IGNORED))
    assert [set(case.ignore["light.a"]) for case in cases] == [{"brightness", "state"}, {"brightness", "state"}, {"brightness"}, {"state"}]


def test_an_expected_answer_may_be_a_number(tmp_path: Path) -> None:
    text = (
        "tests: [{sentences: [a], expect_response: 3}, {sentences: [b], expect_response: [2.5, two]}, {sentences: [c], expect_response: }]"
    )
    assert [case.response for case in read_tests(write_set(tmp_path, text))] == [("3",), ("2.5", "two"), ()]


def test_an_inventory_may_be_called_home_and_is_no_test(tmp_path: Path) -> None:
    write_set(tmp_path, TESTS)
    (tmp_path / "house" / "_fixtures.yaml").rename(tmp_path / "house" / "_home.yaml")
    assert {case.fixtures for case in read_tests(tmp_path)} == {tmp_path / "house" / "_home.yaml"}
    (tmp_path / "house" / "_fixtures.yaml").write_text("entities: [{id: light.a}]\n", encoding="utf-8")
    assert {case.fixtures.name for case in read_tests(tmp_path)} == {"_fixtures.yaml"}


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
