"""A paper as it is read on the page: its passages in order, with a heading or a page number where a new one begins. Plain functions."""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.web.paper_port import PassageSeen

_HIGHEST, _DEEPEST = 3, 6
"""Levels of headings on the page, under the paper's title."""


@dataclass(frozen=True, kw_only=True)
class Block:
    """One passage with what begins before it."""

    passage: PassageSeen
    headings: tuple[tuple[int, str], ...] = ()
    """Those that are new here, each with its level."""
    page: int | None = None
    """Where a new one begins."""


def blocks(passages: Sequence[PassageSeen], *, title: str) -> list[Block]:
    """In the order of the paper. Its title stands above it already."""
    found: list[Block] = []
    above: tuple[str, ...] = ()
    page: int | None = None
    for passage in passages:
        headings = passage.headings[1:] if passage.headings[:1] == (title,) else passage.headings
        same = next((n for n, (a, b) in enumerate(zip(headings, above, strict=False)) if a != b), min(len(headings), len(above)))
        new = tuple((min(_HIGHEST + n, _DEEPEST), text) for n, text in enumerate(headings) if n >= same)
        found.append(Block(passage=passage, headings=new, page=passage.page if passage.page != page else None))
        above, page = headings, passage.page
    return found
