"""Where in a file something could not be read: written in English by the readers, and said in either language."""

import re
from typing import Literal

_WITHIN = " › "
_PAGE = re.compile(r"page (\d+)")
_PAGES = re.compile(r"pages (\d+) to (\d+)")
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_PAGE, r"\1ページ"),
    (_PAGES, r"\1〜\2ページ"),
    (re.compile(r"from page (\d+) on"), r"\1ページ以降"),
    (re.compile(r"line (\d+)"), r"\1行目"),
    (re.compile(r"picture (\d+)"), r"\1枚目の画像"),
    (re.compile(r"attachment (.+)"), r"添付ファイル「\1」"),
    (re.compile(r"other places"), "そのほかの箇所"),
    (re.compile(r"the rest"), "残りの部分"),
)


def page(first: int, last: int | None = None) -> str:
    return f"page {first}" if last is None or last == first else f"pages {first} to {last}"


def from_page(first: int) -> str:
    return f"from page {first} on"


def line(number: int) -> str:
    return f"line {number}"


def picture(number: int) -> str:
    return f"picture {number}"


def attachment(name: str) -> str:
    return f"attachment {name}"


REST = "the rest"
OTHERS = "other places"


def within(outer: str, inner: str) -> str:
    """A place in a file that is part of another."""
    return f"{outer}{_WITHIN}{inner}"


def said(where: str, language: Literal["en", "ja"]) -> str:
    """What the readers wrote, for a person."""
    if language == "ja":
        return _WITHIN.join(_japanese(piece) for piece in where.split(_WITHIN))
    return where[:1].upper() + where[1:]


def _japanese(where: str) -> str:
    found = ((form.fullmatch(where), japanese) for form, japanese in _FORMS)
    return next((match.expand(japanese) for match, japanese in found if match), where)


def pages_of(where: str) -> tuple[int, int] | None:
    """The first and the last page that it names."""
    if one := _PAGE.fullmatch(where):
        return int(one[1]), int(one[1])
    several = _PAGES.fullmatch(where)
    return (int(several[1]), int(several[2])) if several else None
