"""Two actions of one sentence, of which the second mostly takes the first back (`turn it on now and off at nine`, つけて、11時に消して).

A reader may take them for one thing, above all in Japanese, where one chain of verbs says both. `ResidentReader` then has each clause read
by itself; `orchestrator.later` keeps them apart.
"""

from collections.abc import Sequence

from yamori.understanding.frame import DEVICE_COMMANDS, Frame, IntentName, SlotName
from yamori.understanding.outside import names_something
from yamori.understanding.reader import Reader
from yamori.understanding.splitting import bare_clauses
from yamori.understanding.utterance import Utterance, utterance_of

SURE = 0.45
"""Fitted: from these odds of both clauses on they are believed. What is done of them is read anew by whoever does it."""
_SURE_OF_TWO = 0.65
"""The same where nothing says that the second takes the first back."""
_PUT_OFF = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD))
_OPPOSITES = frozenset(
    frozenset(pair)
    for pair in (
        (IntentName.TURN_ON, IntentName.TURN_OFF),
        (IntentName.OPEN, IntentName.CLOSE),
        (IntentName.LOCK, IntentName.UNLOCK),
        (IntentName.START, IntentName.STOP),
        (IntentName.PLAY, IntentName.STOP),
        (IntentName.PLAY, IntentName.PAUSE),
    )
)


def reverses(frame: Frame, earlier: Frame, utterance: Utterance) -> bool:
    """Whether one undoes what the other does to the same thing: close the blinds, open them again at seven."""
    same = not names_something(frame, utterance) or frame.texts(SlotName.DEVICE) == earlier.texts(SlotName.DEVICE)
    return same and frozenset((frame.intent, earlier.intent)) in _OPPOSITES


async def read_apart(frames: Sequence[Frame], utterance: Utterance, reader: Reader) -> tuple[Frame, ...]:
    """The frames of a sentence; of one that asks for something and, at another time, for its opposite or for something else with another
    thing, those of its two clauses."""
    pieces = bare_clauses(utterance.text)
    if len(frames) != 1 or len(pieces) != 2 or not _is_put_off(frames[0]):
        return tuple(frames)
    found: list[Frame] = []
    for piece in pieces:
        alone = utterance_of(piece, utterance.now)
        start = utterance.normal.text.find(alone.normal.text)
        read = await reader.read(alone)
        if start < 0 or len(read) != 1 or read[0].odds < SURE:
            return tuple(frames)
        found.append(read[0].moved(start))
    first, second = found
    two = reverses(second, first, utterance) or _are_two(first, second, frames[0])
    return (first, second) if (_is_put_off(second) and two) or _is_beside_an_alarm(first, second, frames[0]) else tuple(frames)


def _is_beside_an_alarm(first: Frame, second: Frame, whole: Frame) -> bool:
    """Whether a device is to do something beside an alarm: no alarm has a device."""
    alarm = whole.intent is IntentName.SET_ALARM and first.intent is IntentName.SET_ALARM and bool(whole.texts(SlotName.DEVICE))
    return alarm and second.intent in DEVICE_COMMANDS and bool(second.texts(SlotName.DEVICE)) and second.odds >= _SURE_OF_TWO


def _are_two(first: Frame, second: Frame, whole: Frame) -> bool:
    """Whether something else is done with another thing, of which the whole names both."""
    named = [set(frame.texts(SlotName.DEVICE)) for frame in (first, second)]
    apart = all(named) and named[0].isdisjoint(named[1]) and len(whole.texts(SlotName.DEVICE)) > 1
    return apart and first.intent is not second.intent and min(first.odds, second.odds) >= _SURE_OF_TWO


def _is_put_off(frame: Frame) -> bool:
    return any(slot.name in _PUT_OFF for slot in frame.slots)
