"""Which of the tasks that exist a request is about: by title, by day and time, by `it`; or the ones it hesitates between."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Day
from datetime import datetime, tzinfo
from datetime import time as Clock

from rapidfuzz import fuzz

from yamori.agents.scheduler.external import Collection
from yamori.agents.scheduler.rules.distinguishing import shared
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.intents import Intent, Operation
from yamori.agents.scheduler.rules.reminder import Reminder
from yamori.agents.scheduler.rules.routine import Routine
from yamori.agents.scheduler.rules.titles import core, match_title, mentioned, plain
from yamori.domain.agenda import ListItem
from yamori.domain.language import Language
from yamori.domain.when import When, resolve

_PRONOUN = re.compile(
    r"^(?:it|me|us|that|this|them|those|these|both(?: of (?:them|those|these))?|(?:that|this|the (?:same|last|new|first)) (?:one|task"
    r"|appointment|entry|thing)?)(?: "
    r"(?:one|task|too|also))?$"
    r"|^(?:さっき|先ほど|それ|これ|あれ|そっち|こっち|さっきの|今の|いまの|その|この|あの|先ほどの|今入れた|今の追加)(?:予定|タスク|件|やつ"
    r"|もの|用事|の)?(?:も)?$"
)
_ANY = re.compile(
    r"^(?:(?:all )?(?:of )?(?:the |my |our )?(?:o'?clock )?(?:appointments?|tasks?|meetings?|reminders?|events?|entry|entries"
    r"|things?|items?|plans?|one|calendar|schedule"
    r"|to-?dos?|lists?|everything|all)s?(?: of them)?)?$|^(?:the|my|our)$"
    r"|^(?:の?(?:予定|タスク|用事|リマインダー|やること|スケジュール|カレンダー"
    r"|もの|件))?(?:を)?(?:全部|すべて|全て|ぜんぶ)?$"
)
_LATE = re.compile(r"\b(?:overdue|past due|leftover|left over|missed|late)\b|期限|過ぎ|やり残|遅れ", re.I)
_PLURAL = re.compile(r"\b(?:them|those|these|both|all)\b|それら|これら|両方|全部|どっちも|どちらも")
_POINTS_AT = re.compile(r"(?:all of )?(?:them|those|these|it)\b|それ|これ|あれ")
"""`them all` are the ones just spoken of, not whatever there is."""
_NTH = re.compile(
    r"^(?:the )?(?P<en>first|second|third|fourth|fifth|last)(?: (?:one|task|entry|item|appointment))?$"
    r"|^(?:(?P<n>[1-6一二三四五六])(?:つ目|番目|個目|つめ|番め|件目)|(?P<ja>最初|いちばん上|一番上|最後"
    r"|一番下))(?:の)?(?:やつ|もの|予定|タスク|方|ほう|件)?$"
)
_ORDER = {
    "first": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "last": -1,
    "最初": 0,
    "いちばん上": 0,
    "一番上": 0,
    "最後": -1,
    "一番下": -1,
}
_NTH_OF = re.compile(
    r"^(?:the |my |our )?(?P<en>first|second|third|fourth|fifth|last) (?P<words>.+)$"
    r"|^(?:(?P<n>[1-6一二三四五六])(?:つ目|番目|個目|回目|つめ|番め|件目)|(?P<ja>最初|最後))の(?P<words_ja>.+)$"
)
_EACH = re.compile(
    r",? ?\b(?:both|all(?: (?:two|three|four))?)(?: of (?:them|those|these))?$|、?(?:両方|全部|どっちも|どちらも)(?:とも)?$", re.I
)
"""Behind a title: every task of that title."""
_WHOLE = 97
"""From here on words are one title, even with an `and` in them."""
BOTH = re.compile(r"\s+and\s+|、|と(?=\S)|,\s*", re.I)


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a decision looks at besides the sentence."""

    tasks: Sequence[CustomTask]
    """All of the person's, done ones too, in the order of their days."""
    now: datetime
    language: Language
    routines: Sequence[Routine] = ()
    """All of the person's."""
    focus: tuple[int, ...] = ()
    """The tasks just spoken of."""
    routine_focus: tuple[int, ...] = ()
    """The routines just spoken of."""
    reminders: Sequence[Reminder] = ()
    """Those that are still to come."""
    diary_day: Day | None = None
    """The day of the diary just spoken of."""
    undo: tuple[object, ...] = ()
    """What was just done, as (what, key of the change)."""
    chosen: str = ""
    """What the person answered when asked which one."""
    collections: Sequence[Collection] = ()
    """The lists and calendars of other systems."""
    items: Mapping[str, Sequence[ListItem]] = field(default_factory=dict)
    """The open entries of those lists, by the list's id; only of lists that were looked at."""

    @property
    def titles(self) -> list[str]:
        """Of tasks, routines and steps: words that mean a row wherever they stand."""
        steps = [step.title for routine in self.routines for step in routine.steps]
        return [t.title for t in self.tasks] + [r.title for r in self.routines] + steps


