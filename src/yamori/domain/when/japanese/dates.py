"""Dates of the calendar in Japanese: 11月3日(火), 来月の3日, 3日, 12月に."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.japanese import numerals
from yamori.domain.when.japanese.words import EDGE, ENDS, NO_NUMBER, PART_TAIL, STEPS, WEEK, WEEKDAY_SUFFIX, YEAR, K, edge_of, part_of, rule
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import Kind

_NO_WORD = r"(?!月(?!曜)|[間後前以ごお目中連酔本常記時焼課程々当替毎分経給払坊])"
"""What makes 3日 something else than a day of the month: 3日間, 三日月, 二日酔い."""


@cache
def rules() -> tuple[Rule, ...]:
    day = rf"(?P<d>(?![1一]日(?!{ENDS}|\()){K})日"
    return (
        rule("月", rf"{YEAR}{NO_NUMBER}(?P<mo>{K})月(?P<d>{K})日(?!間|目){WEEKDAY_SUFFIX}{PART_TAIL}", _month_day),
        rule("月", rf"(?P<rm>再来|来|今|先々|先|翌)月 ?の?(?P<d>{K})日(?!間|目){PART_TAIL}", _day_of_named_month),
        rule("日", rf"{NO_NUMBER}(?<![月年]){day}{_NO_WORD}{WEEKDAY_SUFFIX}{PART_TAIL}", _day),
        rule(
            "月",
            rf"{YEAR}{NO_NUMBER}(?P<mo>{K})月(?:(?P<edge>の?(?:{EDGE}))|(?=[にのはもでを、 ]|まで|から|中|以|$))",
            _month,
            Kind.PERIOD,
        ),
        rule("年", rf"{NO_NUMBER}(?P<y>[0-9]{{4}})年(?=[にのはも、 ]|まで|から|中|$)(?!の?{K}月)", _year_alone, Kind.PERIOD),
    )


def _year(m: re.Match[str], s: Sentence) -> int | None:
    if m["y"]:
        return numerals.number(m["y"])
    return s.today.year + STEPS[m["ry"]] if m["ry"] else None


def _month_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    year, month, number = _year(m, s), numerals.number(m["mo"]), numerals.number(m["d"])
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    if year is not None:
        draft.date = calendar.day(year, month, number)
    else:
        draft.date, draft.ambiguous = calendar.month_day(s.today, month, number, past=s.past)
        draft.repeated = Recurrence(every=Every.YEAR, months=(month,), monthdays=(number,))
    named = m["wd"] or m["wd_bare"]
    if named:
        calendar.weekday_must_be(draft.date, WEEK.index(named))
    yield draft


def _day_of_named_month(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    first = calendar.month(s.today, STEPS[m["rm"]])[0]
    draft = Draft(
        m.start(), m.end(), Kind.DATE, date=calendar.day(first.year, first.month, numerals.number(m["d"])), part=part_of(m["part"])
    )
    yield draft


def _day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]), loose="day")
    number = numerals.number(m["d"])
    draft.date, draft.ambiguous = calendar.day_of_month(s.today, number, past=s.past)
    draft.repeated = Recurrence(every=Every.MONTH, monthdays=(number,))
    named = m["wd"] or m["wd_bare"]
    if named:
        calendar.weekday_must_be(draft.date, WEEK.index(named))
    yield draft


def _month(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    year, month = _year(m, s), numerals.number(m["mo"])
    named = calendar.day(year, month, 1) if year is not None else None
    first, last = calendar.month(named or calendar.month_day(s.today.replace(day=1), month, 1, past=s.past)[0])
    edge = m["edge"]
    if edge:
        begins, ends = edge_of(edge.removeprefix("の"), first, last)
        again = Recurrence(every=Every.YEAR, months=(month,), monthdays=(-1 if begins == last else begins.day,))
        kind = Kind.DATE if begins == ends else Kind.PERIOD
        yield Draft(m.start(), m.end(), kind, date=begins, end_date=ends if ends != begins else None, repeated=again)
    else:
        again = Recurrence(every=Every.YEAR, months=(month,))
        yield Draft(m.start(), m.end(), Kind.PERIOD, date=first, end_date=last, repeated=again)


def _year_alone(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    first, last = calendar.year(calendar.day(numerals.number(m["y"]), 1, 1))
    yield Draft(m.start(), m.end(), Kind.PERIOD, date=first, end_date=last)
