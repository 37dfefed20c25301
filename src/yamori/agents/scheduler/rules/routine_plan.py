"""From what is wanted of a routine to tool calls: which routine and step is meant, and what the days that were said do to it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.calls import distinguishing, times_of
from yamori.agents.scheduler.rules.occurrences import WEEK, occurrences
from yamori.agents.scheduler.rules.plans import Ambiguous, Calls, Impossible, Plan, Unfound
from yamori.agents.scheduler.rules.resolution import BOTH, Known, is_pronoun
from yamori.agents.scheduler.rules.routine import Routine, Step
from yamori.agents.scheduler.rules.routine_intents import Days, RoutineAct, RoutineWish
from yamori.agents.scheduler.rules.titles import SURE, match_title, score, spoken_of
from yamori.domain.values import Value
from yamori.domain.when import When

SAME = 97
"""From here on a title is that of a routine that there is."""
EVERY_DAY = "FREQ=DAILY"
_WHOLE = ("everything", "all", "all of it", "it all", "whole", "全部", "ぜんぶ", "すべて", "全て")


def plan_routine(intent: RoutineWish, known: Known) -> Plan | None:
    """What one intent comes to; None where its words are not meant for a routine."""
    return _planned(intent, known) if _is_about(intent, known) else None


def _is_about(intent: RoutineWish, known: Known) -> bool:
    """The request can be meant for a routine: it says so, or names one better than it names any task."""
    match intent.act:
        case RoutineAct.CREATE:
            return bool(intent.title) and match_title(intent.title, known.routines).score < SAME
        case RoutineAct.TICK | RoutineAct.UNTICK:
            ticked = _ticked(intent, known)
            if not ticked:
                return False
            best = max((score(intent.step, t.title) for t in known.tasks if not t.done), default=0.0)
            return best < SURE or best < max(score(intent.step, row.title) for _, row in ticked)
        case RoutineAct.DELETE if not intent.explicit:
            named = match_title(intent.words, known.routines)
            return named.score >= SURE and named.score > match_title(intent.words, known.tasks).score and not intent.when.date_said
        case RoutineAct.SKIP:
            return intent.when.date_said and _better(intent.words, known)
        case RoutineAct.TIMES if not intent.words or is_pronoun(intent.words):
            return bool(known.routine_focus) and not known.focus
        case RoutineAct.DELETE_STEP if not intent.step:
            return False
        case RoutineAct.DELETE_STEP | RoutineAct.ADD_STEP if not intent.words:
            return intent.explicit and bool(known.routine_focus or len(known.routines) == 1)
        case RoutineAct.DELETE_STEP:
            owner = _named(intent.words, known)
            return isinstance(owner, Routine) and (
                intent.explicit or is_pronoun(intent.step) or match_title(intent.step, owner.steps).score >= SURE
            )
    if intent.explicit and intent.act not in (RoutineAct.TIMES, RoutineAct.RENAME):
        return True
    return _better(intent.words, known)


def _better(words: str, known: Known) -> bool:
    """The words name a routine, and no task as well as it."""
    if not words or is_pronoun(words):
        return bool(known.routine_focus) and not known.focus
    named = match_title(words, known.routines)
    return named.score >= SURE and named.score >= match_title(words, known.tasks).score


def _named(words: str, known: Known) -> Routine | tuple[Routine, ...]:
    """The routine, or those between which the words hesitate; none at all where they name none."""
    if not words or is_pronoun(words):
        spoken = tuple(r for r in known.routines if r.id in known.routine_focus)
        if len(spoken) == 1:
            return spoken[0]
        return known.routines[0] if len(known.routines) == 1 else tuple(known.routines)
    named = match_title(words, known.routines)
    if named.found is not None:
        return named.found
    if named.hesitates and known.chosen:
        chosen = match_title(known.chosen, named.hesitates)
        if chosen.found is not None:
            return chosen.found
    spoken = tuple(r for r in named.hesitates if r.id in known.routine_focus)
    return spoken[0] if len(spoken) == 1 else named.hesitates


def _ticked(intent: RoutineWish, known: Known) -> tuple[tuple[Routine, Step | Routine], ...]:
    """What is to be ticked off: steps, or routines as a whole."""
    day = _day(intent.when, known)
    pool: Sequence[Routine] = known.routines
    if intent.words:
        owner = _named(intent.words, known)
        if not isinstance(owner, Routine):
            return ()
        pool = (owner,)
        if intent.step.lower() in _WHOLE:
            return ((owner, owner),)
    spoken = tuple(r for r in pool if r.id in known.routine_focus)
    if is_pronoun(intent.step):
        return tuple((r, r) for r in spoken) if len(spoken) == 1 and not known.focus else ()
    due = tuple(r for r in pool if occurrences(r.recurrence, r.starts, day, day, skipped=r.skipped))
    for some in (spoken, due, pool):
        found = [_step_or_routine(piece, some) for piece in _pieces(intent.step, some)]
        if found and all(f is not None for f in found):
            return tuple(f for f in found if f is not None)
    return ()


def _pieces(words: str, pool: Sequence[Routine]) -> list[str]:
    """`squats and plank` as two, unless it is one title."""
    if _step_or_routine(words, pool) is not None and any(score(words, row.title) >= 97 for _, row in _rows(pool)):
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


def _planned(intent: RoutineWish, known: Known) -> Plan:
    if intent.when.problem:
        return Impossible(why=intent.when.problem)
    if intent.act is RoutineAct.CREATE:
        each = intent.when.each if all(when.rrule for when in intent.when.each) else ()
        return Calls(calls=tuple(_created(replace(intent, when=when, weekdays=())) for when in each) or (_created(intent),))
    if intent.act in (RoutineAct.TICK, RoutineAct.UNTICK):
        return Calls(calls=tuple(_toggled(owner, row, intent, known) for owner, row in _ticked(intent, known)))
    if intent.act is RoutineAct.SHOW:
        return _shown(intent, known)
    owner = _named(intent.words, known)
    if not isinstance(owner, Routine):
        return Ambiguous(between=owner) if owner else Unfound(words=intent.words, routine=True)
    match intent.act:
        case RoutineAct.ADD_STEP:
            return Calls(calls=tuple(_call("add_step", routine_id=owner.id, title=s.title, minutes=s.minutes) for s in intent.steps))
        case RoutineAct.DELETE_STEP:
            steps = [match_title(piece, owner.steps).found for piece in BOTH.split(intent.step)]
            if not steps or any(s is None for s in steps):
                return Unfound(words=intent.step, routine=True)
            return Calls(calls=tuple(_call("delete_step", routine_id=owner.id, step_id=s.id) for s in steps if s is not None))
        case RoutineAct.RENAME:
            return Calls(calls=(_call("update_routine", routine_id=owner.id, title=intent.title),))
        case RoutineAct.SKIP:
            return Calls(calls=(_call("skip_routine", routine_id=owner.id, date=_day(intent.when, known).isoformat()),))
        case RoutineAct.TIMES:
            return Calls(calls=(_other_times(owner, intent),))
    return Calls(calls=(_call("delete_routine", routine_id=owner.id),))


def _created(intent: RoutineWish) -> ToolCall:
    """Without days it is every day: the person sees it and can say otherwise."""
    steps: list[Value] = [{"title": s.title} | ({"minutes": s.minutes} if s.minutes else {}) for s in intent.steps]
    when = half_of_title(intent.when, intent.title)
    rule = when.rrule or ""
    plain = len(intent.weekdays) < 7 and (not rule or rule == EVERY_DAY or rule.startswith("FREQ=WEEKLY;BYDAY="))
    days: Value = [WEEK[d] for d in intent.weekdays] if intent.weekdays and plain and "UNTIL" not in rule and "COUNT" not in rule else None
    starts = when.date.isoformat() if when.date is not None and when.date_said and not intent.weekdays else None
    return _call(
        "add_routine",
        title=intent.title,
        days=days,
        recurrence=None if days else rule or EVERY_DAY,
        starts=starts,
        steps=steps or None,
        **times_of(when),
        **(distinguishing(when) if intent.remind else {}),
    )


def _other_times(routine: Routine, intent: RoutineWish) -> ToolCall:
    when = _nearest_half(intent.when, routine)
    arguments = {k: v for k, v in times_of(when).items() if k == "time"}
    if intent.swapped is not None:
        gone_day, come_day = intent.swapped
        return _call("update_routine", routine_id=routine.id, add_days=[WEEK[come_day]], remove_days=[WEEK[gone_day]], **arguments)
    days: list[Value] = [WEEK[d] for d in intent.weekdays]
    if when.origin is not None and when.origin.date is not None and when.date is not None and len(days) <= 2:
        gone, come = WEEK[when.origin.date.weekday()], WEEK[when.date.weekday()]
        return _call("update_routine", routine_id=routine.id, add_days=[come], remove_days=[gone], **arguments)
    if days and (when.rrule is None or when.rrule.startswith("FREQ=WEEKLY;BYDAY") or when.rrule == EVERY_DAY):
        key = {Days.ALSO: "add_days", Days.NOT: "remove_days", Days.INSTEAD: "days"}[intent.days]
        return _call("update_routine", routine_id=routine.id, **{key: days}, **arguments)
    return _call("update_routine", routine_id=routine.id, recurrence=when.rrule, **arguments)


_EARLY = re.compile(r"\b(?:morning|wake|waking|breakfast|sunrise|dawn|get(?:ting)? up|commute)\b|朝|起床|出勤|登校", re.I)
_LATE = re.compile(r"\b(?:evening|night|nightly|bed|bedtime|dinner|supper|sunset|after work|wind[- ]?down)\b|夜|夕|晩|寝る前|就寝", re.I)


def half_of_title(when: When, title: str) -> When:
    """An hour without am or pm is in the half of the day that the routine's name says: `Morning walk` at seven."""
    early, late = _EARLY.search(title) is not None, _LATE.search(title) is not None
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


def _toggled(owner: Routine, row: Step | Routine, intent: RoutineWish, known: Known) -> ToolCall:
    day = _day(intent.when, known)
    return _call(
        "toggle_step",
        routine_id=owner.id,
        step_id=row.id if isinstance(row, Step) else None,
        date=day.isoformat() if day != known.now.date() else None,
        done=None if intent.act is RoutineAct.TICK else False,
    )


def _shown(intent: RoutineWish, known: Known) -> Plan:
    date = intent.when.date.isoformat() if intent.when.date is not None and intent.when.date_said else None
    named = match_title(intent.words, known.routines).found or spoken_of(intent.said, known.routines).found
    if named is not None:
        return Calls(calls=(_call("list_routines", routine_id=named.id, date=date),))
    spoken = [r for r in known.routines if r.id in known.routine_focus]
    one = spoken[0].id if len(spoken) == 1 and intent.words and is_pronoun(intent.words) else None
    return Calls(calls=(_call("list_routines", routine_id=one, date=date),))


def _call(tool: str, **arguments: Value) -> ToolCall:
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
