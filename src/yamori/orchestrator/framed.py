"""The plan that a sure reading of the sentence makes plain: each frame goes to the agent whose card names its intent.

What no agent does is refused with its reason, and the rest is planned. `Planner` asks here before it asks a model.
"""

from collections.abc import Mapping, Sequence

from yamori.agentkit.card import Card
from yamori.agentkit.task import Strength
from yamori.domain.language import language_of
from yamori.orchestrator.abilities import CLEARER, AbilityReader, Inability, inabilities, refusal_texts
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.planning import Plan, Step
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.outside import names_something
from yamori.understanding.put_off import asks_how_it_is
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

SURE = 0.85
"""Fitted: from these odds of its intent on a frame is planned without asking anybody else."""
SURER = 0.95
"""From these on it is given to an agent that finds nothing of its own in it by its words."""
HANGING = frozenset((SlotName.CONDITION, SlotName.WHEN, SlotName.DURATION, SlotName.REPEAT, SlotName.LEAD))
"""What may put off what is asked for."""
_NO_OWNER = frozenset((Strength.NONE, Strength.WEAK, Strength.STRONG))
"""What an agent may say of a sentence that it only finds something of its own in."""
_SOCIAL = frozenset((IntentName.TALK, IntentName.CONFIRM, IntentName.REJECT))
"""What asks for nothing beside something that does."""


def is_social(frame: Frame) -> bool:
    """Whether it only talks, agrees or declines."""
    return frame.intent in _SOCIAL


async def framed_plan(
    frames: Sequence[Frame],
    utterance: Utterance,
    cards: Sequence[Card],
    claims: Claims,
    abilities: AbilityReader,
    *,
    latest: str | None = None,
) -> Plan | None:
    """The plan of frames that are all sure. Unsure may be one that names nothing and goes on about what cannot be done, and beside others
    one that is an agent's by its words. None where another is unsure, or where they only talk. Of several agents that do what is asked for
    the one that did something `latest` in this conversation gets it; without it nobody does."""
    asking = [f for f in frames if f.intent not in _SOCIAL]
    goes_on = [f for f in asking[1:] if f.odds < SURE and not names_something(f, utterance)]
    if not asking or any(asks_how_it_is(f, utterance) for f in frames):
        return None
    for frame in (f for f in frames if f.odds < SURE and f not in goes_on):
        if len(asking) < 2 or _known_by_words(cards, await claims(_said(utterance, frame.span))) is None:
            return None
    owners = _owners(cards, latest)
    first = {card.name for card in cards if card.owns_first}
    listening = {card.name for card in cards if card.listens}
    shares: list[tuple[str, Span]] = []
    """Agents, and where the frames stand that they get: neighbours together."""
    refused: dict[str, Inability] = {}
    before = ""
    for frame in asking:
        request = _said(utterance, frame.span)
        if frame in goes_on:  # `… and have them bring it by six` falls with what cannot be ordered
            if before not in refused:
                return None
            continue
        before = request
        found = await claims(request)
        does = await _does(frame, request, cards, found, abilities)
        knows = None if does is not None else _known_by_words(cards, found)
        agent = does or knows or _by_intent(frame, owners, found)
        owned = knows is not None or (agent in first and does is None)
        if latest is not None and agent != latest and not owned and not names_something(frame, utterance):
            return None  # it goes on about what that agent spoke of
        if agent is None:
            kind = await _why_nobody_can(frame, request, cards, found, abilities)
            if kind is None:
                return None
            if kind.done_by in {card.name for card in cards}:
                shares.append((kind.done_by, frame.span))
            else:
                refused[request] = kind
        elif found.get(agent, Strength.NONE) is Strength.NONE and frame.odds < SURER:
            return None
        elif agent in listening and found.get(agent) is Strength.NONE and len(asking) > 1:
            continue  # it tells nothing that is kept, and asks for nothing
        elif agent in first and does is None and found.get(agent) is Strength.NONE:
            return None  # it knows its own to the last word
        else:
            _share(shares, agent, frame.span)
    whole = len(shares) == 1 and len(asking) == len(frames) and not refused
    steps = tuple(Step(agent=agent, request=utterance.text if whole else _said(utterance, span)) for agent, span in shares)
    texts = refusal_texts(refused, whole=not steps, language=language_of(utterance.text))
    return Plan(steps=steps, asides=texts)


