"""A text file that is held in memory whole."""

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.decoding import decoded
from yamori.agents.lifestyle.reading.events import Content, Opened
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.limits import LONGEST_HEADING, MOST_TEXT
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.rules.passages import Part


def content(path: Path, name: str, *, most: int = MOST_TEXT) -> bytes:
    """Raises `Unreadable`."""
    if path.stat().st_size > most:
        raise Unreadable(f"{name} is larger than {most // 1_000_000} MB, too large for a text", reason=Reason.TOO_LARGE)
    return path.read_bytes()


def text_of(path: Path, name: str) -> str:
    """Raises `Unreadable`."""
    return decoded(content(path, name))


def titled(parts: Iterable[Part], *, kind: Kind, name: str, title: str | None = None) -> Iterator[Content]:
    """Opened first: with `title`, else the outermost heading of the first part, else the name without its ending."""
    rest = iter(parts)
    first = next(rest, None)
    if not title and first is not None and first.headings:
        title = first.headings[0]
    yield Opened(kind=kind, title=line(title or "")[:LONGEST_HEADING] or PurePath(name).stem)
    if first is not None:
        yield first
        yield from rest
