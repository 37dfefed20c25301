"""Frames that ask: what is planned, when one thing is, when there is time."""

from dataclasses import replace
from datetime import date as Day

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.new_titles import titled
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import length_of, period_of, when_of
from yamori.agents.scheduler.frames.vocabulary import forms_of, is_general, is_myself, speak_of
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.titles import SURE, match_title, score
from yamori.agents.scheduler.rules.resolving.calls import in_period
from yamori.agents.scheduler.rules.resolving.free_time import find_free
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.domain.values import Value
from yamori.domain.when import When, resolve, without_when
from yamori.understanding.frame import Slot, SlotName

_ENDS = frozenset(("by", "until", "through", "before"))
"""What says until when."""
_AHEAD = "this week"
"""Days that are compared, or looked through for what clashes, where none are said."""


def list_entries(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """What is on in a period, or of one sort; what has a name of its own is looked for by it."""
    when = when_of(spoken, SlotName.WHEN, SlotName.DURATION)
    slots = spoken.slots(SlotName.TITLE, SlotName.QUERY)
    words = spoken.words.union(*(forms_of(spoken.said(s)) for s in slots))
    named = [s for s in slots if not is_general(spoken.said(s)) and not _is_of_a_sort(spoken.said(s))]
    abouts = [_title_of(spoken, s) for s in named] + [spoken.said(p) for p in _others(spoken)]
    if not abouts and (call := _of_a_sort(spoken, words, when)) is not None:
        return (call,)
    done = True if speak_of(words, "finished") and not speak_of(words, "open") and not spoken.is_negated else None
    periods: list[tuple[Day, Day] | None] = [p for one in when.each if (p := period_of(one)) is not None]
    periods = periods or [_until(spoken, when)]
    calls = []
    for about in (*abouts, *(() if abouts else (None,))):
        for period in dict.fromkeys(periods):
            start, end = period or (None, None)
            calls.append(in_period(start, end, about, done if start is not None or about or done else False))
    return tuple(calls)


_SORTS = ("timer", "alarm", "reminder", "routine", "overdue", "clash", "changed", "busiest", "quietest")


def _is_of_a_sort(text: str) -> bool:
    """`my reminders`, 習慣: a sort of rows, and no name of one."""
    forms = forms_of(text)
    return any(speak_of(forms, sort) for sort in _SORTS)


def _of_a_sort(spoken: SpokenFrame, words: frozenset[str], when: When) -> ToolCall | None:
    """The tool for what is no list of tasks; None for tasks."""
    slot = spoken.slot(SlotName.WHEN)
    sort = next((s for s in _SORTS if speak_of(words, s)), None)
    match sort:
        case "timer" | "alarm" | "reminder":
            if not when.found:
                return ToolCall(tool="list_reminders", arguments={})
            if sort != "reminder":
                raise Unhonoured(slot)
        case "routine":
            period = period_of(when)
            if period is not None and period[0] != period[1]:
                raise Unhonoured(slot)
            return ToolCall(tool="list_routines", arguments={"date": period[0].isoformat()} if period else {})
        case "overdue":
            return ToolCall(tool="list_overdue", arguments={})
        case "changed":
            if when.found:
                raise Unhonoured(slot)
            return ToolCall(tool="list_changes", arguments={})
        case "clash":
            return ToolCall(tool="find_conflicts", arguments=_days(spoken, when))
        case "busiest" | "quietest":
            return ToolCall(tool="compare_days", arguments={**_days(spoken, when), "busiest": sort == "busiest"})
    if not when.found and speak_of(words, "next"):
        return ToolCall(tool="find_next", arguments={})
    return None


def _days(spoken: SpokenFrame, when: When) -> dict[str, Value]:
    period = period_of(when) or period_of(resolve(_AHEAD, spoken.known.now))
    return {"start": period[0].isoformat(), "end": period[1].isoformat()} if period else {}


def find(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """Where one thing stands. The list looks in every calendar, so that what is unknown here may still be found."""
    when = when_of(spoken, SlotName.WHEN)
    slots = spoken.slots(SlotName.TITLE, SlotName.QUERY)
    abouts = [(s, _title_of(spoken, s)) for s in slots] + [(p, spoken.said(p)) for p in _others(spoken) if not slots]
    if not abouts:
        return (_far(spoken, when),) if when.found else list_entries(spoken)
    return tuple(_found(spoken, slot, about, when) for slot, about in abouts)


def _found(spoken: SpokenFrame, slot: Slot, about: str, when: When) -> ToolCall:
    if any(speak_of(forms_of(about), sort) for sort in ("timer", "alarm", "reminder")):
        return ToolCall(tool="list_reminders", arguments={})
    tasks, routines = match_title(about, spoken.known.tasks), match_title(about, spoken.known.routines)
    period = period_of(when)
    if when.rrule is not None:
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    if routines.found is not None and routines.score > tasks.score:
        date: dict[str, Value] = {"date": period[0].isoformat()} if period is not None else {}
        return ToolCall(tool="list_routines", arguments={"routine_id": routines.found.id, **date})
    if tasks.score < SURE and not when.found:
        named = resolve(about, spoken.known.now)
        if named.date_said and without_when(about, spoken.known.now) == "" and not named.problem:
            return _far(spoken, named)
    if speak_of(spoken.words, "next") and not when.found:
        return ToolCall(tool="find_next", arguments={"about": about})
    there = period is not None and any(_lies(t, when) and score(about, t.title) >= SURE for t in spoken.known.tasks)
    start, end = period if there and period is not None else (None, None)
    return in_period(start, end, about, None)


def _lies(task: CustomTask, when: When) -> bool:
    period = period_of(when)
    return period is not None and task.date is not None and task.date <= period[1] and (task.last_day or task.date) >= period[0]


def _until(spoken: SpokenFrame, when: When) -> tuple[Day, Day] | None:
    """The days that were said; from today on where only their end was (`by Friday`, `between now and Sunday`), and the day on which a time
    alone comes next. Raises `Unhonoured` for days that come again, which no list has."""
    if when.rrule is not None:
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    period, today = period_of(when), spoken.known.now.date()
    if period is None:
        return (when.date, when.date) if when.date is not None else None
    if period[0] != period[1] or period[0] < today:
        return period
    from_now = any(speak_of(forms_of(spoken.said(s)), "now") for s in spoken.slots(SlotName.WHEN))
    return (today, period[1]) if from_now or any(s.lead in _ENDS for s in when.spans) else period


def _far(spoken: SpokenFrame, when: When) -> ToolCall:
    """How long until a day; what is on in more than a day."""
    period = period_of(when)
    if period is None:
        raise Unhonoured(spoken.slot(SlotName.WHEN) or spoken.slot(SlotName.TITLE))
    if period[0] == period[1]:
        return ToolCall(tool="count_days", arguments={"date": period[0].isoformat()})
    return in_period(*period, None, None)


def free_time(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """Only the speaker's own: nobody else's day is known."""
    if others := _others(spoken):
        raise Unhonoured(others[0])
    slot = spoken.slot(SlotName.DURATION)
    length = length_of(spoken, slot) if slot is not None else None
    when = when_of(spoken, SlotName.WHEN, *(() if length is not None else (SlotName.DURATION,)))
    if when.rrule is not None:
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    if length is not None:
        when = replace(when, duration=length)
    return (find_free(when, spoken.known),)


def _title_of(spoken: SpokenFrame, slot: Slot) -> str:
    """The words of a title, or the title of what was just spoken of. Raises `Unhonoured` where nothing was."""
    said = spoken.said(slot)
    if not is_pronoun(said):
        return titled(said)
    focus = [t.title for t in spoken.known.tasks if t.id in spoken.known.focus]
    focus += [r.title for r in spoken.known.routines if r.id in spoken.known.routine_focus]
    if len(focus) != 1:
        raise Unhonoured(slot, focus)
    return focus[0]


def _others(spoken: SpokenFrame) -> list[Slot]:
    """Persons other than the speaker, and not of the reason that is told beside it (`… I must take mum to the clinic`)."""
    reasons = [s.span.start for s in spoken.slots(SlotName.REASON)]
    of_reason = [p for p in spoken.slots(SlotName.PERSON) if reasons and p.span.start < min(reasons) and _is_next(spoken, p, min(reasons))]
    return [p for p in spoken.slots(SlotName.PERSON) if p not in of_reason and not is_myself(spoken.said(p))]


def _is_next(spoken: SpokenFrame, slot: Slot, start: int) -> bool:
    """Whether nothing but small words stands between a slot and there."""
    return not spoken.content(spoken.utterance.normal.text[slot.span.end : start])
