"""Sentences that give a device of a scene another value from now on: `15 for the lamp in winding down`, ランプは15%にして. Pure."""

import re
from collections.abc import Mapping, Sequence

from yamori.domain.language import language_of
from yamori.scenes.composing import devices_in as devices_of_call
from yamori.scenes.reading.adjusting import amount_in
from yamori.scenes.reading.correcting import is_wanted
from yamori.scenes.reading.known import Known
from yamori.scenes.reading.recent import just_saved
from yamori.scenes.reading.targets import devices_in, own_target
from yamori.scenes.reading.wanted import Revalue, Which
from yamori.scenes.scene import Scene
from yamori.understanding.frame import READING, Frame, SlotName
from yamori.understanding.going_on import going_on_words
from yamori.understanding.utterance import Utterance

_HANGING = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD, SlotName.NEW_WHEN))
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def revalued_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Revalue | Which | None:
    """The scene, the device and its value; None for a sentence that names no device of a scene, or not one new number."""
    text = utterance.normal.text
    named = own_target(text, known.scenes)
    scene = named.scene if named is not None else just_saved(utterance.now, known)
    slots = [slot for frame in frames for slot in frame.slots]
    if scene is None or not frames or (named is not None and is_wanted(text, named)):
        return None
    corrects = any(word in text.lower() for word in going_on_words("correction", utterance.language))
    if named is None and not corrects:
        return None  # an order of now
    names = [name.lower() for name in scene.all_names]
    hanging = [slot for slot in slots if slot.name in _HANGING and not any(name in slot.text.lower() for name in names)]  # `in teatime`
    if hanging or any(frame.intent in READING for frame in frames):
        return None
    held = {address.partition("/")[0] for call in scene.calls for address in devices_of_call(call.arguments)}
    found = tuple(dict.fromkeys(d for s in slots if s.name is SlotName.DEVICE for d in devices_in(s.text, known.home, held)))
    if not found or not set(found) <= held:
        return None
    if len(found) > 1 and named is not None:
        return Which(devices=found)
    now = _values(scene, found)
    amounts = [(m, amount_in(text[m.start() :], language_of(text))) for m in _NUMBER.finditer(_without_names(text, scene, known, found))]
    new = [amount for m, amount in amounts if amount is not None and float(m[0]) not in now]
    return Revalue(scene=scene, devices=found, value=new[0]) if len(new) == 1 and len(amounts) <= 2 and len(found) == 1 else None


def _without_names(text: str, scene: Scene, known: Known, devices: Sequence[str]) -> str:
    """The text with the names of the scene and of its devices blanked out: what counts in them is no value."""
    named = [d for id in devices if (d := known.home.device(id)) is not None]
    names = [*scene.all_names, *(name for device in named for name in (device.name, *device.aliases))]
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(re.escape(name), lambda found: " " * len(found[0]), text, flags=re.IGNORECASE)
    return text


def _values(scene: Scene, devices: Sequence[str]) -> set[float]:
    """What the scene sets these devices to at present."""
    found: set[float] = set()
    for call in scene.calls:
        arguments = call.arguments.get("arguments")
        if isinstance(arguments, Mapping) and any(a.partition("/")[0] in devices for a in devices_of_call(call.arguments)):
            found |= {float(v) for v in arguments.values() if isinstance(v, int | float) and not isinstance(v, bool)}
    return found
