"""The answer of the Life-Style agent as a program reads it: its sentences, each with its source. From the log of tools in the outcome."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

TOOL = "answer_question"


class _Block(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Sentence(_Block):
    text: str
    source: int
    """Number of its source, from 1."""


class Source(_Block):
    """A place in a paper."""

    topic: str
    paper: int
    name: str
    """The paper's file name."""
    passage: int
    page: int | None = None
    question: str | None = None
    """Of an entry: what it answers, which is told above it."""


class LookedAt(_Block):
    """A passage that was among the best of the search."""

    topic: str
    name: str
    headings: tuple[str, ...] = ()
    question: str | None = None
    text: str


class PapersAnswer(_Block):
    sentences: tuple[Sentence, ...] = ()
    """Empty where the papers do not answer."""
    translations: tuple[str | None, ...] = Field(default=())
    sources: tuple[Source, ...] = ()
    looked_at: tuple[LookedAt, ...] | None = None
    """In the order of the search; None where the answer does not tell."""

    @property
    def words(self) -> str:
        """What is told, without the names of sources, which are not the answer."""
        entries = (s.question for s in self.sources if s.question)
        return "\n".join([*(t for t in self.translations if t), *entries, *(s.text for s in self.sentences)])


def read_answer(outcome: Mapping[str, Any]) -> PapersAnswer | None:
    """None where no paper was asked, or nothing that can be read was returned."""
    runs = [run for run in outcome.get("runs") or () if run.get("tool") == TOOL and run.get("ok")]
    try:
        return PapersAnswer.model_validate(runs[-1]["result"]) if runs else None
    except (ValidationError, KeyError):
        return None


def told(outcome: Mapping[str, Any]) -> str:
    """The words of the answer, or the whole text where no paper was asked."""
    answer = read_answer(outcome)
    return str(outcome.get("text") or "") if answer is None else answer.words
