"""Sentences that leave devices of a scene alone: `not the hall light` after a run, `leave the lamp out of X` at any time. Pure."""

from collections.abc import Sequence
from datetime import datetime

from yamori.domain.language import is_spaced, language_of
from yamori.scenes.composing import devices_in as devices_of_call
from yamori.scenes.kind import kinds
from yamori.scenes.naming import folded
from yamori.scenes.reading.known import Known
from yamori.scenes.reading.recent import just_run, just_saved
from yamori.scenes.reading.targets import devices_in, own_target
from yamori.scenes.reading.vocabulary import holds, words_for
from yamori.scenes.reading.wanted import Correct, Run, Target, Which
from yamori.scenes.texts import TEXTS
from yamori.understanding.frame import READING, Frame, IntentName, SlotName


def correction_in(frames: Sequence[Frame], text: str, now: datetime, known: Known) -> Correct | Which | Run | None:
    """`Not the hall light` after a scene was run, `leave the lamp out of X` at any time."""
    flat, language = folded(text), language_of(text)
    if not holds(flat, words_for("without", language)) or any(frame.intent in (IntentName.SAVE_SCENE, *READING) for frame in frames):
        return None
    named = own_target(text, known.scenes)
    ran = just_run(now, known)
    scene = named.scene if named is not None else ran or just_saved(now, known)
    if scene is None:
        return None
    held = {address.partition("/")[0] for call in scene.calls for address in devices_of_call(call.arguments)}
    slots = [s for f in frames for s in f.slots if s.name in (SlotName.DEVICE, SlotName.EXCEPT, SlotName.CONTENT)]
    found = devices_in(text, known.home, held)
    if not found:
        places = " ".join(s.text for f in frames for s in f.slots if s.name is SlotName.ROOM)
        names = [TEXTS.said(language, "in_room", room=places, thing=slot.text) if places else slot.text for slot in slots]
        found = next((devices for name in names if (devices := devices_in(name, known.home, held))), ())
    if not found:
        return None
    if len(found) > 1 and len(slots) < 2:
        return Which(devices=found)
    if known.asked is not None and scene.id == known.asked.id:
        before = known.focus.get("without")
        without = (*(str(id) for id in before), *found) if isinstance(before, list) else found
        rooms = (scene.room,) if scene.room is not None else ()
        return Run(target=Target(kind=kinds().get(scene.kind or ""), exact=False), rooms=rooms, without=without)
    if named is not None and is_wanted(text, named):
        return Run(target=named, without=found)  # `good night, but don't turn off the …`: this time
    return Correct(scene=scene, devices=found, ran=ran is not None and ran.id == scene.id)


def is_wanted(text: str, named: Target) -> bool:
    """Whether a sentence begins with the name of a scene that is wanted now: `good night, but …`, and not `good night should not …`."""
    low = text.casefold().lstrip(' 「『"“')
    if named.scene is None:
        return False
    rest = next((low.removeprefix(name.casefold()) for name in named.scene.all_names if low.startswith(name.casefold())), None)
    if rest is None:
        return False
    if not is_spaced(text):
        return rest[:1] in _PAUSES
    return next(iter(folded(rest).split()), "") not in words_for("of_it", language_of(text))


_PAUSES = ("、", "。", " ", "！", "!", "〜", "ー")
