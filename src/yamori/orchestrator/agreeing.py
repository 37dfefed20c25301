"""Answers that agree and say again what was asked for: うん、あけて, `yes, open it`. The graph calls this.

Nothing else is a yes here: what adds a word, a time, a condition or an exception to the request, or asks for something else with its
words (`yes, lock it` of a lock to be opened), is none, and the house asks again.
"""

from datetime import datetime

from yamori.domain.answer import Other, read_answer
from yamori.understanding.frame import IntentName
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import utterance_of

_SURE = 0.8
"""The odds that the reader must give to what is said again."""


async def agrees_again(said: str, request: str, reader: Reader, now: datetime) -> bool:
    """Whether an answer is a plain yes behind which only words of the request stand, that ask for the same."""
    answer = read_answer(said)
    if not isinstance(answer, Other) or not answer.rest:
        return False
    first, rest = utterance_of(request, now), utterance_of(answer.rest, now)
    known = {form for word in first.words for form in (word.base, word.text)}
    if not rest.words or rest.markers or rest.times or not all({word.base, word.text} & known for word in rest.words):
        return False
    asked = {_as_said_alone(frame.intent) for frame in await reader.read(first)}
    again = await reader.read(rest)
    return bool(again) and all(_as_said_alone(frame.intent) in asked and frame.odds >= _SURE for frame in again)


def _as_said_alone(intent: IntentName) -> IntentName:
    """What a verb is read as where the thing is not named: あけて opens, of a lock too."""
    return {IntentName.UNLOCK: IntentName.OPEN, IntentName.LOCK: IntentName.CLOSE}.get(intent, intent)
