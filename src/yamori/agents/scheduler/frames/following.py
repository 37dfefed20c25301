"""A frame that says more of what the one before it adds or moves: `… tomorrow at three, and remind me an hour before`."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.adding import reminded_before, with_lead
from yamori.agents.scheduler.frames.leads import clock_of_lead, lead_before
from yamori.agents.scheduler.frames.new_titles import noted
from yamori.agents.scheduler.frames.reminder_moments import minutes_to_begin, reminded_then
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame
from yamori.agents.scheduler.frames.vocabulary import speak_of
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
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
        return _reminded(spoken, last)
    if spoken.frame.intent is IntentName.CHANGE and last.tool in _NEW and len(texts) == 1 and speak_of(spoken.words, "note"):
        memo = "\n".join(str(m) for m in (last.arguments.get("memo"), noted(spoken.said(texts[0]))) if m)
        return (replace(last, arguments={**last.arguments, "memo": memo}),)
    return None


def _reminded(spoken: SpokenFrame, last: ToolCall) -> tuple[ToolCall, ...] | None:
    slot = spoken.slot(SlotName.WHEN)
    if last.tool in _NEW and spoken.slots(SlotName.LEAD):
        return (reminded_before(spoken, last, clock=clock_of_lead(spoken)),)
    if last.tool == "update_custom_task_time" and spoken.slots(SlotName.LEAD) and "date" in last.arguments:
        minutes = lead_before(spoken, _begins(spoken, last), clock=clock_of_lead(spoken))
        return (last, ToolCall(tool="set_reminder", arguments={"task_id": last.arguments["task_id"], "lead_minutes": minutes}))
    if last.tool == "update_custom_task_time" and slot is not None:
        day = Day.fromisoformat(str(last.arguments["date"])) if "date" in last.arguments else None
        minutes = minutes_to_begin(spoken, day, _begins(spoken, last))
        return (last, ToolCall(tool="set_reminder", arguments={"task_id": last.arguments["task_id"], "lead_minutes": minutes}))
    if last.tool == "create_custom_task" and slot is not None:
        return (reminded_then(spoken, last),)
    if last.tool in _NEW and not spoken.slots(SlotName.REPEAT) and "time" in last.arguments:
        return (with_lead(last, 0),)
    return None


def _begins(spoken: SpokenFrame, call: ToolCall) -> Clock | None:
    """When what is moved begins then."""
    if "time" in call.arguments:
        return Clock.fromisoformat(str(call.arguments["time"]))
    return next((t.time for t in spoken.known.tasks if t.id == call.arguments["task_id"]), None)
