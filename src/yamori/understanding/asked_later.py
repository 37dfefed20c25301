"""Questions whose answer is to be told at a moment that stands before them: `every Sunday at seven tell me which …`. Pure.

A reader takes such a sentence for a reminder, for a search or for a question of now. `resident_reader` asks here, so that every agent
reads it as one question with its moment beside it; whoever keeps things for later has it asked when that moment comes.
"""

from collections.abc import Sequence

from yamori.domain.when import resolve
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

_QUESTIONS = READING | {IntentName.WEB, IntentName.REMIND, IntentName.NOTIFY}
"""What a question with a moment before it is taken for."""
_WHETHER = frozenset(("if", "whether"))
_JOINTS = "のには、, "


def asked_later(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames, or the one question that the sentence is."""
    if not frames or any(frame.intent not in _QUESTIONS for frame in frames):
        return tuple(frames)
    found = (_behind if utterance.vocabulary.morphemes else _before)(utterance)
    if found is None:
        return tuple(frames)
    moment, question = found
    slots = (_slot(SlotName.REPEAT, moment, utterance), _slot(SlotName.QUERY, question, utterance))
    return (Frame(intent=IntentName.ASK, span=Span(0, len(utterance.normal.text)), odds=1.0, slots=slots),)


def _before(utterance: Utterance) -> tuple[Span, Span] | None:
    """The moment and the question of `at nine tomorrow tell me how …`: nothing but a moment stands before the words for telling, and a word
    that asks behind them."""
    tells = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.NOTIFICATION]
    text = utterance.normal.text
    if len(tells) != 1 or any(marker.kind is MarkerKind.CONDITION and marker.span.start < tells[0].start for marker in utterance.markers):
        return None
    first = text[tells[0].end :].split()[:1]
    asks = bool(first) and (first[0] in utterance.vocabulary.question_words or first[0] in _WHETHER)
    start, end = _ends(Span(0, tells[0].start), text)
    moment = Span(start, end)
    known = utterance.time_spans
    loose = [w for w in utterance.words if w.span.overlaps(moment) and not any(w.span.overlaps(span) for span in known)]
    question = Span(*_ends(Span(tells[0].end, len(text)), text))
    return (moment, question) if asks and not loose and _is_moment(moment, utterance) else None


def _behind(utterance: Utterance) -> tuple[Span, Span] | None:
    """The same where the words for telling end the sentence: 毎朝7時に…を教えて. Of one day it may be what is asked about."""
    text = utterance.normal.text
    tells = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.NOTIFICATION]
    if len(tells) != 1 or any(marker.kind is MarkerKind.CONDITION for marker in utterance.markers):
        return None
    if any(word.span.start >= tells[0].end for word in utterance.words):
        return None
    end = 0
    for span in utterance.time_spans:
        if text[end : span.start].strip(_JOINTS):
            break
        if resolve(utterance.normal.shown(Span(0, end)), utterance.now).time is not None:
            break  # another time behind it is a part of the question
        end = span.end
    moment, question = Span(0, end), Span(*_ends(Span(end, tells[0].start), text))
    again = end > 0 and resolve(utterance.normal.shown(moment), utterance.now).rrule is not None
    start = question.start
    while start < question.end and text[start] in _JOINTS:
        start += 1
    asked = Span(start, question.end)
    has_content = any(word.span.overlaps(asked) for word in utterance.words) or any(span.overlaps(asked) for span in utterance.time_spans)
    return (moment, asked) if again and has_content and _is_moment(moment, utterance) else None


def _is_moment(span: Span, utterance: Utterance) -> bool:
    """Whether it names a time of day that comes again, or is still to come."""
    when = resolve(utterance.normal.shown(span), utterance.now)
    return span.end > span.start and when.time is not None and not when.problem


def _ends(span: Span, text: str) -> tuple[int, int]:
    start, end = span
    while start < end and text[start] in " ,、。.?？!":
        start += 1
    while start < end and text[end - 1] in " ,、。.?？!":
        end -= 1
    return start, end


def _slot(name: SlotName, span: Span, utterance: Utterance) -> Slot:
    return Slot(name=name, span=span, text=utterance.normal.shown(span))