@dataclass(frozen=True, kw_only=True)
class Meant:
    tasks: tuple[CustomTask, ...] = ()
    hesitates: tuple[CustomTask, ...] = field(default=())


def resolution(intent: Intent, known: Known, *, said: str) -> Meant:
    """The tasks that the request is about. `said` is the whole clause, for titles that its words do not hold."""
    wanted_done = intent.operation is Operation.REOPEN
    first = [t for t in known.tasks if t.done is wanted_done]
    found = _among(first, intent, known, said)
    if found.tasks or found.hesitates:
        return _chosen(found, known)
    if BOTH.search(intent.words) and len((both := _among(known.tasks, intent, known, said)).tasks) > 1:
        return both  # one is done and the other is not
    found = _among([t for t in known.tasks if t.done is not wanted_done], intent, known, said)
    return _chosen(found, known)


def is_pronoun(words: str) -> bool:
    return _PRONOUN.match(plain(words)) is not None


def is_overdue(words: str) -> bool:
    """The words mean what should have been done before today."""
    return _LATE.search(words) is not None


def _among(pool: Sequence[CustomTask], intent: Intent, known: Known, said: str) -> Meant:
    at = (intent.when.origin if intent.operation is Operation.MOVE and intent.shift is None else intent.when) or When()
    words = plain(intent.words)
    spoken = tuple(t for i in known.focus for t in pool if t.id == i)
    if m := _NTH.match(words):
        number = _ORDER.get(m["en"] or m["ja"] or "", -2)
        number = "123456".find(m["n"]) if m["n"] and m["n"].isascii() else "一二三四五六".find(m["n"]) if m["n"] else number
        if known.focus and -1 <= number < len(known.focus):
            return Meant(tasks=tuple(t for t in pool if t.id == known.focus[number]))
        return Meant()
    if _PRONOUN.match(words):
        return Meant(tasks=spoken) if len(spoken) == 1 or _PLURAL.search(words) else Meant(hesitates=spoken)
    if intent.everything and not at.date_said and (len(spoken) > 1 or (spoken and _POINTS_AT.match(words))):
        return Meant(tasks=spoken)
    if intent.everything and is_overdue(words):
        today = known.now.date()
        return Meant(tasks=tuple(t for t in pool if t.date is not None and t.date < today and not t.done))
    if intent.everything or (_ANY.match(words) and at.found):
        fitting = tuple(t for t in pool if fits(t, at))
        if intent.everything or len(fitting) <= 1:
            return Meant(tasks=fitting)
        return Meant(hesitates=fitting)
    if _ANY.match(words) and words:
        return Meant(tasks=spoken) if len(spoken) == 1 else Meant(hesitates=spoken)
    if (counted := _counted(words, pool)) is not None:
        return Meant(tasks=(counted,))
    named_each = _EACH.sub("", intent.words)
    match = match_title(named_each or intent.words, pool)
    if match.score < _WHOLE:
        matches = [match_title(p, pool) for p in BOTH.split(named_each) if p.strip()]
        several = tuple(dict.fromkeys(m.found for m in matches if m.found is not None))
        if len(matches) > 1 and len(several) == len(matches):
            return Meant(tasks=several)
        if len(matches) > 1 and several and (unsure := next((m.hesitates for m in matches if m.hesitates), ())):
            return _narrowed(unsure, at, known)
    if match.found is not None:
        return Meant(tasks=(match.found,))
    if match.hesitates and _PLURAL.search(plain(said)) and not _POINTS_AT.match(words):
        return Meant(tasks=match.hesitates)
    if match.hesitates:
        return _narrowed(match.hesitates, at, known)
    named = tuple(t for t in mentioned(said, pool) if not shared(intent.words, t.title).contradicts)
    if len(named) == 1:
        return Meant(tasks=named)
    return _narrowed(named, at, known) if named else Meant()


