"""From a sentence to tool calls, by code alone; or why not: nothing found, several found, or better left to a model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules import english, japanese
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.meant import Known, is_pronoun, meant
from yamori.agents.scheduler.rules.questions import asked
from yamori.agents.scheduler.rules.wishes import Aim, Clause, Wish, hide_quotes
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value
from yamori.domain.when import DayPart, When, resolve

_AGAIN = re.compile(
    r"^(?:(?:no|actually|sorry|oh|wait|hmm|and|make (?:it|that)|change (?:it|that)|move (?:it|that)|instead|rather|better|at|to"
    r"|on|let'?s say|how about|then)\b[\s,.]*)*$"
    r"|^(?:やっぱり|やはり|やっぱ|いや|違う|じゃなくて|ではなく|の|に|へ|は|、|して|する|変更|変えて|で|お願い|ください|しといて"
    r"|がいい|です)*$",
    re.I,
)
_MAKE_IT = re.compile(
    r"\b(make (?:it|that)|change (?:it|that) to|move (?:it|that) to) (\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve)(?=\W*$)",
    re.I,
)
_PARTS = {
    DayPart.MORNING: ("in the morning", "午前中"),
    DayPart.AFTERNOON: ("in the afternoon", "午後"),
    DayPart.EVENING: ("in the evening", "夕方"),
    DayPart.NIGHT: ("in the evening", "夜"),
}


@dataclass(frozen=True, kw_only=True)
class Calls:
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, kw_only=True)
class Impossible:
    """A date or time that does not exist; `why` is in the sentence's language."""

    why: str


@dataclass(frozen=True, kw_only=True)
class Hesitating:
    between: tuple[CustomTask, ...]


@dataclass(frozen=True, kw_only=True)
class Unfound:
    """No task is like the words, or none lies in the period."""

    words: str = ""
    period: tuple[Day, Day] | None = None
    pointed: bool = False
    """`it`, where nothing was spoken of."""


@dataclass(frozen=True, kw_only=True)
class NothingDone:
    """There is nothing to take back."""


@dataclass(frozen=True, kw_only=True)
class Unclear:
    """For a model to decide."""

    question: bool


Plan = Calls | Impossible | Hesitating | Unfound | NothingDone | Unclear


def plan(request: str, known: Known) -> Plan:
    """What a request comes to. A question only ever lists."""
    sentence = _MAKE_IT.sub(r"\1 at \2", request)
    whole = hide_quotes(sentence, known.now, [t.title for t in known.tasks])
    reader = japanese if language_of(sentence) is Language.JAPANESE else english
    if reader.is_question(whole.text):
        if problem := whole.when.problem:
            return Impossible(why=problem)
        wanted = asked(whole, known)
        return Unclear(question=True) if wanted is None else Calls(calls=(_listing(wanted.start, wanted.end, wanted.about, wanted.done),))
    if problem := whole.when.problem:
        return Impossible(why=problem)
    again = _again(whole, known)
    if again is not None:
        return again
    clauses = _with_their_times([whole.part(piece) for piece in reader.split(whole.text)]) or [whole]
    wishes = [_wish(c, known, reader.is_question(c.text)) for c in clauses]
    calls: list[ToolCall] = []
    focus = known
    for clause, wish in zip(clauses, wishes, strict=True):
        if wish is None:
            return Unclear(question=False)
        step = _step(wish, clause, focus)
        if not isinstance(step, Calls):
            return step if len(clauses) == 1 or isinstance(step, Hesitating) else Unclear(question=False)
        calls += step.calls
        spoken = tuple(i for c in step.calls if isinstance(i := c.arguments.get("task_id"), int))
        focus = Known(tasks=known.tasks, now=known.now, language=known.language, focus=spoken or focus.focus, chosen=known.chosen)
    return Calls(calls=tuple(calls))


def _with_their_times(clauses: Sequence[Clause]) -> list[Clause]:
    """A piece that says nothing but a time (`あさって、…`) belongs to the one after it."""
    out: list[Clause] = []
    held = ""
    for clause in clauses:
        joined = clause.part(f"{held}{clause.text}")
        if clause.timeless.strip(" 、。,."):
            out.append(joined)
            held = ""
        else:
            held = f"{joined.text}、"
    return out


def _wish(clause: Clause, known: Known, question: bool) -> Wish | None:
    reader = japanese if language_of(clause.text) is Language.JAPANESE or known.language is Language.JAPANESE else english
    if question:
        return None
    return reader.read(clause) or (english.read(clause) if reader is japanese else None)


def _again(clause: Clause, known: Known) -> Plan | None:
    """`No, at 4`, `やっぱり金曜日に`: a time alone moves the task just spoken of."""
    when = clause.when
    if not known.focus or not when.found or not _AGAIN.match(clause.timeless.strip(" .!、。")):
        return None
    tasks = [t for t in known.tasks if t.id in known.focus]
    if len(tasks) != 1:
        return None
    return Calls(calls=(moved(tasks[0], when),))


def _step(wish: Wish, clause: Clause, known: Known) -> Plan:
    if wish.aim is Aim.ADD:
        if wish.when.others:
            return Unclear(question=False)  # several days for one title: which thing is when?
        return Calls(calls=tuple(added(title, wish.when, known.now, known.language) for title in wish.items or (wish.words,)))
    if wish.aim is Aim.UNDO:
        return Calls(calls=undone(known)) if known.undo else NothingDone()
    found = meant(wish, known, said=clause.shown(clause.text))
    if found.hesitates:
        return Hesitating(between=found.hesitates)
    if not found.tasks:
        return _missing(wish, known)
    return Calls(calls=tuple(call for task in found.tasks for call in calls_for(wish, task)))


