"""The weekdays that a text names, for a caller who knows that weekdays of every week are meant (a routine: `Mondays and Thursdays`)."""

import re

from yamori.domain.language import is_spaced
from yamori.domain.when.draft import folded
from yamori.domain.when.english import weekdays as english
from yamori.domain.when.japanese import weekdays as japanese

_ALL = tuple(range(7))
_EVERY_DAY = re.compile(
    r"(?<![a-z])(?:(?:every|each)(?: single)? (?:day|morning|afternoon|evening|night)|daily|everyday|nightly|all week"
    r"|(?:all )?(?:seven|7) days(?: a| of the| per)? ?(?:week)?)(?![a-z])|毎[日朝晩夜夕](?!曜|新聞)|全曜日|すべての曜日"
)
_GROUP = re.compile(
    r"(?<![a-z])(?:(?P<work>week ?days?|week ?nights?|(?:working|work|business) ?days?)|(?P<rest>weekends?))(?![a-z])"
    r"|(?P<work_ja>平日)|(?P<rest_ja>週末|土日)"
)
_LISTS = re.compile(rf"(?<![a-z]){english.DAYS.replace(' ', '[ ]')}(?![a-z])|{japanese.DAYS}")
_BUT = re.compile(
    rf"{english.BUT.replace(' ', '[ ]')}[ ](?P<en>weekends?|weekdays?|{english.DAYS.replace(' ', '[ ]')})(?![a-z])\)?|{japanese.MINUS}"
    rf"|(?<![a-z])not(?: on)? (?P<not>{english.DAYS.replace(' ', '[ ]')})(?![a-z])"
)
_SURE = re.compile(r"(?:\b(?:on|and|every|each|or|except|but|to)|[,&/-]) *$")
_SURE_AFTER = re.compile(r" *(?:$|[,&/.!?]|(?:too|also|and|only|as well|instead|please)(?![a-z])|[^\x00-\x7f])")


def weekdays_named(text: str) -> tuple[int, ...]:
    """All weekdays named, 0 for Monday, in their order: ranges filled (`Mon-Fri`, 月〜金), `weekends` and 平日 as their days, `every day`
    as all seven, what is left out (`except Sunday`, 日曜以外) taken away. Empty where none is named. Never raises.

    A range is always one, also in `move it from Monday to Thursday`: ask only about a text that lists days.
    """
    low = folded(text)
    left_out: set[int] = set()
    denied = False
    for m in _BUT.finditer(low):
        listed = m["en"] or m["not"]
        denied = denied or m["not"] is not None
        left_out.update(english.weekdays_in(listed) if listed else japanese.weekdays_in(m["minus"]))
    rest = _BUT.sub(lambda m: " " * len(m[0]), low)
    found: set[int] = set()
    if _EVERY_DAY.search(rest):
        found.update(_ALL)
    for m in _GROUP.finditer(rest):
        found.update(range(5) if m["work"] or m["work_ja"] else (5, 6))
    for m in _LISTS.finditer(_GROUP.sub(lambda m: " " * len(m[0]), rest)):
        if is_spaced(m[0]):
            if not _also_a_word(m, rest):
                found.update(english.weekdays_in(m[0]))
        else:
            found.update(japanese.weekdays_in(m[0]))
    if left_out and not found and not denied:
        found.update(_ALL)
    return tuple(sorted(found - left_out))


def _also_a_word(m: re.Match[str], low: str) -> bool:
    """`he sat in the sun`: the short names that are words too count only where a list or a preposition holds them."""
    if m[0] not in ("sat", "sun", "wed", "mon", "fri"):
        return False
    return not (_SURE.search(low[: m.start()]) or _SURE_AFTER.match(low, m.end())) or low[: m.start()].endswith("the ")
