"""Stretches of time counted out in English: `in three days`, `two hours ago`, `for 90 minutes`, `the next two weeks`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence, length, shift, whole
from yamori.domain.when.english import numerals
from yamori.domain.when.english.words import WEEKDAY, WEEKDAYS, B, E, rule, spaced, unit_of
from yamori.domain.when.grammar import Amount
from yamori.domain.when.recurrence import Every
from yamori.domain.when.span import Kind

_UNIT = r"(?:minutes?|mins?|hours?|hrs?|h|days?|weeks?|fortnights?|months?|years?|seconds?|secs?)(?![a-z])"
_MARKS = {"½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3}
_MARK = f"[{''.join(_MARKS)}]"
_SHARE = rf"(?:(?:a )?half|(?:(?:an?|one) )?quarter|three[-\x20]quarters?|[1-9]/[2-9]|{_MARK})"
_THIRDS = r"(?:(?:a|one) third|two[-\x20]thirds)"
_COUNT = rf"(?:[0-9]{{1,5}}\.[0-9]{{1,2}}|[0-9]{{1,4}} [1-9]/[2-9]|[0-9]{{1,4}} ?{_MARK}|{numerals.COUNT})"
_CLOCK = rf"(?:past|to) (?:[0-9]|(?:{numerals.WORD}|noon|midday|midnight)(?![a-z]))"
_SMALLER = rf"(?! ?-?(?:(?:of|an?|{_UNIT})(?![a-z])|{_CLOCK}))"
_NUMBER_BEHIND = rf"(?:,? and)? (?:[0-9]{{1,2}}|{numerals.WORD})(?= *(?:$|[,.;!?]))"
_PART = (
    rf"(?:[0-9]{{1,2}} ?h ?[0-9]{{1,2}}(?: ?(?:mins?|minutes?|m))?(?![0-9a-z])"
    rf"|(?:{_SHARE}(?: of)?|{_THIRDS} of)(?: an?)?[-\x20]?{_UNIT}"
    rf"|{_COUNT}(?: and {_SHARE})?[-\x20]?{_UNIT}(?: and (?:{_SHARE}|{_THIRDS}){_SMALLER})?)"
)
AMOUNT = spaced(rf"{_PART}(?:(?: and)? {_PART})*")
"""A length of time in one or several units: `an hour and a quarter`, `1½ hours`, `1h30`, `two hours and ten minutes`."""
_AMOUNT = f"(?P<amount>{AMOUNT})"
_CUT_BEFORE = re.compile(
    rf"(?:[0-9][.,/]|[0-9]|{_MARK}|\b(?:half|quarters?|thirds?|fifths?)(?: of)? |\b(?:dozen|couple|few)(?: and)? "
    r"|[0-9]/[0-9] (?:of )?)$"
)
_CUT_BEHIND = re.compile(
    rf" ?{_MARK}| ?[0-9]+/[0-9]|{_NUMBER_BEHIND}"
    rf"|,? and (?:(?:an?|one|two|three) )?(?:half|quarters?|thirds?|fifths?)(?![a-z])(?! (?:(?:of|an?)(?![a-z])|{_CLOCK}))"
)
"""A number or a fraction beside an amount that is no part of it as it is read: then the amount is more than was read."""
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


@dataclass(frozen=True)
class _Amount:
    count: float
    unit: Every | None
    """None for seconds."""
    seconds: float = 0
    """On top."""


_SECONDS = {None: 1, Every.MINUTE: 60, Every.HOUR: 3600, Every.DAY: 86400}
_EACH = re.compile(
    spaced(
        r"(?P<h>[0-9]{1,2}) ?h ?(?P<m>[0-9]{1,2})(?: ?(?:mins?|minutes?|m))?(?![0-9a-z])"
        rf"|(?:(?P<share>{_SHARE})(?: of)?|(?P<thirds>{_THIRDS}) of)(?: an?)?[-\x20]*(?P<su>{_UNIT})"
        rf"|(?P<n>{_COUNT})(?: and (?P<mid>{_SHARE}))?[-\x20]*(?P<u>{_UNIT})(?: and (?P<tail>{_SHARE}|{_THIRDS}){_SMALLER})?"
    )
)


def read_amount(m: re.Match[str], low: str) -> _Amount | None:
    """The whole of an amount, or None where it is not wholly read: something of it stands beside the match, or its units do not go
    together."""
    if _CUT_BEFORE.search(low[max(0, m.start("amount") - 12) : m.start("amount")]) or _CUT_BEHIND.match(low, m.end("amount")):
        return None
    parts = [_part(piece) for piece in _EACH.finditer(m["amount"])]
    first, rest = parts[0], parts[1:]
    if not rest:
        return first
    sizes = [length(1, part.unit) for part in parts]
    if any(a <= b for a, b in pairwise(sizes)):
        return None
    if first.unit in (Every.YEAR, Every.MONTH):
        months = sum(p.count * (12 if p.unit is Every.YEAR else 1) for p in parts)
        return _Amount(months, Every.MONTH) if all(p.unit in (Every.YEAR, Every.MONTH) for p in parts) else None
    if all(p.unit in (Every.WEEK, Every.DAY) for p in parts):
        return _Amount(sum(p.count * (7 if p.unit is Every.WEEK else 1) for p in parts), Every.DAY)
    if any(p.unit not in _SECONDS for p in parts):
        return None
    more = sum(p.count * _SECONDS[p.unit] + p.seconds for p in rest)
    if first.unit is Every.DAY:
        return _Amount(first.count * 86400 + more, None)
    return _Amount(first.count, first.unit, first.seconds + more)


def amounts_in(low: str) -> Iterator[Amount]:
    """Every amount of a text that is wholly read."""
    for m in _apart().finditer(low):
        if (read := read_amount(m, low)) is not None:
            yield Amount(start=m.start("amount"), end=m.end("amount"), count=read.count, unit=read.unit, seconds=read.seconds)


@cache
def _apart() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9]){_AMOUNT}(?![a-z])")


def _part(m: re.Match[str]) -> _Amount:
    if m["h"]:
        return _Amount(int(m["h"]), Every.HOUR, 60.0 * int(m["m"]))
    if m["su"]:
        return _in_minutes(_share(m["share"] or m["thirds"]), m["su"])
    count = _count(m["n"]) + sum(_share(m[group]) for group in ("mid", "tail") if m[group])
    return _in_minutes(count, m["u"])


def _in_minutes(count: float, unit: str) -> _Amount:
    """Part of an hour counts in minutes, so that it is a length that passes."""
    every = unit_of(unit)
    count *= 2 if unit.startswith("fort") else 1
    if every is Every.HOUR and count < 1:
        return _Amount(round(count * 60, 6), Every.MINUTE)
    return _Amount(count, every)


def _count(text: str) -> float:
    """`3`, `1.5`, `1 1/2`, `1½`, `two`, `a couple of`."""
    whole_number, _, rest = text.partition(" ")
    if text[0].isdigit():
        if text[-1] in _MARKS:
            return float(text[:-1].strip()) + _MARKS[text[-1]]
        return float(whole_number) + (_share(rest.strip()) if rest.strip() else 0)
    return float(numerals.number(" ".join(text.split())))


def _share(text: str) -> float:
    if text in _MARKS:
        return _MARKS[text]
    if "/" in text:
        above, below = text.split("/")
        return int(above) / int(below)
    size = next(n for word, n in (("half", 2), ("quarter", 4), ("third", 3)) if word in text)
    return (3 if "three" in text else 2 if "two" in text else 1) / size


def _in_amount(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    if (amount := read_amount(m, s.low)) is not None:
        draft = Draft(m.start(), m.end(), Kind.DATE, lead="by" if m["within"] else "")
        yield shift(draft, s.now, amount.count, amount.unit, seconds=amount.seconds)


def _ago(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    if (amount := read_amount(m, s.low)) is not None:
        yield shift(Draft(m.start(), m.end(), Kind.DATE), s.now, -amount.count, amount.unit, seconds=-amount.seconds)


def _from_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`two weeks from tomorrow`, `a week from Friday`, `three days from now`."""
    if (amount := read_amount(m, s.low)) is None:
        return
    count, unit, more = amount.count, amount.unit, amount.seconds
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
    if (amount := read_amount(m, s.low)) is None:
        return
    count, unit, more = amount.count, amount.unit, amount.seconds
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
    if (amount := read_amount(m, s.low)) is None:
        return
    count, unit, more = amount.count, amount.unit, amount.seconds
    before = s.low[max(0, m.start() - 20) : m.start()]
    lasting = bool(_LASTING.search(before))
    if _OLD.match(s.low, m.end()) or (_PER.search(before) and not lasting):
        return
    single = re.fullmatch(r"(?:an?|one)[- ]+[a-z]+", m["amount"]) is not None
    if single and not lasting:
        return
    counted = whole(count, unit, seconds=more) if _FOR.search(before) else None
    yield Draft(m.start(), m.end(), Kind.DURATION, duration=length(count, unit, seconds=more), counted=counted)
