"""Headings that nobody marked as such: drawn with characters, numbered, in capitals, or a line left short above text or a list.

Our own, because what libraries offer for plain text (unstructured's `is_possible_title`) is few words without a full stop, and English.
"""

import re
from typing import NamedTuple

from yamori.agents.lifestyle.reading.numbering import Numbered, numbered
from yamori.agents.lifestyle.rules.sentences import width

_HEADING_WIDTH = 80
_LIST_WIDTH = 40
"""Columns of a heading above a list, which may be as short as it."""
_ALWAYS_SHORT = 24
"""Columns of a heading however short the text below it is."""
UNDERLINE = re.compile(r"\s*([=\-~*#_＝―─━])\1{2,}\s*")
_MARKED = re.compile(r"([■□◆◇▼▽★☆§])\s*(?=\S)|(#{1,6})\s+(?=\S)")
_BULLETED = re.compile(r"([●◎○◯•・※▶►▷＊➤◉])\s*(?=\S)")
_BRACKETED = re.compile(
    r"([【［《〈＜〔≪<]|\[(?!\d+\]|.\]|\w+:))[^】］》〉＞〕≫>\]]+[】］》〉＞〕≫>\]]|(【)[^】]+】\s*\S{1,20}(?<![。．！？.!?、,])"
)
_BALANCED = re.compile(r"([^\w\s「」『』（）()\[\]\"'“”‘’.,。、・…|`/\\]{1,6})\s*(?=.*[^\W\d])(\S.*?)\s*\1")
_ASKED = re.compile(r"(?:[QＱ]\s*[0-9０-９]{0,2}|[問質]問?\s*[0-9０-９]{0,2})\s*[.．:：、)）]?\s+\S|[QＱ][0-9０-９]{0,2}[.．:：、)）]\S")
_ANSWERED = re.compile(r"(?:[AＡ]\s*[0-9０-９]{0,2}|答え?)\s*[.．:：、)）]?\s*\S")
_LONGEST_QUESTION = 3
"""Rows until its answer."""
ITEM = re.compile(
    r"\s*(?:[-*+•‣◦●○・‐–▪▸➢✓]\s*(?=\S)|(?:[0-9０-９]{1,3}[.)．)、:](?![0-9])|[(（][0-9０-９a-zA-Zア-ン]{1,2}[)）]|[①-⑳ⅰ-ⅹⅠ-Ⅹ])\s*(?=\S))"
)
_ENDED = re.compile(r"[。．！？.!?、,;；]\s*$")
_STOPPED = re.compile(r"[。．！.!、,;；]\s*$")
_SAID = re.compile(r"[。！？.!?][」』)）\"']?\s*$")
"""The end of a sentence."""
_ASKS = re.compile(r"(?:ください|下さい|です|ます|ません|ました|でした)\W*$")
"""The end of a sentence of politeness, without its full stop."""
_PARENTHESIS = re.compile(r"[(（].*[)）]")
_SENTENCES = re.compile(r"[。！？]\s*\S|[!?]\s+\S")
"""The end of one and the beginning of the next."""
_LEADS = re.compile(r"[:：\-–—~〜…]\s*$")
"""The end of a row that leads on to what stands below and names nothing."""
_LABEL = re.compile(r"[a-zA-Z\u3040-\u30ff\u3400-\u9fff][^:：。、,;]{0,30}[:：]\s*$")
_MOST_WORDS = 5
_GOES_ON = re.compile(r"\s*[a-z(（)）、。,.]")
"""The beginning of a row that goes on with the one before."""
_ADDRESSED = re.compile(
    r"(?:dear|hi|hello|date|tel|phone|e?-?mail)\b|(?:to|from)\b[:：]?\s*(?:(?-i:[A-Z])|the\b|all\b|$)|(?:mr|mrs|ms|dr)\b"
    r"|.*(?:様|さま|さん|殿|各位|御中)$|[^のを]{1,8}へ$|.*(?:@|://)"
    r"|(?:\w+,? )?\d{1,2}(?:st|nd|rd|th|\.)? \w+,? \d{4}$|\w+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}$|.{0,6}年\s*\d+月\s*(?:\d+日|吉日).{0,5}$"
    r"|(?:前略|拝啓|敬具|草々|かしこ|追伸|記|以上|p\.? ?s\.?)$",
    re.IGNORECASE,
)
"""A row of a letter that says to whom, from where or when, and not about what."""
_COLUMNS = re.compile(r".*\S(?:\s{2,}|\t|\u3000\s*)\S")
_FILLED = re.compile(r".*\S(?:\s{2,}|\t)\S|[^:：]{1,16}[:：]\s*\S|.*(?:…|・・|\.\.).*\S|.*\d[\d-]{4}|\D*(?:\d[\d,.]*\D+){3}\d")
"""A row of a table or of figures, or a name and what is filled in."""
_PART = re.compile(r"[^:：\d]{1,12}(?:[A-Z]|[0-9０-９]{1,2})[:：]\s*[^\d\s][^:：]*$")
"""Section B: …, ステップ２：…"""
_STREET = re.compile(r"〒|\d{1,3}[a-zA-Z]?,? [A-Z]|\d+(?:st|nd|rd|th) [A-Z].*,|.*\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|.{0,30}(?:丁目|番地)")
_CAPITALS = re.compile(r"(?=.*[A-Z]{3})[^a-z\u3000-\u9fff]+(?:[(（].*[)）])?$")
_BODY = 60
"""Columns from which on a row is text."""
_ENOUGH = 40
"""Rows of a block that are looked at."""
SHORT, CAPITALS, LABEL = "short", "capitals", "label"
"""Styles of headings that nothing but their length, their letters or a colon shows."""


