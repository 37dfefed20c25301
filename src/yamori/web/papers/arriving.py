"""Files that a person brings: taken in while they are counted, kept, and read. One that is bad or takes long never stops the rest."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, cast

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from yamori.domain.errors import HouseSilent, InvalidRequest, YamoriError
from yamori.web.look import HEADERS, Look, Reader
from yamori.web.paper_port import Coming, NoRoom, PaperPort, Stage
from yamori.web.papers.form import Brought, NoForm, Taken, taken
from yamori.web.problems import PageProblem, status_of
from yamori.web.words import Words

LINES = "application/x-ndjson"
"""A line of JSON for each step, for a page that shows them."""
_ENVELOPE = 1_000_000
"""Bytes of a form around its files."""
_PATIENCE = 20.0
"""Seconds that a page without scripts waits for files to be read; they are read to their end all the same."""
_ENDED = frozenset({Stage.READ, Stage.UNCHANGED, Stage.FAILED})


async def brought(request: Request, papers: PaperPort) -> Brought:
    """What the form holds, on the disk rather than in memory. Raises `PageProblem`, for too many bytes as soon as they have come."""
    most = papers.most_bytes
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "multipart/form-data":
        raise PageProblem("problem.body", status=415)
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > most + _ENVELOPE:
        raise _too_large(most)
    try:
        return await taken(kind, _counted(request, most), receive=papers.receive)
    except NoForm:
        raise PageProblem("problem.body", status=400) from None


async def _counted(request: Request, most: int) -> AsyncIterator[bytes]:
    count = 0
    async for chunk in request.stream():
        count += len(chunk)
        if count > most + _ENVELOPE:
            raise _too_large(most)
        yield chunk


def _too_large(most: int) -> PageProblem:
    return PageProblem("papers.too_large", status=413, most=f"{most // 1_000_000:,}")


class Arriving:
    """Keeps what was brought."""

    def __init__(self, papers: PaperPort, look: Look) -> None:
        self._papers = papers
        self._look = look

    def streamed(self, brought: Brought, topic: str, reader: Reader) -> StreamingResponse:
        """Every step of every file as it happens."""
        return _ClosingStream(brought, self._lines(brought, topic, reader))

    async def _lines(self, brought: Brought, topic: str, reader: Reader) -> AsyncIterator[str]:
        words = self._look.words(reader.language)
        async for _, coming in self._together(brought, topic, reader):
            step = {"name": coming.name, "stage": coming.stage, "says": said_of(coming, words), "ended": coming.stage in _ENDED}
            yield json.dumps(step, ensure_ascii=False) + "\n"

    async def kept(self, brought: Brought, topic: str, reader: Reader) -> list[Coming]:
        """How far each file is after a while."""
        last = [Coming(topic=topic, name=_name(file), stage=Stage.WAITING) for file in brought.files]
        try:
            async with asyncio.timeout(_PATIENCE), aclosing(self._together(brought, topic, reader)) as steps:
                async for number, coming in steps:
                    last[number] = coming
        except TimeoutError:
            pass
        finally:
            await brought.close()
        return last

    async def _together(self, brought: Brought, topic: str, reader: Reader) -> AsyncGenerator[tuple[int, Coming]]:
        """The steps of all files as they happen, each with the number of its file."""
        steps: asyncio.Queue[tuple[int, Coming] | None] = asyncio.Queue()

        async def follow(number: int, file: Taken) -> None:
            try:
                async for coming in self._steps(file, topic, reader):
                    steps.put_nowait((number, coming))
            finally:
                steps.put_nowait(None)

        following = [asyncio.create_task(follow(number, file)) for number, file in enumerate(brought.files)]
        try:
            left = len(following)
            while left:
                step = await steps.get()
                if step is None:
                    left -= 1
                else:
                    yield step
        finally:
            for task in following:
                task.cancel()
        for task in following:
            await task  # what nobody expected is not swallowed

    async def _steps(self, file: Taken, topic: str, reader: Reader) -> AsyncIterator[Coming]:
        """Ends with one that has ended, whatever the file is."""
        name, words = _name(file), self._look.words(reader.language)
        try:
            if file.problem is not None:
                raise file.problem
            adding = self._papers.add(topic, name, file.partial, reader.language)
            async with aclosing(cast(Any, adding)) as steps:  # Any: it is an async generator
                async for coming in steps:
                    yield coming
        except YamoriError as problem:
            yield Coming(
                topic=topic, name=name, stage=Stage.FAILED, problem=refusal(problem, words, most=self._papers.most_bytes_of(name))[0]
            )


class _ClosingStream(StreamingResponse):
    """Lines that close what was brought, even where the page is gone before the first of them."""

    def __init__(self, brought: Brought, lines: AsyncIterator[str]) -> None:
        super().__init__(lines, media_type=LINES, headers=HEADERS)
        self._brought = brought

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._brought.close()


def refusal(problem: PageProblem | YamoriError, words: Words, *, most: int) -> tuple[str, int]:
    """Why a file was not taken, in the reader's language, and the status that says so."""
    match problem:
        case PageProblem():
            return words(problem.key, **problem.fill), problem.status
        case InvalidRequest(where="name"):
            return words("papers.bad_name"), 422
        case InvalidRequest(where="topic"):
            return words("papers.bad_topic"), 422
        case InvalidRequest(where="file"):
            return words("papers.too_large", most=f"{most // 1_000_000:,}"), 413
        case NoRoom():
            return words("papers.no_room"), 507
        case HouseSilent():
            return words("papers.not_kept", why=problem), 503
        case _:
            return str(problem), status_of(problem)


def said_of(coming: Coming, words: Words) -> str:
    """`Page 12, 40 passages so far`."""
    match coming.stage:
        case Stage.WAITING:
            return words("papers.coming_waiting")
        case Stage.READING:
            count = words.count("papers.passages", coming.passages)
            return (
                words("papers.coming_page", number=coming.page, count=count) if coming.page else words("papers.coming_so_far", count=count)
            )
        case Stage.READ:
            read = words("papers.coming_read", count=words.count("papers.passages", coming.passages))
            return f"{read} {words.count('papers.coming_skipped', coming.skipped)}" if coming.skipped else read
        case Stage.UNCHANGED:
            return words("papers.coming_unchanged")
        case Stage.FAILED:
            return coming.problem or words("papers.coming_failed")


def _name(file: Taken) -> str:
    """Without the folders that some browsers name."""
    return re.split(r"[/\\]", file.name)[-1]
