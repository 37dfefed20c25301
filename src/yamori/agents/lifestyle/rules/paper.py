"""What is known of one paper, and what a search finds in it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from yamori.agents.lifestyle.rules.passages import VERSION, Passage


class Origin(StrEnum):
    """Where a paper came from, which decides who may take it away."""

    STARTER = "starter"
    """Shipped with Yamori."""
    ADDED = "added"
    """By a person, through an endpoint."""
    FOLDER = "folder"
    """Found in the watched folder; it goes when its file goes."""


class State(StrEnum):
    READING = "reading"
    READY = "ready"
    FAILED = "failed"
    """`problem` says why; nothing of it is found."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """A place in a paper that was not read."""

    where: str
    """As `reading.places` writes it, which says it in both languages."""
    why: str
    """In English."""
    reason: str
    """A `reading.unreadable.Reason`, which is explained in both."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """One file of the household's, as it was read."""

    id: int
    topic: str
    name: str
    """Its file name, unique in its topic; may hold folders, with `/`."""
    title: str
    """What it calls itself, or its name without the ending."""
    kind: str
    """`pdf`, `word`, `html`, `markdown`, `text`, `jsonl`, `mail`, `image`."""
    origin: Origin
    hash: str
    """SHA-256 of the file, hexadecimal."""
    added: datetime
    state: State
    pages: int | None = None
    """None for a paper without pages, and while it is read."""
    passages: int = 0
    problem: str | None = None
    left_out: tuple[LeftOut, ...] = ()
    version: int = VERSION
    """Of its passages."""

    @property
    def is_outdated(self) -> bool:
        """Whether it would be read otherwise now."""
        return self.version != VERSION


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A passage that was found."""

    paper: Paper
    id: int
    """Of the passage, unique in its topic."""
    number: int
    """Its place in the paper, from 0."""
    passage: Passage
    score: float
    words: float
    """Share of the question's words that stand in it, rare ones counting more; 0 to 1."""
    nearness: float
    """Cosine of question and passage; 0 where there is no encoder."""
    gained: float = 0.0
    """What of the score it gained by concepts and codes of the question (`concepts.py`); below 0 where it lost."""
