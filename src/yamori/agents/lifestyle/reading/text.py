"""Plain text: paragraphs between blank lines, list items, and the headings that people draw with characters or by leaving a line short."""

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
    r"(?:第\s*(?P<article>[0-9０-９一二三四五六七八九十百]+)\s*(?P<unit>[章節条項部編])"
    r"|(?P<number>(?:[0-9]+\.)+[0-9]*|[0-9０-９]{1,2}(?=[.)．、\s])|[一二三四五六七八九十]{1,3}(?=[.．、\s]))"
    r"(?:[.)．、]?\s|[.．、](?=[\u3000-\u9fff])))\s*\S"
)
_ITEM = re.compile(
    r"\s*(?:[-*+•‣◦●○・‐–▪▸➢✓]\s*(?=\S)|(?:[0-9０-９]{1,3}[.)．)、:](?![0-9])|[(（][0-9０-９a-zA-Zア-ン]{1,2}[)）]|[①-⑳ⅰ-ⅹⅠ-Ⅹ])\s*(?=\S))"
)
_BULLET = re.compile(r"^\s*[-*+•‣◦●○・‐–▪▸➢✓]\s*(?=\S)")
_OPEN = re.compile(r"[、,，;(（「]\s*$")
"""The end of a row that goes on with the next, however short it is."""
_ENDED = re.compile(r"[。．！？.!?、,;；]\s*$")
_SAID = re.compile(r"[。！？.!?][」』)）\"']?\s*$")
"""The end of a sentence."""
_LEADS = re.compile(r"[:：\-–—~〜…]\s*$")
"""The end of a row that leads on to what stands below and names nothing."""
_GOES_ON = re.compile(r"\s*[a-z(（)）、。,.]")
"""The beginning of a row that goes on with the one before."""
_ADDRESSED = re.compile(
    r"(?:dear|hi|hello|to|from|date|tel|phone|e?-?mail)\b|(?:mr|mrs|ms|dr)\b|.*(?:様|さま|さん|殿|各位|御中)$|.*(?:@|://)"
    r"|(?:\w+,? )?\d{1,2}(?:st|nd|rd|th|\.)? \w+,? \d{4}$|\w+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}$|.{0,4}年\s*\d+月\s*\d+日.{0,5}$",
    re.IGNORECASE,
)
"""A row of a letter that says to whom, from where or when, and not about what."""
_FILLED = re.compile(r".*\S(?:\s{2,}|\t)\S|[^:：]{1,16}[:：]\s*\S|.*(?:…|・・|\.\.).*\S|.*\d[\d-]{4}|\D*(?:\d[\d,.]*\D+){3}\d")
"""A row of a table or of figures, or a name and what is filled in."""
_CAPITALS = re.compile(r"(?=.*[A-Z]{3})[^a-z\u3000-\u9fff]+(?:[(（].*[)）])?$")
_BODY = 60
"""Columns from which on a row is text."""
_TITLE_ROWS, _TITLE_WIDTH = 3, 120


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    text = text_of(path, name)
    yield from titled(parts(text), kind=Kind.TEXT, name=name, title=_title(_blocks(text)))


def parts(text: str) -> Iterator[Part]:
    """The parts of a text whose line breaks may be a paragraph's or of a fixed width."""
    headings, styles = Headings(), list[str]()
    blocks = _blocks(text)
    for position, block in enumerate(blocks):
        following = blocks[position + 1] if position + 1 < len(blocks) else None
        while block and (found := _heading(block, following)):
            style, title, used = found
            if style not in styles:
                styles.append(style)
            yield from headings.meet(title, styles.index(style) + 1)
            block = block[used:]
        for paragraph in unwrapped(block):
            yield headings.part(paragraph)
    yield from headings.end()


def _blocks(text: str) -> list[list[str]]:
    """The rows between blank ones."""
    return [list(rows) for blank, rows in groupby(visible(text).split("\n"), key=lambda row: not row.strip()) if not blank]


def _title(blocks: list[list[str]]) -> str | None:
    """The rows above the first heading that say what the paper is, as on a letter; None where a heading or text comes first."""
    named: list[str] = []
    for position, block in enumerate(blocks):
        if _heading(block, blocks[position + 1] if position + 1 < len(blocks) else None):
            break
        if any(_is_body(row) or _ITEM.match(row) for row in block):
            break
        named += [
            line(row)
            for row in block
            if not any(p.match(row.strip()) for p in (_ADDRESSED, _FILLED)) and not any(p.search(row) for p in (_ENDED, _LEADS))
        ]
    kept = [row for n, row in enumerate(named[:_TITLE_ROWS]) if sum(width(r) for r in named[: n + 1]) <= _TITLE_WIDTH]
    return " – ".join(kept) or None


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


def _heading(block: list[str], following: list[str] | None) -> tuple[str, str, int] | None:
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
    if _ENDED.search(row) or _ADDRESSED.match(row):
        return None
    if numbered := _NUMBERED.match(row):
        return (_depth(numbered), row, 1) if _heads(numbered, block[1:], following) else None
    capitals = _CAPITALS.match(row) is not None
    named = not (_ITEM.match(row) or _LEADS.search(row) or (_FILLED.match(row) and not capitals))
    if named and _stands_above(row, block[1:], following):
        return ("capitals" if capitals else "short"), row, 1
    return None


def _heads(numbered: re.Match[str], rest: list[str], following: list[str] | None) -> bool:
    """Whether a numbered row is a heading and not one of a list."""
    below = rest or (following or [])[:1]
    return bool(below) and not any(_is_next(numbered, row) for row in below) and (not rest or _is_short(numbered.string, rest))


def _stands_above(row: str, rest: list[str], following: list[str] | None) -> bool:
    """Whether a short row names what comes below: text, a list, or a numbered heading."""
    if rest:
        listed = len(rest) > 1 and all(_ITEM.match(r) for r in rest[:2]) and width(row) < _NARROWEST
        return listed or (_is_short(row, rest) and _is_body(rest[0]))
    if following is None:
        return False
    return _is_body(following[0]) or bool(_NUMBERED.match(following[0].strip()) and len(following) > 1)


def _is_short(row: str, rest: list[str]) -> bool:
    """Whether it ended before the width of the text, and no sentence goes on below."""
    return not _GOES_ON.match(rest[0]) and width(row) <= 0.75 * max(width(r.rstrip()) for r in rest)


def _is_body(row: str) -> bool:
    """Whether a row is text, and neither a name nor a heading."""
    return width(row.strip()) >= _BODY or bool(_SAID.search(row))


def _is_next(numbered: re.Match[str], row: str) -> bool:
    """Whether the row is the next one of a list: a 1 after another number begins the list below a heading."""
    beside = _NUMBERED.match(row.strip())
    if beside is None or _depth(beside) != _depth(numbered):
        return False
    return _number(beside) == _number(numbered) + 1


def _depth(numbered: re.Match[str]) -> str:
    return numbered["unit"] or f"depth {len([n for n in numbered['number'].split('.') if n])}"


def _number(numbered: re.Match[str]) -> int:
    """The last of it: 3 of 1.2.3, 12 of 十二."""
    told = numbered["article"] or numbered["number"].rstrip(".").rpartition(".")[2]
    if told.isdecimal():
        return int(told)
    tens, ten, ones = told.partition("十")
    digits = "〇一二三四五六七八九"
    return 10 * max(1, digits.find(tens) if tens else 1) + max(0, digits.find(ones) if ones else 0) if ten else digits.find(told)
