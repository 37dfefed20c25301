"""Recurrences in Japanese: 毎週月曜日と木曜日, 隔週金曜日, 平日の朝, 3日ごと, 毎月3日."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when import calendar, numerals
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.japanese.amounts import AMOUNT, amount_of
from yamori.domain.when.japanese.words import PART_TAIL, WEEK, K, part_of, rule
from yamori.domain.when.span import DayPart, Every, Kind


@cache
def rules() -> tuple[Rule, ...]:
    # One day needs its 曜 (毎週水やり, 毎週日記 are none); several may go without: 月・水・金, 土日.
    named = r"[月火水木金土日]曜日?(?:(?:[・、,と&/]|と、)?[月火水木金土日]曜日?)*"
    dotted = r"[月火水木金土日](?:[・、,と/][月火水木金土日])+(?:曜日?)?"
    joined = r"[月火水木金土日]{2,7}(?:曜日?|(?=[にのはも、 ]|$))"
    return (
        rule(
            "毎 平日 隔",
            rf"(?P<w>毎日|毎朝|毎晩|毎夜|毎夕|毎週|隔週|毎月|毎年|平日|隔日)(?!新聞|の?{K}日){PART_TAIL}",
            _every,
            Kind.RECURRENCE,
        ),
        rule("毎週 隔週", rf"(?P<w>毎週|隔週) ?の? ?(?P<list>{named}|{dotted}|{joined}){PART_TAIL}", _every_weekday, Kind.RECURRENCE),
        rule("毎月", rf"毎月 ?の?(?P<d>{K})日(?!間|目){PART_TAIL}", _every_day_of_month, Kind.RECURRENCE),
        rule("ごと おき 毎", rf"{AMOUNT}(?P<way>ごと|おき|毎)", _each, Kind.RECURRENCE),
    )


def _every(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    word = m["w"]
    whole = {"毎日": None, "毎朝": DayPart.MORNING, "毎晩": DayPart.NIGHT, "毎夜": DayPart.NIGHT, "毎夕": DayPart.EVENING}
    draft = Draft(m.start(), m.end(), Kind.RECURRENCE, part=part_of(m["part"]))
    if word in whole:
        draft.every, draft.part = Every.DAY, whole[word] or draft.part
    elif word == "平日":
        draft.every, draft.weekdays = Every.WEEK, (0, 1, 2, 3, 4)
    elif word == "隔日":
        draft.every, draft.interval = Every.DAY, 2
    else:
        draft.every = {"週": Every.WEEK, "月": Every.MONTH, "年": Every.YEAR}[word[1]]
        draft.interval = 2 if word[0] == "隔" else 1
    yield draft


def _every_weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    days = tuple(sorted({WEEK.index(c) for c in re.sub("曜日?", "", m["list"]) if c in WEEK}))
    yield Draft(
        m.start(), m.end(), Kind.RECURRENCE, every=Every.WEEK, interval=2 if m["w"] == "隔週" else 1, weekdays=days, part=part_of(m["part"])
    )


def _every_day_of_month(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    day, _ = calendar.day_of_month(s.today, numerals.japanese(m["d"]))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, every=Every.MONTH, date=day, part=part_of(m["part"]))


def _each(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`3日ごと` is every third day; `一日おき` leaves one out; `10分おき` is every ten minutes."""
    count, unit, _ = amount_of(m)
    if unit is None or count < 1:
        return
    apart = m["way"] == "おき" and unit in (Every.DAY, Every.WEEK, Every.MONTH, Every.YEAR)
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, every=unit, interval=int(count) + (1 if apart else 0))
