"""Frames that put something new on the schedule: entries, routines, things for a list."""

from dataclasses import replace
from datetime import time as Clock
from datetime import timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.leads import lead_before
from yamori.agents.scheduler.frames.new_titles import new_titles, noted
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import length_of, new_when, weekdays_of
from yamori.agents.scheduler.rules.entities.resolution import option
from yamori.agents.scheduler.rules.entities.titles import match_title
from yamori.agents.scheduler.rules.resolving.calls import added
from yamori.agents.scheduler.rules.resolving.routine_calls import half_of_title, new_routines
from yamori.domain.values import Value
from yamori.domain.when import When
from yamori.understanding.frame import Slot, SlotName


def add_entry(spoken: SpokenFrame, *, remind: bool = False) -> tuple[ToolCall, ...]:
    """A task, or with a repetition a routine, for each title. `remind`: remind the person at its time."""
    titles = new_titles(spoken)
    when = _with_length(spoken, new_when(spoken, SlotName.WHEN, SlotName.REPEAT, *_until(spoken)))
    if spoken.slots(SlotName.REPEAT):
        calls = tuple(call for title in titles for call in _routines(spoken, title, when, remind=remind))
    else:
        now, language = spoken.known.now, spoken.known.language
        each = [(title, _in_its_half(one, title)) for title in titles for one in when.each or (when,)]
        calls = tuple(added(title, at, now, language, remind=remind) for title, at in each)
    if memo := "\n".join(noted(spoken.said(s)) for s in spoken.slots(SlotName.TEXT)):
        calls = tuple(replace(call, arguments={"memo": memo, **call.arguments}) for call in calls)
    if spoken.slots(SlotName.LEAD):
        calls = tuple(reminded_before(spoken, call) for call in calls)
    return calls


def _in_its_half(when: When, title: str) -> When:
    """`date night at eight` is in the evening; not where that has gone by today."""
    return half_of_title(when, title) if when.date_said else when


def with_lead(call: ToolCall, minutes: int) -> ToolCall:
    """What is added reminds the person so long before, instead of whenever it would have."""
    rest: dict[str, Value] = {name: value for name, value in call.arguments.items() if name != "remind_at"}
    return replace(call, arguments={**rest, "remind_minutes": minutes})


def reminded_before(spoken: SpokenFrame, call: ToolCall, *, clock: Slot | None = None) -> ToolCall:
    """What is added reminds the person so long before as the frame's lead says. Raises `Unhonoured` where it has no day."""
    if call.tool == "create_custom_task" and "date" not in call.arguments:
        raise Unhonoured(spoken.slot(SlotName.LEAD))  # before what?
    begins = Clock.fromisoformat(str(call.arguments["time"])) if "time" in call.arguments else None
    part = "memo" in call.arguments and begins is None
    return with_lead(call, lead_before(spoken, begins, part=part, clock=clock))


def _until(spoken: SpokenFrame) -> tuple[SlotName, ...]:
    """A length that is no amount (`until ten`) is read with the time at which it begins."""
    slots = spoken.slots(SlotName.DURATION)
    return (SlotName.DURATION,) if any(length_of(spoken, slot) is None for slot in slots) else ()


def _with_length(spoken: SpokenFrame, when: When) -> When:
    slots = spoken.slots(SlotName.DURATION)
    if not slots or _until(spoken):
        if slots and when.end_time is None and when.end_date is None and when.duration is None and when.rrule is None:
            raise Unhonoured(slots[0])
        return when
    lengths = [length_of(spoken, slot) for slot in slots]
    if len(slots) > 1 or lengths[0] is None or lengths[0] < timedelta(minutes=1):
        raise Unhonoured(slots[-1])
    each = tuple(replace(one, duration=lengths[0]) for one in when.each)
    return replace(when, duration=lengths[0], each=each)


def _routines(spoken: SpokenFrame, title: str, when: When, *, remind: bool) -> tuple[ToolCall, ...]:
    calls = new_routines(title, when, weekdays_of(spoken), spoken.known, remind=remind)
    if not calls:  # there is such a routine already
        same = match_title(title, spoken.known.routines)
        rows = same.candidates or ((same.found,) if same.found is not None else ())
        raise Unhonoured(spoken.slot(SlotName.TITLE), [option(row) for row in rows])
    return calls
