"""Whatever else a device can do, found in its documentation: `dock`, `feed`, `make an espresso`, `heat to 200 with the fan`."""

from dataclasses import replace

from yamori.agents.iot.frames.frame_words import slots_of, words_of, words_outside
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.acts import Match, best, matches, orders, the_one
from yamori.agents.iot.rules.commands import Order, properties
from yamori.agents.iot.rules.docs import docs_of
from yamori.agents.iot.rules.glossary import documented, spoken
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.predicates import leftover_words, read_predicate
from yamori.agents.iot.rules.retrieval import clear
from yamori.agents.iot.rules.said import Said, read_segment
from yamori.agents.iot.rules.segments import Segment, split_actions
from yamori.agents.iot.rules.slots import slotted
from yamori.agents.iot.rules.targets import Target
from yamori.agents.iot.rules.word_lists import stems_for
from yamori.domain.language import is_spaced
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.utterance import Utterance

_ELSEWHERE = (SlotName.DEVICE, SlotName.ROOM, SlotName.EXCEPT, SlotName.REASON, SlotName.RETRACTED, SlotName.PERSON)
"""Slots whose words say nothing of what is to be done."""
_PLAIN = (IntentName.OPERATE, IntentName.PLAY)
"""Intents whose words the rules for plain commands may read; of others the structure of the commands has said already."""
_HOW = (SlotName.VALUE, SlotName.FEATURE, SlotName.CONTENT, SlotName.TEXT, SlotName.TITLE, SlotName.DURATION, SlotName.DELTA)
"""Slots all of whose words have to be in the documentation of what is done."""
_WORDED = (SlotName.TEXT, SlotName.CONTENT, SlotName.TITLE)
"""Slots that a command may take word for word."""


def operation_words(frame: Frame, utterance: Utterance, *, documented: bool = False) -> str:
    """What a frame says is to be done, in normal form; an encoder's likeness to it is looked for by this text. `documented`: the device
    slot tells of it too (`the vents`)."""
    return words_outside(frame, utterance, [n for n in _ELSEWHERE if not documented or n is not SlotName.DEVICE])


def performed(frame: Frame, part: Part, utterance: Utterance, context: Context, *, documented: bool = False) -> tuple[Order, ...] | Unfit:
    """The one operation of the part that all of the frame's words clearly fit."""
    words = operation_words(frame, utterance, documented=documented)
    how = slots_of(frame, *_HOW)
    refused = Unfit(slot=how[0] if how else None)
    if not words:
        return refused
    shown = words_outside(frame, utterance, (SlotName.DEVICE,), mask="□")
    if frame.intent in _PLAIN and not documented and len(frame.slots) == len(slots_of(frame, SlotName.DEVICE, *_HOW)):
        plain = read_predicate(shown, [Target((part,))], context).orders or read_predicate(words, [Target((part,))], context).orders
        if plain:
            return plain
    return _documented(words, how, part, context) or _worded(frame, part, utterance, context) or refused


def _documented(words: str, how: tuple[Slot, ...], part: Part, context: Context) -> tuple[Order, ...]:
    docs = docs_of(context.index)
    keys = [k for k in docs.keys.get(part.device, ()) if part.component in (None, k[0])]
    said = _said(words, part, context)
    found = matches(said, docs, keys, context)
    match = best(found, said)
    if match is None and (offer := clear(said, context)) is not None and offer.device == part.device and offer[1:] in keys:
        match = the_one(offer, said, docs, context)
        found = [match] if match is not None else []
    if match is not None and all(_holds(slot, match, context) for slot in how):
        return orders(match, said, docs, (part.device,), found)
    several = slotted(said, keys, docs, context)
    if several and all(any(_holds(slot, m, context) for m in several) for slot in how):
        return tuple(o for m in several for o in orders(m, said, docs, (part.device,), [m]))
    return ()


def _said(words: str, part: Part, context: Context) -> Said:
    """The words as the rules read one segment of a request to a device that was named."""
    cut = split_actions(words)
    joint = " " if is_spaced(words) else ""
    segment = Segment(joint.join(s.text for s in cut.segments), 0, False)
    return replace(read_segment(segment, cut.quoted, context), devices=(part.device,), kinds=(), rooms=frozenset())


def _holds(slot: Slot, match: Match, context: Context) -> bool:
    """Whether what a command does, or is given, accounts for every content word of a slot."""
    text = words_of(slot)
    given = documented(" ".join(str(v) for v in match.arguments.values()))
    known = match.doc.words.keys() | given
    said = [s for s in spoken(text) if s.own not in stems_for("function") and text[s.start : s.end] not in context.lexicon.filler]
    if not all(s.own in known or s.also & known for s in said):
        return False
    numbers_only = not said and any(isinstance(v, int | float) and not isinstance(v, bool) for v in match.arguments.values())
    return bool(said) or numbers_only or not leftover_words(text, context.lexicon)


def _worded(frame: Frame, part: Part, utterance: Utterance, context: Context) -> tuple[Order, ...]:
    """An operation that takes a text, given the words of a slot as they were said."""
    texts = slots_of(frame, *_WORDED)
    if len(texts) != 1:
        return ()
    docs = docs_of(context.index)
    words = words_outside(frame, utterance, (*_ELSEWHERE, *_WORDED))
    keys = [
        k
        for k in docs.keys.get(part.device, ())
        if part.component in (None, k[0])
        and any(p.get("type") == "string" and "enum" not in p for p in properties(docs.of[k].command).values())
    ]
    text = utterance.normal.shown(texts[0].span)
    said = replace(_said(words, part, context), texts=(text,))
    match = best(found := matches(said, docs, keys, context), said)
    return orders(match, said, docs, (part.device,), found) if match is not None and text in match.arguments.values() else ()
