"""What is known of a person's schedule when one of their sentences is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Day
from datetime import datetime

from yamori.agents.scheduler.external import Collection
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.domain.agenda import ListItem
from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a decision looks at besides the sentence."""

    tasks: Sequence[CustomTask]
    """All of the person's, done ones too, in the order of their days."""
    now: datetime
    language: Language
    routines: Sequence[Routine] = ()
    """All of the person's."""
    focus: tuple[int, ...] = ()
    """The tasks just spoken of."""
    routine_focus: tuple[int, ...] = ()
    """The routines just spoken of."""
    reminders: Sequence[Reminder] = ()
    """Those that are still to come."""
    diary_day: Day | None = None
    """The day of the diary just spoken of."""
    undo: tuple[object, ...] = ()
    """What was just done, as (what, key of the change)."""
    chosen: str = ""
    """What the person answered when asked which one."""
    collections: Sequence[Collection] = ()
    """The lists and calendars of other systems."""
    items: Mapping[str, Sequence[ListItem]] = field(default_factory=dict)
    """The open entries of those lists, by the list's id; only of lists that were looked at."""

    @property
    def titles(self) -> list[str]:
        """Of tasks, routines and steps: words that mean a row wherever they stand."""
        steps = [step.title for routine in self.routines for step in routine.steps]
        return [t.title for t in self.tasks] + [r.title for r in self.routines] + steps
