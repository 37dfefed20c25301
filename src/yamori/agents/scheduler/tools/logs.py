"""The diary: append to a day, overwrite it, read it (paper, 3.5.3 (3))."""

from datetime import date as Day

from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.tools.result import changed
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.values import Value


class LogTools:
    """Bound to one schedule. Every call works on the diary of the person whom the task is for."""

    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    @tool(effect=Effect.ADD)
    async def append_day_log(self, text: str, date: Day | None = None, *, call: Call) -> ToolResult:
        """Add words to the diary of a day (today)."""
        day = date or call.task.now.date()
        return changed(await self._schedule.logs.append(day, text, person=call.task.person, key=call.key), said=text)

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def update_log(self, text: str, date: Day | None = None, *, call: Call) -> ToolResult:
        """Overwrite the diary of a day (today) with these words; empty ones take it away."""
        day, person = date or call.task.now.date(), call.task.person
        if not text.strip():
            return changed(await self._schedule.logs.delete(day, person=person, key=call.key))
        return changed(await self._schedule.logs.overwrite(day, text, person=person, key=call.key), said=text)

    @tool(effect=Effect.READ)
    async def get_day_log(self, date: Day | None = None, end: Day | None = None, *, call: Call) -> ToolResult:
        """What the diary says of a day (today), or of the days from `date` to `end`, both included."""
        first = date or call.task.now.date()
        last = end or first
        found: list[Value] = [log.view() for log in await self._schedule.logs.between(first, last, person=call.task.person)]
        return ToolResult(value={"start": first.isoformat(), "end": last.isoformat(), "logs": found})
