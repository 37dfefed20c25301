"""Headings that nobody marked as such: drawn with characters, numbered, in capitals, or a line left short above text or a list."""

import re
from typing import NamedTuple

from yamori.agents.lifestyle.rules.sentences import width

_HEADING_WIDTH = 80
_LIST_WIDTH = 40
"""Columns of a heading above a list, which may be as short as it."""
UNDERLINE = re.compile(r"\s*([=\-~*#_＝―─━])\1{2,}\s*")
_MARKED = re.compile(r"([■□◆◇▼▽★☆§])\s*(?=\S)|(#{1,6})\s+(?=\S)")
_BRACKETED = re.compile(r"([【［《〈])[^】］》〉]+[】］》〉]|(【)[^】]+】\s*\S{1,20}(?<![。．！？.!?、,])")
_NUMBERED = re.compile(
    r"(?:第\s*(?P<article>[0-9０-９一二三四五六七八九十百]+)\s*(?P<unit>[章節条項部編])"
    r"|(?P<number>(?:[0-9]+\.)+[0-9]*|[0-9０-９]{1,2}(?=[.)．、\s])|[一二三四五六七八九十]{1,3}(?=[.．、\s]))"
    r"(?:[.)．、]?\s|[.．、](?=[\u3000-\u9fff])))\s*\S"
)
ITEM = re.compile(
    r"\s*(?:[-*+•‣◦●○・‐–▪▸➢✓]\s*(?=\S)|(?:[0-9０-９]{1,3}[.)．)、:](?![0-9])|[(（][0-9０-９a-zA-Zア-ン]{1,2}[)）]|[①-⑳ⅰ-ⅹⅠ-Ⅹ])\s*(?=\S))"
)
_ENDED = re.compile(r"[。．！？.!?、,;；]\s*$")
_SAID = re.compile(r"[。！？.!?][」』)）\"']?\s*$")
"""The end of a sentence."""
_LEADS = re.compile(r"[:：\-–—~〜…]\s*$")
"""The end of a row that leads on to what stands below and names nothing."""
_GOES_ON = re.compile(r"\s*[a-z(（)）、。,.]")
"""The beginning of a row that goes on with the one before."""
_ADDRESSED = re.compile(
    r"(?:dear|hi|hello|date|tel|phone|e?-?mail)\b|(?:to|from)\b[:：]?\s*(?:(?-i:[A-Z])|the\b|all\b|$)|(?:mr|mrs|ms|dr)\b|.*(?:様|さま|さん|殿|各位|御中)$|.*(?:@|://)"
    r"|(?:\w+,? )?\d{1,2}(?:st|nd|rd|th|\.)? \w+,? \d{4}$|\w+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}$|.{0,4}年\s*\d+月\s*\d+日.{0,5}$",
    re.IGNORECASE,
)
"""A row of a letter that says to whom, from where or when, and not about what."""
_FILLED = re.compile(r".*\S(?:\s{2,}|\t)\S|[^:：]{1,16}[:：]\s*\S|.*(?:…|・・|\.\.).*\S|.*\d[\d-]{4}|\D*(?:\d[\d,.]*\D+){3}\d")
"""A row of a table or of figures, or a name and what is filled in."""
_STREET = re.compile(r"〒|\d{1,3}[a-zA-Z]?,? [A-Z]|.{0,30}(?:丁目|番地)")
_CAPITALS = re.compile(r"(?=.*[A-Z]{3})[^a-z\u3000-\u9fff]+(?:[(（].*[)）])?$")
_BODY = 60
"""Columns from which on a row is text."""


class Heading(NamedTuple):
    """At the beginning of a block of rows."""

    style: str
    """Those of one style are of one rank."""
    text: str
    rows: int
    """That it takes."""


def heading(block: list[str], *, before: str | None = None, following: list[str] | None = None) -> Heading | None:
    """The heading that the block begins with; `before` is the row above it, `following` the next block."""
    row = block[0].strip()
    if not row or width(row) > _HEADING_WIDTH or UNDERLINE.fullmatch(row):
        return None
    if len(block) > 1 and (drawn := UNDERLINE.fullmatch(block[1])) and not ITEM.match(row):
        return Heading(f"under {drawn[1]}", row, 2)
    if set_off := marked(row):
        return set_off
    if _ENDED.search(row) or _ADDRESSED.match(row):
        return None
    if numbered := _NUMBERED.match(row):
        return Heading(_depth(numbered), row, 1) if _heads(numbered, block[1:], before, following) else None
    capitals = _CAPITALS.match(row) is not None
    named = not (ITEM.match(row) or _LEADS.search(row) or (_FILLED.match(row) and not capitals))
    if named and _stands_above(row, block[1:], following):
        return Heading("capitals" if capitals else "short", row, 1)
    return None


def marked(row: str) -> Heading | None:
    """A row with a square or a star before it, or in brackets: a heading wherever it stands."""
    if found := _MARKED.match(row):
        return Heading(found[1] or found[2], row[found.end() :].strip("■□◆◇▼▽★☆# "), 1)
    if (found := _BRACKETED.fullmatch(row)) and len(row) > 2:
        return Heading(found[1] or found[2], row[1:-1] if found[1] else row, 1)
    return None


def names(row: str, *, first: bool) -> bool:
    """Whether a row could say what a paper is: no name, date, address or sentence and, but for the `first`, nothing filled in."""
    told = _ADDRESSED.match(row.strip()) or _ENDED.search(row) or _LEADS.search(row)
    return not told and (first or not (_FILLED.match(row.strip()) or _is_address(row.strip())))


def _is_address(row: str) -> bool:
    """Whether somebody lives there: a street and its number, or names in capitals with a comma between them."""
    places = row.split(", ")
    return _STREET.match(row) is not None or (len(places) > 1 and all(word[:1].isupper() for word in row.split()) and not row.isupper())


def is_above_list(row: str) -> bool:
    """Whether a row with a list or a table below it is its heading, and not a sentence that leads on to it."""
    return names(row, first=False) and width(row) < _LIST_WIDTH


def is_title(text: str) -> bool:
    """Whether what is set in bold is short enough for a heading, and no sentence."""
    return 0 < width(text) <= _HEADING_WIDTH and "\n" not in text and not _ENDED.search(text) and not _FILLED.match(text)


def _heads(numbered: re.Match[str], rest: list[str], before: str | None, following: list[str] | None) -> bool:
    """Whether a numbered row is a heading and not one of a list."""
    above, below = _NUMBERED.match(before.strip()) if before else None, rest or (following or [])[:1]
    listed = (above and _is_next(above, numbered.string)) or any(_is_next(numbered, row) for row in below)
    return bool(below) and not listed and (not rest or _is_short(numbered.string, rest))


def _stands_above(row: str, rest: list[str], following: list[str] | None) -> bool:
    """Whether a short row names what comes below: text, a list, or a numbered heading."""
    if rest:
        listed = len(rest) > 1 and all(ITEM.match(r) for r in rest[:2]) and width(row) < _LIST_WIDTH
        return listed or (_is_short(row, rest) and is_body(rest[0]))
    if following is None:
        return False
    return is_body(following[0]) or bool(_NUMBERED.match(following[0].strip()) and len(following) > 1)


def _is_short(row: str, rest: list[str]) -> bool:
    """Whether it ended before the width of the text, and no sentence goes on below."""
    return not _GOES_ON.match(rest[0]) and width(row) <= 0.75 * max(width(r.rstrip()) for r in rest)


def is_body(row: str) -> bool:
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
