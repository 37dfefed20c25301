"""From sentences about the diary to tool calls."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.diary_intents import DiaryAct, DiaryEdit, DiaryWish
from yamori.agents.scheduler.rules.intents import Clause, hide_quotes, joint
from yamori.agents.scheduler.rules.mending import edited
from yamori.agents.scheduler.rules.plans import Calls, Impossible, Plan
from yamori.agents.scheduler.rules.reading import reader_of
from yamori.agents.scheduler.rules.resolution import Known
from yamori.agents.scheduler.rules.titles import mentioned
from yamori.domain.values import Value
from yamori.domain.when import When, resolve

_WROTE = ("appended", "written")


def plan_diary(clauses: Sequence[Clause], known: Known) -> Plan | None:
    """What the clauses come to together, or None where they are not about the diary. What is written may be several sentences, so that
    the clauses are taken together first."""
    whole = clauses[0].part(_joined(clauses))
    if (problem := whole.when.problem) and diary_intent(whole, known) is not None:
        return Impossible(why=problem)
    for together in ([whole], clauses):
        intents = [diary_intent(clause, known) for clause in together]
        if all(intents):
            return Calls(calls=tuple(call_for(intent) for intent in intents if intent is not None))
    return None


def diary_intent(clause: Clause, known: Known) -> DiaryWish | None:
    """In either language. What the diary holds is past: `on the 15th` is the last one."""
    if (mended := _mended(clause, known)) is not None:
        return mended
    found: DiaryWish | None = reader_of(clause.text).diary_intent(clause) or _more_of_it(clause, known)
    if found is None or found.date is None or found.date <= clause.now.date() or found.act is DiaryAct.APPEND:
        return found
    before = past_reading(clause)
    return replace(found, date=before.date, end=before.end_date) if before.date is not None else found


def past_reading(clause: Clause) -> When:
    return resolve(f"was: {clause.text}だった。", clause.now)  # words of either language that turn the reading to the past


def _more_of_it(clause: Clause, known: Known) -> DiaryWish | None:
    """`also write that …` right after something of the diary was written or read: it goes to the same day."""
    last = known.undo[-1] if known.undo else None
    wrote = isinstance(last, Sequence) and not isinstance(last, str) and len(last) > 0 and last[0] in _WROTE
    if not (wrote or known.diary_day is not None) or known.focus or known.routine_focus:
        return None
    text = reader_of(clause.text).diary_more(clause)
    return DiaryWish(act=DiaryAct.APPEND, text=text, date=known.diary_day) if text else None


def days_to_mend(request: str, now: datetime, spoken_of: Day | None) -> tuple[Day, ...]:
    """Of which days the diary may be mended by a sentence, the likeliest first; none for nearly every sentence."""
    clause = hide_quotes(request, now)
    edit: DiaryEdit | None = reader_of(clause.text).diary_edit(clause)
    if edit is None:
        return ()
    when, today = past_reading(clause), now.date()
    if edit.named and when.date_said and when.date is not None and when.date <= today:
        return (when.date,)
    return tuple(dict.fromkeys(day for day in (spoken_of, today, today - timedelta(days=1)) if day is not None))


def _mended(clause: Clause, known: Known) -> DiaryWish | None:
    """Other words on the first of the days that holds those that are wrong. Where the diary was not spoken of, neither by the sentence nor
    before it, they must be nothing else's."""
    if not known.diary:
        return None
    edit: DiaryEdit | None = reader_of(clause.text).diary_edit(clause)
    if edit is None:
        return None
    spoken = edit.named or (known.diary_day is not None and not known.focus)
    if not spoken and (known.focus or known.routine_focus or clause.when.found or mentioned(edit.gone, known.tasks)):
        return None
    for day, text in known.diary.items():
        if (after := edited(text, edit)) is not None:
            return DiaryWish(act=DiaryAct.OVERWRITE if after else DiaryAct.DELETE, text=after, date=day)
    return None


def _joined(clauses: Sequence[Clause]) -> str:
    """As it was said, as far as the clauses still know."""
    if len(clauses) == 1:
        return clauses[0].text
    return ("。" if joint([c.text for c in clauses]) == "、" else ". ").join(c.text.rstrip(" .。") for c in clauses)


def call_for(intent: DiaryWish) -> ToolCall:
    """The tool that does what is wanted of the diary."""
    date = intent.date.isoformat() if intent.date else None
    arguments: dict[str, Value]
    match intent.act:
        case DiaryAct.APPEND:
            tool, arguments = "append_day_log", {"text": intent.text, "date": date}
        case DiaryAct.OVERWRITE:
            tool, arguments = "update_log", {"text": intent.text, "date": date}
        case DiaryAct.DELETE:
            tool, arguments = "update_log", {"text": "", "date": date}
        case DiaryAct.SHOW:
            end = intent.end.isoformat() if intent.end and intent.end != intent.date else None
            tool, arguments = "get_day_log", {"date": date, "end": end}
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
