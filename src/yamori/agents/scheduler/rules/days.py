"""A day as people see it: its tasks, the routines that fall on it with what was ticked off, and the time that is left between them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.log import DailyLog
from yamori.agents.scheduler.rules.occurrences import occurrences, past_occurrences
from yamori.agents.scheduler.rules.routine import Routine
from yamori.agents.scheduler.rules.titles import SURE, score
from yamori.domain.values import Value

UNSAID = timedelta(hours=1)
"""How long something is taken to last whose length nobody said."""


@dataclass(frozen=True, kw_only=True)
class RoutineDay:
    """One routine on one day."""

    routine: Routine
    date: Day
    ticked: frozenset[int] = frozenset()
    """The numbers of the steps that were done."""
    whole: bool = False
    """The routine was ticked off as a whole."""

    @property
    def done(self) -> bool:
        """As a whole, or every step of it."""
        return self.whole or (bool(self.routine.steps) and all(step.id in self.ticked for step in self.routine.steps))


def views(days: Iterable[RoutineDay]) -> list[Value]:
    """The days as JSON; a step says whether it is done. What is the same on each day of a routine is put together once."""
    of_routines: dict[int, tuple[Mapping[str, Value], list[Mapping[str, Value]]]] = {}
    found: list[Value] = []
    for day in days:
        routine = day.routine
        if routine.id not in of_routines:
            always = {k: v for k, v in routine.view().items() if k in ("id", "title", "time", "minutes", "place", "memo")}
            of_routines[routine.id] = always, [step.view() for step in routine.steps]
        row, steps = of_routines[routine.id]
        ticked: list[Value] = [{**step, "done": day.whole or step["id"] in day.ticked} for step in steps]
        found.append({**row, "date": day.date.isoformat(), "steps": ticked, "done": day.done})
    return found


def days_of_routines(routines: Iterable[Routine], ticks: Sequence[DailyLog], first: Day, last: Day) -> tuple[RoutineDay, ...]:
    """Every routine on every day of a period on which it comes round or was ticked off, by day and time."""
    done: dict[int, dict[Day, set[int | None]]] = {}
    for tick in ticks:
        if first <= tick.date <= last:
            done.setdefault(tick.routine_id, {}).setdefault(tick.date, set()).add(tick.step_id)
    found: list[RoutineDay] = []
    for routine in routines:
        ticked = done.get(routine.id, {})
        for day in {*occurrences(routine.recurrence, routine.starts, first, last, skipped=routine.skipped), *ticked}:
            steps = ticked.get(day, set())
            each = frozenset(step for step in steps if step is not None)
            found.append(RoutineDay(routine=routine, date=day, ticked=each, whole=None in steps))
    return tuple(sorted(found, key=lambda d: (d.date, d.routine.time or Clock.min, d.routine.id)))


def streak(routine: Routine, done: Collection[Day], today: Day, *, since: Day) -> int | None:
    """How many of the days on which the routine came round lately were done without a gap; today counts once it is done.

    `done` goes back to the day `since`; None where the streak began earlier than that.
    """
    count = 0
    for day in past_occurrences(routine.recurrence, routine.starts, today, skipped=routine.skipped):
        if day < since:
            return None
        if day in done:
            count += 1
        elif day != today:
            break
    return count


@dataclass(frozen=True, kw_only=True)
class Engagement:
    """Something that takes up a stretch of a day; wall-clock moments without a zone."""

    title: str
    start: datetime
    end: datetime

    def view(self) -> Mapping[str, Value]:
        return {"title": self.title, "start": self.start.isoformat(timespec="minutes"), "end": self.end.isoformat(timespec="minutes")}


def engagements(tasks: Iterable[CustomTask], days: Iterable[RoutineDay]) -> tuple[Engagement, ...]:
    """What has a day and a time, open or done, in order; what has no time takes up none of the day."""
    found = [
        Engagement(title=t.title, start=(start := datetime.combine(t.date, t.time)), end=start + (t.duration or UNSAID))
        for t in tasks
        if t.date is not None and t.time is not None
    ]
    for day in days:
        routine = day.routine
        if routine.time is not None:
            start = datetime.combine(day.date, routine.time)
            length = routine.duration or timedelta(minutes=sum(step.minutes or 0 for step in routine.steps)) or UNSAID
            found.append(Engagement(title=routine.title, start=start, end=start + length))
    return tuple(sorted(found, key=lambda e: (e.start, e.end, e.title)))


def upcoming(tasks: Iterable[CustomTask], days: Iterable[RoutineDay], now: datetime, *, about: str = "") -> tuple[Mapping[str, Value], ...]:
    """What comes next from this moment (wall clock): the first open entry that has a time, with what is to be done without one until
    its day; only what has a title like `about` where that is given."""
    today = now.date()
    rows = [(t.date, t.time, t.title) for t in tasks if t.date is not None and not t.done]
    rows += [(d.date, d.routine.time, d.routine.title) for d in days if not d.done]
    rows = [row for row in rows if not about or score(about, row[2]) >= SURE]
    timed = sorted((datetime.combine(day, time), title) for day, time, title in rows if time is not None)
    first = next(((at, title) for at, title in timed if at > now), None)
    untimed = sorted((day, title) for day, time, title in rows if time is None and today <= day <= (first[0].date() if first else Day.max))
    found: list[Mapping[str, Value]] = [{"title": title, "date": day.isoformat()} for day, title in untimed]
    if first is not None:
        found.append({"title": first[1], "date": first[0].date().isoformat(), "time": f"{first[0]:%H:%M}"})
    return tuple(found)


@dataclass(frozen=True, kw_only=True)
class Load:
    """How much is planned on a day."""

    date: Day
    minutes: int
    """That are taken up."""
    entries: int
    """Tasks and routines, with a time or without."""

    def view(self) -> Mapping[str, Value]:
        return {"date": self.date.isoformat(), "minutes": self.minutes, "entries": self.entries}


def loads(tasks: Sequence[CustomTask], days: Sequence[RoutineDay], first: Day, last: Day) -> tuple[Load, ...]:
    """Of every day of a period, in order."""
    taken: dict[Day, int] = {}
    for each in engagements(tasks, days):
        taken[each.start.date()] = taken.get(each.start.date(), 0) + int((each.end - each.start).total_seconds() // 60)
    planned = [t.date for t in tasks] + [d.date for d in days]
    every = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return tuple(Load(date=day, minutes=taken.get(day, 0), entries=planned.count(day)) for day in every)


def free_times(busy: Iterable[Engagement], begin: datetime, end: datetime, at_least: timedelta) -> tuple[tuple[datetime, datetime], ...]:
    """The stretches between `begin` and `end` in which nothing is planned, of at least this length."""
    free: list[tuple[datetime, datetime]] = []
    at = begin
    for each in sorted(busy, key=lambda e: e.start):
        if each.start > at:
            free.append((at, min(each.start, end)))
        at = max(at, each.end)
        if at >= end:
            break
    if at < end:
        free.append((at, end))
    return tuple((a, b) for a, b in free if b - a >= at_least and b > a)


def clashes(busy: Sequence[Engagement]) -> Iterator[tuple[Engagement, Engagement]]:
    """Pairs that overlap, in order."""
    ordered = sorted(busy, key=lambda e: e.start)
    for i, one in enumerate(ordered):
        for other in ordered[i + 1 :]:
            if other.start >= one.end:
                break
            yield one, other
