"""What automations need of the rest of the house, over the agents' endpoints, the gate and the notices. Wired in `household`."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

import httpx
from pydantic import TypeAdapter

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import Performed, Proposal, ProposedCall
from yamori.agentkit.task import Claim, Outcome, OutcomeStatus, Strength, Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.agents.scheduler.store import Schedule
from yamori.automations.action import ActionResult, ActionStatus, Ask, Call
from yamori.automations.automation import Automation
from yamori.automations.firing import Firing
from yamori.automations.neighbours import Proposed
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent
from yamori.domain.gate import Gate
from yamori.domain.receipt import Reading

ACTING = ("scenes", "iot", "weather")
"""The agents of which actions and questions are kept for later, the first that finds its own in them."""
_ONLY_WHOLE = frozenset(("scenes",))
"""Those that are asked only for what is to the last word theirs."""
WATCHING = ("iot",)
"""Those that read what a condition can wait for."""
LIMIT = 30.0
"""Seconds in which an agent says what it would do, a model's answer included."""
DOING_LIMIT = 120.0
"""Seconds in which it does it: devices may be slow."""
_TASK = TypeAdapter(Task)
_CLAIM = TypeAdapter(Claim)
_PROPOSAL = TypeAdapter(Proposal)
_PROPOSED_CALLS = TypeAdapter(tuple[ProposedCall, ...])
_PERFORMED = TypeAdapter(Performed)
_OUTCOME = TypeAdapter(Outcome)
_WATCH: TypeAdapter[Watched | NotWatchable] = TypeAdapter(Watched | NotWatchable)
_JSON = {"content-type": "application/json"}
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
        await self._schedule.tell(text, key=key, person=person)


class OtherAgents:
    """Fulfils the ports of `automations` to other agents, over their endpoints; `clients` by name."""

    def __init__(self, clients: Mapping[str, httpx.AsyncClient], clock: Clock) -> None:
        self._clients, self._clock = clients, clock

    async def propose(self, task: Task) -> Proposed | None:
        for agent in ACTING:
            if agent not in self._clients:
                continue
            claim = _CLAIM.validate_json(await self._posted(agent, "/claim", _TASK.dump_json(task), LIMIT))
            if claim.strength is Strength.WHOLE or (agent not in _ONLY_WHOLE and claim.strength is not Strength.NONE):
                body = await self._posted(agent, "/propose", _TASK.dump_json(task), LIMIT)
                return Proposed(agent=agent, proposal=_PROPOSAL.validate_json(body))
        return None

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        body = _PERFORMED.dump_json(Performed(task=task, calls=tuple(calls)))
        return _PROPOSED_CALLS.validate_json(await self._posted(agent, "/describe", body, LIMIT))

    async def watch(self, task: Task) -> Watched | NotWatchable:
        found: Watched | NotWatchable = NotWatchable(text="")
        for agent in (agent for agent in WATCHING if agent in self._clients):
            found = _WATCH.validate_json(await self._posted(agent, "/watch", _TASK.dump_json(task), LIMIT))
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
            return _result(await self._outcome(action.agent, "/relay", _TASK.dump_json(task)))
        calls = (ToolCall(tool=action.tool, arguments=action.arguments),)
        outcome = await self._outcome(action.agent, "/perform", _PERFORMED.dump_json(Performed(task=task, calls=calls)))
        approved = action.approval is not None and action.approval.digest == action.digest
        if outcome.status is OutcomeStatus.HELD and approved and not any(a.pin for a in outcome.approvals):
            agreed = replace(task, answers={approval.id: "yes" for approval in outcome.approvals})
            outcome = await self._outcome(action.agent, "/perform", _PERFORMED.dump_json(Performed(task=agreed, calls=calls)))
        return _result(outcome)

    async def _outcome(self, agent: str, path: str, body: bytes) -> Outcome:
        return _OUTCOME.validate_json(await self._posted(agent, path, body, DOING_LIMIT))

    async def _posted(self, agent: str, path: str, body: bytes, limit: float) -> bytes:
        """Raises `HouseSilent` where no answer that can be read comes."""
        try:
            answer = await self._clients[agent].post(path, content=body, headers=_JSON, timeout=limit)
        except httpx.HTTPError as error:
            raise HouseSilent(f"the {agent} agent did not answer: {error}") from error
        except KeyError:
            raise HouseSilent(f"there is no {agent} agent") from None
        if not answer.is_success:
            raise HouseSilent(f"the {agent} agent answered {answer.status_code}: {answer.text[:200]}")
        return answer.content


def _result(outcome: Outcome) -> ActionResult:
    receipts = [receipt.id for run in outcome.runs for receipt in run.receipts]
    return ActionResult(status=_STATUS.get(outcome.status, ActionStatus.FAILED), text=outcome.text, details={"receipts": receipts})
