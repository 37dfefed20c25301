"""The tool call for what is wanted of the diary."""

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.reading.diary_intents import DiaryAction, DiaryIntent
from yamori.domain.values import Value


def call_for(intent: DiaryIntent) -> ToolCall:
    """The tool that does what is wanted of the diary."""
    date = intent.date.isoformat() if intent.date else None
    arguments: dict[str, Value]
    match intent.action:
        case DiaryAction.APPEND:
            tool, arguments = "append_day_log", {"text": intent.text, "date": date}
        case DiaryAction.OVERWRITE:
            tool, arguments = "update_log", {"text": intent.text, "date": date}
        case DiaryAction.DELETE:
            tool, arguments = "update_log", {"text": "", "date": date}
        case DiaryAction.SHOW:
            end = intent.end.isoformat() if intent.end and intent.end != intent.date else None
            tool, arguments = "get_day_log", {"date": date, "end": end}
    return ToolCall(tool=tool, arguments={k: v for k, v in arguments.items() if v is not None})
