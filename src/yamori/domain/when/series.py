"""What a sentence says about how something comes again: its recurrences taken together, from when, until when, how often in all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from yamori.domain.when import calendar
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import Kind, WhenSpan

_RANKS = (Every.MINUTE, Every.HOUR, Every.DAY, Every.WEEK, Every.MONTH, Every.YEAR)
_UNTIL = ("until", "through")
_FROM = ("from", "since", "after")


@dataclass(frozen=True, kw_only=True)
class Series:
    """A sentence's recurrence and the spans that went into it."""

    recurrence: Recurrence
    spans: tuple[WhenSpan, ...]
    """Those that only serve the recurrence; a day that is also the first stays out."""
    start: date | None
    """The day from which on it comes, where the sentence names one; perhaps none of its days."""
    counted: WhenSpan | None
    """The length that bounds it (`for ten days`)."""


def series_of(spans: Sequence[WhenSpan]) -> Series | None:
    """The recurrence of a sentence without its length, or None where nothing comes again."""
    repeats = [s for s in spans if s.kind is Kind.RECURRENCE and s.recurrence]
    if not repeats or repeats[0].recurrence is None:
        return None
    rule, used = repeats[0].recurrence, [repeats[0]]
    start: date | None = None
    until: date | None = None
    for span in spans:
        if span is repeats[0]:
            continue
        if span.kind is Kind.RECURRENCE:
            if span.recurrence:
                together = rule.with_days_of(span.recurrence) or (span.recurrence.with_days_of(rule) if not rule.chosen else None)
                if together:
                    rule = together
                    used.append(span)
            elif span.times:
                rule = replace(rule, count=span.times)
                used.append(span)
            continue
        if span.date is None or span.kind is Kind.MOMENT:
            continue
        if span.lead in _UNTIL and until is None:
            until = span.end_date or span.date
            used.append(span)
        elif span.lead in _FROM and start is None:
            start = span.date
            used.append(span)
        elif span.repeated and _within(span.repeated, rule):
            used.append(span)
        elif span.repeated and span.lead not in ("before", "by", "not") and (not rule.chosen or _grows(used, rule, span)):
            together = rule.with_days_of(span.repeated)
            if together:
                rule = together
                used.append(span)
            elif span.kind is Kind.PERIOD and start is None and _falls_in(rule, span):
                start, until = span.date, until or span.end_date
                used.append(span)
        elif span.kind is Kind.PERIOD and span.counted is None and start is None and _falls_in(rule, span):
            start, until = span.date, until or span.end_date
            used.append(span)
    rule = replace(rule, until=until)
    counted = next((s for s in spans if s.counted and _bounds(s, rule)), None)
    return Series(recurrence=rule, spans=tuple(used), start=start, counted=counted)


def _grows(used: list[WhenSpan], rule: Recurrence, span: WhenSpan) -> bool:
    """`every week on Tuesday and Thursday`: a further day of the same sort, where the first came to a bare unit the same way."""
    return any(u.repeated for u in used) and span.repeated is not None and span.repeated.every is rule.every


def _falls_in(rule: Recurrence, span: WhenSpan) -> bool:
    """A period bounds a recurrence only where that comes within it: 平日は6時、週末は8時 are two things."""
    return span.date is not None and span.end_date is not None and rule.first(span.date) <= span.end_date


def _within(named: Recurrence, rule: Recurrence) -> bool:
    """`Sunday lunch every Sunday`: the day is one that the rule names anyway."""
    return named.every is rule.every is Every.WEEK and bool(named.weekdays) and set(named.weekdays) <= set(rule.weekdays)


def _bounds(span: WhenSpan, rule: Recurrence) -> bool:
    """A length bounds what comes again within it; `every week for three days` is the length of each time."""
    if span.counted is None or rule.count is not None or rule.until is not None:
        return False
    return span.kind is Kind.PERIOD or _RANKS.index(span.counted[1]) >= _RANKS.index(rule.every)


def bounded(rule: Recurrence, counted: tuple[int, Every], start: date) -> Recurrence:
    """The rule for that long: a COUNT where the length holds a whole number of times whatever day it begins, else an UNTIL."""
    number, unit = counted
    times = _times(rule, number, unit)
    if times:
        return replace(rule, count=times)
    try:
        if unit in (Every.MONTH, Every.YEAR):
            end = calendar.plus_months(start, number * (12 if unit is Every.YEAR else 1))
        else:
            end = calendar.plus_days(start, number * (7 if unit is Every.WEEK else 1))
        return replace(rule, until=calendar.plus_days(end, -1))
    except Impossible:
        return rule


def _times(rule: Recurrence, number: int, unit: Every) -> int | None:
    each = max(1, len(rule.weekdays) * max(1, len(rule.nths)), len(rule.monthdays))
    if rule.every is Every.DAY and unit in (Every.DAY, Every.WEEK):
        return -(-number * (7 if unit is Every.WEEK else 1) // rule.interval)
    if rule.every is Every.MONTH and unit is Every.YEAR:
        number, unit = 12 * number, Every.MONTH
    if rule.every is Every.MONTH and rule.position is not None:
        each = 1
    if rule.every is unit and number % rule.interval == 0:
        return number // rule.interval * each
    return None
