"""An agent, declared on one screen, and the three answers it may give when asked to decide.

What differs from agent to agent is its `Policy`: which requests are its own, what a model must decide and what code
decides already, and how the execution log reads as a sentence. Everything else (loop, journal, endpoints) is the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from yamori.agentkit.card import Card
from yamori.agentkit.task import Claim, Outcome, Question, Task, ToolRun
from yamori.agentkit.tool import Toolset
from yamori.agentkit.watch import Watcher
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.capability import Risk
from yamori.domain.values import Value
from yamori.llm.port import Prompt, Role


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """One call that was decided on."""

    tool: str
    arguments: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Decided:
    """Code alone knows what to call."""

    calls: tuple[ToolCall, ...]
    explained: tuple[tuple[int, int], ...] = ()
    """Where in the request's normal form stands what the calls carry out, as far as whoever decided knows."""
    is_doubtful: bool = False
    """It is likely, not certain: the person is asked before anything is changed."""
    corrects: bool = False
    """It puts right what was done last, which was not what the person had asked for."""
    by: str = "rules"
    """Who read it, for the trace: a rule's name behind `rules/`, `reader`, `recalled`."""


@dataclass(frozen=True, kw_only=True)
class Declined:
    """There is nothing to call: `text` says why in the person's language, or `question` asks what is missing."""

    text: str
    question: Question | None = None
    certain: bool = True
    """Said by code; False where a model found nothing, and another agent might."""
    by: str = "rules"
    """Who found that, as in `Decided`."""


@dataclass(frozen=True, kw_only=True)
class Undecided:
    """A model must choose. `read` turns its JSON into calls, or raises `TryAgain` saying precisely what was wrong."""

    prompt: Prompt
    read: Callable[[Value], Decided | Declined]
    looks: tuple[str, ...] = ()
    """Reading tools that the model may call before it chooses."""
    check: Callable[[Sequence[ToolCall]], None] | None = None
    """What `read` would find wrong with calls that a model made itself, by native tool calling. Raises `TryAgain`."""
    fallback: Decided | Declined | None = None
    """What is decided where no model answers; None: the person is told that none does."""


Decision = Decided | Declined | Undecided


class Policy(Protocol):
    """What one agent knows how to decide."""

    async def prefix(self) -> Prompt:
        """The stable part of this agent's prompts (with an empty request), to be kept warm."""
        ...

    async def prepare(self) -> None:
        """What takes long and can be done before anybody speaks; whoever needs it sooner waits for it."""
        ...

    async def claim(self, task: Task) -> Claim:
        """Is this request this agent's own? By code, within a few milliseconds."""
        ...

    async def decide(self, task: Task) -> Decision: ...

    async def settle(self, approval: str, answer: Yes | No | Pin, task: Task) -> ToolRun:
        """Carry a person's answer to something held. Raises `AskThePerson` when the answer is not enough."""
        ...

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        """The execution log as a sentence, in the task's language: never more than the log proves."""
        ...


@dataclass(frozen=True, kw_only=True)
class Described:
    """A call that was not made yet, for the person of the task."""

    shows: str
    """What it does, in the person's language."""
    risk: Risk = Risk.SAFE
    """What this person has to give for it: nothing, a yes, the PIN."""
    forbidden: bool = False
    """This person may never have it done."""
    never_late: bool = False
    """It is dangerous where nobody expects it any more: it heats, opens or unlocks."""


class Describer(Protocol):
    """What an agent says of calls that it has not made yet."""

    async def describe(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[Described]:
        """What each of them does, and what the task's person needs for it. Raises `InvalidRequest` for one that cannot be made,
        `AskThePerson` for one to which somebody must agree first."""
        ...

    def left_out(self, task: Task, calls: Sequence[ToolCall]) -> Sequence[str]:
        """The clauses of the request about which none of them does anything."""
        ...


@dataclass(frozen=True, kw_only=True)
class Agent:
    card: Card
    role: Role
    tools: Toolset
    policy: Policy
    looks: tuple[str, ...] = ()
    """Reading tools of which a model may see the results before it decides: none that tells the words of others (`Card.quotes`)."""
    dictated: Callable[[Task], Decided | None] | None = None
    """What to do with a text that is too long to be read as a sentence, where it is plainly dictated to this agent; None for any other."""
    check_constraints: Callable[[Sequence[str]], object] | None = None
    """Raises `InvalidRequest`, with those there are, for a constraint of a task that it cannot check. None: it checks none, since it speaks
    of nothing that anybody eats."""
    escalate: Callable[[Task, Sequence[ToolRun]], tuple[ToolCall, ...]] | None = None
    """The calls of a dearer way, where what came of those that were decided on did not serve; none where it did. Asked once a try, and a
    function of the runs alone, since it is asked again after a restart. None: there is no dearer way."""
    describer: Describer | None = None
    """Where what it would do can be kept for later; None: nothing of it can."""
    watcher: Watcher | None = None
    """Where it reads the home, so that a condition on it can be watched; None: it reads nothing of the kind."""
