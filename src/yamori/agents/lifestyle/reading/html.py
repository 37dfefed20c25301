"""HTML: what a browser would show of it, without what is around the text; hidden text is not there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yamori.agents.lifestyle.reading.characters import line, paragraph, preformatted
from yamori.agents.lifestyle.reading.decoding import decoded
from yamori.agents.lifestyle.reading.drawn import is_title, marked
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.headings import SET_OFF, Headings
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.tables import Table
from yamori.agents.lifestyle.reading.unmarked import mark_headings
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.reading.whole import content, titled
from yamori.agents.lifestyle.rules.passages import Part

_LEFT_OUT = frozenset(
    {
        "applet",
        "audio",
        "button",
        "canvas",
        "datalist",
        "dialog",
        "embed",
        "frameset",
        "head",
        "iframe",
        "input",
        "map",
        "math",
        "menu",
        "nav",
        "noscript",
        "object",
        "script",
        "select",
        "style",
        "svg",
        "template",
        "textarea",
        "video",
    }
)
_BLOCKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    }
)
_LAYS_OUT = frozenset({"blockquote", "div", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "table", "ul"})
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|font-size\s*:\s*0(?![.\d]*[1-9])"
)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
_BEGUN, _DONE = "\x02", "\x03"
"""Around what is bold; neither can come from a page."""
_ALL_BOLD = re.compile(rf"\s*{_BEGUN}([^{_BEGUN}{_DONE}]+){_DONE}[ \t]*[:：]?[ \t]*(?:\n(.*))?", re.DOTALL)
_STATED = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]+encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_LONG_TAG = re.compile(r"<([a-zA-Z][\w:-]*)\s[^<>]{100000,}>")
"""A picture within its tag, or attributes without end, over which the parser takes ever longer."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"[a-z]*\d?([.#])([\w-]+)", re.IGNORECASE)


def read(path: Path, name: str, *, stated: str | None = None) -> Iterator[Content]:
    """Raises `Unreadable`."""
    data = content(path, name)
    tree, above = _tree(decoded(data, stated=stated or _charset(data)), name)
    named = [line(_all(h)) for h in tree.iter("h1")] + [line(tree.findtext(".//title") or "")] if tree is not None else []
    yield from titled(_walked(tree), kind=Kind.HTML, name=name, title=next(filter(None, named), above))


def parts(markup: str) -> Iterator[Part]:
    """The parts of HTML that is text already."""
    yield from _walked(_tree(markup, "the page")[0])


def document(markup: str, *, kind: Kind, name: str, title: str | None) -> Iterator[Content]:
    """HTML that was made of a file of another kind. Raises `Unreadable`."""
    tree, above = _tree(markup, name)
    yield from titled(_walked(tree), kind=kind, name=name, title=title or above)


def _charset(data: bytes) -> str | None:
    found = _STATED.search(data[:4096])
    return (found[1] or found[2]).decode("ascii", "replace") if found else None


def _tree(markup: str, name: str) -> tuple[Any, str | None]:
    """With its headings marked; None for an empty page. Beside it what stands above the first heading and names the page."""
    from lxml import etree

    markup = _LONG_TAG.sub(r"<\1>", re.sub(r"^\s*<\?xml[^>]*\?>", "", markup.replace("\x00", "")))
    # The text goes in as UTF-8 bytes: libxml2 would believe a <meta charset> that was true of the file's own bytes only.
    parser = etree.HTMLParser(encoding="utf-8", recover=True, remove_comments=True, remove_pis=True, no_network=True, huge_tree=False)
    try:
        tree = etree.fromstring(markup.encode("utf-8", "replace"), parser)
        return tree, mark_headings(tree) if tree is not None else None
    except etree.XMLSyntaxError as error:
        if "empty" in str(error).lower():
            return None, None
        if error.code == etree.ErrorTypes.ERR_NO_MEMORY or "unknown error" in str(error):
            raise Unreadable(f"{name} takes more memory than a paper may", reason=Reason.TOO_LARGE) from error
        raise Unreadable(f"{name} is damaged: {error.msg}", reason=Reason.DAMAGED) from error


def _walked(tree: Any) -> Iterator[Part]:
    if tree is not None:
        page = _Page(hidden=_hidden_names(tree))
        yield from page.walk(tree)
        yield from page.headings.end()


def _hidden_names(tree: Any) -> frozenset[str]:
    """Classes (`.x`) and ids (`#x`) that a style sheet on the page hides everywhere; what it hides on some screens is seen on others."""
    names = set()
    for sheet in tree.iter("style"):
        if (sheet.get("media") or "all").strip().lower() not in ("all", "screen"):
            continue
        for selectors, body in _RULE.findall(_without_conditions(_COMMENT.sub("", sheet.text or ""))):
            if _HIDING.search(body.lower()):
                found = (_SELECTOR.fullmatch(selector.strip()) for selector in selectors.split(","))
                names |= {f[1] + f[2] for f in found if f}
    return frozenset(names)


def _without_conditions(sheet: str) -> str:
    """The style sheet without its blocks for some media only."""
    kept, depth, start = [], 0, 0
    conditional = False
    for mark in re.finditer(r"@[\w-]+[^{};]*|[{}]", sheet):
        if mark[0] == "{":
            depth += 1
        elif mark[0] == "}":
            depth = max(0, depth - 1)
            if conditional and depth == 0:
                conditional, start = False, mark.end()
        elif depth == 0 and not conditional:
            kept.append(sheet[start : mark.start()])
            start, conditional = mark.start(), not sheet.startswith(";", mark.end())
            if not conditional:
                start = mark.end() + 1
    if not conditional:
        kept.append(sheet[start:])
    return "".join(kept)


@dataclass(kw_only=True)
class _Page:
    """Where the walk through a page is."""

    hidden: frozenset[str]
    headings: Headings = field(default_factory=Headings)
    inline: list[str] = field(default_factory=list)
    """Text of the paragraph that is not at its end."""
    marker: str = ""
    """Number of the list item that begins."""
    lists: int = 0
    """Lists around the place."""

    def walk(self, element: Any) -> Iterator[Part]:
        tag = element.tag if isinstance(element.tag, str) else ""
        if not tag or self._unseen(element, tag):
            return
        if tag == "br":
            self.inline.append("\n")
        elif len(tag) == 2 and tag[0] == "h" and tag[1] in "12345689":
            yield from self._flush()
            yield from self.headings.meet(_seen(element, self), int(tag[1]))
        elif tag == "pre":
            yield from self._flush()
            if text := preformatted(_seen(element, self)):
                yield self.headings.part(text)
        elif tag == "table" and not _lays_out(element):
            yield from self._flush()
            yield from self._table(element)
        elif tag in ("ol", "ul"):
            yield from self._flush()
            yield from self._list(element, ordered=tag == "ol")
        elif tag == "dl":
            yield from self._flush()
            yield from self._terms(element)
        elif tag in _BLOCKS:
            yield from self._flush()
            bold = _BOLD.search((element.get("style") or "").lower()) is not None
            yield from self._set_off(element) if bold else self._inside(element)
            yield from self._flush()
        elif tag in ("b", "strong") or _BOLD.search((element.get("style") or "").lower()):
            yield from self._set_off(element)
        else:
            yield from self._inside(element)

    def _inside(self, element: Any) -> Iterator[Part]:
        self.inline.append(_spaced(element.text))
        for child in element:
            yield from self.walk(child)
            self.inline.append(_spaced(child.tail))

    def _set_off(self, element: Any) -> Iterator[Part]:
        self.inline.append(_BEGUN)
        yield from self._inside(element)
        self.inline.append(_DONE)

    def _flush(self) -> Iterator[Part]:
        raw = re.sub(rf"{_DONE}(\s*){_BEGUN}", r"\1", "".join(self.inline))
        self.inline.clear()
        if not self.lists and (bold := _ALL_BOLD.fullmatch(raw)) and is_title(paragraph(bold[1])):
            yield from self.headings.meet(paragraph(bold[1]).rstrip(":："), SET_OFF)
            raw = bold[2] or ""
        text = paragraph(re.sub(f"[{_BEGUN}{_DONE}]", "", raw))
        if not self.lists and (drawn := marked(text)) and "\n" not in text:
            yield from self.headings.meet(drawn.text, SET_OFF)
        elif text:
            yield self.headings.part(self.marker + text)
            self.marker = ""

    def _list(self, element: Any, *, ordered: bool) -> Iterator[Part]:
        self.lists += 1
        start = element.get("start", "1")
        number = int(start) if start.isdecimal() and len(start) < 6 else 1
        for child in element:
            if child.tag == "li":
                self.marker = f"{number}. " if ordered else ""
                number += 1
            yield from self.walk(child)
        self.marker = ""
        self.lists -= 1

    def _terms(self, element: Any) -> Iterator[Part]:
        term = ""
        for child in element.iter("dt", "dd"):
            if self._unseen(child, child.tag):
                continue
            text = line(_seen(child, self))
            if child.tag == "dt":
                term = f"{term}, {text}" if term and text else text
            elif text:
                yield self.headings.part(f"{term}: {text}" if term else text)
                term = ""
        if term:
            yield self.headings.part(term)

    def _table(self, element: Any) -> Iterator[Part]:
        table = Table()
        for row in element.iter("caption", "tr"):
            if self._unseen(row, row.tag):
                continue
            if row.tag == "caption":
                if text := line(_seen(row, self)):
                    yield self.headings.part(text)
                continue
            cells = [(c.tag, line(_seen(c, self)), _span(c)) for c in row if c.tag in ("td", "th") and not self._unseen(c, c.tag)]
            spread = [text for _, text, span in cells for text in [text] + [""] * (span - 1)]
            if len(cells) > 1 and (all(tag == "th" for tag, *_ in cells) or row.getparent().tag == "thead" or _is_first_and_bold(row)):
                table.headed([text for _, text, span in cells for text in [text] * span])
                continue
            if len(cells) > 1 and cells[0][0] == "th" and not table.has_columns:
                spread = [f"{spread[0].rstrip(':：')}: {spread[1]}", *spread[2:]] if spread[0] and spread[1] else spread
            for text in table.row(spread):
                yield self.headings.part(text)

    def _unseen(self, element: Any, tag: str) -> bool:
        if tag in _LEFT_OUT or element.get("hidden") is not None or element.get("aria-hidden") == "true":
            return True
        if element.get("role") == "navigation":
            return True
        style = element.get("style")
        if style and _HIDING.search(style.lower()):
            return True
        if not self.hidden:
            return False
        return f"#{element.get('id')}" in self.hidden or any(f".{c}" in self.hidden for c in (element.get("class") or "").split())


def _lays_out(table: Any) -> bool:
    """Whether a table only arranges a page: there are blocks in its cells."""
    return any(cell.find(tag) is not None for cell in table.iter("td") for tag in ("table", "h1", "h2", "h3")) or any(
        sum(child.tag in _LAYS_OUT for child in cell) > 3 for cell in table.iter("td")
    )


def _is_first_and_bold(row: Any) -> bool:
    """The header of a table whose maker marked it for the eye only."""
    if row.getprevious() is not None or row.getnext() is None:
        return False
    texts = [
        (text, any(a.tag in ("b", "strong") for a in text.getparent().iterancestors()) or text.getparent().tag in ("b", "strong"))
        for cell in row
        for text in cell.xpath(".//text()[normalize-space()]")
        if text.is_text or text.is_tail
    ]
    return bool(texts) and all(bold for _, bold in texts)


def _span(cell: Any) -> int:
    value = cell.get("colspan") or "1"
    return min(int(value), 50) if value.isdecimal() and len(value) < 4 and int(value) else 1


def _seen(element: Any, page: _Page) -> str:
    """All visible text in an element, on as many lines as it has."""
    kept = element.tag == "pre"
    pieces = [element.text if kept else _spaced(element.text)]
    for child in element:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag == "br":
            pieces.append("\n")
        elif tag and not page._unseen(child, tag):
            inner = _seen(child, page)
            pieces.append(f"\n{inner}\n" if tag in _BLOCKS else inner)
        pieces.append(child.tail if kept else _spaced(child.tail))
    return "".join(piece or "" for piece in pieces)


def _all(element: Any) -> str:
    return "".join(element.itertext())


def _spaced(text: str | None) -> str:
    """Line breaks in the source of a page are spaces; between Japanese characters they are nothing."""
    if not text:
        return ""
    return re.sub(r"(?<=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])\s*\n\s*(?=[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])", "", text).replace(
        "\n", " "
    )
