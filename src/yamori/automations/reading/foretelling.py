"""Sentences that wait for the weather: which of a reader's frames do, and what they then ask for. Pure.

A reader takes some of them for a question to the web (`when rain is forecast, tell me`) or for an act (〜を閉めてと言って); whoever keeps
things for later has them here as what they are.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.automations.outdoors.asked import asked_in
from yamori.automations.outdoors.foretold import Foretold, foretold
from yamori.automations.outdoors.vocabulary import places_of, words_for
from yamori.understanding.deferral import find_deferrals
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_HANGING = (SlotName.WHEN, SlotName.REPEAT, SlotName.DURATION, SlotName.LEAD)
_LOOSE = "、, にはも"
_ASKS = READING | {IntentName.WEB}


def as_waiting(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames, with those that only want to be told something when the weather comes as what they are."""
    return tuple(_as_waiting(frame, utterance) for frame in frames)


def waits_for_weather(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether all of them tell somebody something when the weather comes, or tell the weather again and again."""
    waiting = as_waiting(frames, utterance)
    return bool(waiting) and all(_tells_then(frame, utterance) or _comes_again(frame, utterance) for frame in waiting)


def _as_waiting(frame: Frame, utterance: Utterance) -> Frame:
    condition = _condition(frame, utterance)
    if condition is None:
        return _misread(frame, utterance) if frame.intent in _ASKS else frame
    hanging = tuple(s for s in frame.slots if s.name in _HANGING and not s.span.overlaps(condition.span))
    seen = (*(s.span for s in frame.slots), condition.span)
    hanging += tuple(
        Slot(name=SlotName.WHEN, text=utterance.normal.shown(span), span=span)
        for span in utterance.time_spans  # a time that a reader left out
        if frame.span.overlaps(span) and not any(span.overlaps(other) for other in seen)
    )
    titles = [s.span for s in frame.slots if s.name in (SlotName.TITLE, SlotName.TEXT)]
    if (said := _quoted(frame, condition, utterance)) is not None:
        return replace(frame, intent=IntentName.NOTIFY, slots=(*hanging, condition, said))
    if frame.intent in (IntentName.REMIND, IntentName.NOTIFY):
        span = Span(titles[0].start, titles[-1].end) if titles else None
        text = (Slot(name=SlotName.TEXT, text=utterance.normal.shown(span), span=span),) if span is not None else ()
        return replace(frame, intent=IntentName.NOTIFY, slots=(*hanging, condition, *text))
    return frame


def _condition(frame: Frame, utterance: Utterance) -> Slot | None:
    """The frame's condition where it is about the weather, whole: a reader may leave its beginning out (明日気温が|30度を超えたら)."""
    found = [slot for slot in frame.slots if slot.name is SlotName.CONDITION]
    if not found:
        return None
    start = found[0].span.start
    if utterance.vocabulary.morphemes:
        before = [s.span.end for s in frame.slots if s.span.end <= start and s.name not in (SlotName.CONDITION, SlotName.QUERY)]
        mark = max(utterance.normal.text.rfind(sign, 0, start) for sign in "、,") + 1
        start = min(start, max([frame.span.start, mark, *before]))
    for begins in sorted({start, found[0].span.start}):
        text = utterance.normal.text
        while begins < found[0].span.start and text[begins] in _LOOSE:
            begins += 1
        span = Span(begins, found[-1].span.end)
        read = foretold(utterance.normal.shown(span), utterance.now, home=())
        if isinstance(read, Foretold) or (read is not None and begins == found[0].span.start):
            return replace(found[0], span=span, text=utterance.normal.shown(span))
    return None


def _quoted(frame: Frame, condition: Slot, utterance: Utterance) -> Slot | None:
    """What somebody wants to be told in these words: 窓を閉めて of 窓を閉めてと言って."""
    ends = [span for span in places_of(words_for("said", utterance.language), utterance) if frame.span.overlaps(span)]
    if not ends:
        return None
    begins = [slot.span.end for slot in frame.slots if slot.name in (SlotName.CONDITION, SlotName.WHEN, SlotName.REPEAT)]
    text = utterance.normal.text
    start = max(at for at in begins if at <= ends[0].start)
    while start < ends[0].start and text[start] in _LOOSE:
        start += 1
    span = Span(start, ends[0].start)
    return Slot(name=SlotName.TEXT, text=utterance.normal.shown(span), span=span) if span.end > span.start else None


def _misread(frame: Frame, utterance: Utterance) -> Frame:
    """A question to the web that is a condition with `tell me` beside it."""
    text = utterance.normal.text
    found = [d for d in find_deferrals(text) if frame.span.start <= d.start < frame.span.end]
    if len(found) != 1:
        return frame
    span = Span(found[0].start, found[0].end)
    shown = utterance.normal.shown(span)
    rest = (text[frame.span.start : span.start] + " " + text[span.end : frame.span.end]).strip(" ,.!、。")
    if rest not in words_for("telling", utterance.language) or foretold(shown, utterance.now, home=()) is None:
        return frame
    return replace(frame, intent=IntentName.NOTIFY, slots=(Slot(name=SlotName.CONDITION, text=shown, span=span),))


def _tells_then(frame: Frame, utterance: Utterance) -> bool:
    return frame.intent is IntentName.NOTIFY and _condition(frame, utterance) is not None


def _comes_again(frame: Frame, utterance: Utterance) -> bool:
    """`Every morning at seven tell me the weather`."""
    asked = asked_in(utterance, home=())
    repeats = any(slot.name is SlotName.REPEAT for slot in frame.slots)
    return frame.intent in _ASKS and repeats and asked.when.rrule is not None and bool(asked.subjects)
