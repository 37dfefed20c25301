"""One file from its beginning to its end, in this process: the worker's, never the household's."""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from yamori.agents.lifestyle.reading.events import Content, Ended, Event, Opened, Skipped
from yamori.agents.lifestyle.reading.kinds import Kind, kind_of
from yamori.agents.lifestyle.reading.limits import LONGEST_PART, MOST_BYTES
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.rules.passages import Part

_MODULES = {
    Kind.PDF: "pdf",
    Kind.WORD: "word",
    Kind.HTML: "html",
    Kind.MARKDOWN: "markdown",
    Kind.TEXT: "text",
    Kind.JSONL: "jsonl",
    Kind.MAIL: "mail",
    Kind.IMAGE: "image",
}


def read(path: Path, name: str) -> Iterator[Event]:
    """Everything of a file. Raises `Unreadable`, also in the middle; a file without any text ends with it."""
    try:
        yield from _read(path, name)
    except OSError as error:
        raise Unreadable(f"{name} cannot be opened: {error.strerror}", reason=Reason.DAMAGED) from error
    except MemoryError as error:
        raise Unreadable(f"{name} takes more memory than a paper may", reason=Reason.TOO_LARGE) from error


def _read(path: Path, name: str) -> Iterator[Event]:
    if not path.is_file():
        raise Unreadable(f"{name} is not a file" if path.exists() else f"{name} is not there any more", reason=Reason.DAMAGED)
    if path.stat().st_size > MOST_BYTES:
        raise Unreadable(f"{name} is larger than {MOST_BYTES // 1_000_000} MB", reason=Reason.TOO_LARGE)
    pages: int | None = None
    some = False
    skipped: Skipped | None = None
    for event in _module(kind_of(path, name))(path, name):
        match event:
            case Opened():
                pages = event.pages
                yield event
            case Part():
                for piece in _bearable(event):
                    some = True
                    yield piece
            case Skipped():
                skipped = skipped or event
                yield event
            case _:
                yield event
    if not some:
        if skipped is not None:
            raise Unreadable(f"nothing of {name} could be read: {skipped.why}", reason=skipped.reason)
        raise Unreadable(f"there is no text in {name}", reason=Reason.EMPTY)
    yield Ended(pages=pages)


def _module(kind: Kind) -> Callable[[Path, str], Iterator[Content]]:
    """Imported when the first file of its kind comes: each brings a library along."""
    module = importlib.import_module(f"yamori.agents.lifestyle.reading.{_MODULES[kind]}")
    return cast(Callable[[Path, str], Iterator[Content]], module.read)


def _bearable(part: Part) -> Iterator[Part]:
    if not part.text:
        return
    for start in range(0, len(part.text), LONGEST_PART):
        yield replace(part, text=part.text[start : start + LONGEST_PART])
