"""Which devices of this home the device slots of a frame name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.agents.iot.frames.frame_words import words_of, words_outside
from yamori.agents.iot.frames.leftovers import is_called_by, labels_of, specific_words, unexplained
from yamori.agents.iot.frames.loose_names import loosely_called
from yamori.agents.iot.frames.owners import owned_devices, owner_in
from yamori.agents.iot.frames.places import Place
from yamori.agents.iot.frames.spelling import mended
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import Named, Part
from yamori.agents.iot.rules.opposites import is_called
from yamori.agents.iot.rules.phrases import label
from yamori.agents.iot.rules.reference import in_rooms, others
from yamori.agents.iot.rules.targets import Reference, Target, is_inside, resolve_reference
from yamori.domain.language import language_of
from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.utterance import Utterance

_MOST_OPTIONS = 6


@dataclass(frozen=True, kw_only=True)
class Devices:
    targets: tuple[Target, ...] = ()
    everything: bool = False
    """All there is was said, whatever it can do."""
    rooms: frozenset[str] = frozenset()
    """Only rooms were named, as if they were devices."""
    documented: bool = False
    """Some words are of a thing that a device has, which only documentation speaks of."""
    pointed: bool = False
    """Nothing was named: a pronoun stands for what was spoken of before."""


def devices_of(slots: Sequence[Slot], place: Place, utterance: Utterance, context: Context) -> Devices | Unfit:
    """What the slots name, in the rooms of the place where one was said; all of them or none."""
    found = Devices(targets=(Target(place.things),) if place.things and not slots else ())
    for slot in slots:
        named = _named(slot, place, utterance, context)
        if isinstance(named, Unfit):
            return named
        found = Devices(
            targets=(*found.targets, *named.targets),
            everything=found.everything or named.everything,
            rooms=found.rooms | named.rooms,
            documented=found.documented or named.documented,
            pointed=found.pointed or named.pointed,
        )
    return found


def options_for(parts: Sequence[Part], utterance: Utterance, context: Context) -> tuple[str, ...]:
    """Several parts as a person may choose among them."""
    language = language_of(utterance.text)
    return tuple(dict.fromkeys(label(p, context.index, language) for p in parts))[:_MOST_OPTIONS]


def spoken_of_beside(target: Target, frame: Frame, utterance: Utterance, context: Context) -> Target:
    """Of several that could be meant the only one whose own names hold a word said beside the slots: whoever speaks of films and has
    `the screen` switched on means no tablet."""
    beside = specific_words(words_outside(frame, utterance, frozenset(SlotName), mask=" □ "), utterance.vocabulary, context)
    kept = tuple(p for p in target.parts if any(is_called_by(w, labels_of(p, context)) for w in beside))
    return replace(target, parts=kept, ambiguous=False) if len(kept) == 1 else target


def _named(slot: Slot, place: Place, utterance: Utterance, context: Context) -> Devices | Unfit:
    text = words_of(slot)
    owner = owner_in(text, context)
    if owner is not None:  # theirs may be anywhere
        context = replace(context, room=None)
    found = _found(text, place, utterance, context)
    if found is None and (other := mended(text, context)) != text:
        text = other
        found = _found(text, place, utterance, context)
    if found is None and not _names_a_kind(text, context):
        loose = loosely_called(text, place.rooms, utterance.vocabulary, context)
        target = Target(loose.parts, ambiguous=len(loose.parts) > 1)
        found = Devices(targets=(target,), documented=loose.documented) if loose.parts else None
    if found is None:
        return Unfit(slot=slot)
    if owner is not None:
        found = _narrowed(found, owned_devices(owner, context))
    for detail in place.details if found is not None and not place.things else ():
        found = _detailed(found, detail, utterance, context) if found is not None else None
        if found is None:
            return Unfit(slot=detail)
    return found or Unfit(slot=slot)


def _is_called_so(part: Part, text: str, context: Context) -> bool:
    """Whether a part's names say an adjective of a text that tells things apart."""
    device = context.index.devices[part.device]
    said = [m.group() for pair in context.lexicon.opposites for side in pair for m in side.pattern.finditer(text)]
    return any(is_called(name, word, context.lexicon) for word in said for name in (device.name, *device.aliases))


def _names_a_kind(text: str, context: Context) -> bool:
    """Whether a text names a kind of thing of which the home has none: then nothing else takes its place."""
    named = [m for m in mentions(text, context.index, context.lexicon) if m.what is Named.KIND]
    return bool(named) and not any(context.index.of_kind(k) for m in named for k in m.ids)


