"""Days and periods by name in English: `tomorrow morning`, `next Sunday`, `this weekend`, `end of the month`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date as Day
from functools import cache

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.english import numerals
from yamori.domain.when.english.words import FULL_MONTH, MONTHS, PART, WEEKDAY, WEEKDAY_HINTS, WEEKDAYS, B, E, led_by, part_of, rule
from yamori.domain.when.recurrence import Every, Recurrence
from yamori.domain.when.span import DayPart, Kind

_OFFSETS = {
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "tmr": 1,
    "tmrw": 1,
    "tmw": 1,
    "yesterday": -1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
}


@cache
def rules() -> tuple[Rule, ...]:
    which_week = r"(?P<{}>this|next|last) week"
    return (
        rule(
            "day morrow tmr tmrw tmw night morning afternoon evening",
            rf"{B}(?:(?P<early>first thing|early|last thing|late) (?:on )?)?(?P<w>(?:the )?day after tomorrow"
            r"|(?:the )?day before yesterday|the night before last|today|tonight|tomorrow|tmrw?|tmw|yesterday|last night"
            rf"|this (?:morning|afternoon|evening))(?: (?P<part>{PART}))?{E}",
            _day_word,
        ),
        rule(
            WEEKDAY_HINTS,
            rf"{B}(?<!black\x20)(?:(?P<early>first thing|early) (?:on )?)?(?:{which_week.format('week_before')},? (?:on )?"
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
            rf"{B}(?:(?:the )?(?P<edge>end|beginning|start|middle) of (?=(?:the |this |next |last )?(?:week|month|year|day)))?"
            r"(?P<way>the coming|the following|the|this|next|last|past|coming|following)?(?(way) |)"
            rf"(?P<unit>weekend|week|month|year|day)(?:(?P<after_next> after next)|(?P<before_last> before last))?{E}",
            _period,
            Kind.PERIOD,
        ),
        rule(
            "christmas xmas year boxing halloween valentine",
            rf"{B}(?:(?P<each>every|each) )?(?P<w>christmas eve|christmas day|christmas|xmas(?: eve| day)?|boxing day|halloween"
            r"|valentine'?s day|new year'?s eve|new year'?s(?: day)?)"
            rf"(?:,? (?P<y>[12][0-9]{{3}}))?(?: (?P<part>{PART}))?{E}(?! (?:party|tree|present|gift|card|shopping"
            rf"|cake|dinner|lunch|holiday|resolution|eve))",
            _feast,
        ),
        rule("end begin start", rf"{B}(?:the )?(?P<edge>end|beginning|start|middle) of (?P<mo>{FULL_MONTH}){E}", _month_edge),
        rule(
            "early mid late",
            rf"{B}(?:in )?(?P<how>early|mid|late)[-\x20]?(?:in )?"
            rf"(?:(?P<way>next |this |last )?(?P<unit>week|month)|(?P<mo>{FULL_MONTH})){E}",
            _rough,
            Kind.PERIOD,
        ),
        rule(
            "eod eow eom day end",
            rf"{B}(?P<w>eod|eow|eom|(?:the )?month[-\x20]end|(?:the )?end of (?:the )?(?:(?:working|work|business) )?day)"
            rf"(?:,? (?:on )?(?P<day>today|tomorrow|{WEEKDAY}))?{E}(?! after)",
            _day_end,
        ),
    )


def _day_word(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    word = " ".join(m["w"].split())
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    if word == "last night":
        draft.date, draft.part = calendar.plus_days(s.today, -1), DayPart.NIGHT
    elif word == "the night before last":
        draft.date, draft.part = calendar.plus_days(s.today, -2), DayPart.NIGHT
    elif word.startswith("this "):
        draft.date, draft.part = s.today, DayPart(word[5:])
    else:
        draft.date = calendar.plus_days(s.today, _OFFSETS[word.removeprefix("the ")])
        if word == "tonight":
            draft.part = DayPart.NIGHT
    draft.part = draft.part or _early(m)
    yield draft


def _early(m: re.Match[str]) -> DayPart | None:
    """`first thing tomorrow` is its morning, `last thing` its night."""
    return {"f": DayPart.MORNING, "e": DayPart.MORNING, "l": DayPart.NIGHT}[m["early"][0]] if m["early"] else None


def _weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """A weekday, counted from today; see the package's docstring for what `this`, `next` and `last` are taken to mean."""
    name = m["wd"]
    weekday = WEEKDAYS[name]
    word = m["way"] or ""
    small = name in ("sun", "sat") and s.text[m.start("wd")].islower() and word in ("", "this", "the")
    if small and not led_by("on|by|until|till", m, s):
        return
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]) or _early(m))
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
        draft.repeated = Recurrence(every=Every.WEEK, weekdays=(weekday,))
    yield draft


