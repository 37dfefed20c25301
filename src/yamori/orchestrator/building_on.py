"""Steps that build on others, where code can tell: a condition that can be looked at now, a title that is to be read first.

`planner` asks here before it plans as ever. Each function returns None, or the plan unchanged, where the sentence is none of its kind.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime

from yamori.agentkit.task import Claim, Strength
from yamori.domain.deferral import english, japanese
from yamori.domain.language import Language, language_of
from yamori.orchestrator.claims import Claims
from yamori.orchestrator.clauses import owner, split
from yamori.orchestrator.conditions import read_condition
from yamori.orchestrator.dependencies import unread, untold
from yamori.orchestrator.planning import OnlyIf, Plan, Step
from yamori.understanding.vocabulary import vocabulary

PlanOf = Callable[[str], Awaitable[Plan | None]]
"""The plan of a text, where there is one."""


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


def untold_text(part: str, now: datetime) -> str | None:
    """What is said of a condition that could be looked at now, if anybody knew how it is; None for any other."""
    condition = read_condition(part, now)
    if condition is None:
        return None
    return untold(condition.so if condition.wanted else condition.not_so, [condition.actions], language_of(part))


async def looked_up_first(text: str, claims: Claims, ask_model: PlanOf) -> Plan | None:
    """`Look up …, and put it on my list`: of two clauses the first asks, and the second writes down what it does not say itself. A question
    that nobody claims is a model's to give to somebody."""
    pieces = split(text)
    if len(pieces) != 2 or (wanted := wants_to_know(pieces[0])) is None:
        return None
    writer = next((agent for agent, claim in (await claims.whole(pieces[1])).items() if claim.writes == ""), None)
    if writer is None:
        return None
    question = await _question(wanted, claims)
    reader = _reader(await claims(question), writer)
    if reader is None and wanted != pieces[0] and (planned := await ask_model(question)) is not None:
        reader = planned.steps[0].agent if len(planned.steps) == 1 else None
    if reader is None:
        return Plan(asides=(unread(wanted, [pieces[1]], language_of(text)),)) if wanted != pieces[0] else None
    return Plan(steps=(Step(agent=reader, request=question), Step(agent=writer, request=pieces[1], uses=(0,))))


async def with_readings(plan: Plan, claims: Claims) -> Plan:
    """The plan with what is to be read before it is written down: of a title that names what somebody else can read."""
    steps: list[Step] = []
    places: list[int] = []
    for step in plan.steps:
        step = step.moved(lambda n: places[n])
        claim = (await claims.whole(step.request)).get(step.agent, _NONE)
        reader = await _reads(claim.writes, claims, but=step.agent) if claim.writes and not step.uses else None
        if reader is not None and claim.writes is not None:
            steps.append(Step(agent=reader, request=_asking(claim.writes), only_if=step.only_if))
            step = replace(step, uses=(len(steps) - 1,), replaces=claim.writes)
        places.append(len(steps))
        steps.append(step)
    return replace(plan, steps=tuple(steps))


def wants_to_know(clause: str) -> str | None:
    """What a clause asks to be found out, without the words for that; None where it asks for nothing."""
    language = language_of(clause)
    lookup = vocabulary(str(language)).lookups.search(clause.lower())
    if lookup is not None:
        return (clause[: lookup.start()] + clause[lookup.end() :]).strip(" 、,") or None
    of = japanese if language is Language.JAPANESE else english
    return clause if of.is_question(clause.lower()) else None


async def _question(wanted: str, claims: Claims) -> str:
    """As a question; the bare name of a value is asked for."""
    if wanted.rstrip().endswith(("?", "？")):
        return wanted
    if any(claim.reads for claim in (await claims.whole(wanted)).values()):
        return _asking(wanted)
    return f"{wanted.rstrip('か')}？" if language_of(wanted) is Language.JAPANESE else f"{wanted}?"


def _asking(value: str) -> str:
    return f"{value}は？" if language_of(value) is Language.JAPANESE else f"what is {value[:1].lower()}{value[1:]}?"


async def _reads(text: str, claims: Claims, *, but: str) -> str | None:
    return next((agent for agent, claim in (await claims.whole(text)).items() if claim.reads and agent != but), None)


def _reader(found: Mapping[str, Strength], writer: str) -> str | None:
    """Who answers a question: whoever surely claims it, else the only other one that finds anything in it."""
    sure = owner(found)
    if sure is not None:
        return sure
    others = [agent for agent, strength in found.items() if agent != writer and strength is not Strength.NONE]
    return others[0] if len(others) == 1 else None


_NONE = Claim(strength=Strength.NONE)
