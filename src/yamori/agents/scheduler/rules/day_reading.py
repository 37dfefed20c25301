"""Questions about days as a whole: a summary, free time, clashes, what is overdue, a search; in English and Japanese."""

import re
from collections.abc import Sequence
from datetime import date as Day
from datetime import timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.plans import Calls, Impossible, Plan
from yamori.agents.scheduler.rules.resolution import Known
from yamori.agents.scheduler.rules.titles import SURE, score
from yamori.domain.values import Value
from yamori.domain.when import DayPart, When, resolve
from yamori.understanding.mood import is_question

_SUMMARY = re.compile(
    r"\b(?:summary|summari[sz]e|sum up|recap|round ?up|overview|briefing)\b.*"
    r"|\bwhat (?:did|have) (?:i|we) (?:do|done|get done|got done|accomplish(?:ed)?|get up to|achieve[d]?)\b(?! wrong\b)|\bwhat happened\b"
    r"|\bhow was my\b|\bwhat was i doing\b"
    r"|まとめ|要約|サマリー|振り返|ふりかえ|何をした|何した|何をし(?:て|まし)|何して(?:い)?た|なにし(?:た|て)|どんな(?:一)?日だった|何があった|活動",
    re.I,
)
_FREE = re.compile(
    r"\bwhen (?:am i|are we|will i be|do i have time|is there time|can i|could i|could we)\b.*\b(?:free|available|time|fit|squeeze"
    r"|slot|meet)\b"
    r"|\b(?:free (?:time|slots?)|(?:open|empty|free) (?:slot|gap|hour)s?|gaps? in|spare time|time slots?)\b|\bwhen (?:am i|are we) free\b"
    r"|^(?:can|could) (?:i|we) (?:fit|squeeze|slot)\b|^(?:is there|do (?:i|we) have) (?:any |enough )?(?:time|room|space) (?:for|to|on)\b"
    r"|\b(?:find|look for|get) (?:me )?(?:some |an? |\d+ ?)?[\w -]*?(?:free|hours?|minutes?|slot|gap)\b.*\b(?:free|slot|gap|for"
    r"|between|on|this|next|tomorrow)\b"
    r"|\b(?:which|what) (?:day|afternoon|evening|morning|weekday)s?\b.*\b(?:nothing|free|empty|no (?:plans?"
    r"|appointments?|tasks?|entries))\b"
    r"|\bnext (?:free|empty|open) (?:day|weekday|morning|afternoon|evening|night|weekend)s?\b"
    r"|\bdays? (?:with|that (?:has|have)) (?:nothing|no (?:plans?|appointments?|tasks?|entries))\b"
    r"|空き時間|空いて(?:い)?る(?:時間|ところ|とこ|枠|日)|空いて(?:い)?るのは(?:いつ|何時)|(?:いつ|何時(?:頃|ごろ|から)?|どこ)(?:なら|が|から|まで)?(?:空いて|あいて|ひま|暇)|時間(?:が"
    r"|は)?(?:取れ|とれ|作れ)"
    r"|空き(?:は|が|を|ある)|(?:次に|今度|いつ)(?:空いて|あいて)|(?:空いて|あいて)(?:い)?る(?:朝|昼|午前|午後|夕方|夜|晩|週末|曜日)"
    r"|何曜日?(?:が|は|なら)(?:空いて|あいて|ひま|暇)",
    re.I,
)

