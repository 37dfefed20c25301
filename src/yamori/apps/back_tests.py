"""When an automation would have fired, for the Automations page."""

from datetime import timedelta

from yamori.automations.back_test import is_testable
from yamori.automations.back_testing import BackTesting
from yamori.automations.engine import Engine
from yamori.domain.clock import Clock
from yamori.domain.errors import NotFound
from yamori.web.automation_port import BackTestSeen, Untested

_WHOLE = timedelta(minutes=2)
"""Readings that begin so little later cover all the time that was asked about."""


class BackTests:
    """Of the household's automations, by id."""

    def __init__(self, engine: Engine, back_testing: BackTesting, clock: Clock) -> None:
        self._engine, self._back_testing, self._clock = engine, back_testing, clock

    async def back_test(self, id: str, days: int) -> BackTestSeen | Untested:
        """The moments of the last `days` (at most a month), in the home's time zone. Raises `NotFound`."""
        automation = next((a for a in self._engine.all() if a.id == id), None)
        if automation is None:
            raise NotFound(f"there is no automation {id!r}", where="id")
        if not is_testable(automation):
            return Untested.NOT_BY_READINGS
        now = self._clock.now()
        tested = await self._back_testing.of(automation, days=days, now=now)
        if tested is None:
            return Untested.NO_HISTORY
        covers_all = now - tested.since >= timedelta(days=tested.days) - _WHOLE
        return BackTestSeen(times=tested.times, since=None if covers_all else tested.since)
