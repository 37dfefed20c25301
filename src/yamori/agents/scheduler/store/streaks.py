"""How often in a row each routine was done, for the tools and the page alike."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import timedelta, tzinfo

from yamori.agents.scheduler.rules.rows.days import streak
from yamori.agents.scheduler.rules.rows.occurrences import next_occurrence
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store.routines import Routines

LATELY = timedelta(days=28)
"""How far back streaks are looked for at first."""


async def streaks_of(routines: Sequence[Routine], day: Day, *, home: tzinfo, store: Routines, person: str) -> Mapping[int, int]:
    """Of each routine, up to this day; nothing goes on of one that ended before lately. Most streaks are short: only for those that go on
    is more read, further and further back."""
    found: dict[int, int] = {}
    before = day - min(LATELY, day - Day.min)
    open = [r for r in routines if next_occurrence(r.recurrence, r.starts, before, skipped=r.skipped) is not None]
    span = LATELY
    while open:
        since = Day.min + max(day - Day.min - span, timedelta(0))
        done = await store.done_days(since, day, person=person, ids=[r.id for r in open])
        for routine in open:
            length = streak(routine, done.get(routine.id, frozenset()), day, since=since, home=home)
            if length is not None:
                found[routine.id] = length
        open, span = [r for r in open if r.id not in found], 4 * span
    return found