_COMPARED = re.compile(
    r"\b(?P<least>least busy|quietest|freest|emptiest|lightest|calmest)\b|\b(?:most busy|busiest|fullest|heaviest)\b"
    r"|(?:一番|いちばん|最も|もっとも)[^。、?？]{0,8}?(?:(?P<least_ja>暇|ひま|ヒマ|空い|あい|少な|余裕|ゆとり|楽|忙しくな|忙しない|予定(?:が|の)ない)"
    r"|忙し|多|詰ま|混|ハード|大変)",
    re.I,
)
_A_DAY = re.compile(r"\bdays?\b|\bwhen\b|\bmy\b|日|いつ|何曜|曜日|どこ", re.I)
_IS_FREE = re.compile(r"\b(?:am i|are we|is (?:it|that)) (?:free|available|busy)\b|空いて(?:い)?(?:る|ます)|あいて(?:い)?る|暇|ひま", re.I)
"""Asked of a part of a day it is a question after free time, of a whole day after what is planned."""
_CHANGES = re.compile(
    r"\b(?:move|carry|push|shift|postpone|delete|remove|tick|mark|reschedule)\b|回[しすせ]|移[しすせ]|動か|ずら|延期|消[しすせ]|削除|完了に|繰り越"
)
_CLASH = re.compile(
    r"\b(?:clash(?:es|ing)?|conflict(?:s|ing)?|overlap(?:s|ping)?|double[- ]?booked|at the same time as)\b|重な|かぶっ|かぶる|被っ|被る"
    r"|ダブルブッキング|バッティング|ぶつかる|ぶつかって",
    re.I,
)
_OVERDUE = re.compile(
    r"\bshould have (?:done|finished) (?:by now|already)\b|\b(?:overdue|past due|behind (?:on|with)|fallen behind|running late on"
    r"|missed|late with|slipped)\b"
    r"|期限(?:切れ|が過ぎ|を過ぎ)|過ぎ(?:た"
    r"|て)(?:い)?(?:る|しまった)?(?:予定|タスク|もの|やつ)|やり残|遅れて(?:い)?る(?:予定|タスク|もの)"
    r"|終わって(?:い)?ない(?:過去|昔|前)|溜まって|たまって(?:い)?る",
    re.I,
)
_NEXT = re.compile(
    r"^(?:(?:and|so|ok|okay)\W+)*(?:what(?:'s| is| comes| do i have)?|when(?:'s| is)|anything) (?:coming )?(?:up )?(?:on )?"
    r"(?:my |our |the )?(?:very )?next"
    r"(?: (?:appointment|event|thing|task|entry|item|one))?(?: (?:up|on|for (?:me|us)|to do|in (?:my|the|our)"
    r" (?:calendar|schedule|diary)|on (?:my|the|our) (?:calendar|schedule|agenda|list|plate)))*$"
    r"|^(?:私の|僕の|うちの)?(?:次|つぎ)(?:の)?(?:予定|用事|約束|タスク|やること)?(?:は|って)?(?:何|なに|なん|いつ|何時)?"
    r"(?:が|か)?(?:入って(?:い)?(?:る|ます)|あ(?:る|ります)|する|すればいい|だっけ|だったっけ|ですか|です|か|を?教えて(?:ください)?)?$",
    re.I,
)
_NEXT_OF = re.compile(
    r"^(?:(?:and|so|ok|okay)\W+)*(?:when|what time|what day)(?:'s| is| are| do i have) (?P<own>my |our )?"
    r"(?:the )?next (?P<en>.+?)(?: again| due)*$"
    r"|^(?:次|つぎ|今度)の(?P<ja>[^、。]+?)(?:の(?:日|予定|予約))?(?:は|って)(?:いつ|何日|何曜日?|何時)",
    re.I,
)
"""The next of what may come several times."""
_DAYS_UNTIL = re.compile(
    r"^(?:(?:and|so|ok|okay)\W+)*how (?:long|far off|many (?:more )?(?:days|weeks|sleeps))\b[\w' ]*$"
    r"|^(?:は|まで|には)*(?:あと|後|残り|もう)*何(?:日|週間)(?:ある|残って(?:い)?る|です|か|かな|間)*$",
    re.I,
)
"""With a day said: how far off it is."""
_CHANGED = re.compile(
    r"\bwhat(?:'s| is| was| were| did| have)? (?:you|the (?:last|latest)|did you|have you)\b.*\b(?:change[ds]?|changed|do(?:ne)?|did)\b"
    r"|\b(?:last|latest|recent) changes?\b|(?:何|なに)を(?:変え|変更し|した|やった)(?:た|の|んだ|っけ|？|\?|$)"
    r"|(?:最後|最近|直前|さっき)(?:に|の)?(?:変えた|変更)",
    re.I,
)
_CHANGED_OWN = re.compile(r"\b(?:change[ds]?|last thing you|you just)\b|変え|変更|さっき", re.I)
"""Of the schedule, where nothing else is named."""
_MENTIONED = re.compile(
    r"^when (?:did|have) (?:i|we) (?:last |ever |first )?(?:mention(?:ed)?|writ(?:e|ten)|note[d]?)(?: (?:about|of|down))?"
    r" (?:the |my |a )?(?P<en>.+?)(?: (?:last|in (?:my|the) diary))*$"
    r"|^(?P<ja>.+?)(?:のこと|の話|について)?(?:を|って|は|、)*(?:最後に|前に|いつ)+(?:日記に)?(?:書いた|書いて|メモした)",
    re.I,
)
_FREE_LENGTH = re.compile(r"\b(?P<n>\w+(?: and a half)?) (?:free|spare|empty|open|clear|uninterrupted) (?P<u>hours?|minutes?)\b", re.I)
_SEARCH = re.compile(
    r"^(?:search|look|find)(?: through| in| up)?(?: my| the)?(?: (?:schedule|calendar|diary|tasks"
    r"|notes))?(?: for)? (?P<en>.+?)(?: in (?:my|the) (?:schedule|calendar|diary|tasks))?$"
    r"|^(?:予定|カレンダー|日記|スケジュール|タスク)?(?:の中)?(?:から|で)?(?P<ja>[^、]+?)(?:を|って|で)(?:予定|カレンダー|日記|スケジュール)?(?:から|の中から|で|を)?(?:検索|探し)",
    re.I,
)
_PARTS = {
    DayPart.MORNING: re.compile(r"\bmornings?\b|朝|午前", re.I),
    DayPart.AFTERNOON: re.compile(r"\bafternoons?\b|午後", re.I),
    DayPart.EVENING: re.compile(r"\b(?:evening|night)s?\b|夕方|夜|晩", re.I),
}
"""Where no day is said with it, as in `my next free evening`."""
MINUTES = 30
"""The shortest free time that is worth telling of, where nobody says how much is needed."""


