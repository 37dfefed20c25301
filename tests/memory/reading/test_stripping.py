"""What asks to remember something is told from what only speaks of remembering."""

import pytest

from yamori.memory.reading.stripping import stripped


@pytest.mark.parametrize(
    ("said", "text", "asked"),
    [
        ("I like tea, remember", "I like tea", True),
        ("remember I like tea", "I like tea", True),
        ("Was the gate shut? I can't for the love of it remember.", "", False),
    ],
)
def test_a_last_word_asks_only_where_a_mark_parts_it(said: str, text: str, asked: bool) -> None:
    found = stripped(said)
    assert found.asked is asked and (asked is False or found.text == text)
