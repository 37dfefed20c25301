"""Which time a question about the past is about, and how it is said back."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.iot.rules.past.lengths import length_text
from yamori.agents.iot.rules.past.periods import period_of, period_text
from yamori.domain.language import Language, language_of

NOW = datetime(2026, 11, 26, 18, 0, tzinfo=ZoneInfo("Asia/Tokyo"))


@pytest.mark.parametrize(
    ("text", "start", "end", "said"),
    [
        ("was it on yesterday?", "11-25 00:00", "11-26 00:00", "yesterday"),
        ("was it on last night?", "11-25 18:00", "11-26 06:00", "last night"),
        ("was it on this week?", "11-23 00:00", "11-30 00:00", "this week"),
        ("has it been on since Tuesday?", "11-24 00:00", "11-26 18:00", "since Tuesday at 00:00"),
        ("was it on in the last 3 hours?", "11-26 15:00", "11-26 18:00", "since 15:00"),
        ("was it on at 3 am?", "11-26 03:00", "11-26 03:00", "today at 03:00"),
        ("has it been on since 9 pm?", "11-25 21:00", "11-26 18:00", "since yesterday at 21:00"),
        ("昨日の夜ついていた？", "11-25 18:00", "11-26 06:00", "昨日の夜"),
        ("先週何回開いた？", "11-16 00:00", "11-23 00:00", "先週"),
        ("月曜からどれくらいついていた？", "11-23 00:00", "11-26 18:00", "月曜日の00:00から今まで"),
        ("午前3時に何度だった？", "11-26 03:00", "11-26 03:00", "今日の03:00に"),
    ],
)
def test_words_for_a_time_are_the_latest_such_time_that_has_begun(text: str, start: str, end: str, said: str) -> None:
    found = period_of(text, NOW)
    assert found is not None
    assert (f"{found.start:%m-%d %H:%M}", f"{found.end:%m-%d %H:%M}") == (start, end)
    assert period_text(found, NOW, language_of(text)) == said


@pytest.mark.parametrize("text", ["was it on?", "every monday at seven", "am 30. Februar"])
def test_what_names_no_single_time_is_none(text: str) -> None:
    assert period_of(text, NOW) is None


@given(st.integers(0, 10_000_000))
def test_a_length_is_given_to_the_minute_or_hour(seconds: int) -> None:
    text = length_text(timedelta(seconds=seconds), Language.ENGLISH)
    units = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
    words = text.replace(",", "").replace(" and", "").split()
    length = sum(int(n) * units[unit.removesuffix("s")] for n, unit in zip(words[::2], words[1::2], strict=True))
    assert abs(length - seconds) <= (3600 if seconds >= 2 * 86_400 else 30)
    assert length_text(timedelta(seconds=seconds), Language.JAPANESE)
