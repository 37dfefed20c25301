"""Sentences that put another device in the place of one of the scene that was just saved (`make it the desk lamp instead`). Pure."""

from collections.abc import Sequence

from yamori.scenes.composing import devices_in as devices_of_call
from yamori.scenes.reading.known import Known
from yamori.scenes.reading.recent import just_saved
from yamori.scenes.reading.targets import devices_in
from yamori.scenes.reading.wanted import Swap, Unfit, Which, WhichOld
from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.going_on import other_thing
from yamori.understanding.utterance import Utterance


def replacement_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Swap | WhichOld | Which | Unfit | None:
    """What it changes of the scene that was saved last in this conversation; None for a sentence of another kind."""
    scene = just_saved(utterance.now, known)
    thing = other_thing(frames, utterance) if scene is not None else None
    if scene is None or thing is None:
        return None
    if thing.beside:
        return Unfit(words=thing.words)
    found = devices_in(thing.words, known.home) or devices_in(thing.words, known.home, [device.id for device in known.home.devices])
    if len(found) != 1:
        return Which(devices=found) if found else Unfit(words=thing.words)
    own = tuple(dict.fromkeys(a.partition("/")[0] for call in scene.calls for a in devices_of_call(call.arguments)))
    taken = " ".join(slot.text for frame in frames for slot in frame.slots if slot.name is SlotName.RETRACTED)
    old = (devices_in(taken, known.home, own) if taken else ()) or own
    old = tuple(id for id in old if id != found[0])
    if len(old) == 1:
        return Swap(scene=scene, old=old[0], new=found[0])
    return WhichOld(scene=scene, devices=old, new=found[0]) if old else Unfit(words=thing.words)
