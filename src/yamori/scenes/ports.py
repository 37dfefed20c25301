"""What scenes need of the rest of the house; `apps` fulfils it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import Proposal, ProposedCall
from yamori.agentkit.task import Outcome, Task
from yamori.domain.capability import Capability
from yamori.domain.home import Home
from yamori.domain.receipt import Reading, Receipt


class HouseState(Protocol):
    """What the home has and how it is. Nothing is commanded through it."""

    @property
    def home(self) -> Home: ...

    @property
    def capabilities(self) -> Mapping[str, Capability]: ...

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        """A reading whose value is None is not known."""
        ...

    async def ledger(self, *, turn: str | None = None, since: datetime | None = None, limit: int = 100) -> Sequence[Receipt]:
        """What was done, newest first."""
        ...


@dataclass(frozen=True, kw_only=True)
class Offer:
    """What an agent would do with a request."""

    agent: str
    proposal: Proposal


class Actors(Protocol):
    """The agents that act at once. Everything raises `HouseSilent` where one does not answer."""

    async def propose(self, task: Task) -> Offer | None:
        """What would be done, without doing it; None where no agent finds anything of its own in the request."""
        ...

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Sequence[ProposedCall]:
        """What these calls would do, in the task's language, with their risk. Raises `InvalidRequest`."""
        ...

    async def do(self, agent: str, calls: Sequence[ToolCall], task: Task) -> Outcome:
        """Do them, once for the task's key; with `task.answers` what was held under that key is settled."""
        ...
