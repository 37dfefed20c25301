"""Where a frame says that something is: rooms of this home, all of it, or what tells a thing from others (`by the sofa`)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.agents.iot.frames.frame_words import slots_of, words_of
from yamori.agents.iot.frames.leftovers import specific_words
from yamori.agents.iot.frames.owners import owned_rooms, owner_in
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.exclusions import is_rest
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import masked
from yamori.agents.iot.rules.names import Named, Part
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.word_lists import words_for
from yamori.agents.iot.rules.words import CJK, stems
from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.vocabulary import Vocabulary


@dataclass(frozen=True, kw_only=True)
class Place:
    rooms: frozenset[str] = frozenset()
    """Empty: none was said."""
    everywhere: bool = False
    """All of the home was said."""
    things: tuple[Part, ...] = ()
    """Devices that were named as a place: `in the fridge`."""
    details: tuple[Slot, ...] = ()
    """What tells which of several things is meant."""


def place_of(slots: Sequence[Slot], vocabulary: Vocabulary, context: Context) -> Place | Unfit:
    """Of several places one inside another is the inner one (`upstairs in the bathroom`), others are all meant; what only points at one
    (`in there`) beside one that is named is that one."""
    read: list[Place] = []
    pointing = [slot for slot in slots if _points(slot, context)]
    for slot in slots if len(pointing) == len(slots) else [slot for slot in slots if slot not in pointing]:
        place = _place(slot, vocabulary, context)
        if isinstance(place, Unfit):
            return place
        read.append(place)
    rooms = [p.rooms for p in read if p.rooms]
    inner = [r for r in rooms if not any(other < r for other in rooms)]
    return Place(
        rooms=frozenset().union(*inner),
        everywhere=any(p.everywhere for p in read) and not inner,
        things=tuple(part for p in read for part in p.things),
        details=tuple(d for p in read for d in p.details),
    )


def in_told_room(frame: Frame, context: Context) -> Context:
    """The context in which `here` is the room that the sentence gives as its reason (`I'm in the study, put the light on in here`)."""
    if not any(_points(slot, context) for slot in slots_of(frame, SlotName.ROOM)):
        return context
    rooms = frozenset().union(*(_named_rooms(slot, context) for slot in slots_of(frame, SlotName.REASON)))
    return replace(context, room=next(iter(rooms))) if len(rooms) == 1 else context


def _points(slot: Slot, context: Context) -> bool:
    text, marks = words_of(slot), context.lexicon.marks
    points = marks["here"].found(text) is not None or marks["there"].found(text) is not None
    return points and not _named_rooms(slot, context)


def _named_rooms(slot: Slot, context: Context) -> frozenset[str]:
    return resolve_reference(words_of(slot), context.index, context.lexicon, room=None, recent=(), homonym=Named.ROOM).said_rooms


def _place(slot: Slot, vocabulary: Vocabulary, context: Context) -> Place | Unfit:
    text, index, lex = words_of(slot), context.index, context.lexicon
    owner = owner_in(text, context)
    reference = resolve_reference(text, index, lex, room=context.room, recent=(), own=context.own, homonym=Named.ROOM)
    shown = masked(text, [(m.start, m.end) for m in reference.spans])
    left = specific_words(shown, vocabulary, context)
    rooms = reference.said_rooms or reference.rooms
    if owner is not None and not _is_named_after(rooms, owner, context):
        own = owned_rooms(owner, context)
        return Place(rooms=own) if len(own) == 1 and not [w for w in left if lex.places.found(w) is None] else Unfit(slot=slot)
    if rooms:
        labels = [" ".join((index.rooms[r].name, *index.rooms[r].aliases)) for r in rooms]
        words = {w for label in labels for w in stems(label)}
        strange = [w for w in left if not set(stems(w)) & words and not any(CJK.search(w) and w in label for label in labels)]
        return Place(rooms=rooms) if not strange else Unfit(slot=slot)
    if lex.marks["here"].found(text):
        return Unfit(slot=slot)  # nobody knows where the person is
    if lex.marks["there"].found(text):
        before = frozenset(r for p in context.focus.parts if (r := index.devices[p.device].room))
        return Place(rooms=before) if before else Unfit(slot=slot)
    if reference.missing_place:
        return Unfit(slot=slot)
    parts = tuple(p for t in reference.targets for p in t.parts)
    if parts and not left and len({p.device for p in parts}) == 1:
        return Place(things=parts, details=(slot,))
    if not reference.spans and _bare(text, vocabulary) in words_for("home_itself"):
        return Place(everywhere=True)
    if not left and not reference.spans and (lex.marks["all"].found(text) or reference.everything) and not is_rest(text):
        return Place(everywhere=True)
    return Place(details=(slot,))


def _bare(text: str, vocabulary: Vocabulary) -> str:
    """A place without the words that lead to it (`in the`)."""
    if vocabulary.morphemes:
        return text
    return " ".join(word for word in text.split() if word not in vocabulary.articles | vocabulary.placing)


def _is_named_after(rooms: frozenset[str], person: str, context: Context) -> bool:
    return bool(rooms) and rooms <= owned_rooms(person, context)
