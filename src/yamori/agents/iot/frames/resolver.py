"""Frames to calls: the endpoint of this package."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.agentkit.agent import ToolCall
from yamori.agents.iot.frames.actions import CHANGES, COMMANDED, Action, action_of
from yamori.agents.iot.frames.complaints import relieved
from yamori.agents.iot.frames.devices import Devices, devices_of, options_for, spoken_of_beside
from yamori.agents.iot.frames.exceptions import left_alone, without
from yamori.agents.iot.frames.frame_words import slots_of, words_of
from yamori.agents.iot.frames.history import explaining, undoing
from yamori.agents.iot.frames.modes import as_mode
from yamori.agents.iot.frames.named import named_by
from yamori.agents.iot.frames.owners import owned_devices, owner_in
from yamori.agents.iot.frames.past import looking_back
from yamori.agents.iot.frames.places import Place, in_told_room, place_of
from yamori.agents.iot.frames.questions import reading
from yamori.agents.iot.frames.switching import SENSES, sense_of
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.frames.unnamed import unnamed
from yamori.agents.iot.rules.choices import as_calls
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.meaning import Context, Focus
from yamori.agents.iot.rules.mentions import masked, mentions
from yamori.agents.iot.rules.names import Named, Part
from yamori.agents.iot.rules.orders import is_off, is_plain
from yamori.agents.iot.rules.past.asked import PastQuestion, past_question
from yamori.agents.iot.rules.reference import sensible
from yamori.agents.iot.rules.targets import Target
from yamori.agents.iot.rules.word_lists import begins
from yamori.understanding.frame import COMPLAINTS, Frame, IntentName, Slot, SlotName
from yamori.understanding.resolution import Resolution, Unresolved
from yamori.understanding.utterance import Utterance

_ANOTHER_TIME = (SlotName.CONDITION, SlotName.WHEN, SlotName.NEW_WHEN, SlotName.REPEAT, SlotName.LEAD)
"""Nothing is done later or on a condition by a call of this agent."""
_OF_OTHERS = (SlotName.LIST_NAME, SlotName.QUERY)
"""Slots that no device has a use for."""
_HANDLED = COMMANDED | COMPLAINTS | {IntentName.GET, IntentName.EXPLAIN, IntentName.UNDO}


@dataclass(frozen=True, kw_only=True)
class _Resolved:
    calls: tuple[ToolCall, ...]
    parts: tuple[Part, ...] = ()
    """What the next frame may refer to."""
    kind: str | None = None


def resolve(frames: Sequence[Frame], utterance: Utterance, context: Context) -> Resolution:
    """Each frame whole or not at all, in their order; what one frame named, the next may call `it`."""
    frames = [part for frame in frames for part in _by_feature(frame)]
    found, lost = Resolution(named=named_by(frames, utterance, context)), False
    for frame in frames:
        named = bool(slots_of(frame, SlotName.DEVICE, SlotName.ROOM, SlotName.CONTENT, SlotName.TITLE))
        made = _resolved(frame, utterance, context) if frame.intent in _HANDLED and (named or not lost) else Unfit()
        if isinstance(made, Unfit):
            slot = (made.slot or _in_the_way(frame)) if frame.intent in _HANDLED else None
            unresolved = Unresolved(frame=frame, slot=slot, options=made.options)
            found = replace(found, unresolved=(*found.unresolved, unresolved))
            if frame.intent in _HANDLED and named:  # what comes after it may well go on about what was not found
                lost, context = True, replace(context, focus=Focus(receipts=context.focus.receipts))
            continue
        lost = lost and not made.parts
        spans = (frame.span,) if frame.intent in COMPLAINTS else tuple(s.span for s in sorted(frame.slots, key=lambda s: s.span))
        found = replace(
            found,
            calls=(*found.calls, *made.calls),
            explained=(*found.explained, *spans),
            resolved=(*found.resolved, frame),
        )
        if made.parts:
            context = replace(context, focus=_spoken_of(made, context.focus))
    return found


def _is_now(slot: Slot, utterance: Utterance) -> bool:
    """Whether a moment only says that it is to be done at once: no word of it has content."""
    said = (*(w.span for w in utterance.words), *utterance.time_spans, *(m.span for m in utterance.markers))
    return slot.name is SlotName.WHEN and not any(slot.span.overlaps(span) for span in said)


def _in_the_way(frame: Frame) -> Slot | None:
    """The slot that is asked about where a device cannot do what is asked: the one that names it."""
    return next(iter((*slots_of(frame, SlotName.DEVICE), *slots_of(frame, SlotName.ROOM), *frame.slots)), None)


def _by_feature(frame: Frame) -> Sequence[Frame]:
    """A question about several features (`the temperature and humidity`) as a question about each."""
    features = slots_of(frame, SlotName.FEATURE)
    if frame.intent is not IntentName.GET or len(features) < 2:
        return (frame,)
    others = tuple(slot for slot in frame.slots if slot.name is not SlotName.FEATURE)
    return tuple(replace(frame, slots=(*others, feature)) for feature in features)


def _spoken_of(made: _Resolved, before: Focus) -> Focus:
    return replace(before, parts=made.parts, kind=made.kind)


def _resolved(frame: Frame, utterance: Utterance, context: Context) -> _Resolved | Unfit:
    context = in_told_room(frame, context)
    if (question := past_question(frame, utterance)) is not None:
        return _looked_back(frame, question, utterance, context)
    allowed = (SlotName.WHEN,) if frame.intent in (IntentName.UNDO, IntentName.EXPLAIN) else ()
    if barred := [s for s in slots_of(frame, *_ANOTHER_TIME, *_OF_OTHERS) if s.name not in allowed and not _is_now(s, utterance)]:
        return Unfit(slot=barred[0])
    titles = slots_of(frame, SlotName.TITLE) if frame.intent is IntentName.GET and not slots_of(frame, SlotName.DEVICE) else []
    if titles:
        return Unfit(slot=titles[0])  # what it is about is no device
    place = place_of(slots_of(frame, SlotName.ROOM), utterance.vocabulary, context)
    if isinstance(place, Unfit):
        return place
    devices = devices_of(slots_of(frame, SlotName.DEVICE), place, utterance, context)
    if isinstance(devices, Unfit):
        unnamed_slot = devices.slot if not devices.options else None
        mode = as_mode(frame, unnamed_slot, utterance, context) if unnamed_slot is not None else None
        return _resolved(mode, utterance, context) if mode is not None else devices
    if place.details and not devices.targets:
        return Unfit(slot=place.details[0])
    if frame.intent in COMMANDED:
        return _commanded(frame, place, devices, utterance, context)
    if durations := [s for s in slots_of(frame, SlotName.DURATION) if frame.intent is not IntentName.UNDO]:
        return Unfit(slot=durations[0])
    if frame.intent in COMPLAINTS:
        orders = relieved(frame.intent, place, devices, utterance, context)
        return orders if isinstance(orders, Unfit) else _made(orders, None)
    calls = _asked_or_undone(frame, place, devices, utterance, context)
    parts = tuple(p for t in devices.targets for p in t.parts)
    kind = next((t.kind for t in devices.targets), None)
    return calls if isinstance(calls, Unfit) else _Resolved(calls=calls, parts=parts, kind=kind)


def _looked_back(frame: Frame, question: PastQuestion, utterance: Utterance, context: Context) -> _Resolved | Unfit:
    if barred := slots_of(frame, SlotName.CONDITION, SlotName.NEW_WHEN, SlotName.REPEAT, SlotName.LEAD, SlotName.LIST_NAME):
        return Unfit(slot=barred[0])
    frame = _with_device(frame, utterance, context)
    place = place_of(slots_of(frame, SlotName.ROOM), utterance.vocabulary, context)
    if isinstance(place, Unfit):
        return place
    devices = devices_of(slots_of(frame, SlotName.DEVICE), place, utterance, context)
    if isinstance(devices, Unfit):
        return devices
    calls = looking_back(frame, question, place, devices, utterance, context)
    parts = tuple(p for t in devices.targets for p in t.parts)
    return calls if isinstance(calls, Unfit) else _Resolved(calls=calls, parts=parts, kind=next((t.kind for t in devices.targets), None))


def _with_device(frame: Frame, utterance: Utterance, context: Context) -> Frame:
    """The frame with what a reader took for a feature as the device that it names to the last word, where no other is named."""
    if slots_of(frame, SlotName.DEVICE):
        return frame

    def names_one(slot: Slot) -> bool:
        text = words_of(slot)
        found = [m for m in mentions(text, context.index, context.lexicon) if m.what in (Named.DEVICE, Named.KIND)]
        rest = masked(text, [(m.start, m.end) for m in found]).replace("□", " ").split()
        return bool(found) and all(word in utterance.vocabulary.articles for word in rest)

    slots = (replace(s, name=SlotName.DEVICE) if s.name is SlotName.FEATURE and names_one(s) else s for s in frame.slots)
    return replace(frame, slots=tuple(slots))


def _asked_or_undone(frame: Frame, place: Place, devices: Devices, utterance: Utterance, context: Context) -> tuple[ToolCall, ...] | Unfit:
    match frame.intent:
        case IntentName.GET:
            return reading(frame, place, devices, utterance, context)
        case IntentName.UNDO:
            return undoing(frame, devices, utterance, context)
        case _:
            return explaining(frame, devices, context)


def _commanded(frame: Frame, place: Place, devices: Devices, utterance: Utterance, context: Context) -> _Resolved | Unfit:
    action = action_of(frame, utterance, context, documented=devices.documented)
    if isinstance(action, Unfit):
        return action
    rooms = place.rooms | devices.rooms
    targets = devices.targets or unnamed(
        rooms,
        action.act,
        action.sense,
        action.qualities,
        replace(context, room=None) if place.everywhere else context,
        counted=action.counted,
        plays=bool(slots_of(frame, SlotName.CONTENT)) or frame.intent is IntentName.PLAY,
        guessed=frame.intent not in (*CHANGES, IntentName.SET) or bool(action.qualities or place.rooms),
    )
    if devices.rooms and not devices.targets and not targets:
        return Unfit()
    persons = [slot for slot in slots_of(frame, SlotName.PERSON) if not (devices.targets and _says_for_whom(slot, utterance))]
    owned = _of_persons(persons, targets, context)
    if isinstance(owned, Unfit):
        return owned
    kept_out = left_alone(slots_of(frame, SlotName.EXCEPT), owned, utterance, context)
    if isinstance(kept_out, Unfit):
        return kept_out
    targets = without(owned, kept_out)
    if not targets:
        return Unfit(slot=next(iter(slots_of(frame, SlotName.EXCEPT)), None)) if kept_out else _unsaid(action, frame, context)
    orders: list[Order] = []
    for target in targets:
        made = _on(target, action, frame, devices, utterance, context)
        if isinstance(made, Unfit) and devices.pointed and (sole := _sole_taker(action, frame, context)) is not None:
            return _made(sole, None)
        if isinstance(made, Unfit):
            return made
        orders += made
    return _made(tuple(orders), targets[0].kind)


def _sole_taker(action: Action, frame: Frame, context: Context) -> tuple[Order, ...] | None:
    """The orders on the only device that can take the value that was said: `put it on wool` is no lamp's, whatever was spoken of before."""
    if not slots_of(frame, SlotName.VALUE):
        return None
    able = [orders for d in context.index.devices if not isinstance(orders := action.act(Part(d), None), Unfit)]
    return able[0] if len(able) == 1 else None


