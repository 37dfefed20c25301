"""What a sentence may want of the diary, as the readers of both languages hand it on."""

from dataclasses import dataclass
from datetime import date as Day
from enum import StrEnum


class DiaryAct(StrEnum):
    APPEND = "append"
    OVERWRITE = "overwrite"
    DELETE = "delete"
    SHOW = "show"


@dataclass(frozen=True, kw_only=True)
class DiaryWish:
    """One thing wanted of one day of the diary, or of several to read."""

    act: DiaryAct
    text: str = ""
    date: Day | None = None
    """None: today."""
    end: Day | None = None
