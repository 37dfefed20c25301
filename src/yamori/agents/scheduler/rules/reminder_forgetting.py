"""`Don't remind me of the dentist`, 歯医者のリマインダーを消して: what is entered stays, and is not told of any more."""

import re

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.plans import Ambiguous, Calls, Plan
from yamori.agents.scheduler.rules.reminder import Reminder
from yamori.agents.scheduler.rules.resolution import Known, is_pronoun, option
from yamori.agents.scheduler.rules.routine import Routine
from yamori.agents.scheduler.rules.titles import match_title

_TOLD = r"(?:remind(?:ing)?|tell(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|nudg(?:e|ing)|ping(?:ing)?) (?:me|us)"
_NOTICES = r"(?:reminders?|notifications?|alerts?|alarms?)"
_DROP = r"^(?:please )?(?:cancel|stop|delete|clear|end|forget|turn off|remove|drop|switch off|disable)"
_MINE = r"(?:(?:the|my|our|any|all|all the) )?"
_NOTICES_JA = r"(?:リマインダー?|リマインド|通知|お?知らせ|アラーム|アラート)"
_OF_JA = r"(?:の|を|は|について|については|についての|に関する|のこと(?:は|を))?、?(?:もう)?"
_LET_BE = (
    re.compile(
        rf"^(?:please )?(?:(?:do not|don'?t|no need to|you (?:need not|needn'?t|don'?t (?:have|need) to)|stop)) {_TOLD}(?: any ?more)?"
        rf"(?: again)?(?: (?:of|about|for) {_MINE}(?P<what>.+?))?(?: any ?more| any longer| again)?(?:,? please)?$",
        re.I,
    ),
    re.compile(
        rf"^(?P<what>.+?){_OF_JA}{_NOTICES_JA}(?:を|は|する(?:のを|のは)?)?、?(?:もう)?"
        r"(?:し(?:ないで|なくて(?:も)?(?:いい|大丈夫))|止め|とめ|やめ|外し|オフ|解除|(?:いら|要ら|必要)な|いりません|要りません|不要)"
    ),
    re.compile(
        r"^(?:やっぱり|やはり|(?P<what>.+?)(?:を|は|のこと(?:は|を))?)?、?(?:もう)?(?:知らせ|教え|言わ|リマインドし)"
        r"(?:ないで|なくて(?:も)?(?:いい|大丈夫))"
    ),
)
"""Nobody wants to be told."""
_GOES = (
    re.compile(rf"{_DROP} {_MINE}{_NOTICES} (?:of|for|about|on) {_MINE}(?P<what>.+?)(?:,? please)?$", re.I),
    re.compile(rf"{_DROP} {_MINE}(?P<what>.+?)(?:'s)? {_NOTICES}(?:,? please)?$", re.I),
    re.compile(rf"^(?P<what>.+?){_OF_JA}{_NOTICES_JA}を?、?(?:もう)?(?:全部|すべて|全て)?(?:取り消|キャンセル|削除|消し|なくし)"),
)
"""A reminder goes; of what has a day and no time it may be all that there is."""
_ALL = (
    re.compile(rf"{_DROP} (?:all |every |all of )?(?:the |my |our )?reminder(?P<several>s)?(?: (?:for|of|on|from))?(?:,? please)?$", re.I),
    re.compile(
        r"^(?:(?P<several>全部|ぜんぶ|すべて|全て)の|の)?リマインダー?(?:を|は)?、?(?:もう)?(?:全部|ぜんぶ|すべて|全て)?"
        r"(?:取り消|キャンセル|削除|消し|なくし|止め|やめ|オフ|解除)"
    ),
)
_NAMELESS = re.compile(r"^(?:everything|全部|すべて|今日|明日|タイマー)$|\btimers?$", re.I)


def plan_forgetting(clause: Clause, known: Known) -> Plan | None:
    """None where the clause asks for no such thing, or where the whole task goes."""
    text = clause.text.strip(" .。!！?？")
    if (every := next((m for p in _ALL if (m := p.match(clause.timeless.strip(" .。!！")))), None)) is not None:
        return _every(clause, known, one=clause.text.isascii() and not every["several"])
    let_be = next((m for p in _LET_BE if (m := p.match(text))), None)
    found = let_be or next((m for p in _GOES if (m := p.match(text))), None)
    if found is None:
        return None
    row = _named(clause.shown(found["what"] or "it").strip(" 、"), known)
    if row is None or isinstance(row, Ambiguous):
        return row
    if let_be is None and isinstance(row, CustomTask) and row.time is None:
        return None
    calls = [_cancelling(r) for r in known.reminders if _row(r, known) == row]
    return Calls(calls=tuple(calls) or (ToolCall(tool="list_reminders", arguments={}),))


def _every(clause: Clause, known: Known, *, one: bool) -> Plan:
    """All reminders, or those of the days that are said; a routine still tells on the days after them."""
    start, end = clause.when.date, clause.when.end_date or clause.when.date
    asked = [r for r in known.reminders if r.due is not None and not r.timer]
    if start is not None and end is not None:
        days = {r.id: r.due.astimezone(known.now.tzinfo).date() for r in asked if r.due is not None}
        asked = [r for r in asked if r.routine_id is None and start <= days[r.id] <= end]
    if one and len(asked) > 1:
        rows = {r.id: _row(r, known) for r in asked}
        chosen = [r for r in asked if known.chosen and (row := rows[r.id]) is not None and option(row) == known.chosen]
        if len(chosen) != 1:
            return Ambiguous(between=tuple(dict.fromkeys(row or r for r, row in zip(asked, rows.values(), strict=True))))
        asked = chosen
    calls = [_cancelling(r) for r in asked]
    return Calls(calls=tuple(calls) or (ToolCall(tool="list_reminders", arguments={}),))


def _row(reminder: Reminder, known: Known) -> CustomTask | Routine | None:
    """What it reminds of."""
    task = next((t for t in known.tasks if t.id == reminder.task_id), None)
    return task or next((r for r in known.routines if r.id == reminder.routine_id), None)


def _cancelling(reminder: Reminder) -> ToolCall:
    return ToolCall(tool="cancel_reminder", arguments={"reminder_id": reminder.id})


def _named(words: str, known: Known) -> CustomTask | Routine | Ambiguous | None:
    if is_pronoun(words):
        spoken: list[CustomTask | Routine] = [
            *(t for t in known.tasks if t.id in known.focus),
            *(r for r in known.routines if r.id in known.routine_focus),
        ]
        return spoken[0] if len(spoken) == 1 else None
    if _NAMELESS.match(words):
        return None
    task, routine = match_title(words, [t for t in known.tasks if not t.done]), match_title(words, known.routines)
    best = task if task.score >= routine.score else routine
    if best.found is None and best.hesitates:
        chosen = [h for h in best.hesitates if known.chosen and option(h) == known.chosen]
        told = chosen or [h for h in best.hesitates if any(_row(r, known) == h for r in known.reminders)]
        return told[0] if len(told) == 1 else Ambiguous(between=best.hesitates)
    return best.found