def plan_days(clauses: Sequence[Clause], known: Known) -> Plan | None:
    """What a question about days comes to, or None where it is none."""
    if len(clauses) != 1:
        return None
    clause = clauses[0]
    text, when = clause.text, clause.when
    call: ToolCall | None = None
    if (compared := _COMPARED.search(text)) and _A_DAY.search(text) and is_question(text):
        call = _call("compare_days", **_period(when, known, ahead=True), busiest=not (compared["least"] or compared["least_ja"]))
    elif _CLASH.search(text):
        call = _call("find_conflicts", **_period(when, known, ahead=True))
    elif (
        _FREE.search(text)
        or (
            len(_dates(when)) > 1
            and re.search(
                r"\bfree\b|空いて|予定(?:が|の)?(?:何も)?(?:ない|入ってない)"
                r"|何も予定",
                text,
                re.I,
            )
        )
        or (_IS_FREE.search(text) and when.date_said and (when.part is not None or when.duration is not None) and when.time is None)
    ):
        call = find_free(text, when, known)
    elif _CHANGED.search(text) and _CHANGED_OWN.search(text) and (known.undo or "you" in text or "さっき" in text) and not when.found:
        call = _call("list_changes")
    elif m := _MENTIONED.match(text.strip(" .。?？")):
        call = _call("search_schedule", words=clause.shown((m["en"] or m["ja"] or "").strip(" 「」\"'")))
    elif when.date_said and when.date is not None and when.time is None and _DAYS_UNTIL.match(clause.timeless.strip(" .。?？!！、")):
        call = _call("count_days", date=when.date.isoformat())
    elif not when.found and _NEXT.match(text.strip(" .。?？!！")):
        call = _call("find_next")
    elif not when.found and (m := _NEXT_OF.match(text.strip(" .。?？!！"))) and (m["own"] or _is_in_the_book(m["en"] or m["ja"], known)):
        call = _call("find_next", about=clause.shown(m["en"] or m["ja"]))
    elif _OVERDUE.search(text) and not _CHANGES.search(text):
        call = _call("list_overdue")
    elif _SUMMARY.search(text) and _is_ones_own(text, when):
        call = _summary(when, known)
    elif (m := _SEARCH.match(text.strip(" .。?？"))) and re.search(
        r"\b(?:schedule|calendar|diary|tasks)\b|予定|カレンダー|日記|スケジュール", text, re.I
    ):
        call = _call("search_schedule", words=clause.shown((m["en"] or m["ja"] or "").strip(" 「」\"'")))
    if call is None:
        return None
    return Impossible(why=when.problem) if when.problem else Calls(calls=(call,))


