"""Which parts of a sentence are for later, by its frames: `Planner` gives them to the agent that keeps what is done later.

Nothing of them is done at once, whatever else is said of them. A condition on a state that can be looked at now is none of these
(`conditions`), and neither is a question.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from yamori.agentkit.card import Card
from yamori.domain.when import Kind, resolve
from yamori.domain.when.amounts import amounts_in
from yamori.orchestrator.framed import HANGING
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.only_so_long import with_only
from yamori.understanding.opposites import reverses
from yamori.understanding.put_off import asks_how_it_is, vague_moments, waits_by_its_words, with_vague
from yamori.understanding.sequence import follows_moment, follows_timer, said_after_timer, said_at_moment
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import where_said

SURE = 0.45
"""Fitted: from these odds of all frames on they are believed about what is for later. What is kept is said back in full, and what is to be
done is read anew by whoever does it."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """Neighbouring frames, in the person's words."""

    text: str
    later: bool
    now: str = ""
    """What of something for later is done now: what is wanted for a time begins at once."""
    only_tells: bool = False
    """Somebody is to be told once something is so: that is never looked at now."""
    now_if_ended: str = ""
    """The same where the end hangs on something else (`until I'm back`): only what is known to end is begun."""
    comes_back: bool = False
    """A value is set, and what was set before comes back at the end: that is kept first, and without it nothing is begun."""
    follows_timer: bool = False
    """It waits for the end of the timer that the part before it sets, and its words say so."""
    timed: bool = False
    """It names a moment of its own: a condition beside it is looked at then, and not now."""
    put_down: str = ""
    """What is put on a list, without its moment: for later only where the list is not the schedule's, which knows moments itself."""


def keeper_of(cards: Sequence[Card]) -> str | None:
    """The agent that keeps things for later."""
    return next((card.name for card in cards if card.defers), None)


def parts_of(frames: Sequence[Frame], utterance: Utterance, cards: Sequence[Card]) -> tuple[Part, ...]:
    """The sentence in parts for now and for later; empty where none is for later, or the frames are unsure."""
    at_once = {intent for card in cards if card.at_once for intent in card.intents} - {intent.value for intent in READING}
    kept = {intent for card in cards if card.defers for intent in card.intents} - {IntentName.UNDO.value}
    frames = with_vague(frames, utterance)
    if not frames or any(frame.odds < SURE and not waits_by_its_words(frame, utterance) for frame in frames):
        # What is wanted at a moment that nobody named is not done at once, whatever the rest of the sentence is.
        vague = any(frame.intent.value in at_once and vague_moments(frame, utterance) for frame in frames)
        return (Part(text=utterance.text, later=True),) if vague else ()
    later = [
        _is_later(frame, utterance, at_once, kept)
        or (frame.intent.value in at_once and (follows_timer(number, frames, utterance) or follows_moment(number, frames, utterance)))
        for number, frame in enumerate(frames)
    ]
    if not any(later):
        return ()
    later = _with_neighbours(frames, later, at_once, kept, utterance)
    parts: list[Part] = []
    start = 0
    for number in range(1, len(frames) + 1):
        if number == len(frames) or later[number] is not later[start]:
            span = utterance.normal.shown(frames[start].span._replace(end=frames[number - 1].span.end))
            begun, ends_at_a_time = _begun(frames[start:number], utterance)
            only_tells = all(frame.intent is IntentName.NOTIFY for frame in frames[start:number])
            put_down = _put_down(frames[start:number], utterance) if later[start] else ""
            follows = (
                said_after_timer(frames[start - 1], frames[start:number], utterance) if follows_timer(start, frames, utterance) else ""
            )
            after = said_at_moment(frames[start - 1], frames[start:number], utterance) if follows_moment(start, frames, utterance) else ""
            text = follows or after or span.strip(" ,、。")
            timed = any(slot.name in (SlotName.WHEN, SlotName.REPEAT) for frame in frames[start:number] for slot in frame.slots)
            part = Part(text=text, later=later[start], only_tells=only_tells, put_down=put_down, follows_timer=bool(follows), timed=timed)
            comes_back = bool(begun) and frames[start].intent is IntentName.SET
            parts.append(
                replace(part, now=begun if ends_at_a_time else "", now_if_ended="" if ends_at_a_time else begun, comes_back=comes_back)
            )
            start = number
    return tuple(parts)


def _begun(frames: Sequence[Frame], utterance: Utterance) -> tuple[str, bool]:
    """The words of one frame that waits for nothing, but ends; and whether it ends at a time."""
    slots = [slot for frame in frames for slot in frame.slots if slot.name in HANGING]
    if len(frames) != 1 or len(slots) != 1 or slots[0].name is not SlotName.DURATION or frames[0].intent not in _ENDING:
        return "", False
    times = zip(utterance.time_spans, utterance.times, strict=True)
    begins = [time for at, time in times if at.overlaps(slots[0].span) and (time.kind is Kind.MOMENT or time.end_time is not None)]
    if begins:
        return "", False  # a length that counts from now is a moment, and `from seven to eight` has its own beginning
    timed = bool(amounts_in(slots[0].text)) or any(span.overlaps(slots[0].span) for span in utterance.time_spans)
    span, cut = frames[0].span, with_only(slots[0].span, utterance)
    before, after = utterance.normal.shown(Span(span.start, cut.start)), utterance.normal.shown(Span(cut.end, span.end))
    return " ".join(part for part in (before.strip(" ,、。"), after.strip(" ,、。")) if part), timed


