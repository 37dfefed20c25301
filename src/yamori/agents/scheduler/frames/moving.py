"""Frames that move a row: to another day, time or length, an alarm to another hour, a routine to other days."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.rows import refuse_repeat, rows_of, titles_of
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import is_past, length_of, weekdays_of, when_of
from yamori.agents.scheduler.frames.vocabulary import speak_of
from yamori.agents.scheduler.frames.waiting_reminders import reminders_of
from yamori.agents.scheduler.rules.entities.resolution import option
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation
from yamori.agents.scheduler.rules.reading.shift import Shift
from yamori.agents.scheduler.rules.reading.shifts import shifted
from yamori.agents.scheduler.rules.resolving.alarms import alarm_at
from yamori.agents.scheduler.rules.resolving.planning import ahead_of_now, moving
from yamori.agents.scheduler.rules.resolving.plans import Calls
from yamori.agents.scheduler.rules.resolving.routine_calls import other_times
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.wording import words_in
from yamori.domain.when import When
from yamori.understanding.frame import Slot, SlotName


def move(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """To another day, time or length; counted from where it lies where that was said (`an hour later`)."""
    calls: list[ToolCall] = []
    for slot in titles_of(spoken):
        if (alarms := reminders_of(spoken, slot)) is not None:
            calls += [call for alarm in alarms for call in _rung_at(spoken, alarm)]
            continue
        rows = rows_of(spoken, slot, Operation.MOVE)
        routines = [row for row in rows if isinstance(row, Routine)]
        tasks = [row for row in rows if isinstance(row, CustomTask)]
        calls += [_other_times(spoken, routine) for routine in routines]
        if tasks:
            calls += _moved(spoken, tasks)
    return tuple(calls)


def _moved(spoken: SpokenFrame, tasks: Sequence[CustomTask]) -> tuple[ToolCall, ...]:
    refuse_repeat(spoken)
    slot, length = spoken.slot(SlotName.NEW_WHEN), spoken.slot(SlotName.DURATION)
    intent = Intent(operation=Operation.MOVE, everything=len(tasks) > 1)
    if slot is None and length is None:
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    if slot is not None and (shift := _shift(spoken, slot)) is not None:
        intent = replace(intent, shift=shift)
    elif slot is not None and length is None and length_of(spoken, slot) is not None:
        length = slot
    elif slot is not None:
        when = ahead_of_now(when_of(spoken, SlotName.NEW_WHEN), tasks[0], spoken.known.now)
        _check_target(spoken, slot, when, tasks)
        intent = replace(intent, when=when)
    if length is not None:
        if intent.shift is not None or (length is not slot and _shift(spoken, length) is not None):
            raise Unhonoured(length)  # by so much, or so long?
        intent = replace(intent, when=replace(intent.when, duration=_lasting(spoken, length, tasks)))
    plan = moving(intent, tasks)
    if not isinstance(plan, Calls):
        raise Unhonoured(slot or length)
    return plan.calls


def _shift(spoken: SpokenFrame, slot: Slot) -> Shift | None:
    """How far it moves from where it lies, by the slot itself (`an hour later`), or by an amount and the verb beside it (`push it back an
    hour`). Raises `Unhonoured` where only a part of the slot is read."""
    if speak_of(spoken.words, "lengthen") or speak_of(spoken.words, "shorten"):
        return None
    whole = shifted(spoken.text_without(*(s for s in spoken.frame.slots if s is not slot)))
    if length_of(spoken, slot) is not None:
        return whole[0] if whole is not None else None
    found = shifted(spoken.said(slot))
    if found is None:
        return None
    if spoken.content(found[1]):
        raise Unhonoured(slot)
    return whole[0] if whole is not None else found[0]  # `forward by a day` is earlier, `by a day` alone is not


def _lasting(spoken: SpokenFrame, slot: Slot, tasks: Sequence[CustomTask]) -> timedelta:
    """The new length, counted on from the one that it has where the frame says so (`extend it by half an hour`)."""
    length = length_of(spoken, slot)
    sign = 1 if speak_of(spoken.words, "lengthen") else -1 if speak_of(spoken.words, "shorten") else 0
    lengths = {task.duration for task in tasks}
    if length is None or (sign and (len(lengths) > 1 or None in lengths)):
        raise Unhonoured(slot)
    lasting = length if not sign else (lengths.pop() or timedelta(0)) + sign * length
    if lasting < timedelta(minutes=1):
        raise Unhonoured(slot)
    return lasting


def _check_target(spoken: SpokenFrame, slot: Slot, when: When, tasks: Sequence[CustomTask]) -> None:
    """A day or a time, still to come; a part of a day only where the task lies in it anyway."""
    nowhere = not when.date_said and when.time is None and when.duration is None
    if nowhere or when.scattered or when.each or when.rrule is not None:
        raise Unhonoured(slot)
    if is_past(when if when.date_said else replace(when, date=tasks[0].date), spoken.known.now) and when.duration is None:
        raise Unhonoured(slot)
    if when.part is not None and when.time is None:
        begins, ends = when.part.begins, when.part.ends
        if any(task.time is not None and not begins <= task.time < ends for task in tasks):
            raise Unhonoured(slot)


def _other_times(spoken: SpokenFrame, routine: Routine) -> ToolCall:
    """A routine's time of the day, or with a repetition its days: a single day would move every one of them."""
    slot = spoken.slot(SlotName.NEW_WHEN) or spoken.slot(SlotName.REPEAT)
    when = when_of(spoken, SlotName.NEW_WHEN, SlotName.REPEAT)
    dated = spoken.slots(SlotName.WHEN) and when_of(spoken, SlotName.WHEN).date_said
    if slot is None or dated or when.date_said or when.scattered or spoken.slots(SlotName.DURATION):
        raise Unhonoured(spoken.slot(SlotName.WHEN) if dated else slot or spoken.slot(SlotName.DURATION), [option(routine)])
    weekdays = when.weekdays or weekdays_of(spoken)
    if when.time is None and when.rrule is None and not weekdays:
        raise Unhonoured(slot)
    call = other_times(routine, when, weekdays)
    if call is None:
        raise Unhonoured(slot)
    return call


def _rung_at(spoken: SpokenFrame, alarm: Reminder) -> tuple[ToolCall, ToolCall]:
    """An alarm at another time is another alarm."""
    slot = spoken.slot(SlotName.NEW_WHEN)
    when = when_of(spoken, SlotName.NEW_WHEN)
    if alarm.moment is None or alarm.timer or when.time is None or when.rrule is not None or when.each or when.others:
        raise Unhonoured(slot or spoken.slot(SlotName.TITLE))
    if is_past(when, spoken.known.now):
        raise Unhonoured(slot)
    if not when.date_said:  # on its own day
        day = alarm.moment.astimezone(zone_of(spoken.known.now)).date()
        when = replace(when, date=day, date_said=True)
    title = alarm.text or words_in(spoken.utterance.language).say("titles.alarm")
    gone = ToolCall(tool="cancel_reminder", arguments={"reminder_id": alarm.id})
    return gone, alarm_at(when, title, spoken.known.now)
