"""Another time in the place of one that was just set up, with or without a word of why."""

from datetime import UTC, datetime

import pytest

from yamori.understanding.amending import with_other_time
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "then", "text"),
    [
        ("put the vet in for friday at nine", "sorry, ten, I'd never be up by then", None),
        (
            "put the vet in for friday at nine",
            "sorry, half past nine, I'd never be up by then",
            "put the vet in for friday at half past nine",
        ),
        ("金曜9時に獣医を入れて", "ごめん、9時半で。寝坊しそうだから", "金曜9時半に獣医を入れて"),
        ("お茶のタイマー5分", "ごめん、薄いのが好きなので3分でした", "お茶のタイマー3分"),
        ("put the vet in for friday at nine", "half past nine is when the bus comes", None),
        ("金曜9時に獣医を入れて", "9時半は会議なので", None),
    ],
)
def test_a_time_takes_the_place_of_the_one_of_its_kind(said: str, then: str, text: str | None) -> None:
    assert with_other_time((), utterance_of(then, NOW), said) == text
