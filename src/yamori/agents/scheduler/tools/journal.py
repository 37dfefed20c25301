"""What was changed, and taking it back."""

from datetime import datetime

from yamori.agentkit.argument_types import Moment, in_home_time
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.store import Change, Did, Schedule
from yamori.agents.scheduler.tools.result import viewed_row
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

MOST_UNDONE = 50
MOST_LISTED = 20


class JournalTools:
    """Bound to one schedule. Every call works on the changes of the person whom the task is for."""

    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    @tool(effect=Effect.CHANGE)
    async def undo_changes(self, keys: tuple[str, ...] = (), since: Moment | None = None, *, call: Call) -> ToolResult:
        """Take back changes of the schedule: those of these keys in the order given, or everything `since` a moment, or the last one."""
        person = call.task.person
        start = in_home_time(since, call.task.now) if since is not None else None
        wanted = keys or tuple(change.key for change in await self._schedule.changes.last(person=person, since=start, limit=MOST_UNDONE))
        if not wanted:
            raise InvalidRequest("there is no change that could be taken back", where="keys")
        done: list[Value] = []
        for number, key in enumerate(wanted[:MOST_UNDONE]):
            change = await self._schedule.changes.undo(key, person=person, key=f"{call.key}/{number}")
            done.append(_shown(change, call.task.now))
        return ToolResult(value={"undone": done})

    @tool(effect=Effect.READ)
    async def list_changes(self, *, call: Call) -> ToolResult:
        """The last changes of the schedule, the newest first."""
        last = await self._schedule.changes.of(call.task.person, limit=MOST_LISTED)
        found: list[Value] = [_shown(change, call.task.now) for change in last if change.did is not Did.UNCHANGED]
        return ToolResult(value={"changes": found})


def _shown(change: Change, now: datetime) -> Value:
    return {
        "key": change.key,
        "did": change.did.value,
        change.kind.value: viewed_row(change.row, now),
        "before": viewed_row(change.before, now) if change.before is not None else None,
        "at": change.at.isoformat(timespec="seconds"),
    }