def _of_persons(slots: Sequence[Slot], targets: tuple[Target, ...], context: Context) -> tuple[Target, ...] | Unfit:
    """Whose things are meant."""
    for slot in slots:
        owner = owner_in(slot.text.lower(), context)
        own = owned_devices(owner, context) if owner is not None else frozenset()
        targets = tuple(replace(t, parts=tuple(p for p in t.parts if p.device in own)) for t in targets)
        if not targets or not all(t.parts for t in targets):
            return Unfit(slot=slot)
    return targets


def _says_for_whom(slot: Slot, utterance: Utterance) -> bool:
    """Whether something is done for a person, whose the device need not be."""
    return begins(slot.text.lower(), "for_whom") or begins(utterance.normal.text[slot.span.end :], "for_whom")


def _unsaid(action: Action, frame: Frame, context: Context) -> Unfit:
    """Why nothing could do it where nothing was named: a slot that the devices near refuse, else nothing in particular."""
    return Unfit(slot=next(iter(slots_of(frame, SlotName.FEATURE, SlotName.CONTENT, SlotName.VALUE, SlotName.ROOM)), None))


def _on(
    target: Target, action: Action, frame: Frame, devices: Devices, utterance: Utterance, context: Context
) -> tuple[Order, ...] | Unfit:
    """The orders on one target; of a group those that cannot do it are left out in silence, of several that could be meant the only one
    that can, or that makes sense, is taken."""
    parts = target.parts
    if frame.intent in CHANGES and target.group:  # nobody asks for what is off to be a bit dimmer
        parts = tuple(p for p in parts if not is_off(p, context)) or parts
    made = {part: action.act(part, target.kind) for part in parts}
    able: dict[Part, tuple[Order, ...]] = {p: orders for p, orders in made.items() if not isinstance(orders, Unfit)}
    if devices.everything:
        able = {p: kept for p, orders in able.items() if (kept := _plain(orders, frame, target, context))}
    if not able:
        return next((m for m in made.values() if isinstance(m, Unfit)), Unfit())
    if target.group or (len(able) == len(parts) and not target.ambiguous):
        return tuple(o for orders in able.values() for o in orders)
    if not target.ambiguous:
        return next(m for m in made.values() if isinstance(m, Unfit))
    left = replace(target, parts=tuple(able), ambiguous=len(able) > 1)
    chosen = sensible(left, action.sense, context)
    if chosen.ambiguous:
        chosen = spoken_of_beside(chosen, frame, utterance, context)
    if chosen.ambiguous:
        return Unfit(slot=next(iter(slots_of(frame, SlotName.DEVICE)), None), options=options_for(chosen.parts, utterance, context))
    return tuple(o for p in chosen.parts for o in able[p])


def _plain(orders: tuple[Order, ...], frame: Frame, target: Target, context: Context) -> tuple[Order, ...]:
    """Of everything only what can be done without asking, and only by what switches."""
    if frame.intent not in SENSES:
        return ()
    sense = sense_of(frame.intent, target.kind, context.lexicon)
    return orders if all(is_plain(o, sense, context) for o in orders) else ()


def _made(orders: tuple[Order, ...], kind: str | None) -> _Resolved:
    unique = tuple({(o.device, o.component, o.capability, o.command, repr(o.arguments)): o for o in orders}.values())
    return _Resolved(calls=tuple(as_calls(unique)), parts=tuple(dict.fromkeys(Part(o.device) for o in unique)), kind=kind)
