"""The title of a conversation in a list: the first words of what was said in it, or what a person calls it; and how long ago it was.
Called by `store`, `turns` and `routes`; never asks a model."""

from datetime import datetime, timedelta
from enum import StrEnum

from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import single_line

_LONGEST = 48
_CLAUSE_ENDS = "。、．，！？；："
_BEFORE_A_BLANK = "!?;:,."
LONGEST_GIVEN = 200
"""Characters of a title that a person gives."""


class Age(StrEnum):
    """Where a conversation stands in a list."""

    TODAY = "today"
    WEEK = "week"
    """In the six days before."""
    OLDER = "older"


def age_of(last: datetime, now: datetime) -> Age:
    """By the days of `now`'s time zone."""
    days = now.date() - last.astimezone(now.tzinfo).date()
    return Age.TODAY if days <= timedelta(0) else Age.WEEK if days < timedelta(days=7) else Age.OLDER


def checked_title(text: str) -> str:
    """`text` on one line. Raises `InvalidRequest` where nothing is left of it, or it is too long."""
    title = " ".join(single_line(text).split())
    if not title or len(title) > LONGEST_GIVEN:
        raise InvalidRequest(f"a title has 1 to {LONGEST_GIVEN} characters", where="title")
    return title


def title_of(text: str, *, longest: int = _LONGEST) -> str:
    """`text` on one line; where it is too long, its longest start that ends with a clause, else with a word, and an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    start = line[: longest - 1]
    half = longest // 2  # a start shorter than this says too little
    clause = max((i for i in range(half, len(start)) if start[i] in _CLAUSE_ENDS + _BEFORE_A_BLANK and _ends_here(line, i)), default=0)
    word = start.rfind(" ", half) if line[len(start)] != " " else len(start)
    cut = clause or (word if word > 0 else len(start))
    return start[:cut].rstrip() + "…"


def _ends_here(line: str, at: int) -> bool:
    """Whether a clause ends with this character: one with a blank behind it also stands within a number (21.5, 7:30)."""
    return line[at] not in _BEFORE_A_BLANK or line[at + 1 : at + 2] in ("", " ")
