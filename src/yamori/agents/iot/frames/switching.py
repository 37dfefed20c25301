"""On, off, open, closed, locked, started, paused: the command of a part that a request known by its sense is fulfilled by."""

from collections.abc import Mapping, Set

from yamori.agents.iot.frames.features import named_in, takers
from yamori.agents.iot.frames.frame_words import words_of
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.commands import Order, named
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.switches import substitute, wanted_value
from yamori.agents.iot.rules.words import Lexicon, Sense
from yamori.understanding.frame import IntentName, Slot

SENSES: Mapping[IntentName, str] = {
    IntentName.TURN_ON: "on", IntentName.TURN_OFF: "off", IntentName.OPEN: "open", IntentName.CLOSE: "close", IntentName.LOCK: "lock",
    IntentName.UNLOCK: "unlock", IntentName.START: "start", IntentName.STOP: "stop", IntentName.PAUSE: "pause",
    IntentName.RESUME: "resume", IntentName.PLAY: "play",
}  # fmt: skip
"""Intent to the sense of the lexicon that stands for it."""
_OF_MUSIC: Mapping[str, str] = {"on": "play", "off": "stop", "start": "play"}
"""What is asked of music, which a device only plays."""
_OF_LOCKS: Mapping[str, str] = {"open": "unlock", "close": "lock"}
"""What is asked of what only locks (鍵を開けて)."""


def sense_called(name: str, lexicon: Lexicon) -> Sense:
    return next(s for s in (*lexicon.senses, *lexicon.steps) if s.name == name)


def sense_of(intent: IntentName, kind: str | None, lexicon: Lexicon) -> Sense | None:
    """The sense of an intent for what is of a kind; None where the intent is for no switch."""
    name = SENSES.get(intent)
    if name is None:
        return None
    return sense_called(_OF_MUSIC.get(name, name) if kind in lexicon.offers else name, lexicon)


def switch(part: Part, sense: Sense, spoken: Set[str], context: Context) -> Order | None:
    """The command that does it to the part as a whole."""
    index, lex = context.index, context.lexicon
    senses = [sense, *([sense_called(_OF_LOCKS[sense.name], lex)] if sense.name in _OF_LOCKS else [])]
    return next((o for s in senses if (o := named(s, part, index, lex, spoken) or substitute(s, part, index, lex))), None)


def switch_feature(part: Part, sense: Sense, feature: Slot, context: Context) -> Order | Unfit:
    """The same for something that the part has: its swing, its child lock."""
    index, lex = context.index, context.lexicon
    found = [
        Order(part.device, t.component, t.capability.name, t.command.name, {t.argument: value})
        for t in named_in(words_of(feature), takers(part, index), lex)
        if (value := wanted_value(sense.name, t.command, t.argument)) is not None
    ]
    return found[0] if len(found) == 1 else Unfit(slot=feature)
