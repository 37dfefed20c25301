"""Days and periods by name in English: `tomorrow morning`, `next Sunday`, `this weekend`, `end of the month`."""

import re
from collections.abc import Callable, Iterator
from datetime import date as Day
from functools import cache

from yamori.domain.when import calendar, numerals
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.english.words import FULL_MONTH, MONTHS, PART, WEEKDAY, WEEKDAY_HINTS, WEEKDAYS, B, E, led_by, part_of, rule
from yamori.domain.when.span import DayPart, Kind

_OFFSETS = {"today": 0, "tonight": 0, "tomorrow": 1, "tmr": 1, "yesterday": -1, "day after tomorrow": 2, "day before yesterday": -2}


@cache
def rules() -> tuple[Rule, ...]:
    which_week = r"(?P<{}>this|next|last) week"
    return (
        rule(
            "day morrow tmr night morning afternoon evening",
            rf"{B}(?P<w>(?:the )?day after tomorrow|(?:the )?day before yesterday|today|tonight|tomorrow|tmr|yesterday|last night"
            rf"|this (?:morning|afternoon|evening))(?: (?P<part>{PART}))?{E}",
            _day_word,
        ),
        rule(
            WEEKDAY_HINTS,
            rf"{B}(?<!black\x20)(?:{which_week.format('week_before')},? (?:on )?"
            r"|(?P<way>this coming|the coming|the following|the next|this past|the past|this|next|last|past|coming|following) "
            rf"|the (?=\w+ after))?(?P<wd>{WEEKDAY})(?:'s)?"
            rf"(?:(?: of)? {which_week.format('week_after')}|(?P<after_next> after next))?(?: (?P<part>{PART}))?{E}(?!\.[a-z])",
            _weekday,
        ),
        rule(
            WEEKDAY_HINTS,
            rf"{B}(?:the )?(?P<nth>first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th) (?P<wd>{WEEKDAY}) (?:of|in) "
            rf"(?P<where>the month|this month|next month|last month|{FULL_MONTH}){E}",
            _nth_weekday,
        ),
        rule(
            "week month year day",
            rf"{B}(?:(?:the )?(?P<edge>end|beginning|start) of (?=(?:the |this |next |last )?(?:week|month|year|day)))?"
            r"(?P<way>the coming|the following|the|this|next|last|past|coming|following)?(?(way) |)"
            rf"(?P<unit>weekend|week|month|year|day)(?P<after_next> after next)?{E}",
            _period,
            Kind.PERIOD,
        ),
        rule(
            "christmas xmas year boxing",
            rf"{B}(?P<w>christmas eve|christmas day|christmas|xmas(?: eve| day)?|boxing day|new year'?s eve|new year'?s(?: day)?)"
            rf"(?:,? (?P<y>[12][0-9]{{3}}))?(?: (?P<part>{PART}))?{E}(?! (?:party|tree|present|gift|card|shopping"
            rf"|cake|dinner|lunch|holiday|resolution|eve))",
            _feast,
        ),
        rule("end begin start", rf"{B}(?:the )?(?P<edge>end|beginning|start) of (?P<mo>{FULL_MONTH}){E}", _month_edge),
    )


