"""Which days a sentence names, and which of them it leaves out."""

from datetime import date, datetime

import pytest

from yamori.automations.reading.once import denied_days, named_days
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


@pytest.mark.parametrize(
    ("text", "named", "denied"),
    [
        ("every morning water the ferns, but not on 7 March", (), (7,)),
        ("not tomorrow", (6,), (6,)),
        ("no ferns on Saturday and Monday", (7, 9), ()),
        ("from tomorrow at eight", (), ()),
        ("an hour later", (), ()),
        ("今週末はなしで", (7, 8), ()),
        ("明日から8時に", (), ()),
    ],
)
def test_days_are_named_and_denied(text: str, named: tuple[int, ...], denied: tuple[int, ...]) -> None:
    utterance = utterance_of(text, NOW)
    assert named_days(utterance) == tuple(date(2026, 3, day) for day in named)
    assert denied_days(utterance) == tuple(date(2026, 3, day) for day in denied)