def _by_intent(frame: Frame, owners: Mapping[str, str], found: Mapping[str, Strength]) -> str | None:
    """The agent whose intent it is, or the other one that it turns out to be for."""
    agent = owners.get(frame.intent.value)
    return agent if agent is None else _other_owner(found, agent) or agent


def _share(shares: list[tuple[str, Span]], agent: str, span: Span) -> None:
    """Give an agent what stands there, as one with what it got right before."""
    if shares and shares[-1][0] == agent and shares[-1][1].end == span.start:
        shares[-1] = (agent, Span(shares[-1][1].start, span.end))
    else:
        shares.append((agent, span))


async def _why_nobody_can(
    frame: Frame, request: str, cards: Sequence[Card], found: Mapping[str, Strength], abilities: AbilityReader
) -> Inability | None:
    """Why what a frame asks for is nobody's; None where an agent may do it all the same."""
    if sum(frame.intent.value in card.intents for card in cards) > 1:
        return None
    at_once = {found.get(card.name, Strength.NONE) for card in cards if card.at_once}
    if at_once - {Strength.NONE, Strength.WEAK} and not (at_once <= _NO_OWNER and await _is_plainly_impossible(frame, request, abilities)):
        return None  # a device of this home may do it
    return await _inability(frame.intent, request, abilities)


def _owners(cards: Sequence[Card], latest: str | None) -> Mapping[str, str]:
    """By intent the agent that gets it."""
    able: dict[str, list[str]] = {}
    for card in cards:
        for intent in card.intents:
            able.setdefault(intent, []).append(card.name)
    chosen = {intent: [name for name in names if len(names) == 1 or name == latest] for intent, names in able.items()}
    return {intent: names[0] for intent, names in chosen.items() if names}


def _other_owner(found: Mapping[str, Strength], agent: str) -> str | None:
    """The only agent that knows it to the last word; else the only one that finds something of its own, where the one whose intent it is
    finds nothing."""
    whole = [name for name, strength in found.items() if strength is Strength.WHOLE]
    if len(whole) == 1:
        return whole[0]
    strong = [name for name, strength in found.items() if strength in (Strength.STRONG, Strength.OWNING)]
    return strong[0] if found.get(agent, Strength.NONE) in (Strength.NONE, Strength.WEAK) and len(strong) == 1 else None


def _known_by_words(cards: Sequence[Card], found: Mapping[str, Strength]) -> str | None:
    """The agent that owns a request by its words, which no intent names; where it surely claims it, as long as nobody else finds anything
    of its own in it."""
    for card in cards:
        strength = found.get(card.name, Strength.NONE)
        others = any(s is not Strength.NONE for name, s in found.items() if name != card.name)
        if card.by_words and (strength in (Strength.OWNING, Strength.WHOLE) or (strength is Strength.STRONG and not others)):
            return card.name
    return None


async def _is_plainly_impossible(frame: Frame, request: str, abilities: AbilityReader) -> bool:
    """Whether two readers that know nothing of each other take it for the same thing that cannot be done, both surely."""
    near = await abilities.nearest(request) if frame.odds >= SURER else None
    return near is not None and near.margin >= CLEARER and frame.intent.value in near.inability.intents


async def _does(frame: Frame, request: str, cards: Sequence[Card], found: Mapping[str, Strength], abilities: AbilityReader) -> str | None:
    """The agent that does here what other households cannot, where the reader is surer of it than any other agent is that the request is
    its own: that it names a thing which there is here too (`what do kettles cost?`) makes it nobody's."""
    by_words = {card.name for card in cards if card.by_words}
    owned = any(s not in _NO_OWNER or (agent in by_words and s is Strength.STRONG) for agent, s in found.items())
    if frame.odds < SURER or owned:
        return None
    kind = await _inability(frame.intent, request, abilities)
    return kind.done_by if kind is not None and kind.done_by in {card.name for card in cards} else None


def _said(utterance: Utterance, span: Span) -> str:
    return utterance.normal.shown(span).strip(" ,、。")


async def _inability(intent: IntentName, request: str, abilities: AbilityReader) -> Inability | None:
    """The kind of what cannot be done that an intent belongs to; of several the one that lies nearest."""
    kinds: Mapping[str, Inability] = {name: kind for name, kind in inabilities().items() if intent.value in kind.intents}
    if len(kinds) <= 1:
        return next(iter(kinds.values()), None)
    return await abilities.nearest_of(request, kinds) or next(iter(kinds.values()))
