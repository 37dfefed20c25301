"""What an agent would do with a task, without doing it: for whoever keeps an action for later (`automations`).

`POST /propose` makes a proposal, `POST /perform` carries out exactly its calls at another time, under the key of that time. The house alone
may call either. A proposal is decided as any task is, by code or by a model; when its calls are carried out no model is asked.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from pydantic import ConfigDict, with_config

from yamori.agentkit.agent import Agent, Decided, Declined, Describer, ToolCall
from yamori.agentkit.deciding import Deciding
from yamori.agentkit.failures import not_understood
from yamori.agentkit.journal import Journal
from yamori.agentkit.loop import TRIES, carry_out
from yamori.agentkit.task import AgentEvent, Question, Task
from yamori.agentkit.tool import Effect
from yamori.domain.capability import Risk
from yamori.domain.errors import AskThePerson, InvalidRequest, TryAgain
from yamori.domain.values import Value
from yamori.llm.port import Answer, Models, Prompt, Role

MOST_CALLS = 16
"""Of one proposal: what is kept for later has to be read by the person."""


@dataclass(frozen=True, kw_only=True)
class ProposedCall:
    """One call that would be made."""

    tool: str
    arguments: Mapping[str, Value]
    shows: str
    """What it does, in the person's language: `Hall light: turn off`."""
    risk: Risk = Risk.SAFE
    """What the person of the task has to give for it: above safe a yes, or the PIN each time."""
    forbidden: bool = False
    """The person of the task may never have it done."""
    never_late: bool = False
    """It heats, opens or unlocks: it is done on time or not at all."""
    reads: bool = False
    """It changes nothing."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, kw_only=True)
class Performed:
    """`POST /perform`: calls of a proposal, and the task under whose key they are done now."""

    task: Task
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """Either calls, or why there are none."""

    calls: tuple[ProposedCall, ...] = ()
    left_out: tuple[str, ...] = ()
    """The clauses of the request about which none of the calls does anything."""
    text: str = ""
    question: Question | None = None


async def proposed(agent: Agent, task: Task, *, models: Models, journal: Journal) -> Proposal:
    """What the agent would do. Reading tools may run before it decides; nothing else does. Raises `InvalidRequest` for an agent of which
    nothing can be kept for later."""
    if agent.describer is None:
        raise InvalidRequest(f"nothing that the {agent.card.name} agent does can be kept for later", where="agent")
    problem = task.problem
    for attempt in range(TRIES):
        last = attempt == TRIES - 1
        deciding = Deciding(agent, replace(task, problem=problem), AnsweringModels(models), journal, f"{task.key}/{attempt}", last=last)
        async with aclosing(deciding.events()) as looks:
            async for _ in looks:
                pass
        match deciding.decision:
            case TryAgain() as wrong:
                problem = str(wrong)
            case Decided(calls=calls) if len(calls) <= MOST_CALLS:
                try:
                    shown = await _described(agent, agent.describer, task, calls)
                except AskThePerson as missing:
                    return Proposal(text=str(missing))
                return Proposal(calls=shown, left_out=tuple(agent.describer.left_out(task, calls)))
            case Declined() as declined:
                return Proposal(text=declined.text, question=declined.question)
            case _:
                break
    return Proposal(text=not_understood(task.language))


async def described(agent: Agent, asked: Performed) -> tuple[ProposedCall, ...]:
    """What calls that somebody else chose would do. Raises `InvalidRequest` for those that cannot be made or kept for later."""
    if agent.describer is None:
        raise InvalidRequest(f"nothing that the {agent.card.name} agent does can be kept for later", where="agent")
    return await _described(agent, agent.describer, asked.task, asked.calls)


class AnsweringModels:
    """Fulfils `llm.port.Models` over those of the house, without their native calling of tools, which would act."""

    def __init__(self, models: Models) -> None:
        self._models = models

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        return await self._models.ask(role, prompt, turn=turn, stronger=stronger, model=model)


async def performed(agent: Agent, asked: Performed, *, models: Models, journal: Journal) -> AsyncGenerator[AgentEvent, None]:
    """Carry out exactly these calls, once for the task's key, and report on them as on any task."""
    name, task = agent.card.name, asked.task
    for attempt in range(TRIES):  # a call that is turned down is not decided anew
        if journal.decision(name, f"{task.key}/{attempt}") is None:
            journal.decided(name, f"{task.key}/{attempt}", asked.calls)
    async with aclosing(carry_out(agent, task, models=models, journal=journal)) as events:
        async for event in events:
            yield event


def check_performed(agent: Agent, asked: Performed) -> None:
    """Raises `InvalidRequest` for calls that no proposal of this agent can have held."""
    if not asked.calls or len(asked.calls) > MOST_CALLS:
        raise InvalidRequest(f"{len(asked.calls)} calls; there must be 1 to {MOST_CALLS}", where="calls")
    known = set(agent.tools.names())
    if unknown := [call.tool for call in asked.calls if call.tool not in known]:
        raise InvalidRequest(f"the {agent.card.name} agent has no tool {unknown[0]!r}", where="calls", nearest=tuple(sorted(known))[:3])


async def _described(agent: Agent, describer: Describer, task: Task, calls: Sequence[ToolCall]) -> tuple[ProposedCall, ...]:
    effects = {tool.name: tool.effect for tool in agent.tools}
    told = await describer.describe(task, calls)
    return tuple(
        ProposedCall(
            tool=call.tool,
            arguments=call.arguments,
            shows=each.shows,
            risk=each.risk,
            forbidden=each.forbidden,
            never_late=each.never_late,
            reads=effects.get(call.tool) is Effect.READ,
        )
        for call, each in zip(calls, told, strict=True)
    )
