"""What a sentence may want of routines, as the readers of both languages hand it on."""

from dataclasses import dataclass, field
from enum import StrEnum

from yamori.domain.when import When


class RoutineAct(StrEnum):
    CREATE = "create"
    DELETE = "delete"
    RENAME = "rename"
    TIMES = "times"
    """Other days, or another time."""
    SKIP = "skip"
    """Leave one day out."""
    ADD_STEP = "add step"
    DELETE_STEP = "delete step"
    TICK = "tick"
    UNTICK = "untick"
    SHOW = "show"


class Days(StrEnum):
    """What the days that were said do to those of the routine."""

    INSTEAD = "instead"
    ALSO = "also"
    NOT = "not"


@dataclass(frozen=True, kw_only=True)
class SpokenStep:
    title: str
    minutes: int | None = None


@dataclass(frozen=True, kw_only=True)
class RoutineWish:
    """One thing wanted of one routine."""

    act: RoutineAct
    words: str = ""
    """What points at the routine; empty or a pronoun for the one just spoken of."""
    title: str = ""
    """Of a CREATE or RENAME: what it is to be called."""
    step: str = ""
    """What points at the step, or at the routine as a whole, of a TICK; the step of DELETE_STEP."""
    steps: tuple[SpokenStep, ...] = ()
    """Of a CREATE or ADD_STEP."""
    when: When = field(default_factory=When)
    weekdays: tuple[int, ...] = ()
    """0 is Monday."""
    days: Days = Days.INSTEAD
    swapped: tuple[int, int] | None = None
    """Of TIMES: the one day that goes, and the one that comes in its place; the others stay."""
    said: str = ""
    """Of a SHOW: the whole question."""
    remind: bool = False
    """Of a CREATE: the person is to be told each time."""
    explicit: bool = False
    """The sentence says `routine`, `step` or the like, so that it is certainly about one."""
