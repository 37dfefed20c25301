"""What may be taken for the name of a scene."""

import pytest

from yamori.scenes.naming import name_in


@pytest.mark.parametrize("answer", ["Yes", "no", "はい", "yes please", "いいえ", "4711"])
def test_a_yes_a_no_and_a_pin_name_no_scene(answer: str) -> None:
    assert name_in(answer) == ""


@pytest.mark.parametrize("answer", ["Teatime", "夜ふかし", "Night owl"])
def test_words_name_one(answer: str) -> None:
    assert name_in(answer) == answer
