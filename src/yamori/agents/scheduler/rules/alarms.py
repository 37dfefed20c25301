"""`Set an alarm for 6:30 tomorrow`, 目覚ましを7時にかけて: told at a moment, or on days that come again by a routine."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.calls import recurring
from yamori.agents.scheduler.rules.english.words import titled
from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.plans import Calls, Impossible, Plan
from yamori.agents.scheduler.rules.reminder import Reminder
from yamori.agents.scheduler.rules.resolution import Known
from yamori.domain.when import When

_SETS = re.compile(
    r"^(?:(?:can|could|would) you )?(?:please )?(?:(?:set|put|make|add|give me|schedule|i need|i want|i(?:'d| would) like) )?"
    r"(?:me )?(?:up )?(?:an?|the|my|our|another)? ?(?P<wake>wake[- ]?up )?(?:alarms?(?: clocks?)?|wake[- ]?up call)\b(?P<rest>.*)$"
    r"|(?P<wake_ja>目覚まし(?:時計)?|モーニングコール)|アラーム",
    re.I,
)
_SETS_JA = re.compile(
    r"(?:アラーム|目覚まし(?:時計)?|モーニングコール)(?:を|の)?(?:かけ|掛け|セット|設定|鳴らし|つけ|付け|お願い|入れ|して|頼)"
    r"|(?:アラーム|目覚まし(?:時計)?|モーニングコール)$"
    r"|(?:アラーム|目覚まし(?:時計)?)を?.*(?:に|で)(?:かけ|掛け|セット|設定|鳴らし|お願い|して)"
)
_TO = re.compile(r"\bto (?!me\b|the\b|ring|go off|sound)(?P<what>[a-z].+)$", re.I)
_GOES = re.compile(
    r"^(?:please )?(?:cancel|delete|clear|remove|turn off|switch off|stop|drop|disable) (?:the |my |all |all my )*alarms?(?: please)?$"
    r"|^(?:アラーム|目覚まし(?:時計)?)(?:を|は)?(?:全部|すべて)?(?:取り消|キャンセル|削除|消し|止め|やめ|解除|オフ)",
    re.I,
)
CALLED = ("Alarm", "アラーム"), ("Wake up", "起床")


def plan_alarm(clause: Clause, known: Known) -> Plan | None:
    """None where no alarm of a clock is meant: one without a time may be the house's."""
    text, when = clause.text.strip(" .。!！?？"), clause.when
    bare = clause.timeless.strip(" .。!！?？、にで")
    if _GOES.match(bare):
        return _gone(known, when)
    m = _SETS.search(bare)
    if m is None or when.time is None or (not text.isascii() and _SETS_JA.search(bare) is None):
        return None
    if when.problem:
        return Impossible(why=when.problem)
    to = _TO.search(m["rest"] or "")
    wake = m["wake"] or m["wake_ja"]
    title = titled(clause.shown(to["what"])) if to else CALLED[wake is not None][not text.isascii()]
    return Calls(calls=tuple(alarm_at(one, title, known.now, wake=wake is not None) for one in when.each or (when,)))


def alarm_at(when: When, title: str, now: datetime, *, wake: bool) -> ToolCall:
    readings = [c for c in (when.time, *when.ambiguous) if isinstance(c, Clock)]
    readings = [min(readings)] if wake else readings
    if when.rrule is not None:
        return recurring(title, replace(when, time=min(readings)), remind=True)
    at = _next(when, readings, now)
    return ToolCall(tool="set_reminder", arguments={"text": title, "at": at.strftime("%Y-%m-%dT%H:%M")})


def _next(when: When, readings: Sequence[Clock], now: datetime) -> datetime:
    """As a clock with hands rings: the next time it shows this; on another day that is named, in its morning."""
    day = when.date if when.date is not None and when.date_said else now.date()
    moments = sorted(datetime.combine(day, clock, tzinfo=now.tzinfo) for clock in readings)
    if when.date_said:
        return next((m for m in moments if m > now), moments[-1])
    return min(m if m > now else m + timedelta(days=1) for m in moments)


def _gone(known: Known, when: When) -> Plan | None:
    """The alarms that wait, or those of the day that is said; None where there are none."""
    alarms = [r for r in known.reminders if r.moment is not None and r.text is not None and any(r.text in both for both in CALLED)]
    day = when.date if when.date_said else None
    asked = [r for r in alarms if day is None or _day_of(r, known) == day]
    calls = tuple(ToolCall(tool="cancel_reminder", arguments={"reminder_id": r.id}) for r in asked)
    return Calls(calls=calls) if calls else None


def _day_of(reminder: Reminder, known: Known) -> object:
    return reminder.due.astimezone(known.now.tzinfo).date() if reminder.due is not None else None
