"""Stretches of time counted out in English: `in three days`, `two hours ago`, `for 90 minutes`, `the next two weeks`."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when import calendar, numerals
from yamori.domain.when.draft import Draft, Rule, Sentence, length, shift, whole
from yamori.domain.when.english.words import WEEKDAY, WEEKDAYS, B, E, rule, unit_of
from yamori.domain.when.recurrence import Every
from yamori.domain.when.span import Kind

_UNIT = r"(?:minutes?|mins?|hours?|hrs?|h|days?|weeks?|fortnights?|months?|years?|seconds?|secs?)"
_AMOUNT = (
    r"(?:(?P<half>half an? (?:hour|day|year|minute))|(?P<quarter>(?:a quarter|three quarters) of an hour)"
    rf"|(?P<n>[0-9]{{1,5}}\.[0-9]{{1,2}}|{numerals.COUNT})(?P<mid> and a half)?[-\x20]?(?P<u>{_UNIT})(?P<tail> and a half)?"
    rf"(?: (?:and )?(?P<n2>[0-9]{{1,3}}|{numerals.WORD}) ?(?P<u2>minutes?|mins?|seconds?|secs?)(?![a-z]))?)"
)
_OLD = re.compile(r" ?-?(?:before|after|old|early|late|earlier)(?![a-z])")
_LASTING = re.compile(r"\b(?:for|lasts?|lasting|takes?|taking|about|only|another|exactly) +$")
_FOR = re.compile(r"\b(?:for|lasting)(?: (?:a total of|another|exactly|only|about))? +$")
_PER = re.compile(r"\b(?:once|twice|times|per|each|every|first|last|next|wait|just|of|[0-9]+(?: ?[a-z]+)?) +$")


@cache
def rules() -> tuple[Rule, ...]:
    units = "min hour hr h day week fortnight month year sec"
    return (
        rule(units, rf"{B}(?:(?P<within>within)|in) {_AMOUNT}(?:'s?)?(?: time)?{E}(?! (?:from|after) )", _in_amount),
        rule("ago", rf"{B}{_AMOUNT} ago{E}", _ago),
        rule(
            "from later after hence",
            rf"{B}(?:in )?{_AMOUNT} (?:(?:from|after) (?:this )?(?P<anchor>now|today|tomorrow|{WEEKDAY})|later(?! than)|hence){E}",
            _from_day,
        ),
        rule(
            "next last past coming following",
            rf"{B}(?:in |over |for |during |within )?(?:the )?(?P<way>next|coming|following|last|past) {_AMOUNT}{E}",
            _stretch,
            Kind.PERIOD,
        ),
        rule(units, rf"{B}{_AMOUNT}{E}(?! ago)", _duration, Kind.DURATION),
    )


def _amount(m: re.Match[str]) -> tuple[float, Every | None, float]:
    """An amount, its unit, and seconds on top (`1 hour 30 minutes`)."""
    if m["half"]:
        unit = m["half"].split()[-1]
        return 0.5, {"hour": Every.HOUR, "day": Every.DAY, "year": Every.YEAR, "minute": Every.MINUTE}[unit], 0
    if m["quarter"]:
        return (15 if m["quarter"].startswith("a") else 45), Every.MINUTE, 0
    count = float(m["n"]) if "." in m["n"] else float(numerals.english(" ".join(m["n"].split())))
    unit = unit_of(m["u"])
    if m["u"].startswith("fort"):
        count *= 2
    if m["mid"] or m["tail"]:
        count += 0.5
    more = 0.0
    if m["n2"]:
        more = numerals.english(m["n2"]) * (60 if m["u2"].startswith("m") else 1)
    return count, unit, more


def _in_amount(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    count, unit, more = _amount(m)
    draft = Draft(m.start(), m.end(), Kind.DATE, lead="by" if m["within"] else "")
    yield shift(draft, s.now, count, unit, seconds=more)


def _ago(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    count, unit, more = _amount(m)
    yield shift(Draft(m.start(), m.end(), Kind.DATE), s.now, -count, unit, seconds=-more)


def _from_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`two weeks from tomorrow`, `a week from Friday`, `three days from now`."""
    count, unit, more = _amount(m)
    draft = Draft(m.start(), m.end(), Kind.DATE)
    anchor = m["anchor"]
    if anchor in ("now", "today", None):
        yield shift(draft, s.now, count, unit, seconds=more)
        return
    start = calendar.plus_days(s.today, 1) if anchor == "tomorrow" else calendar.coming(s.today, WEEKDAYS[anchor])
    if unit in (Every.MONTH, Every.YEAR):
        draft.date = calendar.plus_months(start, round(count * (12 if unit is Every.YEAR else 1)))
    elif unit in (Every.DAY, Every.WEEK):
        draft.date = calendar.plus_days(start, round(count * (7 if unit is Every.WEEK else 1)))
    else:
        return
    yield draft


def _stretch(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`the next three days`, `the past two weeks`: today belongs to both."""
    count, unit, more = _amount(m)
    ahead = m["way"] in ("next", "coming", "following")
    if unit in (None, Every.MINUTE, Every.HOUR):
        return
    far = shift(Draft(m.start(), m.end(), Kind.PERIOD), s.now, count if ahead else -count, unit, seconds=more)
    far.kind, far.time = Kind.PERIOD, None
    if ahead:
        far.date, far.end_date = s.today, far.date
    else:
        far.end_date = s.today
    far.counted = whole(count, unit, seconds=more) if ahead else None
    yield far


def _duration(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    count, unit, more = _amount(m)
    before = s.low[max(0, m.start() - 20) : m.start()]
    lasting = bool(_LASTING.search(before))
    if _OLD.match(s.low, m.end()) or (_PER.search(before) and not lasting):
        return
    single = m["n"] is not None and m["n"] in ("a", "an", "one") and not (m["mid"] or m["tail"])
    if single and not lasting:
        return
    counted = whole(count, unit, seconds=more) if _FOR.search(before) else None
    yield Draft(m.start(), m.end(), Kind.DURATION, duration=length(count, unit, seconds=more), counted=counted)
