"""Everything that frames name, whether or not what they ask for can be done: what code chose beside it, nobody spoke of."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.frames.devices import devices_of
from yamori.agents.iot.frames.frame_words import slots_of
from yamori.agents.iot.frames.places import place_of
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.meaning import Context
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.utterance import Utterance

_SURE = 0.6
"""From these odds on a slot surely names something: what is read less surely, and is nothing here, hides nothing else."""


def named_by(frames: Sequence[Frame], utterance: Utterance, context: Context) -> frozenset[str]:
    """The ids of all devices that the frames' devices and rooms may mean; empty where that cannot be told."""
    found: set[str] = set()
    for frame in frames:
        said = slots_of(frame, SlotName.DEVICE)
        place = place_of(slots_of(frame, SlotName.ROOM), utterance.vocabulary, context)
        devices = devices_of(said, place, utterance, context) if not isinstance(place, Unfit) else place
        surely = [slot for slot in said if slot.odds >= _SURE]
        if isinstance(devices, Unfit) and not isinstance(place, Unfit) and surely and len(surely) < len(said):
            devices = devices_of(surely, place, utterance, context)
        if isinstance(place, Unfit) or isinstance(devices, Unfit) or devices.everything or place.everywhere:
            return frozenset()
        rooms = devices.rooms | (place.rooms if not said else frozenset())
        parts = [part for target in devices.targets for part in target.parts]
        found |= {part.device for part in parts} | {id for id, device in context.index.devices.items() if device.room in rooms}
        if parts:
            context = replace(context, focus=replace(context.focus, parts=tuple(parts)))
    return frozenset(found)
