"""The plan of one plain request, which most sentences are: a sure frame of an intent that is one agent's alone, about what it knows.

`Planner` asks here first. That agent alone is asked, and those whose own sentences come first, so that a lamp is on before all others
have said that it is none of theirs.
"""

from collections.abc import Awaitable, Callable, Sequence

from yamori.agentkit.card import Card
from yamori.agentkit.task import Claim, Strength
from yamori.orchestrator.framed import HANGING, SURE, SURER
from yamori.orchestrator.planning import Plan, Step
from yamori.understanding.frame import DEVICE_COMMANDS, Frame
from yamori.understanding.outside import names_something
from yamori.understanding.utterance import Utterance

_ENOUGH = frozenset((Strength.OWNING, Strength.WHOLE))
_ENOUGH_BESIDE_A_SURER = _ENOUGH | {Strength.STRONG}


async def plain_plan(
    frames: Sequence[Frame], utterance: Utterance, cards: Sequence[Card], ask: Callable[[str], Awaitable[Claim | None]]
) -> Plan | None:
    """None where the sentence may be anything else: two requests, a doubtful one, one that goes on about something, that hangs on a moment
    or a condition, or in which the agent finds nothing that is surely its own; and where it is to the last word somebody's that comes
    first: a scene with another value, something told (編み物中は…). `ask` puts it to one agent."""
    if len(frames) != 1 or not _is_plain(frames[0], utterance):
        return None
    able = [card for card in cards if frames[0].intent.value in card.intents]
    if len(able) != 1 or not able[0].at_once:
        return None
    claim = await ask(able[0].name)
    if claim is None or claim.strength not in (_ENOUGH_BESIDE_A_SURER if frames[0].odds >= SURER else _ENOUGH) or claim.declines:
        return None
    for first in (card.name for card in cards if card.owns_first):
        if (own := await ask(first)) is None or own.strength is Strength.WHOLE:
            return None
    return Plan(steps=(Step(agent=able[0].name, request=utterance.text),))


def _is_plain(frame: Frame, utterance: Utterance) -> bool:
    if frame.intent not in DEVICE_COMMANDS or frame.odds < SURE or utterance.time_spans or utterance.markers:
        return False
    return names_something(frame, utterance) and not any(slot.name in HANGING for slot in frame.slots)
