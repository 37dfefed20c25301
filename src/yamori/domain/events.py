"""What happens in a turn, as it happens: the union that the page, the terminal and the trace all read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from yamori.domain.gear import Served
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class TurnStarted:
    turn: str
    person: str
    text: str
    at: datetime


@dataclass(frozen=True, kw_only=True)
class RecalledFact:
    text: str
    source: str
    """The sentence of the person that it came from."""


@dataclass(frozen=True, kw_only=True)
class Recalled:
    """What is remembered of the person was used."""

    facts: tuple[RecalledFact, ...]
    agent: str = ""
    """Who was given it; empty where it was put into the sentence itself."""
    request: str = ""
    """The sentence with it; empty where it stays as it was said."""


@dataclass(frozen=True, kw_only=True)
class ReadSlot:
    name: str
    text: str
    odds: float
    """The reader's own estimate that name and borders are right, 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class ReadFrame:
    intent: str
    text: str
    """The part of the sentence that asks for it."""
    odds: float
    """The reader's own estimate that the intent is right, 0 to 1."""
    slots: tuple[ReadSlot, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SentenceRead:
    """What the reader took the sentence for, before anybody planned or acted: for whoever wants to know why."""

    frames: tuple[ReadFrame, ...]


@dataclass(frozen=True, kw_only=True)
class PlannedTask:
    id: int
    agent: str
    request: str


@dataclass(frozen=True, kw_only=True)
class Planned:
    """The plan, whole, each time it is made or changed. No tasks: the answer is given directly."""

    tasks: tuple[PlannedTask, ...]
    by: str
    """`code` or the model that decided."""


@dataclass(frozen=True, kw_only=True)
class TaskStarted:
    task: int
    agent: str
    attempt: int


@dataclass(frozen=True, kw_only=True)
class ToolStarted:
    task: int
    agent: str
    tool: str
    arguments: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class ToolEnded:
    task: int
    agent: str
    tool: str
    ok: bool
    result: Value = None
    problem: str | None = None
    receipts: tuple[Receipt, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TaskEnded:
    task: int
    agent: str
    status: str
    """One of `agentkit.task.OutcomeStatus`."""
    text: str
    reading: str = ""
    """Who read what was done, and as what: `rules: control_devices`, `reader: add_task`; see `agentkit.task.Outcome`."""
    served: Served | None = None
    """How a question was served; None of what asks nothing that an agent looks up."""


@dataclass(frozen=True, kw_only=True)
class Reviewed:
    task: int
    verdict: str
    """`finish`, `retry` or `replan`."""
    by: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class ApprovalShown:
    id: str
    shows: str
    pin: bool


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """The turn waits for the person: for one question, or for the approvals shown."""

    question: str
    options: tuple[str, ...] = ()
    approvals: tuple[ApprovalShown, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Resumed:
    """The person answered; a PIN is never in `answer`."""

    answer: str


@dataclass(frozen=True, kw_only=True)
class Replied:
    """The end of a turn that went as it should."""

    text: str
    agents: tuple[str, ...] = ()
    served: Served | None = None
    """The dearest way by which a part of it was served; None where nothing was asked that is served so."""
    seconds: float = 0.0
    model_calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    price: float | None = None
    extra: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class TurnFailed:
    """The end of a turn that could not go on; `text` is fit for the person."""

    text: str


TurnEvent = (
    TurnStarted
    | Recalled
    | SentenceRead
    | Planned
    | TaskStarted
    | ToolStarted
    | ToolEnded
    | TaskEnded
    | Reviewed
    | Waiting
    | Resumed
    | Replied
    | TurnFailed
)
