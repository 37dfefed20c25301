"""The plan of a question that joins two things (`the weather and my appointments`). `Planner` asks here before an agent gets the whole."""

from collections.abc import Mapping

from yamori.agentkit.task import Strength
from yamori.domain.language import language_of
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.clauses import owner
from yamori.orchestrator.planning import Plan, Step
from yamori.understanding.coordination import coordinated
from yamori.understanding.covered import left_out_text
from yamori.understanding.frame import READING, IntentName
from yamori.understanding.reader import Reader
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind

_ASKED = READING | {IntentName.WEB}
"""What only asks to be told something, of this home or of the world."""


def _teller(claims: Mapping[str, Strength]) -> str | None:
    """Whoever surely tells it, or the only one who finds anything in it: a bare name asks as little as it says."""
    found = [agent for agent, strength in claims.items() if strength is not Strength.NONE]
    return owner(claims) or (found[0] if len(found) == 1 else None)


async def coordinated_plan(utterance: Utterance, reader: Reader, claims: Claims) -> Plan | None:
    """Each of the two asked for itself: where two agents tell them, or of each something else is asked (`is the gate shut and the lamp
    off`); what nobody tells of the latter is named. None of any other sentence."""
    only_told = all(marker.kind is MarkerKind.NOTIFICATION for marker in utterance.markers)  # `tell me`
    pair = coordinated(utterance) if only_told else None
    if pair is None:
        return None
    frames = await reader.read(utterance)
    apart = pair.asks_whether and len(frames) > 1
    if not frames or (not apart and any(frame.intent not in _ASKED for frame in frames)):
        return None
    whose = [(text, _teller(await claims(text))) for text in (pair.first, pair.second)]
    nobodys = [text for text, agent in whose if agent is None]
    if len(nobodys) == len(whose) or (not apart and (nobodys or len({agent for _, agent in whose}) == 1)):
        return None
    plan = Plan(asides=(left_out_text(language_of(utterance.text), nobodys),) if nobodys else ())
    for text, agent in whose:
        if agent is not None:
            more = await coordinated_plan(utterance_of(text, utterance.now), reader, claims)
            plan = plan.then(more.steps if more is not None else [Step(agent=agent, request=text)])
    return plan
