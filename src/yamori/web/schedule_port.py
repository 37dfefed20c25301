"""What the Schedule view needs of the diary: tasks, routines and their ticks, the days' texts, shares and notices. `apps` fulfils it.

Every change says whose it is and carries a key that the page made: the same key does nothing twice. A change that was made from an
older state than the present one is refused with `InvalidRequest(where="version")`; what is not there any more is `NotFound`.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime
from datetime import time as Clock
from enum import StrEnum
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class TaskFields:
    """What a person may write into a task."""

    title: str
    date: Day | None = None
    """None: to be done some day."""
    time: Clock | None = None
    """In the home's wall-clock time; None: any time of the day."""
    minutes: int | None = None
    """How long it takes."""
    place: str | None = None
    memo: str | None = None
    done: bool = False


@dataclass(frozen=True, kw_only=True)
class CalendarSeen:
    """A calendar on somebody's server that is kept the same as the schedule."""

    id: int
    name: str


@dataclass(frozen=True, kw_only=True)
class TaskSeen:
    """A task as it stands now."""

    id: int
    fields: TaskFields
    version: int


@dataclass(frozen=True, kw_only=True)
class StepSeen:
    """One part of a routine; number 0 for one that is new."""

    id: int
    title: str
    minutes: int | None = None
    memo: str | None = None


