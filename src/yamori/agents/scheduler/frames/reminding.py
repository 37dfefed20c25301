"""Frames that ask to be reminded: of something new at its time, of a row that there is, so long before it begins or at a moment."""

from collections.abc import Sequence
from datetime import datetime

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.adding import add_entry, reminded_before
from yamori.agents.scheduler.frames.leads import clock_of_lead, lead_apart, lead_before, spoken_lead
from yamori.agents.scheduler.frames.new_titles import titled
from yamori.agents.scheduler.frames.reminder_moments import reminded_then, reminder_time
from yamori.agents.scheduler.frames.rows import Row, rows_of
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import new_when
from yamori.agents.scheduler.rules.entities.resolution import option
from yamori.agents.scheduler.rules.entities.titles import core
from yamori.agents.scheduler.rules.reading.intents import Operation
from yamori.agents.scheduler.rules.reading.reminder_intents import minutes_before
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.wording import words_in
from yamori.domain.values import Value
from yamori.understanding.frame import Slot, SlotName


def remind(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    if spoken.slots(SlotName.LEAD):
        return _before(spoken)
    titles = spoken.slots(SlotName.TITLE)
    if len(titles) == 1 and not spoken.slots(SlotName.REPEAT, SlotName.PERSON, SlotName.TEXT, SlotName.DURATION):
        row = _row_called(spoken, titles[0])
        if row is not None and (call := _of_row(spoken, row)) is not None:
            return (call,)
    if not titles:
        if beside := spoken.slots(SlotName.PERSON, SlotName.TEXT, SlotName.REPEAT, SlotName.DURATION):
            raise Unhonoured(beside[0])
        return (_nudge(spoken),)
    if (own_moment := _own_moment(spoken)) is not None:
        by_then = spoken.without(*spoken.slots(SlotName.WHEN)[:1])
        return tuple(reminded_then(by_then, entry) for entry in add_entry(spoken.without(own_moment), remind=True))
    return add_entry(spoken, remind=True)


def _own_moment(spoken: SpokenFrame) -> Slot | None:
    """Of two moments the one that only says when to tell: `tea on Friday at noon, tell me in the morning`. Raises `Unhonoured` where that
    cannot be told."""
    moments = spoken.slots(SlotName.WHEN)
    if len(moments) < 2:
        return None
    first, *others = (new_when(spoken.without(*(m for m in moments if m is not moment)), SlotName.WHEN) for moment in moments)
    if first.time is None or all(other.time is None and other.part is None for other in others):
        return None
    if len(others) > 1 or len(spoken.slots(SlotName.TITLE)) != 1:
        raise Unhonoured(moments[-1])
    return None if _is_list(spoken, moments) else moments[1]


def _is_list(spoken: SpokenFrame, moments: Sequence[Slot]) -> bool:
    """`Monday at 7 and Wednesday at 8`: with nothing between the two that belongs to either."""
    first, second = moments[0].span, moments[1].span
    others = [slot for slot in spoken.frame.slots if first.end <= slot.span.start and slot.span.end <= second.start]
    return not others and not spoken.content(spoken.between(moments[0], moments[1]))


def _nudge(spoken: SpokenFrame) -> ToolCall:
    """A call at a moment; what is said then is why it was asked for, if that was said: 5分後に声かけて."""
    when = new_when(spoken, SlotName.WHEN)
    if when.time is None or when.date is None or when.each:
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    at = datetime.combine(when.date, when.time).strftime("%Y-%m-%dT%H:%M")
    reason = spoken.slot(SlotName.REASON)
    text = titled(spoken.said(reason)) if reason is not None else words_in(spoken.utterance.language).say("titles.reminder")
    return ToolCall(tool="set_reminder", arguments={"text": text, "at": at})


def _before(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """So long before what a title names; or before something new, where that has a day. Of two titles one names the row, the other says
    what to think of then."""
    apart = lead_apart(spoken)
    is_joint, spoken = apart is not spoken, apart
    lead_slot = spoken.slot(SlotName.LEAD)
    clock = clock_of_lead(spoken)
    spoken_lead(spoken, clock=clock)
    rest = spoken.without(clock)
    titles = rest.slots(SlotName.TITLE)
    rows: list[tuple[Slot | None, tuple[Row, ...]]] = []
    lost: list[Unhonoured] = []
    for slot in titles or (None,):
        try:
            rows.append((slot, rows_of(rest, slot, Operation.MOVE)))
        except Unhonoured as unfound:
            if unfound.options:
                raise
            lost.append(unfound)
    if not rows:
        when = new_when(rest, SlotName.WHEN)
        if when.date is None and not rest.slots(SlotName.REPEAT):
            raise lost[0]
        return tuple(reminded_before(spoken, call, clock=clock) for call in add_entry(rest.without(lead_slot)))
    if len(lost) > 1 or (lost and (len(rows) > 1 or not (is_joint or _is_apart(lead_slot, titles)))):
        raise lost[0]
    text: dict[str, Value] = {"text": titled(spoken.said(lost[0].slot))} if lost and lost[0].slot is not None else {}
    calls = []
    for _, named in rows:
        for row in named:
            if isinstance(row, CustomTask) and row.date is None:
                raise Unhonoured(lead_slot)
            calls.append(_set(row, lead_before(spoken, row.time, clock=clock), text))
    return tuple(calls)


def _is_apart(lead: Slot | None, titles: Sequence[Slot]) -> bool:
    """The lead stands between the two: `take the card [an hour before] the dentist`, unlike `the dentist and the optician`."""
    return lead is not None and len(titles) == 2 and titles[0].span.end <= lead.span.start and lead.span.end <= titles[1].span.start


def _row_called(spoken: SpokenFrame, slot: Slot) -> Row | None:
    """The row to come that bears exactly this title: `remind me of the dentist`, where `to call the dentist` is something else."""
    try:
        rows = rows_of(spoken.without(spoken.slot(SlotName.WHEN)), slot, Operation.MOVE)
    except Unhonoured:
        return None
    if len(rows) != 1 or core(rows[0].title) != core(spoken.said(slot)):
        return None
    row = rows[0]
    if isinstance(row, CustomTask) and (row.done or row.date is None or row.date < spoken.known.now.date()):
        return None
    return row


def _of_row(spoken: SpokenFrame, row: Row) -> ToolCall | None:
    """At its beginning, or at the moment that was said; None where something new is to be added. Raises `Unhonoured` for a later moment."""
    when = new_when(spoken, SlotName.WHEN)
    if not when.found:
        return _set(row, 0, {})
    if not isinstance(row, CustomTask) or row.date is None or row.time is None or when.each or when.end_date is not None:
        return None
    at = reminder_time(when)
    minutes = minutes_before(at, row.date, row.time)
    day = at.day or row.date
    ahead = any(datetime.combine(day, clock, spoken.known.now.tzinfo) > spoken.known.now for clock in at.clocks)
    if minutes is None or not ahead:
        raise Unhonoured(spoken.slot(SlotName.WHEN), [option(row)])
    return _set(row, minutes, {})


def _set(row: Row, minutes: int, text: dict[str, Value]) -> ToolCall:
    row_id: dict[str, Value] = {"task_id": row.id} if isinstance(row, CustomTask) else {"routine_id": row.id}
    return ToolCall(tool="set_reminder", arguments={**row_id, "lead_minutes": minutes, **text})
