"""Talk that wants nothing is told from a wish in disguise."""

import pytest

from yamori.orchestrator.talk import only_states


@pytest.mark.parametrize(
    "text",
    [
        "Wow, what a match!",
        "I met my cousin at the market",
        "Well, we missed the ferry. He laughed.",
        "昨日は楽しかったよ",
        "今日は忙しかったなあ",
    ],
)
def test_a_story_wants_nothing(text: str) -> None:
    assert only_states(text)


@pytest.mark.parametrize(
    "text",
    [
        "Water the ferns",
        "It is dusty",
        "We should leave soon",
        "I need a break, lights out",
        "Did we win?",
        "庭に水をまいて",
        "寒いよ",
        "本を読みたいです",
    ],
)
def test_what_may_be_a_request_is_no_mere_talk(text: str) -> None:
    assert not only_states(text)
