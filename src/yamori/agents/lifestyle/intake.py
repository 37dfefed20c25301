"""Papers come in: read, cut into passages, encoded and kept, a batch at a time, so that what was interrupted goes on where it was.

Papers are read in the order in which they come; one that takes long lets the others go first, and one that cannot be read is kept with its
reason and never stops the rest.
"""

import asyncio
import hashlib
import os
import shutil
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO
from uuid import uuid4

import structlog

from yamori.agents.lifestyle.arrival import Arrival, Opening, not_kept, to_write, too_large
from yamori.agents.lifestyle.reading.kinds import PICTURES
from yamori.agents.lifestyle.reading.limits import MOST_BYTES, MOST_PICTURE
from yamori.agents.lifestyle.reading.reader import Ended, Opened, Reader, Reason, Skipped, Unreadable
from yamori.agents.lifestyle.rules.paper import LeftOut
from yamori.agents.lifestyle.rules.passages import Cutter, Part, Passage
from yamori.agents.lifestyle.rules.topics import DEFAULT, checked_name, checked_topic
from yamori.agents.lifestyle.store import Origin, Paper, Papers, State
from yamori.agents.lifestyle.store.encoding import encoded
from yamori.agents.lifestyle.store.topic import Topic
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent
from yamori.domain.keylocks import KeyLocks
from yamori.domain.plain_text import single_line

if TYPE_CHECKING:
    from yamori.embedding.port import Vectors

_log = structlog.get_logger(__name__)
BATCH = 64
"""Passages kept at a time."""
_LONG = 4_000
"""Characters of a part."""
ORIGINALS = "files"
"""Folder of a topic's originals, beside its index."""
ARRIVING = ".arriving"
"""Folder of what is still on its way in, beside the topics."""
STARTER = Path(__file__).parent / "library"
"""The starter library, a folder for each topic."""


