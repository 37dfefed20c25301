"""Lists of weekdays in English: `Monday, Wednesday and Friday`, `Mon-Fri`."""

import re

from yamori.domain.when.english.words import WEEKDAY, WEEKDAYS
from yamori.domain.when.recurrence import Every, Recurrence

RANGE = r"(?: ?[-~] ?| (?:to|through|thru) )"
_LINK = rf"(?:,? (?:and|&) (?:also )?(?:on )?(?:every )?|, ?(?:on )?(?:every )?| or |/|{RANGE})"
DAYS = rf"{WEEKDAY}s?(?:{_LINK}{WEEKDAY}s?(?![a-z]))*"
"""One weekday or several, singular or plural."""
BUT = r",? ?\(?(?:but|except|excluding|apart from|other than|save)(?: for)?(?: not)?(?: on)?(?: the)?"
MINUS = rf"(?:{BUT} (?P<minus>weekends?|weekdays?|{DAYS})\)?)?"
"""What a recurrence leaves out: `every day except Sunday`."""
GROUPS = {"weekend": (5, 6), "weeknight": (0, 1, 2, 3, 4), "week": (0, 1, 2, 3, 4), "work": (0, 1, 2, 3, 4), "busi": (0, 1, 2, 3, 4)}
"""Words for several weekdays, by how they begin; the longer ones first."""
_ONE_OR_RANGE = re.compile(rf"(?<![a-z])({WEEKDAY})s?(?![a-z])(?:{RANGE.replace(' ', '[ ]')}({WEEKDAY})s?(?![a-z]))?")


def weekdays_in(text: str) -> tuple[int, ...]:
    """All weekdays of a list, ranges filled (`Fri-Mon` goes round the weekend); the group words too."""
    found: set[int] = set()
    for first, last in _ONE_OR_RANGE.findall(text):
        begin = WEEKDAYS[first]
        end = WEEKDAYS[last] if last else begin
        found.update((begin + step) % 7 for step in range((end - begin) % 7 + 1))
    if not found:
        return next((days for begins, days in GROUPS.items() if text.startswith(begins)), ())
    return tuple(sorted(found))


def without(rule: Recurrence, minus: str | None) -> Recurrence:
    """The rule but for the weekdays of a list; only days and weeks can leave some out."""
    if not minus or rule.every not in (Every.DAY, Every.WEEK):
        return rule
    left = tuple(d for d in rule.weekdays or range(7) if d not in weekdays_in(minus))
    return Recurrence(every=Every.WEEK, interval=rule.interval, weekdays=left) if left else rule
