"""Recurrences in English that count days and weeks: `every other Friday`, `on weekdays`, `every day except Sunday`, `fortnightly`."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.english import numerals
from yamori.domain.when.english.weekdays import DAYS, MINUS, RANGE, weekdays_in, without
from yamori.domain.when.english.words import FULL_WEEKDAY, PART, WEEKDAY, B, E, part_of, rule, unit_of
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import DayPart, Kind

STEP = rf"(?:other|alternate|{numerals.ORDINAL}|{numerals.COUNT})"
"""Behind `every`: how many units apart."""
_WORKING = r"(?:working|work|business) ?days?"
_GROUP = rf"(?:weekdays?|weekends?|week ?nights?|{_WORKING})"
_UNITS = (
    rf"{_GROUP}|mornings?|afternoons?|evenings?|nights?|days?|weeks?|fortnights?|months?|quarters?(?! (?:of|past|to))|years?"
    r"|half(?:[-\x20]an)?[-\x20]hour|quarter of an hour|hours?|minutes?|mins?"
)
_ADVERBS: dict[str, tuple[Every, int]] = {
    "hourly": (Every.HOUR, 1), "daily": (Every.DAY, 1), "everyday": (Every.DAY, 1), "nightly": (Every.DAY, 1), "weekly": (Every.WEEK, 1),
    "fortnightly": (Every.WEEK, 2), "biweekly": (Every.WEEK, 2), "bi-weekly": (Every.WEEK, 2), "monthly": (Every.MONTH, 1),
    "bimonthly": (Every.MONTH, 2), "bi-monthly": (Every.MONTH, 2), "quarterly": (Every.MONTH, 3), "half-yearly": (Every.MONTH, 6),
    "yearly": (Every.YEAR, 1), "annually": (Every.YEAR, 1),
}  # fmt: skip


@cache
def rules() -> tuple[Rule, ...]:
    plurals = rf"{FULL_WEEKDAY}s(?:(?:,? and |, ?| & | or |{RANGE}){FULL_WEEKDAY}s)*"
    short = r"(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)"
    adverbs = "|".join(sorted(_ADVERBS, key=len, reverse=True))
    return (
        rule(
            "every each",
            rf"{B}(?:every|each|on alternate)(?: and every)? (?P<step>{STEP} )?(?:single )?(?:(?P<what>{_UNITS})|(?P<list>{DAYS}))"
            rf"(?: (?P<part>{PART})s?)?{E}{MINUS}{E}",
            _every,
            Kind.RECURRENCE,
        ),
        rule(
            "twice thrice times",
            rf"{B}(?:twice|thrice|(?:[2-9]|two|three|four|five|six) times) (?:a|per) day{E}",
            _at_times_of_the_day,
            Kind.RECURRENCE,
        ),
        rule("alternate", rf"{B}(?:on )?(?P<step>alternate) (?:(?P<what>{_UNITS})|(?P<list>{DAYS})){E}", _every, Kind.RECURRENCE),
        rule("once", rf"{B}once (?:an?|per|every|each) (?P<what>week|fortnight|month|quarter|year){E}", _every, Kind.RECURRENCE),
        rule(
            "days nights ends",
            rf"{B}(?:all )?(?:(?P<days>weekdays|weekends|weeknights|{_WORKING}(?<=s))|(?P<list>{plurals})){E}{MINUS}{E}",
            _plural,
            Kind.RECURRENCE,
        ),
        rule(
            "mornings afternoons evenings nights",
            rf"{B}(?P<list>weekday|weekend|{FULL_WEEKDAY}(?:(?:,? and |, ?|{RANGE}){FULL_WEEKDAY})*) (?P<part>{PART})s{E}",
            _plural_parts,
            Kind.RECURRENCE,
        ),
        rule(
            "- / ~",
            rf"{B}(?P<list>{short} ?[-~] ?{short}|{WEEKDAY}(?:/{WEEKDAY})+){E}",
            _short_range,
            Kind.RECURRENCE,
        ),
        rule(
            "ly everyday",
            rf"(?:(?<=[a-z0-9,;]\x20)|(?<![^\x00-\x7f])(?<!.))(?P<w>{adverbs})"
            r"(?= ?(?:$|[.!?,;)]|(?:at|on|from|until|till|through|starting|beginning|for|in the|between|by) ))",
            _adverb,
            Kind.RECURRENCE,
        ),
        rule(
            "times occurrences sessions",
            rf"{B}(?:for )?(?:a total of )?(?P<n>[0-9]{{1,3}}|{numerals.WORD}) (?:times|occurrences|repetitions)(?: in (?:all|total))?{E}"
            r"(?! (?:a|an|per|each|every|the|as|more|less|in a row|longer|faster|daily|weekly)(?![a-z]))",
            _times,
            Kind.RECURRENCE,
        ),
    )


def _every(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    groups = m.groupdict()
    what, days = groups.get("what"), groups.get("list")
    step = (groups.get("step") or "").strip()
    interval = step_of(step)
    part = part_of(groups.get("part"))
    if step == "first" and what is None:
        rule_of = Recurrence(every=Every.MONTH, weekdays=weekdays_in(days or ""), nths=(1,))
    elif what is None or re.match(_GROUP.replace(" ", "[ ]"), what):
        rule_of = Recurrence(every=Every.WEEK, interval=interval, weekdays=weekdays_in(days or what or ""))
        part = DayPart.NIGHT if what and "night" in what else part
    elif what.rstrip("s") in ("morning", "afternoon", "evening", "night"):
        rule_of, part = Recurrence(every=Every.DAY, interval=interval), DayPart(what.rstrip("s"))
    else:
        every, times = unit_and_times(what)
        rule_of = Recurrence(every=every, interval=interval * times)
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=without(rule_of, groups.get("minus")), part=part)


def step_of(step: str) -> int:
    """`other` → 2, `third` → 3; nothing is 1."""
    return 2 if step in ("other", "alternate") else max(1, numerals.number(step)) if step else 1


def unit_and_times(word: str) -> tuple[Every, int]:
    """The unit of an RFC 5545 rule and how many of it make one: a quarter is three months."""
    if word.startswith("half"):
        return Every.MINUTE, 30
    if word.startswith("quarter of"):
        return Every.MINUTE, 15
    if word.startswith("quarter"):
        return Every.MONTH, 3
    return unit_of(word) or Every.DAY, 2 if word.startswith("fortnight") else 1


def _plural(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    days = weekdays_in(m["days"] or m["list"])
    part = DayPart.NIGHT if m["days"] == "weeknights" else None
    rule_of = without(Recurrence(every=Every.WEEK, weekdays=days), m["minus"])
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=rule_of, part=part)


def _plural_parts(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`Monday mornings`, `weekday evenings`."""
    rule_of = Recurrence(every=Every.WEEK, weekdays=weekdays_in(m["list"]))
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=rule_of, part=part_of(m["part"]))


def _short_range(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`Mon-Fri` and `Mon/Wed/Fri` are every week's, unless the sentence names a week."""
    if not re.search(r"\b(?:this|next|last|coming|past) (?:week|mon|tue|wed|thu|fri|sat|sun)", s.low):
        yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=Recurrence(every=Every.WEEK, weekdays=weekdays_in(m["list"])))


def _adverb(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    every, interval = _ADVERBS[m["w"]]
    part = DayPart.NIGHT if m["w"] == "nightly" else None
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=Recurrence(every=every, interval=interval), part=part)


def _at_times_of_the_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`twice a day at 8 and at 20`; kept only where the times are said."""
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=Recurrence(every=Every.DAY), loose="times")


def _times(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """How often in all; kept only where the sentence repeats something."""
    number = numerals.number(m["n"])
    if number:
        yield Draft(m.start(), m.end(), Kind.RECURRENCE, times=number)
