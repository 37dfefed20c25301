"""How long before something the person wants to be reminded, from a frame's slots."""

from dataclasses import replace
from datetime import time as Clock
from datetime import timedelta

from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.times import length_of
from yamori.agents.scheduler.frames.vocabulary import without
from yamori.agents.scheduler.rules.reading.leads import lead_at, lead_of, spoken_lead_of
from yamori.agents.scheduler.rules.reading.reminder_intents import Lead, counted, shortly_before
from yamori.domain.when import resolve
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.frame import Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.words_of import word_starts


def lead_before(spoken: SpokenFrame, begins: Clock | None, *, part: bool = False, clock: Slot | None = None) -> int:
    """The minutes that the lead comes to before something that begins then. Raises `Unhonoured` where it would come after it."""
    slot = spoken.slot(SlotName.LEAD)
    minutes = counted(spoken_lead(spoken, clock=clock) or shortly_before(begins), begins, part=part)
    if minutes is None:
        raise Unhonoured(slot)
    return minutes


def spoken_lead(spoken: SpokenFrame, *, clock: Slot | None = None) -> Lead | None:
    """The lead as it was said, with its clock where that is a slot of its own; None for a mere `before`, and where there is no lead at all.
    Raises `Unhonoured` for what is not read."""
    slots = spoken.slots(SlotName.LEAD)
    if not slots:
        return None
    if len(slots) > 1:
        raise Unhonoured(slots[1])
    slot, now = slots[0], spoken.utterance.now
    said = spoken.said(slot)
    if clock is not None and (found := lead_at(said, spoken.said(clock), now)) is not None:
        return found
    if (found := spoken_lead_of(said, now)) is not None:
        return found if clock is None else replace(found, at=resolve(spoken.said(clock), now).time)
    if (length := length_of(spoken, slot)) is not None and length > timedelta(0):
        return Lead(length=length)
    if spoken.content(said):
        raise Unhonoured(slot)
    return None


def lead_whole(spoken: SpokenFrame) -> SpokenFrame:
    """The frame whose lead holds the words right before or behind it that are in no slot, where they are one together: `the afternoon`
    before a bare `before`, 日 behind 前の."""
    slot = spoken.slot(SlotName.LEAD)
    if slot is None or lead_of(spoken.said(slot), spoken.utterance.now) or amounts_in(spoken.said(slot)):
        return spoken
    begin = max((s.span.end for s in spoken.frame.slots if s.span.end <= slot.span.start), default=spoken.frame.span.start)
    end = min((s.span.start for s in spoken.frame.slots if s.span.start >= slot.span.end), default=spoken.frame.span.end)
    text = spoken.utterance.normal.text
    starts = [n for n in range(begin, slot.span.start) if n == begin or text[n - 1] == " "]
    stops = [n for n in (*word_starts(text, spoken.utterance.vocabulary), end) if slot.span.end < n <= end]
    wider = (*(Span(start, slot.span.end) for start in reversed(starts)), *(Span(slot.span.start, stop) for stop in stops))
    for span in wider:
        if lead_of(text[span.start : span.end], spoken.utterance.now) is not None:
            whole = replace(slot, span=span, text=spoken.utterance.normal.shown(span))
            slots = tuple(whole if s is slot else s for s in spoken.frame.slots)
            return replace(spoken, frame=replace(spoken.frame, slots=slots))
    return spoken


def lead_apart(spoken: SpokenFrame) -> SpokenFrame:
    """The frame with what the lead counts back from as a title of its own, where one slot holds both: `half an hour before the meeting`."""
    slot = spoken.slot(SlotName.LEAD)
    text = spoken.utterance.normal.text[slot.span.start : slot.span.end] if slot is not None else ""
    found = amounts_in(text)
    if slot is None or len(found) != 1:
        return spoken
    start, end = found[0].start, found[0].end
    behind = without(text[end:], "before")
    if text[:start].endswith("の") and not behind:  # 会議の30分前
        title, lead = Span(slot.span.start, slot.span.start + start - 1), Span(slot.span.start + start, slot.span.end)
    elif not text[:start].strip() and spoken.content(behind) and text.endswith(behind):
        title, lead = Span(slot.span.end - len(behind), slot.span.end), Span(slot.span.start, slot.span.end - len(behind))
    else:
        return spoken
    shown = spoken.utterance.normal.shown
    apart = (replace(slot, span=lead, text=shown(lead)), replace(slot, name=SlotName.TITLE, span=title, text=shown(title)))
    return replace(spoken, frame=replace(spoken.frame, slots=(*(s for s in spoken.frame.slots if s is not slot), *apart)))


def clock_of_lead(spoken: SpokenFrame) -> Slot | None:
    """The clock of `the day before at six`, where it is a slot of its own beside the lead: a time without a day of its own."""
    slot, lead = spoken.slot(SlotName.WHEN), spoken.slot(SlotName.LEAD)
    if slot is None or lead is None:
        return None
    when = resolve(spoken.said(slot), spoken.utterance.now)
    alone = resolve(spoken.said(lead), spoken.utterance.now)
    return slot if when.time is not None and not when.date_said and alone.time is None and _in_days(spoken, lead) else None


def _in_days(spoken: SpokenFrame, lead: Slot) -> bool:
    found = spoken_lead_of(spoken.said(lead), spoken.utterance.now)
    return found is not None and not found.length % timedelta(days=1)
