"""The call that looks for free time, for the days and the hours that were said."""

from datetime import date as Day
from datetime import timedelta

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.domain.values import Value
from yamori.domain.when import When

MINUTES = 30
"""The shortest free time that is worth mentioning, where nobody says how much is needed."""


def find_free(when: When, known: Known) -> ToolCall:
    """Within the days said, else the coming week; of a part of a day only there."""
    part = when.part
    begins = when.time or (part.begins if part else None)
    ends = when.end_time or (part.ends if part and when.time is None else None)
    minutes = int(when.duration.total_seconds() // 60) if when.duration else MINUTES
    arguments: dict[str, Value] = {**_period(when, known)}
    if begins is not None:
        arguments["begins"] = begins.strftime("%H:%M")
    if ends is not None:
        arguments["ends"] = ends.strftime("%H:%M")
    return ToolCall(tool="find_free_time", arguments={**arguments, "minutes": minutes})


def _dates(when: When) -> list[Day]:
    """Every day that is named, in order."""
    return sorted({span.date for span in when.spans if span.date is not None and span.end_date is None})


def _weekdays_within(when: When) -> list[Day]:
    """Those of a week that were said beside it: next week, from Monday to Friday."""
    weekdays = {day for span in when.others if span.repeated is not None for day in span.repeated.weekdays}
    if when.date is None or when.end_date is None or (length := (when.end_date - when.date).days) >= 7:
        return []
    return [day for n in range(length + 1) if (day := when.date + timedelta(days=n)).weekday() in weekdays]


def _period(when: When, known: Known) -> dict[str, Value]:
    """The days that were said, the first to the last where several were named; else the coming week."""
    if len(days := _dates(when) or _weekdays_within(when)) > 1:
        return {"start": days[0].isoformat(), "end": days[-1].isoformat()}
    if when.date is not None and (when.date_said or when.part is not None or when.time is not None):
        return {"start": when.date.isoformat(), "end": (when.end_date or when.date).isoformat()}
    today = known.now.date()
    return {"start": today.isoformat(), "end": (today + timedelta(days=6)).isoformat()}
