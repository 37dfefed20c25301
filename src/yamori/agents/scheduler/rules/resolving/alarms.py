"""When an alarm rings: at a moment, or on days that come again by a routine."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.resolving.calls import recurring
from yamori.domain.when import When


def alarm_at(when: When, title: str, now: datetime) -> ToolCall:
    readings = [c for c in (when.time, *when.ambiguous) if isinstance(c, Clock)]
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
