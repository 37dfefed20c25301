"""The page's endpoints to the papers, fulfilled by the Life-Style agent's parts. Nothing is decided here: their values become the page's.

A file that comes in is read to its end by a task of this object's, whether or not the page that sent it is still there.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import structlog

from yamori.agentkit.task import Remembered, Task
from yamori.agentkit.tool import Call
from yamori.agents.lifestyle.arrival import Arrival
from yamori.agents.lifestyle.intake import Incoming, Progress, Step, most_bytes_of
from yamori.agents.lifestyle.reading import places
from yamori.agents.lifestyle.reading.limits import MOST_BYTES
from yamori.agents.lifestyle.reading.unreadable import Reason, explained
from yamori.agents.lifestyle.rules.following import complete
from yamori.agents.lifestyle.rules.judging import hopeless
from yamori.agents.lifestyle.rules.paper import LeftOut
from yamori.agents.lifestyle.rules.quoting import pieces
from yamori.agents.lifestyle.rules.topics import checked_topic
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store import Hit, Origin, Paper, State
from yamori.apps.papers import HouseholdPapers
from yamori.apps.texts import TEXTS
from yamori.domain.clock import Clock
from yamori.domain.database_file import is_disk_full
from yamori.domain.errors import HouseSilent, InvalidRequest, YamoriError
from yamori.domain.language import DEFAULT_LANGUAGE, Language, language_of
from yamori.understanding.eating.constraints import Constraint, broken, constraints_said, wants_food
from yamori.understanding.eating.limits import limits_of
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

_FOUND = 8
"""Passages looked at for the evidence."""
_LONGEST_QUESTION = 2_000
"""As `answer_question` takes it."""
WRITTEN_IN = DEFAULT_LANGUAGE
"""Of the messages of readers of files, which say more than the reasons that every language has."""
_STAGES = {Step.READING: Stage.READING, Step.READ: Stage.READ, Step.UNCHANGED: Stage.UNCHANGED, Step.FAILED: Stage.FAILED}
_log = structlog.get_logger(__name__)
HealthKnown = Callable[[str, str], Awaitable[Sequence[Remembered]]]
"""Of a person, for a question."""


@contextmanager
def _disk() -> Iterator[None]:
    """Says of a full disk that it is one, so that the page can say so in the reader's language."""
    try:
        yield
    except HouseSilent as error:
        if is_disk_full(error):
            raise NoRoom(str(error)) from error
        raise


class _Received:
    """Fulfils `web.paper_doors.Partial`."""

    def __init__(self, arrival: Arrival) -> None:
        self.arrival = arrival

    async def write(self, data: bytes) -> None:
        with _disk():
            await self.arrival.write(data)

    async def close(self) -> None:
        await self.arrival.close()


