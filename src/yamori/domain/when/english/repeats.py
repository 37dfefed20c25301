"""Recurrences in English: `every other Friday`, `on weekdays`, `Mondays and Thursdays`, `every morning`."""

import re
from collections.abc import Iterator
from functools import cache

from yamori.domain.when import numerals
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.english.words import FULL_WEEKDAY, PART, WEEKDAY, WEEKDAYS, B, E, part_of, rule, unit_of
from yamori.domain.when.span import DayPart, Every, Kind


@cache
def rules() -> tuple[Rule, ...]:
    days = rf"{WEEKDAY}s?(?:(?:,? and |, ?| & | or |/){WEEKDAY}s?(?![a-z]))*"
    units = r"weekdays?|weekends?|mornings?|afternoons?|evenings?|nights?|days?|weeks?|fortnights?|months?|years?|hours?|minutes?"
    plurals = rf"{FULL_WEEKDAY}s(?:(?:,? and |, ?| & | or ){FULL_WEEKDAY}s)*"
    return (
        rule(
            "every each",
            rf"{B}(?:every|each) (?P<step>(?:other|second|third|{numerals.COUNT}) )?(?:single )?(?:(?P<what>{units})|(?P<list>{days}))"
            rf"(?: (?P<part>{PART}))?{E}",
            _every,
            Kind.RECURRENCE,
        ),
        rule(
            "days nights ends",
            rf"{B}(?:(?P<days>weekdays|weekends|weeknights)|(?P<list>{plurals})){E}",
            _plural,
            Kind.RECURRENCE,
        ),
        rule(
            "mornings afternoons evenings nights",
            rf"{B}(?P<list>weekday|weekend|{FULL_WEEKDAY}) (?P<part>{PART})s{E}",
            _plural_parts,
            Kind.RECURRENCE,
        ),
        rule(
            "ly everyday",
            r"(?<=[a-z0-9]\x20)(?P<w>daily|everyday|weekly|monthly|yearly|annually)(?= ?(?:$|[.!?,]|at [0-9]|on ))",
            _adverb,
            Kind.RECURRENCE,
        ),
    )


def _weekdays_in(text: str) -> tuple[int, ...]:
    return tuple(sorted({WEEKDAYS[w] for w in re.findall(rf"(?<![a-z])({WEEKDAY})s?(?![a-z])", text)}))


def _every(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    interval = 1
    if m["step"]:
        step = m["step"].strip()
        interval = 2 if step in ("other", "second") else 3 if step == "third" else numerals.english(step)
    draft = Draft(m.start(), m.end(), Kind.RECURRENCE, interval=max(1, interval))
    what = m["what"]
    if what is None:
        draft.every, draft.weekdays = Every.WEEK, _weekdays_in(m["list"])
        draft.part = part_of(m["part"])
    elif what.startswith("weekday"):
        draft.every, draft.weekdays, draft.part = Every.WEEK, (0, 1, 2, 3, 4), part_of(m["part"])
    elif what.startswith("weekend"):
        draft.every, draft.weekdays = Every.WEEK, (5, 6)
    elif what.rstrip("s") in ("morning", "afternoon", "evening", "night"):
        draft.every, draft.part = Every.DAY, DayPart(what.rstrip("s"))
    else:
        draft.every = unit_of(what)
        draft.interval *= 2 if what.startswith("fortnight") else 1
    yield draft


def _plural(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    word = m["days"]
    days = (5, 6) if word == "weekends" else (0, 1, 2, 3, 4) if word else _weekdays_in(m["list"])
    part = DayPart.NIGHT if word == "weeknights" else None
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, every=Every.WEEK, weekdays=days, part=part)


def _plural_parts(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`Monday mornings`, `weekday evenings`."""
    days = {"weekday": (0, 1, 2, 3, 4), "weekend": (5, 6)}.get(m["list"]) or _weekdays_in(m["list"])
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, every=Every.WEEK, weekdays=days, part=part_of(m["part"]))


def _adverb(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    every = {
        "daily": Every.DAY,
        "everyday": Every.DAY,
        "weekly": Every.WEEK,
        "monthly": Every.MONTH,
        "yearly": Every.YEAR,
        "annually": Every.YEAR,
    }
    yield Draft(m.start(), m.end(), Kind.RECURRENCE, every=every[m["w"]])
