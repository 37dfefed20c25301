"""What the Papers view needs of the household's papers: topics, papers, passages, answers, and files that come and go. `apps` fulfils it.

Whatever a paper says is text for a person to read, never an instruction, and never markup.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from yamori.domain.errors import HouseSilent
from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class TopicSeen:
    """A topic, which is a folder of papers with an index of its own."""

    name: str
    papers: int
    passages: int


class Standing(StrEnum):
    """How far a paper is."""

    READING = "reading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class PaperSeen:
    """One paper as it stands now."""

    id: int
    """Unique in its topic."""
    topic: str
    name: str
    """Of its file; may hold folders, with `/`."""
    title: str
    kind: str
    """`pdf`, `word`, `html` …"""
    removable: bool
    """A person added it here, so that a person may take it away here."""
    origin: str
    """`starter`, `added` or `folder`."""
    added: datetime
    standing: Standing
    pages: int | None = None
    passages: int = 0
    problem: str | None = None
    """Why it could not be read, in the reader's language."""
    left_out: tuple[str, ...] = ()
    """Which places of it were not read, and why, in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class PassageSeen:
    """A piece of a paper, as it is found and quoted."""

    number: int
    """Its place in the paper, from 0."""
    text: str
    headings: tuple[str, ...] = ()
    page: int | None = None
    question: str | None = None
    """Where the paper is a list of questions and answers: what this answers."""
    says: str | None = None
    """Who says so, where the paper names that for each entry."""


@dataclass(frozen=True, kw_only=True)
class PlaceSeen:
    """Where a passage stands: the source of what is quoted from it."""

    topic: str
    paper: int
    passage: int
    title: str
    name: str
    page: int | None = None
    headings: tuple[str, ...] = ()
    question: str | None = None
    says: str | None = None


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What a search found best, before anybody judged whether it answers."""

    sentence: str
    place: PlaceSeen


@dataclass(frozen=True, kw_only=True)
class QuoteSeen:
    """Sentences of one passage, as they stand there."""

    sentences: tuple[str, ...]
    place: PlaceSeen
    translated: str | None = None
    """In the asker's language, where the paper is in another."""


@dataclass(frozen=True, kw_only=True)
class OmittedSeen:
    """What was left out because somebody must not eat it."""

    called: str
    because: str
    """The word in it that breaks the constraint."""
    place: PlaceSeen


@dataclass(frozen=True, kw_only=True)
class AnswerSeen:
    """What the papers say to a question."""

    question: str
    """Complete in itself: with what it goes on from."""
    language: Language
    judged: bool
    """False where there is no model to tell whether the quotes answer."""
    reading: bool = False
    """Papers are still being read: what is not found may yet come."""
    quotes: tuple[QuoteSeen, ...] = ()
    """Empty where the papers do not answer."""
    nearest: tuple[PlaceSeen, ...] = ()
    left_out: tuple[OmittedSeen, ...] = ()
    health: str = ""
    """What is said of what is remembered of the person's health beside it."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """What a person asks on the page."""

    text: str
    topics: tuple[str, ...] = ()
    """Empty for all of them."""
    before: str = ""
    """The complete question before it; empty where it stands alone, or the history is off."""
    person: str = ""
    """Who asks, by id: what they must not eat is left out. Empty: nobody in particular."""


class Stage(StrEnum):
    """How far a file that comes in is."""

    WAITING = "waiting"
    """Another one is read first."""
    READING = "reading"
    READ = "read"
    UNCHANGED = "unchanged"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Coming:
    """How far one file is that is being made a paper."""

    topic: str
    name: str
    stage: Stage
    page: int | None = None
    passages: int = 0
    skipped: int = 0
    """Pieces in it that could not be read."""
    problem: str | None = None
    """In the reader's language."""


class NoRoom(HouseSilent):
    """The disk is full."""


class Partial(Protocol):
    """A file that comes in bit by bit. What came of it lies on the disk."""

    async def write(self, data: bytes) -> None:
        """Raises `InvalidRequest(where="file")` for more than a paper may have, `NoRoom` where the disk is full."""
        ...

    async def close(self) -> None:
        """What came of it goes, unless it was added."""
        ...


class PaperPort(Protocol):
    """The papers, seen from the page. Every method may raise a `YamoriError`."""

    @property
    def most_bytes(self) -> int:
        """Of one file."""
        ...

    def most_bytes_of(self, name: str) -> int:
        """Of one file with this name; a picture may have fewer than `most_bytes`."""
        ...

    async def topics(self) -> Sequence[TopicSeen]: ...

    async def papers(self, topic: str, language: Language) -> Sequence[PaperSeen]:
        """Those of a topic, in order; none where there is no such topic yet. Raises `InvalidRequest(where="topic")` for a name that
        no topic can have."""
        ...

    async def paper(self, topic: str, id: int, language: Language) -> PaperSeen: ...

    async def passages(self, topic: str, id: int, *, start: int, limit: int) -> Sequence[PassageSeen]: ...

    async def original(self, topic: str, id: int) -> Path | None:
        """The file it was read from, where it is still there."""
        ...

    async def coming(self, language: Language) -> Sequence[Coming]:
        """What is being read now, and what waits for it."""
        ...

    async def failed(self, language: Language) -> Sequence[PaperSeen]:
        """Papers of any topic that could not be read."""
        ...

    async def evidence(self, question: Question) -> Evidence | None:
        """By search alone, within a fraction of a second; None where nothing comes near."""
        ...

    async def answer(self, question: Question) -> AnswerSeen: ...

    def receive(self) -> Partial:
        """For a file that is going to be added. Close it, whatever becomes of it."""
        ...

    def add(self, topic: str, name: str, file: Partial, language: Language) -> AsyncIterator[Coming]:
        """Keep a file that has come in, of `receive`, and read it; ends with `READ`, `UNCHANGED` or `FAILED`. From its first step on it is
        read to its end even when nobody listens any more."""
        ...

    async def remove(self, topic: str, id: int) -> PaperSeen:
        """Raises `InvalidRequest(where="origin")` for one that nobody added here."""
        ...
