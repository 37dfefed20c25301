"""What a sentence wants of scenes, or that it wants nothing of them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from yamori.domain.home import Home
from yamori.domain.language import Language, language_of
from yamori.domain.values import Value
from yamori.scenes.composing import devices_in as devices_of_call
from yamori.scenes.kind import kinds
from yamori.scenes.naming import folded
from yamori.scenes.reading.defining import definition_in
from yamori.scenes.reading.targets import devices_in, kinds_said, named_target, rooms_in, spoken_target, target_in
from yamori.scenes.reading.vocabulary import holds, speaks_of, words_for
from yamori.scenes.reading.wanted import (
    Correct,
    Explain,
    Extend,
    Listing,
    Remove,
    Rename,
    Run,
    Save,
    TakeBack,
    Target,
    Unfit,
    Unknown,
    Wanted,
    Which,
)
from yamori.scenes.scene import Scene
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.utterance import Utterance

LIKELY = 0.45
"""Fitted, as elsewhere: from these odds on a sentence is taken for a ritual whose words stand in it; what it does is shown first."""
RECENT = timedelta(minutes=15)
"""How long after a scene was run `not the hall light` is about it."""
_HANGING = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD, SlotName.NEW_WHEN))
_CHANGING = frozenset((SlotName.DEVICE, SlotName.FEATURE, SlotName.DELTA, SlotName.VALUE))
"""What asks for something beside what the scene does."""
_ASKS = READING | {IntentName.TALK, IntentName.IMPOSSIBLE, IntentName.SCENE}
_SOCIAL = frozenset((IntentName.TALK, IntentName.CONFIRM, IntentName.REJECT))
"""What asks for nothing beside something that does."""
_ENDS = frozenset((IntentName.DELETE, IntentName.FORGET))


@dataclass(frozen=True, kw_only=True)
class Known:
    """What sentences are read against."""

    scenes: Sequence[Scene]
    home: Home
    activations: tuple[str, ...] = ()
    """What the home's own scenes are called, those of another system: they are devices, and not ours."""
    focus: Mapping[str, Value] = field(default_factory=dict)
    asked: Scene | None = None
    """The ritual that was shown last in this conversation, and waits for a yes."""


