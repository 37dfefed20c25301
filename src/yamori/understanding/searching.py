"""Who looks for a thing complains of no room, unless some word tells of one. Pure.

A reader has learnt that nobody finds a keyhole in the dark, and takes whatever cannot be found for too dark.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from yamori.understanding.frame import COMPLAINTS, Frame, IntentName
from yamori.understanding.outside import known_words
from yamori.understanding.utterance import Utterance


def without_searches(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames, each complaint that only says that something is looked for as talk."""
    return tuple(replace(f, intent=IntentName.TALK) if f.intent in COMPLAINTS and _searches(f, utterance) else f for f in frames)


def _searches(frame: Frame, utterance: Utterance) -> bool:
    """Whether a thing is looked for, and no other word of the frame is known of such complaints."""
    said = [word for word in utterance.words if word.span.overlaps(frame.span)]
    others = [word for word in said if not {word.text, word.base} & utterance.vocabulary.searching]
    known = known_words().get(frame.intent.value, frozenset()) - _said_of_anything()
    return len(others) < len(said) and not any({word.text, word.base} & known for word in others)


@cache
def _said_of_anything() -> frozenset[str]:
    """Words that are known of more than a third of the intents, and so tell nothing: `not`, `time`."""
    held = known_words()
    count = Counter(word for words in held.values() for word in words)
    return frozenset(word for word, times in count.items() if times > len(held) / 3)
