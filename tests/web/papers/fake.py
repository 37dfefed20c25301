"""Fake papers: whatever a test puts on the shelf."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from yamori.domain.errors import HouseSilent, InvalidRequest, NotFound
from yamori.domain.language import Language, language_of
from yamori.web.paper_port import (
    AnswerSeen,
    Coming,
    Evidence,
    NoRoom,
    OmittedSeen,
    PaperSeen,
    Partial,
    PassageSeen,
    PlaceSeen,
    Question,
    QuoteSeen,
    Stage,
    Standing,
    TopicSeen,
)

ADDED = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
TRAP = '"><img src=x onerror=alert(1)>'
_FAILING = {"locked.pdf": "It is locked with a password; save a copy without one."}


@dataclass
class FakePartial:
    """Fulfils `Partial`."""

    most: int
    full: bool
    data: bytes = b""
    closed: bool = False

    async def write(self, data: bytes) -> None:
        if self.full:
            raise NoRoom("no space left")
        self.data += data
        if len(self.data) > self.most:
            raise InvalidRequest("too large", where="file")

    async def close(self) -> None:
        self.closed = True


@dataclass
class FakePapers:
    """Fulfils `PaperDoors`."""

    most_bytes: int = 1_000
    most_picture: int = 300
    held: dict[tuple[str, int], tuple[PaperSeen, list[PassageSeen], Path | None]] = field(default_factory=dict)
    asked: list[Question] = field(default_factory=list)
    kept: dict[tuple[str, str], bytes] = field(default_factory=dict)
    received: list[FakePartial] = field(default_factory=list)
    silent: bool = False
    going: asyncio.Event | None = None
    """Set, where a test holds the answer back until then."""
    full: bool = False
    """The disk takes nothing more."""

    def put(self, topic: str, name: str, *passages: PassageSeen | str, file: Path | None = None, **more: object) -> PaperSeen:
        id = len(self.held) + 1
        rows = [p if isinstance(p, PassageSeen) else PassageSeen(number=n, text=p) for n, p in enumerate(passages)]
        given: dict[str, object] = {"kind": "text", "origin": "added", "title": Path(name).stem, "standing": Standing.READY, **more}
        paper = PaperSeen(
            id=id,
            topic=topic,
            name=name,
            added=ADDED,
            passages=len(rows),
            removable=given["origin"] == "added",
            **given,  # type: ignore[arg-type]  # what a test says of it
        )
        self.held[topic, id] = (paper, rows, file)
        return paper

    def place(self, paper: PaperSeen, number: int = 0) -> PlaceSeen:
        passage = self.held[paper.topic, paper.id][1][number]
        return PlaceSeen(
            topic=paper.topic,
            paper=paper.id,
            passage=number,
            title=paper.title,
            name=paper.name,
            page=passage.page,
            headings=passage.headings,
            question=passage.question,
            says=passage.says,
        )

    async def topics(self) -> Sequence[TopicSeen]:
        if self.silent:
            raise HouseSilent("the disk is gone")
        names = sorted({topic for topic, _ in self.held})
        return [
            TopicSeen(
                name=name,
                papers=sum(t == name for t, _ in self.held),
                passages=sum(p.passages for p, _, _ in self.held.values() if p.topic == name),
            )
            for name in names
        ]

    async def papers(self, topic: str, language: Language) -> Sequence[PaperSeen]:
        if "/" in topic or not topic.strip():
            raise InvalidRequest("no topic", where="topic")
        return [paper for paper, _, _ in self.held.values() if paper.topic == topic]

    async def paper(self, topic: str, id: int, language: Language) -> PaperSeen:
        return self._held(topic, id)[0]

    async def passages(self, topic: str, id: int, *, start: int, limit: int) -> Sequence[PassageSeen]:
        return self._held(topic, id)[1][start : start + limit]

    async def original(self, topic: str, id: int) -> Path | None:
        return self._held(topic, id)[2]

    async def coming(self, language: Language) -> Sequence[Coming]:
        read = [p for p, _, _ in self.held.values() if p.standing is Standing.READING]
        return [Coming(topic=p.topic, name=p.name, stage=Stage.READING, page=3, passages=p.passages) for p in read]

    async def failed(self, language: Language) -> Sequence[PaperSeen]:
        return [p for p, _, _ in self.held.values() if p.standing is Standing.FAILED]

    async def evidence(self, question: Question) -> Evidence | None:
        best = self._best(question)
        return Evidence(sentence=self._held(best.topic, best.paper)[1][best.passage].text, place=best) if best else None

    async def answer(self, question: Question) -> AnswerSeen:
        self.asked.append(question)
        if self.going is not None:
            await self.going.wait()
        if unknown := [t for t in question.topics if t not in {held for held, _ in self.held}]:
            raise NotFound(f"there is no topic {unknown[0]!r}", where="topic")
        best, language = self._best(question), language_of(question.text)
        if best is None:
            nearest = [self.place(paper) for paper, rows, _ in self.held.values() if rows]
            return AnswerSeen(question=question.text, language=language, judged=True, nearest=tuple(nearest[:2]))
        quote = QuoteSeen(sentences=(self._held(best.topic, best.paper)[1][best.passage].text,), place=best)
        out = (OmittedSeen(called="egg", because="omelette", place=best),) if "egg" in question.text else ()
        return AnswerSeen(question=question.text, language=language, judged="maybe" not in question.text, quotes=(quote,), left_out=out)

    def most_bytes_of(self, name: str) -> int:
        return self.most_picture if name.endswith(".jpg") else self.most_bytes

    def receive(self) -> Partial:
        self.received.append(FakePartial(most=self.most_bytes, full=self.full))
        return self.received[-1]

    async def add(self, topic: str, name: str, file: Partial, language: Language) -> AsyncIterator[Coming]:
        assert isinstance(file, FakePartial)
        data = file.data
        yield Coming(topic=topic, name=name, stage=Stage.WAITING)
        if name.startswith("."):
            raise InvalidRequest("no name", where="name")
        if len(data) > self.most_bytes_of(name):
            raise InvalidRequest("too large", where="file")
        if name in _FAILING:
            self.put(topic, name, standing=Standing.FAILED, problem=_FAILING[name])
            yield Coming(topic=topic, name=name, stage=Stage.FAILED, problem=_FAILING[name])
            return
        self.kept[topic, name] = data
        paper = self.put(topic, name, *data.decode().splitlines())
        yield Coming(topic=topic, name=name, stage=Stage.READ, passages=paper.passages)

    async def remove(self, topic: str, id: int) -> PaperSeen:
        if not self._held(topic, id)[0].removable:
            raise InvalidRequest("it came with its file", where="origin")
        return self.held.pop((topic, id))[0]

    def _held(self, topic: str, id: int) -> tuple[PaperSeen, list[PassageSeen], Path | None]:
        if (topic, id) not in self.held:
            raise NotFound(f"there is no paper {id}", where="paper")
        return self.held[topic, id]

    def _best(self, question: Question) -> PlaceSeen | None:
        """The first passage that holds the question's longest word."""
        wanted = max(question.text.casefold().strip("?").split(), key=len)
        found = [
            replace(self.place(paper), passage=row.number, page=row.page, headings=row.headings)
            for paper, rows, _ in self.held.values()
            for row in rows
            if wanted in row.text.casefold() and (not question.topics or paper.topic in question.topics)
        ]
        return found[0] if found else None
