"""Frames about rows that exist: done, deleted, moved, changed, left out once."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.new_titles import noted, titled, with_persons
from yamori.agents.scheduler.frames.rows import Row, reminders_of, rows_of
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import is_past, length_of, period_of, weekdays_of, when_of
from yamori.agents.scheduler.frames.vocabulary import is_everything, is_general, speak_of
from yamori.agents.scheduler.rules.alarms import CALLED, alarm_at
from yamori.agents.scheduler.rules.calls import calls_for, joined, undone
from yamori.agents.scheduler.rules.days import occurrence_days
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.home_clock import next_at_home
from yamori.agents.scheduler.rules.instants import zone_of
from yamori.agents.scheduler.rules.intents import Intent, Operation
from yamori.agents.scheduler.rules.plan import ahead_of_now, moving
from yamori.agents.scheduler.rules.plans import Calls
from yamori.agents.scheduler.rules.reminder import Reminder
from yamori.agents.scheduler.rules.resolution import is_pronoun, option
from yamori.agents.scheduler.rules.routine import Routine
from yamori.agents.scheduler.rules.routine_intents import RoutineAct, RoutineWish
from yamori.agents.scheduler.rules.routine_reading import plan_routine
from yamori.agents.scheduler.rules.shift import Shift, shifted
from yamori.domain.values import Value
from yamori.domain.when import When, resolve
from yamori.understanding.frame import Slot, SlotName

_DAY = timedelta(days=1)


def undo(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """The last change of the schedule; none of it where there is none."""
    if not spoken.known.undo:
        raise Unhonoured
    return undone(spoken.known)


def complete(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """Steps and routines of the day are ticked off, tasks done. Raises `Unhonoured` for what is said not to be done."""
    if spoken.is_negated:
        raise Unhonoured
    calls: list[ToolCall] = []
    for slot in _titles(spoken):
        if slot is not None and (ticked := _ticked(spoken, slot)):
            calls += ticked
            continue
        for row in rows_of(spoken, slot, Operation.DONE):
            if isinstance(row, Routine):
                raise Unhonoured(slot)
            calls += calls_for(Intent(operation=Operation.DONE), row)
    return tuple(calls)


def _ticked(spoken: SpokenFrame, slot: Slot) -> tuple[ToolCall, ...]:
    """Ticks of a routine or its steps, where the words mean one better than any task."""
    at = when_of(spoken, SlotName.WHEN)
    step = with_persons(spoken, slot)
    plan = plan_routine(RoutineWish(act=RoutineAct.TICK, step=step, when=at), spoken.known)
    if not isinstance(plan, Calls) or not plan.calls:
        return ()
    if at.date_said and (at.date is None or at.date > spoken.known.now.date() or at.end_date is not None):
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    return plan.calls


def delete(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """Tasks and routines go; a routine of which a day is said is left out on it. Of a reminder only the telling goes, unless it is of
    something without a time, of which it may be all that there is."""
    calls: list[ToolCall] = []
    for slot in _titles(spoken):
        if (reminders := reminders_of(spoken, slot)) is not None:
            calls += [_cancelled(reminder, spoken) for reminder in reminders]
            continue
        for row in rows_of(spoken, slot, Operation.DELETE):
            if isinstance(row, CustomTask):
                _refuse_repeat(spoken)
                calls += calls_for(Intent(operation=Operation.DELETE), row)
            elif when_of(spoken, SlotName.WHEN).date_said:
                calls += _left_out(spoken, row)
            else:
                calls.append(_deleted(spoken, row))
    return tuple(calls)


def _cancelled(reminder: Reminder, spoken: SpokenFrame) -> ToolCall:
    task = next((t for t in spoken.known.tasks if t.id == reminder.task_id), None)
    if task is not None and task.time is None:
        return ToolCall(tool="delete_custom_task", arguments={"task_id": task.id})
    return ToolCall(tool="cancel_reminder", arguments={"reminder_id": reminder.id})


def _deleted(spoken: SpokenFrame, routine: Routine) -> ToolCall:
    """The whole series; a repetition that is said must be the routine's own."""
    slot = spoken.slot(SlotName.REPEAT)
    if slot is not None and resolve(spoken.said(slot), spoken.known.now).rrule != routine.recurrence:
        raise Unhonoured(slot, [option(routine)])
    return ToolCall(tool="delete_routine", arguments={"routine_id": routine.id})


def _refuse_repeat(spoken: SpokenFrame) -> None:
    if (slot := spoken.slot(SlotName.REPEAT)) is not None:
        raise Unhonoured(slot)


