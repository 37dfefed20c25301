"""Sentences that give a timer that runs another length."""

from datetime import datetime, timedelta

import pytest

from yamori.understanding.other_length import OtherLength, other_length
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


@pytest.mark.parametrize(
    ("text", "minutes", "before", "named"),
    [
        ("make the bread timer ten minutes", 10, None, ("bread",)),
        ("change the bread timer to 12 minutes please", 12, None, ("bread",)),
        ("actually make the timer 15", 15, None, ()),
        ("that 8 minute timer, make it 12 minutes", 12, 8, ()),
        ("パンのタイマー、やっぱり12分にして", 12, None, ("パン",)),
        ("さっきの8分、やっぱり12分にして", 12, 8, ()),
    ],
)
def test_which_it_is_and_how_long_it_is_to_run(text: str, minutes: int, before: int | None, named: tuple[str, ...]) -> None:
    had = timedelta(minutes=before) if before is not None else None
    assert other_length(utterance_of(text, NOW)) == OtherLength(length=timedelta(minutes=minutes), before=had, named=named)


@pytest.mark.parametrize(
    "text",
    [
        "set a timer for ten minutes",
        "make a ten minute timer",
        "make another timer, ten minutes",
        "no, ten",
        "make it ten minutes",
        "change the lamp to 15",
        "is the timer ten minutes?",
        "8分のタイマーをかけて",
        "やっぱり12分にして",
    ],
)
def test_a_timer_that_is_set_and_what_names_none_is_none(text: str) -> None:
    assert other_length(utterance_of(text, NOW)) is None
