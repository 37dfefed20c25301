"""Sentences that come while the house waits for the answer to its question, and that ask for something else: `Turns` asks here.

An answer names one of what was offered, or gives what was left out, mostly in a few words. A whole sentence that a sure reader takes for
another request is none, and taking it for one would do with its words what they do not ask for.
"""

from collections.abc import Sequence
from datetime import datetime

from yamori.domain.answer import Other, read_answer
from yamori.orchestrator.numbered import numbered
from yamori.understanding.frame import READING, Frame, IntentName
from yamori.understanding.mood import is_question
from yamori.understanding.outside import names_something
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import Utterance, utterance_of

SURE = 0.9
"""The odds that the reader must give to all that is said."""
_NO_REQUEST = frozenset((IntentName.CONFIRM, IntentName.REJECT, IntentName.TALK, IntentName.IMPOSSIBLE))


async def is_new_request(said: str, request: str, options: Sequence[str], question: str, reader: Reader, now: datetime) -> bool:
    """Whether what is said to a `question` about a `request` is plainly another request: it asks for something with words of its own, names
    what it speaks of, and wants something else, or the same of what nobody offered. To a question that offers nothing, whose answer may be
    a sentence of any kind (a text, a title), only a question is one."""
    if not isinstance(read_answer(said), Other) or said.strip().casefold() in {o.casefold() for o in options}:
        return False
    if numbered(said, options) is not None:
        return False
    utterance = utterance_of(said, now)
    frames = await reader.read(utterance)
    if not frames or not all(f.odds >= SURE and f.intent not in _NO_REQUEST for f in frames):
        return False
    asks = is_question(said) and all(f.intent in READING | {IntentName.WEB} for f in frames)
    if not options:
        return asks and not _goes_on(frames, utterance)
    if not asks and not (_orders(frames, utterance) and all(names_something(f, utterance) for f in frames)):
        return False
    if _goes_on(frames, utterance):
        return False
    asked = {f.intent for f in await reader.read(utterance_of(request, now))}
    return not any(f.intent in asked for f in frames) or not _speaks_of(utterance, (*options, question), now)


def _orders(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether any words beside what is named say what is wanted: a bare name asks for nothing."""
    asking = [a for f in frames for a in f.asking]
    words = utterance.vocabulary
    if words.morphemes:
        return any(w.span.overlaps(a) for w in utterance.words for a in asking)
    said = (utterance.normal.text[a.start : a.end].strip(" ,.!?") for a in asking)
    return any(word and not words.fillers.fullmatch(word) and not words.joining.fullmatch(word) for word in said)


def _goes_on(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a slot only points at what was spoken of (`put it on the long one`)."""
    pointing = utterance.vocabulary.pointing
    return any(set(slot.text.lower().split()) <= pointing for f in frames for slot in f.slots)


def _speaks_of(utterance: Utterance, texts: Sequence[str], now: datetime) -> bool:
    """Whether a content word of it stands in one of the texts."""
    offered = {form for text in texts for w in utterance_of(text, now).words for form in (w.base, w.text)}
    return any({w.base, w.text} & offered for w in utterance.words)
