"""The loop that notifies people of what is due, and carries it to where they want to be found.

It looks at the clock at most every few seconds, never sleeps for long, and keeps nothing in mind that is not in the database: a machine
that slept, a clock that was set, a process that was killed make no difference but lateness. Any number of processes may run it at once.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import structlog
from sqlalchemy import Connection

from yamori.agents.scheduler.notices import Delivery, Notifier, Undeliverable
from yamori.agents.scheduler.rules.rows.preferences import ChannelKind
from yamori.agents.scheduler.store.bell import heard
from yamori.agents.scheduler.store.deliveries import Ended
from yamori.agents.scheduler.store.schedule import Schedule
from yamori.domain.errors import HouseSilent, InvalidRequest

LOOK = 2.0
"""Seconds between two looks at the clock, at most."""
AT_ONCE = 32
"""Deliveries at the same time."""
GATHERED = 0.01
"""Seconds in which deliveries that end are written down together."""
PATIENCE = 30.0
"""Seconds for one delivery; less than `deliveries.LEASE`."""
_LOG = structlog.get_logger()


class Reminding:
    """Of one schedule."""

    def __init__(self, schedule: Schedule, notifiers: Mapping[ChannelKind, Notifier]) -> None:
        self._schedule = schedule
        self._notifiers = notifiers
        self._running: dict[asyncio.Task[Ended], Delivery] = {}
        self._ended: list[Ended] = []

    async def run(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._notify_forever())
            group.create_task(self._deliver_forever())

    async def notify_due(self) -> float:
        """Notify people of all that is due by now; returns how many seconds there are to wait for the next look."""
        more = True
        while more:
            found = await self._schedule.claims.claim()
            if found.notices:
                self._schedule.notices.bell.ring()
                self._schedule.deliveries.bell.ring()
            more = found.more
        if found.next is None:
            return LOOK
        return min(max((found.next - self._schedule.clock.now()).total_seconds(), 0.0), LOOK)

    async def deliver(self) -> None:
        """Carry what is to be carried now, and wait until all of it has arrived or failed."""
        while True:
            await self._turn_over()
            if not self._running:
                return
            await asyncio.wait(self._running, return_when=asyncio.FIRST_COMPLETED)
            await self._gather()

    async def _reckon_anew(self) -> None:
        """The home may have been moved to another time zone since the last start."""

        def work(connection: Connection) -> None:
            self._schedule.reminders.follow_zone(connection)
            self._schedule.preferences.follow_zone(connection)

        await self._schedule.database.transact(work)

    async def _notify_forever(self) -> None:
        reckoned = False
        while True:
            rung = self._schedule.changes.bell.next()
            try:
                if not reckoned:
                    await self._reckon_anew()
                    reckoned = True
                wait = await self.notify_due()
            except Exception:  # a database that is locked or away, or a row nobody foresaw: what is due stays due, and the loop goes on
                _LOG.exception("reminders_not_looked_at")
                wait = LOOK
            await heard(rung, seconds=wait)

    async def _deliver_forever(self) -> None:
        bell = self._schedule.deliveries.bell
        try:
            while True:
                rung = asyncio.create_task(bell.next().wait())
                try:
                    await self._turn_over()
                    await asyncio.wait((rung, *self._running), timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
                    await self._gather()
                except Exception:  # as above
                    _LOG.exception("deliveries_not_looked_at")
                    await asyncio.sleep(LOOK)
                finally:
                    rung.cancel()
        finally:
            await self._stop()

    async def _gather(self) -> None:
        if self._running:
            await asyncio.wait(self._running, timeout=GATHERED)

    async def _turn_over(self) -> None:
        """Write down what has ended, and begin what is next."""
        for task in [task for task in self._running if task.done()]:
            del self._running[task]
            self._ended.append(task.result())
        free = AT_ONCE - len(self._running)
        taken = await self._schedule.deliveries.turn_over(self._ended, most=free, but={one.id for one in self._running.values()})
        self._ended = []
        for delivery in taken:
            self._running[asyncio.create_task(self._send(delivery))] = delivery

    async def _stop(self) -> None:
        """What was under way is put back under its key."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        finished = {task: one for task, one in self._running.items() if task.done() and not task.cancelled()}
        await self._schedule.deliveries.turn_over([*self._ended, *(task.result() for task in finished)], most=0)
        await self._schedule.deliveries.put_back([one for task, one in self._running.items() if task not in finished])
        self._running, self._ended = {}, []

    async def _send(self, delivery: Delivery) -> Ended:
        notifier = self._notifiers.get(delivery.channel.kind)
        if notifier is None:
            return Ended(delivery=delivery, why=f"nothing here can tell anything by {delivery.channel.kind.value}")
        try:
            async with asyncio.timeout(PATIENCE):
                await notifier.send(delivery)
        except (Undeliverable, InvalidRequest) as error:
            return Ended(delivery=delivery, why=str(error))
        except HouseSilent as error:
            return Ended(delivery=delivery, why=str(error), again=True)
        except TimeoutError:
            return Ended(delivery=delivery, why=f"no answer within {PATIENCE:.0f} s", again=True)
        except Exception:  # a mistake in one notifier must not keep all others from being told anything
            _LOG.exception("notifier_failed", delivery=delivery.key)
            return Ended(delivery=delivery, why="it failed in a way nobody foresaw; the log has more", again=True)
        return Ended(delivery=delivery)


@asynccontextmanager
async def reminding(schedule: Schedule, notifiers: Mapping[ChannelKind, Notifier]) -> AsyncIterator[Reminding]:
    """The loop, running."""
    loop = Reminding(schedule, notifiers)
    task = asyncio.create_task(loop.run(), name="reminding")
    task.add_done_callback(_say_if_broken)
    try:
        yield loop
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _say_if_broken(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _LOG.error("reminding_stopped", exc_info=error)
