"""Days counted from another day that the text names: `two days before Christmas`, `the Monday after 3 May`, クリスマスの翌日."""

import re

from yamori.domain.language import Language, language_of
from yamori.domain.when import calendar, numerals
from yamori.domain.when.draft import Draft, Sentence
from yamori.domain.when.english.words import WEEKDAY, WEEKDAYS
from yamori.domain.when.span import Kind

_BEFORE = re.compile(
    rf"(?<![a-z0-9])(?:(?:the|(?P<n>{numerals.COUNT})) +(?P<unit>day|week)s?|the +(?P<wd>{WEEKDAY})) +(?P<way>before|after) +(?:the +)?$"
)
_AFTER = re.compile(
    r"の ?(?:(?P<near>翌々日|翌日|次の日|前日|前の日)"
    rf"|(?P<n>{numerals.KANJI})(?P<unit>日|週間)(?P<way>前|後)(?![0-9]))"
)
_NEAR = {"翌々日": 2, "翌日": 1, "次の日": 1, "前日": -1, "前の日": -1}


def anchored(drafts: list[Draft], s: Sentence) -> list[Draft]:
    """The drafts with those that only say from where another day is counted moved to that day."""
    is_japanese = language_of(s.text) is Language.JAPANESE
    out: list[Draft] = []
    for draft in drafts:
        if out and draft.start < out[-1].end:
            continue
        if draft.kind is Kind.DATE and draft.date is not None and not draft.problem:
            try:
                _count_from(draft, s)
                if is_japanese:
                    _count_on(draft, s)
            except calendar.Impossible as impossible:
                draft.problem, draft.date = impossible.ja if is_japanese else impossible.en, None
            while out and out[-1].end > draft.start:
                out.pop()
        out.append(draft)
    return out


def _count_from(draft: Draft, s: Sentence) -> None:
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
        number = numerals.english(" ".join(m["n"].split())) if m["n"] else 1
        draft.date = calendar.plus_days(draft.date, sign * number * (7 if m["unit"] == "week" else 1))
    draft.start = begin + m.start()
    draft.loose, draft.ambiguous, draft.repeated = "", (), None


def _count_on(draft: Draft, s: Sentence) -> None:
    m = _AFTER.match(s.low, draft.end)
    if m is None or draft.date is None:
        return
    sign, unit = (1 if m["way"] == "後" else -1), (1 if m["unit"] == "日" else 7)
    step = _NEAR[m["near"]] if m["near"] else sign * unit * numerals.japanese(m["n"])
    draft.date, draft.end = calendar.plus_days(draft.date, step), m.end()
    draft.loose, draft.ambiguous, draft.repeated = "", (), None
