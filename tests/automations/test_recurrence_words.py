"""Days that come again are said in words, and never as a rule where there are words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.automations.recurrence_words import days_said
from yamori.domain.language import Language


@pytest.mark.parametrize(
    ("rule", "english", "japanese"),
    [
        ("FREQ=DAILY", "every day", "毎日"),
        ("FREQ=DAILY;INTERVAL=3", "every 3rd day", "3日ごと"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday", "平日"),
        ("FREQ=WEEKLY;BYDAY=TU,SA", "on Tuesdays and Saturdays", "毎週火・土曜"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "every 2nd week on Thursdays", "2週間ごとの木曜"),
        ("FREQ=MONTHLY;BYMONTHDAY=22", "on the 22nd of every month", "毎月22日"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "on the last day of every month", "毎月末日"),
        ("FREQ=MONTHLY;BYDAY=1MO", "on the first Monday of every month", "毎月第1月曜"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "on the last Friday of every month", "毎月最終金曜"),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=11", "every year on the 11th of May", "毎年5月11日"),
    ],
)
def test_a_rule_is_said_in_words(rule: str, english: str, japanese: str) -> None:
    assert days_said(rule, Language.ENGLISH) == english
    assert days_said(rule, Language.JAPANESE) == japanese


@pytest.mark.parametrize("rule", ["FREQ=WEEKLY", "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYSETPOS=2;BYDAY=MO,TU", "FREQ=HOURLY", ""])
def test_a_rule_without_words_is_not_made_up(rule: str) -> None:
    assert days_said(rule, Language.ENGLISH) is None and days_said(rule, Language.JAPANESE) is None


@given(st.integers(1, 31), st.integers(1, 12), st.sampled_from(Language))
def test_every_day_of_a_month_has_words_with_its_number(day: int, interval: int, language: Language) -> None:
    said = days_said(f"FREQ=MONTHLY;INTERVAL={interval};BYMONTHDAY={day}", language)
    assert said is not None and str(day) in said and "FREQ" not in said
