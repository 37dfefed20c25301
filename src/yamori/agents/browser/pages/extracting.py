"""A page taken apart: its title, its date, and its main text as passages. Pure; what is hidden from readers of the page is left out.

Called by `reading` in a thread of its own: a large page takes a while.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from yamori.agents.browser.ports import FetchedPage
from yamori.domain.plain_text import single_line

PASSAGE = 350
"""Characters from which on a passage is complete; paragraphs under one heading are put together until then."""
LONGEST = 600
"""Characters of a passage; longer paragraphs are cut between sentences."""
_DATE = re.compile(r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?")
_DATE_WORDS = 14
"""Characters that may stand beside the date in a line that says no more."""
_LINKED = 0.8
"""From this share of link text on a block is a menu."""
MOST = 400
"""Passages of a page that are looked at."""
_LONGEST_TITLE = 200
_FORMS, _FIELDS = 5, 30
"""Forms of a page, and fields of a form, that are looked at."""
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_BLANK = re.compile(r"\s+")
_DATES = ("datePublished", "dateModified", "dateCreated")


@dataclass(frozen=True, kw_only=True)
class Passage:
    text: str
    headings: tuple[str, ...] = ()
    """The headings that it stands under, the outermost first."""
    table: str = ""
    """Of which table of its page it is a row; empty for any other text."""
    cells: tuple[tuple[str, str], ...] = ()
    """Of a row: what each column is called, where it is called anything, and what stands there."""


@dataclass(frozen=True, kw_only=True)
class QueryField:
    """One field of a form that only asks its site."""

    kind: str
    """`select`, `date`, `number`, `text`."""
    label: str = ""
    options: tuple[str, ...] = ()
    """Of a select."""


@dataclass(frozen=True, kw_only=True)
class QueryForm:
    """A form that only asks its site for something (`method=get`): a search box, filters, a timetable's stations."""

    fields: tuple[QueryField, ...]


@dataclass(frozen=True, kw_only=True)
class Document:
    title: str
    published: date | None
    passages: tuple[Passage, ...]
    forms: tuple[QueryForm, ...] = ()
    """Those within its main text: the search box of a site's header is on every page."""


@dataclass(frozen=True, kw_only=True)
class _Block:
    kind: str
    """Its tag; `row` for a row of a table."""
    text: str
    is_link: bool = False
    """Nearly all of it leads elsewhere: a menu, whatever it is called."""
    under: str = ""
    """A row's caption."""
    table: str = ""
    cells: tuple[tuple[str, str], ...] = ()


def extracted(page: FetchedPage) -> Document:
    """What a page says. One without any text has no passages."""
    if not page.is_html:
        blocks = [_Block(kind="p", text=_clean(part)) for part in re.split(r"\n\s*\n", page.text)]
        return Document(title="", published=None, passages=_passages([block for block in blocks if block.text]))
    from lxml import etree, html

    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        root = html.document_fromstring(page.text.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError):
        return Document(title="", published=None, passages=())
    if root is None:
        return Document(title="", published=None, passages=())
    main = _main(root)
    passages = _passages(list(_blocks(main))) or _passages(list(_blocks(root)))
    return Document(title=_title(root), published=_published(root), passages=passages, forms=tuple(_forms(main)))


def _main(root: Any) -> Any:
    """The element that holds the page's own text, where the page says so."""
    for path in ("//main", "//*[@role='main']", "//article"):
        found = root.xpath(path)
        if len(found) == 1:
            return found[0]
    bodies = root.xpath("//body")
    return bodies[0] if bodies else root


def _forms(root: Any) -> Iterator[QueryForm]:
    for form in root.xpath(".//form")[:_FORMS]:
        if (form.get("method") or "get").strip().lower() != "get" or form.xpath(".//input[@type='password']"):
            continue
        if fields := tuple(_fields(form)):
            yield QueryForm(fields=fields)


