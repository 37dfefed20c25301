"""From sentences about the diary to tool calls."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.diary_wishes import DiaryAct, DiaryWish
from yamori.agents.scheduler.rules.meant import Known
from yamori.agents.scheduler.rules.plans import Calls, Impossible, Plan
from yamori.agents.scheduler.rules.reading import reader_of
from yamori.agents.scheduler.rules.wishes import Clause
from yamori.domain.values import Value
from yamori.domain.when import resolve

_WROTE = ("appended", "written")


def plan_diary(clauses: Sequence[Clause], known: Known) -> Plan | None:
    """What the clauses come to together, or None where they are not about the diary. What is written may be several sentences, so that
    the clauses are taken together first."""
    whole = clauses[0].part(_joined(clauses))
    if (problem := whole.when.problem) and diary_wish(whole, known) is not None:
        return Impossible(why=problem)
    for together in ([whole], clauses):
        wishes = [diary_wish(clause, known) for clause in together]
        if all(wishes):
            return Calls(calls=tuple(_call(wish) for wish in wishes if wish is not None))
    return None


def diary_wish(clause: Clause, known: Known) -> DiaryWish | None:
    """In either language. What the diary holds is past: `on the 15th` is the last one."""
    found: DiaryWish | None = reader_of(clause.text).diary_wish(clause) or _more_of_it(clause, known)
    if found is None or found.date is None or found.date <= clause.now.date() or found.act is DiaryAct.APPEND:
        return found
    before = resolve(f"was: {clause.text}だった。", clause.now)  # words of either language that turn the reading to the past
    return replace(found, date=before.date, end=before.end_date) if before.date is not None else found


def _more_of_it(clause: Clause, known: Known) -> DiaryWish | None:
    """`also write that …` right after something was written into the diary."""
    last = known.undo[-1] if known.undo else None
    wrote = isinstance(last, Sequence) and not isinstance(last, str) and len(last) > 0 and last[0] in _WROTE
    if not wrote or known.focus or known.routine_focus:
        return None
    text = reader_of(clause.text).diary_more(clause)
    return DiaryWish(act=DiaryAct.APPEND, text=text) if text else None


def _joined(clauses: Sequence[Clause]) -> str:
    """As it was said, as far as the clauses still know."""
    if len(clauses) == 1:
        return clauses[0].text
    return ("。" if any(not c.text.isascii() for c in clauses) else ". ").join(c.text.rstrip(" .。") for c in clauses)


def _call(wish: DiaryWish) -> ToolCall:
    date = wish.date.isoformat() if wish.date else None
    arguments: dict[str, Value]
    match wish.act:
        case DiaryAct.APPEND:
            tool, arguments = "append_day_log", {"text": wish.text, "date": date}
        case DiaryAct.OVERWRITE:
            tool, arguments = "update_log", {"text": wish.text, "date": date}
        case DiaryAct.DELETE:
            tool, arguments = "update_log", {"text": "", "date": date}
        case DiaryAct.SHOW:
            end = wish.end.isoformat() if wish.end and wish.end != wish.date else None
            tool, arguments = "get_day_log", {"date": date, "end": end}
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
