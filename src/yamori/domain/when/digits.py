"""Dates and times in digits, the same in both languages: `2026-11-03`, `11/3`, `15:30`, `14:00-16:00`."""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence, set_clock
from yamori.domain.when.impossible import Impossible
from yamori.domain.when.span import Kind

_BEFORE_SLASH = re.compile(r"\b(?:on|by|for|until|till|from|since|before|after|due) +$")
_FRACTION = re.compile(r" *(?:cups?|tea|table|of\b|hours?|an?\b|inch|pound|kilo)")
_AFTER_SLASH = re.compile(r" *(?:に|の(?!確率|割)|は|まで|から|、|\(|~)")


def _iso(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    day = calendar.day(int(m["y"]), int(m["mo"]), int(m["d"]))
    draft = Draft(m.start(), m.end(), Kind.DATE, date=day)
    if m["h"] is not None:
        draft.kind = Kind.MOMENT
        set_clock(draft, int(m["h"]), int(m["mi"]))
        if m["zone"] and draft.time is not None:
            offset = m["zone"].replace("z", "+00:00")
            there = datetime.fromisoformat(f"{day.isoformat()}T{draft.time.isoformat()}{offset}")
            here = there.astimezone(s.now.tzinfo)
            draft.date, draft.time = here.date(), here.time().replace(fold=0)
    yield draft


def _slashed(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """Month first, as Japan and the United States write; the other order where only that one exists, and as a further reading."""
    first, second, year = int(m["a"]), int(m["b"]), m["y"]
    if year is None:
        led = bool(_BEFORE_SLASH.search(s.low[max(0, m.start() - 12) : m.start()]))
        trailing = bool(_AFTER_SLASH.match(s.low, m.end()))
        if not (led or trailing) or (first, second) == (24, 7) or _FRACTION.match(s.low, m.end()):
            return
        if not (1 <= first <= 31 and 1 <= second <= 31) or (first > 12 and second > 12):
            if not led:
                return
            raise Impossible("no_slashed_date", first=first, second=second)
    readings = []
    problem: Impossible | None = None
    for month, day in ((first, second), (second, first)):
        try:
            if year is None:
                readings.append(calendar.month_day(s.today, month, day, past=s.past)[0])
            else:
                readings.append(calendar.day(int(year) + (2000 if len(year) == 2 else 0), month, day))
        except Impossible as impossible:
            problem = problem or impossible
    if not readings:
        raise problem or Impossible("no_date")
    yield Draft(m.start(), m.end(), Kind.DATE, date=readings[0], ambiguous=tuple(r for r in readings[1:] if r != readings[0]))


def _clock(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """An hour written with a leading zero or above 12 is of the 24-hour clock; `3:30` is open until the sentence settles it."""
    hour, minute = int(m["h"]), int(m["mi"])
    half = m["half"]
    draft = Draft(m.start(), m.end(), Kind.TIME)
    if half and hour <= 12:
        hour = hour % 12 + (12 if half[0] == "p" else 0)
        yield set_clock(draft, hour, minute)
        return
    yield set_clock(draft, hour, minute, open=not m["h"].startswith("0") and hour <= 12)


@cache
def rules() -> tuple[Rule, ...]:
    return (
        Rule(
            ("-", "/", "."),
            (
                r"(?<![0-9./-])(?P<y>[12][0-9]{3})(?P<sep>[-/.])(?P<mo>[0-9]{1,2})(?P=sep)(?P<d>[0-9]{1,2})(?![0-9])(?![-/.][0-9])"
                r"(?:t(?P<h>[0-9]{1,2}):(?P<mi>[0-9]{2})(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?P<zone>z|[+-](?:0[0-9]"
                r"|1[0-4]):?[0-5][0-9])?)?(?![a-z0-9])"
            ),
            _iso,
            Kind.DATE,
        ),
        Rule(
            ("/", "."),
            (
                r"(?<![0-9a-z./-])(?P<a>[0-9]{1,2})(?:(?P<sep>/)(?P<b>[0-9]{1,2})(?:/(?P<y>[12][0-9]{3}|[0-9]{2}))?"
                r"|\.(?P<b2>[0-9]{1,2})\.(?P<y2>[12][0-9]{3}))"
                r"(?![0-9a-z%])(?![/.-][0-9])"
            ),
            _slashed_or_dotted,
            Kind.DATE,
        ),
        Rule(
            (":",),
            (
                r"(?<![0-9a-z:.,/])(?P<h>[0-9]{1,2}):(?P<mi>[0-9]{2})(?::[0-9]{2})?(?![0-9:])(?!\.[0-9])(?:分(?!間|の[0-9]))?"
                r"(?: ?(?P<half>a\.m\.?|p\.m\.?|am(?![a-z])|pm(?![a-z])))?(?![a-z])"
            ),
            _clock,
            Kind.TIME,
        ),
    )


def _slashed_or_dotted(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    if m["sep"] is not None:
        yield from _slashed(m, s)
        return
    day = calendar.day(int(m["y2"]), int(m["b2"]), int(m["a"]))
    yield Draft(m.start(), m.end(), Kind.DATE, date=day)
