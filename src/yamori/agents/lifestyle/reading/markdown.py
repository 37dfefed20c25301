"""Markdown, by its tokens."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from yamori.agents.lifestyle.reading.characters import joined, line, paragraph, preformatted
from yamori.agents.lifestyle.reading.drawn import is_title, marked
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.headings import SET_OFF, Headings
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.tables import Table
from yamori.agents.lifestyle.reading.whole import text_of, titled
from yamori.agents.lifestyle.rules.passages import Part

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", re.DOTALL)
_TITLE = re.compile(r"^title:[ \t]*(['\"]?)(.+?)\1[ \t]*\r?$", re.MULTILINE)


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    text = text_of(path, name)
    title = None
    if front := _FRONT.match(text):
        found = _TITLE.search(front[1])
        title, text = found[2] if found else None, text[front.end() :]
    yield from titled(_parts(text), kind=Kind.MARKDOWN, name=name, title=title)


def _parts(text: str) -> Iterator[Part]:
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    headings = Headings()
    lists: list[int | None] = []
    marker = ""
    for position, token in enumerate(tokens):
        match token.type:
            case "heading_open":
                yield from headings.meet(_shown(tokens[position + 1]), int(token.tag[1:]))
            case "bullet_list_open":
                lists.append(None)
            case "ordered_list_open":
                lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
            case "list_item_open":
                number = lists[-1]
                marker = "" if number is None else f"{number}. "
                lists[-1] = None if number is None else number + 1
            case "paragraph_open":
                children = [child for child in tokens[position + 1].children or [] if child.type != "text" or child.content]
                bold = 0 if lists else _bold(children)
                if bold and is_title(title := _seen(children[:bold])):
                    yield from headings.meet(title.rstrip(":："), SET_OFF)
                    children = children[bold:]
                shown = _seen(children)
                if not lists and "\n" not in shown and (drawn := marked(shown)):
                    yield from headings.meet(drawn.text, SET_OFF)
                elif shown:
                    yield headings.part(marker + shown)
                    marker = ""
            case "fence" | "code_block":
                if code := preformatted(token.content):
                    yield headings.part(code)
            case "html_block":
                for text in _html(token.content):
                    yield headings.part(text)
            case "table_open":
                for row in _rows(tokens, position):
                    yield headings.part(row)
    yield from headings.end()


def _bold(children: Sequence["Token"]) -> int:
    """How many of them are the first line of a paragraph, if all of that is bold; else 0."""
    if not children or children[0].type != "strong_open":
        return 0
    end = next((n for n, child in enumerate(children) if child.type == "strong_close"), len(children))
    behind = [child for child in children[end + 1 :][:1] if child.type not in ("softbreak", "hardbreak")]
    return end + 1 if not behind else 0


def _shown(inline: "Token") -> str:
    return _seen(inline.children or [])


def _seen(children: Sequence["Token"]) -> str:
    """What is seen of a paragraph: no addresses of links, no markup, no comments."""
    pieces = []
    for child in children:
        match child.type:
            case "text" | "code_inline":
                pieces.append(child.content)
            case "softbreak":
                pieces.append("\n")
            case "hardbreak":
                pieces.append("\u2028")
    lines = ("".join(pieces)).split("\u2028")
    return paragraph("\n".join(_flowing(text) for text in lines))


def _flowing(text: str) -> str:
    held = ""
    for row in text.split("\n"):
        held = joined(held, line(row))
    return held


def _rows(tokens: Sequence["Token"], position: int) -> Iterator[str]:
    table = Table()
    cells: list[str] = []
    header = False
    for at in range(position, len(tokens)):
        match tokens[at].type:
            case "tr_open":
                cells, header = [], False
            case "th_open" | "td_open":
                cells.append(_shown(tokens[at + 1]))
                header = header or tokens[at].type == "th_open"
            case "tr_close":
                if header:
                    table.headed(cells)
                else:
                    yield from table.row(cells)
            case "table_close":
                return


def _html(markup: str) -> Iterator[str]:
    from yamori.agents.lifestyle.reading.html import parts

    yield from (part.text for part in parts(markup))