class PapersOnThePage:
    """Fulfils `web.paper_doors.PaperDoors`. Close it before the papers."""

    def __init__(self, kept: HouseholdPapers, clock: Clock, known: HealthKnown | None = None) -> None:
        """`known`: what is remembered of somebody's health for a question; None: nothing."""
        self._known = known
        self._papers = kept.papers
        self._intake = kept.intake
        self._starting = kept.starting
        self._tools = kept.agent.tools
        self._clock = clock
        self._under_way: dict[tuple[str, str], Coming] = {}
        self._reading: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """What is being read stays as far as it is."""
        for task in self._reading:
            task.cancel()
        await self.done()

    async def done(self) -> None:
        """Wait until everything that came in so far is read."""
        await asyncio.gather(*self._reading, return_exceptions=True)

    @property
    def most_bytes(self) -> int:
        return MOST_BYTES

    def most_bytes_of(self, name: str) -> int:
        return most_bytes_of(name)

    async def topics(self) -> Sequence[TopicSeen]:
        found = {name: TopicSeen(name=name, papers=0, passages=0) for name in self._papers.topics()}
        for paper in await self._papers.all():
            so_far = found[paper.topic]
            found[paper.topic] = replace(so_far, papers=so_far.papers + 1, passages=so_far.passages + paper.passages)
        return list(found.values())

    async def papers(self, topic: str, language: Language) -> Sequence[PaperSeen]:
        checked_topic(topic)
        if topic not in self._papers.topics():
            return []
        return [_paper(paper, language) for paper in await self._papers.all([topic])]

    async def paper(self, topic: str, id: int, language: Language) -> PaperSeen:
        return _paper(await self._papers.paper(topic, id), language)

    async def passages(self, topic: str, id: int, *, start: int, limit: int) -> Sequence[PassageSeen]:
        rows = await asyncio.to_thread(self._papers.known(topic).of_paper, id, start=start, limit=limit)
        return [
            PassageSeen(
                number=row.number,
                text=row.passage.text,
                headings=row.passage.headings,
                page=row.passage.page,
                question=row.passage.question,
                says=row.passage.source,
            )
            for row in rows
        ]

    async def original(self, topic: str, id: int) -> Path | None:
        return await asyncio.to_thread(self._intake.original, await self._papers.paper(topic, id))

    async def coming(self, language: Language) -> Sequence[Coming]:
        found = {}
        for paper in await self._papers.all():
            if paper.state is State.READING:
                latest = self._starting.latest.get((paper.topic, paper.name))
                page = latest.page if latest is not None else None
                found[paper.topic, paper.name] = Coming(
                    topic=paper.topic, name=paper.name, stage=Stage.READING, page=page, passages=paper.passages
                )
        return list({**found, **self._under_way}.values())

    async def failed(self, language: Language) -> Sequence[PaperSeen]:
        return [_paper(paper, language) for paper in await self._papers.all() if paper.state is State.FAILED]

    async def evidence(self, question: Question) -> Evidence | None:
        said = _said(question)
        limits = [limit.constraint for limit in limits_of(await self._facts(question))]
        hits = _allowed(said, limits, await self._papers.search(said, topics=question.topics, limit=_FOUND))
        if hopeless(hits):
            return None
        wanted = set(terms(said))
        parts = pieces(hits[0].passage)
        best = max(parts, key=lambda part: len(wanted & set(terms(part))), default="")
        return Evidence(sentence=best, place=_place_of(hits[0])) if best else None

    async def answer(self, question: Question) -> AnswerSeen:
        said, language = _said(question), language_of(question.text)
        key = f"page/{uuid4().hex}"
        task = Task(
            key=key, request=said, said=question.text, person=question.person or "someone", now=self._clock.now(), language=language
        )
        task = replace(task, facts=tuple(await self._facts(question)))
        asked = {"question": said, "topics": list(question.topics) or None}
        result = await self._tools.run("answer_question", cast(Mapping[str, Any], asked), call=Call(key=key, task=task))
        return _answer(cast(Mapping[str, Any], result.value))

    async def _facts(self, question: Question) -> Sequence[Remembered]:
        return await self._known(question.person, _said(question)) if self._known is not None and question.person else ()

    def receive(self) -> Partial:
        return _Received(self._intake.receive())

    async def add(self, topic: str, name: str, file: Partial, language: Language) -> AsyncIterator[Coming]:
        if not isinstance(file, _Received):
            raise InvalidRequest("only what was received here is added here", where="file")
        with _disk():
            incoming = await self._intake.keep(topic, name, file.arrival)
        steps: asyncio.Queue[Progress | None] = asyncio.Queue()
        task = asyncio.create_task(self._take(incoming, steps))
        self._reading.add(task)
        task.add_done_callback(self._ended)
        yield Coming(topic=topic, name=name, stage=Stage.WAITING)
        while (progress := await steps.get()) is not None:
            yield _shown(progress, language)
        with _disk():
            await task  # what went wrong, where something did

    async def _take(self, incoming: Incoming, steps: asyncio.Queue[Progress | None]) -> None:
        key = incoming.topic, incoming.name
        self._under_way[key] = Coming(topic=incoming.topic, name=incoming.name, stage=Stage.WAITING)
        try:
            async with aclosing(self._intake.take(incoming)) as found:
                async for progress in found:
                    self._under_way[key] = _shown(progress, DEFAULT_LANGUAGE)
                    steps.put_nowait(progress)
        finally:
            self._under_way.pop(key, None)
            steps.put_nowait(None)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._reading.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), YamoriError):
            _log.info("a paper was not kept", why=str(error))

    async def remove(self, topic: str, id: int) -> PaperSeen:
        if (await self._papers.paper(topic, id)).origin is not Origin.ADDED:
            raise InvalidRequest("only a paper that was added here can be removed here", where="origin")
        return _paper(await self._intake.remove(topic, id), DEFAULT_LANGUAGE)


