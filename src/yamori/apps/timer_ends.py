"""Tells the engine of automations what becomes of the schedule's timers: that they ended, were cancelled, or run again.

It keeps nothing in mind that is not in the schedule: whatever happened while the house stood still is seen at the next look, and what was
told before sets nothing off again. Wired in `household`.
"""

import asyncio

import structlog

from yamori.agents.scheduler.rules.rows.reminder import Reminder, State
from yamori.agents.scheduler.store import Schedule
from yamori.automations.engine import Engine

LOOK = 30.0
"""Seconds between two looks, where nothing rings meanwhile."""
_LOG = structlog.get_logger()


class TimerEnds:
    """Between one schedule and one engine."""

    def __init__(self, schedule: Schedule, engine: Engine) -> None:
        self._schedule, self._engine = schedule, engine

    async def look(self) -> None:
        """Tell of every timer that an automation waits for how it stands now."""
        wanted = self._engine.timers()
        if not wanted:
            return
        there = {str(timer.id): timer for timer in await self._schedule.reminders.timers([int(id) for id in wanted if id.isdigit()])}
        for id in sorted(wanted):
            await self._tell(id, there.get(id))

    async def run(self) -> None:
        """Until cancelled: whenever something was told or changed in the schedule."""
        while True:
            rung = [asyncio.create_task(bell.next().wait()) for bell in (self._schedule.notices.bell, self._schedule.changes.bell)]
            try:
                await self.look()
                await asyncio.wait(rung, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
            except Exception:  # a store that is locked or away: the next look sees the same
                _LOG.exception("timers_not_looked_at")
                await asyncio.sleep(LOOK)
            finally:
                for task in rung:
                    task.cancel()

    async def _tell(self, id: str, timer: Reminder | None) -> None:
        if timer is not None and (timer.fired is not None or timer.state is State.MISSED):
            await self._engine.timer_ended(id, at=timer.moment)
        elif timer is None or timer.state is State.CANCELLED:
            await self._engine.timer_gone(id)
        else:
            await self._engine.timer_back(id)
