"""The bookmarks of a PDF: which heading begins on which page."""

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from yamori.agents.lifestyle.reading.characters import line, without_radicals

_MOST = 20_000
_DEEPEST = 8
_SPACE = re.compile(r"[\s.．・:：|]+")


@dataclass(frozen=True, slots=True)
class Bookmark:
    title: str
    level: int
    """From 1 for the outermost."""
    top: float | None
    """Where on its page, in points above the foot; None for its head."""


def bookmarks(document: Any) -> dict[int, list[Bookmark]]:
    """By page, from 1. `document` is a `pypdfium2.PdfDocument`."""
    import pypdfium2.raw as pdfium

    found: dict[int, list[Bookmark]] = defaultdict(list)
    for count, entry in enumerate(document.get_toc(max_depth=_DEEPEST)):
        destination = entry.get_dest()
        index = destination.get_index() if destination is not None else None
        title = line(without_radicals(entry.get_title()))
        if count >= _MOST:
            break
        if index is None or not title:
            continue
        mode, place = destination.get_view()
        top = place[1] if mode == pdfium.PDFDEST_VIEW_XYZ and len(place) > 1 and place[1] else None
        found[index + 1].append(Bookmark(title, entry.level + 1, top))
    return dict(found)


def same_heading(text: str, title: str) -> bool:
    """Whether a paragraph is the bookmark's heading: numbers may stand before either."""
    one, other = (_SPACE.sub("", t).casefold() for t in (text, title))
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= 4 and longer.endswith(shorter) and len(longer) - len(shorter) <= 8
