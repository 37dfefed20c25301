"""Recurrences in English that count months and years: `the first Monday of each month`, `every May 3rd`, `at the end of every month`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.english import numerals
from yamori.domain.when.english.dates import NO_NOUN
from yamori.domain.when.english.repeats import STEP, step_of, unit_and_times
from yamori.domain.when.english.weekdays import DAYS, weekdays_in
from yamori.domain.when.english.words import FULL_MONTH, MONTH, MONTHS, PART, WEEKDAY, WEEKDAYS, B, E, part_of, rule
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import Kind

_NTHS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5, "last": -1, "final": -1,
    "penultimate": -2, "second last": -2, "second to last": -2, "next to last": -2,
}  # fmt: skip
_NTH = "(?:" + "|".join(sorted(_NTHS, key=len, reverse=True)).replace(" ", r"[-\x20]") + ")"
_AND = r"(?:,? and (?:the )?|,? & (?:the )?|, ?(?:the )?)"
_WORKING = r"(?:weekday|(?:working|work|business) ?day)"


@cache
def rules() -> tuple[Rule, ...]:
    numbers = rf"(?:{numerals.ORDINAL})(?:{_AND}{numerals.ORDINAL})*"
    each = rf"(?:every|each)(?: (?P<step>{STEP}))? "
    nths = rf"(?P<nths>{_NTH}(?:{_AND}{_NTH})*)"
    what = rf"(?P<what>{DAYS}|day|{_WORKING})"
    when = r"(?P<unit>months?|quarters?|years?)"
    tail = rf"(?: (?P<part>{PART}))?"
    return (
        rule(
            "every each",
            rf"{B}(?:the )?{nths} {what}{tail}(?:,? (?:of|in|on))? {each}(?:{when}|(?P<mo>{FULL_MONTH})){E}",
            _nth_weekdays,
            Kind.RECURRENCE,
        ),
        rule(
            "every each",
            rf"{B}(?:every|each) {nths} {what}{tail}(?: (?:of|in) (?:(?:the |a )(?P<unit>month|year)|(?P<mo>{FULL_MONTH})))?{E}",
            _nth_weekdays,
            Kind.RECURRENCE,
        ),
        rule(
            "day",
            rf"{B}(?:the )?(?P<nth>{_NTH}) (?P<what>day|{_WORKING}),? (?:of|in)"
            rf" (?:(?P<way>the|this|next|last) month|(?P<mo>{FULL_MONTH})){E}",
            _nth_day,
        ),
        rule(
            "month", rf"{B}(?:the )?(?P<nths>{_NTH}(?:{_AND}{_NTH})+) {what}{tail} (?:of|in) the month{E}", _nth_weekdays, Kind.RECURRENCE
        ),
        rule(
            "month year quarter",
            rf"{B}(?:{each}{when}|monthly|once (?:a|per) month),? on (?:the )?(?:{nths} {what}{tail}|(?P<numbers>{numbers})"
            rf"(?! ?(?:of )?{FULL_MONTH}))(?: (?:of|in) (?:(?:the|each|every) month|(?P<mo>{FULL_MONTH})))?{E}",
            _nth_weekdays,
            Kind.RECURRENCE,
        ),
        rule("every each", rf"{B}(?:the )?(?P<numbers>{numbers})(?: day)?(?: (?:of|in))? {each}{when}{E}", _nth_weekdays, Kind.RECURRENCE),
        rule(
            "every each",
            rf"{B}(?:every|each) (?P<numbers>{numbers})(?P<of> (?:day )?of (?:the|a|each) month)?{E}",
            _numbers,
            Kind.RECURRENCE,
        ),
        rule(
            "every each",
            rf"{B}(?:the )?(?P<edge>end|start|beginning|middle) of {each}{when}{E}|{B}(?:every|each) (?P<unit2>month|year)[-\x20]end{E}",
            _edge,
            Kind.RECURRENCE,
        ),
        rule(
            "every each",
            rf"{B}(?:every|each)(?: year on)? (?:the )?(?:(?P<mo>{MONTH}) ?(?:the )?(?P<d>{numerals.ORDINAL}|[0-9]{{1,2}})"
            rf"|(?P<d2>{numerals.ORDINAL}|[0-9]{{1,2}})(?: of)? (?P<mo2>{MONTH})){E}",
            _yearly,
            Kind.RECURRENCE,
        ),
        rule("every each", rf"{B}(?:every|each) (?P<wd>{WEEKDAY}) the (?P<d>{numerals.ORDINAL}){E}", _weekday_and_number, Kind.RECURRENCE),
        rule(
            "every each",
            rf"{B}(?:in )?(?:every|each) (?P<list>{FULL_MONTH}(?:{_AND}{FULL_MONTH})*){E}(?! ?[0-9])",
            _months,
            Kind.RECURRENCE,
        ),
    )


def _days(text: str, table: dict[str, int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(table[n] for n in re.split(r",? and (?:the )?|,? & (?:the )?|, ?(?:the )?", text)))


def _monthdays(text: str) -> tuple[int, ...]:
    found = tuple(sorted({numerals.number(n) for n in re.findall(numerals.ORDINAL.replace(r"\x20", " "), text)}))
    for number in found:
        if not 1 <= number <= 31:
            raise Impossible("no_day", day=number)
    return found


def _nth_weekdays(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`the second Tuesday of every month`, `every last Friday`, `the 1st and 15th of each month`, `monthly on the last day`."""
    groups = m.groupdict()
    unit, month, what = groups.get("unit"), groups.get("mo"), groups.get("what")
    every, times = unit_and_times(unit) if unit and not month else (Every.YEAR if month else Every.MONTH, 1)
    interval = step_of((groups.get("step") or "").strip()) * times
    months = (MONTHS[month],) if month else ()
    draft = Draft(m.start(), m.end(), Kind.RECURRENCE, part=part_of(groups.get("part")))
    if groups.get("numbers"):
        if every is Every.YEAR:
            return
        draft.recurrence = Recurrence(every=every, interval=interval, monthdays=_monthdays(groups["numbers"]))
        yield draft
        return
    nths = _days(re.sub("[- ]+", " ", groups["nths"]), _NTHS)
    if what == "day":
        if every is Every.YEAR and not month:
            return
        draft.recurrence = Recurrence(every=every, interval=interval, months=months, monthdays=nths)
    elif what and re.fullmatch(_WORKING.replace(" ", "[ ]"), what):
        draft.recurrence = Recurrence(every=every, interval=interval, months=months, weekdays=(0, 1, 2, 3, 4), position=nths[0])
    elif unit or month or len(nths) > 1 or nths[0] in (1, -1):  # "every second Tuesday" alone is every other one
        draft.recurrence = Recurrence(every=every, interval=interval, months=months, weekdays=weekdays_in(what or ""), nths=nths)
    if draft.recurrence:
        yield draft


