"""What scenes need of the rest of the house, over the agents' endpoints. Wired in `household`."""

from collections.abc import Mapping, Sequence

import httpx
from pydantic import TypeAdapter

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import MOST_CALLS, Performed, Proposal, ProposedCall
from yamori.agentkit.task import Claim, Outcome, Strength, Task
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.scenes.ports import Offer

ACTING = "iot"
"""The agent whose calls make up scenes."""
LIMIT = 30.0
"""Seconds in which an agent says what it would do, a model's answer included."""
DOING_LIMIT = 55.0
"""Seconds in which it does it; a tool has a minute."""
_TASK = TypeAdapter(Task)
_CLAIM = TypeAdapter(Claim)
_PROPOSAL = TypeAdapter(Proposal)
_PROPOSED_CALLS = TypeAdapter(tuple[ProposedCall, ...])
_PERFORMED = TypeAdapter(Performed)
_OUTCOME = TypeAdapter(Outcome)
_JSON = {"content-type": "application/json"}


class ActingAgents:
    """Fulfils `scenes.ports.Actors` over the agents' endpoints; `clients` by name."""

    def __init__(self, clients: Mapping[str, httpx.AsyncClient]) -> None:
        self._clients = clients

    async def propose(self, task: Task) -> Offer | None:
        claim = _CLAIM.validate_json(await self._posted(ACTING, "/claim", _TASK.dump_json(task), LIMIT))
        if claim.strength is Strength.NONE:
            return None
        return Offer(agent=ACTING, proposal=_PROPOSAL.validate_json(await self._posted(ACTING, "/propose", _TASK.dump_json(task), LIMIT)))

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        found: list[ProposedCall] = []
        for start in range(0, len(calls), MOST_CALLS):
            body = _PERFORMED.dump_json(Performed(task=task, calls=tuple(calls[start : start + MOST_CALLS])))
            found += _PROPOSED_CALLS.validate_json(await self._posted(agent, "/describe", body, LIMIT))
        return found

    async def do(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Outcome:
        body = _PERFORMED.dump_json(Performed(task=task, calls=tuple(calls)))
        return _OUTCOME.validate_json(await self._posted(agent, "/perform", body, DOING_LIMIT))

    async def _posted(self, agent: str, path: str, body: bytes, limit: float) -> bytes:
        """Raises `HouseSilent` where no answer that can be read comes, `InvalidRequest` for what cannot be done."""
        try:
            answer = await self._clients[agent].post(path, content=body, headers=_JSON, timeout=limit)
        except httpx.HTTPError as error:
            raise HouseSilent(f"the {agent} agent did not answer: {error}") from error
        except KeyError:
            raise HouseSilent(f"there is no {agent} agent") from None
        if answer.status_code in (400, 404, 422):
            raise InvalidRequest(f"the {agent} agent cannot do that: {answer.text[:200]}", where="calls")
        if not answer.is_success:
            raise HouseSilent(f"the {agent} agent answered {answer.status_code}: {answer.text[:200]}")
        return answer.content