def _day_word(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    word = " ".join(m["w"].split())
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    if word == "last night":
        draft.date, draft.part = calendar.plus_days(s.today, -1), DayPart.NIGHT
    elif word.startswith("this "):
        draft.date, draft.part = s.today, DayPart(word[5:])
    else:
        draft.date = calendar.plus_days(s.today, _OFFSETS[word.removeprefix("the ")])
        if word == "tonight":
            draft.part = DayPart.NIGHT
    yield draft


def _weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """A weekday, counted from today; see the package's docstring for what `this`, `next` and `last` are taken to mean."""
    name = m["wd"]
    weekday = WEEKDAYS[name]
    word = m["way"] or ""
    small = name in ("sun", "sat") and s.text[m.start("wd")].islower() and word in ("", "this", "the")
    if small and not led_by("on|by|until|till", m, s):
        return
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    week = m["week_after"] or m["week_before"]
    if week is not None:
        weeks = {"this": 0, "next": 1, "last": -1}[week]
        draft.date = calendar.plus_days(calendar.week(s.today, weeks)[0], weekday)
        yield draft
        return
    coming = calendar.coming(s.today, weekday)
    latest = calendar.latest(s.today, weekday)
    this = calendar.plus_days(calendar.week(s.today)[0], weekday)
    if m["after_next"]:
        draft.date = calendar.plus_days(coming, 7)
    elif "next" in word or "following" in word:
        draft.date = calendar.plus_days(calendar.week(s.today, 1)[0], weekday)
        draft.ambiguous = (coming,) if coming != draft.date else (calendar.plus_days(coming, 7),)
    elif "last" in word or "past" in word:
        yesterday = calendar.plus_days(s.today, -1)
        draft.date = calendar.plus_days(latest, -7) if latest == yesterday else latest
        other = calendar.plus_days(calendar.week(s.today, -1)[0], weekday)
        others = [latest, other]
        draft.ambiguous = tuple(dict.fromkeys(o for o in others if o != draft.date))
    elif "this" in word and (this >= s.today or s.past):
        draft.date = this
    elif s.past:
        draft.date = latest
        draft.ambiguous = (coming,)
    else:
        draft.date = coming
        draft.ambiguous = (s.today,) if s.today.weekday() == weekday else ()
    if not word:
        draft.loose = "weekday"
    yield draft


def _nth_weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`the second Monday of next month`."""
    where = m["where"]
    if where in MONTHS:
        first = calendar.month_day(s.today.replace(day=1), MONTHS[where], 1, past=s.past)[0]
    else:
        first = calendar.month(s.today, {"next month": 1, "last month": -1}.get(" ".join(where.split()), 0))[0]
    nth = None if m["nth"] == "last" else numerals.english(m["nth"])
    yield Draft(m.start(), m.end(), Kind.DATE, date=calendar.nth_weekday(first, WEEKDAYS[m["wd"]], nth))


def _period(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """A bare `week` or `the day` names no period; `the weekend` does, and so does any edge (`end of the month`)."""
    way, unit, edge = m["way"] or "", m["unit"], m["edge"]
    if edge is None and (not way or unit == "day" or (way == "the" and unit != "weekend" and not m["after_next"])):
        return
    step = {"next": 1, "coming": 1, "following": 1, "last": -1, "past": -1, "previous": -1}.get(way.split()[-1] if way else "", 0)
    if m["after_next"]:
        step = 2
    edges: dict[str, Callable[[], tuple[Day, Day]]] = {
        "week": lambda: calendar.week(s.today, step),
        "weekend": lambda: calendar.weekend(s.today, step),
        "month": lambda: calendar.month(s.today, step),
        "year": lambda: calendar.year(s.today, step),
        "day": lambda: (s.today, s.today),
    }
    first, last = edges[unit]()
    if edge is None:
        yield Draft(m.start(), m.end(), Kind.PERIOD, date=first, end_date=last)
        return
    yield Draft(m.start(), m.end(), Kind.DATE, date=last if edge == "end" else first)


def _month_edge(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    first = calendar.month_day(s.today.replace(day=1), MONTHS[m["mo"].rstrip(".")], 1, past=s.past)[0]
    first, last = calendar.month(first)
    yield Draft(m.start(), m.end(), Kind.DATE, date=last if m["edge"] == "end" else first)


def _feast(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """Days with a name of their own; the ones that move (Easter) are not known here."""
    word = m["w"].replace("xmas", "christmas").replace("'", "")
    month, day = {
        "christmas eve": (12, 24),
        "boxing day": (12, 26),
        "new years eve": (12, 31),
        "new years": (1, 1),
        "new years day": (1, 1),
    }.get(word, (12, 25))
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    if m["y"]:
        draft.date = calendar.day(int(m["y"]), month, day)
    else:
        draft.date, draft.ambiguous = calendar.month_day(s.today, month, day, past=s.past)
    yield draft
