"""What a sentence wants of scenes, or that it wants nothing of them. Pure."""

from collections.abc import Sequence

from yamori.agentkit.task import ACTED
from yamori.domain.language import is_spaced, language_of
from yamori.scenes.naming import folded
from yamori.scenes.reading.adjusting import adjusted_in
from yamori.scenes.reading.correcting import correction_in
from yamori.scenes.reading.defining import definition_in
from yamori.scenes.reading.explaining import unexplained
from yamori.scenes.reading.known import Known
from yamori.scenes.reading.replacing import replacement_in
from yamori.scenes.reading.revaluing import revalued_in
from yamori.scenes.reading.targets import devices_in, kinds_said, named_target, own_target, rooms_in, spoken_target, target_in
from yamori.scenes.reading.vocabulary import holds, speaks_of, words_for
from yamori.scenes.reading.wanted import (
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
)
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.taking_back import refuses
from yamori.understanding.utterance import Utterance

LIKELY = 0.45
"""Fitted, as elsewhere: from these odds on a sentence is taken for a ritual whose words stand in it; what it does is shown first."""
_MOST_WORDS = 4
"""Content words of a question that is about a scene though it does not say so; `home` within a longer one is just a word."""
_HANGING = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD, SlotName.NEW_WHEN))
_CHANGING = frozenset((SlotName.DEVICE, SlotName.FEATURE, SlotName.DELTA, SlotName.VALUE))
"""What asks for something beside what the scene does."""
_ASKS = READING | {IntentName.TALK, IntentName.IMPOSSIBLE, IntentName.SCENE}
_SOCIAL = frozenset((IntentName.TALK, IntentName.CONFIRM, IntentName.REJECT))
"""What asks for nothing beside something that does."""
_ENDS = frozenset((IntentName.DELETE, IntentName.FORGET))


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
    if known.focus.get(ACTED) and refuses(frames, utterance):
        return TakeBack(focus=known.focus)
    if (corrected := correction_in(frames, text, utterance.now, known)) is not None:
        return corrected
    if (replaced := replacement_in(frames, utterance, known)) is not None:
        return replaced
    if (revalued := revalued_in(frames, utterance, known)) is not None:
        return revalued
    if (adjusted := adjusted_in(frames, utterance, known)) is not None:
        return adjusted
    own = own_target(text, known.scenes)
    if own is not None and speaks_of("adding", flat) and devices_in(text, known.home) and frames and frames[0].intent not in READING:
        return Extend(target=own)
    hangs = any(slot.name in _HANGING for frame in frames for slot in frame.slots)
    target = named_target(text, known.scenes)
    if target is not None and (target.scene is not None or (_is_ritual(frames) and not hangs)):
        return Run(target=target)
    if len(frames) != 1 or (hangs and not speaks_of("scene", flat)):
        return None
    if (managed := _managed(frames[0], utterance, flat, known)) is not None:
        return managed
    return _run(frames[0], utterance, known) if not hangs else None


def _managed(frame: Frame, utterance: Utterance, flat: str, known: Known) -> Wanted | None:
    """To save, hear of, rename or remove one."""
    text = utterance.normal.text
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
    few = len(utterance.words) <= _MOST_WORDS
    if (
        asks
        and target is not None
        and holds(flat, words_for("explains", language))
        and (of_scenes or (few and (target.scene or target.kind)))
    ):
        return Explain(target=target)
    if of_scenes and asks and frame.intent is not IntentName.SCENE:
        return Explain(target=target) if target is not None else Listing()
    if target is not None and frame.intent is IntentName.TURN_OFF and holds(flat, words_for("removed_by_off", language)):
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
    if not is_spaced(text):
        return slot.text
    before = text[frame.span.start : slot.span.start].split()
    name = text[slot.span.start : max(s.span.end for s in frame.slots if s.span.start >= slot.span.start)]
    while before and folded(before[-1]) not in words_for("as", language_of(text)):
        name = f"{before.pop()} {name}"
    return name if before else text[slot.span.start : slot.span.end]


def _run(frame: Frame, utterance: Utterance, known: Known) -> Wanted | None:
    text = utterance.normal.text
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
        if target is None or not runs:
            return None
        rest = unexplained(utterance, target, known.home)
        return Unfit(words=rest) if rest else Run(target=target)
    title = frame.text(SlotName.TITLE)
    target = (named_target(title, known.scenes) if title else None) or own_target(text, known.scenes) or spoken_target(text, known.scenes)
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
    honoured = [slot.span for slot in frame.slots if slot.name in (SlotName.ROOM, SlotName.EXCEPT, SlotName.TITLE)]
    if rest := unexplained(utterance, target, known.home, honoured):
        return Unfit(words=rest)
    return Run(target=target, rooms=rooms, without=tuple(without))


def _beside(frame: Frame, text: str) -> str:
    """The slot that asks for something else than the scene; empty where none does."""
    around = words_for("around", language_of(text))
    slots = [s for s in frame.slots if s.name in _CHANGING and not all(w in around for w in folded(s.text).split())]
    return slots[0].text if slots else ""


def _is_ritual(frames: Sequence[Frame]) -> bool:
    """Whether the name of a ritual alone is meant as one: `おやすみ`, and not `掃除` of the schedule."""
    return len(frames) == 1 and frames[0].intent in (IntentName.SCENE, IntentName.TALK)


def _names_only(flat: str, target: Target | None) -> bool:
    """Whether a sentence holds a scene's name and a verb, and nothing else: what is called so in the schedule may be meant by more."""
    if target is None or target.scene is None:
        return False
    name = next((n for name in target.scene.all_names if (n := folded(name)) in flat), "")
    rest = flat.replace(name, " ")
    if not is_spaced(flat):
        return bool(name) and len(rest.strip()) <= _VERB
    return bool(name) and sum(word not in words_for("around", language_of(flat)) for word in rest.split()) <= 1


_VERB = 7
"""Characters of a verb with its particle where words do not stand apart."""


def bare_scene(name: str) -> str:
    """A name as it is kept: without the word for scenes behind it, quotation marks and articles of the sentence."""
    plain = name.strip(" ,、。.:!?！？「」『』\"“”'‘’")
    low = plain.casefold()
    for word in words_for("scene", language_of(name)):
        if low.endswith(word) and low != word:
            plain = plain[: -len(word)].rstrip(" の")
            break
    return plain.removeprefix("the ") if plain.casefold() != "the" else plain
