"""A frame that says more of what the one before it adds or moves: `… tomorrow at three, and remind me an hour before`."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.adding import told_before, told_so_long_before
from yamori.agents.scheduler.frames.leads import clock_of_lead, lead_before
from yamori.agents.scheduler.frames.new_titles import noted
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import new_when
from yamori.agents.scheduler.frames.vocabulary import speak_of
from yamori.agents.scheduler.rules.reminder_intents import ToldAt, minutes_before
from yamori.agents.scheduler.rules.resolution import is_pronoun
from yamori.understanding.frame import IntentName, SlotName

_NEW = frozenset(("create_custom_task", "add_routine"))


def followed(spoken: SpokenFrame, last: Sequence[ToolCall]) -> tuple[ToolCall, ...] | None:
    """What stands in place of the calls of the frame before; None for a frame that is a matter of its own. Raises `Unhonoured`."""
    titles = spoken.slots(SlotName.TITLE)
    if any(not is_pronoun(spoken.said(title)) for title in titles) or spoken.slots(SlotName.PERSON, SlotName.DURATION):
        return None
    found = [_followed(spoken, call) for call in last]
    return tuple(call for calls in found if calls is not None for call in calls) if found and None not in found else None


def _followed(spoken: SpokenFrame, last: ToolCall) -> tuple[ToolCall, ...] | None:
    texts = spoken.slots(SlotName.TEXT)
    if spoken.frame.intent is IntentName.REMIND and not texts:
        return _told(spoken, last)
    if spoken.frame.intent is IntentName.CHANGE and last.tool in _NEW and len(texts) == 1 and speak_of(spoken.words, "note"):
        memo = "\n".join(str(m) for m in (last.arguments.get("memo"), noted(spoken.said(texts[0]))) if m)
        return (replace(last, arguments={**last.arguments, "memo": memo}),)
    return None


def _told(spoken: SpokenFrame, last: ToolCall) -> tuple[ToolCall, ...] | None:
    slot = spoken.slot(SlotName.WHEN)
    if last.tool in _NEW and spoken.slots(SlotName.LEAD):
        return (told_before(spoken, last, clock=clock_of_lead(spoken)),)
    if last.tool == "update_custom_task_time" and spoken.slots(SlotName.LEAD) and "date" in last.arguments:
        begins = Clock.fromisoformat(str(last.arguments["time"])) if "time" in last.arguments else _begins(spoken, last)
        minutes = lead_before(spoken, begins, clock=clock_of_lead(spoken))
        return (last, ToolCall(tool="set_reminder", arguments={"task_id": last.arguments["task_id"], "lead_minutes": minutes}))
    if last.tool == "create_custom_task" and slot is not None:
        return (_told_at(spoken, last),)
    if last.tool in _NEW and not spoken.slots(SlotName.REPEAT) and "time" in last.arguments:
        return (told_so_long_before(last, 0),)
    return None


def _begins(spoken: SpokenFrame, call: ToolCall) -> Clock | None:
    return next((t.time for t in spoken.known.tasks if t.id == call.arguments["task_id"]), None)


def _told_at(spoken: SpokenFrame, last: ToolCall) -> ToolCall:
    """At a moment before it begins; of what has no time of its own, then."""
    slot, when = spoken.slot(SlotName.WHEN), new_when(spoken, SlotName.WHEN)
    if when.time is None or when.each or when.rrule is not None:
        raise Unhonoured(slot)
    day = Day.fromisoformat(str(last.arguments["date"])) if "date" in last.arguments else when.date
    if "time" not in last.arguments and day is not None and (not when.date_said or when.date == day):
        at = {"date": day.isoformat(), "time": f"{when.time:%H:%M}"}
        return told_so_long_before(replace(last, arguments={**last.arguments, **at}), 0)
    clocks = tuple(c for c in (when.time, *when.ambiguous) if isinstance(c, Clock))
    told = ToldAt(rest="", clocks=clocks, day=when.date if when.date_said else None)
    begins = Clock.fromisoformat(str(last.arguments["time"])) if "time" in last.arguments else None
    minutes = minutes_before(told, day, begins) if day is not None and begins is not None else None
    if minutes is None:
        raise Unhonoured(slot)
    return told_so_long_before(last, minutes)
