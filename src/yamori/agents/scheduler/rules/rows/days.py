"""A day as people see it: its tasks, the routines that fall on it with what was ticked off, and the time that is left between them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta, tzinfo
from datetime import time as Clock

from yamori.agents.scheduler.rules.rows.entry import CustomTask, last_day_of
from yamori.agents.scheduler.rules.rows.home_clock import at_home, is_of_another_zone, past_at_home
from yamori.agents.scheduler.rules.rows.log import DailyLog
from yamori.agents.scheduler.rules.rows.occurrences import occurrences
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.domain.values import Value

_SOME_DAY = Day(2026, 1, 1)
_DAY = timedelta(days=1)
UNSAID = timedelta(hours=1)
"""How long something is taken to last whose length nobody said."""


@dataclass(frozen=True, kw_only=True)
class RoutineDay:
    """One time that a routine comes round, on one day or on several."""

    routine: Routine
    """With its hour on the home's clock that day."""
    date: Day
    """Its first day, on the home's calendar."""
    ticked: frozenset[int] = frozenset()
    """The numbers of the steps that were done."""
    whole: bool = False
    """The routine was ticked off as a whole."""

    @property
    def last_day(self) -> Day:
        """The last day that it touches."""
        return last_day_of(self.date, self.routine.time, self.routine.duration)

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
            always = {k: v for k, v in routine.view().items() if k in ("id", "title", "minutes", "place", "memo")}
            of_routines[routine.id] = always, [step.view() for step in routine.steps]
        row, steps = of_routines[routine.id]
        ticked: list[Value] = [{**step, "done": day.whole or step["id"] in day.ticked} for step in steps]
        at: Mapping[str, Value] = {"time": f"{routine.time:%H:%M}"} if routine.time else {}
        found.append({**row, **at, "date": day.date.isoformat(), "steps": ticked, "done": day.done})
    return found


def occurrence_days(routine: Routine, first: Day, last: Day, home: tzinfo) -> tuple[tuple[Day, Routine], ...]:
    """The first days at home of all that takes place in a period, what began before it and lasts until then included, each with the routine
    at its hour that day."""
    begin = first_day_before(routine, first)
    until = last + _DAY if is_of_another_zone(routine, home) and last < Day.max else last
    days = occurrences(routine.recurrence, routine.starts, begin, until, skipped=routine.skipped)
    found = (at_home(routine, day, home) for day in days)
    return tuple(
        (day, here) for day, here in found if day <= last and (day >= first or last_day_of(day, here.time, here.duration) >= first)
    )


def first_day_before(routine: Routine, day: Day) -> Day:
    """The earliest day on which something could begin that still lasts on a day."""
    reach = last_day_of(_SOME_DAY, routine.time, routine.duration) - _SOME_DAY
    reach += 2 * _DAY if routine.zone and routine.time else timedelta(0)  # its days and hour at home are others
    return day - reach if day.toordinal() > reach.days else Day.min


def earliest_start(routines: Iterable[Routine], day: Day) -> Day:
    """The earliest day on which any of these could begin that still lasts on a day; that day itself where none lasts longer."""
    return min((first_day_before(routine, day) for routine in routines), default=day)


def days_of_routines(routines: Iterable[Routine], ticks: Sequence[DailyLog], first: Day, last: Day, home: tzinfo) -> tuple[RoutineDay, ...]:
    """Every routine as often as it takes place in a period or was ticked off in it, by day and time.

    What lasts several days is there once, by its first day, if any of them lies in the period, and is done if it was ticked off on any.
    """
    done: dict[int, dict[Day, set[int | None]]] = {}
    for tick in ticks:
        if tick.date <= last:
            done.setdefault(tick.routine_id, {}).setdefault(tick.date, set()).add(tick.step_id)
    found: list[RoutineDay] = []
    for routine in routines:
        taking_place = dict(occurrence_days(routine, first, last, home))
        ticked: dict[Day, set[int | None]] = {}
        for date, which in done.get(routine.id, {}).items():
            of = max((d for d, r in taking_place.items() if d <= date <= last_day_of(d, r.time, r.duration)), default=date)
            if of != date or date >= first or date in taking_place:
                ticked.setdefault(of, set()).update(which)
        for day in {*taking_place, *ticked}:
            steps = ticked.get(day, set())
            each = frozenset(step for step in steps if step is not None)
            found.append(RoutineDay(routine=taking_place.get(day, routine), date=day, ticked=each, whole=None in steps))
    return tuple(sorted(found, key=lambda d: (d.date, d.routine.time or Clock.min, d.routine.id)))


def streak(routine: Routine, done: Collection[Day], today: Day, *, since: Day, home: tzinfo) -> int | None:
    """How many of the days on which the routine came round lately were done without a gap; today counts once it is done.

    `done` goes back to the day `since`; None where the streak began earlier than that.
    """
    count = 0
    for day in past_at_home(routine, today, home):
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


def upcoming(
    tasks: Iterable[CustomTask], days: Iterable[RoutineDay], now: datetime, *, fits: Callable[[str], bool]
) -> tuple[Mapping[str, Value], ...]:
    """What comes next from this moment (wall clock): the first open entry that has a time, with what is to be done without one until
    its day; only what has a title that `fits`."""
    today = now.date()
    rows = [(t.date, t.time, t.title) for t in tasks if t.date is not None and not t.done]
    rows += [(d.date, d.routine.time, d.routine.title) for d in days if not d.done]
    rows = [row for row in rows if fits(row[2])]
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
    busy = engagements(tasks, days)
    planned = [(t.date, t.last_day) for t in tasks if t.date is not None and t.last_day is not None]
    planned += [(d.date, d.last_day) for d in days]
    found = []
    for day in (first + timedelta(days=n) for n in range((last - first).days + 1)):
        begins = datetime.combine(day, Clock.min)
        ends = begins + timedelta(days=1)
        taken = sum((min(e.end, ends) - max(e.start, begins) for e in busy if e.start < ends and begins < e.end), timedelta(0))
        entries = sum(start <= day <= end for start, end in planned)
        found.append(Load(date=day, minutes=int(taken.total_seconds() // 60), entries=entries))
    return tuple(found)


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
