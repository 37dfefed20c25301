"""What of the household's own schedule automations reckon from: timers, alarms, appointments. Wired in `household`; reads only."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.agents.scheduler.store import Schedule
from yamori.automations.neighbours import Running

_DAYS = timedelta(days=7)


class ScheduleClocks:
    """Fulfils `automations.neighbours.Clocks`."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    async def timers(self, person: str) -> Sequence[Running]:
        waiting = await self._schedule.reminders.waiting(person=person)
        timers = [(r, r.due) for r in waiting if r.timer and r.due is not None]
        return [Running(name=r.text or "", moment=due, id=str(r.id), set_after=r.id) for r, due in timers]

    async def alarms(self, person: str) -> Sequence[Running]:
        reminders = self._schedule.reminders
        found = [(r, r.due) for r in await reminders.waiting(person=person) if not r.timer and r.due is not None]
        return [Running(name=await reminders.called(reminder) or "", moment=due) for reminder, due in found]

    async def appointments(self, person: str) -> Sequence[Running]:
        now = self._schedule.clock.now()
        tasks = await self._schedule.tasks.between(now.date(), (now + _DAYS).date(), person=person, done=False, timed=True)
        found = [
            Running(name=t.title, moment=datetime.combine(t.date, t.time, now.tzinfo))
            for t in tasks
            if t.date is not None and t.time is not None
        ]
        return sorted((r for r in found if r.moment > now), key=lambda r: r.moment)
