"""Days and times that are listed: a reading for each, and none where more than a list stands between them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.when import resolve

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))


def read(text: str) -> list[str]:
    return [" ".join(str(w) for w in (one.date, one.time and f"{one.time:%H:%M}", one.rrule) if w) for one in resolve(text, NOW).each]


@pytest.mark.parametrize(
    ("said", "each"),
    [
        ("tomorrow at 9 and at 12", ["2026-11-22 09:00", "2026-11-22 12:00"]),
        ("at 9 and 12 tomorrow", ["2026-11-22 09:00", "2026-11-22 12:00"]),
        ("Monday at 7 and Wednesday at 8", ["2026-11-23 07:00", "2026-11-25 08:00"]),
        ("Monday and Wednesday at 7", ["2026-11-23 07:00", "2026-11-25 07:00"]),
        ("月曜9時と水曜10時", ["2026-11-23 09:00", "2026-11-25 10:00"]),
        ("明日の9時と12時", ["2026-11-22 09:00", "2026-11-22 12:00"]),
        ("9月3日と5日", ["2027-09-03", "2027-09-05"]),
        ("next Tuesday and Thursday", ["2026-11-24", "2026-11-26"]),
        ("3 and 5 December", ["2026-12-03", "2026-12-05"]),
        ("December 3, 5 and 8", ["2026-12-03", "2026-12-05", "2026-12-08"]),
        ("the 3rd and 5th at 10", ["2026-12-03 10:00", "2026-12-05 10:00"]),
    ],
)
def test_days_and_times_of_a_list(said: str, each: list[str]) -> None:
    assert read(said) == each


@pytest.mark.parametrize(
    ("said", "each"),
    [
        ("every day at 9, 12 and 3pm", ["2026-11-22 09:00 FREQ=DAILY", "2026-11-21 12:00 FREQ=DAILY", "2026-11-21 15:00 FREQ=DAILY"]),
        ("at 8am and 8pm every day", ["2026-11-22 08:00 FREQ=DAILY", "2026-11-21 20:00 FREQ=DAILY"]),
        ("every day at 8 and 8", ["2026-11-22 08:00 FREQ=DAILY", "2026-11-21 20:00 FREQ=DAILY"]),
        ("twice a day at 7 and 19:30", ["2026-11-22 07:00 FREQ=DAILY", "2026-11-21 19:30 FREQ=DAILY"]),
        ("1日2回、8時と20時", ["2026-11-22 08:00 FREQ=DAILY", "2026-11-21 20:00 FREQ=DAILY"]),
        ("every morning at 8 and every evening at 9", ["2026-11-22 08:00 FREQ=DAILY", "2026-11-21 21:00 FREQ=DAILY"]),
        ("毎朝7時と毎晩9時", ["2026-11-22 07:00 FREQ=DAILY", "2026-11-21 21:00 FREQ=DAILY"]),
        ("every Monday at 5pm and Thursday at 6pm", ["2026-11-23 17:00 FREQ=WEEKLY;BYDAY=MO", "2026-11-26 18:00 FREQ=WEEKLY;BYDAY=TH"]),
        ("毎週火曜18時と木曜19時", ["2026-11-24 18:00 FREQ=WEEKLY;BYDAY=TU", "2026-11-26 19:00 FREQ=WEEKLY;BYDAY=TH"]),
        (
            "every Monday and Thursday at 5 and 7",
            ["2026-11-23 17:00 FREQ=WEEKLY;BYDAY=MO,TH", "2026-11-23 19:00 FREQ=WEEKLY;BYDAY=MO,TH"],
        ),
        (
            "at 9 and 12 every day until 10 December",
            ["2026-11-22 09:00 FREQ=DAILY;UNTIL=20261210", "2026-11-21 12:00 FREQ=DAILY;UNTIL=20261210"],
        ),
    ],
)
def test_what_comes_again_at_several_times(said: str, each: list[str]) -> None:
    assert read(said) == each


@pytest.mark.parametrize(
    "said",
    [
        "every Monday and Thursday at 5",
        "from 2 to 4 tomorrow",
        "lunch at twelve and dinner at six tomorrow",
        "standup every weekday at 9:30, remind me at 9:15",
        "move the dentist from Monday at 3 to Wednesday at 4",
        "not on Monday but on Tuesday",
        "meet at 5 and 6 friends come",
        "twice a day",
        "1日3回",
        "put the oven at 180 and 200",
    ],
)
def test_what_is_no_list(said: str) -> None:
    assert read(said) == []


@given(hours=st.lists(st.integers(0, 23), min_size=2, max_size=6, unique=True))
def test_every_time_that_is_listed_is_read(hours: list[int]) -> None:
    for said in (f"every day at {', '.join(f'{h:02}:00' for h in hours)}", f"毎日{'と'.join(f'{h:02}:00' for h in hours)}"):
        assert [one.time.hour for one in resolve(said, NOW).each if one.time is not None] == hours
