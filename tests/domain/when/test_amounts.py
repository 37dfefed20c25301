"""Amounts of time with fractions and in several units: each is read whole, or not at all."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yamori.domain.when import Kind, find_when

NOW = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)

ENGLISH = """
an hour and a quarter=75 an hour and a half=90 an hour and three quarters=105 two hours and a quarter=135 1 hour and a half=90
1 1/2 hours=90 2 1/4 hours=135 3 3/4 hours=225 1½ hours=90 2¼ hours=135 1¾ hours=105 ½ hour=30 ¾ hour=45 ¾ of an hour=45
3/4 of an hour=45 1/2 an hour=30 1/4 of an hour=15 1/2 hour=30 half an hour=30 half hour=30 a half hour=30 a quarter hour=15
quarter of an hour=15 a quarter of an hour=15 three quarters of an hour=45 two thirds of an hour=40 a third of an hour=20
two and a half hours=150 three and a quarter hours=195 one and three quarter hours=105 2 and a half hours=150 one and a half hours=90
1.5 hours=90 2.25 hours=135 0.5 hours=30 1.25 hrs=75 90 min=90 90 mins=90 ninety minutes=- 45 minutes=45 forty-five minutes=45
1h30=90 1h 30=90 2h15m=135 1h 30m=90 1 h 30 min=90 1h05=65 1 hour 30 minutes=90 1 hour and 30 minutes=90 an hour and ten minutes=70
two hours and fifteen minutes=135 two hours 15 minutes=135 2 hrs 5 mins=125 an hour and half a minute=60.5 a minute and a half=1.5
1 hour 30 minutes and 30 seconds=90.5 30 minutes and 15 seconds=30.25 half a minute=0.5 90 seconds=1.5 a couple of hours=120
a day and a half=2160 two and a half days=3600 1 day and 3 hours=1620 a week and two days=12960 half a day=720 1½ days=2160
1 hour 30=- 1,5 hours=- an hour and two fifths=- 5/12 of an hour=- four fifths of an hour=- a dozen and a half hours=-
"""
JAPANESE = """
1時間半=90 一時間半=90 １時間半=90 2時間半=150 1時間と半分=90 1時間と4分の1=75 一時間と四分の一=75 2時間と4分の3=165 二時間と三分の一=140
4分の3時間=45 四分の三時間=45 4分の1時間=15 3分の2時間=40 1/2時間=30 3/4時間=45 ½時間=30 ¾時間=45 1½時間=90 1と1/2時間=90
1.5時間=90 2.25時間=135 0.5時間=30 四十五分=45 45分=45 ４５分=45 九十分=90 90分=90 1時間30分=90 １時間３０分=90 二時間十五分=135
2時間15分30秒=135.5 1時間と30分=90 一時間と十五分=75 1分半=1.5 三分半=3.5 90秒=1.5 2分30秒=2.5 1時間半と10分=100 3時間5分=185
1時間30=- 3分の1=- 2時間と5=-
"""


def cases(table: str, joint: str | None) -> list[tuple[str, float | None]]:
    pieces = table.replace("\n", " ").strip().split(" ") if joint is None else []
    if joint is not None:
        words, found = table.split(), []
        said: list[str] = []
        for word in words:
            amount, equals, minutes = word.partition("=")
            said.append(amount)
            if equals:
                found.append((" ".join(said), None if minutes == "-" else float(minutes)))
                said = []
        return found
    split = [piece.partition("=") for piece in pieces]
    return [(amount, None if minutes == "-" else float(minutes)) for amount, _, minutes in split]


def lengths(text: str) -> list[timedelta | None]:
    return [span.duration for span in find_when(text, NOW) if span.kind is Kind.DURATION]


@pytest.mark.parametrize(("said", "minutes"), cases(ENGLISH, " "))
def test_an_english_amount_is_read_whole_or_not_at_all(said: str, minutes: float | None) -> None:
    assert lengths(f"Set a timer for {said}") == ([] if minutes is None else [timedelta(minutes=minutes)])
    moments = [s for s in find_when(f"Call her in {said}", NOW) if s.kind in (Kind.MOMENT, Kind.DATE)]
    assert len(moments) == (0 if minutes is None else 1)


@pytest.mark.parametrize(("said", "minutes"), cases(JAPANESE, None))
def test_a_japanese_amount_is_read_whole_or_not_at_all(said: str, minutes: float | None) -> None:
    assert lengths(f"{said}のタイマーをかけて") == ([] if minutes is None else [timedelta(minutes=minutes)])


_PARTS = {0: ("", ""), 15: ("a quarter", "4分の1"), 30: ("a half", "半"), 45: ("three quarters", "4分の3")}


@settings(deadline=None)
@given(st.integers(1, 60), st.sampled_from([15, 30, 45]))
def test_hours_with_a_part_come_back_as_they_were_said(hours: int, minutes: int) -> None:
    english, japanese = _PARTS[minutes]
    whole = timedelta(hours=hours, minutes=minutes)
    assert lengths(f"for {hours} hours and {english}") == [whole]
    assert lengths(f"for {hours} and {english} hours") == [whole]
    assert lengths(f"for {hours}{ {15: '¼', 30: '½', 45: '¾'}[minutes] } hours") == [whole]
    assert lengths(f"for {hours} { {15: '1/4', 30: '1/2', 45: '3/4'}[minutes] } hours") == [whole]
    assert lengths(f"{hours}時間{'' if minutes == 30 else 'と'}{japanese}のタイマー") == [whole]


@settings(deadline=None)
@given(
    st.integers(1, 99),
    st.integers(1, 59),
    st.sampled_from(["{h}h{m:02}", "{h} hours {m} minutes", "{h} hours and {m} minutes", "{h} hrs {m} mins"]),
)
def test_hours_and_minutes_come_back_as_they_were_said(hours: int, minutes: int, form: str) -> None:
    assert lengths("for " + form.format(h=hours, m=minutes)) == [timedelta(hours=hours, minutes=minutes)]
    assert lengths(f"{hours}時間{minutes}分のタイマー") == [timedelta(hours=hours, minutes=minutes)]
