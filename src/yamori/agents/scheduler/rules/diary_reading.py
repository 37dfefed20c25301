"""From sentences about the diary to tool calls."""

from dataclasses import replace

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.diary_intents import DiaryAct, DiaryWish
from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.reading import reader_of
from yamori.domain.values import Value
from yamori.domain.when import When, resolve


def diary_intent(clause: Clause) -> DiaryWish | None:
    """In either language. What the diary holds is past: `on the 15th` is the last one."""
    found: DiaryWish | None = reader_of(clause.text).diary_intent(clause)
    if found is None or found.date is None or found.date <= clause.now.date() or found.act is DiaryAct.APPEND:
        return found
    before = past_reading(clause)
    return replace(found, date=before.date, end=before.end_date) if before.date is not None else found


def past_reading(clause: Clause) -> When:
    return resolve(f"was: {clause.text}だった。", clause.now)  # words of either language that turn the reading to the past


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