def _said(question: Question) -> str:
    said = complete(question.text, question.before)
    return said if len(said) <= _LONGEST_QUESTION else question.text


def _allowed(question: str, limits: Sequence[Constraint], hits: Sequence[Hit]) -> list[Hit]:
    """Without what breaks a constraint that is named in the question or remembered: not even for a moment is it shown."""
    constraints = [*constraints_said(question), *limits]
    if not constraints or not wants_food(question):
        return list(hits)
    return [h for h in hits if not broken(constraints, " ".join((h.passage.question or "", *h.passage.headings, h.passage.text)))]


def _paper(paper: Paper, language: Language) -> PaperSeen:
    return PaperSeen(
        id=paper.id,
        topic=paper.topic,
        name=paper.name,
        title=paper.title,
        kind=paper.kind,
        removable=paper.origin is Origin.ADDED,
        origin=paper.origin.value,
        added=paper.added,
        standing=Standing(paper.state.value),
        pages=paper.pages,
        passages=paper.passages,
        problem=_explained(paper.problem, language),
        left_out=tuple(_not_read(place, language) for place in paper.left_out),
    )


def _not_read(place: LeftOut, language: Language) -> str:
    """`Page 3: the page is damaged`."""
    why = place.why if language is WRITTEN_IN else explained(Reason(place.reason), language)
    return TEXTS.said(language, "not_read", where=places.said(place.where, language), why=why)


def _explained(problem: str | None, language: Language) -> str | None:
    """`locked: …` as it was kept: the message is in one language, the reason in every."""
    if problem is None:
        return None
    reason, colon, message = problem.partition(": ")
    if not colon or reason not in set(Reason):
        return problem
    return message if language is WRITTEN_IN else explained(Reason(reason), language)


def _why(progress: Progress, language: Language) -> str | None:
    """Why it could not be read, in the reader's language."""
    return progress.problem if progress.reason is None or language is WRITTEN_IN else explained(progress.reason, language)


def _shown(progress: Progress, language: Language) -> Coming:
    return Coming(
        topic=progress.topic,
        name=progress.name,
        stage=_STAGES.get(progress.step, Stage.READING),
        page=progress.page,
        passages=progress.passages,
        skipped=len(progress.skipped),
        problem=_why(progress, language),
    )


def _place_of(hit: Hit) -> PlaceSeen:
    return PlaceSeen(
        topic=hit.paper.topic,
        paper=hit.paper.id,
        passage=hit.number,
        title=hit.paper.title,
        name=hit.paper.name,
        page=hit.passage.page,
        headings=hit.passage.headings,
        question=hit.passage.question,
        says=hit.passage.source,
    )


def _answer(value: Mapping[str, Any]) -> AnswerSeen:
    """What `answer_question` returned (`tools._viewed`)."""
    quotes = []
    for number, (place, translated) in enumerate(zip(value["sources"], value["translations"], strict=True), 1):
        sentences = tuple(s["text"] for s in value["sentences"] if s["source"] == number)
        quotes.append(QuoteSeen(sentences=sentences, place=_place(place), translated=translated))
    return AnswerSeen(
        question=value["question"],
        language=Language(value["language"]),
        judged=value["judged"],
        reading=value["reading"],
        quotes=tuple(quotes),
        nearest=tuple(_place(place) for place in value["nearest"]),
        health=value["health"],
        left_out=tuple(OmittedSeen(called=o["called"], because=o["because"], place=_place(o)) for o in value["left_out"]),
    )


def _place(view: Mapping[str, Any]) -> PlaceSeen:
    return PlaceSeen(
        topic=view["topic"],
        paper=view["paper"],
        passage=view["passage"],
        title=view["title"],
        name=view["name"],
        page=view["page"],
        headings=tuple(view["headings"]),
        question=view["question"],
        says=view["says"],
    )