def _fields(form: Any) -> Iterator[QueryField]:
    for field in form.xpath(".//select | .//input[not(@disabled)]")[:_FIELDS]:
        label = _label(form, field)
        if field.tag == "select":
            options = tuple(
                text[:_LONGEST_TITLE] for option in field.xpath(".//option")[:MOST] if (text := _clean(" ".join(option.itertext())))
            )
            yield QueryField(kind="select", label=label, options=options)
            continue
        kind = (field.get("type") or "text").strip().lower()
        if kind == "date":
            yield QueryField(kind="date", label=label)
        elif kind == "number" or (kind == "text" and field.get("inputmode") in ("numeric", "decimal")):
            yield QueryField(kind="number", label=label)
        elif kind in ("text", "search"):
            yield QueryField(kind="text", label=label)


def _label(form: Any, field: Any) -> str:
    around = field.xpath("ancestor::label[1]")
    named = form.xpath(".//label[@for=$id]", id=field.get("id")) if field.get("id") else []
    said = " ".join((element.text or "") for element in (*around, *named))
    return _clean(said or field.get("aria-label") or field.get("placeholder") or "")[:_LONGEST_TITLE]


def _title(root: Any) -> str:
    for path in ("//head/title", "//h1", "//title"):
        for element in root.xpath(path)[:1]:
            if text := _clean(" ".join(element.itertext())):
                return text[:_LONGEST_TITLE]
    return ""


def _published(root: Any) -> date | None:
    """By what the page says of itself to machines, else by the first date that it marks as one."""
    for value in root.xpath("//meta[@property='article:published_time' or @name='date' or @itemprop='datePublished']/@content"):
        if (day := _day(value)) is not None:
            return day
    for script in root.xpath("//script[@type='application/ld+json']")[:10]:
        if (day := _day_of_data(script.text or "")) is not None:
            return day
    for value in root.xpath("//time[@pubdate]/@datetime | //time[not(ancestor::table)]/@datetime"):
        if (day := _day(value)) is not None:
            return day
    return None


def _day_of_data(text: str) -> date | None:
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return None
    waiting: list[object] = [held]
    for _ in range(1000):
        if not waiting:
            break
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            for name in _DATES:
                if (day := _day(value.get(name))) is not None:
                    return day
            waiting += value.values()
    return None


def _day(value: object) -> date | None:
    try:
        day = date.fromisoformat(str(value).strip()[:10])
    except ValueError:
        return None
    return day if 1990 <= day.year <= 2200 else None


def _blocks(root: Any) -> Iterator[_Block]:
    """The text below an element, block by block, each with the tag that it is of."""
    from lxml import etree

    pieces: list[str] = []
    linked: list[str] = []
    kinds: list[str] = ["p"]
    links = 0
    left_out: Any = None

    def taken() -> Iterator[_Block]:
        text, leads = _clean("".join(pieces)), _clean("".join(linked))
        pieces.clear()
        linked.clear()
        if text:
            yield _Block(kind=kinds[-1], text=text, is_link=len(leads) > _LINKED * len(text))

    def heard(text: str | None) -> None:
        pieces.append(text or "")
        if links:
            linked.append(text or "")

    walker = etree.iterwalk(root, events=("start", "end"))
    for event, element in walker:
        tag = element.tag if isinstance(element.tag, str) else ""
        is_block = tag in _elements("blocks")
        if event == "start":
            if is_block:
                yield from taken()
            if element is not root and (not tag or _is_left_out(element, tag)):
                left_out = element
                walker.skip_subtree()
                continue
            if tag == "table" and not element.xpath(".//table") and element.xpath(".//tr"):
                yield from _rows(element)
                left_out = element
                walker.skip_subtree()
                continue
            if is_block:
                kinds.append(tag)
            links += tag == "a"
            heard(" " if tag == "br" else element.text)
            continue
        if element is left_out:
            left_out = None
        elif is_block:
            yield from taken()
            kinds.pop()
        else:
            links -= tag == "a"
        if element is not root:
            heard(element.tail)
    yield from taken()


