"""Plain text: paragraphs between blank lines, list items, and the headings that people draw with characters."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from yamori.agents.lifestyle.reading.characters import joined, line, visible
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.headings import Headings
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.whole import text_of, titled
from yamori.agents.lifestyle.rules.passages import Part
from yamori.agents.lifestyle.rules.sentences import width

_HEADING_WIDTH = 80
_NARROWEST = 40
"""Columns; texts with shorter rows are lists or poems."""
_WIDE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_UNDERLINE = re.compile(r"\s*([=\-~*#_＝―─━])\1{2,}\s*")
_MARKED = re.compile(r"([■□◆◇▼▽★☆§])\s*(?=\S)|(#{1,6})\s+(?=\S)")
_BRACKETED = re.compile(r"([【［《〈])[^】］》〉]+[】］》〉]")
_NUMBERED = re.compile(
    r"(?:第\s*[0-9０-９一二三四五六七八九十百]+\s*([章節条項部編])|((?:[0-9]+\.)+[0-9]*|[0-9]+(?=[.)．]))[.)．]?\s)\s*\S"
)
_ITEM = re.compile(
    r"\s*(?:[-*+•‣◦●○・‐–▪▸➢✓]\s*(?=\S)|(?:[0-9０-９]{1,3}[.)．)、:](?![0-9])|[(（][0-9０-９a-zA-Zア-ン]{1,2}[)）]|[①-⑳ⅰ-ⅹⅠ-Ⅹ])\s*(?=\S))"
)
_BULLET = re.compile(r"^\s*[-*+•‣◦●○・‐–▪▸➢✓]\s*(?=\S)")
_OPEN = re.compile(r"[、,，;(（「]\s*$")
"""The end of a row that goes on with the next, however short it is."""
_ENDED = re.compile(r"[。．！？.!?、,;；]\s*$")


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    yield from titled(parts(text_of(path, name)), kind=Kind.TEXT, name=name)


def parts(text: str) -> Iterator[Part]:
    """The parts of a text whose line breaks may be a paragraph's or of a fixed width."""
    headings, styles = Headings(), list[str]()
    blocks = [list(rows) for blank, rows in groupby(visible(text).split("\n"), key=lambda row: not row.strip()) if not blank]
    for position, block in enumerate(blocks):
        following = blocks[position + 1][0] if position + 1 < len(blocks) else None
        while block and (found := _heading(block, following)):
            style, title, used = found
            if style not in styles:
                styles.append(style)
            yield from headings.meet(title, styles.index(style) + 1)
            block = block[used:]
        for paragraph in unwrapped(block):
            yield headings.part(paragraph)
    yield from headings.end()


def unwrapped(rows: list[str]) -> Iterator[str]:
    """The paragraphs and list items of a block: a row goes on with the next where only its width ended it."""
    full = max((width(row.rstrip()) for row in rows), default=0)
    held, last = "", 0
    open_ended = False
    for row in rows:
        if not row.strip() or _UNDERLINE.fullmatch(row):
            continue
        text = line(row)
        if held and (_ITEM.match(row) or not (open_ended or _would_not_fit(text, last, full))):
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


def _heading(block: list[str], following: str | None) -> tuple[str, str, int] | None:
    """The style, the text and the number of rows of a heading at the beginning of a block."""
    row = block[0].strip()
    if not row or width(row) > _HEADING_WIDTH or _UNDERLINE.fullmatch(row):
        return None
    if len(block) > 1 and (drawn := _UNDERLINE.fullmatch(block[1])) and not _ITEM.match(row):
        return f"under {drawn[1]}", row, 2
    if marked := _MARKED.match(row):
        return marked[1] or marked[2], row[marked.end() :].strip("■□◆◇▼▽★☆# "), 1
    if (bracketed := _BRACKETED.fullmatch(row)) and len(row) > 2:
        return bracketed[1], row[1:-1], 1
    if len(block) == 1 and (numbered := _NUMBERED.match(row)) and not _ENDED.search(row):
        depth = numbered[1] or f"depth {len([n for n in numbered[2].split('.') if n])}"
        beside = _NUMBERED.match(following.strip()) if following else None
        if following and not (beside and _depth(beside) == _depth(numbered) and _goes_on(numbered, beside)):
            return depth, row, 1
    return None


def _goes_on(numbered: re.Match[str], beside: re.Match[str]) -> bool:
    """Whether two numbered rows are of one list: a 1 after another number begins the list below a heading."""
    one, next_one = (re.findall(r"\d+", found[0]) for found in (numbered, beside))
    return not one or not next_one or int(next_one[-1]) == int(one[-1]) + 1


def _depth(numbered: re.Match[str]) -> str | int:
    return numbered[1] or len([n for n in numbered[2].split(".") if n])
