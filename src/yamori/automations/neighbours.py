"""What the Automations agent needs of the other agents; `apps` fulfils it over their endpoints."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import Proposal, ProposedCall
from yamori.agentkit.task import Task
from yamori.agentkit.watch import NotWatchable, Watched


@dataclass(frozen=True, kw_only=True)
class Proposed:
    """What the agent whose it is would do."""

    agent: str
    proposal: Proposal


class Proposers(Protocol):
    async def propose(self, task: Task) -> Proposed | None:
        """What would be done, without doing it; None where no agent finds anything of its own in the request. Raises `HouseSilent`."""
        ...

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        """What these calls of an agent would do, in words, with their risk. Raises `HouseSilent`, `InvalidRequest`."""
        ...


class Watchers(Protocol):
    async def watch(self, task: Task) -> Watched | NotWatchable:
        """The condition that the request words, as readings to look at. Raises `HouseSilent`."""
        ...