def _counted(words: str, pool: Sequence[CustomTask]) -> CustomTask | None:
    """`the second rehearsal`: of the tasks that one title fits, by their days. None where the number is part of the title."""
    m = _NTH_OF.match(words)
    if m is None or match_title(words, pool).score >= _WHOLE:
        return None
    found = match_title(m["words"] or m["words_ja"], pool).hesitates
    number = _ORDER.get(m["en"] or m["ja"] or "", -2)
    if m["n"]:
        number = "123456".find(m["n"]) if m["n"].isascii() else "一二三四五六".find(m["n"])
    placed = sorted((t for t in found if t.date is not None), key=lambda t: (t.date or Day.max, t.time or Clock.min))
    return placed[number] if len(found) > 1 and -1 <= number < len(placed) else None


def _narrowed(tasks: tuple[CustomTask, ...], at: When, known: Known) -> Meant:
    """Of tasks that a title fits equally: those of the day that was said, else the one just spoken of; equal rows are one."""
    fitting = tuple(t for t in tasks if at.found and fits(t, at))
    if len(fitting) == 1:
        return Meant(tasks=fitting)
    spoken = tuple(t for t in (fitting or tasks) if t.id in known.focus)
    if len(spoken) == 1:
        return Meant(tasks=spoken)
    return Meant(hesitates=fitting or tasks)


def fits(task: CustomTask, at: When) -> bool:
    """The task lies on the day (or in the period) and at the time said; everything fits where nothing was said."""
    if at.date_said and at.date is not None:
        last = at.end_date or at.date
        if task.date is None or not at.date <= task.date <= last:
            return False
    if at.time is None:
        return True
    if task.time is None:
        return False
    if at.end_time is not None:
        return at.time <= task.time <= at.end_time
    return task.time == at.time or any(task.time == a for a in at.ambiguous)


def _chosen(found: Meant, known: Known) -> Meant:
    """Once the person has answered which one: that one."""
    if not known.chosen or not found.hesitates:
        return found
    answer = plain(known.chosen)
    number = re.match(r"^(?:the |number )?(\d|first|second|third|last|最初|最後)", answer)
    order = {"first": 1, "second": 2, "third": 3, "last": len(found.hesitates), "最初": 1, "最後": len(found.hesitates)}
    if number and len(answer) <= 14:
        place = order.get(number[1]) or int(number[1])
        if 1 <= place <= len(found.hesitates):
            return Meant(tasks=(found.hesitates[place - 1],))
    at = resolve(known.chosen, known.now)
    by_day = tuple(t for t in found.hesitates if at.found and fits(t, at))
    if len(by_day) == 1:
        return Meant(tasks=by_day)
    words = re.sub(
        r"(?:の)?(?:ほう|方|やつ|もの|予定|件)?(?:で|です|を)?$|^(?:the )?one (?=with |on |at |for |about |in )|^the | (?:one|please)$",
        "",
        answer,
    )
    by_words = tuple(t for t in found.hesitates if words and words in plain(t.title))
    if len(by_words) == 1:
        return Meant(tasks=by_words)
    scored = sorted(((fuzz.WRatio(core(option(t)), answer), t) for t in found.hesitates), key=lambda p: -p[0])
    if scored[0][0] >= 70 and (len(scored) == 1 or scored[0][0] > scored[1][0]):
        return Meant(tasks=(scored[0][1],))
    return found


def option(task: CustomTask | Routine | Reminder, zone: tzinfo | None = None) -> str:
    """A row as a choice to tick: title, day and time; of a routine its days, of a timer when it ends in this time zone."""
    if isinstance(task, Reminder):
        return f"{task.text or '⏱'} {task.due.astimezone(zone):%H:%M:%S}" if task.due is not None else f"{task.text or '⏱'} #{task.id}"
    if isinstance(task, Routine):
        return " ".join([task.title, "/".join(task.days), f"{task.time:%H:%M}" if task.time else ""]).strip()
    day = f" {task.date.isoformat()}" if task.date else ""
    return f"{task.title}{day}" + (f" {task.time:%H:%M}" if task.time else "")
