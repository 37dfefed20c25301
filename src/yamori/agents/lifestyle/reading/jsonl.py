"""The paper's JSONL: one `{"question", "answer"}` a line; `source` and `as_of` go along, and a line that is not an entry is skipped.

A line with a `text` instead, and mostly a `title`, is a note: households and programs write such files, too.
"""

import json
from collections.abc import Iterator
from pathlib import Path, PurePath

from yamori.agents.lifestyle.reading import places
from yamori.agents.lifestyle.reading.characters import line, paragraph
from yamori.agents.lifestyle.reading.decoding import decoded
from yamori.agents.lifestyle.reading.events import Content, Opened, Skipped
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.limits import LONGEST_HEADING, MOST_ENTRY
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.rules.passages import Part

_LONGEST_LINE = 1_000_000

_TOO_LONG = f"the entry is longer than {MOST_ENTRY:,} characters"


class _NotAnEntry(ValueError):
    pass


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable` at its end when no line was an entry."""
    yield Opened(kind=Kind.JSONL, title=PurePath(name).stem)
    good = bad = 0
    for number, raw in enumerate(_lines(path), 1):
        if not raw.strip(b"\xef\xbb\xbf \t\r\n"):
            continue
        try:
            part = _entry(raw)
        except _NotAnEntry as problem:
            bad += 1
            yield Skipped(where=places.line(number), why=str(problem), reason=Reason.NOT_AN_ENTRY)
            continue
        good += 1
        yield part
    if not good:
        raise Unreadable(
            f'{name} has no entry: each line should be {{"question": "…", "answer": "…"}}', reason=Reason.DAMAGED if bad else Reason.EMPTY
        )


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        if file.read(2) in (b"\xff\xfe", b"\xfe\xff"):
            file.seek(0)
            yield from decoded(file.read()).encode().splitlines()
            return
        file.seek(0)
        while raw := file.readline(_LONGEST_LINE + 1):
            yield raw
            while len(raw) > _LONGEST_LINE and not raw.endswith(b"\n"):
                raw = file.readline(_LONGEST_LINE + 1)


def _entry(raw: bytes) -> Part:
    if len(raw) > _LONGEST_LINE:
        raise _NotAnEntry("the line is too long")
    try:
        entry = json.loads(decoded(raw))
    except (ValueError, RecursionError, Unreadable) as error:
        raise _NotAnEntry("the line is not JSON") from error
    if not isinstance(entry, dict):
        raise _NotAnEntry("the line is not a JSON object")
    question, answer, text = (_text(entry.get(key)) for key in ("question", "answer", "text"))
    if text and not question:
        return _note(text, line(_text(entry.get("title"))))
    if not question or not answer:
        raise _NotAnEntry("the line has no " + ("answer" if question else "question"))
    if len(answer) > MOST_ENTRY or len(question) > MOST_ENTRY:
        raise _NotAnEntry(_TOO_LONG)
    source, as_of = line(_text(entry.get("source"))), line(_text(entry.get("as_of")))
    if as_of and as_of not in source:
        source = f"{source} ({as_of})" if source else as_of
    return Part(text=paragraph(answer), question=line(question), source=source[:500] or None)


def _note(text: str, title: str) -> Part:
    if len(text) > MOST_ENTRY:
        raise _NotAnEntry(_TOO_LONG)
    return Part(text=paragraph(text), headings=(title[:LONGEST_HEADING],) if title else ())


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
