"""Names and actions out of sentences that make a scene, without a reader."""

from datetime import UTC, datetime

import pytest

from yamori.scenes.reading.defining import definition_in
from yamori.scenes.reading.vocabulary import bare_name
from yamori.scenes.reading.wanted import Make
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 3, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "name", "action"),
    [
        ("create a scene called siesta: dim the lamp", "siesta", "dim the lamp"),
        (
            "make me a scene named quiet hours that shuts the blinds and turns off the hi-fi",
            "quiet hours",
            "shut the blinds and turn off the hi-fi",
        ),
        ("please set up a scene called “tea and toast” which switches the kettle on", "tea and toast", "switch the kettle on"),
        ("make a scene called siesta", "siesta", ""),
        ("昼寝というシーンを作って、ブラインドを閉めて", "昼寝", "ブラインドを閉めて"),
        ("「朝の支度」っていうシーンを作成して", "朝の支度", ""),
    ],
)
def test_a_scene_is_read_as_its_name_and_what_it_does(text: str, name: str, action: str) -> None:
    assert definition_in((), utterance_of(text, NOW)) == Make(name=name, action=action)


@pytest.mark.parametrize("text", ["which scenes are there?", "make it warmer", "turn on the lamp called Fred", "シーンの一覧を見せて"])
def test_what_makes_no_scene_is_none(text: str) -> None:
    assert definition_in((), utterance_of(text, NOW)) is None


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("set the reading scene", "reading"),
        ("reading, please", "reading"),
        ("Let's do date night", "date night"),
        ("読書のシーンにして", "読書"),
        ("読書モードでお願いします", "読書"),
        ("the scene", "the scene"),
    ],
)
def test_a_name_is_what_is_left_without_the_words_around_it(said: str, name: str) -> None:
    assert bare_name(said) == name
