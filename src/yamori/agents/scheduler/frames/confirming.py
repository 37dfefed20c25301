"""What a reader takes for a device or leaves open although its words are the schedule's: timers, and questions about alarms and reminders.

Called before frames are judged by their odds. What a person calls a timer is what `vocabulary_words/` say.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from yamori.agents.scheduler.frames.vocabulary import forms_of, named_by, speak_of
from yamori.domain.when import weekdays_named
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.calling_off import calls_off
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.words_of import Word

_SORTS = ("timer", "alarm", "reminder")
_ENDS = (IntentName.STOP, IntentName.TURN_OFF)
_ENDING = (*_ENDS, IntentName.DELETE, IntentName.REJECT)


def about_the_schedule(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """A sentence whose every word is about a timer as the one frame that it is; of any other a question that names nothing but timers,
    alarms or reminders looks for these, to stop timers is to cancel them, a reminder that is not wanted any more is deleted, and all else
    stays as it is."""
    timer = timer_alone(frames, utterance)
    return (timer,) if timer is not None else tuple(_with_whole_days(_asked(_called_off(f, utterance)), utterance) for f in frames)


def _called_off(frame: Frame, utterance: Utterance) -> Frame:
    return replace(frame, intent=IntentName.DELETE) if frame.intent is IntentName.REMIND and calls_off(frame, utterance) else frame


def _with_whole_days(frame: Frame, utterance: Utterance) -> Frame:
    """A weekday that stands right before the days on which something comes again is one of them: 水曜|と土曜の."""
    slots = sorted(frame.slots, key=lambda slot: slot.span)
    for day, again in pairwise(slots):
        touching = day.name is SlotName.WHEN and again.name is SlotName.REPEAT and day.span.end == again.span.start
        if touching and weekdays_named(day.text) and weekdays_named(again.text):
            span = Span(day.span.start, again.span.end)
            whole = replace(again, text=utterance.normal.shown(span), span=span)
            return replace(frame, slots=tuple(whole if slot is again else slot for slot in frame.slots if slot is not day))
    return frame


def _asked(frame: Frame) -> Frame:
    devices = [slot for slot in frame.slots if slot.name in (SlotName.DEVICE, SlotName.TITLE)]
    if frame.intent not in (IntentName.GET, *_ENDS) or not devices or any(slot.name is SlotName.ROOM for slot in frame.slots):
        return frame
    sorts = _SORTS if frame.intent is IntentName.GET else _SORTS[:1]  # an alarm that is switched off may be the house's
    if not all(any(speak_of(forms_of(slot.text), sort) for sort in sorts) for slot in devices):
        return frame
    slots = tuple(replace(slot, name=SlotName.TITLE) if slot in devices else slot for slot in frame.slots)
    return replace(frame, intent=IntentName.FIND if frame.intent is IntentName.GET else IntentName.DELETE, slots=slots)


def timer_alone(frames: Sequence[Frame], utterance: Utterance) -> Frame | None:
    """`Stop the timer`, 10分のタイマーをかけて: a timer, what it is for, one length or what ends a timer, and not a word beside them."""
    text = utterance.normal.text
    lengths = [span for amount in amounts_in(text) if (span := Span(amount.start, amount.end)) and amount.length]
    words = [word for word in utterance.words if not any(word.span.overlaps(span) for span in lengths)]
    timers = [word for word in words if _is(word, "timer")]
    if len(timers) != 1 or utterance.markers or utterance.quotations:
        return None
    said = [word for word in words if word not in timers and not _is(word, "myself")]
    everyone = [word for word in said if _is(word, "all")]
    whole = Span(0, len(text))
    ends = any(_is(word, "ending") for word in said) or (bool(frames) and all(f.intent in _ENDING for f in frames))
    if not lengths and ends and all(_is(word, "ending") or word in everyone for word in said):
        named = [*timers, *everyone]
        span = Span(min(word.span.start for word in named), max(word.span.end for word in named))
        slots = (Slot(name=SlotName.TITLE, span=span, text=text[span.start : span.end], odds=1.0),)
        return Frame(intent=IntentName.DELETE, span=whole, slots=slots, odds=1.0)
    called = [word for word in said if not _is(word, "starting") and _calls_it(word, timers[0], frames)]
    if len(lengths) == 1 and all(_is(word, "starting") or word in called for word in said):
        found = [Slot(name=SlotName.DURATION, span=lengths[0], text=text[lengths[0].start : lengths[0].end], odds=1.0)]
        if called:
            titles = [slot.span for frame in frames for slot in frame.slots if slot.name is SlotName.TITLE]
            whole_words = titles if utterance.vocabulary.morphemes else ()  # お茶 is two morphemes, of which one says something
            start = min([called[0].span.start, *(title.start for title in whole_words if title.overlaps(called[0].span))])
            span = Span(start, called[-1].span.end)
            found.append(Slot(name=SlotName.TITLE, span=span, text=text[span.start : span.end], odds=1.0))
        return Frame(intent=IntentName.SET_TIMER, span=whole, slots=tuple(sorted(found, key=lambda slot: slot.span)), odds=1.0)
    return None


def _calls_it(word: Word, timer: Word, frames: Sequence[Frame]) -> bool:
    """Whether a word says what a timer is for: in its title, or in its name (`the egg timer`)."""
    slots = [slot for frame in frames if frame.intent not in (*READING, *_ENDING) for slot in frame.slots]
    titles = [s.span for s in slots if s.name is SlotName.TITLE or (s.name is SlotName.DEVICE and s.span.overlaps(timer.span))]
    return word.span.end <= timer.span.start and any(word.span.overlaps(span) for span in titles)


def _is(word: Word, sort: str) -> bool:
    return word.text.lower() in named_by(sort) or word.base in named_by(sort)