class Heading(NamedTuple):
    """At the beginning of a block of rows."""

    style: str
    """Those of one style are of one rank."""
    text: str
    rows: int
    """That it takes."""


def heading(block: list[str], *, before: str | None = None, following: list[str] | None = None) -> Heading | None:
    """The heading that the block begins with; `before` is the row above it, `following` the next block."""
    block = _dedented(block[:_ENOUGH])
    row = block[0].strip()
    if UNDERLINE.fullmatch(row):
        below = heading(block[1:], before=before, following=following) if len(block) > 1 else None
        return below and below._replace(rows=below.rows + 1)
    if width(row) > _HEADING_WIDTH:
        return None
    if underlined := _underlined(block):
        return underlined
    if set_off := marked(row) or question(block, following) or _bulleted(row, block[1:], before, following):
        return set_off
    if _ENDED.search(row) or _ADDRESSED.match(row):
        return None
    if number := numbered(row):
        return Heading(number.depth, row, 1) if _heads(number, row, block[1:], before, following) else None
    style = _named(row)
    return Heading(style, row, 1) if style and _stands_above(row, block[1:], following) else None


def marked(row: str) -> Heading | None:
    """A row with a square or a star before it, in brackets, or between two signs: a heading wherever it stands."""
    row = row.strip()
    if width(row) > _HEADING_WIDTH:
        return None
    if found := _BALANCED.fullmatch(row):
        said = _STOPPED.search(found[2]) or _SENTENCES.search(found[2]) or _ASKS.search(found[2])
        return Heading(found[1][0], found[2], 1) if not said and (len(found[1]) > 1 or not found[2][0].islower()) else None
    if (found := _MARKED.match(row)) and not _SENTENCES.search(row):
        return Heading(found[1] or found[2], row[found.end() :].strip("■□◆◇▼▽★☆# "), 1)
    if (found := _BRACKETED.fullmatch(row)) and not _ADDRESSED.match(row):
        return Heading(found[1] or found[2], row[1:-1].strip() if found[1] else row, 1)
    return None


def label(row: str, *, alone: bool) -> Heading | None:
    """A name with a colon behind it, in small letters only where it stands `alone`; a heading where the paper has several."""
    row = row.strip()
    if (row[:1].islower() and not alone) or len(row.split()) > _MOST_WORDS or _ADDRESSED.match(row):
        return None
    return Heading(LABEL, row.rstrip(":："), 1) if _LABEL.fullmatch(row) else None


def names(row: str, *, first: bool) -> bool:
    """Whether a row could say what a paper is: no name, date, address or sentence and, but for the `first`, nothing filled in."""
    separate = _ADDRESSED.match(row.strip()) or _ENDED.search(row) or _LEADS.search(row) or UNDERLINE.fullmatch(row)
    return not separate and (first or not (_is_filled(row.strip()) or _is_address(row.strip())))


def is_capitals(row: str) -> bool:
    """Whether a row in capitals names something; a heading where the paper has several."""
    return names(row, first=False) and _named(row.strip()) == CAPITALS


def is_above_list(row: str) -> bool:
    """Whether a row with a list or a table below it is its heading, and not a sentence that leads on to it."""
    return names(row, first=False) and width(row) < _LIST_WIDTH


def is_title(text: str) -> bool:
    """Whether what is set in bold is short enough for a heading, and no sentence."""
    filled = _FILLED.match(text) and not _PART.match(text)
    return 0 < width(text) <= _HEADING_WIDTH and "\n" not in text and not _ENDED.search(text) and not filled


