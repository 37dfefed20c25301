"""From what is asked of a routine to tool calls: a new one, what of it is ticked off, and other days or another time for it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.resolution import BOTH
from yamori.agents.scheduler.rules.entities.titles import SURE, match_title, score
from yamori.agents.scheduler.rules.resolving.calls import reminder_arguments, times_of
from yamori.agents.scheduler.rules.rows.occurrences import WEEK, occurrences
from yamori.agents.scheduler.rules.rows.routine import Routine, Step
from yamori.agents.scheduler.rules.word_lists import says
from yamori.domain.values import Value
from yamori.domain.when import When

SAME = 97
"""From here on a title is that of a routine that there is."""
EVERY_DAY = "FREQ=DAILY"


def new_routines(title: str, when: When, weekdays: tuple[int, ...], known: Known, *, remind: bool) -> tuple[ToolCall, ...]:
    """A routine on the days said (0 is Monday), one for each repetition; none where the title is that of one that there is, or the days do
    not exist. `remind`: remind the person each time."""
    if not title or match_title(title, known.routines).score >= SAME or when.problem:
        return ()
    each = when.each if all(one.rrule for one in when.each) else ()
    return tuple(_created(title, one, (), remind) for one in each) or (_created(title, when, weekdays, remind),)


def ticks(words: str, when: When, known: Known) -> tuple[ToolCall, ...]:
    """Ticks of the steps, or routines as a whole, that the words mean, on the day said; none where they mean a task as well or better."""
    found = _ticked(words, when, known)
    best = max((score(words, t.title) for t in known.tasks if not t.done), default=0.0)
    if when.problem or (best >= SURE and best >= max((score(words, row.title) for _, row in found), default=0.0)):
        return ()
    return tuple(_toggled(owner, row, _day(when, known), known) for owner, row in found)


def other_times(routine: Routine, when: When, weekdays: tuple[int, ...]) -> ToolCall | None:
    """The routine on other days, or at another time; None for days that do not exist."""
    if when.problem:
        return None
    when = _nearest_half(when, routine)
    arguments = {k: v for k, v in times_of(when).items() if k == "time"}
    days: list[Value] = [WEEK[d] for d in weekdays]
    if when.origin is not None and when.origin.date is not None and when.date is not None and len(days) <= 2:
        gone, come = WEEK[when.origin.date.weekday()], WEEK[when.date.weekday()]
        return _call("update_routine", routine_id=routine.id, add_days=[come], remove_days=[gone], **arguments)
    if days and (when.rrule is None or when.rrule.startswith("FREQ=WEEKLY;BYDAY") or when.rrule == EVERY_DAY):
        return _call("update_routine", routine_id=routine.id, days=days, **arguments)
    return _call("update_routine", routine_id=routine.id, recurrence=when.rrule, **arguments)


def _ticked(words: str, when: When, known: Known) -> tuple[tuple[Routine, Step | Routine], ...]:
    """What is to be ticked off: steps, or routines as a whole."""
    day = _day(when, known)
    spoken = tuple(r for r in known.routines if r.id in known.routine_focus)
    if is_pronoun(words):
        return tuple((r, r) for r in spoken) if len(spoken) == 1 and not known.focus else ()
    due = tuple(r for r in known.routines if occurrences(r.recurrence, r.starts, day, day, skipped=r.skipped))
    for some in (spoken, due, known.routines):
        found = [_step_or_routine(piece, some) for piece in _pieces(words, some)]
        if found and all(f is not None for f in found):
            return tuple(f for f in found if f is not None)
    return ()


def _pieces(words: str, pool: Sequence[Routine]) -> list[str]:
    """`squats and plank` as two, unless it is one title."""
    if _step_or_routine(words, pool) is not None and any(score(words, row.title) >= SAME for _, row in _rows(pool)):
        return [words]
    return [piece for piece in BOTH.split(words) if piece.strip()] or [words]


def _rows(pool: Sequence[Routine]) -> Iterator[tuple[Routine, Step | Routine]]:
    for routine in pool:
        yield routine, routine
        for step in routine.steps:
            yield routine, step


def _step_or_routine(words: str, pool: Sequence[Routine]) -> tuple[Routine, Step | Routine] | None:
    rows = list(_rows(pool))
    match = match_title(words, [row for _, row in rows])
    if match.found is None:
        return None
    return next((owner, row) for owner, row in rows if row is match.found)


def _day(when: When, known: Known) -> Day:
    return when.date if when.date is not None and when.date_said else known.now.date()


def _created(title: str, when: When, weekdays: tuple[int, ...], remind: bool) -> ToolCall:
    """Without days it is every day: the person sees it and can say otherwise."""
    when = half_of_title(when, title)
    rule = when.rrule or ""
    plain = len(weekdays) < 7 and (not rule or rule == EVERY_DAY or rule.startswith("FREQ=WEEKLY;BYDAY="))
    days: Value = [WEEK[d] for d in weekdays] if weekdays and plain and "UNTIL" not in rule and "COUNT" not in rule else None
    starts = when.date.isoformat() if when.date is not None and when.date_said and not weekdays else None
    return _call(
        "add_routine",
        title=title,
        days=days,
        recurrence=None if days else rule or EVERY_DAY,
        starts=starts,
        **times_of(when),
        **(reminder_arguments(when) if remind else {}),
    )


def half_of_title(when: When, title: str) -> When:
    """An hour without am or pm is in the half of the day that the routine's name says: `Morning walk` at seven."""
    early, late = says(title.lower(), "early"), says(title.lower(), "late_in_the_day")
    if when.time is None or early is late:
        return when
    fitting = [t for t in (when.time, *(a for a in when.ambiguous if isinstance(a, Clock))) if (t.hour < 12) is early]
    return replace(when, time=fitting[0]) if fitting else when


def _nearest_half(when: When, routine: Routine) -> When:
    """An hour without am or pm is the one nearer to the time that the routine has."""
    if when.time is None or routine.time is None:
        return when
    had = routine.time.hour * 60 + routine.time.minute
    readings = [when.time, *(a for a in when.ambiguous if isinstance(a, Clock))]
    return replace(when, time=min(readings, key=lambda t: abs(t.hour * 60 + t.minute - had)))


def _toggled(owner: Routine, row: Step | Routine, day: Day, known: Known) -> ToolCall:
    return _call(
        "toggle_step",
        routine_id=owner.id,
        step_id=row.id if isinstance(row, Step) else None,
        date=day.isoformat() if day != known.now.date() else None,
    )


def _call(tool: str, **arguments: Value) -> ToolCall:
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
