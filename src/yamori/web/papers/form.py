"""A form with files, taken in as it comes: each file goes to the disk bit by bit, and what is wrong with one is no matter of the others."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header

from yamori.domain.errors import YamoriError
from yamori.web.paper_port import Partial

if TYPE_CHECKING:
    from python_multipart.multipart import MultipartCallbacks

MOST_FILES = 200
_MOST_FIELDS = 8
_LONGEST_FIELD = 1_000
"""Bytes; a topic has at most 60 characters."""
_LONGEST_HEADER = 8_000


class NoForm(Exception):
    """What came is no form, or one that no page of ours sends."""


@dataclass(kw_only=True)
class Taken:
    """One file of a form, as far as it came."""

    name: str
    """As the form calls it."""
    partial: Partial
    problem: YamoriError | None = None
    """Why it was not taken to its end; nothing of it lies on the disk then."""

    async def write(self, data: bytes) -> None:
        if self.problem is not None:
            return
        try:
            await self.partial.write(data)
        except YamoriError as problem:
            self.problem = problem
            await self.partial.close()


@dataclass(kw_only=True)
class Brought:
    """A form as it was taken in. Close it: what of its files was not added goes."""

    fields: dict[str, bytes] = field(default_factory=dict)
    files: list[Taken] = field(default_factory=list)

    def said(self, name: str) -> str:
        """Empty for one that is not in it."""
        return self.fields.get(name, b"").decode(errors="replace").strip()

    async def close(self) -> None:
        for file in self.files:
            await file.partial.close()


async def taken(content_type: str, body: AsyncIterator[bytes], *, receive: Callable[[], Partial]) -> Brought:
    """The whole form. Raises `NoForm`; whatever `body` raises passes through. Nothing is left of what did not come to its end."""
    brought = Brought()
    parts = _Parts(content_type)
    current: _Part | None = None
    try:
        async for chunk in body:
            for part, data in parts.of(chunk):
                if part is not current:
                    current = part
                    if part.filename:
                        if len(brought.files) == MOST_FILES:
                            raise NoForm("too many files")
                        brought.files.append(Taken(name=part.filename, partial=receive()))
                if part.filename:
                    await brought.files[-1].write(data)
                elif part.filename is None:
                    _add(brought.fields, part.name, data)
        parts.end()
    except BaseException:
        await brought.close()
        raise
    return brought


@dataclass(eq=False, kw_only=True)
class _Part:
    """What the head of a part of a form says of it."""

    name: str
    filename: str | None
    """None for a field; empty where a page offered to choose a file and nobody did."""


class _Parts:
    """Cuts a body into pieces of its parts."""

    def __init__(self, content_type: str) -> None:
        """Raises `NoForm` where it names no boundary."""
        _, options = parse_options_header(content_type)
        if not options.get(b"boundary"):
            raise NoForm("no boundary")
        self._found: list[tuple[_Part, bytes]] = []
        self._header = b""
        self._value = b""
        self._disposition = b""
        self._part = _Part(name="", filename=None)
        self._ended = False
        callbacks: MultipartCallbacks = {
            "on_header_field": self._on_header_field,
            "on_header_value": self._on_header_value,
            "on_header_end": self._on_header_end,
            "on_headers_finished": self._on_headers_finished,
            "on_part_data": self._on_part_data,
            "on_end": self._on_end,
        }
        try:
            self._parser = MultipartParser(options[b"boundary"], callbacks)
        except FormParserError as error:
            raise NoForm(str(error)) from error

    def of(self, chunk: bytes) -> Sequence[tuple[_Part, bytes]]:
        """The pieces in this chunk, in order; a part begins with an empty one."""
        self._found = []
        try:
            self._parser.write(chunk)
        except FormParserError as error:
            raise NoForm(str(error)) from error
        return self._found

    def end(self) -> None:
        """Raises `NoForm` where the last part did not come to its end: half a file is none."""
        if not self._ended:
            raise NoForm("it ends in its midst")

    def _on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._header = _longer(self._header, data[start:end])

    def _on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._value = _longer(self._value, data[start:end])

    def _on_header_end(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._value
        self._header = self._value = b""

    def _on_headers_finished(self) -> None:
        _, options = parse_options_header(self._disposition)
        self._disposition = b""
        if b"name" not in options:
            raise NoForm("a part has no name")
        filename = options.get(b"filename")
        self._part = _Part(
            name=options[b"name"].decode(errors="replace"), filename=None if filename is None else filename.decode(errors="replace")
        )
        self._found.append((self._part, b""))

    def _on_part_data(self, data: bytes, start: int, end: int) -> None:
        self._found.append((self._part, data[start:end]))

    def _on_end(self) -> None:
        self._ended = True


def _longer(so_far: bytes, more: bytes) -> bytes:
    if len(so_far) + len(more) > _LONGEST_HEADER:
        raise NoForm("a header is too long")
    return so_far + more


def _add(fields: dict[str, bytes], name: str, data: bytes) -> None:
    whole = fields.get(name, b"") + data
    if len(whole) > _LONGEST_FIELD or (name not in fields and len(fields) == _MOST_FIELDS):
        raise NoForm("too much in a field")
    fields[name] = whole
