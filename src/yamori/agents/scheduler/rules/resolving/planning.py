"""What a plain order comes to: tool calls, or why there are none. Whatever is no plain order is `Unclear`."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.entities.pointing import is_pronoun
from yamori.agents.scheduler.rules.entities.titles import FOREIGN, match_title
from yamori.agents.scheduler.rules.reading.clause import hide_quotes
from yamori.agents.scheduler.rules.reading.diary import diary_intent
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation
from yamori.agents.scheduler.rules.reading.sentences import Reading, readings
from yamori.agents.scheduler.rules.resolving.calls import added, calls_for, reminds
from yamori.agents.scheduler.rules.resolving.diary_calls import call_for
from yamori.agents.scheduler.rules.resolving.named import tasks_named
from yamori.agents.scheduler.rules.resolving.plans import Ambiguous, Calls, Impossible, Plan, Unclear, Unfound
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.word_lists import says
from yamori.domain.language import language_of
from yamori.domain.when import Kind, When, resolve
from yamori.understanding.detection import language_in
from yamori.understanding.mood import is_question
from yamori.understanding.normal_form import normal_form
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.words_of import content_words


def plan(request: str, known: Known) -> Plan:
    """What a request comes to."""
    whole = hide_quotes(request, known.now, known.titles)
    written = diary_intent(whole)
    if problem := whole.when.problem:
        return Impossible(why=problem)
    if written is not None:
        return Calls(calls=(call_for(written),))
    if is_question(whole.text):
        return Unclear(question=True)
    found = readings(whole, known) if not (reminds(whole.text) and says(whole.text.lower(), "beforehand")) else None
    if found is None:
        return Unclear(question=False)
    calls: list[ToolCall] = []
    for reading in found:
        step = _step(reading, known)
        if not isinstance(step, Calls):
            return step if len(found) == 1 or isinstance(step, Ambiguous) else Unclear(question=False)
        calls += [c for c in step.calls if c not in calls]
    return Calls(calls=tuple(calls))


def ahead_of_now(when: When, task: CustomTask, now: datetime) -> When:
    """`sorry, it was Thursday` sounds like the past; where the task is still to come, so is its day."""
    if when.date is None or when.date >= now.date() or task.date is None or task.date < now.date():
        return when
    later = next((a for a in when.ambiguous if isinstance(a, Day) and a >= now.date()), None)
    return replace(when, date=later) if later is not None else when


def _step(reading: Reading, known: Known) -> Plan:
    intent, clause = reading.intent, reading.clause
    if intent.operation is Operation.ADD:
        if is_pronoun(intent.words):
            return Unfound(pointed=True)  # `write it down`, where nothing was said before it
        if intent.when.scattered or _has_part_apart(intent.when, clause.text):
            return Unclear(question=False)  # several days or times for one title: which thing is when?
        remind = reminds(clause.text)
        return Calls(
            calls=tuple(
                added(title, when, known.now, known.language, remind=remind)
                for title in intent.items or (intent.words,)
                for when in intent.when.each or (intent.when,)
            )
        )
    found = tasks_named(intent, known, said=clause.shown(clause.text))
    if found.candidates:
        return Ambiguous(between=found.candidates)
    if not found.tasks:
        return _missing(intent, known)
    if intent.operation is not Operation.MOVE:
        return Calls(calls=tuple(call for task in found.tasks for call in calls_for(intent, task)))
    return moving(replace(intent, when=ahead_of_now(intent.when, found.tasks[0], known.now)), found.tasks)


def _has_part_apart(when: When, text: str) -> bool:
    """A part of the day with other words between it and the time: `tea at twelve, tell me in the morning`."""
    timed = [span for span in when.spans if span.time is not None]
    for part in (span for span in when.spans if span.kind is Kind.PART):
        for span in timed:
            between = text[min(part.end, span.end) : max(part.start, span.start)]
            if content_words(normal_form(between).text, vocabulary(language_in(between))):
                return True
    return False


def moving(intent: Intent, tasks: Sequence[CustomTask]) -> Plan:
    """A move, unless it is counted from a day or a time that the task does not have."""
    if intent.everything and intent.shift is not None:  # what has no time is not later than it was
        tasks = [t for t in tasks if t.date is not None and (t.time is not None or not intent.shift.needs_time)] or tasks
    intent = replace(intent, when=_from_their_time(intent.when, tasks))
    if intent.shift is not None and any(t.date is None or (intent.shift.needs_time and t.time is None) for t in tasks):
        return Unclear(question=False)
    try:
        return Calls(calls=tuple(call for task in tasks for call in calls_for(intent, task)))
    except OverflowError:
        return Unclear(question=False)


def _from_their_time(when: When, tasks: Sequence[CustomTask]) -> When:
    """The second of two times of which the first is the one that the tasks have: `from eight to nine` moves what is at eight."""
    if when.end_time is None or when.time is None or any(task.time != when.time for task in tasks):
        return when
    return replace(when, time=when.end_time, end_time=None, duration=None)


def _missing(intent: Intent, known: Known) -> Plan:
    """Not found: for certain behind an `it`, without any tasks, or where no title shares a distinguishing word with what was said."""
    if is_pronoun(intent.words):
        return Unfound(pointed=True)
    if not known.tasks:
        return Unfound(words=intent.words)
    comparable = any(language_of(t.title) is language_of(intent.words) for t in known.tasks)
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