def _nth_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`the last working day of the month`, `the last day of March`: one day, of `the month` the coming one."""
    nth = _NTHS[re.sub("[- ]+", " ", m["nth"])]
    if m["what"] == "day":
        again = Recurrence(every=Every.MONTH, monthdays=(nth,))
    else:
        again = Recurrence(every=Every.MONTH, weekdays=(0, 1, 2, 3, 4), position=nth)
    if m["mo"]:
        again = replace(again, every=Every.YEAR, months=(MONTHS[m["mo"]],))
        found = again.first(s.today)
    elif m["way"] == "the" and not s.past:
        found = again.first(s.today)
    else:
        found = again.first(calendar.month(s.today, {"next": 1, "last": -1}.get(m["way"], 0))[0])
    yield Draft(m.start(), m.end(), Kind.DATE, date=found, repeated=again)


def _numbers(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`every 15th`, unless a noun follows (`every 15th person`) or the number is a word (`every third …`)."""
    if m["of"] or (m["numbers"][0].isdigit() and NO_NOUN.match(s.low, m.end())):
        rule_of = Recurrence(every=Every.MONTH, monthdays=_monthdays(m["numbers"]))
        yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=rule_of)


def _weekday_and_number(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`every Friday the 13th`: only where both hold."""
    rule_of = Recurrence(every=Every.MONTH, weekdays=(WEEKDAYS[m["wd"]],), monthdays=_monthdays(m["d"]))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=rule_of)


def _edge(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    unit, edge = m["unit"] or m["unit2"], m["edge"] or "end"
    every, times = unit_and_times(unit)
    last = edge == "end"
    if every is Every.YEAR:
        if edge == "middle":
            return
        rule_of = Recurrence(every=every, months=(12,) if last else (1,), monthdays=(31,) if last else (1,))
    elif times == 3:
        if edge == "middle":
            return
        rule_of = Recurrence(every=Every.MONTH, months=(3, 6, 9, 12) if last else (1, 4, 7, 10), monthdays=(-1,) if last else (1,))
    else:
        step = step_of((m["step"] or "").strip())
        rule_of = Recurrence(every=every, interval=step, monthdays=({"end": -1, "middle": 15}.get(edge, 1),))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=rule_of)


def _yearly(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    month, number = MONTHS[(m["mo"] or m["mo2"]).rstrip(".")], numerals.number(m["d"] or m["d2"])
    calendar.in_any_year(month, number)
    rule_of = Recurrence(every=Every.YEAR, months=(month,), monthdays=(number,))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=rule_of)


def _months(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    months = tuple(sorted({MONTHS[n] for n in re.findall(FULL_MONTH, m["list"])}))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=Recurrence(every=Every.YEAR, months=months))
