"""What holds for every text and every moment, and the sentences in which several expressions meet."""

from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.domain.when import Kind, When, find_when, resolve, without_when

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=TOKYO)

_ENGLISH = (
    "tomorrow next last this Sunday at half past three to from every in days of the 3rd "
    "Nov Feb 30 2026 : / - am pm between and noon "
    "midnight week month end hours ago 99999 0 1 12 31 other weekend evening minutes second 25:00 11/3 T for"
)
_JAPANESE = "明日 来週 の 日曜日 から まで 3 時 半 分 前 後 月 日 年 毎週 十 〇 百 午後 夜 週末 に 間 ごと 第 以内"
_PIECES = (*_ENGLISH.split(), *_JAPANESE.split(), " ")

texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(_PIECES), max_size=10).map(" ".join),
    st.lists(st.sampled_from(_PIECES), max_size=10).map("".join),
)
moments = st.datetimes(timezones=st.sampled_from([TOKYO, ZoneInfo("UTC"), ZoneInfo("America/New_York"), ZoneInfo("Pacific/Kiritimati")]))


@given(texts, moments)
def test_no_text_at_any_moment_is_too_strange(text: str, now: datetime) -> None:
    spans = find_when(text, now)
    for span in spans:
        assert span.text == text[span.start : span.end] != ""
        if span.problem:
            assert span.date is None and span.time is None
        if span.end_date and span.date:
            assert span.end_date >= span.date
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert find_when(text, now) == spans
    when = resolve(text, now)
    assert when.found == bool(spans)
    assert when == resolve(text, now)
    assert len(without_when(text, now)) <= len(text)


@given(st.integers(min_value=1, max_value=9999), moments.filter(lambda m: 100 < m.year < 9900))
def test_in_n_days_is_now_plus_n_days(days: int, now: datetime) -> None:
    assert resolve(f"in {days} days", now).date == now.date() + timedelta(days=days)
    assert resolve(f"{days}日後", now).date == now.date() + timedelta(days=days)


@given(st.integers(min_value=1, max_value=5000), moments.filter(lambda m: 100 < m.year < 9900))
def test_in_n_minutes_counts_time_that_passes_also_when_the_clocks_change(minutes: int, now: datetime) -> None:
    when = resolve(f"in {minutes} minutes", now)
    expected = (now.astimezone(ZoneInfo("UTC")) + timedelta(minutes=minutes)).astimezone(now.tzinfo)
    assert (when.date, when.time) == (expected.date(), expected.time().replace(microsecond=0, fold=0))


@given(st.integers(0, 23), st.integers(0, 59), moments.filter(lambda m: 100 < m.year < 9900))
def test_a_time_of_the_24_hour_clock_is_never_moved(hour: int, minute: int, now: datetime) -> None:
    when = resolve(f"{hour:02d}:{minute:02d}", now)
    if when.problem is None and hour > 12:
        assert when.time == time(hour, minute)
        assert when.date in (now.date(), now.date() + timedelta(days=1))


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2999, 12, 31)), moments)
def test_a_written_date_is_itself_whenever_it_is_read(day: date, now: datetime) -> None:
    for text in (
        day.isoformat(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%b} {day.year}",
    ):
        assert resolve(text, now).date == day, text


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2999, 12, 31)), moments.filter(lambda m: 1900 < m.year < 2990))
def test_a_date_without_its_year_is_the_coming_one(day: date, now: datetime) -> None:
    when = resolve(f"on {day:%B} {day.day}", now)
    assert when.date is not None
    assert (when.date.month, when.date.day) == (day.month, day.day)
    assert when.date >= now.date()


SENTENCES = [
    ("put dentist at half past three on my calendar for tomorrow", "2026-11-22 15:30", "put dentist on my calendar"),
    ("Dim the living room to 30 % and put the dentist on my calendar tomorrow at half past three", "2026-11-22 15:30", None),
    ("Remind me to call mom in two hours", "2026-11-21 11:00", "Remind me to call mom"),
    ("Dentist tomorrow at half past three", "2026-11-22 15:30", "Dentist"),
    ("Schedule a meeting tomorrow at 8 a.m.", "2026-11-22 08:00", "Schedule a meeting"),
    ("Water the plants every Monday at 7", "2026-11-23 07:00", "Water the plants"),
    ("Add 歯医者 tomorrow at 3", "2026-11-22 15:00", "Add 歯医者"),
    ("Go for a 30-minute walk tomorrow", "2026-11-22", "Go for a 30-minute walk"),
    ("Friday: pay the rent", "2026-11-27", "pay the rent"),
    ("Pay the rent by the end of the month", "2026-11-30", "Pay the rent"),
    ("明日の3時に歯医者", "2026-11-22 15:00", "歯医者"),
    ("歯医者を明日の15時半に予定に入れて", "2026-11-22 15:30", "歯医者を予定に入れて"),
    ("明日までにレポートを出す", "2026-11-22", "レポートを出す"),
    ("来週の日曜日の買い物", "2026-11-29", "買い物"),
    ("11月23日(月)10時から会議", "2026-11-23 10:00", "会議"),
    ("あさっての夜8時に母に電話", "2026-11-23 20:00", "母に電話"),
    ("毎週月曜日の朝7時にゴミ出し", "2026-11-23 07:00", "ゴミ出し"),
]


