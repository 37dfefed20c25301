"""Days counted from one that stands before: クリスマスの翌日, 3日の2日前."""

import re

from yamori.domain.when import calendar
from yamori.domain.when.draft import Draft, Sentence
from yamori.domain.when.japanese import numerals

_AFTER = re.compile(
    r"の ?(?:(?P<near>翌々日|翌日|次の日|前日|前の日)"
    rf"|(?P<n>{numerals.KANJI})(?P<unit>日|週間)(?P<way>前|後)(?![0-9]))"
)
_NEAR = {"翌々日": 2, "翌日": 1, "次の日": 1, "前日": -1, "前の日": -1}


def count_from(draft: Draft, s: Sentence) -> None:
    m = _AFTER.match(s.low, draft.end)
    if m is None or draft.date is None:
        return
    sign, unit = (1 if m["way"] == "後" else -1), (1 if m["unit"] == "日" else 7)
    step = _NEAR[m["near"]] if m["near"] else sign * unit * numerals.number(m["n"])
    draft.date, draft.end = calendar.plus_days(draft.date, step), m.end()
    draft.loose, draft.ambiguous, draft.repeated = "", (), None
