"""A question about devices as the call that reads them."""

from yamori.agentkit.agent import ToolCall
from yamori.agents.iot.frames.devices import Devices
from yamori.agents.iot.frames.features import named_in, reported
from yamori.agents.iot.frames.frame_words import slots_of, words_of, words_outside
from yamori.agents.iot.frames.places import Place
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.choices import as_reading
from yamori.agents.iot.rules.meaning import Context, Query
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.queries import measured_nowhere, queried
from yamori.agents.iot.rules.targets import Reference
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.utterance import Utterance


def reading(frame: Frame, place: Place, devices: Devices, utterance: Utterance, context: Context) -> tuple[ToolCall, ...] | Unfit:
    """The rules for questions say which attributes answer it; a feature that they have no word for is sought in the capability files."""
    masked = words_outside(frame, utterance, (SlotName.DEVICE, SlotName.ROOM), mask=" □ ")
    text = words_outside(frame, utterance, ())
    rooms = place.rooms | devices.rooms
    targets = devices.targets
    reference = Reference(
        targets=targets, masked=masked, rooms=rooms if not targets else frozenset(), said_rooms=rooms, everything=devices.everything
    )
    if not targets and measured_nowhere(text, reference, context):
        return Unfit(slot=next(iter(slots_of(frame, SlotName.FEATURE, SlotName.ROOM)), None))
    query = queried(text, reference, context)
    for slot in slots_of(frame, SlotName.FEATURE):
        if not _reads_feature(query, words_of(slot), context):
            query = _reported(words_of(slot), query, targets, rooms, context)
            if query is None:
                return Unfit(slot=slot)
    values = slots_of(frame, SlotName.VALUE)
    if values and (query is None or query.value is None):
        return Unfit(slot=values[0])
    return tuple(as_reading(query, context.index)) if query is not None and query.parts else Unfit()


def _reads_feature(query: Query | None, feature: str, context: Context) -> bool:
    """Whether the attributes that are to be read are what a feature slot speaks of."""
    if query is None or not query.attributes:
        return False
    every = [r for p in query.parts for r in reported(p, context.index)]
    spoken_of = {(r.component, r.capability.name, r.attribute) for r in named_in(feature, every, context.lexicon)}
    return bool(spoken_of & set(query.attributes)) or not spoken_of


def _reported(feature: str, query: Query | None, targets: tuple[object, ...], rooms: frozenset[str], context: Context) -> Query | None:
    index = context.index
    parts = query.parts if query is not None and targets else ()
    if not parts:
        near = rooms or (frozenset({context.room}) if context.room else frozenset())
        parts = tuple(Part(d) for d in (index.in_rooms(near) if near else index.devices))
    found = {p: named_in(feature, reported(p, index), context.lexicon) for p in parts}
    reporting = {p: r for p, r in found.items() if r}
    if not reporting or (not targets and len(reporting) > 1):
        return None
    attributes = tuple(dict.fromkeys((r.component, r.capability.name, r.attribute) for own in reporting.values() for r in own))
    return Query(tuple(reporting), attributes, None, len(reporting) > 1)
