"""What scenes need of the rest of the house, over the agents' endpoints. Wired in `household`."""

from collections.abc import Mapping, Sequence

import httpx

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import ProposedCall
from yamori.agentkit.task import Outcome, Strength, Task
from yamori.apps.agent_endpoints import AgentEndpoints
from yamori.scenes.ports import Offer

ACTING = "iot"
"""The agent whose calls make up scenes."""
DOING_LIMIT = 55.0
"""Seconds in which it does them; a tool has a minute."""
_REFUSING = (400, 404, 422)


class ActingAgents:
    """Fulfils `scenes.ports.Actors` over the agents' endpoints; `clients` by name."""

    def __init__(self, clients: Mapping[str, httpx.AsyncClient]) -> None:
        self._agents = AgentEndpoints(clients=clients, doing_limit=DOING_LIMIT, refusing=_REFUSING)

    async def propose(self, task: Task) -> Offer | None:
        claim = await self._agents.claim(ACTING, task)
        if claim.strength is Strength.NONE:
            return None
        return Offer(agent=ACTING, proposal=await self._agents.propose(ACTING, task))

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        return await self._agents.described(agent, calls, task)

    async def do(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Outcome:
        return await self._agents.perform(agent, calls, task)