def _nth_weekday(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`the second Monday of next month`."""
    where = m["where"]
    nth = None if m["nth"] == "last" else numerals.number(m["nth"])
    weekday = WEEKDAYS[m["wd"]]
    again = Recurrence(every=Every.MONTH, weekdays=(weekday,), nths=(nth or -1,))
    if where in MONTHS:
        again = replace(again, every=Every.YEAR, months=(MONTHS[where],))
        first = calendar.month_day(s.today.replace(day=1), MONTHS[where], 1, past=s.past)[0]
    else:
        first = calendar.month(s.today, {"next month": 1, "last month": -1}.get(" ".join(where.split()), 0))[0]
    found = calendar.nth_weekday(first, weekday, nth)
    if where.split()[0] == "the" and found < s.today and not s.past:
        found = calendar.nth_weekday(calendar.month(s.today, 1)[0], weekday, nth)
    yield Draft(m.start(), m.end(), Kind.DATE, date=found, repeated=again)


def _period(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """A bare `week` or `the day` names no period; `the weekend` does, and so does any edge (`end of the month`)."""
    way, unit, edge = m["way"] or "", m["unit"], m["edge"]
    if edge is None and (not way or unit == "day" or (way == "the" and unit != "weekend" and not m["after_next"] and not m["before_last"])):
        return
    step = {"next": 1, "coming": 1, "following": 1, "last": -1, "past": -1, "previous": -1}.get(way.split()[-1] if way else "", 0)
    if m["after_next"] or m["before_last"]:
        step = 2 if m["after_next"] else -2
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
    if edge == "middle" and unit not in ("week", "month"):
        return
    found = last if edge == "end" else _middle(first, last) if edge == "middle" else first
    again = Recurrence(every=Every.MONTH, monthdays=({"end": -1, "middle": 15}.get(edge, 1),)) if unit == "month" else None
    yield Draft(m.start(), m.end(), Kind.DATE, date=found, repeated=again)


def _middle(first: Day, last: Day) -> Day:
    """The Wednesday of a week, the 15th of a month."""
    return calendar.plus_days(first, 2) if calendar.plus_days(first, 6) == last else first.replace(day=15)


def _rough(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`early next week`, `mid-December`, `late this month`: a third of it; the middle is one day, as in `the middle of`."""
    how, unit = m["how"], m["unit"] or "month"
    if m["mo"]:
        first = calendar.month_day(s.today.replace(day=1), MONTHS[m["mo"]], 1, past=s.past)[0]
    else:
        step = {"next ": 1, "last ": -1}.get(m["way"] or "", 0)
        if not m["way"] and how != "mid":
            return
        first = calendar.week(s.today, step)[0] if unit == "week" else calendar.month(s.today, step)[0]
    last = calendar.plus_days(first, 6) if unit == "week" else calendar.month(first)[1]
    if how == "mid":
        found = _middle(first, last)
        if not m["way"] and not m["mo"] and found < s.today and not s.past:
            found = calendar.plus_days(found, 7) if unit == "week" else calendar.plus_months(found, 1)
        yield Draft(m.start(), m.end(), Kind.DATE, date=found)
        return
    begins, ends = ((0, 1), (3, 4))[how == "late"] if unit == "week" else ((0, 9), (20, last.day - 1))[how == "late"]
    yield Draft(m.start(), m.end(), Kind.PERIOD, date=calendar.plus_days(first, begins), end_date=calendar.plus_days(first, ends))


def _day_end(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """`end of day tomorrow`, `EOD`: the day, as its end says nothing that a day does not."""
    day = m["day"]
    step = {"today": 0, "tomorrow": 1}.get(day or "today")
    found = calendar.plus_days(s.today, step) if step is not None else calendar.coming(s.today, WEEKDAYS[day])
    if m["w"] == "eow":
        found = calendar.week(s.today)[1]
    again = None
    if m["w"] == "eom" or "month" in m["w"]:
        found = calendar.month(s.today)[1]
        again = Recurrence(every=Every.MONTH, monthdays=(-1,))
    yield Draft(m.start(), m.end(), Kind.DATE, date=found, repeated=again)


def _month_edge(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    first = calendar.month_day(s.today.replace(day=1), MONTHS[m["mo"].rstrip(".")], 1, past=s.past)[0]
    first, last = calendar.month(first)
    found = {"end": last, "middle": first.replace(day=15)}.get(m["edge"], first)
    yield Draft(m.start(), m.end(), Kind.DATE, date=found)


def _feast(m: re.Match[str], s: Sentence) -> Iterator[Draft]:
    """Days with a name of their own; the ones that move (Easter) are not known here."""
    word = m["w"].replace("xmas", "christmas").replace("'", "")
    month, day = {
        "christmas eve": (12, 24),
        "boxing day": (12, 26),
        "halloween": (10, 31),
        "valentines day": (2, 14),
        "new years eve": (12, 31),
        "new years": (1, 1),
        "new years day": (1, 1),
    }.get(word, (12, 25))
    draft = Draft(m.start(), m.end(), Kind.DATE, part=part_of(m["part"]))
    if m["y"]:
        draft.date = calendar.day(int(m["y"]), month, day)
    else:
        draft.date, draft.ambiguous = calendar.month_day(s.today, month, day, past=s.past)
        draft.repeated = Recurrence(every=Every.YEAR, months=(month,), monthdays=(day,))
    if m["each"]:
        draft = Draft(m.start(), m.end(), Kind.RECURRENCE, recurrence=draft.repeated, part=draft.part)
    yield draft
