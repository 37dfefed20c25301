"""What a sentence may ask for of the diary, as the readers of both languages hand it on."""

from dataclasses import dataclass
from datetime import date as Day
from enum import StrEnum


class DiaryAction(StrEnum):
    APPEND = "append"
    OVERWRITE = "overwrite"
    DELETE = "delete"
    SHOW = "show"


@dataclass(frozen=True, kw_only=True)
class DiaryIntent:
    """One request about one day of the diary, or of several to read."""

    action: DiaryAction
    text: str = ""
    date: Day | None = None
    """None: today."""
    end: Day | None = None
