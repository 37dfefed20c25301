"""Planning goes on after a task (paper 3.1.3): by code where it can tell what remains to be done, else by one short call of the planner
model. The graph's node `revise` calls it; it keeps nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from yamori.agentkit.failures import log_failure
from yamori.agentkit.task import Strength
from yamori.domain.errors import HouseSilent
from yamori.llm.port import Role
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.planning import Step
from yamori.orchestrator.revising import (
    Open,
    dropped_text,
    is_settled,
    read_revision,
    results_of,
    revision_prompt,
    unplanned,
)
from yamori.orchestrator.speech import unplaced_text
from yamori.orchestrator.state import TASKS, State, TurnParts, outcomes_of, steps_of
from yamori.understanding.detection import spoken_language
from yamori.understanding.splitting import split_clauses


@dataclass(frozen=True, kw_only=True)
class Revised:
    """The plan after a revision."""

    steps: tuple[Step, ...]
    """Those that were done first, unchanged."""
    asides: tuple[str, ...]
    """What is said of what is not done."""
    by: str
    changed: bool = True
    """Whether any of it is other than it was."""


class Reviser:
    """Revises for the graph; asks the agents for their claims."""

    def __init__(self, parts: TurnParts, claims_of: Callable[[State], Claims]) -> None:
        self._agents, self._models, self._claims_of = parts.agents, parts.models, claims_of

    async def revised(self, state: State) -> Revised | None:
        """What the plan becomes by what a model says; None where none had to be asked, or none answered."""
        steps, done, outcomes = steps_of(state), state["done"], outcomes_of(state)
        cards = {card.name: card for card in await self._agents.cards()}
        quoting = frozenset(n for n in range(done) if steps[n].agent not in cards or cards[steps[n].agent].quotes)
        claims = self._claims_of(state)
        left = [*await self._open_steps(state, claims, quoting), *await self._open_clauses(state, claims)]
        if not left:
            return None
        used = {n for part in left for n in part.step.uses} or set(range(done))
        results = results_of(used, outcomes, quoting)
        if not results and all(part.number is not None for part in left):
            return None
        prompt = revision_prompt(state["text"], steps[:done], results, left)
        try:
            answer = await self._models.ask(Role.PLANNER, prompt, turn=state["turn"], model=state.get("model"))
        except HouseSilent as error:
            log_failure("plan not revised", error)
            return None
        revision = read_revision(answer.data, left=left, results=results, done=steps[:done])
        if revision is None:
            return Revised(steps=tuple(steps), asides=(), by=answer.usage.model, changed=False)
        language = spoken_language(state["text"])
        kept, places = _kept(steps, done, revision.steps, revision.dropped)
        asides = [dropped_text([steps[n].request for n in revision.dropped], language)] if revision.dropped else []
        made = (*(step.moved(lambda n: places[n]) for step in kept), *revision.added)
        if len(made) > TASKS:
            asides.append(unplaced_text(language, [step.request for step in made[TASKS:]]))
        return Revised(steps=made[:TASKS], asides=tuple(asides), by=answer.usage.model)

    async def _open_steps(self, state: State, claims: Claims, quoting: frozenset[int]) -> list[Open]:
        """The steps that use what was found last and of which code cannot tell what of it they are about."""
        steps, done, last = steps_of(state), state["done"], outcomes_of(state)[-1]
        left: list[Open] = []
        for number in range(done, len(steps)):
            step = steps[number]
            if done - 1 not in step.uses:
                continue
            found = await claims.whole(step.request)
            by_model = bool(state.get("planned_by_model"))
            if is_settled(step, last, found.get(step.agent), quotes=done - 1 in quoting, by_model=by_model):
                continue
            able = [agent for agent, claim in found.items() if claim.strength is not Strength.NONE]
            left.append(
                Open(
                    step=step,
                    agents=tuple(dict.fromkeys((step.agent, *able))),
                    most=found[step.agent].most if step.agent in found else None,
                    number=number,
                )
            )
        return left

    async def _open_clauses(self, state: State, claims: Claims) -> list[Open]:
        """The clauses that a model's plan left out, as far as anybody may do something about them."""
        if not state.get("planned_by_model"):
            return []
        left: list[Open] = []
        for piece in unplanned(split_clauses(state["text"]), steps_of(state)):
            claims_to = await claims.whole(piece)
            able = [agent for agent, claim in claims_to.items() if claim.strength is not Strength.NONE]
            if able:
                left.append(Open(step=Step(agent=able[0], request=piece), agents=tuple(able), most=claims_to[able[0]].most))
        return left


def _kept(steps: Sequence[Step], done: int, changed: Mapping[int, Step], dropped: Sequence[int]) -> tuple[list[Step], list[int]]:
    """The steps that remain, and the new place of each old one. What needs a step that was dropped goes with a place that never comes."""
    kept: list[Step] = []
    places: list[int] = []
    for number, step in enumerate(steps):
        places.append(len(kept) if number not in dropped else len(steps) + TASKS)
        if number not in dropped:
            kept.append(changed.get(number, step))
    return kept, places