class Step(StrEnum):
    READING = "reading"
    UNCHANGED = "unchanged"
    READ = "read"
    FAILED = "failed"
    REMOVED = "removed"


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far one paper is."""

    topic: str
    name: str
    step: Step
    page: int | None = None
    passages: int = 0
    skipped: tuple[Skipped, ...] = ()
    """What in it could not be read, and why."""
    problem: str | None = None
    """Why it could not be read, in English."""
    reason: Reason | None = None
    """The same as `reading.unreadable.explained` says it in both languages."""


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """A file that is to be a paper."""

    path: Path
    topic: str
    name: str
    origin: Origin
    title: str | None = None
    """What it is called, where that is known better than it says itself."""


class Intake:
    """The one entry point through which papers come and go. Use it as an async context manager."""

    def __init__(self, papers: Papers, clock: Clock, *, watched: Path | None = None, opening: Opening = to_write) -> None:
        """`watched` is the household's own folder of papers, if it has one."""
        self.watched = watched
        self._papers = papers
        self._borrowed = TemporaryDirectory(prefix="yamori-papers-")  # for the originals of a household that keeps nothing
        self._opening = opening
        self._clock = clock
        self._reader = Reader()
        self._looking = asyncio.Lock()
        self._papers_in_hand = KeyLocks()
        self._digests: dict[Path, tuple[tuple[int, int, int, int], str]] = {}
        """Of originals that somebody looked at, with the times, the place on the disk and the size that they had then."""

    async def close(self) -> None:
        await self._reader.close()
        self._borrowed.cleanup()

    async def take(self, incoming: Incoming) -> AsyncGenerator[Progress]:
        """Read one file; ends with `UNCHANGED`, `READ` or `FAILED`. Raises `InvalidRequest` for a topic that cannot be one, `HouseSilent`
        where the disk takes no more: what is complete by then stays, and the same call goes on later."""
        topic = await self._papers.topic(incoming.topic)
        async with self._in_hand(incoming.topic, incoming.name):
            async with self._looking:  # one at a time, so that a folder of thousands leaves threads for the rest of the household
                try:
                    digest = await asyncio.to_thread(_digest, incoming.path)
                except PermissionError:
                    digest = _CLOSED
            known = await asyncio.to_thread(topic.named, incoming.name)
            again = (
                {State.READING, State.FAILED} if incoming.origin is Origin.ADDED else {State.READING}
            )  # a person who tries again means it
            if any(p.hash == digest and p.state not in again and not p.is_outdated for p in known):
                yield Progress(topic=topic.name, name=incoming.name, step=Step.UNCHANGED)
                return
            async with aclosing(self._read(topic, incoming, digest)) as steps:
                async for progress in steps:
                    yield progress

    def _in_hand(self, topic: str, name: str) -> AbstractAsyncContextManager[None]:
        """One at a time reads a paper or takes it away."""
        return self._papers_in_hand.hold(f"{topic}/{name}")

    async def _read(self, topic: Topic, incoming: Incoming, digest: str) -> AsyncGenerator[Progress]:
        title, kind = single_line(incoming.title or Path(incoming.name).stem), "?"
        paper: Paper | None = None
        skipped: list[Skipped] = []
        pages: int | None = None
        cutter = Cutter()
        waiting: list[Passage] = []
        number = 0

        async def begun() -> Paper:
            return await asyncio.to_thread(
                topic.begin, name=incoming.name, title=title, kind=kind, origin=incoming.origin, digest=digest, now=self._clock.now()
            )

        try:
            if digest == _CLOSED:
                raise Unreadable(f"{incoming.name} may not be opened", reason=Reason.CLOSED)
            async with aclosing(self._reader.read(incoming.path, name=incoming.name)) as events:
                async for event in events:
                    match event:
                        case Opened():
                            title, kind = incoming.title or event.title, event.kind
                            paper = await begun()
                        case Part():
                            waiting += await _cut(cutter, event)
                        case Skipped():
                            skipped.append(event)
                        case Ended():
                            pages = event.pages
                    while paper is not None and len(waiting) >= BATCH:
                        number = await self._keep(topic, paper, number, waiting[:BATCH], title)
                        del waiting[:BATCH]
                        yield Progress(topic=topic.name, name=incoming.name, step=Step.READING, page=_page(waiting), passages=number)
            waiting += cutter.end()
            paper = paper or await begun()
            number = await self._keep(topic, paper, number, waiting, title)
        except Unreadable as error:
            paper = paper or await begun()
            await asyncio.to_thread(topic.finish, paper.id, pages=None, title=title, problem=f"{error.reason}: {error}")
            yield Progress(
                topic=topic.name, name=incoming.name, step=Step.FAILED, problem=str(error), reason=error.reason, skipped=tuple(skipped)
            )
            return
        left_out = [LeftOut(where=place.where, why=place.why, reason=place.reason) for place in skipped]
        await asyncio.to_thread(topic.finish, paper.id, pages=pages, title=title, left_out=left_out)
        yield Progress(topic=topic.name, name=incoming.name, step=Step.READ, passages=number, skipped=tuple(skipped))

    async def _keep(self, topic: Topic, paper: Paper, number: int, passages: Sequence[Passage], title: str) -> int:
        """Keep those that were not kept before the interruption; returns the number of the next."""
        new = passages[max(0, paper.passages - number) :]
        if new:
            # Where others wait for an encoder that does not answer, these wait with them.
            vectors = None if topic.incomplete else await self._vectors(topic, new, [title] * len(new))
            await asyncio.to_thread(topic.append, paper.id, number + len(passages) - len(new), new, vectors, title)
        return number + len(passages)

    async def _vectors(self, topic: Topic, passages: Sequence[Passage], titles: Sequence[str]) -> "Vectors | None":
        """None without an encoder, and where it does not answer: words alone find them until `encode_missing` has made theirs."""
        if self._papers.encoder is None:
            return None
        try:
            made = await encoded(self._papers.encoder, passages, titles)
        except HouseSilent as error:
            _log.warning("passages are found by their words alone for now", topic=topic.name, why=str(error))
            return None
        await asyncio.to_thread(topic.fit, made.shape[1])
        return made

    async def add(self, topic: str, name: str, file: bytes | Path | Arrival) -> AsyncGenerator[Progress]:
        """Keep a file, or its content, among the originals of a topic and read it; a file that is given as a path stays where it is. Raises
        `InvalidRequest` for a name or a size that cannot be, `HouseSilent` where the disk does not take it."""
        async with aclosing(self.take(await self.keep(topic, name, file))) as steps:
            async for progress in steps:
                yield progress

    async def keep(self, topic: str, name: str, file: bytes | Path | Arrival) -> Incoming:
        """`add` without the reading."""
        checked_topic(topic)
        path = self._originals(topic) / checked_name(name)
        size = await _size(file)
        if size > (most := most_bytes_of(name)):
            raise too_large(name, size, most)
        await asyncio.to_thread(_written, path, file, self._opening)
        return Incoming(path=path, topic=topic, name=path.name, origin=Origin.ADDED)

    def receive(self) -> Arrival:
        """For a file that comes bit by bit, to be kept once all of it is there."""
        return Arrival(self._home / ARRIVING / uuid4().hex, most=MOST_BYTES, opening=self._opening)

    def forget_arrivals(self) -> None:
        """What was on its way in when the process was killed. Blocks; call it before anything is received."""
        shutil.rmtree(self._home / ARRIVING, ignore_errors=True)

    async def remove(self, topic: str, paper: int) -> Paper:
        """Take a paper away, with its original where that is ours. Raises `NotFound`."""
        async with self._in_hand(topic, (await self._papers.paper(topic, paper)).name):
            gone = await asyncio.to_thread(self._papers.known(topic).remove, paper)
            if gone.origin is Origin.ADDED:
                await asyncio.to_thread((self._originals(topic) / gone.name).unlink, missing_ok=True)
            return gone

    def original(self, paper: Paper) -> Path | None:
        """The file that a paper was read from, where it is still there and still the same: a page of the old version is none of the new."""
        return next((path for path in self._places(paper) if self._digest_now(path) == paper.hash), None)

    def _places(self, paper: Paper) -> list[Path]:
        """Where its file may lie."""
        match paper.origin:
            case Origin.ADDED:
                return [self._originals(paper.topic) / paper.name]
            case Origin.STARTER:
                return [STARTER / paper.topic / paper.name]
            case Origin.FOLDER:
                folders = [self.watched / paper.topic] if self.watched else []
                folders += [self.watched] if self.watched and paper.topic == DEFAULT else []  # what lies right in the folder
                return [folder / paper.name for folder in folders]

    def _digest_now(self, path: Path) -> str | None:
        """Of the file as it is now, read again only where it changed; None where it cannot be read."""
        try:
            found = path.stat()
            mark = (found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_size)
            known, digest = self._digests.get(path, (None, ""))
            if known != mark:
                digest = _digest(path)
                self._digests[path] = mark, digest
        except OSError:
            return None
        return digest

    def originals(self) -> list[tuple[str, Path]]:
        """(topic, file) of everything that was added, whether or not an index knows it."""
        folders = [(topic, self._originals(topic)) for topic in self._papers.topics()]
        return [(t, p) for t, f in folders if f.is_dir() for p in sorted(f.iterdir()) if p.is_file() and not p.name.startswith(".")]

    def _originals(self, topic: str) -> Path:
        return self._home / topic / ORIGINALS

    @property
    def _home(self) -> Path:
        return self._papers.folder or Path(self._borrowed.name)

    async def encode_missing(self) -> bool:
        """Make the vectors that are missing: those of another encoder were dropped when the index was opened, and an encoder elsewhere may
        not have answered. False where it still does not."""
        for topic in map(self._papers.known, self._papers.topics()):
            while topic.incomplete and (rows := await asyncio.to_thread(topic.unencoded, BATCH)):
                titles = {i: p.title for i, p in (await asyncio.to_thread(topic.some, [r.paper for r in rows])).items()}
                vectors = await self._vectors(topic, [r.passage for r in rows], [titles.get(r.paper, "") for r in rows])
                if vectors is None:
                    return False
                await asyncio.to_thread(topic.encode, [r.id for r in rows], vectors)
        return True

    async def ask_encoder(self) -> None:
        """Load the encoder before the first question would have to wait for it, and learn whether a service still has the same one."""
        if (encoder := self._papers.encoder) is not None:
            with suppress(HouseSilent):
                size = (await encoder.questions(["?"])).shape[1]
                for topic in map(self._papers.known, self._papers.topics()):
                    await asyncio.to_thread(topic.fit, size)


