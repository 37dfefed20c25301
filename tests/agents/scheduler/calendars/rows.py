"""Rows that hypothesis makes up, for the tests beside this file."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, StepFields, TaskFields
from yamori.agents.scheduler.rules.rows.occurrences import rule_of
from yamori.domain.plain_text import strip_controls

TOKYO = "Asia/Tokyo"
BERLIN = "Europe/Berlin"
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo(TOKYO))

_characters = st.characters(exclude_categories=("Cc", "Cs")).filter(lambda c: strip_controls(c) == c)
titles = st.text(_characters, min_size=1, max_size=60).map(str.strip).filter(bool)
memos = st.none() | st.text(_characters | st.sampled_from("\n\t,;:\\\"'"), min_size=1, max_size=120).map(str.strip).filter(bool)
days = st.dates(date(1980, 1, 1), date(2060, 12, 31))
clocks = st.none() | st.times().map(lambda t: t.replace(microsecond=0, fold=0))
durations = st.none() | st.timedeltas(timedelta(seconds=1), timedelta(days=366)).map(
    lambda d: timedelta(seconds=int(d.total_seconds()) or 60)
)
rules = st.sampled_from(
    [
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=3",
        "FREQ=WEEKLY;BYDAY=MO,TH",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR",
        "FREQ=WEEKLY",
        "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=WEEKLY;BYDAY=MO;COUNT=5",
        "FREQ=DAILY;UNTIL=20301231",
        "FREQ=WEEKLY;BYDAY=SU;WKST=SU;UNTIL=20270328",
    ]
).map(rule_of)

leads = st.lists(st.integers(0, 366 * 86400), max_size=3, unique=True).map(lambda found: tuple(sorted(found)))

tasks = st.builds(
    TaskFields,
    title=titles,
    date=st.none() | days,
    time=clocks,
    duration=durations,
    place=st.none() | titles,
    memo=memos,
    done=st.booleans(),
    alarms=leads,
).map(lambda task: task if task.date is not None else replace(task, alarms=()))
steps = st.builds(StepFields, title=titles, minutes=st.none() | st.integers(1, 1440), memo=memos)
routines = st.builds(
    RoutineFields,
    title=titles,
    recurrence=rules,
    starts=days,
    time=clocks,
    duration=durations,
    place=st.none() | titles,
    memo=memos,
    skipped=st.lists(days, max_size=4, unique=True).map(lambda found: tuple(sorted(found))),
    zone=st.none(),
    steps=st.lists(steps, max_size=4).map(tuple),
    alarms=leads,
)
fields: st.SearchStrategy[Fields] = tasks | routines