def _is_left_out(element: Any, tag: str) -> bool:
    if tag in _elements("left_out") or element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    if tag == "header" and not any(parent.tag in ("article", "main", "section") for parent in element.iterancestors()):
        return True
    if (element.get("role") or "").strip().lower() in _elements("roles") or _HIDDEN.search(element.get("style") or ""):
        return True
    called = re.split(r"[\s_-]+", f"{element.get('class') or ''} {element.get('id') or ''}".lower())
    return tag not in ("html", "body", "main", "article") and not _elements("names").isdisjoint(called)


def _rows(table: Any) -> Iterator[_Block]:
    """A table row by row, each cell with what its column is called."""
    caption = " ".join(_text_of(each) for each in table.xpath("./caption"))
    place = str(table.getroottree().getpath(table))
    columns: Sequence[str] = ()
    for row in table.iter("tr"):
        cells = [cell for cell in row if cell.tag in ("td", "th") and not _is_left_out(cell, cell.tag)]
        texts = [_text_of(cell) for cell in cells]
        if len(cells) > 1 and all(cell.tag == "th" for cell in cells):
            columns = texts
            continue
        if columns and len(columns) == len(texts):
            said = [f"{column}: {text}" if column else text for column, text in zip(columns, texts, strict=True) if text]
        elif len(cells) > 1 and (cells[0].tag == "th" or len(cells) == 2):
            said = [f"{texts[0]}: {'; '.join(text for text in texts[1:] if text)}"]
        else:
            said = [text for text in texts if text]
        if any(said):
            names = columns if len(columns) == len(texts) else [""] * len(texts)
            yield _Block(kind="row", text="; ".join(said), under=caption, table=place, cells=tuple(zip(names, texts, strict=True)))


def _text_of(element: Any) -> str:
    return " ".join(block.text for block in _blocks(element))


def _passages(blocks: Sequence[_Block]) -> tuple[Passage, ...]:
    found: list[Passage] = []
    headings: dict[int, str] = {}
    held: list[str] = []
    last = ""

    def close() -> None:
        if held:
            found.append(Passage(text=" ".join(held), headings=tuple(headings.values())))
            held.clear()

    for block in blocks:
        if block.kind not in _HEADINGS and block.kind != "row" and (block.is_link or _is_date_line(block.text)):
            continue
        if (level := _HEADINGS.get(block.kind)) is not None:
            close()
            headings = {other: text for other, text in headings.items() if other < level} | {level: block.text[:_LONGEST_TITLE]}
            continue
        if block.kind == "row":
            close()
            under = (block.under[:_LONGEST_TITLE],) if block.under else ()
            above = (*headings.values(), *under)
            for number, text in enumerate(_cut(block.text)):
                found.append(Passage(text=text, headings=above, table=block.table, cells=() if number else block.cells))
            continue
        for text in _cut(block.text):
            if held and sum(map(len, held)) + len(text) > (PASSAGE if block.kind == last else LONGEST):
                close()
            held.append(f"• {text}" if block.kind == "li" else text)
            last = block.kind
        if len(found) >= MOST:
            break
    close()
    return tuple(found[:MOST])


def _is_date_line(text: str) -> bool:
    """`Updated 2026-11-27`: it says no more than the page's date."""
    rest, dates = _DATE.subn("", text)
    return dates > 0 and len(rest) <= _DATE_WORDS


def _cut(text: str) -> Iterator[str]:
    """A text in pieces that are short enough, between sentences where that is possible."""
    piece = ""
    for sentence in _SENTENCE.split(text) if len(text) > LONGEST else [text]:
        while len(sentence) > LONGEST:
            if piece:
                yield piece
                piece = ""
            yield sentence[:LONGEST]
            sentence = sentence[LONGEST:]
        if piece and len(piece) + len(sentence) > PASSAGE:
            yield piece
            piece = ""
        piece = f"{piece} {sentence}".strip()
    if piece:
        yield piece


def _clean(text: str) -> str:
    return _BLANK.sub(" ", single_line(text)).strip()


@cache
def _elements(kind: str) -> frozenset[str]:
    held = yaml.safe_load((files("yamori.agents.browser.pages") / "elements.yaml").read_text(encoding="utf-8"))
    return frozenset(held[kind])
