"""What a question about the schedule asks for: a period, a task by its name, finished or open ones."""

import re
from dataclasses import dataclass
from datetime import date as Day

from yamori.agents.scheduler.rules.meant import Known
from yamori.agents.scheduler.rules.titles import match_title, mentioned
from yamori.agents.scheduler.rules.wishes import Clause
from yamori.domain.when import When

_ABOUT = (
    re.compile(
        r"^(?:and )?(?:when|what time|what day|where)(?:'s| is| was| are| do i have| did i have| does| will)? (?:my |the |our )?"
        r"(?P<about>.+?)(?: (?:again|due|start|scheduled(?: for)?))?$",
        re.I,
    ),
    re.compile(
        r"^(?:is|are|was|were|have i|did i|has) (?:my |the |our )?(?:finish(?:ed)? |complete[d]? |done )?(?P<about>.+?)(?: "
        r"(?:already|yet|done|finished|completed?|on|in|open|there))*(?: (?:on|in) (?:my|the) \w+)?$",
        re.I,
    ),
    re.compile(r"^do i have (?:an? |any |the |my )?(?P<about>.+?)(?: (?:planned|scheduled|to do|on))*$", re.I),
    re.compile(
        r"^(?P<about>.+?)(?:の予定|の予約|のタスク)?(?:は|って)(?:いつ|何時|何日|何曜日|どこ|もう|まだ|終わ|完了|済|入って|ある|あった)"
    ),
)
_GENERIC = re.compile(
    r"^(?:there )?(?:anything|something|nothing|any|plans?|appointments?|tasks?|to-?dos?|reminders?|events?|things?|time|free"
    r"|busy|on|my|next|due|open|left|planned|scheduled|more"
    r"|calendar|schedule|agenda|diary|list|a|the|i|to|do|have|for|else|is|it|that|items?|\s)+$|^(?:私の|次の)?(?:予定|タスク|用事"
    r"|やること|スケジュール|何か|なにか|カレンダー|リスト|それ|これ|次|\s)*$",
    re.I,
)
_FINISHED = re.compile(
    r"\b(?:finished|completed|done|ticked off|accomplished?|did i (?:do|finish|complete))\b|終わった|終えた|完了した|済んだ|やった|済ませた"
)
_LEFT = re.compile(
    r"\b(?:left|open|remaining|pending|unfinished|still|outstanding|not done|to do|need to do|have to do)\b|残って|未完了"
    r"|終わってない|まだ|やるべき|やらなきゃ|やること"
)
_DIARY = re.compile(
    r"\b(?:calendar|schedules?|diary|agenda|planner|to-?dos?|tasks?|reminders?|appointments?|plans?|planned|meetings?|events?"
    r"|shopping list|my list|do i have|am i (?:free|busy|doing)"
    r"|coming up|what'?s (?:next|on))\b|予定|カレンダー|スケジュール|タスク|やること|リマイン|用事|アポ|買い物リスト|予約|空いて|忙し|日程",
    re.I,
)


_DOING = re.compile(
    r"\bwhat (?:did i|do i|am i|should i|will i|must i|have i|was i)\b|\bwhat(?:'s| is| was| else is)? (?:there|on|up|happening"
    r"|next|due|left)\b"
    r"|何(?:を|が|か|も)?(?:する|し|やる|やっ|ある|あっ|あり|入|しなきゃ)|何$",
    re.I,
)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What to list."""

    start: Day | None = None
    end: Day | None = None
    about: str | None = None
    """Words of a title."""
    done: bool | None = None
    """Finished ones, open ones, or both (None)."""


def asked(clause: Clause, known: Known) -> Asked | None:
    """What a question asks of the schedule, or None when it may not be about the schedule at all."""
    when = clause.when
    start, end = _days(when)
    text = clause.timeless.strip(" ?？。.!")
    done = True if _FINISHED.search(text) and not _LEFT.search(text) else None
    named = mentioned(clause.shown(clause.text), known.tasks)
    if named:
        return Asked(start=start, end=end, about=named[0].title)
    for pattern in _ABOUT:
        m = pattern.match(text)
        if m is None:
            continue
        about = clause.shown(m["about"]).strip()
        if about and not _GENERIC.match(about):
            match = match_title(about, known.tasks)
            if match.task is not None or match.hesitates or pattern is _ABOUT[0]:
                return Asked(start=start, end=end, about=about)
    ours = _DIARY.search(text) is not None
    if when.found and (when.date_said or when.part or when.time) and (ours or _GENERIC.match(text) or _DOING.search(text)):
        return Asked(start=start or when.date, end=end or when.date, done=done)
    if ours:
        return Asked(done=bool(done))
    return None


def names_the_diary(text: str) -> bool:
    return _DIARY.search(text) is not None


def _days(when: When) -> tuple[Day | None, Day | None]:
    if when.date is None or not (when.date_said or when.part or when.time):
        return None, None
    return when.date, when.end_date or when.date
