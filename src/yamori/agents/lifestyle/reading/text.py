"""Plain text: paragraphs between blank lines, list items, and the headings that people draw."""

import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from yamori.agents.lifestyle.reading.characters import joined, line, visible
from yamori.agents.lifestyle.reading.drawn import ITEM, UNDERLINE, is_body, names
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.headings import Headings
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.sections import Section, sections
from yamori.agents.lifestyle.reading.whole import text_of, titled
from yamori.agents.lifestyle.rules.passages import Part
from yamori.agents.lifestyle.rules.sentences import width

_NARROWEST = 40
"""Columns; texts with shorter rows are lists or poems."""
_WIDE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_BULLET = re.compile(r"^\s*[-*+•‣◦●○・‐–▪▸➢✓]\s*(?=\S)")
_OPEN = re.compile(r"[、,，;(（「]\s*$")
"""The end of a row that goes on with the next, however short it is."""
_SALUTATION = re.compile(r"\s*(?:dear|hello|hi)\b|拝啓", re.IGNORECASE)
"""What the subject of a letter may stand below."""
_SUBJECT = 12
"""Columns that it has at least; a word alone is the first of several headings."""
_TITLE_ROWS, _TITLE_WIDTH = 3, 120
_LETTERHEAD = 8
"""Rows; a bill has more of them above its first heading."""


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    found = sections(visible(text_of(path, name)))
    yield from titled(_parts_of(found), kind=Kind.TEXT, name=name, title=title_of(found))


def parts(text: str) -> Iterator[Part]:
    """The parts of a text whose line breaks may be a paragraph's or of a fixed width."""
    yield from _parts_of(sections(visible(text)))


def _parts_of(found: list[Section]) -> Iterator[Part]:
    headings, styles = Headings(), list[str]()
    for section in found:
        for one in section.headings:
            if one.style not in styles:
                styles.append(one.style)
            yield from headings.meet(one.text, styles.index(one.style) + 1)
        for paragraph in unwrapped(section.rows):
            yield headings.part(paragraph)
    yield from headings.end()


def title_of(found: list[Section]) -> str | None:
    """The rows above the first heading that say what the paper is, as on a letter, and that heading where the others stand below it; None
    where a heading or text comes first."""
    opening = list(_opening(found))
    named = [line(row) for n, row in enumerate(opening) if names(row, first=n == 0)]
    headings = [one for section in found for one in section.headings]
    alone = len(headings) > 1 and headings[0].style not in [one.style for one in headings[1:]]
    if headings and named and (alone or _is_subject(headings[0].text, opening, found)):
        named = [*named, headings[0].text]
    return " – ".join(_with_room(named, letter=len(opening) <= _LETTERHEAD)) or None


def _is_subject(heading: str, opening: list[str], found: list[Section]) -> bool:
    """Whether the first heading says what a letter is about: it stands right below the salutation."""
    above = sum(len(section.rows) for section in takewhile(lambda section: not section.headings, found))
    return above == len(opening) and bool(_SALUTATION.match(opening[-1])) and width(heading) >= _SUBJECT


def _with_room(named: list[str], *, letter: bool) -> list[str]:
    """The first of the rows and as many more as have room; those of a letter from the last one on, which says what it is about."""
    kept = {0}
    others = range(1, len(named))
    for n in reversed(others) if letter else others:
        if len(kept) < _TITLE_ROWS and sum(width(named[k]) for k in (*kept, n)) <= _TITLE_WIDTH:
            kept.add(n)
    return [row for n, row in enumerate(named) if n in kept]


def _opening(found: list[Section]) -> Iterator[str]:
    """The rows before the first heading or text."""
    for section in found:
        if section.headings:
            return
        for row in section.rows:
            if is_body(row) or ITEM.match(row):
                return
            yield row


def unwrapped(rows: list[str]) -> Iterator[str]:
    """The paragraphs and list items of a block: a row goes on with the next where only its width ended it."""
    full = max((width(row.rstrip()) for row in rows), default=0)
    held, last = "", 0
    open_ended = False
    for row in rows:
        if not row.strip() or UNDERLINE.fullmatch(row):
            continue
        text = line(row)
        if held and (ITEM.match(row) or not (open_ended or _would_not_fit(text, last, full))):
            yield held
            held = ""
        held = joined(held, text, hyphenated=False) if held else line(_BULLET.sub("", row))
        last = width(row.rstrip())
        open_ended = bool(_OPEN.search(row))
    if held:
        yield held


def _would_not_fit(text: str, before: int, full: int) -> bool:
    """Whether `text` begins with what had no room in the row before, so that only the width broke the line."""
    if full < _NARROWEST:
        return False
    first = text[:2] if _WIDE.match(text) else text.split(" ", 1)[0] + " "
    return before + width(first) > full
