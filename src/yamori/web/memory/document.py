"""What the form of an import sent: a file as it was downloaded, or its text. Called by `pages`; it judges nothing of what is in it.

The file is taken in while it is counted, and held in memory alone: what somebody's memory says is in no temporary file.
"""

from collections.abc import AsyncIterator, Mapping

from fastapi import Request

from yamori.web.form import fields
from yamori.web.papers.form import NoForm, taken
from yamori.web.problems import PageProblem

_FRAME = 10_000
"""Bytes of a form around its file."""


class _HeldFile:
    """Fulfils `paper_port.Partial` in memory; whoever sends the bytes is stopped before it grows too large."""

    def __init__(self) -> None:
        self.content = bytearray()

    async def write(self, data: bytes) -> None:
        self.content += data

    async def close(self) -> None:
        self.content.clear()


async def document_sent(request: Request, *, most: int) -> Mapping[str, str]:
    """The fields of the form, with the text of its file as `document`. Raises `PageProblem`, for more than `most` bytes as soon as they
    have come."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != "multipart/form-data":
        return await fields(request)
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > most + _FRAME:
        raise _too_large(most)
    file = _HeldFile()
    try:
        form = await taken(kind, _counted(request, most + _FRAME, most), receive=lambda: file)
    except NoForm:
        raise PageProblem("problem.body", status=400) from None
    if len(form.files) != 1:
        raise PageProblem("problem.memory_file")
    if len(file.content) > most:
        raise _too_large(most)
    try:
        return {"person": form.said("person"), "document": file.content.decode("utf-8-sig")}
    except UnicodeDecodeError:
        raise PageProblem("problem.memory_no_text") from None


async def _counted(request: Request, limit: int, most: int) -> AsyncIterator[bytes]:
    count = 0
    async for chunk in request.stream():
        count += len(chunk)
        if count > limit:
            raise _too_large(most)
        yield chunk


def _too_large(most: int) -> PageProblem:
    return PageProblem("problem.memory_large", status=413, most=str(most // (1024 * 1024)))