def _is_in_the_book(title: str, known: Known) -> bool:
    """The next meeting, not the next train."""
    titles = [task.title for task in known.tasks] + [routine.title for routine in known.routines]
    return any(score(title, written) >= SURE for written in titles)


def _is_ones_own(text: str, when: When) -> bool:
    """A summary of a day, not of a film."""
    return (
        when.date_said
        or re.search(r"\b(?:my|the|today'?s) (?:day|week|schedule|tasks?|activities)\b|\b(?:i|we)\b|今日|一日|予定", text, re.I) is not None
    )


def _summary(when: When, known: Known) -> ToolCall:
    """Of one day; a longer time is listed."""
    day = when.date if when.date is not None and when.date_said else known.now.date()
    if when.end_date is not None and when.end_date != day:
        return _call("list_tasks_in_period", start=day.isoformat(), end=when.end_date.isoformat())
    return _call("get_daily_summary", date=day.isoformat())


def _spoken_length(text: str, known: Known) -> int | None:
    """`two free hours` in minutes."""
    m = _FREE_LENGTH.search(text)
    length = resolve(f"for {m['n']} {m['u']}", known.now).duration if m else None
    return int(length.total_seconds() // 60) if length else None


def find_free(text: str, when: When, known: Known) -> ToolCall:
    period = _period(when, known, ahead=True)
    part = when.part or next((part for part, words in _PARTS.items() if words.search(text)), None)
    begins = when.time or (part.begins if part else None)
    ends = when.end_time or (part.ends if part and when.time is None else None)
    minutes = int(when.duration.total_seconds() // 60) if when.duration else _spoken_length(text, known) or MINUTES
    return _call(
        "find_free_time",
        **period,
        begins=begins.strftime("%H:%M") if begins else None,
        ends=ends.strftime("%H:%M") if ends else None,
        minutes=minutes,
    )


def _dates(when: When) -> list[Day]:
    """Every day that is named, in order."""
    return sorted({span.date for span in when.spans if span.date is not None and span.end_date is None})


def _weekdays_within(when: When) -> list[Day]:
    """Those of a week that were said beside it: next week, from Monday to Friday."""
    weekdays = {day for span in when.others if span.repeated is not None for day in span.repeated.weekdays}
    if when.date is None or when.end_date is None or (length := (when.end_date - when.date).days) >= 7:
        return []
    return [day for n in range(length + 1) if (day := when.date + timedelta(days=n)).weekday() in weekdays]


def _period(when: When, known: Known, *, ahead: bool) -> dict[str, Value]:
    """The days that were said, the first to the last where several were named; else the coming week."""
    if len(days := _dates(when) or _weekdays_within(when)) > 1:
        return {"start": days[0].isoformat(), "end": days[-1].isoformat()}
    if when.date is not None and (when.date_said or when.part is not None or when.time is not None):
        return {"start": when.date.isoformat(), "end": (when.end_date or when.date).isoformat()}
    today = known.now.date()
    return {"start": today.isoformat(), "end": (today + timedelta(days=6 if ahead else 0)).isoformat()}


def _call(tool: str, **arguments: Value) -> ToolCall:
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
