"""Lists of weekdays in English: `Monday, Wednesday and Friday`, `Mon-Fri`."""

import re

from yamori.domain.when.english.words import WEEKDAY, WEEKDAYS
from yamori.domain.when.grammar import Weekdays
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

_DAYS = DAYS.replace(" ", "[ ]")
_EVERY_DAY = re.compile(
    r"(?<![a-z])(?:(?:every|each)(?: single)? (?:day|morning|afternoon|evening|night)|daily|everyday|nightly|all week"
    r"|(?:all )?(?:seven|7) days(?: a| of the| per)? ?(?:week)?)(?![a-z])"
)
_GROUP = re.compile(r"(?<![a-z])(?:(?P<work>week ?days?|week ?nights?|(?:working|work|business) ?days?)|(?P<rest>weekends?))(?![a-z])")
_LIST = re.compile(rf"(?<![a-z]){_DAYS}(?![a-z])")
_LEFT_OUT = re.compile(
    rf"{BUT.replace(' ', '[ ]')}[ ](?P<but>weekends?|weekdays?|{_DAYS})(?![a-z])\)?"
    rf"|(?<![a-z])not(?: on)? (?P<not>{_DAYS})(?![a-z])"
)
_SURE = re.compile(r"(?:\b(?:on|and|every|each|or|except|but|to)|[,&/-]) *$")
_SURE_AFTER = re.compile(r" *(?:$|[,&/.!?]|(?:too|also|and|only|as well|instead|please)(?![a-z])|[^\x00-\x7f])")


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


def named_in(low: str) -> Weekdays:
    """The weekdays of a text that is known to list some."""
    left_out: set[int] = set()
    denied = False
    for m in _LEFT_OUT.finditer(low):
        denied = denied or m["not"] is not None
        left_out.update(weekdays_in(m["but"] or m["not"]))
    rest = _LEFT_OUT.sub(lambda m: " " * len(m[0]), low)
    named = set(range(7)) if _EVERY_DAY.search(rest) else set()
    for m in _GROUP.finditer(rest):
        named.update(range(5) if m["work"] else (5, 6))
    for m in _LIST.finditer(_GROUP.sub(lambda m: " " * len(m[0]), rest)):
        if not _also_a_word(m, rest):
            named.update(weekdays_in(m[0]))
    return Weekdays(named=frozenset(named), left_out=frozenset(left_out), denied=denied)


def _also_a_word(m: re.Match[str], low: str) -> bool:
    """`he sat in the sun`: the short names that are words too count only where a list or a preposition holds them."""
    if m[0] not in ("sat", "sun", "wed", "mon", "fri"):
        return False
    return not (_SURE.search(low[: m.start()]) or _SURE_AFTER.match(low, m.end())) or low[: m.start()].endswith("the ")
