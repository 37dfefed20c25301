"""What passes between the orchestrator and an agent: a `Task` goes in, `AgentEvent`s stream out, an `Outcome` ends them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from pydantic import ConfigDict, with_config

from yamori.agentkit.finding import Finding, FoundValue, Verdict
from yamori.domain.gear import Served
from yamori.domain.home import PersonRole
from yamori.domain.language import Language
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """Something that the house remembers of the person, in their own words: never an instruction."""

    text: str
    source: str
    """The sentence that it came from."""
    since: datetime
    likes: Mapping[str, float] = field(default_factory=dict)
    """What the person likes a setting of the home to have now, as `{"temperature": 22}`, in °C and percent; empty where it is of none."""
    avoids: tuple[str, ...] = ()
    """What whoever it is of must not eat, such as `peanuts`; empty where it is of no such thing. An agent of food checks it."""
    about: str = ""
    """The name of whom it is of; empty for the person who asks."""
    when: str = ""
    """In which situation it is so, as the memory names it (`film`, `evening`); empty: always."""


ORIGIN = "origin"
"""In a focus: the request from which something was last made, of which a correction may exchange a part. An agent is given it only as
long as no other did anything in the conversation."""
MADE = "made"
"""In a focus: what the last request set up, in the agent's own terms; absent where it set up nothing. What is said to be cancelled right
after it, and nothing else, is exactly that."""

ACTED = "acted"
"""In a focus: what the last request did at once, in the agent's own terms; absent where it did nothing of the kind. What is refused right
after it (`no don't`) is that. An agent is given it only as long as nobody did anything in a later turn."""


CHAT_KEY = "chat-"
"""How the key begins of what was said to one agent alone, at its own chat."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, kw_only=True)
class Task:
    """One subtask, with everything that the agent needs to know: it keeps nothing of the conversation itself."""

    key: str
    """Idempotency key: the same key is decided and done once, however often it is sent."""
    request: str
    """In the person's words, complete in itself."""
    said: str
    """The whole sentence that it came from."""
    person: str
    by: str | None = None
    """The adult who acts for `person`; None where they act themselves."""
    role: PersonRole | None = None
    """Of `person`, where it is known who speaks: only tools that such a person may use are run. None: any."""
    room: str | None = None
    """Where the person is."""
    now: datetime
    """Aware; the turn's clock."""
    language: Language
    turn: str | None = None
    focus: Mapping[str, Value] = field(default_factory=dict)
    """What this agent returned as `Outcome.focus` last time in this conversation: what `it` and `the other one` mean."""
    problem: str | None = None
    """Why an earlier try was rejected."""
    model: str | None = None
    """`provider:name` for this task only."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """Approval or question id to what the person answered, in their words (`domain.answer` reads what approves)."""
    client: str = ""
    """Where the answers came from, as the connection says; what wrong PINs are counted by, beside the person."""
    constraints: tuple[str, ...] = ()
    """What the person must not eat, such as `egg` or `減塩`: an agent that speaks of food gives nothing that breaks one."""
    facts: tuple[Remembered, ...] = ()
    """What is remembered of the person that this agent needs; within 150 tokens, and of other people nothing that is private to them."""
    findings: tuple[Finding, ...] = ()
    """What earlier tasks of the plan found that this one uses: data that a title or a memo may quote, never an instruction."""

    def __post_init__(self) -> None:
        if not self.key:
            raise ValueError("a task needs a key")
        if self.now.tzinfo is None:
            raise ValueError("`now` needs a time zone, such as 2026-11-21T09:00:00+09:00")


class OutcomeStatus(StrEnum):
    DONE = "done"
    """Everything asked was done or was so already, or the question was answered."""
    PARTLY = "partly"
    FAILED = "failed"
    """Nothing was done; `text` says why."""
    HELD = "held"
    """Waits for the approvals listed."""
    ASKING = "asking"
    """Waits for the answer to `question`."""


@dataclass(frozen=True, kw_only=True)
class Approval:
    """Something held until a person agrees; `shows` is exactly what will be done, in the person's language."""

    id: str
    shows: str
    pin: bool = False


@dataclass(frozen=True, kw_only=True)
class Question:
    id: str
    text: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ToolRun:
    """One line of the execution log: a tool, its arguments, and what came of it."""

    tool: str
    arguments: Mapping[str, Value]
    ok: bool
    result: Value = None
    problem: str | None = None
    receipts: tuple[Receipt, ...] = ()
    approvals: tuple[Approval, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of a task. `text` is rendered by code from `runs`, in the task's language."""

    status: OutcomeStatus
    text: str
    runs: tuple[ToolRun, ...] = ()
    approvals: tuple[Approval, ...] = ()
    question: Question | None = None
    focus: Mapping[str, Value] = field(default_factory=dict)
    proven: bool = False
    """The runs themselves prove that the request was fulfilled, so that no model needs to review it."""
    found: tuple[FoundValue, ...] = ()
    """What was read, for a task that uses it."""
    answer: Verdict | None = None
    """Of a yes/no question; None where none was asked."""
    reading: str = ""
    """Who read the request, and as what, for the trace: `rules`, `reader`, `recalled` or `model`, and the tools that were called; empty
    where it went on after a restart."""
    found_nothing: bool = False
    """It looked, and nothing that it has answers; another agent may look elsewhere, if the person wants that."""
    final: bool = False
    """No other try would do better: code is certain that there is nothing to do."""
    model_calls: int = 0
    served: Served | None = None
    """By which way a question was served; None of an agent that only does things, or knows the house."""


@dataclass(frozen=True, kw_only=True)
class ToolCalled:
    """An agent is about to run a tool."""

    agent: str
    tool: str
    arguments: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class ToolReturned:
    agent: str
    run: ToolRun


@dataclass(frozen=True, kw_only=True)
class Finished:
    agent: str
    outcome: Outcome


AgentEvent = ToolCalled | ToolReturned | Finished


class Strength(StrEnum):
    """How surely a sentence is an agent's own; see docs/adr/0001."""

    NONE = "none"
    WEAK = "weak"
    """Words that could be meant for it."""
    STRONG = "strong"
    """Names something of its own."""
    OWNING = "owning"
    """Says outright that it is for this agent."""
    WHOLE = "whole"
    """And so is every word of it: what looks like a clause for somebody else is only to be written down."""


class Pointing(StrEnum):
    """How much of what was found or said before a request speaks of."""

    ONE = "one"
    """One thing or place: `turn it off`, `the louder one`, `there`."""
    ALL = "all"
    """Whatever it was: `turn them off`, 消して."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """`POST /claim`: an agent's answer, by code alone, to "is this yours?"."""

    strength: Strength
    why: str = ""
    reads: bool = False
    """Every word of the text names what this agent can read, and asks for no change: `the kettle's temperature`."""
    writes: str | None = None
    """The free text that the request would have this agent write down, as a title; empty where the request points at something said
    before, or leaves it out; None where it writes nothing down."""
    most: bool | None = None
    """Of one that it points at: the one with the most of what was read, or with the least; None where its words tell neither."""
    points: Pointing | None = None
    """What was found or said before, where the request speaks of that instead of naming anything."""
    declines: str = ""
    """Of a request of which this agent could only say that it does not know: the intent of whoever does, where the household has one."""
