"""What a frame leaves alone: its `except` slots."""

from collections.abc import Sequence

from yamori.agents.iot.frames.frame_words import words_of
from yamori.agents.iot.frames.loose_names import loosely_called
from yamori.agents.iot.frames.owners import owned_devices, owner_in
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Named
from yamori.agents.iot.rules.targets import Target, is_inside, resolve_reference
from yamori.understanding.frame import Slot
from yamori.understanding.utterance import Utterance


def left_alone(slots: Sequence[Slot], targets: Sequence[Target], utterance: Utterance, context: Context) -> frozenset[str] | Unfit:
    """The devices that are not to be touched, all that the words may mean. Of a room (`but the hall one`) everything in it."""
    found: set[str] = set()
    for slot in slots:
        kept = _kept(slot, targets, utterance, context)
        if not kept:
            return Unfit(slot=slot)
        found |= kept
    return frozenset(found)


def _kept(slot: Slot, targets: Sequence[Target], utterance: Utterance, context: Context) -> frozenset[str]:
    text, index = words_of(slot), context.index
    reference = resolve_reference(text, index, context.lexicon, room=None, recent=(), own=context.own)
    owner = owner_in(text, context)
    own = owned_devices(owner, context) if owner is not None else frozenset()
    if reference.missing or (reference.missing_place and not own):
        return frozenset()
    named = reference.excluded | {p.device for t in reference.targets if not reference.everything for p in t.parts}
    kinds = [k for m in reference.spans if m.what is Named.KIND for k in m.ids]
    named |= {d for k in kinds for d in index.of_kind(k) if _is_inside(d, reference.said_rooms, context)}
    if not named and reference.said_rooms:
        named = frozenset(d for d in index.devices if is_inside(d, reference.said_rooms, index))
    if not named:
        named = frozenset(p.device for p in loosely_called(_bare(text, context), frozenset(), utterance.vocabulary, context).parts)
    if own:
        named = named & own or own
    if not named and reference.same:
        named = frozenset(p.device for p in context.focus.parts)
    return named


def _is_inside(device: str, rooms: frozenset[str], context: Context) -> bool:
    return not rooms or is_inside(device, rooms, context.index)


def _bare(text: str, context: Context) -> str:
    return context.lexicon.marks["except"].pattern.sub(" ", text)


def without(targets: Sequence[Target], devices: frozenset[str]) -> tuple[Target, ...]:
    """The targets without these devices."""
    kept = (Target(tuple(p for p in t.parts if p.device not in devices), t.group, t.kind, t.ambiguous) for t in targets)
    return tuple(_settled(t) for t in kept if t.parts)


def _settled(target: Target) -> Target:
    return Target(target.parts, target.group, target.kind, target.ambiguous and len(target.parts) > 1)