def is_body(row: str) -> bool:
    """Whether a row is text, and neither a name nor a heading."""
    return width(row.strip()) >= _BODY or bool(_SAID.search(row))


def _named(row: str) -> str | None:
    """The style in which a row without any sign could be a heading; None for a sentence, an item, an address and what is filled in."""
    if (
        ITEM.match(row)
        or _LEADS.search(row)
        or _SENTENCES.search(row)
        or _ASKS.search(row)
        or _PARENTHESIS.fullmatch(row)
        or _STREET.match(row)
    ):
        return None
    if _CAPITALS.match(row):
        return CAPITALS
    return None if _is_filled(row) else SHORT


def _is_filled(row: str) -> bool:
    """Whether it is a row of a table, or a name and what is filled in."""
    return bool(_FILLED.match(row)) or (_COLUMNS.match(row) is not None and any(c.isdecimal() for c in row))


def _is_address(row: str) -> bool:
    """Whether somebody lives there: a street and its number, or names in capitals with a comma between them."""
    places = row.split(", ")
    return _STREET.match(row) is not None or (len(places) > 1 and all(word[:1].isupper() for word in row.split()) and not row.isupper())


def _dedented(block: list[str]) -> list[str]:
    """Without the space before the first row."""
    most = len(block[0]) - len(block[0].lstrip())
    return [row[min(most, len(row) - len(row.lstrip())) :] for row in block]


def _underlined(block: list[str]) -> Heading | None:
    """One row or two with a line drawn below."""
    for rows in (1, 2):
        drawn = UNDERLINE.fullmatch(block[rows]) if len(block) > rows else None
        if drawn and not any(ITEM.match(row) or width(row) > _HEADING_WIDTH for row in block[:rows]):
            set_off = marked(block[0]) if rows == 1 else None
            return Heading(f"under {drawn[1]}", set_off.text if set_off else " ".join(row.strip() for row in block[:rows]), rows + 1)
    return None


def question(block: list[str], following: list[str] | None = None) -> Heading | None:
    """Q1. … with its answer below, which may begin with an A."""
    if not _ASKED.match(block[0].strip()):
        return None
    below = [*block[1 : _LONGEST_QUESTION + 1], *(following or [])[:1]]
    answer = next((n for n, row in enumerate(below, start=1) if _ANSWERED.match(row.strip())), None)
    counted = any(c.isdecimal() for c in block[0].strip()[:4])
    if answer is None and counted and len(block) <= _LONGEST_QUESTION and following and not _ASKED.match(following[0].strip()):
        answer = len(block)
    return Heading("question", " ".join(row.strip() for row in block[:answer]), min(answer, len(block))) if answer else None


def _bulleted(row: str, rest: list[str], before: str | None, following: list[str] | None) -> Heading | None:
    """A bullet that stands above text and beside no other one."""
    found, below = _BULLETED.match(row), rest or following or []
    if found is None or not below or _ENDED.search(row) or _SENTENCES.search(row) or _ASKS.search(row):
        return None
    listed = any(other is not None and other.strip().startswith(found[1]) for other in (before, below[0]))
    return Heading(found[1], row[found.end() :], 1) if not listed and (not rest or _is_short(row, rest)) else None


def _heads(number: Numbered, row: str, rest: list[str], before: str | None, following: list[str] | None) -> bool:
    """Whether a numbered row is a heading and not one of a list."""
    above, below = numbered(before) if before else None, rest or (following or [])[:1]
    listed = (above is not None and above.is_next(row)) or any(number.is_next(other) for other in below)
    if not below or listed:
        return False
    counts = number.bare and rest and rest[0].strip()[:1].isdecimal()
    return not rest or number.of_rules or (not counts and _is_short(row, rest))


def _stands_above(row: str, rest: list[str], following: list[str] | None) -> bool:
    """Whether a short row names what comes below: text, a list, a table, or a numbered heading."""
    if rest:
        listed = len(rest) > 1 and (all(ITEM.match(r) for r in rest[:2]) or all(_COLUMNS.match(r.strip()) for r in rest))
        return (listed and width(row) < _LIST_WIDTH and not _COLUMNS.match(row)) or (_is_short(row, rest) and is_body(rest[0]))
    if following is None:
        return False
    return is_body(following[0]) or bool(numbered(following[0]) and len(following) > 1)


def _is_short(row: str, rest: list[str]) -> bool:
    """Whether it ended before the width of the text, and no sentence goes on below."""
    return not _GOES_ON.match(rest[0]) and width(row) <= max(_ALWAYS_SHORT, 0.75 * max(width(r.rstrip()) for r in rest))
