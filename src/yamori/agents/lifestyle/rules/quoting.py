"""Which sentences of a passage are quoted: those that answer, whole and in their own order, never rephrased.

Numbers, units and warnings therefore reach the person as they stand in the paper.
"""

import re
from collections.abc import Sequence

from yamori.agents.lifestyle.rules.passages import Passage
from yamori.agents.lifestyle.rules.sentences import sentences, width
from yamori.agents.lifestyle.rules.word_lists import says

WHOLE = 700
"""Columns up to which a passage is quoted whole, as nearly every one is: of 43 right passages ten lost what answers where only the
sentences nearest to the question were quoted (docs/measurements.md)."""
SHORT = 340
"""Columns up to which it is translated whole, which takes a model seconds."""
MOST = 4
"""Sentences of a longer one."""
_ITEM = re.compile(r"\s*(?:[-*•・●○□▪◆]|\(?\d{1,2}[.)）、]|[①-⑳]|(?:step|手順)\s*\d)", re.IGNORECASE)
_ROW = re.compile(r"[^:;\n]{1,40}: (?=[^\n]*; [^:;\n]{1,40}: )")
"""The first header of a table's row, as `reading/tables.py` writes it."""


def pieces(passage: Passage) -> list[str]:
    """The sentences of a passage, a list's items each as one."""
    return sentences(passage.text)


def excerpt(passage: Passage, title: str, likeness: Sequence[float], *, columns: int) -> str:
    """The passage as a model sees it: what it is about, and the sentences that fit best, as many as there is room for."""
    parts = pieces(passage)
    kept: list[int] = []
    first = 0 if passage.question else None  # an entry answers with its first sentence
    for index in sorted(range(len(parts)), key=lambda i: (i != first, -likeness[i])):
        columns -= width(parts[index])
        if kept and columns < 0:
            break
        kept.append(index)
    about = passage.question or " - ".join(dict.fromkeys((title, *passage.headings[-2:])))
    return f"{about}: {' '.join(parts[i] for i in sorted(kept))}"


def share_a_table(first: Passage, second: Passage) -> bool:
    """Whether the second begins with a row of the table that the first one ends with or holds: it was too long for one passage."""
    if first.headings != second.headings or (row := _ROW.match(second.text)) is None:
        return False
    return any(before.group() == row.group() for line in first.text.splitlines() if (before := _ROW.match(line)))


def chosen(passage: Passage, likeness: Sequence[float], *, whole: int = WHOLE) -> list[int]:
    """Which `pieces` are quoted, given how well each fits the question, in their order; all of them up to `whole` columns."""
    found = pieces(passage)
    total = sum(width(s) for s in found)
    if total <= whole or len(found) <= 2:
        return list(range(len(found)))
    best = max(range(len(found)), key=lambda i: likeness[i])
    if _ITEM.match(found[best]) or found[best].rstrip().endswith((":", "：")):
        return _list_around(found, best)
    kept = {best}
    for near in sorted(range(len(found)), key=lambda i: -likeness[i]):
        if len(kept) < MOST and abs(near - best) <= 1:
            kept.add(near)
    kept |= {i for i, s in enumerate(found) if abs(i - best) <= MOST and says(s.lower(), "warnings")}
    return sorted(kept)


def _list_around(found: Sequence[str], best: int) -> list[int]:
    """A list is only right as a whole: with the line that introduces it."""
    first = last = best
    while first > 0 and (_ITEM.match(found[first]) or found[first - 1].rstrip().endswith((":", "："))):
        first -= 1
        if not _ITEM.match(found[first]):
            break
    while last + 1 < len(found) and _ITEM.match(found[last + 1]):
        last += 1
    return list(range(first, last + 1))
