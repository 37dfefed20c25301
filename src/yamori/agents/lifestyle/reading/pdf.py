"""PDF, page by page: text where there is some, else what an OCR engine makes out of the picture of the page."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path, PurePath
from typing import Any

from yamori.agents.lifestyle.reading import ocr, places
from yamori.agents.lifestyle.reading.characters import line
from yamori.agents.lifestyle.reading.drawn import CAPITALS, SHORT, Heading, heading, is_title, marked, names
from yamori.agents.lifestyle.reading.events import Content, Opened, Skipped, Turned
from yamori.agents.lifestyle.reading.headings import Headings
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.limits import LONGEST_HEADING, MOST_DAMAGED, MOST_PAGES
from yamori.agents.lifestyle.reading.pages.fields import fields
from yamori.agents.lifestyle.reading.pages.filled import filled
from yamori.agents.lifestyle.reading.pages.lines import Sheet, sheet
from yamori.agents.lifestyle.reading.pages.outline import Bookmark, bookmarks, same_heading
from yamori.agents.lifestyle.reading.pages.paragraphs import Paragraph, is_heading, paragraphs
from yamori.agents.lifestyle.reading.pages.running import REACH, Edges
from yamori.agents.lifestyle.reading.pages.tables import Tables
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable, explained
from yamori.agents.lifestyle.rules.passages import Part

_SAMPLED = 8
"""Pages that tell the size of the body's letters."""
_DOTS = 220
"""Per inch, of a page that is rendered for the OCR engine."""
_LARGEST_SIDE = 4000
_BULLET = re.compile(r"^(?:[-*+]\s+|[•‣◦●○・▪▸➢✓]\s*)(?=\S)")
_SET = 2
"""Headings, a title and one more, from which on those of a paper are set as such."""
_DRAWN = 2000.0
"""The rank of what only signs or numbers set off: below every size."""
_DAMAGED = "the page is damaged"
_NO_TITLE = re.compile(
    r"untitled|無題|microsoft \w+ -|文書\s?\d*$|名称未設定|document\s?\d*$|slide ?\d*$|title$"
    r"|.*\.(?:docx?|pdf|indd|xlsx?|pptx?|html?|ai|p65|fm|tmp|qxd)\b",
    re.IGNORECASE,
)
"""What programs write into the title of a file that nobody gave one."""


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable` for a file that is locked or that PDFium cannot open."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise _closed(error, name) from error
    try:
        if document.get_formtype():
            document.init_forms()
        yield from _document(document, name)
    finally:
        document.close()


def _closed(error: Any, name: str) -> Unreadable:
    import pypdfium2.raw as pdfium

    if getattr(error, "err_code", None) in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
        return Unreadable(f"{name} is locked with a password; save a copy without one", reason=Reason.LOCKED)
    return Unreadable(f"{name} is damaged: it cannot be opened as a PDF", reason=Reason.DAMAGED)


def _document(document: Any, name: str) -> Iterator[Content]:
    promised = len(document)
    if not promised:
        raise Unreadable(f"{name} has no page", reason=Reason.EMPTY)
    count = min(promised, MOST_PAGES)
    body, title = _sampled(document, count)
    yield Opened(kind=Kind.PDF, title=_title(document) or title or PurePath(name).stem, pages=promised)
    text = _Text(body, bookmarks(document))
    edges = Edges(count, body)
    around: deque[Sheet | None] = deque(maxlen=2 * REACH + 1)
    damaged = 0
    for number in range(1, count + REACH + 1):
        around.append(_sheet(document, number) if number <= count else None)
        place = number - REACH
        if place >= 1:
            own = around[-1 - REACH]
            damaged = 0 if own is not None else damaged + 1
            if damaged == MOST_DAMAGED:
                yield Skipped(where=places.page(place, promised), why=_DAMAGED, reason=Reason.DAMAGED)
                break
            yield from _page(document, place, own, [s for s in around if s is not None], edges, text)
    else:
        if promised > count:
            why = f"a paper is read up to {MOST_PAGES:,} pages"
            yield Skipped(where=places.page(count + 1, promised), why=why, reason=Reason.TOO_MANY_PAGES)
    yield from text.end()


def _page(document: Any, number: int, own: Sheet | None, around: list[Sheet], edges: Edges, text: "_Text") -> Iterator[Content]:
    yield Turned(page=number)
    if own is None:
        yield Skipped(where=places.page(number), why=_DAMAGED, reason=Reason.DAMAGED)
    elif own.pictures or own.garbled:
        yield from _pictured(document, number, text)
        yield from text.entries(number, paragraphs(own.entries))
    else:
        yield from text.parts(number, text.tables.labelled(list(paragraphs(edges.without(own, around), own.rules))))


def _sheet(document: Any, number: int) -> Sheet | None:
    """None for a page that cannot be loaded."""
    import pypdfium2

    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError:
        return None
    try:
        own = sheet(page, number)
        found = list(fields(page))
    except pypdfium2.PdfiumError:
        return None
    finally:
        page.close()
    if not found:
        return own
    if own.pictures or own.garbled:
        return replace(own, entries=tuple(filled((), found)))
    return replace(own, lines=tuple(filled(own.lines, found)))


def _sampled(document: Any, count: int) -> tuple[float, str | None]:
    """The size of most letters, and the largest text on the first page where it looks like a title, or the first row."""
    sizes: Counter[float] = Counter()
    first: Sheet | None = None
    for index in sorted({round(i * (count - 1) / max(1, _SAMPLED - 1)) for i in range(_SAMPLED)}):
        own = _sheet(document, index + 1)
        first = own if index == 0 else first
        for row in own.lines if own is not None else ():
            sizes[round(row.size * 2) / 2] += len(row.text)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    shown = list(paragraphs(first.lines, first.rules)) if first is not None else []
    found = [p for p in shown if is_heading(p, body) and p.size >= 1.12 * body]
    named = found or [p for p in shown[:1] if p.lines == 1 and not p.cells and is_title(p.text) and names(p.text, first=True)]
    return body, max(named, key=lambda p: p.size).text[:LONGEST_HEADING] if named else None


def _title(document: Any) -> str | None:
    """Of its properties, unless a program made it up."""
    title = line(document.get_metadata_value("Title"))[:LONGEST_HEADING]
    sensible = len(title) >= 2 and not _NO_TITLE.match(title) and "\ufffd" not in title and sum(c.isalpha() for c in title) >= 2
    return title if sensible else None


class _Text:
    """Paragraphs under their headings: bookmarks first, since someone wrote them, and what looks like a heading between them."""

    def __init__(self, body: float, outline: dict[int, list[Bookmark]]) -> None:
        self._body = body
        self._outline = outline
        self.tables = Tables()
        self._headings = Headings()
        self._styles: list[str] = []
        self._met = len(outline)
        """Headings that were set as such."""

    def parts(self, number: int, found: list[Paragraph]) -> Iterator[Part]:
        waiting = self._waiting(number)
        for position, paragraph in enumerate(found):
            count = self._begun(waiting, paragraph, found)
            begun, waiting = waiting[:count], waiting[count:]
            if begun and same_heading(paragraph.text, begun[-1].title):
                # As it stands on the page: bookmarks lose the space where a heading was broken into lines.
                yield from self._meet([*begun[:-1], replace(begun[-1], title=paragraph.text)], number)
                continue
            yield from self._meet(begun, number)
            if is_heading(paragraph, self._body):
                # Below every bookmark; among themselves the larger is the outer, and bold only just outer than nothing; then what is drawn.
                rank = 1000 - round(2 * paragraph.size) / 2 - 0.2 * paragraph.bold
                self._met += 1
                yield from self._headings.meet(paragraph.text, rank, page=number)
                continue
            if drawn := _drawn(found, position, numbers=self._met < _SET):
                yield from self._headings.meet(drawn.text, _DRAWN + self._rank(drawn.style), page=number)
                continue
            yield self._headings.part(_BULLET.sub("", paragraph.text), page=number)
        yield from self._meet(waiting, number)

    def _rank(self, style: str) -> int:
        self._styles += [style] if style not in self._styles else []
        return self._styles.index(style)

    def picture(self, number: int, found: Iterable[str]) -> Iterator[Part]:
        """The paragraphs of a page without a text of its own."""
        yield from self._meet(self._waiting(number), number)
        for paragraph in found:
            yield self._headings.part(paragraph, page=number)

    def entries(self, number: int, found: Iterable[Paragraph]) -> Iterator[Part]:
        """What was written into the fields of such a page."""
        for paragraph in found:
            yield self._headings.part(paragraph.text, page=number)

    def end(self) -> Iterator[Part]:
        yield from self._headings.end()

    def _waiting(self, number: int) -> list[Bookmark]:
        return list(self._outline.get(number, ()))

    def _begun(self, waiting: list[Bookmark], paragraph: Paragraph, found: list[Paragraph]) -> int:
        """How many of the page's bookmarks begin with this paragraph: up to the one it is, else those above it that stand nowhere."""
        for place, bookmark in enumerate(waiting):
            if same_heading(paragraph.text, bookmark.title):
                return place + 1
        passed = takewhile(
            lambda b: (b.top is None or b.top > paragraph.top) and not any(same_heading(f.text, b.title) for f in found), waiting
        )
        return len(list(passed))

    def _meet(self, passed: list[Bookmark], number: int) -> Iterator[Part]:
        for bookmark in passed:
            yield from self._headings.meet(bookmark.title, bookmark.level, page=number)


def _drawn(found: list[Paragraph], position: int, *, numbers: bool) -> Heading | None:
    """A heading that nothing but signs set off, or a number where `numbers` may: elsewhere it is a step."""
    one, below = found[position], found[position + 1] if position + 1 < len(found) else None
    if one.cells or one.lines > 1:
        return None
    if not numbers:
        return marked(one.text)
    before = found[position - 1].text if position else None
    drawn = heading([one.text], before=before, following=[below.text] if below is not None else None)
    return drawn if drawn is not None and drawn.style not in (SHORT, CAPITALS) else None


def _pictured(document: Any, number: int, text: _Text) -> Iterator[Content]:
    where = places.page(number)
    engine = ocr.engine()
    if engine is None:
        yield Skipped(where=where, why=f"the page is a picture: {explained(Reason.NO_OCR, 'en')}", reason=Reason.NO_OCR)
        return
    page = document[number - 1]
    try:
        scale = min(_DOTS / 72, _LARGEST_SIDE / max(1.0, *page.get_size()))
        image = page.render(scale=scale, grayscale=True).to_pil()
    finally:
        page.close()
    try:
        found = list(engine.paragraphs(image))
    except ocr.Illegible as error:
        yield Skipped(where=where, why=str(error), reason=Reason.ILLEGIBLE)
        return
    yield from text.picture(number, found)