async def _cut(cutter: Cutter, part: Part) -> list[Passage]:
    """A long part takes a moment in which the rest of the household would wait."""
    return cutter.add(part) if len(part.text) < _LONG else await asyncio.to_thread(cutter.add, part)


def _page(passages: Sequence[Passage]) -> int | None:
    return passages[-1].page if passages else None


def most_bytes_of(name: str) -> int:
    """That a file of this name may have."""
    return MOST_PICTURE if PurePath(name).suffix.lower() in PICTURES else MOST_BYTES


async def _size(file: bytes | Path | Arrival) -> int:
    match file:
        case bytes():
            return len(file)
        case Arrival():
            return file.size
        case Path():
            return (await asyncio.to_thread(file.stat)).st_size


def _written(path: Path, content: bytes | Path | Arrival, opening: Opening) -> None:
    """All of it or nothing."""
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Arrival):
            content.move(part)
        else:
            with opening(part) as file:
                _copied(content, file)
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise not_kept(path.name, error) from error


def _copied(content: bytes | Path, file: BinaryIO) -> None:
    if isinstance(content, bytes):
        file.write(content)
        return
    with content.open("rb") as source:
        shutil.copyfileobj(source, file, 1 << 20)


_CLOSED = "closed"
"""In place of the digest of a file that may not be opened."""


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
