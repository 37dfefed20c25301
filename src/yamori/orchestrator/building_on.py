"""Steps that build on others, where code can tell: a condition that can be looked at now, a title that is to be read first.

`planner` asks here before it plans as ever. Each function returns None, or the plan unchanged, where the sentence is none of its kind.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from yamori.agentkit.task import Claim, Strength
from yamori.domain.language import language_of
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.clauses import owner
from yamori.orchestrator.conditions import read_condition
from yamori.orchestrator.conditions.asked import asked_condition
from yamori.orchestrator.dependencies import unread, untold
from yamori.orchestrator.lookups import PlanOf, asking
from yamori.orchestrator.planning import OnlyIf, Plan, Step


async def conditional_steps(
    part: str, now: datetime, claims: Claims, plan_of: PlanOf, *, at_once: Collection[str]
) -> tuple[Step, ...] | None:
    """A question about the state of things, and what is done only if its answer is the one wanted. `at_once` are the agents that keep
    nothing for later: what another one is told may be to be written down with its condition."""
    condition = read_condition(part, now)
    if condition is None:
        return None
    asked = owner(await claims(condition.question))
    if asked is None:
        return None
    planned = await plan_of(condition.actions)
    if planned is None and not any(s is not Strength.NONE for a, s in (await claims(condition.actions)).items() if a != asked):
        planned = Plan(steps=(Step(agent=asked, request=condition.actions),))  # `turn it off`: of what was asked about
    if planned is None or not planned.steps:
        return None
    if not condition.leads and any(step.agent not in at_once for step in planned.steps):
        return None
    only_if = OnlyIf(task=0, holds=condition.wanted, so=condition.so, not_so=condition.not_so, placed=condition.placed)
    steps = (replace(s.moved(lambda n: n + 1), only_if=only_if) for s in planned.steps if s.only_if is None)
    return (Step(agent=asked, request=condition.question), *steps)


async def asked_steps(text: str, keeper: str | None, claims: Claims, plan_of: PlanOf) -> Plan | None:
    """The plan of a sentence whose condition is put as a question before what hangs on it (`is the vault empty? then …`); None of any
    other. `keeper` tells it, whoever keeps what is for later; without one, whoever the question is for. Nothing is done before that is
    known."""
    asked = asked_condition(text)
    if asked is None:
        return None
    teller = keeper or owner(await claims(asked.question))
    planned = await plan_of(asked.actions) if teller is not None else None
    if teller is None or planned is None or not planned.steps:
        told = unread(asked.question.strip(" ?？"), [asked.actions], language_of(text))
        return planned if planned is not None and planned.reply is not None else Plan(asides=(*(planned.asides if planned else ()), told))
    only_if = OnlyIf(task=0, holds=True)
    steps = (s.moved(lambda n: n + 1) for s in planned.steps)
    hanging = (step if step.only_if is not None else replace(step, only_if=only_if) for step in steps)
    return replace(planned, steps=(Step(agent=teller, request=asked.question), *hanging))


def untold_text(part: str, now: datetime) -> str | None:
    """What is said of a condition that could be looked at now, if anybody knew how it is; None for any other."""
    condition = read_condition(part, now)
    if condition is None:
        return None
    return untold(condition.so if condition.wanted else condition.not_so, [condition.actions], language_of(part))


async def with_readings(plan: Plan, claims: Claims) -> Plan:
    """The plan with what is to be read before it is written down: of a title that names what somebody else can read."""
    steps: list[Step] = []
    places: list[int] = []
    for step in plan.steps:
        step = step.moved(lambda n: places[n])
        claim = (await claims.whole(step.request)).get(step.agent, _NONE)
        reader = await _reads(claim.writes, claims, but=step.agent) if claim.writes and not step.uses else None
        if reader is not None and claim.writes is not None:
            steps.append(Step(agent=reader, request=asking(claim.writes), only_if=step.only_if))
            step = replace(step, uses=(len(steps) - 1,), replaces=claim.writes)
        places.append(len(steps))
        steps.append(step)
    return replace(plan, steps=tuple(steps))


async def _reads(text: str, claims: Claims, *, but: str) -> str | None:
    return next((agent for agent, claim in (await claims.whole(text)).items() if claim.reads and agent != but), None)


_NONE = Claim(strength=Strength.NONE)
