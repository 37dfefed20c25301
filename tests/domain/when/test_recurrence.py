"""What holds for every recurrence, and where the sentence around one changes it."""

import itertools
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.when import Every, Recurrence, resolve, weekdays_named, without_when

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))

days = st.dates(min_value=date(1900, 1, 1), max_value=date(2900, 12, 31))


@given(days, st.sets(st.integers(0, 6), min_size=1))
def test_the_first_day_of_a_weekly_rule_is_within_a_week(start: date, weekdays: set[int]) -> None:
    first = Recurrence(every=Every.WEEK, weekdays=tuple(sorted(weekdays))).first(start)
    assert start <= first < start + timedelta(days=7)
    assert first.weekday() in weekdays


@given(days, st.sampled_from([1, 15, 28, 29, 30, 31, -1]))
def test_the_first_day_of_a_monthly_rule_is_the_next_month_that_has_it(start: date, monthday: int) -> None:
    first = Recurrence(every=Every.MONTH, monthdays=(monthday,)).first(start)
    assert start <= first <= start + timedelta(days=62)
    assert first.day == monthday if monthday > 0 else (first + timedelta(days=1)).day == 1


@given(days, st.integers(0, 6), st.sampled_from([1, 2, 3, 4, 5, -1, -2]))
def test_the_first_nth_weekday_is_one(start: date, weekday: int, nth: int) -> None:
    first = Recurrence(every=Every.MONTH, weekdays=(weekday,), nths=(nth,)).first(start)
    assert first >= start
    assert first.weekday() == weekday
    if nth > 0:
        assert (first.day - 1) // 7 == nth - 1
    else:
        assert (first + timedelta(days=-7 * nth)).month != first.month
        assert (first + timedelta(days=-7 * (nth + 1))).month == first.month


@given(st.integers(1, 500), st.sampled_from(["day", "week", "month", "year"]))
def test_an_interval_is_what_was_said(number: int, unit: str) -> None:
    rule = resolve(f"water the plants every {number} {unit}s", NOW).recurrence
    assert rule == Recurrence(every=Every(unit), interval=number)


def test_a_start_that_is_none_of_the_days_moves_to_the_first_that_is() -> None:
    when = resolve("Yoga every Tuesday and Friday at 18:00 starting 1 December until the end of January", NOW)
    assert when.date == date(2026, 12, 1)
    assert when.rrule == "FREQ=WEEKLY;BYDAY=TU,FR;UNTIL=20270131"
    assert resolve("来月から毎週金曜", NOW).date == date(2026, 12, 4)


def test_a_day_whose_time_has_passed_is_not_the_first() -> None:
    assert resolve("every Saturday at 8:00", NOW).date == date(2026, 11, 28)
    assert resolve("every Saturday at 10:00", NOW).date == date(2026, 11, 21)
    assert resolve("毎月21日 8時", NOW.replace(hour=22)).date == date(2026, 12, 21)


def test_a_length_bounds_what_repeats_within_it_and_else_is_the_length_of_each_time() -> None:
    assert resolve("walk every day for two weeks", NOW).rrule == "FREQ=DAILY;COUNT=14"
    trip = resolve("trip every month for three days", NOW)
    assert (trip.rrule, trip.duration) == ("FREQ=MONTHLY", timedelta(days=3))
    run = resolve("run every day for 30 minutes", NOW)
    assert (run.rrule, run.duration) == ("FREQ=DAILY", timedelta(minutes=30))


def test_how_often_counts_only_where_something_repeats() -> None:
    assert not resolve("ring the bell five times", NOW).found
    assert resolve("ring the bell every Monday, five times", NOW).rrule == "FREQ=WEEKLY;BYDAY=MO;COUNT=5"


def test_the_bounds_of_a_recurrence_leave_the_title() -> None:
    assert without_when("Water the plants every three weeks on Tuesday at 7 starting next month", NOW) == "Water the plants"
    assert without_when("Take the pills every evening until the end of March", NOW) == "Take the pills"
    assert without_when("平日だけ7時に薬を飲む", NOW) == "薬を飲む"
    assert without_when("年末まで毎晩薬を飲む", NOW) == "薬を飲む"


NAMED = [
    ("Mondays and Thursdays", (0, 3)),
    ("make a routine for Tuesday and Friday", (1, 4)),
    ("Saturday too", (5,)),
    ("Mon-Fri", (0, 1, 2, 3, 4)),
    ("from Friday to Monday", (0, 4, 5, 6)),
    ("Tue/Thu", (1, 3)),
    ("weekends", (5, 6)),
    ("weekdays and Saturday", (0, 1, 2, 3, 4, 5)),
    ("weekdays but not Friday", (0, 1, 2, 3)),
    ("every day", (0, 1, 2, 3, 4, 5, 6)),
    ("every day except Sunday", (0, 1, 2, 3, 4, 5)),
    ("not on Monday", ()),
    ("sat and sun", (5, 6)),
    ("he sat in the sun", ()),
    ("nothing of the kind", ()),
    ("月曜と木曜に", (0, 3)),
    ("月・水・金", (0, 2, 4)),
    ("月水金", (0, 2, 4)),
    ("月〜金", (0, 1, 2, 3, 4)),
    ("火曜から木曜まで", (1, 2, 3)),
    ("平日", (0, 1, 2, 3, 4)),
    ("平日と土曜", (0, 1, 2, 3, 4, 5)),
    ("週末だけ", (5, 6)),
    ("毎日", (0, 1, 2, 3, 4, 5, 6)),
    ("毎日曜", (6,)),
    ("日曜以外", (0, 1, 2, 3, 4, 5)),
    ("金曜以外の平日", (0, 1, 2, 3)),
    ("土曜も", (5,)),
    ("日記を書く", ()),
    ("水やりをする", ()),
]


@pytest.mark.parametrize(("text", "weekdays"), NAMED)
def test_all_weekdays_of_a_text_are_named(text: str, weekdays: tuple[int, ...]) -> None:
    assert weekdays_named(text) == weekdays


@given(st.text(max_size=60))
def test_no_text_is_too_strange_to_name_weekdays(text: str) -> None:
    assert set(weekdays_named(text)) <= set(range(7))


_WORDS = (
    "every other first last second Tuesday Fri Mon-Fri weekday day month quarter year of the on until March for ten days weeks five times "
    "starting 3 May 31st 15th and but except Sunday fortnightly week half nine before after Christmas two ago this time tomorrow"
)
_PIECES = (
    "毎 週 月 日 曜 火 土 第 2 ・ 最終 末 隔 平日 以外 から まで 年 5月 3日 間 10 回 ごと おき に の と 〜 クリスマス 翌日 前 半ば 今 来"
)


@given(
    st.one_of(
        st.lists(st.sampled_from(_WORDS.split()), max_size=12).map(" ".join),
        st.lists(st.sampled_from(_PIECES.split()), max_size=12).map("".join),
    ),
    st.datetimes(timezones=st.sampled_from([ZoneInfo("Asia/Tokyo"), ZoneInfo("Australia/Lord_Howe"), ZoneInfo("America/New_York")])),
)
def test_no_heap_of_recurring_words_at_any_moment_is_too_strange(text: str, now: datetime) -> None:
    when = resolve(text, now)
    assert when.rrule is None or when.rrule.startswith("FREQ=")
    assert when == resolve(text, now)
    assert all(a.end <= b.start for a, b in itertools.pairwise(when.spans))
    without_when(text, now)
