"""Days counted from one that stands behind: `two days before Christmas`, `the Monday after 3 May`."""

import re

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Sentence
from yamori.domain.when.english import numerals
from yamori.domain.when.english.words import WEEKDAY, WEEKDAYS
from yamori.domain.when.span import Kind

_BEFORE = re.compile(
    rf"(?<![a-z0-9])(?:(?:the|(?P<n>{numerals.COUNT})) +(?P<unit>day|week)s?|the +(?P<wd>{WEEKDAY})) +(?P<way>before|after) +(?:the +)?$"
)


def count_from(draft: Draft, s: Sentence) -> None:
    begin = max(0, draft.start - 40)
    m = _BEFORE.search(s.low[begin : draft.start])
    if m is None or draft.date is None:
        return
    sign = 1 if m["way"] == "after" else -1
    if m["wd"]:
        weekday = WEEKDAYS[m["wd"]]
        draft.date = calendar.coming(draft.date, weekday) if sign > 0 else calendar.latest(draft.date, weekday)
    elif m["unit"] == "week" and not m["n"]:
        draft.kind, (draft.date, draft.end_date) = Kind.PERIOD, calendar.week(draft.date, sign)
    else:
        number = numerals.number(" ".join(m["n"].split())) if m["n"] else 1
        draft.date = calendar.plus_days(draft.date, sign * number * (7 if m["unit"] == "week" else 1))
    draft.start = begin + m.start()
    draft.loose, draft.ambiguous, draft.repeated = "", (), None
