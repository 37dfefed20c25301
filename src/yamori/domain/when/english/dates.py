"""Dates of the calendar in English: `Nov 3rd`, `Sunday, 22 November`, `the 3rd`, `in December`."""

import re
from collections.abc import Iterator
from datetime import date as Day
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.english import numerals
from yamori.domain.when.english.words import MONTH, MONTH_HINTS, MONTHS, WEEKDAY, WEEKDAYS, B, E, led_by, rule
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import Kind

NO_NOUN = re.compile(
    r" *(?:$|[.,;:!?)\"]|[^\x00-\x7f]|(?:at|in|from|to|until|till|for|by|and|or|as well|too|also|again|instead|please|then|but"
    r"|of (?:this|next|last|the|every|each) month|i|we|my|the day|is|was|with)(?![a-z]))"
)
"""What may follow `the 3rd` for it to be a day: never a noun (`the 3rd floor`)."""
_ALSO_A_WORD = ("may", "march", "mar")
"""Months that are other words when they begin with a small letter."""

_NUMBER = re.compile(rf"{numerals.ORDINAL}|[0-9]{{1,2}}")


@cache
def rules() -> tuple[Rule, ...]:
    day = rf"(?:{numerals.ORDINAL}|[0-9]{{1,2}})"
    weekday = rf"(?:(?P<wd>{WEEKDAY}),? )?"
    to_day = rf"(?: ?(?:-|to|until|through) ?(?P<d2>{day})(?![0-9:]| ?[ap]\.?m))?"
    days = rf"{day}(?:, {day})*,? (?:and|&) (?:the )?{day}"
    year = r"(?:,? (?P<y>[12][0-9]{3})(?![0-9:]))?"
    return (
        rule(
            MONTH_HINTS,
            rf"{B}{weekday}(?:the )?(?P<mo>{MONTH}) ?(?:the )?(?P<d>{day}){to_day}{year}{E}(?![:%])(?!\.[0-9])",
            _month_day,
        ),
        rule(MONTH_HINTS, rf"{B}{weekday}(?:the )?(?P<d>{day}){to_day}(?: of)? (?P<mo>{MONTH}){year}{E}", _month_day),
        rule(MONTH_HINTS, rf"{B}(?:the )?(?P<days>{days})(?: of)? (?P<mo>{MONTH}){year}{E}", _month_days),
        rule(MONTH_HINTS, rf"{B}(?P<mo>{MONTH}) ?(?:the )?(?P<days>{days}){year}(?![0-9:%]| ?[ap]\.?m)", _month_days),
        rule(
            "st nd rd th", rf"{B}the (?P<days>{numerals.ORDINAL}(?:, {numerals.ORDINAL})*,? (?:and|&) {numerals.ORDINAL}){E}", _days_listed
        ),
        rule(
            "between",
            rf"{B}(?P<wd>(?!))?between (?:the )?(?P<d>{day}) and (?:the )?(?P<d2>{day})(?: of)? (?P<mo>{MONTH}){year}{E}",
            _month_day,
            Kind.PERIOD,
        ),
        rule(
            "st nd rd th first second third",
            rf"{B}{weekday}the (?P<d>{numerals.ORDINAL})(?P<of> (?:of )?(?:this|next|last|the) month)?{E}",
            _nth,
        ),
        rule(
            MONTH_HINTS,
            rf"{B}(?:(?P<lead>in|by|until|till|since|during|of|for) )?(?P<way>this |next |last )?(?P<mo>{MONTH}){year}{E}(?! ?[0-9])",
            _month,
            Kind.PERIOD,
        ),
    )


