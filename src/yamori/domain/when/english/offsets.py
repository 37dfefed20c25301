"""Days counted from a named day in English: `Monday week`, `a week on Tuesday`, `two Fridays ago`, `this time tomorrow`."""

import re
from collections.abc import Iterator
from datetime import date as Day
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.english import numerals
from yamori.domain.when.english.words import FULL_WEEKDAY, PART, WEEKDAY, WEEKDAYS, B, E, led_by, part_of, rule
from yamori.domain.when.span import Kind

_NEAR = {"today": 0, "tomorrow": 1, "yesterday": -1, "this day": 0}


@cache
def rules() -> tuple[Rule, ...]:
    near = rf"(?P<day>today|tomorrow|{WEEKDAY})"
    part = rf"(?: (?P<part>{PART}))?"
    return (
        rule(
            "week fortnight",
            rf"{B}(?<!black\x20)(?:this )?(?P<day>today|tomorrow|this day|{WEEKDAY}) (?P<u>week|fortnight){part}{E}(?! ?[0-9])(?!'s)",
            _day_week,
        ),
        rule("week fortnight", rf"{B}(?P<n>{numerals.COUNT}) (?P<u>week|fortnight)s?(?P<on> on)? {near}{part}{E}", _week_on),
        rule("ago before", rf"{B}(?P<n>{numerals.COUNT}) (?P<day>{FULL_WEEKDAY})s ago{E}|{B}the (?P<last>{WEEKDAY}) before last{E}", _ago),
        rule("from hence", rf"{B}(?P<n>{numerals.COUNT}) (?P<day>{FULL_WEEKDAY})s (?:from (?:now|today)|hence){E}", _hence),
        rule(
            "time",
            rf"{B}(?:at |around |about )?this time (?:(?:on )?(?P<day>tomorrow|yesterday|{WEEKDAY})"
            rf"|(?P<way>next|last) (?P<u>week|month|year)){E}",
            _this_time,
            Kind.MOMENT,
        ),
    )


def _named(word: str, today: Day) -> Day:
    return calendar.plus_days(today, _NEAR[word]) if word in _NEAR else calendar.coming(today, WEEKDAYS[word])


def _day_week(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`Monday week` is a week after the coming Monday, `tomorrow week` in eight days."""
    day = calendar.plus_days(_named(" ".join(m["day"].split()), s.today), 7 if m["u"] == "week" else 14)
    yield Draft(m.start(), m.end(), Kind.DATE, date=day, part=part_of(m["part"]))


def _week_on(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`a week on Tuesday`, `two weeks today`; `once a week on Tuesday` and `for a week on Tuesday` are no dates."""
    if led_by("once|twice|times|days|hours|nights|every|each|per", m, s) or (m["on"] and led_by("for", m, s)):
        return
    weeks = numerals.number(" ".join(m["n"].split())) * (1 if m["u"] == "week" else 2)
    yield Draft(m.start(), m.end(), Kind.DATE, date=calendar.plus_days(_named(m["day"], s.today), 7 * weeks), part=part_of(m["part"]))


def _ago(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`two Fridays ago` counts the latest as one; `the Friday before last` is a week before `last Friday`."""
    if m["last"]:
        latest = calendar.latest(s.today, WEEKDAYS[m["last"]])
        back = 14 if latest == calendar.plus_days(s.today, -1) else 7
        found = calendar.plus_days(latest, -back)
        yield Draft(m.start(), m.end(), Kind.DATE, date=found, ambiguous=(calendar.plus_days(found, 7),) if back == 14 else ())
        return
    number = max(1, numerals.number(" ".join(m["n"].split())))
    yield Draft(m.start(), m.end(), Kind.DATE, date=calendar.plus_days(calendar.latest(s.today, WEEKDAYS[m["day"]]), -7 * (number - 1)))


def _hence(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    number = max(1, numerals.number(" ".join(m["n"].split())))
    yield Draft(m.start(), m.end(), Kind.DATE, date=calendar.plus_days(calendar.coming(s.today, WEEKDAYS[m["day"]]), 7 * (number - 1)))


def _this_time(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """The same time on the wall clock, whatever the clocks do in between."""
    step = 1 if m["way"] == "next" else -1
    if m["day"]:
        day = _named(m["day"], s.today)
    elif m["u"] == "week":
        day = calendar.plus_days(s.today, 7 * step)
    else:
        day = calendar.plus_months(s.today, step * (12 if m["u"] == "year" else 1))
    yield Draft(m.start(), m.end(), Kind.MOMENT, date=day, time=s.now.time().replace(second=0, microsecond=0, fold=0, tzinfo=None))
