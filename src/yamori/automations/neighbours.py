"""What the Automations agent needs of the other agents; `apps` fulfils it over their endpoints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.proposal import Proposal, ProposedCall
from yamori.agentkit.task import Task
from yamori.agentkit.watch import NotWatchable, Watched
from yamori.automations.condition import GeneratedCode
from yamori.domain.language import Language
from yamori.domain.values import Value


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


@dataclass(frozen=True, kw_only=True)
class Written:
    """A condition that a model wrote as code, checked and run dry; nobody has agreed to it yet."""

    code: GeneratedCode
    looks_at: tuple[str, ...]
    """What it reads, as a person calls it."""


class ReadingWords(Protocol):
    def said(self, readings: Mapping[str, Value], language: Language) -> Sequence[str]:
        """What was read then, by path, each as it can follow `because`; none where one of them cannot be said."""
        ...


class ConditionWriters(Protocol):
    async def write(self, task: Task) -> Written | None:
        """The condition that the request words, as code; None where no reading tells it.

        Raises `AskThePerson` where no code came of it that may run, `HouseSilent` or `Misconfigured` where no model answers.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Running:
    """Something that ends at a moment which somebody else keeps: a timer, an alarm, an appointment."""

    name: str
    """As a person calls it; empty for one without a name."""
    moment: datetime
    """When it ends or begins, aware."""
    id: str = ""
    """Of a timer, whose end can be waited for wherever it is moved; empty for anything else."""
    set_after: int = 0
    """Grows with each timer that is set."""


class Clocks(Protocol):
    async def timers(self, person: str) -> Sequence[Running]:
        """The timers of a person that run, soonest first."""
        ...

    async def alarms(self, person: str) -> Sequence[Running]:
        """What a person is still to be reminded of, alarms among it, soonest first."""
        ...

    async def appointments(self, person: str) -> Sequence[Running]:
        """What stands in a person's schedule with a time within a week, soonest first."""
        ...
