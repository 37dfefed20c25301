"""Sentences that call off what was set up by a word of it."""

from datetime import datetime

import pytest

from yamori.understanding.calling_off import called_off
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("forget the one about the plumber", ("plumber",)),
        ("never mind the plumber one", ("plumber",)),
        ("please scrap the plumber's reminder", ("plumber",)),
        ("never mind reminding me about the plumber", ("plumber",)),
        ("I don't need the one for the plumber", ("plumber",)),
        ("水道屋のやつもういい", ("水道",)),
        ("水道屋を知らせるのはもういい", ("水道",)),
        ("水道屋の件は忘れて", ("水道",)),
        ("水道屋のリマインダー、やっぱりいらない", ("水道",)),
    ],
)
def test_it_is_named_by_a_word_of_it(text: str, named: tuple[str, ...]) -> None:
    assert called_off(utterance_of(text, NOW)) == named


@pytest.mark.parametrize(
    "text",
    [
        "forget that",
        "forget what I said about the plumber",
        "don't forget the one about the plumber",
        "shall I forget the one about the plumber?",
        "水道屋の件、いいね",
        "水道屋のやつは忘れないで",
        "もういい",
    ],
)
def test_whatever_says_more_or_names_nothing_is_none(text: str) -> None:
    assert called_off(utterance_of(text, NOW)) == ()
