"""From sentences about reminders, timers and the briefing to tool calls; in English and Japanese.

A reminder of something new at a time of the day is a task that reminds (`calls.added`); here is what only tells: a timer, a reminder of
a task or routine that there is, the daily briefing.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.english import reminders as english_words
from yamori.agents.scheduler.rules.english.words import titled
from yamori.agents.scheduler.rules.japanese import reminders as japanese_words
from yamori.agents.scheduler.rules.meant import Known, is_pronoun, option
from yamori.agents.scheduler.rules.plans import Calls, Hesitating, Plan, Unfound
from yamori.agents.scheduler.rules.reminder_wishes import length_of
from yamori.agents.scheduler.rules.titles import match_title, plain
from yamori.agents.scheduler.rules.wishes import Clause
from yamori.domain.values import Value
from yamori.domain.when import resolve

_UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?)"
_AMOUNT = re.compile(
    rf"(?P<en>(?:half an|an?|\d+(?:[.:]\d+)?|[a-z]+(?:-[a-z]+)?)[ -]{_UNIT}(?: and (?:a half|\d+ {_UNIT}|(?:a|one) half)| \d+ {_UNIT})?)"
    r"|(?P<ja>(?:[0-9０-９]+|[一二三四五六七八九十]+)(?:秒|分|時間|日|週間)半?(?:[0-9０-９]+(?:分|秒))?)",
    re.I,
)
_FOR_AMOUNT = re.compile(rf"(?:\bfor |\bof )?(?:{_AMOUNT.pattern})", re.I)
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
    r"^(?:(?:can|could|would) you )?(?:please )?(?:remind|alert|notify|tell|warn|nudge|ping) (?:me"
    r"|us)(?: again)? (?P<lead>.+?) (?:before|ahead of|prior to) (?:the |my |our )?(?P<en>.+?)"
    r"(?: (?:starts?|begins?|is due))?$"
    r"|^(?P<ja>.+?)の?、?(?P<lead_ja>(?:[0-9０-９一二三四五六七八九十]+(?:分|時間|日|週間)半?|前日|直前))前?(?:に|には)?、?(?:なったら)?(?:リマインド|教え|知らせ|通知|思い出させ|声をかけ|アラーム)",
    re.I,
)
_AT = re.compile(
    r"^(?:remind|alert|notify) (?:me|us) (?:of|about|when) (?:the |my |our )?(?P<en>.+?)(?: (?:starts?|begins?|is due"
    r"|comes?))?$|^(?P<ja>.+?)(?:の時間|になったら|の時)(?:に)?、?(?:リマインド|教え|知らせ|通知)",
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


def lead_behind(text: str) -> tuple[str, str] | None:
    """What stands before `…, and remind me an hour before`, and the words for how long; None where nothing of that kind stands there."""
    for words in (english_words, japanese_words):
        if (m := words.LEAD_BEHIND.search(text)) and text[: m.start()].strip():
            return text[: m.start()].strip(" ,、"), m["lead"]
    return None


def lead_minutes(words: str, begins: Clock | None, now: datetime) -> int | None:
    """The words for how long before as minutes; None where they are none, or count from a time that is not known."""
    named = english_words.lead_of(words.strip()) or japanese_words.lead_of(words.strip())
    length = length_of(named, begins) if named is not None else length_in(words, now)
    return int(length.total_seconds() // 60) if length is not None and begins is not None else None


def _asks_what_is_left(text: str, known: Known) -> bool:
    """Of a timer that runs: the one named, or whichever where the question names nothing else."""
    if not (english_words.STILL_RUNS.search(text) or japanese_words.STILL_RUNS.search(text)):
        return False
    return any(r.timer and (plain(r.text) in plain(text) if r.text else True) for r in known.reminders)


def _plan(clause: Clause, known: Known) -> Plan | None:
    text = clause.text.strip(" .。!！?？")
    if _asks_what_is_left(clause.shown(text), known):
        return Calls(calls=(_call("list_reminders"),))
    if _REMINDERS.search(text) and _STOPS.search(text) and not _AMOUNT.search(text) and re.search(r"\btimers?\b|タイマー", text, re.I):
        return _cancelled(text, known)
    if _REMINDERS.search(text) and _ASKS.search(text) and not _AMOUNT.search(text):
        return Calls(calls=(_call("list_reminders"),))
    if _BRIEFING.search(text) and clause.when.rrule in _EVERY_DAY and clause.when.time is not None:
        return Calls(calls=(_call("set_briefing", time=clause.when.time.strftime("%H:%M")),))
    if re.search(r"\bbriefings?\b|ブリーフィング", text, re.I) and _STOPS.search(text):
        return Calls(calls=(_call("set_briefing"),))
    if _AGAIN.search(text) and known.notified is not None:
        put_off = length_in(text, clause.now) or timedelta(minutes=SNOOZED)
        return Calls(calls=(_call("snooze_reminder", reminder_id=known.notified, minutes=put_off.total_seconds() / 60),))
    if _TIMER.search(text) and (length := length_in(text, clause.now)) is not None:
        seconds = int(length.total_seconds())
        arguments: dict[str, Value] = {"minutes": seconds // 60} if seconds % 60 == 0 else {"seconds": seconds}
        return Calls(calls=(_call("set_timer", **arguments, text=_for_what(clause)),))
    return _of_a_row(clause, text, known)


def _of_a_row(clause: Clause, text: str, known: Known) -> Plan | None:
    """A reminder of a task or routine that there is, so long before it begins."""
    before = _BEFORE.match(text)
    lead = _lead(before["lead"] or before["lead_ja"], clause.now) if before is not None else timedelta(0)
    m = before or _AT.match(text)
    if m is None or lead is None:
        return None
    words = clause.shown(m["en"] or m["ja"] or "").strip(" 、")
    if is_pronoun(words):
        spoken = [t for t in known.tasks if t.id in known.focus]
        return Calls(calls=(_call("set_reminder", task_id=spoken[0].id, lead_minutes=_minutes(lead)),)) if len(spoken) == 1 else None
    task, routine = match_title(words, [t for t in known.tasks if not t.done]), match_title(words, known.routines)
    if task.score >= routine.score and task.found is not None:
        return Calls(calls=(_call("set_reminder", task_id=task.found.id, lead_minutes=_minutes(lead)),))
    if task.score >= routine.score and task.hesitates:
        ahead = [t for t in task.hesitates if t.date is not None and t.date >= known.now.date()]
        if len(ahead) == 1 or (ahead and ahead[0].date != ahead[1].date):
            return Calls(
                calls=(_call("set_reminder", task_id=min(ahead, key=lambda t: t.date or date.max).id, lead_minutes=_minutes(lead)),)
            )
        return Hesitating(between=task.hesitates)
    if routine.found is not None:
        return Calls(calls=(_call("set_reminder", routine_id=routine.found.id, lead_minutes=_minutes(lead)),))
    return Unfound(words=words) if before is not None else None


def _cancelled(text: str, known: Known) -> Plan:
    """The only timer, the one that is named, or the one that was chosen when there were several."""
    timers = tuple(r for r in known.reminders if r.timer)
    named = tuple(r for r in timers if r.text and plain(r.text) in plain(text))
    chosen = tuple(r for r in timers if known.chosen and option(r, known.now.tzinfo) == known.chosen)
    found = chosen or named or timers
    if len(found) == 1:
        return Calls(calls=(_call("cancel_reminder", reminder_id=found[0].id),))
    return Hesitating(between=found) if found else Calls(calls=(_call("list_reminders"),))


def _lead(text: str, now: datetime) -> timedelta | None:
    if re.fullmatch(r"(?:a|the) day|前日", text.strip(), re.I):
        return timedelta(days=1)
    if text.strip() in ("直前", "right", "just", "shortly"):
        return timedelta(minutes=5)
    return length_in(text, now)


def length_in(text: str, now: datetime) -> timedelta | None:
    """The first length of time in a text, `a 12-minute timer` and 3分 included."""
    for m in _AMOUNT.finditer(text):
        if m["ja"]:
            found = resolve(f"{m['ja']}間" if m["ja"][-1] in "秒分" else m["ja"], now).duration
        else:
            words = m["en"].replace("-", " ") if re.search(rf"-{_UNIT}", m["en"], re.I) else m["en"]
            found = resolve(f"for {words}", now).duration
            days = re.fullmatch(r"(a|an|one|two|three|four|five|six|seven|\d+) (day|week)s?", words, re.I)
            if found is None and days:
                names = ("zero", "one", "two", "three", "four", "five", "six", "seven")
                number = int(days[1]) if days[1].isdigit() else 1 if days[1].lower() in ("a", "an") else names.index(days[1].lower())
                found = timedelta(days=number * (7 if days[2].lower() == "week" else 1))
        if found is not None:
            return found
    return None


def _for_what(clause: Clause) -> str | None:
    """What a timer is for: `for the eggs`, パスタの."""
    text = re.sub(r" +", " ", _FOR_AMOUNT.sub("", clause.text.strip(" .。!！")))
    for pattern in _FOR_WHAT:
        m = pattern.search(text)
        words = m["what"].strip(" 、のを") if m else ""
        if words and not _NO_THING.match(words):
            return titled(clause.shown(words)) if words.isascii() else clause.shown(words)
    return None


def _minutes(lead: timedelta) -> Value:
    return int(lead.total_seconds() // 60)


def _call(tool: str, **arguments: Value) -> ToolCall:
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
