"""One file from its beginning to its end, in this process: the worker's, never the household's."""

import importlib
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

from yamori.agents.lifestyle.reading import places
from yamori.agents.lifestyle.reading.events import Content, Ended, Event, Opened, Skipped, Turned
from yamori.agents.lifestyle.reading.kinds import Kind, kind_of
from yamori.agents.lifestyle.reading.limits import LONGEST_PART, MOST_BYTES, MOST_CHARACTERS, MOST_SECONDS, MOST_SKIPPED, cpu_seconds
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
    Kind.CALENDAR: "calendar",
    Kind.TABLE: "table",
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
    characters = 0
    skips = _SkipReport()
    for event in _in_time(contents(path, name), cpu_seconds(path.stat().st_size)):
        match event:
            case Opened():
                pages = event.pages
                yield event
            case Part():
                yield from skips.passed()
                characters += len(event.text)
                yield from _bearable(event)
                if characters > MOST_CHARACTERS:
                    where = places.from_page(event.page + 1) if event.page else places.rest()
                    why = f"a paper is read up to {MOST_CHARACTERS // 1_000_000} million characters"
                    yield from skips.skipped(Skipped(where=where, why=why, reason=Reason.TOO_LARGE))
                    break
            case Skipped():
                yield from skips.skipped(event)
            case _:
                yield event
    yield from skips.end()
    if not characters:
        if skips.first is not None:
            raise Unreadable(f"nothing of {name} could be read: {skips.first.why}", reason=skips.first.reason)
        raise Unreadable(f"there is no text in {name}", reason=Reason.EMPTY)
    yield Ended(pages=pages)


def contents(path: Path, name: str) -> Iterator[Content]:
    """What the module of its kind makes of a file, without limits of time. Raises `Unreadable`."""
    return _module(kind_of(path, name))(path, name)


def _in_time(events: Iterator[Content], computing: float) -> Iterator[Content]:
    """Up to the time that a file may take; what is left out then is said. Waiting for whoever takes the events does not count."""
    begun, taken, page = time.process_time(), 0.0, 0
    while True:
        asked = time.monotonic()
        event = next(events, None)
        taken += time.monotonic() - asked
        if event is None:
            return
        yield event
        if isinstance(event, Turned):
            page = event.page
        if taken > MOST_SECONDS or time.process_time() - begun > computing:
            why = "reading it took too long and was given up here"
            yield Skipped(where=places.from_page(page + 1) if page else places.rest(), why=why, reason=Reason.TIMED_OUT)
            return


class _SkipReport:
    """Skipped places as they are said: neighbouring pages together, and no more of them than anybody reads."""

    def __init__(self) -> None:
        self.first: Skipped | None = None
        self._held: Skipped | None = None
        self._count = 0
        self._last = Reason.DAMAGED

    def skipped(self, event: Skipped) -> Iterator[Skipped]:
        self.first = self.first or event
        if self._held is not None and (both := _together(self._held, event)):
            self._held = both
            return
        yield from self.passed()
        self._held = event

    def passed(self) -> Iterator[Skipped]:
        """Something else comes."""
        held, self._held = self._held, None
        if held is None:
            return
        self._count += 1
        self._last = held.reason
        if self._count <= MOST_SKIPPED:
            yield held

    def end(self) -> Iterator[Skipped]:
        yield from self.passed()
        if self._count > MOST_SKIPPED:
            why = f"{self._count - MOST_SKIPPED} more places could not be read"
            yield Skipped(where=places.others(), why=why, reason=self._last)


def _together(before: Skipped, after: Skipped) -> Skipped | None:
    """Pages that follow each other and have the same reason."""
    one, other = places.pages_of(before.where), places.pages_of(after.where)
    if one is None or other is None or (before.reason, before.why) != (after.reason, after.why) or other[0] != one[1] + 1:
        return None
    return replace(before, where=places.page(one[0], other[1]))


def _module(kind: Kind) -> Callable[[Path, str], Iterator[Content]]:
    """Imported when the first file of its kind comes: each brings a library along."""
    module = importlib.import_module(f"yamori.agents.lifestyle.reading.{_MODULES[kind]}")
    return cast(Callable[[Path, str], Iterator[Content]], module.read)


def _bearable(part: Part) -> Iterator[Part]:
    if not part.text:
        return
    for start in range(0, len(part.text), LONGEST_PART):
        yield replace(part, text=part.text[start : start + LONGEST_PART])
