"""Frames about rows that exist: done, deleted, changed, left out once, and the last change taken back."""

from datetime import timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.moving import move
from yamori.agents.scheduler.frames.new_titles import noted, titled, with_persons
from yamori.agents.scheduler.frames.rows import Row, options_of, refuse_repeat, rows_of, titles_of
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import period_of, when_of
from yamori.agents.scheduler.frames.vocabulary import speak_of
from yamori.agents.scheduler.frames.waiting_reminders import reminders_of
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.resolution import option
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation
from yamori.agents.scheduler.rules.resolving.calls import calls_for, joined, undone
from yamori.agents.scheduler.rules.resolving.routine_calls import ticks
from yamori.agents.scheduler.rules.rows.days import occurrence_days
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.home_clock import next_at_home
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.domain.values import Value
from yamori.domain.when import resolve
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
    for slot in titles_of(spoken):
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
    calls = ticks(with_persons(spoken, slot), at, spoken.known)
    if calls and at.date_said and (at.date is None or at.date > spoken.known.now.date() or at.end_date is not None):
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    return calls


def delete(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """Tasks and routines go; a routine of which a day is said is left out on it. Of a reminder only the notification goes, unless it is of
    something without a time, of which it may be all that there is."""
    calls: list[ToolCall] = []
    titles = titles_of(spoken)
    for slot in titles:
        if (reminders := reminders_of(spoken, slot)) is not None:
            if len(titles) > 1:
                raise Unhonoured(slot)  # `the reminder for the dentist` names one thing with two titles
            calls += [_cancelled(reminder, spoken) for reminder in reminders]
            continue
        for row in rows_of(spoken, slot, Operation.DELETE):
            if isinstance(row, CustomTask):
                refuse_repeat(spoken)
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


def skip(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """The occurrences of the days that were said, or the next one; only of what comes again."""
    calls: list[ToolCall] = []
    for slot in titles_of(spoken):
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
    rows = rows_of(spoken, titles[0] if titles else None, Operation.RENAME)
    if len(rows) > 1:
        raise Unhonoured(titles[0] if titles else None, options_of(rows, spoken))
    return (_changed(spoken, rows[0], texts[0]),)


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
