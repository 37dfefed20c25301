"""Plans of sentences that go on about what was done right before: they take it back, have it last longer, or name nothing themselves."""

from datetime import datetime

from yamori.agentkit.task import ACTED, MADE, Strength
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.clauses import owner
from yamori.orchestrator.conversation_so_far import ConversationSoFar
from yamori.orchestrator.framed import HANGING, is_social
from yamori.orchestrator.planning import Plan, Step
from yamori.orchestrator.speech import nothing_set_up_text, rest_stays_text
from yamori.orchestrator.state import State, TurnParts
from yamori.understanding.adding_time import added_time
from yamori.understanding.calling_off import called_off
from yamori.understanding.detection import spoken_language
from yamori.understanding.other_length import other_length
from yamori.understanding.outside import names_something
from yamori.understanding.taking_back import cancels, refuses, takes_back
from yamori.understanding.utterance import utterance_of


class FollowUps:
    """Asked by `Planner` for each sentence; None from both of its ways: the sentence stands by itself."""

    def __init__(self, parts: TurnParts, so_far: ConversationSoFar) -> None:
        self._agents, self._reader, self._so_far = parts.agents, parts.reader, so_far

    async def about_what_was_set_up(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence that takes back what was set up right before it, whoever did, or has it go on for longer; None of any
        other. No device is touched by it, unless it refuses all that was just done (`no don't`)."""
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        if added_time(utterance) is not None or other_length(utterance) is not None:
            whose = owner(await claim(state["text"]))
            return Plan(steps=(Step(agent=whose, request=state["text"]),)) if whose is not None else None
        cancelling, named = takes_back(utterance), called_off(utterance)
        if not cancelling and not named and not refuses(await self._reader.read(utterance), utterance):
            return None
        acted = self._so_far.turns_that_acted(state)
        spoken = self._so_far.spoken_of(acted[-1]) if acted else {}
        did = self._so_far.did_something(acted[-1]) if acted else lambda agent: False
        kinds = (MADE,) if cancelling or named else (MADE, ACTED)
        held = [agent for agent, focus in spoken.items() if any(focus.get(kind) for kind in kinds)]
        made = [agent for agent in held if did(agent) and agent in self._agents.clients]
        language = spoken_language(state["text"])
        if named:
            claims = await claim(state["text"])
            own = [agent for agent in made if claims.get(agent) is Strength.WHOLE]
            return Plan(steps=(Step(agent=own[0], request=state["text"]),)) if len(own) == 1 else None
        if made:
            steps = tuple(Step(agent=agent, request=state["text"]) for agent in made)
            return Plan(steps=steps, asides=(rest_stays_text(language),) if len(spoken) > len(made) else ())
        if cancels(utterance) and not (acted and spoken and self._so_far.changed_something(acted[-1])):
            return Plan(reply=nothing_set_up_text(language))
        return None

    async def about_what_is_not_named(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence that names nothing (`how long is left?`, `what's on it now?`, もうちょい): it goes on about what was done
        last, and is its agent's, where that does such things at all. None of any other."""
        latest, acted = self._so_far.latest_agent(state), self._so_far.turns_that_acted(state)
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        if latest is None or not acted or latest not in self._so_far.spoken_of(acted[-1]):
            return None
        frames = await self._reader.read(utterance)
        if len(frames) != 1 or is_social(frames[0]) or names_something(frames[0], utterance) or utterance.time_spans:
            return None
        if any(slot.name in HANGING for slot in frames[0].slots):
            return None
        card = next((card for card in await self._agents.cards() if card.name == latest), None)
        claims = await claim(state["text"])
        does_such = card is not None and frames[0].intent.value in card.intents
        if not does_such and claims.get(latest, Strength.NONE) is Strength.NONE:
            return None
        sure = (Strength.STRONG, Strength.OWNING, Strength.WHOLE)
        if claims.get(latest) not in sure and any(strength in sure for agent, strength in claims.items() if agent != latest):
            return None
        return Plan(steps=(Step(agent=latest, request=state["text"]),))
