"""From sentences about reminders, timers and the briefing to tool calls; in English and Japanese.

A reminder of something new at a time of the day is a task that reminds (`calls.added`); here is what only tells: a timer, a reminder of
a task or routine that there is, the daily briefing.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.alarms import plan_alarm
from yamori.agents.scheduler.rules.english import reminders as english_words
from yamori.agents.scheduler.rules.english.words import titled
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.japanese import reminders as japanese_words
from yamori.agents.scheduler.rules.lengths import AMOUNT, length_in
from yamori.agents.scheduler.rules.plans import Ambiguous, Calls, Plan, Unclear, Unfound
from yamori.agents.scheduler.rules.reminder_forgetting import plan_forgetting
from yamori.agents.scheduler.rules.reminder_intents import Lead, Told, ToldAt, counted, shortly_before
from yamori.agents.scheduler.rules.resolution import Known, is_pronoun, option
from yamori.agents.scheduler.rules.routine import Routine
from yamori.agents.scheduler.rules.titles import match_title, plain
from yamori.domain.values import Value

_FOR_AMOUNT = re.compile(rf"(?:\bfor |\bof )?(?:{AMOUNT.pattern})", re.I)
_TIMER = re.compile(
    r"\btimers?\b|\bcount ?down\b|\balarm (?:for|in) (?=\d+ min|an? hour)|タイマー|(?:[0-9０-９一二三四五六七八九十]+(?:分|秒"
    r"|時間)半?)(?:間)?(?:を)?(?:計っ|測っ|はかっ|数え)",
    re.I,
)
_STOPS = re.compile(r"\b(?:cancel|stop|delete|clear|end|forget|turn off|kill|remove)\b|止め|取り消|キャンセル|削除|消し|やめ", re.I)
_FOR_WHAT = (
    re.compile(r"\btimer\b.*?\b(?:for|called|named) (?:the |my )?(?P<what>[a-z][\w' -]*?)(?: (?:for|of|in) .*)?$", re.I),
    re.compile(r"\b(?P<what>[a-z]+) timer\b", re.I),
    re.compile(r"^(?P<what>[^\d、。]+?)(?:の|用[のに]?)(?:ため(?:に|の))?(?:タイマー|、|(?:計|測|はか)っ)"),
)
_NO_THING = re.compile(r"^(?:an?|the|my|another|minutes?|hours?|seconds?|min|kitchen|new|one|me|set|start|countdown|それ|これ)$", re.I)
_BEFORE = re.compile(
    rf"^(?:(?:can|could|would) you )?(?:please )?{english_words.TELL} (?P<lead>.+? (?:before|ahead of|prior to))"
    r" (?:the |my |our )?(?P<en>.+?)"
    r"(?: (?:starts?|begins?|is due))?$"
    rf"|^(?P<ja>.+?)の?、?(?P<lead_ja>{japanese_words.LEAD})(?:に|には)?、?(?:なったら)?{japanese_words.TELL}",
    re.I,
)
_SHORTLY = re.compile(
    rf"^(?:(?:can|could|would) you )?(?:please )?{english_words.TELL} before (?:the |my |our )?(?P<en>(?!.* to ).+?)"
    r"(?: (?:starts?|begins?|is due))?$"
    rf"|^(?P<ja>.+?)の?前に(?:は|なったら)?、?{japanese_words.TELL}",
    re.I,
)
_AT = re.compile(
    r"^(?:remind|alert|notify) (?:me|us) (?:of|about|when) (?:the |my |our )?(?P<en>.+?)(?: (?:starts?|begins?|is due"
    r"|comes?))?$|^(?P<ja>.+?)(?:の?時間(?:になったら|が来たら|に)|になったら|の時に)、?(?:リマインド|教え|知らせ|通知)",
    re.I,
)
_REMINDERS = re.compile(r"\breminders?\b|\btimers?\b|リマインダー?|リマインド|タイマー", re.I)
_ASKS = re.compile(
    r"\b(?:what|which|show|list|how (?:long|much time)|any|do i have|are there|is there|left)\b|教え|見せ|ある|残り|あと|一覧|何", re.I
)
_AGAIN = re.compile(r"\bsnooze\b|\bremind me again in\b|スヌーズ|(?:あと)?(?P<ja>.+)後にもう一度(?:教え|知らせ|リマインド)", re.I)
_BRIEFING = re.compile(
    r"\b(?:briefing|daily summary|morning summary|daily overview)\b|\b(?:tell|read|give|send|show) me (?:my|the"
    r"|today'?s)[\w' ]*(?:schedule|plans?|tasks|day)\b"
    r"|ブリーフィング|今日の(?:予定|タスク|一日)を?(?:教え|知らせ|読み上げ|まとめ)|(?:朝|夜|その日)の(?:まとめ|お知らせ)",
    re.I,
)
_EVERY_DAY = ("FREQ=DAILY",)
SNOOZED = 10


def plan_reminders(clauses: Sequence[Clause], known: Known) -> Plan | None:
    """What the clauses come to together, or None where they are not about reminders."""
    calls: list[ToolCall] = []
    for clause in clauses:
        found = _plan(clause, known)
        if not isinstance(found, Calls):
            return found
        calls += found.calls
    return Calls(calls=tuple(calls))


def told_before(text: str, now: datetime) -> Told | None:
    """`…, and remind me an hour before`, 前の晩に教えて: what is said beside it, and how long before."""
    return english_words.told(text, now) or japanese_words.told(text, now)


def told_at(text: str, now: datetime) -> ToldAt | None:
    """`…, and remind me at eight`, 9時に知らせて: what is said before it, and when."""
    return english_words.told_at(text, now) or japanese_words.told_at(text, now)


def lead_of(words: str, now: datetime) -> Lead | None:
    return english_words.lead_of(words, now) or japanese_words.lead_of(words, now)


def _asks_what_is_left(text: str, known: Known) -> bool:
    """Of a timer that runs: the one named, or whichever where the question names nothing else."""
    if not (english_words.STILL_RUNS.search(text) or japanese_words.STILL_RUNS.search(text)):
        return False
    return any(r.timer and (plain(r.text) in plain(text) if r.text else True) for r in known.reminders)


def _plan(clause: Clause, known: Known) -> Plan | None:
    text = clause.text.strip(" .。!！?？")
    if _asks_what_is_left(clause.shown(text), known):
        return Calls(calls=(_call("list_reminders"),))
    if _REMINDERS.search(text) and _STOPS.search(text) and not AMOUNT.search(text) and re.search(r"\btimers?\b|タイマー", text, re.I):
        return _cancelled(text, known)
    if _REMINDERS.search(text) and _ASKS.search(text) and not AMOUNT.search(text):
        return Calls(calls=(_call("list_reminders"),))
    if _BRIEFING.search(text) and clause.when.rrule in _EVERY_DAY and clause.when.time is not None:
        return Calls(calls=(_call("set_briefing", time=clause.when.time.strftime("%H:%M")),))
    if re.search(r"\bbriefings?\b|ブリーフィング", text, re.I) and _STOPS.search(text):
        return Calls(calls=(_call("set_briefing"),))
    if _AGAIN.search(text) and known.notified is not None:
        said = length_in(text)
        if said is None and AMOUNT.search(text):
            return Unclear(question=False)  # by more than could be read
        put_off = said or timedelta(minutes=SNOOZED)
        return Calls(calls=(_call("snooze_reminder", reminder_id=known.notified, minutes=put_off.total_seconds() / 60),))
    if _TIMER.search(text) and (length := length_in(text)) is not None:
        seconds = int(length.total_seconds())
        arguments: dict[str, Value] = {"minutes": seconds // 60} if seconds % 60 == 0 else {"seconds": seconds}
        return Calls(calls=(_call("set_timer", **arguments, text=_for_what(clause)),))
    return plan_alarm(clause, known) or plan_forgetting(clause, known) or _of_a_row(clause, text, known)


def _of_a_row(clause: Clause, text: str, known: Known) -> Plan | None:
    """A reminder of a task or routine that there is, so long before it begins."""
    if (told := told_before(text, clause.now)) is not None:
        return _set_of(clause.part(told.what), told.lead, known) if told.what else None
    if (m := _BEFORE.match(text)) is not None:
        lead = lead_of(m["lead"] or m["lead_ja"], clause.now)
        words = clause.shown(m["en"] or m["ja"]).strip(" 、")
        return (reminder_of(words, lead, known) or Unfound(words=words)) if lead is not None else None
    if (m := _SHORTLY.match(text)) is not None:
        return _set_of(clause.part(m["en"] or m["ja"]), None, known)
    if (m := _AT.match(text)) is None:
        return None
    return _set_of(clause.part(m["ja"]), Lead(), known) if m["ja"] else reminder_of(clause.shown(m["en"]).strip(), Lead(), known)


def _set_of(what: Clause, lead: Lead | None, known: Known) -> Plan:
    """Told so long before what these words name; shortly before it where nobody said how long."""
    words = what.shown(what.timeless).strip(" 、の")
    if what.when.found and not words:
        return Unfound(pointed=True)  # a quarter of an hour before six: of what?
    that_day = [t for t in known.tasks if t.date == what.when.date] if what.when.date_said else known.tasks
    if (found := reminder_of(words, lead, replace(known, tasks=that_day))) is not None:
        return found
    titles = [*(t.title for t in known.tasks), *(r.title for r in known.routines)]
    comparable = any(title.isascii() is words.isascii() for title in titles)
    return Unfound(words=words) if comparable else Unclear(question=False)


def reminder_of(words: str, lead: Lead | None, known: Known) -> Plan | None:
    """What the words name told so long before; None where they name nothing that there is."""
    if is_pronoun(words):
        spoken = tuple(t for t in known.tasks if t.id in known.focus)
        if len(spoken) > 1:
            return Ambiguous(between=spoken)
        return _ahead(spoken[0], lead) if spoken else Unfound(pointed=True)
    task, routine = match_title(words, [t for t in known.tasks if not t.done]), match_title(words, known.routines)
    if task.score >= routine.score and task.found is not None:
        return _ahead(task.found, lead)
    if task.score >= routine.score and task.hesitates:
        ahead = [t for t in task.hesitates if t.date is not None and t.date >= known.now.date()]
        if len(ahead) == 1 or (ahead and ahead[0].date != ahead[1].date):
            return _ahead(min(ahead, key=lambda t: t.date or date.max), lead)
        return Ambiguous(between=task.hesitates)
    return _ahead(routine.found, lead) if routine.found is not None else None


def _ahead(row: CustomTask | Routine, lead: Lead | None) -> Plan | None:
    minutes = counted(lead or shortly_before(row.time), row.time)
    if minutes is None:
        return None
    row_id = {"task_id": row.id} if isinstance(row, CustomTask) else {"routine_id": row.id}
    return Calls(calls=(_call("set_reminder", **row_id, lead_minutes=minutes),))


def _cancelled(text: str, known: Known) -> Plan:
    """The only timer, the one that is named, or the one that was chosen when there were several."""
    timers = tuple(r for r in known.reminders if r.timer)
    named = tuple(r for r in timers if r.text and plain(r.text) in plain(text))
    chosen = tuple(r for r in timers if known.chosen and option(r, known.now.tzinfo) == known.chosen)
    found = chosen or named or timers
    if len(found) == 1:
        return Calls(calls=(_call("cancel_reminder", reminder_id=found[0].id),))
    return Ambiguous(between=found) if found else Calls(calls=(_call("list_reminders"),))


def _for_what(clause: Clause) -> str | None:
    """What a timer is for: `for the eggs`, パスタの."""
    text = re.sub(r" +", " ", _FOR_AMOUNT.sub("", clause.text.strip(" .。!！")))
    for pattern in _FOR_WHAT:
        m = pattern.search(text)
        words = m["what"].strip(" 、のを") if m else ""
        if words and not _NO_THING.match(words):
            return titled(clause.shown(words)) if words.isascii() else clause.shown(words)
    return None


def _call(tool: str, **arguments: Value) -> ToolCall:
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
