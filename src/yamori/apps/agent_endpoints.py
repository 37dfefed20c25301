"""The endpoints of agents as what scenes and automations ask of others. Used by `scene_ports` and `automation_ports`; decides nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import httpx
from pydantic import TypeAdapter

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import MOST_CALLS, Performed, Proposal, ProposedCall
from yamori.agentkit.task import Claim, Outcome, Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.domain.errors import HouseSilent, InvalidRequest

LIMIT = 30.0
"""Seconds in which an agent says what it would do, a model's answer included."""
_TASK = TypeAdapter(Task)
_CLAIM = TypeAdapter(Claim)
_PROPOSAL = TypeAdapter(Proposal)
_PROPOSED_CALLS = TypeAdapter(tuple[ProposedCall, ...])
_PERFORMED = TypeAdapter(Performed)
_OUTCOME = TypeAdapter(Outcome)
_WATCH: TypeAdapter[Watched | NotWatchable] = TypeAdapter(Watched | NotWatchable)
_JSON = {"content-type": "application/json"}


@dataclass(frozen=True, kw_only=True)
class AgentEndpoints:
    """Every method raises `HouseSilent` where no answer that can be read comes, and `InvalidRequest` where its status is in `refusing`."""

    clients: Mapping[str, httpx.AsyncClient]
    """By the agent's name."""
    doing_limit: float
    """Seconds in which an agent does something."""
    refusing: Collection[int] = ()
    """The statuses by which an agent says that what was asked cannot be done, and not that it has failed."""

    async def claim(self, agent: str, task: Task) -> Claim:
        return _CLAIM.validate_json(await self._posted(agent, "/claim", _TASK.dump_json(task), LIMIT))

    async def propose(self, agent: str, task: Task) -> Proposal:
        return _PROPOSAL.validate_json(await self._posted(agent, "/propose", _TASK.dump_json(task), LIMIT))

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        found: list[ProposedCall] = []
        for start in range(0, len(calls), MOST_CALLS):
            body = _PERFORMED.dump_json(Performed(task=task, calls=tuple(calls[start : start + MOST_CALLS])))
            found += _PROPOSED_CALLS.validate_json(await self._posted(agent, "/describe", body, LIMIT))
        return found

    async def watch(self, agent: str, task: Task) -> Watched | NotWatchable:
        return _WATCH.validate_json(await self._posted(agent, "/watch", _TASK.dump_json(task), LIMIT))

    async def relay(self, agent: str, task: Task) -> Outcome:
        return _OUTCOME.validate_json(await self._posted(agent, "/relay", _TASK.dump_json(task), self.doing_limit))

    async def perform(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Outcome:
        body = _PERFORMED.dump_json(Performed(task=task, calls=tuple(calls)))
        return _OUTCOME.validate_json(await self._posted(agent, "/perform", body, self.doing_limit))

    async def _posted(self, agent: str, path: str, body: bytes, limit: float) -> bytes:
        client = self.clients.get(agent)
        if client is None:
            raise HouseSilent(f"there is no {agent} agent")
        try:
            answer = await client.post(path, content=body, headers=_JSON, timeout=limit)
        except httpx.HTTPError as error:
            raise HouseSilent(f"the {agent} agent did not answer: {error}") from error
        if answer.status_code in self.refusing:
            raise InvalidRequest(f"the {agent} agent cannot do that: {answer.text[:200]}", where="calls")
        if not answer.is_success:
            raise HouseSilent(f"the {agent} agent answered {answer.status_code}: {answer.text[:200]}")
        return answer.content
