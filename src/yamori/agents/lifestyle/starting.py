"""What is done at every start, beside everything else: the starter library, the watched folder, what was interrupted, missing vectors."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import structlog

from yamori.agents.lifestyle.intake import STARTER, Incoming, Intake, Progress
from yamori.agents.lifestyle.rules.topics import DEFAULT, starter_title
from yamori.agents.lifestyle.store import Origin, Papers, State
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language

_log = structlog.get_logger(__name__)
POLL = 60.0
"""Seconds after which the folder is looked at again even where nothing was reported (network shares report nothing), and an encoder
that did not answer is asked again."""
PATIENCE = 15.0
"""Seconds that the next look at the folder waits for the files of the one before."""


class Starting:
    """Runs while the household runs."""

    def __init__(self, papers: Papers, intake: Intake, *, starter: bool) -> None:
        """`starter`: whether the starter library is among the papers."""
        self._papers = papers
        self._intake = intake
        self._starter = starter
        self._done = asyncio.Event()
        self._begun = False
        self._seen: dict[Path, tuple[int, ...]] = {}
        """Change times (of content, and of rights) and size of the watched files that were taken: what has all unchanged is not read again
        to compare it."""
        self._taking: dict[Path, asyncio.Task[None]] = {}
        """Watched files that are being read."""
        self.latest: dict[tuple[str, str], Progress] = {}
        """The last step of every paper that was looked at since the start."""

    async def done(self) -> None:
        """Wait until everything that was there at the start is read."""
        await self._done.wait()

    async def reading(self) -> bool:
        """Whether papers are still being read: what is not found may yet come."""
        unread = self._begun and not self._done.is_set()
        return unread or any(paper.state is State.READING for paper in await self._papers.all())

    async def run(self) -> None:
        self._begun = True
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._begin())
                if self._intake.watched is not None:
                    both.create_task(self._watch(self._intake.watched))
        finally:
            for task in list(self._taking.values()):
                task.cancel()

    async def _begin(self) -> None:
        """What is there at the start, and then what has no vector yet, again and again."""
        try:
            async with asyncio.TaskGroup() as all_of_them:
                for incoming in starter() if self._starter else ():
                    all_of_them.create_task(self._take(incoming))
                for incoming in await self._interrupted():
                    all_of_them.create_task(self._take(incoming))
                all_of_them.create_task(self.look())
            await self._intake.encode_missing()
        except* YamoriError as errors:
            _log.warning("papers could not be read at the start", why="; ".join(map(str, errors.exceptions)))
        finally:
            self._done.set()
        await self._intake.ask_encoder()
        await self._complete()

    async def _interrupted(self) -> list[Incoming]:
        """What a person added and was interrupted, is in no index because that was lost, or would be read otherwise now; the starter
        library and the folder are looked through anyway."""
        added = [p for p in await self._papers.all() if p.origin is Origin.ADDED]
        done = {(p.topic, p.name) for p in added if p.state is not State.READING and not p.is_outdated}
        return [
            Incoming(path=path, topic=topic, name=path.name, origin=Origin.ADDED)
            for topic, path in await asyncio.to_thread(self._intake.originals)
            if (topic, path.name) not in done
        ]

    async def look(self, *, patience: float | None = None) -> None:
        """Bring what is known of the watched folder in line with it: new, changed and deleted files, each once. A file that takes longer
        than `patience` seconds goes on being read."""
        folder = self._intake.watched
        if folder is None or not folder.is_dir():
            return  # a share that is not there now: its papers stay
        files = await asyncio.to_thread(_files, folder)
        for topic, name, path in files:
            mark = await asyncio.to_thread(_mark, path)
            if path not in self._taking and (mark is None or self._seen.get(path) != mark):
                incoming = Incoming(path=path, topic=topic, name=name, origin=Origin.FOLDER)
                self._taking[path] = asyncio.create_task(self._follow(incoming, mark))
        if self._taking:
            await asyncio.wait(list(self._taking.values()), timeout=patience)
        there = {(topic, name) for topic, name, _ in files}
        for paper in await self._papers.all():
            if paper.origin is Origin.FOLDER and (paper.topic, paper.name) not in there:
                await self._intake.remove(paper.topic, paper.id)
        present = {path for _, _, path in files}
        self._seen = {path: mark for path, mark in self._seen.items() if path in present}

    async def _follow(self, incoming: Incoming, mark: tuple[int, ...] | None) -> None:
        """Take a file of the watched folder; one that was taken as it is now needs no second look."""
        try:
            if await self._take(incoming) and mark is not None:
                self._seen[incoming.path] = mark
        finally:
            del self._taking[incoming.path]

    async def _take(self, incoming: Incoming) -> bool:
        """Whether it was taken to its end, read or not."""
        try:
            async for progress in self._intake.take(incoming):
                self.latest[incoming.topic, incoming.name] = progress
            return True
        except OSError as error:  # gone since it was listed
            _log.warning("a paper could not be opened", name=incoming.name, why=str(error))
        except YamoriError as error:
            _log.warning("a paper could not be kept", name=incoming.name, why=str(error))
        return False

    async def _complete(self) -> None:
        """Make the vectors that an encoder elsewhere did not, once it answers."""
        while True:
            with suppress(YamoriError):  # a full disk; said where something is added
                await self._intake.encode_missing()
            await asyncio.sleep(POLL)

    async def _watch(self, folder: Path) -> None:
        from watchfiles import awatch

        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        async for _ in awatch(folder, rust_timeout=int(POLL * 1000), yield_on_timeout=True):
            await self.look(patience=PATIENCE)


@asynccontextmanager
async def starting(papers: Papers, intake: Intake, *, starter: bool) -> AsyncIterator[Starting]:
    """It runs for as long as the context is open."""
    begun = Starting(papers, intake, starter=starter)
    task = asyncio.create_task(begun.run())
    try:
        yield begun
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def starter() -> list[Incoming]:
    """The starter library: a file for each topic and language."""
    return [
        Incoming(path=p, topic=p.parent.name, name=p.name, origin=Origin.STARTER, title=starter_title(p.parent.name, Language(p.stem)))
        for p in sorted(STARTER.glob("*/*.jsonl"))
    ]


def _mark(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size


def _files(folder: Path) -> list[tuple[str, str, Path]]:
    """(topic, name, path): a folder in it is a topic, what lies right in it belongs to the household; hidden files are nobody's."""
    found = []
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(p.startswith((".", "~$")) for p in parts):
            topic = parts[0] if len(parts) > 1 else DEFAULT
            found.append((topic, "/".join(parts[1:] or parts), path))
    return found