@pytest.mark.parametrize(("said", "reading", "title"), SENTENCES)
def test_a_sentence_says_one_thing_wherever_its_words_stand(said: str, reading: str, title: str | None) -> None:
    when = resolve(said, NOW)
    assert " ".join(filter(None, [str(when.date), f"{when.time:%H:%M}" if when.time else ""])) == reading
    if title is not None:
        assert without_when(said, NOW) == title


MOVES = [
    ("Move the dentist from 3 to 5", (None, time(17)), (None, time(15))),
    ("Move Friday's meeting to Monday at 3", (date(2026, 11, 23), time(15)), (date(2026, 11, 27), None)),
    ("Reschedule the dentist from tomorrow to Friday", (date(2026, 11, 27), None), (date(2026, 11, 22), None)),
    ("Move tomorrow's dentist to 5pm", (None, time(17)), (date(2026, 11, 22), None)),
    ("金曜日の会議を月曜日の3時に変更して", (date(2026, 11, 23), time(15)), (date(2026, 11, 27), None)),
    ("歯医者を明日から明後日に移して", (date(2026, 11, 23), None), (date(2026, 11, 22), None)),
    ("明日の歯医者を5時に変更して", (None, time(17)), (date(2026, 11, 22), None)),
]


@pytest.mark.parametrize(("said", "target", "origin"), MOVES)
def test_moving_something_tells_where_to_from_where_from(
    said: str, target: tuple[date | None, time | None], origin: tuple[date | None, time | None]
) -> None:
    when = resolve(said, NOW)
    assert when.origin is not None
    assert (when.date if when.date_said else None, when.time) == target
    assert (when.origin.date if when.origin.date_said else None, when.origin.time) == origin


def test_a_move_that_names_one_day_has_no_origin() -> None:
    for said in ("Move the dentist to Friday at 4", "歯医者を金曜日の4時に変更して"):
        when = resolve(said, NOW)
        assert (when.date, when.time, when.origin) == (date(2026, 11, 27), time(16), None)


def test_a_problem_is_said_in_the_language_of_the_sentence() -> None:
    assert resolve("Dentist on Feb 30", NOW).problem == "30 February does not exist: that month has 29 days at most."
    assert resolve("2月30日に歯医者", NOW).problem == "2月に30日はありません(末日は29日)。"


def test_a_time_skipped_when_the_clocks_go_forward_is_a_problem() -> None:
    berlin = datetime(2026, 3, 28, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    assert "02:30" in (resolve("tomorrow at 02:30", berlin).problem or "")
    assert resolve("tomorrow at 03:30", berlin).problem is None


def test_readings_that_people_disagree_on_are_reported() -> None:
    assert resolve("next Sunday", NOW).ambiguous == (date(2026, 11, 22),)
    assert resolve("at 3", NOW).ambiguous == (time(3),)
    assert resolve("on 11/3", NOW).ambiguous == (date(2027, 3, 11),)
    assert resolve("来週の日曜日", NOW).ambiguous == ()


def test_next_sunday_said_on_a_monday_is_that_of_next_week() -> None:
    monday = datetime(2026, 11, 23, 9, 0, tzinfo=TOKYO)
    assert resolve("next Sunday", monday).date == date(2026, 12, 6)
    assert resolve("this Sunday", monday).date == date(2026, 11, 29)


def test_the_same_words_mean_another_day_at_the_edge_of_a_year() -> None:
    eve = datetime(2026, 12, 31, 23, 30, tzinfo=TOKYO)
    assert resolve("tomorrow", eve).date == date(2027, 1, 1)
    assert resolve("in an hour", eve).moment(TOKYO) == datetime(2027, 1, 1, 0, 30, tzinfo=TOKYO)
    assert resolve("来月の31日", eve).date == date(2027, 1, 31)
    assert resolve("the 30th", datetime(2027, 1, 31, tzinfo=TOKYO)).date == date(2027, 3, 30)


def test_nothing_said_is_nothing_found() -> None:
    assert resolve("Turn on the light", NOW) == When()
    assert not resolve("", NOW).found


def test_a_very_long_text_is_read_in_reasonable_time() -> None:
    text = "tomorrow at 3 and 明日の3時 " * 4000
    spans = find_when(text[:100_000], NOW)
    assert spans[0].kind is Kind.DATE


zones = st.sampled_from([ZoneInfo(z) for z in ("Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe")])
ordinary = st.datetimes(min_value=datetime(1950, 1, 1), max_value=datetime(2200, 1, 1), timezones=zones)


@given(ordinary, st.integers(0, 6))
def test_last_is_before_today_and_next_after_it_on_that_weekday(now: datetime, weekday: int) -> None:
    english = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")[weekday]
    for said in (f"last {english}", f"先週の{'月火水木金土日'[weekday]}曜日"):
        found = resolve(said, now).date
        assert found is not None and found < now.date() and found.weekday() == weekday, said
    for said in (f"next {english}", english, f"来週の{'月火水木金土日'[weekday]}曜日", f"次の{'月火水木金土日'[weekday]}曜日"):
        found = resolve(said, now).date
        assert found is not None and found > now.date() and found.weekday() == weekday, said


@given(ordinary.map(lambda m: m.replace(microsecond=0)), st.integers(1, 3000))
def test_in_n_minutes_is_exactly_that_much_real_time_later(now: datetime, minutes: int) -> None:
    zone = now.tzinfo
    assert zone is not None
    for said in (f"in {minutes} minutes", f"{minutes}分後"):
        moment = resolve(said, now).moment(zone)
        assert moment is not None
        assert moment.timestamp() - now.timestamp() == minutes * 60