_ENDING = frozenset(
    (IntentName.TURN_ON, IntentName.TURN_OFF, IntentName.OPEN, IntentName.CLOSE, IntentName.START, IntentName.PLAY, IntentName.SET)
)
"""What can be begun now and taken back at the end of a time."""


def _is_later(frame: Frame, utterance: Utterance, at_once: Collection[str], kept: Collection[str]) -> bool:
    if asks_how_it_is(frame, utterance):
        return False
    hangs = any(slot.name in HANGING and not _is_amount(slot, frame, utterance) for slot in frame.slots)
    is_act = frame.intent.value in kept or frame.intent.value in at_once
    return hangs and (is_act or _is_told_later(frame, utterance) or _is_put_down_later(frame, utterance))


def _is_put_down_later(frame: Frame, utterance: Utterance) -> bool:
    """Whether something is to be put on a list at a moment, again and again, or once something is so: a list knows no moments."""
    if frame.intent not in _PUTS_DOWN or not frame.texts(SlotName.LIST_NAME):
        return False
    slots = [slot for slot in frame.slots if slot.name in (SlotName.REPEAT, SlotName.CONDITION, SlotName.WHEN)]
    return any(s.name is not SlotName.WHEN or resolve(s.text, utterance.now).time is not None for s in slots)


_PUTS_DOWN = frozenset((IntentName.ADD_ITEM, IntentName.ADD_ENTRY))


def _put_down(frames: Sequence[Frame], utterance: Utterance) -> str:
    """The words of what is only put on a list, without what puts it off; empty where anything else is done."""
    if not all(frame.intent in _PUTS_DOWN for frame in frames):
        return ""
    span = Span(frames[0].span.start, frames[-1].span.end)
    pieces, start = [], span.start
    for cut in sorted(slot.span for frame in frames for slot in frame.slots if slot.name in HANGING):
        pieces.append(Span(start, max(cut.start, start)))
        start = max(start, cut.end)
    pieces.append(Span(start, span.end))
    shown = [utterance.normal.shown(piece).strip(" ,、。") for piece in pieces if piece.start < piece.end]
    if utterance.vocabulary.morphemes:
        return "".join(piece.lstrip("にの") for piece in shown)
    return " ".join(filter(None, shown))


def _is_told_later(frame: Frame, utterance: Utterance) -> bool:
    """Whether the answer to a question is to be told at a moment that stands beside it (`at nine tell me what …`)."""
    if frame.intent is not IntentName.ASK or not frame.texts(SlotName.QUERY):
        return False
    asked = [slot.span for slot in frame.slots if slot.name is SlotName.QUERY]
    moments = [slot.span for slot in frame.slots if slot.name in (SlotName.WHEN, SlotName.REPEAT)]
    apart = [moment for moment in moments if not any(moment.overlaps(span) for span in asked)]
    beside = [moment for moment in apart if resolve(utterance.normal.shown(moment), utterance.now).time is not None]
    tells = any(marker.kind is MarkerKind.NOTIFICATION and marker.span.overlaps(frame.span) for marker in utterance.markers)
    return bool(beside) and tells


def _is_amount(slot: Slot, frame: Frame, utterance: Utterance) -> bool:
    """Whether a bare number that was taken for a time is what is missing otherwise: by how much, or to what."""
    if frame.intent not in _MEASURED:
        return False
    numbers = [word for word in utterance.words if utterance.vocabulary.is_number(word.text)]
    amounts = [other.span for other in frame.slots if other.name in (SlotName.DELTA, SlotName.VALUE)]
    said = [word for word in utterance.words if word.span.overlaps(slot.span)]
    is_bare = bool(said) and all(word in numbers for word in said)
    return is_bare and not any(word.span.overlaps(span) for word in numbers for span in amounts)


_MEASURED = frozenset((IntentName.INCREASE, IntentName.DECREASE, IntentName.SET))
"""What is done by an amount."""


def _is_for_now(frame: Frame, utterance: Utterance) -> bool:
    """Whether its words say that it is to be done at once."""
    said = where_said(utterance.vocabulary.immediate, utterance.normal.text, utterance.vocabulary)
    return any(at.overlaps(frame.span) for at in said)


def _with_neighbours(
    frames: Sequence[Frame], later: Sequence[bool], at_once: Collection[str], kept: Collection[str], utterance: Utterance
) -> list[bool]:
    """What is tied to something for later waits with it: what follows it, and what is joined to an action behind it."""
    found = list(later)
    for number in range(1, len(frames)):
        if found[number - 1] and not found[number] and frames[number].intent.value in at_once:
            found[number] = True
    for number in range(len(frames) - 2, -1, -1):
        following = frames[number + 1]
        if reverses(following, frames[number], utterance) or _is_for_now(frames[number], utterance):
            continue  # both at one moment would be nothing: the first is for now
        if found[number + 1] and frames[number].intent.value in at_once and following.intent.value not in kept:
            found[number] = True
    return found
