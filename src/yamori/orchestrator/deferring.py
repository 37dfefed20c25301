"""Plans of sentences of which a part is for later, or hangs on a condition: it is kept, looked at now, or refused."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

from yamori.agentkit.task import Strength
from yamori.orchestrator.building_on import conditional_steps, untold_text, with_readings
from yamori.orchestrator.claims import Claims, anybody_claims
from yamori.orchestrator.clauses import Deferred, deferred, main_clause, owner
from yamori.orchestrator.conditions import states_more
from yamori.orchestrator.later import keeper_of, parts_of
from yamori.orchestrator.planning import OnlyIf, Plan, Step
from yamori.orchestrator.speech import without_claims
from yamori.orchestrator.state import State, TurnParts
from yamori.orchestrator.talk import is_order, only_states, wants
from yamori.understanding.deferral import refused_text
from yamori.understanding.detection import spoken_language
from yamori.understanding.utterance import utterance_of
from yamori.understanding.wording import rejoined


class Deferring:
    """Asked by `Planner`, which gives it its own ways of planning what is done at once."""

    def __init__(
        self,
        parts: TurnParts,
        *,
        planned_now: Callable[[State, Claims], Awaitable[Plan]],
        by_code: Callable[[State, Claims], Awaitable[Plan | None]],
    ) -> None:
        """`planned_now` always plans, with a model if need be; `by_code` never asks one."""
        self._agents, self._reader = parts.agents, parts.reader
        self._planned_now, self._by_code = planned_now, by_code

    async def kept_for_later(self, state: State, claim: Claims) -> Plan | None:
        """The plan of a sentence of which something is for later, or that speaks of what is kept for later; None of any other."""
        cards = await self._agents.cards()
        keeper = keeper_of(cards)
        if keeper is None:
            return None
        if owner(await claim(state["text"])) == keeper:
            return Plan(steps=(Step(agent=keeper, request=state["text"]),))
        utterance = utterance_of(state["text"], datetime.fromisoformat(state["now"]))
        frames = await self._reader.read(utterance)
        at_once = {card.name for card in cards if card.at_once}
        found = parts_of(frames, utterance, cards)
        parts = [p if not p.put_down or owner(await claim(p.put_down)) in at_once else replace(p, later=False) for p in found]
        if not any(part.later for part in parts):
            return None
        plan = Plan()
        for part in parts:
            if not part.later:
                now = await self._planned_now({**state, "text": part.text}, claim)
                plan = replace(plan.then(now.steps), asides=(*plan.asides, *now.asides, *([now.reply] if now.reply else [])))
            elif part.follows_timer and plan.steps:
                only_if = OnlyIf(task=len(plan.steps) - 1, holds=True, told=True)
                plan = replace(plan, steps=(*plan.steps, Step(agent=keeper, request=part.text, only_if=only_if)))
            elif not (part.only_tells or part.timed) and await self._is_looked_at_now(state, part.text, claim):
                return None  # what can be looked at now is done now, or not
            else:
                ends = part.now_if_ended and (await claim(part.text)).get(keeper, Strength.NONE) is not Strength.NONE
                now_text = part.now or (part.now_if_ended if ends else "")
                begun = await self._planned_now({**state, "text": now_text}, claim) if now_text else Plan()
                plan = plan.then(_begun_and_kept(begun.steps, Step(agent=keeper, request=part.text), first=part.comes_back))
        return plan if parts else None

    async def hanging(self, state: State, hangs: Deferred, claim: Claims) -> Plan:
        """The plan of a sentence of which some parts hang on something: they are looked at now, kept by whoever keeps such, or refused."""
        language = spoken_language(state["text"])
        built = {part: steps for part in hangs.parts if (steps := await self.conditional(state, part, claim)) is not None}
        refused = [part for part in hangs.parts if part not in built and await self.acts_at_once(part, claim)]
        if not refused and not built:
            return await self._planned_now(state, claim)
        asides = [text for part in refused if (text := untold_text(part, datetime.fromisoformat(state["now"]))) is not None]
        later = [part for part in refused if untold_text(part, datetime.fromisoformat(state["now"])) is None]
        keeper = keeper_of(await self._agents.cards())
        if later and keeper is None:
            asides.append(refused_text(language, later if len(later) < len(hangs.parts) or hangs.rest else ()))
        kept = [part for part in hangs.parts if part not in refused and part not in built]
        rest = rejoined(filter(None, (hangs.rest, *kept)), language)
        plan = Plan()
        if rest and (is_order(rest) or wants(rest) or await anybody_claims(rest, claim)):
            plan = await self._planned_now({**state, "text": rest}, claim)
        if built and plan.reply is not None:  # said beside what is done, and not in its place
            asides.insert(0, without_claims(plan.reply, language))
            plan = replace(plan, reply=None)
        for steps in built.values():
            plan = plan.then(steps)
        if later and keeper is not None:
            asides += [plan.reply] if plan.reply is not None else []
            plan = replace(plan.then([Step(agent=keeper, request=part) for part in later]), reply=None)
        return replace(plan, asides=(*plan.asides, *asides))

    async def _is_looked_at_now(self, state: State, part: str, claim: Claims) -> bool:
        return deferred(part) is not None and await self.conditional(state, part, claim) is not None

    async def conditional(self, state: State, part: str, claim: Claims) -> tuple[Step, ...] | None:
        """What comes of a part whose condition can be looked at now; None of any other."""

        async def plan_of(actions: str) -> Plan | None:
            plan = await self._by_code({**state, "text": actions}, claim)
            return await with_readings(plan, claim) if plan is not None else None

        if states_more(state["text"], part):
            return None
        at_once = {card.name for card in await self._agents.cards() if card.at_once}
        return await conditional_steps(part, datetime.fromisoformat(state["now"]), claim, plan_of, at_once=at_once)

    async def acts_at_once(self, part: str, claim: Claims) -> bool:
        """Whether what hangs on a condition would be done now by whoever it is for. Of an agent that is silent the worst is taken."""
        at_once = {card.name for card in await self._agents.cards() if card.at_once}
        claims = await claim(part)
        if (whose := owner(claims)) is not None:
            return whose in at_once
        found = {agent for agent, strength in claims.items() if strength is not Strength.NONE}
        if (found & at_once) or (at_once - claims.keys()):
            return True
        wanted = main_clause(part)
        return not found and (is_order(wanted) or wants(wanted) or not (wanted or only_states(part)))


def _begun_and_kept(begun: Sequence[Step], kept: Step, *, first: bool) -> tuple[Step, ...]:
    """What is begun now, and what takes it back later; with `first` only once the latter is kept, as it has to know how things were."""
    if not first:
        return (*begun, kept)
    only_if = OnlyIf(task=0, holds=True, told=True)
    return (kept, *(replace(step.moved(lambda n: n + 1), only_if=step.only_if or only_if) for step in begun))
