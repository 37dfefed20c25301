"""Rows that begin with a number: 1. 1.2 (3) 第4条 五、 ６．"""

import re
from typing import NamedTuple

_KANJI = "〇一二三四五六七八九"
_NUMBERED = re.compile(
    r"(?:第\s*(?P<article>[0-9０-９一二三四五六七八九十百]+)\s*(?P<unit>[章節条項部編]|号議案|号)"
    r"|[(（](?P<inside>[0-9０-９]{1,2}|[一二三四五六七八九十]{1,3})[)）](?=\s*\D)"
    r"|(?P<number>(?:[0-9]+\.)+[0-9]*|[0-9０-９]{1,2}(?=[.)．、）\s])|[一二三四五六七八九十]{1,3}(?=[.．、\s]))"
    r"(?:[.)．、）]?\s|[.．、）](?=[\u3000-\u9fff])))\s*\S"
)


class Numbered(NamedTuple):
    """What a row begins with."""

    depth: str
    """The same for rows of one list, or of headings of one rank."""
    number: int
    """The last of it: 3 of 1.2.3, 12 of 十二."""
    of_rules: bool = False
    """An article or a chapter, which no list item is."""
    bare: bool = False
    """With nothing behind it but a space, as an amount."""

    def is_next(self, row: str) -> bool:
        """Whether a row counts on from this one."""
        other = numbered(row)
        return other is not None and (other.depth, other.number) == (self.depth, self.number + 1)


def numbered(row: str) -> Numbered | None:
    found = _NUMBERED.match(row.strip())
    if found is None:
        return None
    if found["article"]:
        return Numbered(found["unit"], _value(found["article"]), of_rules=True)
    if found["inside"]:
        return Numbered("in brackets", _value(found["inside"]))
    parts = [n for n in found["number"].split(".") if n]
    return Numbered(
        f"depth {len(parts)}", _value(parts[-1]), bare=row.strip()[len(found["number"])].isspace() and "." not in found["number"]
    )


def _value(numeral: str) -> int:
    if numeral.isdecimal():
        return int(numeral)
    tens, ten, ones = numeral.partition("十")
    return 10 * max(1, _KANJI.find(tens) if tens else 1) + max(0, _KANJI.find(ones) if ones else 0) if ten else _KANJI.find(numeral)
