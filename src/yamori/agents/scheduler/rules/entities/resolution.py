"""Which of the tasks that exist words are about: by title, by day and time, by `it`; or the candidates where they leave it open."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import time as Clock
from datetime import tzinfo

from rapidfuzz import fuzz

from yamori.agents.scheduler.rules.entities.distinguishing import shared
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.titles import core, match_title, mentioned, plain
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.rules.word_lists import begins, forms_for, says
from yamori.domain.when import When, resolve

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
_NUMERALS = "123456一二三四五六"
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
class Resolution:
    """The tasks that words are about, or those between which they leave it open."""

    tasks: tuple[CustomTask, ...] = ()
    candidates: tuple[CustomTask, ...] = ()
    """Not empty where it is ambiguous."""


def _is_any(words: str) -> bool:
    """Whether words name no entry in particular: `my appointments`, 予定を全部."""
    return not words or words in forms_for("any_entries")


def resolve_tasks(words: str, known: Known, *, said: str, when: When, everything: bool = False, done: bool = False) -> Resolution:
    """The tasks that the words are about.

    `said` is the whole clause, for titles that its words do not hold; `when` the day and time on which the tasks lie, as far as that was
    said; `everything`: all of them that fit; `done`: finished ones rather than open ones.
    """
    first = [t for t in known.tasks if t.done is done]
    found = _among(first, words, known, said, when, everything)
    if found.tasks or found.candidates:
        return _chosen(found, known)
    if BOTH.search(words) and len((both := _among(known.tasks, words, known, said, when, everything)).tasks) > 1:
        return both  # one is done and the other is not
    return _chosen(_among([t for t in known.tasks if t.done is not done], words, known, said, when, everything), known)


def _points_at_them(words: str) -> bool:
    """`them all` are the ones just spoken of, not whatever there is."""
    return begins(words, "them")


def is_overdue(words: str) -> bool:
    """The words mean what should have been done before today."""
    return says(words.lower(), "late")


def _among(pool: Sequence[CustomTask], named: str, known: Known, said: str, at: When, everything: bool) -> Resolution:
    words = plain(named)
    spoken = tuple(t for i in known.focus for t in pool if t.id == i)
    if m := _NTH.match(words):
        number = _ORDER.get(m["en"] or m["ja"] or "", -2)
        number = _NUMERALS.index(m["n"]) % 6 if m["n"] else number
        if known.focus and -1 <= number < len(known.focus):
            return Resolution(tasks=tuple(t for t in pool if t.id == known.focus[number]))
        return Resolution()
    if is_pronoun(words):
        return Resolution(tasks=spoken) if len(spoken) == 1 or says(words, "several") else Resolution(candidates=spoken)
    if everything and not at.date_said and (len(spoken) > 1 or (spoken and _points_at_them(words))):
        return Resolution(tasks=spoken)
    if everything and is_overdue(words):
        today = known.now.date()
        return Resolution(tasks=tuple(t for t in pool if t.date is not None and t.date < today and not t.done))
    if everything or (_is_any(words) and at.found):
        fitting = tuple(t for t in pool if fits(t, at))
        if everything or len(fitting) <= 1:
            return Resolution(tasks=fitting)
        return Resolution(candidates=fitting)
    if words and _is_any(words):
        return Resolution(tasks=spoken) if len(spoken) == 1 else Resolution(candidates=spoken)
    if (counted := _counted(words, pool)) is not None:
        return Resolution(tasks=(counted,))
    named_each = _EACH.sub("", named)
    match = match_title(named_each or named, pool)
    if match.score < _WHOLE:
        matches = [match_title(p, pool) for p in BOTH.split(named_each) if p.strip()]
        several = tuple(dict.fromkeys(m.found for m in matches if m.found is not None))
        if len(matches) > 1 and len(several) == len(matches):
            return Resolution(tasks=several)
        if len(matches) > 1 and several and (unsure := next((m.candidates for m in matches if m.candidates), ())):
            return _narrowed(unsure, at, known)
    if match.found is not None:
        return Resolution(tasks=(match.found,))
    if match.candidates and says(plain(said), "several") and not _points_at_them(words):
        return Resolution(tasks=match.candidates)
    if match.candidates:
        return _narrowed(match.candidates, at, known)
    there = tuple(t for t in mentioned(said, pool) if not shared(named, t.title).contradicts)
    if len(there) == 1:
        return Resolution(tasks=there)
    return _narrowed(there, at, known) if there else Resolution()


def _counted(words: str, pool: Sequence[CustomTask]) -> CustomTask | None:
    """`the second rehearsal`: of the tasks that one title fits, by their days. None where the number is part of the title."""
    m = _NTH_OF.match(words)
    if m is None or match_title(words, pool).score >= _WHOLE:
        return None
    found = match_title(m["words"] or m["words_ja"], pool).candidates
    number = _ORDER.get(m["en"] or m["ja"] or "", -2)
    if m["n"]:
        number = _NUMERALS.index(m["n"]) % 6
    placed = sorted((t for t in found if t.date is not None), key=lambda t: (t.date or Day.max, t.time or Clock.min))
    return placed[number] if len(found) > 1 and -1 <= number < len(placed) else None


def _narrowed(tasks: tuple[CustomTask, ...], at: When, known: Known) -> Resolution:
    """Of tasks that a title fits equally: those of the day that was said, else the one just spoken of; equal rows are one."""
    fitting = tuple(t for t in tasks if at.found and fits(t, at))
    if len(fitting) == 1:
        return Resolution(tasks=fitting)
    spoken = tuple(t for t in (fitting or tasks) if t.id in known.focus)
    if len(spoken) == 1:
        return Resolution(tasks=spoken)
    return Resolution(candidates=fitting or tasks)


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


def _chosen(found: Resolution, known: Known) -> Resolution:
    """Once the person has answered which one: that one."""
    if not known.chosen or not found.candidates:
        return found
    answer = plain(known.chosen)
    number = re.match(r"^(?:the |number )?(\d|first|second|third|last|最初|最後)", answer)
    order = {"first": 1, "second": 2, "third": 3, "last": len(found.candidates), "最初": 1, "最後": len(found.candidates)}
    if number and len(answer) <= 14:
        place = order.get(number[1]) or int(number[1])
        if 1 <= place <= len(found.candidates):
            return Resolution(tasks=(found.candidates[place - 1],))
    at = resolve(known.chosen, known.now)
    by_day = tuple(t for t in found.candidates if at.found and fits(t, at))
    if len(by_day) == 1:
        return Resolution(tasks=by_day)
    words = re.sub(
        r"(?:の)?(?:ほう|方|やつ|もの|予定|件)?(?:で|です|を)?$|^(?:the )?one (?=with |on |at |for |about |in )|^the | (?:one|please)$",
        "",
        answer,
    )
    by_words = tuple(t for t in found.candidates if words and words in plain(t.title))
    if len(by_words) == 1:
        return Resolution(tasks=by_words)
    scored = sorted(((fuzz.WRatio(core(option(t)), answer), t) for t in found.candidates), key=lambda p: -p[0])
    if scored[0][0] >= 70 and (len(scored) == 1 or scored[0][0] > scored[1][0]):
        return Resolution(tasks=(scored[0][1],))
    return found


def option(task: CustomTask | Routine | Reminder, zone: tzinfo | None = None) -> str:
    """A row as a choice to tick: title, day and time; of a routine its days, of a timer when it ends in this time zone."""
    if isinstance(task, Reminder):
        return f"{task.text or '⏱'} {task.due.astimezone(zone):%H:%M:%S}" if task.due is not None else f"{task.text or '⏱'} #{task.id}"
    if isinstance(task, Routine):
        return " ".join([task.title, "/".join(task.days), f"{task.time:%H:%M}" if task.time else ""]).strip()
    day = f" {task.date.isoformat()}" if task.date else ""
    return f"{task.title}{day}" + (f" {task.time:%H:%M}" if task.time else "")
