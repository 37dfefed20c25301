"""When an automation would have fired, for the Automations page."""

from collections.abc import Sequence
from datetime import datetime

from yamori.automations.back_testing import BackTesting
from yamori.automations.engine import Engine
from yamori.domain.clock import Clock
from yamori.domain.errors import NotFound


class BackTests:
    """Of the household's automations, by id."""

    def __init__(self, engine: Engine, back_testing: BackTesting, clock: Clock) -> None:
        self._engine, self._back_testing, self._clock = engine, back_testing, clock

    async def back_test(self, id: str, days: int) -> Sequence[datetime] | None:
        """The moments of the last `days` (at most a month), oldest first, in the home's time zone. None where no readings are kept of what
        it looks at, or where something else than readings and the clock decides. Raises `NotFound`."""
        automation = next((a for a in self._engine.all() if a.id == id), None)
        if automation is None:
            raise NotFound(f"there is no automation {id!r}", where="id")
        tested = await self._back_testing.of(automation, days=days, now=self._clock.now())
        return tested.times if tested is not None else None
