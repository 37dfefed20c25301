"""Lists of weekdays in Japanese: 月曜と木曜, 月・水・金, 月水金, 月〜金, 平日."""

import re

from yamori.domain.when.grammar import Weekdays
from yamori.domain.when.japanese.words import WEEK
from yamori.domain.when.recurrence import Every, Recurrence

_DAY = f"[{WEEK}]"
# One day needs its 曜 (毎週水やり, 毎週日記 are none); several may go without: 月・水・金, 土日.
NAMED = rf"{_DAY}曜日?(?:(?:[・、,と&/~-]|と、|から|、?毎週){_DAY}曜日?)*(?:まで)?"
_DOTTED = rf"{_DAY}(?:[・、,と/~-]{_DAY})+(?:曜日?)?"
_RANGED = rf"{_DAY}から{_DAY}(?:まで)?"
_JOINED = rf"{_DAY}{{2,7}}(?:曜日?|(?=[にのはも、 ]|だけ|のみ|$))"
DAYS = rf"(?:{NAMED}|{_DOTTED}|{_RANGED}|{_JOINED})"
"""One weekday with its 曜, or several with or without."""
MINUS = rf"(?P<minus>平日|週末|{DAYS}|土日)(?:の日)?(?:以外|を除く|を除いた|を除いて|を除き|抜き)"
"""日曜以外: what is left out."""
_ONE_OR_RANGE = re.compile(rf"({_DAY})曜?(?:(?:~|-|から)({_DAY})曜?)?")

_EVERY_DAY = re.compile("毎[日朝晩夜夕](?!曜|新聞)|全曜日|すべての曜日")
_GROUP = re.compile("(?P<work>平日)|(?P<rest>週末|土日)")
_LIST = re.compile(DAYS)
_LEFT_OUT = re.compile(MINUS)


def weekdays_in(text: str) -> tuple[int, ...]:
    """All weekdays of a list, ranges filled."""
    if text.startswith("平日"):
        return (0, 1, 2, 3, 4)
    if text.startswith("週末"):
        return (5, 6)
    found: set[int] = set()
    for first, last in _ONE_OR_RANGE.findall(text.replace("曜日", "曜")):
        begin = WEEK.index(first)
        end = WEEK.index(last) if last else begin
        found.update((begin + step) % 7 for step in range((end - begin) % 7 + 1))
    return tuple(sorted(found))


def without(rule: Recurrence, minus: str | None) -> Recurrence:
    """The rule but for the weekdays of a list."""
    if not minus:
        return rule
    left = tuple(d for d in rule.weekdays or range(7) if d not in weekdays_in(minus))
    return Recurrence(every=Every.WEEK, interval=rule.interval, weekdays=left) if left else rule


def named_in(low: str) -> Weekdays:
    """The weekdays of a text that is known to list some."""
    left_out = {day for m in _LEFT_OUT.finditer(low) for day in weekdays_in(m["minus"])}
    rest = _LEFT_OUT.sub(lambda m: " " * len(m[0]), low)
    named = set(range(7)) if _EVERY_DAY.search(rest) else set()
    for m in _GROUP.finditer(rest):
        named.update(range(5) if m["work"] else (5, 6))
    for m in _LIST.finditer(_GROUP.sub(lambda m: " " * len(m[0]), rest)):
        named.update(weekdays_in(m[0]))
    return Weekdays(named=frozenset(named), left_out=frozenset(left_out))