def wanted_of(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Wanted | None:
    """What the sentence wants; None where it wants nothing of scenes, or more than that."""
    text = utterance.normal.text
    flat = folded(text)
    asking = [frame for frame in frames if frame.intent not in _SOCIAL]
    frames = asking or frames
    if any(holds(flat, (folded(name),)) for name in known.activations):
        return None
    if (made := definition_in(frames, utterance)) is not None:
        return made
    if frames and all(frame.intent is IntentName.UNDO for frame in frames):
        return TakeBack(focus=known.focus) if known.focus else None
    if (corrected := _correction(frames, text, utterance.now, known)) is not None:
        return corrected
    own = _own(target_in(text, known.scenes))
    if own is not None and speaks_of("adding", flat) and devices_in(text, known.home) and frames and frames[0].intent not in READING:
        return Extend(target=own)
    hangs = any(slot.name in _HANGING for frame in frames for slot in frame.slots)
    target = named_target(text, known.scenes)
    if target is not None and (target.scene is not None or (_is_ritual(frames) and not hangs)):
        return Run(target=target)
    if len(frames) != 1 or (hangs and not speaks_of("scene", flat)):
        return None
    if (managed := _managed(frames[0], text, flat, known)) is not None:
        return managed
    return _run(frames[0], text, known) if not hangs else None


def _managed(frame: Frame, text: str, flat: str, known: Known) -> Wanted | None:
    """To save, hear of, rename or remove one."""
    of_scenes, language = speaks_of("scene", flat), language_of(text)
    if frame.intent is IntentName.SAVE_SCENE and frame.odds >= LIKELY:
        return _save(frame, text, known)
    title = frame.text(SlotName.TITLE) or frame.text(SlotName.QUERY)
    target = (named_target(title, known.scenes) if title else None) or target_in(text, known.scenes)
    new = next((s for s in frame.slots if s.name is SlotName.TEXT), None)
    if frame.intent is IntentName.CHANGE and new is not None and (of_scenes or (target and target.scene)):
        name = bare_scene(_whole_name(frame, new, text))
        return Rename(target=target, name=name) if target is not None else Unknown(name=title or text)
    if frame.intent in _ENDS and (of_scenes or _names_only(flat, target)):
        return Remove(target=target) if target is not None else Unknown(name=title or text)
    asks = frame.intent in _ASKS or holds(flat, words_for("explains", language)) is not None
    if asks and target is not None and holds(flat, words_for("explains", language)) and (of_scenes or target.scene or target.kind):
        return Explain(target=target)
    if of_scenes and asks and frame.intent is not IntentName.SCENE:
        return Explain(target=target) if target is not None else Listing()
    if of_scenes and target is not None and frame.intent in (IntentName.TURN_OFF,) and language is Language.JAPANESE:
        return Remove(target=target)  # シーンを消して
    return None


def _save(frame: Frame, text: str, known: Known) -> Wanted:
    named = [s for s in frame.slots if s.name in (SlotName.TITLE, SlotName.TEXT)]
    slot = named[-1] if named else None  # `save the study as …`: the first may be the room
    if slot is None:
        return Save(name="")
    beside = f"{text[frame.span.start : slot.span.start]} {text[slot.span.end : frame.span.end]}"
    name = _whole_name(frame, slot, text)
    rooms = tuple(room for s in frame.slots if s.name is SlotName.ROOM for room in rooms_in(s.text, known.home))
    return Save(
        name=bare_scene(name),
        rooms=rooms or rooms_in(beside, known.home),
        whole=holds(folded(beside), words_for("whole", language_of(text))) is not None,
        kinds=kinds_said(beside),
        devices=devices_in(beside, known.home),
    )


def _whole_name(frame: Frame, slot: Slot, text: str) -> str:
    """The name from the word that introduces it on (`as`, `to`): a reader may have marked the end of it alone."""
    before = text[frame.span.start : slot.span.start].split()
    if language_of(text) is Language.JAPANESE:
        return slot.text
    name = text[slot.span.start : max(s.span.end for s in frame.slots if s.span.start >= slot.span.start)]
    while before and folded(before[-1]) not in words_for("as", Language.ENGLISH):
        name = f"{before.pop()} {name}"
    return name if before else text[slot.span.start : slot.span.end]


def _run(frame: Frame, text: str, known: Known) -> Wanted | None:
    of_scenes = speaks_of("scene", folded(text))
    if frame.intent is not IntentName.SCENE or frame.odds < LIKELY:
        target = target_in(text, known.scenes) if of_scenes else None
        runs = frame.intent in (
            IntentName.START,
            IntentName.TURN_ON,
            IntentName.PLAY,
            IntentName.SET,
            IntentName.OPERATE,
            IntentName.RESUME,
        )
        return Run(target=target) if target is not None and runs else None
    title = frame.text(SlotName.TITLE)
    target = (
        (named_target(title, known.scenes) if title else None) or _own(target_in(text, known.scenes)) or spoken_target(text, known.scenes)
    )
    if target is None:
        return Unknown(name=bare_scene(title)) if title or of_scenes else Unknown(name="")
    said = _beside(frame, text)
    if said:
        return Unfit(words=said)
    rooms = tuple(room for s in frame.slots if s.name is SlotName.ROOM for room in rooms_in(s.text, known.home))
    without: list[str] = []
    for slot in (s for s in frame.slots if s.name is SlotName.EXCEPT):
        found = devices_in(slot.text, known.home)
        if not found:
            return Unfit(words=slot.text)
        without += found
    return Run(target=target, rooms=rooms, without=tuple(without))


def _beside(frame: Frame, text: str) -> str:
    """The slot that asks for something else than the scene; empty where none does."""
    around = words_for("around", language_of(text))
    slots = [s for s in frame.slots if s.name in _CHANGING and not all(w in around for w in folded(s.text).split())]
    return slots[0].text if slots else ""


def _own(target: Target | None) -> Target | None:
    return target if target is not None and target.scene is not None else None


def _correction(frames: Sequence[Frame], text: str, now: datetime, known: Known) -> Correct | Which | Run | None:
    """`Not the hall light` after a scene was run, `leave the lamp out of X` at any time."""
    flat, language = folded(text), language_of(text)
    if not holds(flat, words_for("without", language)) or any(frame.intent in (IntentName.SAVE_SCENE, *READING) for frame in frames):
        return None
    named = _own(target_in(text, known.scenes))
    ran = _just_run(now, known)
    scene = named.scene if named is not None else ran
    if scene is None:
        return None
    held = {address.partition("/")[0] for call in scene.calls for address in devices_of_call(call.arguments)}
    slots = [s for f in frames for s in f.slots if s.name in (SlotName.DEVICE, SlotName.EXCEPT, SlotName.CONTENT)]
    found = devices_in(text, known.home, held)
    if not found:
        places = " ".join(s.text for f in frames for s in f.slots if s.name is SlotName.ROOM)
        separator = "の" if language is Language.JAPANESE else " "
        found = next((d for s in slots if (d := devices_in(separator.join(filter(None, (places, s.text))), known.home, held))), ())
    if not found:
        return None
    if len(found) > 1 and len(slots) < 2:
        return Which(devices=found)
    if known.asked is not None and scene.id == known.asked.id:
        before = known.focus.get("without")
        without = (*(str(id) for id in before), *found) if isinstance(before, list) else found
        rooms = (scene.room,) if scene.room is not None else ()
        return Run(target=Target(kind=kinds().get(scene.kind or ""), exact=False), rooms=rooms, without=without)
    if named is not None and _is_wished(text, named):
        return Run(target=named, without=found)  # `good night, but don't turn off the …`: this time
    return Correct(scene=scene, devices=found, ran=ran is not None and ran.id == scene.id)


def _is_wished(text: str, named: Target) -> bool:
    """Whether a sentence begins with the name of a scene that is wanted now: `good night, but …`, and not `good night should not …`."""
    low = text.casefold().lstrip(' 「『"“')
    if named.scene is None:
        return False
    rest = next((low.removeprefix(name.casefold()) for name in named.scene.all_names if low.startswith(name.casefold())), None)
    if rest is None:
        return False
    if language_of(text) is Language.JAPANESE:
        return rest[:1] in ("、", "。", " ", "！", "!", "〜", "ー")
    return next(iter(folded(rest).split()), "") not in words_for("of_it", Language.ENGLISH)


def _just_run(now: datetime, known: Known) -> Scene | None:
    at = known.focus.get("ran_at")
    if not isinstance(at, str) or not timedelta(0) <= now - datetime.fromisoformat(at) <= RECENT:
        return None
    if known.asked is not None:
        return known.asked
    return next((scene for scene in known.scenes if scene.id == known.focus.get("scene")), None)


def _is_ritual(frames: Sequence[Frame]) -> bool:
    """Whether the name of a ritual alone is meant as one: `おやすみ`, and not `掃除` of the schedule."""
    return len(frames) == 1 and frames[0].intent in (IntentName.SCENE, IntentName.TALK)


def _names_only(flat: str, target: Target | None) -> bool:
    """Whether a sentence holds a scene's name and a verb, and nothing else: what is called so in the schedule may be meant by more."""
    if target is None or target.scene is None:
        return False
    name = next((n for name in target.scene.all_names if (n := folded(name)) in flat), "")
    rest = flat.replace(name, " ")
    if language_of(flat) is Language.JAPANESE:
        return bool(name) and len(rest.strip()) <= _VERB
    return bool(name) and sum(word not in words_for("around", Language.ENGLISH) for word in rest.split()) <= 1


_VERB = 7
"""Characters of a Japanese verb with its particle."""


def bare_scene(name: str) -> str:
    """A name as it is kept: without the word for scenes behind it, quotation marks and articles of the sentence."""
    plain = name.strip(" ,、。.:!?！？「」『』\"“”'‘’")
    low = plain.casefold()
    for word in words_for("scene", language_of(name)):
        if low.endswith(word) and low != word:
            plain = plain[: -len(word)].rstrip(" の")
            break
    return plain.removeprefix("the ") if plain.casefold() != "the" else plain
