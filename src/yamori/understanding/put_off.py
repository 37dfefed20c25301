"""What puts a frame off by its words, whatever a reader made of them: an unnamed moment (`in a bit`, そのうち), words that wait to tell.

The orchestrator and whoever keeps things for later ask here: what is wanted at an unknown time is never done at once.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import tokens_of

_OWN_WORDS = frozenset((SlotName.TITLE, SlotName.TEXT, SlotName.CONTENT, SlotName.QUERY, SlotName.REASON, SlotName.LIST_NAME))
"""What somebody else's words stand in, which put nothing off."""
_PUTS_OFF = frozenset((SlotName.WHEN, SlotName.CONDITION, SlotName.DURATION, SlotName.REPEAT, SlotName.NEW_WHEN))


def vague_moments(frame: Frame, utterance: Utterance) -> tuple[Span, ...]:
    """Where a frame names a moment without saying when it is."""
    if frame.intent in READING:
        return ()
    quoted = [slot.span for slot in frame.slots if slot.name in _OWN_WORDS]
    vague = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.VAGUE]
    return tuple(span for span in vague if frame.span.overlaps(span) and not any(span.overlaps(other) for other in quoted))


def with_vague(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames with such words as a moment (`SlotName.WHEN`), and not as the amount or name that a reader took them for; ends are mended
    alike."""
    return tuple(_with_vague(_with_ends(frame, utterance), utterance) for frame in frames)


def _with_ends(frame: Frame, utterance: Utterance) -> Frame:
    """The frame with what names its end (帰ってくるまで) as one length of time, and not as the reason that a reader took it for."""
    marked = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.UNTIL]
    until = [s for s in frame.slots if s.name is SlotName.WHEN and any(s.span.start < m.end <= s.span.end for m in marked)]
    if until:  # 6時まで is no moment at which something begins
        frame = replace(frame, slots=tuple(replace(s, name=SlotName.DURATION) if s in until else s for s in frame.slots))
    ends = [s for s in frame.slots if s.name is SlotName.DURATION and any(s.span.overlaps(span) for span in marked)]
    near = [*marked, *(slot.span for slot in ends)]
    torn = [s for s in frame.slots if _is_torn_off(s, utterance) and any(_touches(s.span, span) for span in near)]
    if not marked or not torn:
        return frame
    spans = [slot.span for slot in (*torn, *ends)] + [span for span in marked if any(_touches(slot.span, span) for slot in torn)]
    span = Span(min(s.start for s in spans), max(s.end for s in spans))
    kept = [slot for slot in frame.slots if not slot.span.overlaps(span)]
    end = Slot(name=SlotName.DURATION, text=utterance.normal.shown(span), span=span, odds=min(slot.odds for slot in torn))
    return replace(frame, slots=tuple(sorted((*kept, end), key=lambda slot: slot.span)))


def _is_torn_off(slot: Slot, utterance: Utterance) -> bool:
    """Whether it may be the beginning of an end: a reason, or, where a condition would be marked behind it, one that is not."""
    if slot.name is SlotName.CONDITION and utterance.vocabulary.morphemes:
        return not any(m.kind is MarkerKind.CONDITION and m.span.overlaps(slot.span) for m in utterance.markers)
    return slot.name is SlotName.REASON


def _touches(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _with_vague(frame: Frame, utterance: Utterance) -> Frame:
    held = [slot.span for slot in frame.slots if slot.name in _PUTS_OFF]
    added = [span for span in vague_moments(frame, utterance) if not any(span.overlaps(other) for other in held)]
    if not added:
        return frame
    kept = [slot for slot in frame.slots if not any(slot.span.overlaps(span) for span in added)]
    moments = [Slot(name=SlotName.WHEN, text=utterance.normal.shown(span), span=span) for span in added]
    return replace(frame, slots=tuple(sorted((*kept, *moments), key=lambda slot: slot.span)))


def waits_by_its_words(frame: Frame, utterance: Utterance) -> bool:
    """Whether the words themselves say what an unsure reading says: somebody is to be told once something is so, or something is put on
    a list again and again."""
    names = {slot.name for slot in frame.slots}
    if frame.intent in (IntentName.ADD_ITEM, IntentName.ADD_ENTRY) and {SlotName.LIST_NAME, SlotName.REPEAT, SlotName.TITLE} <= names:
        return True
    if frame.intent is not IntentName.NOTIFY or not any(slot.name is SlotName.CONDITION for slot in frame.slots):
        return False
    kinds = {marker.kind for marker in utterance.markers if frame.span.overlaps(marker.span)}
    return {MarkerKind.CONDITION, MarkerKind.NOTIFICATION} <= kinds


def asks_how_it_is(frame: Frame, utterance: Utterance) -> bool:
    """Whether an unsure notice only asks how something is now (`tell me if the gate is open`): its condition waits for no event and lasts
    no time. To look does no harm; to wait would leave the question open."""
    conditions = [slot for slot in frame.slots if slot.name is SlotName.CONDITION]
    others = any(slot.name in _PUTS_OFF and slot.name is not SlotName.CONDITION for slot in frame.slots)
    if frame.intent is not IntentName.NOTIFY or frame.odds >= _SURE_OF_A_NOTICE or len(conditions) != 1 or others:
        return False
    marker, *words = tokens_of(conditions[0].text.lower()) or ("",)
    return not utterance.vocabulary.begins_with_event(marker) and not utterance.vocabulary.copulas.isdisjoint(words)


_SURE_OF_A_NOTICE = 0.95
