"""How much of the evidence a memory finds again: all turns are kept, then every question is asked."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from yamori.evaluation.figures import percentile
from yamori.evaluation.memories.conversations import Life, Question, Turn

FIRST = 10
"""Of so many items the evidence is to be one."""


class Remembering(Protocol):
    """A memory, as far as this needs one; `apps` fulfils it."""

    async def keep(self, turn: Turn) -> None: ...

    async def ready(self) -> None:
        """Everything that was kept can be found."""
        ...

    async def recall(self, question: Question, *, first: int) -> Sequence[str]:
        """Keys of the turns that are recalled, best first."""
        ...


@dataclass(frozen=True, kw_only=True)
class Found:
    """Of one question."""

    question: Question
    place: int | None
    """Of the turn that holds the answer, from 1; None where it is not among the first."""
    session_place: int | None
    """Of the first turn of its conversation."""
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Shares:
    """Of all questions of one language."""

    language: str
    questions: int
    turns: float
    """The share whose evidence is among the first."""
    sessions: float
    first: float
    """The share whose evidence comes first of all."""
    median_seconds: float


async def find_again(life: Life, memory: Remembering) -> Sequence[Found]:
    conversations = {turn.key: turn.conversation for turn in life.turns}
    for turn in life.turns:
        await memory.keep(turn)
    await memory.ready()
    found = []
    for question in life.questions:
        began = time.perf_counter()
        keys = await memory.recall(question, first=FIRST)
        seconds = time.perf_counter() - began
        sessions = [conversations[key] for key in keys]
        found.append(
            Found(
                question=question,
                place=keys.index(question.evidence) + 1 if question.evidence in keys else None,
                session_place=sessions.index(question.conversation) + 1 if question.conversation in sessions else None,
                seconds=seconds,
            )
        )
    return found


def shares(found: Sequence[Found], language: str) -> Shares:
    """Of a language; of all for an empty one."""
    counted = [each for each in found if language in ("", each.question.language)]
    number = max(len(counted), 1)
    return Shares(
        language=language or "all",
        questions=len(counted),
        turns=sum(each.place is not None for each in counted) / number,
        sessions=sum(each.session_place is not None for each in counted) / number,
        first=sum(each.place == 1 for each in counted) / number,
        median_seconds=percentile([each.seconds for each in counted], 50),
    )
