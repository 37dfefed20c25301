"""Documents whose writer only typed the headings, as in plain text, and gave them no style."""

from typing import Any

from yamori.agents.lifestyle.reading.characters import visible
from yamori.agents.lifestyle.reading.drawn import SHORT, Heading, heading, is_above_list, is_title, marked
from yamori.agents.lifestyle.reading.sections import Section, mark_alike
from yamori.agents.lifestyle.reading.text import title_of

_RANKS = "23456", "89"
"""Of what is marked here, the outermost first: above and below the rank of what is bold or has a sign before it (`headings.SET_OFF`)."""
_LISTS = ("ol", "ul", "table")
_SET_OFF = "set off"
"""The style of rows that are bold or have a sign before them, which need no mark; where there are such, none is one for its length."""


def mark_headings(tree: Any) -> str | None:
    """Make h2, h3 … of the paragraphs that look like headings, where none is marked but the title; returns what the rows above the first
    one call the document."""
    if sum(1 for _ in tree.iter("h1", "h2", "h3", "h4", "h5", "h6")) > 1:
        return None
    rows = {p: _rows(p) for p in tree.iter("p") if next(p.iterancestors(*_LISTS), None) is None and _rows(p)}
    met = [Section([Heading(style, rows[p][0], 1)] if (style := _style(p, rows)) else [], rows[p]) for p in rows]
    mark_alike(met)
    found = {p: section.headings[0].style for p, section in zip(rows, met, strict=True) if section.headings}
    styles = list(dict.fromkeys(found.values()))
    if _SET_OFF in styles or next(tree.iter("h1", "h2"), None) is not None:
        styles = [style for style in styles if style != SHORT]
    above = styles[: styles.index(_SET_OFF)] if _SET_OFF in styles else styles
    ranks = {style: _RANKS[0][min(n, 4)] for n, style in enumerate(above)}
    ranks |= {style: _RANKS[1][min(n, 1)] for n, style in enumerate(styles[len(above) + 1 :])}
    for element, style in found.items():
        if style in ranks:
            element.tag = f"h{ranks[style]}"
    return title_of(met) if next(tree.iter("h1"), None) is None else None


def _style(element: Any, rows: dict[Any, list[str]]) -> str | None:
    """What makes a paragraph a heading; None where it is none."""
    block = rows[element]
    above, below = element.getprevious(), element.getnext()
    if _is_bold(element) or marked(block[0]):
        return _SET_OFF if is_title("\n".join(block)) else None
    listed = below is not None and below.tag in _LISTS
    found = heading(block, before=rows[above][-1] if above in rows else None, following=["-"] if listed else rows.get(below))
    if found is not None:
        return found.style if found.rows == len(block) else None
    return SHORT if listed and len(block) == 1 and is_above_list(block[0]) else None


def _rows(element: Any) -> list[str]:
    """With the spaces in them, which tell columns."""
    return [row for row in visible("".join(element.itertext())).split("\n") if row.strip()]


def _is_bold(element: Any) -> bool:
    """Whether the paragraph begins with something bold."""
    return not (element.text or "").strip() and len(element) > 0 and element[0].tag in ("b", "strong")
