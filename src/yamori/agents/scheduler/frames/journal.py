"""Frames that write or read the diary."""

from datetime import date as Day

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.frames.new_titles import noted
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import period_of, when_of
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.reading.clause import Clause
from yamori.agents.scheduler.rules.reading.diary import past_reading
from yamori.agents.scheduler.rules.reading.diary_intents import DiaryAction, DiaryIntent
from yamori.agents.scheduler.rules.resolving.diary_calls import call_for
from yamori.domain.when import resolve
from yamori.understanding.frame import SlotName
from yamori.understanding.span import Span


def write_diary(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    texts = spoken.slots(SlotName.TEXT) or spoken.slots(SlotName.TITLE)
    if not texts or any(is_pronoun(spoken.said(t)) for t in texts):
        raise Unhonoured(next(iter(texts), None))
    days = _days(spoken)
    if days is not None and days[0] != days[1]:
        raise Unhonoured(spoken.slot(SlotName.WHEN))
    said = " ".join(_with_its_time(spoken, text.span) for text in texts)
    return (call_for(DiaryIntent(action=DiaryAction.APPEND, text=noted(said), date=days[0] if days else None)),)


def _with_its_time(spoken: SpokenFrame, span: Span) -> str:
    """The words, with a time of the day that stands right beside them: it is theirs, as a diary has only days. Raises `Unhonoured` for one
    that stands apart."""
    normal = spoken.utterance.normal
    for slot in spoken.slots(SlotName.WHEN):
        when = resolve(spoken.said(slot), spoken.utterance.now)
        if when.time is None and when.part is None:
            continue
        first, second = (slot.span, span) if slot.span.start < span.start else (span, slot.span)
        if normal.text[first.end : second.start].strip(" ,、"):
            raise Unhonoured(slot)
        span = Span(first.start, second.end)
    return normal.shown(span)


def read_diary(spoken: SpokenFrame) -> tuple[ToolCall, ...]:
    """The days that were said, else those whose text holds what is asked for, else today."""
    days = _days(spoken)
    about = [spoken.said(s) for s in spoken.slots(SlotName.TITLE, SlotName.QUERY, SlotName.TEXT, SlotName.PERSON)]
    if days is None and about:
        return (ToolCall(tool="search_schedule", arguments={"words": " ".join(about)}),)
    date, end = days or (spoken.known.diary_day, None)
    return (call_for(DiaryIntent(action=DiaryAction.SHOW, date=date, end=end)),)


def _days(spoken: SpokenFrame) -> tuple[Day, Day] | None:
    """The days that were said; a diary's are past. Raises `Unhonoured` for days to come."""
    when = when_of(spoken, SlotName.WHEN)
    slot = spoken.slot(SlotName.WHEN)
    if slot is None:
        return None
    today = spoken.known.now.date()
    days = period_of(when)
    if days is not None and days[0] > today:
        past = past_reading(Clause(" ".join(spoken.said(s) for s in spoken.slots(SlotName.WHEN)), (), spoken.known.now))
        days = period_of(past)
        if days is None or days[0] > today:
            raise Unhonoured(slot)
    if days is None and when.time is None and when.part is None:
        raise Unhonoured(slot)
    return days
