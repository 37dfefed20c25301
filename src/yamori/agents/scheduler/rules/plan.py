"""From a sentence to tool calls, by code alone; or why not: nothing found, several found, or better left to a model."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules import english
from yamori.agents.scheduler.rules.calls import added, calls_for, in_period, reminds, undone
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.instants import MORNING
from yamori.agents.scheduler.rules.intents import Clause, Intent, Operation, hide_quotes
from yamori.agents.scheduler.rules.plans import Ambiguous, Calls, Impossible, NothingDone, Plan, Unclear, Unfound
from yamori.agents.scheduler.rules.questions import Asked, asked
from yamori.agents.scheduler.rules.reading import Reading, reader_of, readings
from yamori.agents.scheduler.rules.reminder_intents import ToldAt, counted, likely, minutes_before
from yamori.agents.scheduler.rules.reminder_reading import told_at, told_before
from yamori.agents.scheduler.rules.resolution import Known, is_pronoun, resolution
from yamori.agents.scheduler.rules.shift import shifted
from yamori.agents.scheduler.rules.titles import FOREIGN, match_title
from yamori.agents.scheduler.rules.topics import Stretch, stretches
from yamori.agents.scheduler.rules.trading import plan_trade
from yamori.domain.values import Value
from yamori.domain.when import DayPart, When, resolve
from yamori.understanding.mood import is_question

_READS = (
    "list_tasks_in_period",
    "list_routines",
    "list_reminders",
    "find_next",
    "count_days",
    "list_overdue",
    "list_changes",
    "get_daily_summary",
    "get_day_log",
    "find_free_time",
    "find_conflicts",
    "compare_days",
    "search_schedule",
)
_TELLS = ("create_custom_task", "add_routine", "set_reminder", "update_custom_task_time")
"""What something that is to be told of may be done by."""
_REPEATED = {"added": Operation.ADD, "deleted": Operation.DELETE, "done": Operation.DONE}
"""What may be done with something else too, by what was done."""


def plan(request: str, known: Known) -> Plan:
    """What a request comes to. A question only ever lists."""
    sentence = english.with_hour(request) if known.focus else request
    whole = hide_quotes(sentence, known.now, known.titles)
    return _told_before(whole, known) or _told_at(whole, known) or _and_asked(whole, known) or _planned(whole, known)


def _told_before(whole: Clause, known: Known) -> Plan | None:
    """`lunch on Friday at one, and remind me the evening before`: what is added or moved tells of itself."""
    found = told_before(whole.text, known.now)
    if found is None or not found.rest:
        return None
    rest = whole.part(found.rest)
    new = _planned(rest, known)
    if isinstance(new, Unclear) and not found.what:
        return new
    if not isinstance(new, Calls) or not new.calls:
        return None
    last, before = new.calls[-1], new.calls[:-1]
    if last.tool not in _TELLS:
        return None
    day, begins = _prefix(last, known)
    later = rest.when.part not in (None, DayPart.MORNING)
    minutes = counted(found.lead, begins, part=later) if day is not None or "recurrence" in last.arguments else None
    if minutes is None:
        return Unclear(question=False)
    match last.tool:
        case "set_reminder":
            return Calls(calls=(*before, replace(last, arguments={**last.arguments, "lead_minutes": minutes})))
        case "update_custom_task_time":
            told = ToolCall(tool="set_reminder", arguments={"task_id": last.arguments["task_id"], "lead_minutes": minutes})
            return Calls(calls=(*new.calls, told))
    return Calls(calls=(*before, _distinguishing(last, minutes)))


def _told_at(whole: Clause, known: Known) -> Plan | None:
    """`lunch on Friday at one, and remind me at nine`: that long before it begins; of what has no time of its own, just then."""
    found = told_at(whole.text, known.now)
    if found is None:
        return None
    new = _planned(whole.part(found.rest), known)
    if not isinstance(new, Calls) and found.asked:
        new = _planned(whole.part(found.asked), known)
    if not isinstance(new, Calls) or not new.calls:
        return None
    last, before = new.calls[-1], new.calls[:-1]
    if last.tool not in ("create_custom_task", "update_custom_task_time") or "recurrence" in last.arguments:
        return None
    day, begins = _prefix(last, known)
    if begins is None:  # any time of its day could be meant, and one reading has to be taken
        found = replace(found, clocks=(_likely(found, day, known.now),))
    minutes = minutes_before(found, day, begins or MORNING) if day is not None else None
    if minutes is None:
        if begins is not None or (day is not None and found.day not in (None, day)):
            return Unclear(question=False)
        (then,) = found.clocks
        first = found.day or day or (known.now.date() if then > known.now.time() else known.now.date() + timedelta(days=1))
        last = replace(last, arguments={**last.arguments, "date": first.isoformat(), "time": then.strftime("%H:%M")})
        minutes = 0
    if last.tool == "update_custom_task_time":
        told = ToolCall(tool="set_reminder", arguments={"task_id": last.arguments["task_id"], "lead_minutes": minutes})
        return Calls(calls=(*before, last, told))
    return Calls(calls=(*before, _distinguishing(last, minutes)))


def _distinguishing(call: ToolCall, minutes: int) -> ToolCall:
    """What is added tells so long before, instead of whenever it would have."""
    rest = {name: value for name, value in call.arguments.items() if name != "remind_at"}
    return replace(call, arguments={**rest, "remind_minutes": minutes})


def _likely(told: ToldAt, day: Day | None, now: datetime) -> Clock:
    """As the sentence alone is read, unless the day is that of the thing: then the first clock at which people are told things."""
    if told.day is not None or day is None:
        return told.clocks[0]
    return likely([clock for clock in told.clocks if (day, clock) > (now.date(), now.time())] or told.clocks)


def _prefix(call: ToolCall, known: Known) -> tuple[Day | None, Clock | None]:
    """The day and the time that a task has after this call."""
    row = next((t for t in known.tasks if t.id == call.arguments.get("task_id")), None)
    day, clock = call.arguments.get("date"), call.arguments.get("time")
    return (
        Day.fromisoformat(str(day)) if day is not None else row.date if row is not None else None,
        Clock.fromisoformat(str(clock)) if clock is not None else row.time if row is not None else None,
    )


def _and_asked(whole: Clause, known: Known) -> Plan | None:
    """`move it to four, and what else is on that day?`: the orders, then what is asked, about what the orders left."""
    reader = reader_of(whole.text)
    pieces = [piece for piece in reader.split(whole.text) if reader.stripped(piece)]
    if len(pieces) < 2 or not is_question(pieces[-1]) or any(is_question(piece) for piece in pieces[:-1]):
        return None
    before = whole.text[: whole.text.rfind(pieces[-1])].rstrip(" ,;、。")
    ordered = _planned(whole.part(re.sub(r",?\s+(?:and|then|also)$", "", before)), known)
    if not isinstance(ordered, Calls):
        return None if isinstance(ordered, Unclear) else ordered
    if all(call.tool in _READS for call in ordered.calls):
        return None
    spoken = tuple(i for c in ordered.calls if isinstance(i := c.arguments.get("task_id"), int))
    days = {
        i: Day.fromisoformat(str(c.arguments["date"])) for c in ordered.calls if "date" in c.arguments and (i := c.arguments.get("task_id"))
    }
    tasks = [replace(t, date=days.get(t.id, t.date)) for t in known.tasks]
    after = _planned(whole.part(pieces[-1]), replace(known, tasks=tasks, focus=spoken[-1:] or known.focus))
    return Calls(calls=(*ordered.calls, *after.calls)) if isinstance(after, Calls) and all(c.tool in _READS for c in after.calls) else None


def _planned(whole: Clause, known: Known) -> Plan:
    parts = stretches(whole, known)
    if any(part.topic for part in parts):
        return _together(parts, known)
    return _plan_tasks(whole, known)


def _together(parts: Sequence[Stretch], known: Known) -> Plan:
    """Parts of a sentence that are about different things, in their order; what one of them lacks is said only where it is alone."""
    calls: list[ToolCall] = []
    for part in parts:
        found = part.plan(known) or _plan_tasks(part.whole, known)
        if not isinstance(found, Calls):
            return found if len(parts) == 1 or isinstance(found, Ambiguous) else Unclear(question=False)
        calls += found.calls
    return Calls(calls=tuple(calls))


def _plan_tasks(whole: Clause, known: Known) -> Plan:
    """What a sentence about tasks comes to."""
    reader = reader_of(whole.text)
    if problem := whole.when.problem:
        return Impossible(why=problem)
    if is_question(whole.text):
        wanted = asked(whole, known)
        return Unclear(question=True) if wanted is None else Calls(calls=_listed(wanted, whole.when))
    follows = _follows(whole, known) or plan_trade(whole, known)
    if follows is not None:
        return follows
    if reader.repeats(whole.timeless) == "" and (again := _repeated(whole, known)) is not None:
        return again
    found = readings(whole, known)
    if found is None:
        return _repeated(whole, known) or Unclear(question=False)
    calls: list[ToolCall] = []
    focus, lost = known, None
    for reading in found:
        if lost is not None and is_pronoun(reading.intent.words):
            return lost  # what `it` means was looked for and is not there
        if (
            reading.intent.operation is Operation.NOTE
            and calls
            and calls[-1].tool == "create_custom_task"
            and is_pronoun(reading.intent.words)
        ):
            calls[-1] = replace(calls[-1], arguments={**calls[-1].arguments, "memo": reading.intent.text})  # of what is being added
            continue
        step = _step(reading, focus)
        if isinstance(step, Unfound) and step.words and len(found) > 1:
            lost = step
            step = Calls(calls=(in_period(None, None, step.words, None),))  # the list says that there is no such thing, the rest is done
        if isinstance(step, Unclear) and len(found) == 1 and reading.intent.stated and (again := _repeated(whole, known)) is not None:
            return again
        if not isinstance(step, Calls):
            return step if len(found) == 1 or isinstance(step, Ambiguous) else Unclear(question=False)
        calls += [c for c in step.calls if c not in calls]
        spoken = tuple(i for c in step.calls if isinstance(i := c.arguments.get("task_id"), int))
        focus = replace(known, focus=spoken or focus.focus)
    return Calls(calls=tuple(calls))


def _listed(wanted: Asked, when: When) -> tuple[ToolCall, ...]:
    """What is asked for, of each of the days where several are listed."""
    days = [(one.date, one.end_date or one.date) for one in when.each if one.date_said] if wanted.start is not None else []
    return tuple(in_period(start, end, wanted.about, wanted.done) for start, end in dict.fromkeys(days or [(wanted.start, wanted.end)]))


def _follows(clause: Clause, known: Known) -> Plan | None:
    """What goes on about the task just spoken of: taking back, or a time alone, which moves it (`no, at 4`, `やっぱり金曜日に`)."""
    reader = reader_of(clause.text)
    if known.undo and (reader.takes_back(clause.text) or (reader.spares(clause.text) and _last(known) is Operation.DELETE)):
        return Calls(calls=undone(known))
    spoken = [t for t in known.tasks if t.id in known.focus]
    if len(spoken) != 1:
        return None
    if (found := shifted(clause.text)) is not None:
        rest = clause.part(found[1])
        if reader.corrects(rest.timeless):
            return moving(Intent(operation=Operation.MOVE, when=rest.when, shift=found[0]), spoken)
    when = ahead_of_now(clause.when, spoken[0], known.now)
    if when.found and (when.date_said or when.time is not None) and reader.corrects(clause.timeless):
        return moving(Intent(operation=Operation.MOVE, when=when), spoken)
    return None


def _last(known: Known) -> Operation | None:
    """What was done last, where it can be done with something else too."""
    last = known.undo[-1] if known.undo else None
    return _REPEATED.get(str(last[0])) if isinstance(last, Sequence) and not isinstance(last, str) and last else None


def ahead_of_now(when: When, task: CustomTask, now: datetime) -> When:
    """`sorry, it was Thursday` sounds like the past; where the task is still to come, so is its day."""
    if when.date is None or when.date >= now.date() or task.date is None or task.date < now.date():
        return when
    later = next((a for a in when.ambiguous if isinstance(a, Day) and a >= now.date()), None)
    return replace(when, date=later) if later is not None else when


def _repeated(clause: Clause, known: Known) -> Plan | None:
    """`and the optician`, 本も: what was just done, with something else too."""
    operation = _last(known)
    words = reader_of(clause.text).repeats(clause.timeless) if operation is not None else None
    if words is None or operation is None:
        return None
    if words:
        title = english.titled(clause.shown(words)) if operation is Operation.ADD else clause.shown(words)
        intent = Intent(operation=operation, words=title, when=clause.when)
        spoken = [t for t in known.tasks if t.id in known.focus]
        if operation is Operation.ADD and not clause.when.found and any(t.date for t in spoken):
            return None  # on the same day, or some day?
        return _step(Reading(clause, intent), known)
    spoken = [t for t in known.tasks if t.id in known.focus]
    if (found := shifted(clause.text)) is not None and len(spoken) == 1:
        return _step(Reading(clause, Intent(operation=Operation.COPY, words="it", when=clause.part(found[1]).when, shift=found[0])), known)
    if operation is not Operation.ADD or len(spoken) != 1 or not clause.when.found:
        return None
    when = clause.when if clause.when.time is not None else replace(clause.when, time=spoken[0].time)
    return _step(Reading(clause, Intent(operation=Operation.ADD, words=spoken[0].title, when=when)), known)


def _step(reading: Reading, known: Known) -> Plan:
    intent, clause = reading.intent, reading.clause
    if intent.operation is Operation.ADD:
        if is_pronoun(intent.words) or not intent.words:
            return Unfound(pointed=True)  # `write it down`, where nothing was said before it
        if intent.when.scattered:
            return Unclear(question=False)  # several days for one title: which thing is when?
        remind = reminds(clause.text)
        new = [
            added(title, when, known.now, known.language, remind=remind)
            for title in intent.items or (intent.words,)
            for when in intent.when.each or (intent.when,)
        ]
        memo: Mapping[str, Value] = {"memo": intent.text} if intent.text else {}
        return Calls(calls=tuple(replace(call, arguments={**call.arguments, **memo}) for call in new))
    if intent.operation is Operation.UNDO:
        return Calls(calls=undone(known)) if known.undo else NothingDone()
    if intent.everything and intent.when.each:
        steps = [_step(replace(reading, intent=replace(intent, when=when)), known) for when in intent.when.each]
        calls = tuple(call for step in steps if isinstance(step, Calls) for call in step.calls)
        return Calls(calls=calls) if calls else steps[0]
    found = resolution(intent, known, said=clause.shown(clause.text))
    if found.hesitates:
        return Ambiguous(between=found.hesitates)
    if not found.tasks:
        return Unclear(question=False) if intent.stated else _missing(intent, known)
    if intent.operation in (Operation.MOVE, Operation.COPY):
        return moving(replace(intent, when=ahead_of_now(intent.when, found.tasks[0], known.now)), found.tasks)
    return Calls(calls=tuple(call for task in found.tasks for call in calls_for(intent, task)))


def moving(intent: Intent, tasks: Sequence[CustomTask]) -> Plan:
    """A move, unless it is counted from a day or a time that the task does not have."""
    if intent.everything and intent.shift is not None:  # what has no time is not later than it was
        tasks = [t for t in tasks if t.date is not None and (t.time is not None or not intent.shift.needs_time)] or tasks
    if intent.shift is not None and any(t.date is None or (intent.shift.needs_time and t.time is None) for t in tasks):
        return Unclear(question=False)
    try:
        return Calls(calls=tuple(call for task in tasks for call in calls_for(intent, task)))
    except OverflowError:
        return Unclear(question=False)


def _missing(intent: Intent, known: Known) -> Plan:
    """Not found: for certain behind an `it`, on a day without tasks, or where no title shares a telling word with what was said."""
    if is_pronoun(intent.words):
        return Unfound(pointed=True)
    at = intent.when.origin or intent.when
    if intent.everything and at.date_said and at.date is not None:
        return Unfound(period=(at.date, at.end_date or at.date))
    if not known.tasks or intent.everything:
        return Unfound(words="" if intent.everything else intent.words)
    comparable = any(t.title.isascii() is intent.words.isascii() for t in known.tasks)
    if intent.words and comparable and match_title(intent.words, known.tasks).score <= FOREIGN:
        return Unfound(words=intent.words)
    return Unclear(question=False)


def segments(request: str, now: datetime) -> tuple[When, ...]:
    """The times of a sentence that names several, one for each clause that names one; the whole sentence's when they go together."""
    whole = resolve(request, now)
    if not whole.others:
        return (whole,) if whole.found else ()
    pieces = [resolve(piece, now) for piece in re.split(r"\s*(?:,|;|\band\b|、|。|(?<=[てで])(?=[^くもい]))\s*", request) if piece.strip()]
    return tuple(dict.fromkeys(p for p in pieces if p.found)) or (whole,)
