"""What automations need of the rest of the house, over the agents' endpoints, the gate and the notices. Wired in `household`."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

import httpx

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import Proposal, ProposedCall
from yamori.agentkit.task import Outcome, OutcomeStatus, Strength, Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.agents.scheduler.store import Schedule
from yamori.apps.agent_endpoints import AgentEndpoints
from yamori.automations.action import ActionResult, ActionStatus, Ask, Call
from yamori.automations.automation import Automation
from yamori.automations.firing import Firing
from yamori.automations.neighbours import Proposed
from yamori.domain.clock import Clock
from yamori.domain.gate import Gate
from yamori.domain.receipt import Reading
from yamori.understanding.mood import is_question

ACTING = ("scenes", "lists", "messages", "iot", "weather")
"""The agents of which actions and questions are kept for later, the first that finds its own in them."""
_ONLY_WHOLE = frozenset(("scenes", "lists", "messages"))
"""Those that are asked only for what is to the last word theirs."""
ASKED = ("scheduler", "browser", "lifestyle")
"""Those that are only asked: a question is asked when its moment comes."""
WATCHING = ("iot",)
"""Those that read what a condition can wait for."""
DOING_LIMIT = 120.0
"""Seconds in which it does it: devices may be slow."""
_STATUS = {
    OutcomeStatus.DONE: ActionStatus.DONE,
    OutcomeStatus.HELD: ActionStatus.HELD,
}


class GateReadings:
    """Fulfils `automations.ports.Readings`."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    async def snapshot(self) -> Sequence[Reading]:
        return await self._gate.snapshot()

    def changes(self) -> AsyncIterator[Reading]:
        return self._gate.changes()


class ScheduleNotices:
    """Fulfils `automations.ports.Notices`: what is told stands with the reminders, and goes the same ways."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    async def tell(self, person: str, text: str, *, key: str) -> None:
        await self._schedule.notify(text, key=key, person=person)


class OtherAgents:
    """Fulfils the ports of `automations` to other agents, over their endpoints; `clients` by name."""

    def __init__(self, clients: Mapping[str, httpx.AsyncClient], clock: Clock) -> None:
        self._agents = AgentEndpoints(clients=clients, doing_limit=DOING_LIMIT)
        self._clock = clock

    async def propose(self, task: Task) -> Proposed | None:
        perhaps = None
        for agent in self._among(ACTING):
            claim = await self._agents.claim(agent, task)
            if claim.strength is Strength.WHOLE or (agent not in _ONLY_WHOLE and claim.strength not in (Strength.NONE, Strength.WEAK)):
                return Proposed(agent=agent, proposal=await self._agents.propose(agent, task))
            if agent not in _ONLY_WHOLE and claim.strength is Strength.WEAK:
                perhaps = perhaps or agent
        asked = Proposal(calls=(ProposedCall(tool="", arguments={}, shows=task.request, reads=True),))
        known = self._among(ASKED) if is_question(task.request) else ()
        may_know = None
        for agent in known:
            strength = (await self._agents.claim(agent, task)).strength
            if strength not in (Strength.NONE, Strength.WEAK):
                return Proposed(agent=agent, proposal=asked)
            may_know = may_know or (agent if strength is Strength.WEAK else None)
        if may_know is not None and perhaps is None:
            return Proposed(agent=may_know, proposal=asked)
        return Proposed(agent=perhaps, proposal=await self._agents.propose(perhaps, task)) if perhaps is not None else None

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        return await self._agents.described(agent, calls, task)

    async def watch(self, task: Task) -> Watched | NotWatchable:
        found: Watched | NotWatchable = NotWatchable(text="")
        for agent in self._among(WATCHING):
            found = await self._agents.watch(agent, task)
            if isinstance(found, Watched):
                return found
        return found

    async def perform(self, action: Call | Ask, *, key: str, automation: Automation, firing: Firing) -> ActionResult:
        """Under the key of the firing, with the owner's rights. What was approved when the automation was made is approved now, where it
        is exactly that."""
        task = Task(
            key=f"automation/{key}",
            request=action.text if isinstance(action, Call) else action.request,
            said=automation.origin,
            person=automation.owner,
            room=automation.room,
            now=self._clock.now(),
            language=automation.language,
        )
        if isinstance(action, Ask):
            return _result(await self._agents.relay(action.agent, task))
        calls = (ToolCall(tool=action.tool, arguments=action.arguments),)
        outcome = await self._agents.perform(action.agent, calls, task)
        approved = action.approval is not None and action.approval.digest == action.digest
        if outcome.status is OutcomeStatus.HELD and approved and not any(a.pin for a in outcome.approvals):
            agreed = replace(task, answers={approval.id: "yes" for approval in outcome.approvals})
            outcome = await self._agents.perform(action.agent, calls, agreed)
        return _result(outcome)

    def _among(self, names: Sequence[str]) -> Sequence[str]:
        return tuple(name for name in names if name in self._agents.clients)


def _result(outcome: Outcome) -> ActionResult:
    receipts = [receipt.id for run in outcome.runs for receipt in run.receipts]
    return ActionResult(status=_STATUS.get(outcome.status, ActionStatus.FAILED), text=outcome.text, details={"receipts": receipts})
