"""A change as the result of a tool: what was done, the row now and before, and the key by which it can be taken back."""

from collections.abc import Mapping
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.tool import Call, ToolResult
from yamori.agents.scheduler.rules.rows.home_clock import as_shown
from yamori.agents.scheduler.rules.rows.instants import MORNING, zone_of
from yamori.agents.scheduler.rules.rows.log import DailyLog
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import Change, Row, Schedule
from yamori.agents.scheduler.store.changes import reminder_key
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value


def changed(change: Change, **more: Value) -> ToolResult:
    """The row stands under the name of its kind: `task`, `routine`, `check` or `log`."""
    value: dict[str, Value] = {
        "did": change.did.value,
        change.kind.value: viewed_row(change.row, change.at),
        "before": viewed_row(change.before, change.at) if change.before is not None else None,
        "key": change.key,
    }
    return ToolResult(value=value | more)


def viewed_row(row: Row, now: datetime) -> Mapping[str, Value]:
    """A row as JSON, by the home's clock, which is that of `now`."""
    if isinstance(row, Routine):
        return as_shown(row, now.date(), zone_of(now)).view()
    if isinstance(row, DailyLog):
        return {"routine_id": row.routine_id, "step_id": row.step_id, "date": row.date.isoformat()}
    return row.view()


def length(minutes: int | None) -> timedelta | None:
    """Minutes as the stores take them."""
    return timedelta(minutes=minutes) if minutes is not None else None


def lead_given(minutes: int | None, at: Clock | None, begins: Clock | None) -> timedelta | None:
    """How long before it begins somebody is to be told of something new: in minutes, or at a time of its day; None for not at all."""
    if minutes is not None or at is None:
        return length(minutes)
    day = Day(2000, 1, 1)
    return datetime.combine(day, begins or MORNING) - datetime.combine(day, at)


async def reminder_of(schedule: Schedule, new: NewReminder | None, call: Call) -> Mapping[str, Value]:
    """Have the person told of what was just added; nothing where its time has passed already, since the row itself stands all the same."""
    if new is None:
        return {}
    try:
        change = await schedule.reminders.set(new, person=call.task.person, key=reminder_key(call.key))
    except InvalidRequest:
        return {}
    assert isinstance(change.row, Reminder)
    return {"reminder": change.row.view(zone_of(schedule.clock.now()))}
