"""What a turn holds between two steps of its graph, and what the steps work with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from pydantic import TypeAdapter

from yamori.agentkit.task import Outcome, Task
from yamori.domain.events import TurnEvent
from yamori.domain.gear import Gear, Served, dearest
from yamori.domain.home import PersonRole
from yamori.domain.values import Value
from yamori.llm.port import Models
from yamori.orchestrator.abilities import AbilityReader
from yamori.orchestrator.dependencies import findings_of, place_of
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.planning import Step
from yamori.orchestrator.remembering import Remembering
from yamori.orchestrator.store import TurnStore
from yamori.understanding.detection import spoken_language
from yamori.understanding.mood import is_question
from yamori.understanding.reader import Reader

TASKS = 6
"""Tasks that one turn may start, replanned ones included."""

RETRIES = 1
"""Tries of one task after its first."""

ANSWERS = 2
"""Answers to one question after which a task that still asks is left alone."""

REPLANS = 1
"""Times that a model may plan anew after a task failed."""

REVISIONS = 2
"""Times that a model is asked whether what a task found changes what remains of a plan."""

STEPS = 60
"""Nodes that one turn may pass through."""

OUTCOME = TypeAdapter(Outcome)
STEP = TypeAdapter(Step)


class State(TypedDict, total=False):
    """What a checkpoint holds: plain JSON, never a PIN."""

    turn: str
    conversation: str
    person: str
    by: str | None
    """The adult who acts for `person`."""
    role: str | None
    """Of `person`, where it is known who speaks."""
    room: str | None
    text: str
    """What is planned: the sentence, with what is remembered in the place of what points at it."""
    said: str
    """The sentence as it was said, where that differs."""
    model: str | None
    constraints: list[str]
    now: str
    steps: list[dict[str, Any]]
    """Tasks planned (dumped `Step`s), done ones first."""
    done: int
    """How many of them are finished."""
    attempt: int
    problem: str | None
    outcomes: list[dict[str, Any]]  # dumped `Outcome`s: JSON by construction
    current: dict[str, Any] | None
    answer: str | None
    """What the person answered to the question that is open."""
    answered: int
    """How often the person has answered within this task."""
    reply: str | None
    asides: list[str]
    """What is said of parts of the sentence that no agent was given."""
    reasons: list[str]
    """Why a value was chosen that nobody said: said with the answer where anything was done."""
    used: list[str]
    """Ids of what is remembered that was put into the sentence or handed to an agent."""
    replans: int
    revisions: int
    superseded: list[int]
    """Outcomes of tasks that found nothing to do and were planned anew: not spoken of."""
    planned_by_model: bool
    verdict: str


@dataclass(frozen=True, kw_only=True)
class TurnParts:
    """What the nodes work with."""

    agents: AgentDirectory
    models: Models
    store: TurnStore
    notify: Callable[[str, str, TurnEvent], None]
    """Adds an event (turn, key, event) and wakes whoever follows the turn."""
    secret: Callable[[str], str | None]
    """The PIN that was just given for a turn, kept in memory only."""
    client: Callable[[str], str]
    """Where a turn was answered from last, as the connection says."""
    abilities: AbilityReader
    reader: Reader
    memory: Remembering


def steps_of(state: State) -> list[Step]:
    return [STEP.validate_python(step) for step in state["steps"]]


def outcomes_of(state: State) -> list[Outcome]:
    return [OUTCOME.validate_python(outcome) for outcome in state.get("outcomes", [])]


def task_of(state: State, step: Step, *, focus: Mapping[str, Value], answers: Mapping[str, str] | None = None) -> Task:
    number, attempt = state.get("done", 0), state.get("attempt", 0)
    outcomes = outcomes_of(state) if step.needs else []
    return Task(
        key=f"{state['turn']}/{number}/{attempt}",
        request=step.request,
        said=state.get("said") or state["text"],
        person=state["person"],
        by=state.get("by"),
        role=PersonRole(role) if (role := state.get("role")) else None,
        room=place_of(step, outcomes) or state.get("room"),
        now=datetime.fromisoformat(state["now"]),
        language=spoken_language(state["text"]),
        turn=state["turn"],
        focus=focus,
        problem=state.get("problem"),
        model=state.get("model"),
        answers=answers or {},
        constraints=tuple(state.get("constraints", ())),
        findings=findings_of(step, steps_of(state), outcomes) if step.uses else (),
    )


def served_by(state: State) -> Served | None:
    """The dearest way by which a part of the turn was served. A model's own reply to a question looked nothing up."""
    outcomes = outcomes_of(state)
    own = not outcomes and state.get("planned_by_model", False) and bool(state.get("reply")) and is_question(state["text"])
    return Served(gear=Gear.ANSWER) if own else dearest(outcome.served for outcome in outcomes)
