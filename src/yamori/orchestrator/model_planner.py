"""The plan that a model makes of a sentence, or its direct reply, as far as code can stand behind it (paper 3.1.3)."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import cast

from yamori.agentkit.task import Strength
from yamori.domain.errors import HouseSilent
from yamori.domain.language import language_of
from yamori.llm.port import Role
from yamori.orchestrator.grounding import is_grounded, unknown_text
from yamori.orchestrator.planning import ECHOED, Plan, Step, echoes, example_things, planner_prompt, read_plan
from yamori.orchestrator.speech import states_a_number
from yamori.orchestrator.state import State, TurnParts, steps_of
from yamori.orchestrator.store import Turn
from yamori.orchestrator.talk import only_states


class ModelPlanner:
    """Asked by `Planner` where the agents' claims and the reader make no plan plain. It decides nothing that code can decide."""

    def __init__(self, parts: TurnParts, claims: Callable[[State, str], Awaitable[Mapping[str, Strength]]]) -> None:
        """`claims`: how surely each agent takes a text for its own."""
        self._agents, self._models, self._store, self._claims = parts.agents, parts.models, parts.store, claims

    async def planned(self, state: State, text: str) -> Plan:
        """Raises `HouseSilent` where no model or no agent answers."""
        cards = await self._agents.cards()
        if not cards:
            raise HouseSilent("no agent of this household answers")
        earlier = [t for t in self._store.conversation(state["conversation"]) if t.id != state["turn"]][-1:]
        own = frozenset(c.name for c in cards if not c.quotes)
        before = _before(earlier[0], own) if earlier else ""
        failed = ""
        if state.get("outcomes"):
            last, came = steps_of(state)[state["done"] - 1], state["outcomes"][-1]["text"]
            said = f"said: {came[:160]}" if last.agent in own else "did not answer it"
            failed = f"The {last.agent} agent was tried and {said}"
        if state.get("steps"):
            names: frozenset[str] | None = await self.untried(state, text)
        else:
            names = frozenset() if only_states(text) and not await self._anybody(state) else None
        now = datetime.fromisoformat(state["now"])
        prompt = planner_prompt(cards, text, now=now, before=before, failed=failed, only=names)
        for again in (True, False):
            answer = await self._models.ask(Role.PLANNER, prompt, turn=state["turn"], model=state.get("model"))
            plan = read_plan(answer.data, text, model=answer.usage.model)
            if not (again and plan.reply and echoes(plan.reply, text)):
                break
            prompt = planner_prompt(cards, text, now=now, before=before, failed=ECHOED, only=names)
        looks_up = [c.name for c in cards if c.quotes]
        return await self._grounded(state, text, await self._read_first(state, text, plan, looks_up), before)

    async def untried(self, state: State, request: str) -> frozenset[str]:
        """Agents that were not given anything yet and find something of their own in the request."""
        tried = {s.agent for s in steps_of(state)}
        claims = await self._claims(state, request)
        return frozenset(a for a, strength in claims.items() if a not in tried and strength is not Strength.NONE)

    async def _anybody(self, state: State) -> bool:
        """Whether any agent surely finds something of its own in the sentence; a day alone (`I was ill today`) is not enough."""
        return any(strength not in (Strength.NONE, Strength.WEAK) for strength in (await self._claims(state, state["text"])).values())

    async def _grounded(self, state: State, text: str, plan: Plan, before: str) -> Plan:
        """A direct reply that holds what nobody found gives way to an agent that finds anything of its own in the sentence, and else to
        an honest answer. Of an agent that was tried its own words stand."""
        if plan.reply is None or is_grounded(plan.reply, text=text, before=before, things=example_things()):
            return plan
        if state.get("steps"):
            return replace(plan, reply=None)
        claims = await self._claims(state, text)
        agent = next((name for name, strength in claims.items() if strength is not Strength.NONE), None)
        if agent is not None:
            return Plan(steps=(Step(agent=agent, request=text),), by=plan.by)
        return Plan(reply=unknown_text(language_of(text)))

    async def _read_first(self, state: State, text: str, plan: Plan, looks_up: Collection[str]) -> Plan:
        """A direct reply with a number that nobody has read gives way to an agent that looks things up and claims the sentence, however
        weakly: a model has a price for everything."""
        if plan.reply is None or state.get("steps") or not states_a_number(plan.reply, text):
            return plan
        claims = await self._claims(state, text)
        agent = next((name for name in looks_up if claims.get(name, Strength.NONE) is not Strength.NONE), None)
        return plan if agent is None else Plan(steps=(Step(agent=agent, request=text),), by=plan.by)


def _before(earlier: Turn, own: Collection[str]) -> str:
    """What was said last, for a planner; `own` are the agents that speak in words of their own. What another one quoted is left out:
    whoever wrote it does not live here, and must not have a say in what is planned."""
    quoted = any(agent not in own for agent in cast(list[str], earlier.summary.get("agents", [])))
    answered = "You answered with a quotation." if quoted else f"You answered: {earlier.answer[:160]}"
    return f"Before, the person said: {earlier.text[:120]}\n{answered}"