def _found(text: str, place: Place, utterance: Utterance, context: Context) -> Devices | None:
    """What a text in normal form names by the rules; None where that does not explain all of it."""
    index, lex = context.index, context.lexicon
    near = None if place.everywhere else context.room
    reference = resolve_reference(
        text, index, lex, room=near, recent=context.focus.parts, where=place.rooms, likely=place.rooms, own=context.own
    )
    if reference.missing or reference.missing_place or (not reference.spans and _names_a_kind(text, context)):
        return None
    parts = tuple(dict.fromkeys(p for t in reference.targets for p in t.parts))
    if any(m.barred for m in reference.spans) and not all(_is_called_so(p, text, context) for p in parts):
        return None  # who says back door means no door that is called neither front nor back
    rest = _without_marks(reference.masked)
    if reference.everything and not reference.spans:
        left = specific_words(rest, utterance.vocabulary, context)
        scope = _everything(place.rooms, context)
        return Devices(targets=(Target(scope, group=True),), everything=True) if scope and not left else None
    if parts:
        left = unexplained(rest, parts, utterance.vocabulary, context)
        if left and len(parts) > 1 and (kept := _of_several(left, reference, context)):
            return Devices(targets=kept)
        return Devices(targets=reference.targets, everything=_is_all(reference)) if not left else None
    if specific_words(rest, utterance.vocabulary, context):
        return None
    return _pointed_at(text, reference, place, context)


def _of_several(left: Sequence[str], reference: Reference, context: Context) -> tuple[Target, ...]:
    """Of the things that were named those whose labels hold the other words too."""
    kept = (
        replace(t, parts=tuple(p for p in t.parts if all(is_called_by(w, labels_of(p, context)) for w in left))) for t in reference.targets
    )
    return tuple(replace(t, ambiguous=t.ambiguous and len(t.parts) > 1) for t in kept if t.parts)


def _is_all(reference: Reference) -> bool:
    """`Everything in the kitchen`: no thing or kind was named beside a place."""
    return reference.everything and all(m.what in (Named.ROOM, Named.FLOOR) for m in reference.spans)


def _everything(rooms: frozenset[str], context: Context) -> tuple[Part, ...]:
    return tuple(Part(d) for d in (context.index.in_rooms(rooms) if rooms else context.index.devices))


def _pointed_at(text: str, reference: Reference, place: Place, context: Context) -> Devices | None:
    """`It`, `the other one`, `the kitchen one`, or a room in place of a thing."""
    focus, index = context.focus, context.index
    rooms = reference.rooms or place.rooms
    if reference.other:
        alternatives = others(reference, context, focus.parts, focus.kind) if focus.parts else []
        return Devices(targets=tuple(alternatives)) if alternatives else None
    if reference.rooms and not _ONLY_PLACE.fullmatch(reference.masked.strip()) and focus.kind:
        alike = tuple(in_rooms(reference.rooms, focus.kind, index))
        return Devices(targets=alike) if alike else None
    if reference.rooms:
        return Devices(rooms=reference.rooms)
    before = tuple(p for p in focus.parts if not rooms or is_inside(p.device, rooms, index))
    if before:
        return Devices(targets=(Target(before, group=len(before) > 1, kind=focus.kind),), pointed=True)
    if focus.parts and focus.kind and rooms:
        alike = tuple(in_rooms(rooms, focus.kind, index))
        return Devices(targets=alike) if alike else None
    return None


_ONLY_PLACE = re.compile(r"(?:\b(?:in|at|on)\s+)?□(?:の中)?")
"""What is left of a text that names rooms and nothing else."""


def _without_marks(text: str) -> str:
    return text.replace("□", " □ ")


def _narrowed(found: Devices, own: frozenset[str]) -> Devices | None:
    """Those that belong to somebody who was named."""
    targets = []
    for target in found.targets:
        kept = tuple(p for p in target.parts if p.device in own)
        if not kept:
            return None
        targets.append(replace(target, parts=kept, group=target.group and len(kept) > 1, ambiguous=target.ambiguous and len(kept) > 1))
    return replace(found, targets=tuple(targets))


def _detailed(found: Devices, detail: Slot, utterance: Utterance, context: Context) -> Devices | None:
    """Those whose names hold what else was said of where they are."""
    words = specific_words(words_of(detail), utterance.vocabulary, context)
    targets = []
    for target in found.targets:
        kept = tuple(p for p in target.parts if words and all(is_called_by(w, labels_of(p, context)) for w in words))
        if not kept:
            return None
        targets.append(replace(target, parts=kept, ambiguous=target.ambiguous and len(kept) > 1))
    return replace(found, targets=tuple(targets))