def _missing(wish: Wish, known: Known) -> Plan:
    """Not found: for certain where no model could find it either, in an empty schedule, on a day without tasks, or behind an `it`."""
    if is_pronoun(wish.words):
        return Unfound(pointed=True)
    at = wish.when.origin or wish.when
    if wish.everything and at.date_said and at.date is not None:
        return Unfound(period=(at.date, at.end_date or at.date))
    return Unfound(words=wish.words) if not known.tasks or wish.everything else Unclear(question=False)


def calls_for(wish: Wish, task: CustomTask) -> tuple[ToolCall, ...]:
    """The calls that fulfil a wish about one task that exists."""
    match wish.aim:
        case Aim.RENAME:
            return (ToolCall(tool="rename_custom_task", arguments={"task_id": task.id, "title": wish.text}),)
        case Aim.DONE | Aim.REOPEN:
            return (ToolCall(tool="toggle_custom_task", arguments={"task_id": task.id, "done": wish.aim is Aim.DONE}),)
        case Aim.MOVE:
            return (moved(task, wish.when),)
        case Aim.NOTE:
            return (ToolCall(tool="update_custom_task_memo", arguments={"task_id": task.id, "memo": joined(task.memo, wish.text)}),)
        case Aim.DELETE:
            return (ToolCall(tool="delete_custom_task", arguments={"task_id": task.id}),)
        case Aim.ADD | Aim.LIST | Aim.UNDO:
            return ()


def joined(memo: str | None, more: str) -> str:
    """A further note goes below the ones there are."""
    if not memo:
        return more
    return memo if more in memo.split("\n") else f"{memo}\n{more}"


def added(title: str, when: When, now: datetime, language: Language) -> ToolCall:
    """A new task. Of a period it takes the first day still to come, or for a deadline the last."""
    arguments: dict[str, Value] = {"title": title}
    day = when.date
    if day is not None and when.end_date is not None:
        day = when.end_date if when.deadline else max(day, min(now.date(), when.end_date))
    if day is not None:
        arguments["date"] = day.isoformat()
    arguments |= _times(when)
    if when.part is not None and when.time is None:
        arguments["memo"] = _PARTS[when.part][language is Language.JAPANESE]
    return ToolCall(tool="create_custom_task", arguments=arguments)


def moved(task: CustomTask, when: When) -> ToolCall:
    """A new day alone keeps the time, a new time alone the day; an hour without am or pm stays in the task's half of the day."""
    arguments: dict[str, Value] = {"task_id": task.id}
    if when.date_said or task.date is None:
        day: Day | None = when.date
    elif when.time is not None:
        day = task.date
    else:
        day = when.date
    if day is not None:
        arguments["date"] = day.isoformat()
    return ToolCall(tool="update_custom_task_time", arguments=arguments | _times(_settled(when, task)))


def _settled(when: When, task: CustomTask) -> When:
    """An hour without am or pm, read for the task's own day: in the waking hours, or for an evening task in the evening too."""
    if when.time is None or when.date_said or task.date is None:
        return when
    readings = [when.time, *(a for a in when.ambiguous if isinstance(a, Clock))]
    if len(readings) < 2:
        return when
    waking = [r for r in readings if 7 <= r.hour < 19] or readings
    chosen = max(readings) if task.time is not None and task.time.hour >= 18 else waking[0]
    return replace(when, time=chosen)


def _times(when: When) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if when.time is not None:
        found["time"] = when.time.strftime("%H:%M")
        if when.end_time is not None:
            start = timedelta(hours=when.time.hour, minutes=when.time.minute)
            end = timedelta(hours=when.end_time.hour, minutes=when.end_time.minute)
            found["minutes"] = int(((end - start) % timedelta(days=1)).total_seconds() // 60) or 1440
    if when.duration is not None and when.duration >= timedelta(minutes=1):
        found["minutes"] = int(when.duration.total_seconds() // 60)
    return found


def _listing(start: Day | None, end: Day | None, about: str | None, done: bool | None) -> ToolCall:
    arguments: dict[str, Value] = {}
    if start is not None:
        arguments["start"] = start.isoformat()
    if end is not None:
        arguments["end"] = end.isoformat()
    if about is not None:
        arguments["about"] = about
    if done is not None:
        arguments["done"] = done
    return ToolCall(tool="list_tasks_in_period", arguments=arguments)


def listing(when: When, *, about: str | None = None) -> ToolCall:
    """The list of a period that was said, or of everything open."""
    start = when.date if when.found else None
    return _listing(start, when.end_date or start, about, None if start or about else False)


def undone(known: Known) -> tuple[ToolCall, ...]:
    """The calls that take back what was last done, in the opposite order."""
    calls: list[ToolCall] = []
    for step in reversed(known.undo):
        if isinstance(step, Sequence) and len(step) == 2 and isinstance(step[1], dict):
            calls.append(ToolCall(tool=str(step[0]), arguments=dict(step[1])))
    return tuple(calls)


def segments(request: str, now: datetime) -> tuple[When, ...]:
    """The times of a sentence that names several, one for each clause that names one; the whole sentence's when they go together."""
    whole = resolve(request, now)
    if not whole.others:
        return (whole,) if whole.found else ()
    pieces = [resolve(piece, now) for piece in re.split(r"\s*(?:,|;|\band\b|、|。|(?<=[てで])(?=[^くもい]))\s*", request) if piece.strip()]
    return tuple(dict.fromkeys(p for p in pieces if p.found)) or (whole,)