def _month_day(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    name = m["mo"].rstrip(".")
    day = m["d"]
    small = name in _ALSO_A_WORD and s.text[m.start("mo")].islower() and day.isdigit() and not m["y"]
    if small and not led_by("on|by|until|till|for|from|since|of|the", m, s):
        return  # `I may 3 …`, `march 4 steps`: the month needs its capital, an ordinal or a preposition
    month = MONTHS[name]
    draft = Draft(m.start(), m.end(), Kind.DATE)

    def on(number: int) -> Day:
        if m["y"]:
            return calendar.day(int(m["y"]), month, number)
        found, draft.ambiguous = calendar.month_day(s.today, month, number, past=s.past)
        return found

    if m["d2"]:
        draft.kind = Kind.PERIOD
        draft.end_date = on(numerals.number(m["d2"]))
        draft.ambiguous = ()
        draft.date = calendar.day(draft.end_date.year, month, numerals.number(day))
        yield draft
        return
    draft.date = on(numerals.number(day))
    draft.repeated = Recurrence(every=Every.YEAR, months=(month,), monthdays=(draft.date.day,))
    if m["wd"]:
        calendar.weekday_must_be(draft.date, WEEKDAYS[m["wd"]])
    yield draft


def _month_days(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`3 and 5 December`, `December 3, 5 and 8`: each a day, the month part of the first or the last."""
    month = MONTHS[m["mo"].rstrip(".")]
    if m.start("mo") < m.start("days") and not NO_NOUN.match(s.low, m.end()):
        return
    numbers = list(_NUMBER.finditer(m["days"]))
    for at, number in enumerate(numbers):
        begin = m.start() if at == 0 else m.start("days") + number.start()
        draft = Draft(begin, m.end() if number is numbers[-1] else m.start("days") + number.end(), Kind.DATE)
        day = numerals.number(number[0])
        if m["y"]:
            draft.date = calendar.day(int(m["y"]), month, day)
        else:
            draft.date, draft.ambiguous = calendar.month_day(s.today, month, day, past=s.past)
        draft.repeated = Recurrence(every=Every.YEAR, months=(month,), monthdays=(day,))
        yield draft


def _days_listed(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`the 3rd and 5th`."""
    if not NO_NOUN.match(s.low, m.end()):
        return
    for at, number in enumerate(_NUMBER.finditer(m["days"])):
        begin = m.start() if at == 0 else m.start("days") + number.start()
        draft = Draft(begin, m.start("days") + number.end(), Kind.DATE, loose="day")
        day = numerals.number(number[0])
        draft.date, draft.ambiguous = calendar.day_of_month(s.today, day, past=s.past)
        draft.repeated = Recurrence(every=Every.MONTH, monthdays=(day,))
        yield draft


def _nth(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`the 3rd`, unless a noun follows (`the 3rd floor`)."""
    rest = m["of"]
    if rest is None and not NO_NOUN.match(s.low, m.end()):
        return
    word = m["d"]
    if (
        rest is None
        and not word[0].isdigit()
        and not led_by("on|by|until|till|from|for|to" if s.moving else "on|by|until|till|from|for", m, s)
    ):
        return
    number = numerals.number(word)
    draft = Draft(m.start(), m.end(), Kind.DATE)
    if rest and rest.split()[-2] in ("next", "last", "this", "the"):
        first = calendar.month(s.today, {"next": 1, "last": -1}.get(rest.split()[-2], 0))[0]
        if rest.split()[-2] == "the" and number < s.today.day and not s.past:
            first = calendar.month(s.today, 1)[0]
        draft.date = calendar.day(first.year, first.month, number)
    else:
        draft.date, draft.ambiguous = calendar.day_of_month(s.today, number, past=s.past)
        if m["wd"]:
            calendar.weekday_must_be(draft.date, WEEKDAYS[m["wd"]])
        draft.loose = "day"
        draft.repeated = Recurrence(every=Every.MONTH, monthdays=(number,))
    yield draft


def _month(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    lead, way, name = m["lead"], (m["way"] or "").strip(), m["mo"].rstrip(".")
    if not (lead or way or m["y"]):
        return
    if name in _ALSO_A_WORD and not m["y"] and not way and lead != "in" and s.text[m.start("mo")].islower():
        return
    if lead in ("of", "for") and not m["y"] and len(name) <= 3:
        return
    month = MONTHS[name]
    start = s.today.replace(day=1)
    if m["y"]:
        first = calendar.day(int(m["y"]), month, 1)
    elif way == "last":
        first = calendar.month_day(calendar.plus_days(start, -1).replace(day=1), month, 1, past=True)[0]
    elif way == "this":
        first = calendar.day(s.today.year, month, 1)
    else:
        first = calendar.month_day(start, month, 1, past=s.past)[0]
    begins = m.start("way") if way else m.start("mo")
    again = None if way or m["y"] else Recurrence(every=Every.YEAR, months=(month,))
    yield Draft(begins, m.end(), Kind.PERIOD, date=first, end_date=calendar.month(first)[1], repeated=again)