@dataclass(frozen=True, kw_only=True)
class RoutineFields:
    """What a person may write into a routine."""

    title: str
    recurrence: str
    """An RFC 5545 rule without `RRULE:`."""
    starts: Day | None = None
    """None: today, or as it was."""
    time: Clock | None = None
    minutes: int | None = None
    place: str | None = None
    memo: str | None = None
    steps: tuple[StepSeen, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RoutineSeen:
    """A routine as it stands now."""

    id: int
    fields: RoutineFields
    days: tuple[str, ...]
    """`mon`, `thu` … of one that recurs on these days of every week; empty for any other rule."""
    version: int
    skipped: tuple[Day, ...] = ()
    """Days on which it does not take place though the rule names them, in order."""


@dataclass(frozen=True, kw_only=True)
class Occurrence:
    """A day on which a routine is due."""

    routine: RoutineSeen
    date: Day


Ticks = Mapping[tuple[int, Day], frozenset[int]]
"""Which steps of a routine were ticked off on a day, by their numbers; 0 stands for the routine as a whole."""


@dataclass(frozen=True, kw_only=True)
class DayText:
    """What a person wrote about one day."""

    date: Day
    text: str
    version: int


@dataclass(frozen=True, kw_only=True)
class Changed:
    """What one change did, as its journal has it."""

    key: str
    """Taken back by this."""
    kind: str
    """`task`, `routine`, `check` or `log`."""
    did: str
    """`added`, `moved`, `done` …; `unchanged` where it was so already."""
    about: str
    """The title of what was changed; a date for a day of the diary; empty where it is gone."""
    task: TaskSeen | None = None
    """As it is now; None when it is no task, or deleted."""


class Of(StrEnum):
    """What a reminder is of."""

    TASK = "task"
    ROUTINE = "routine"


@dataclass(frozen=True, kw_only=True)
class ReminderSeen:
    """A reminder that is still to come."""

    id: int
    due: datetime
    """In the home's time zone."""
    minutes: int
    """Before what it is of begins."""
    text: str | None = None
    """Words of its own; None: the title of what it is of."""


@dataclass(frozen=True, kw_only=True)
class DueSeen:
    """A timer, alarm or reminder that comes soon."""

    id: int
    text: str
    """Empty for a timer that is for nothing in particular."""
    due: datetime
    """In the home's time zone."""
    timer: bool


@dataclass(frozen=True, kw_only=True)
class Share:
    """A way in for readers: an address with a token that may look and change nothing."""

    id: int
    kind: str
    """`embed` for a calendar in somebody's page, `feed` for a calendar program."""
    name: str
    """What the person calls whoever has it; may be empty."""
    allows: tuple[str, ...]
    """Origins of the pages that may show an embedded calendar."""
    made: datetime


@dataclass(frozen=True, kw_only=True)
class Notice:
    """Something that a person is notified of at its time."""

    id: int
    text: str
    due: datetime
    """In the home's time zone."""
    missed: bool = False
    """It came so late that nobody was called: it is only shown."""


TaskEdit = Callable[[TaskFields], TaskFields]
RoutineEdit = Callable[[RoutineFields], RoutineFields]


class SchedulePort(Protocol):
    """The diary, seen from the page. Every method may raise a `YamoriError`."""

    def now(self) -> datetime:
        """In the home's time zone."""
        ...

    async def tasks(self, person: str, first: Day, last: Day) -> Sequence[TaskSeen]:
        """Those that touch a period, both days included, in order."""
        ...

    async def overdue(self, person: str) -> Sequence[TaskSeen]:
        """Open ones of earlier days, the latest of many."""
        ...

    async def someday(self, person: str) -> Sequence[TaskSeen]:
        """Open ones without a day, the newest of many."""
        ...

    async def calendars(self, person: str) -> Sequence[CalendarSeen]:
        """Those that the person has connected, oldest first."""
        ...

    async def in_calendars(self, person: str) -> Mapping[tuple[Of, int], int]:
        """The number of the connected calendar in which a task or routine lies; those that lie in none are left out."""
        ...

    async def task(self, person: str, id: int) -> TaskSeen: ...

    async def add_task(self, person: str, new: TaskFields, *, key: str) -> Changed: ...

    async def change_task(self, person: str, id: int, edit: TaskEdit, *, version: int, key: str) -> Changed: ...

    async def delete_task(self, person: str, id: int, *, version: int, key: str) -> Changed: ...

    async def routines(self, person: str) -> Sequence[RoutineSeen]: ...

    async def routine(self, person: str, id: int) -> RoutineSeen: ...

    async def add_routine(self, person: str, new: RoutineFields, *, key: str) -> Changed: ...

    async def change_routine(self, person: str, id: int, edit: RoutineEdit, *, version: int, key: str) -> Changed: ...

    async def delete_routine(self, person: str, id: int, *, version: int, key: str) -> Changed: ...

    async def repeat_task(self, person: str, id: int, new: RoutineFields, *, done: bool, version: int, key: str) -> Changed:
        """The task becomes this routine, with its reminders, as one act; with `done` its first day is ticked off.

        Raises `InvalidRequest(where="routine")` where there is such a routine already.
        """
        ...

    async def occurrences(self, person: str, first: Day, last: Day, *, routine: int | None = None) -> Sequence[Occurrence]:
        """When routines are due in a period, both days included; all of them, or this one."""
        ...

    async def next_due(self, person: str, after: Day) -> Mapping[int, Day]:
        """When each routine is due for the first time after a day, by its number; those that have ended are left out."""
        ...

    async def ticks(self, person: str, first: Day, last: Day) -> Ticks: ...

    async def kept(self, person: str, first: Day, last: Day) -> Mapping[int, frozenset[Day]]:
        """On which days of a period, both included, all of each routine was done, by its number."""
        ...

    async def streaks(self, person: str) -> Mapping[int, int]:
        """How often in a row each routine was done, by its number; today counts once it is done. Those that ended long ago are left out."""
        ...

    async def tick(self, person: str, routine: int, day: Day, *, step: int | None, done: bool, key: str) -> Changed: ...

    async def skip(self, person: str, routine: int, day: Day, *, skipped: bool, key: str) -> Changed:
        """Leave one day of a routine out, or have it take place after all."""
        ...

    async def reminders(self, person: str, of: Of, id: int) -> Sequence[ReminderSeen]:
        """Those of one task or routine that are still to come, soonest first."""
        ...

    async def due(self, person: str, until: datetime) -> Sequence[DueSeen]:
        """Timers, alarms and reminders that come until then, soonest first and not all of many."""
        ...

    async def remind(self, person: str, of: Of, id: int, minutes: int, *, key: str) -> Changed:
        """One more, so many minutes before it begins. Raises `InvalidRequest(where="at")` where that time has passed."""
        ...

    async def forget_reminder(self, person: str, id: int, *, key: str) -> Changed: ...

    async def day(self, person: str, day: Day) -> DayText | None: ...

    async def append(self, person: str, day: Day, text: str, *, key: str) -> Changed: ...

    async def overwrite(self, person: str, day: Day, text: str, *, version: int | None, key: str) -> Changed:
        """`version` is that of the text that was read; None where the day held nothing."""
        ...

    async def search(self, person: str, words: str) -> Sequence[DayText]:
        """Days whose text holds all of the words, newest first."""
        ...

    async def undo(self, person: str, change: str, *, key: str) -> Changed:
        """Take one change back."""
        ...

    async def shares(self, person: str) -> Sequence[Share]: ...

    async def share(self, person: str, kind: str, *, name: str, allows: Sequence[str], key: str) -> str:
        """A new token, which is shown this once."""
        ...

    async def unshare(self, person: str, id: int) -> None: ...

    async def embedded(self, token: str) -> tuple[str, tuple[str, ...]] | None:
        """Whose calendar an embed token shows, and to pages of which origins; None for one that was revoked or never was."""
        ...

    async def open_notices(self, person: str) -> tuple[int, Sequence[Notice]]:
        """What nobody has put away yet, oldest first and not all of many; and the number to go on from."""
        ...

    def notices(self, person: str, after: int) -> AsyncIterator[tuple[int, Notice]]:
        """Each notice numbered above `after`, as it comes. Ends when the household does."""
        ...

    async def see(self, person: str, notice: int) -> None:
        """The person has it on their screen."""
        ...

    async def dismiss(self, person: str, notice: int) -> None: ...

    async def snooze(self, person: str, notice: int, minutes: int, *, key: str) -> None:
        """Put it away, and tell it once more so many minutes from now."""
        ...
