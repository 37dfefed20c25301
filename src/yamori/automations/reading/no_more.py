"""Sentences that end a standing rule loosely: `you can stop watering the ferns in the mornings`, 朝の水やり、もうしなくていい. Pure.

They say what is no longer to be done, and when it used to be: never an order of now, and nothing new for later.
"""

from collections.abc import Sequence
from itertools import pairwise

from yamori.automations.action import Call
from yamori.automations.automation import Automation
from yamori.automations.reading.managing import words_of
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import Recurring
from yamori.understanding.frame import READING, Frame, IntentName, SlotName
from yamori.understanding.utterance import Utterance

_TIMES = (SlotName.WHEN, SlotName.REPEAT)
_COMMANDS = {
    IntentName.TURN_ON: "on",
    IntentName.TURN_OFF: "off",
    IntentName.OPEN: "open",
    IntentName.CLOSE: "close",
    IntentName.LOCK: "lock",
}
"""What a frame asks for, as a command: to end opening ends no closing."""
_NOON, _AFTERNOON = 12, 15
_SURE = 0.8
"""From these odds on a frame tells what is done no more: what is denied (もうつけなくていい) is easily read as its opposite."""


def says_no_more(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether something that is done at times is to be done no more."""
    if not frames or any(frame.intent in READING for frame in frames):
        return False
    if any(slot.name in (SlotName.CONDITION, SlotName.DURATION) for frame in frames for slot in frame.slots):
        return False
    is_timed = _says("morning", utterance) or _says("evening", utterance) or _says("each", utterance)
    if _stops_doing(utterance) and utterance.time_spans:
        return True
    return ((_says("no_more", utterance) or _stops_doing(utterance)) and is_timed) or _says("no_longer", utterance)


def ended_by(frames: Sequence[Frame], utterance: Utterance, automations: Sequence[Automation]) -> tuple[Automation, ...]:
    """The rules that such a sentence may mean: those that come again, of what it names, at that part of the day."""
    naming = [slot.span for f in frames for slot in f.slots if slot.name in (SlotName.DEVICE, SlotName.ROOM, SlotName.TITLE)]
    loose = [word for topic in ("morning", "evening") for word in words_for(topic, utterance.language)]
    named = {w.base for w in utterance.words if any(w.span.overlaps(span) for span in naming) and w.text.lower() not in loose}
    commands = {_COMMANDS[frame.intent] for frame in frames if frame.intent in _COMMANDS and frame.odds >= _SURE}
    return tuple(a for a in automations if named and _stands(a, utterance, commands) and named <= words_of(a, utterance))


def _stands(automation: Automation, utterance: Utterance, commands: set[str]) -> bool:
    if automation.life.times == 1:
        return False
    hours = [slot.at.hour for trigger in automation.triggers if isinstance(trigger, Recurring) for slot in trigger.slots]
    if hours and _says("morning", utterance) and min(hours) >= _NOON:
        return False
    if hours and _says("evening", utterance) and max(hours) < _AFTERNOON:
        return False
    does = {str(action.arguments.get("command")) for action in automation.actions if isinstance(action, Call)}
    known = does & set(_COMMANDS.values())
    return not commands or not known or bool(commands & known)


def _stops_doing(utterance: Utterance) -> bool:
    """`Stop watering`, unlike `stop the pump`."""
    said = utterance.normal.text.lower().split()
    return any(a in words_for("stopping", utterance.language) and b.endswith("ing") for a, b in pairwise(said))


def _says(topic: str, utterance: Utterance) -> bool:
    low = utterance.normal.text.lower().replace("’", "'")
    words = words_for(topic, utterance.language)
    return any(word in low if utterance.vocabulary.morphemes else f" {word.strip()} " in f" {low.strip(' .!')} " for word in words)