def skip(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """The occurrences of the days that were said, or the next one; only of what comes again."""
    calls: list[ToolCall] = []
    for slot in _titles(spoken):
        for row in rows_of(spoken, slot, Operation.DELETE):
            if isinstance(row, CustomTask):
                raise Unhonoured(slot, [option(row)])
            calls += _left_out(spoken, row)
    return tuple(calls)


def _left_out(spoken: SpokenFrame, routine: Routine) -> list[ToolCall]:
    today, home = spoken.known.now.date(), zone_of(spoken.known.now)
    when = when_of(spoken, SlotName.WHEN)
    if when.rrule is not None:
        raise Unhonoured(spoken.slot(SlotName.WHEN), [option(routine)])  # not once, but for good
    period = period_of(when)
    if period is None:
        coming = next_at_home(routine, today - _DAY, home)
        days = [coming[0]] if coming is not None else []
    else:
        days = [day for day, _ in occurrence_days(routine, max(period[0], today), period[1], home) if day >= today]
    if not days:
        raise Unhonoured(spoken.slot(SlotName.WHEN) or spoken.slot(SlotName.TITLE), [option(routine)])
    return [ToolCall(tool="skip_routine", arguments={"routine_id": routine.id, "date": day.isoformat()}) for day in days]


def move(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """To another day, time or length; counted from where it lies where that was said (`an hour later`)."""
    calls: list[ToolCall] = []
    for slot in _titles(spoken):
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
    _refuse_repeat(spoken)
    slot, length = spoken.slot(SlotName.NEW_WHEN), spoken.slot(SlotName.DURATION)
    intent = Intent(operation=Operation.MOVE, everything=len(tasks) > 1)
    shift = _shift(spoken, slot or length)
    if shift is not None:
        intent = replace(intent, shift=shift)
        length = None if slot is None else length
    elif slot is not None:
        when = ahead_of_now(when_of(spoken, SlotName.NEW_WHEN), tasks[0], spoken.known.now)
        _check_target(spoken, slot, when, tasks)
        intent = replace(intent, when=when)
    elif length is None:
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    if length is not None:
        if shift is not None:
            raise Unhonoured(length)
        intent = replace(intent, when=replace(intent.when, duration=_lasting(spoken, length, tasks)))
    plan = moving(intent, tasks)
    if not isinstance(plan, Calls):
        raise Unhonoured(slot or length or spoken.slot(SlotName.DURATION))
    return plan.calls


def _shift(spoken: SpokenFrame, slot: Slot | None) -> Shift | None:
    """How far it moves from where it lies, by the slot itself (`an hour later`), or by an amount and the verb beside it (`push it back an
    hour`). Raises `Unhonoured` where only a part of the slot is read."""
    if slot is None or speak_of(spoken.words, "lengthen") or speak_of(spoken.words, "shorten"):
        return None
    told = shifted(spoken.text_without(*(s for s in spoken.frame.slots if s is not slot)))
    if length_of(spoken, slot) is not None:
        return told[0] if told is not None else None
    found = shifted(spoken.said(slot)) if slot.name is SlotName.NEW_WHEN else None
    if found is None:
        return None
    if spoken.content(found[1]):
        raise Unhonoured(slot)
    return told[0] if told is not None else found[0]  # `forward by a day` is earlier, `by a day` alone is not


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
    wish = RoutineWish(act=RoutineAct.TIMES, words=routine.title, when=when, weekdays=weekdays)
    plan = plan_routine(wish, replace(spoken.known, routines=(routine,), tasks=()))
    if not isinstance(plan, Calls):
        raise Unhonoured(slot)
    return plan.calls[0]


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
    title = alarm.text or CALLED[0][spoken.is_japanese]
    gone = ToolCall(tool="cancel_reminder", arguments={"reminder_id": alarm.id})
    return gone, alarm_at(when, title, spoken.known.now, wake=False)


def change(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """Another title, memo or place, whichever the frame's own words say; a new time or length is a move."""
    titles, texts = spoken.slots(SlotName.TITLE), spoken.slots(SlotName.TEXT)
    if spoken.slots(SlotName.NEW_WHEN, SlotName.DURATION):
        if texts:
            raise Unhonoured(texts[0])
        return move(spoken)
    if not texts and len(titles) == 2:
        titles, texts = titles[:1], titles[1:]
    if len(texts) != 1 or len(titles) > 1:
        raise Unhonoured((*texts[1:], *titles[1:], None)[0])
    (row,) = rows_of(spoken, titles[0] if titles else None, Operation.RENAME)
    return (_changed(spoken, row, texts[0]),)


def _changed(spoken: SpokenFrame, row: Row, slot: Slot) -> ToolCall:
    said = spoken.said(slot).strip('「」『』"“”')
    detail = next((sort for sort in ("place", "note", "rename") if speak_of(spoken.words, sort)), None)
    if detail == "rename":
        if is_pronoun(said):
            raise Unhonoured(slot)
        if isinstance(row, Routine):
            return ToolCall(tool="update_routine", arguments={"routine_id": row.id, "title": titled(said)})
        return calls_for(Intent(operation=Operation.RENAME, text=titled(said)), row)[0]
    if detail == "note":
        if isinstance(row, CustomTask):
            instead = speak_of(spoken.words, "changed")
            return calls_for(Intent(operation=Operation.NOTE, text=noted(said), instead=instead), row)[0]
        memo: Value = joined(row.memo, noted(said))
        return ToolCall(tool="update_routine", arguments={"routine_id": row.id, "memo": memo})
    if detail == "place" and isinstance(row, CustomTask):
        return calls_for(Intent(operation=Operation.PLACE, text=noted(said)), row)[0]
    raise Unhonoured(slot)


def _titles(spoken: SpokenFrame) -> tuple[Slot | None, ...]:
    """Each title; None alone for what was just spoken of. Of words that name nothing (予定, 全部) the one that says how many."""
    titles = spoken.slots(SlotName.TITLE)
    if len(titles) > 1 and all(is_general(spoken.said(t)) for t in titles):
        return tuple(t for t in titles if is_everything(spoken.said(t)))[:1] or titles
    return titles or (None,)
