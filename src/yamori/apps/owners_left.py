"""Stops the automations of people who do not live in the home any more, and tells its adults once. Wired in `household`."""

import asyncio
from collections.abc import Callable, Sequence

import structlog

from yamori.agents.scheduler.store import Schedule
from yamori.automations.engine import Engine
from yamori.automations.owner_notices import owner_left_text
from yamori.automations.rules.pairs import without_followers
from yamori.domain.home import Person, PersonRole

LOOK = 60.0
"""Seconds between two looks at who lives there."""
_LOG = structlog.get_logger()


class OwnersLeft:
    """Over one engine; `people` are those of the home now."""

    def __init__(self, engine: Engine, schedule: Schedule, people: Callable[[], Sequence[Person]], speaker: str) -> None:
        """`speaker`: who speaks when nobody says, who need not stand in the home."""
        self._engine, self._schedule, self._people, self._speaker = engine, schedule, people, speaker

    async def look(self) -> None:
        """Switch off what is on of people who are not there. A home that names nobody has lost nobody."""
        people = self._people()
        there = {person.id for person in people} | {self._speaker}
        adults = [person.id for person in people if person.role is PersonRole.ADULT]
        if not people:
            return
        for owner in sorted({a.owner for a in self._engine.all() if a.enabled} - there):
            stopped = without_followers(await self._engine.owner_left(owner))
            if stopped and adults:
                key = f"owner-left/{owner}/{'.'.join(sorted(a.id for a in stopped))}"
                await self._schedule.warn(owner_left_text(owner, stopped), key=key, people=adults)

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self.look()
            except Exception:  # a store that is locked or away: the next look sees the same
                _LOG.exception("owners_not_looked_at")
            await asyncio.sleep(LOOK)
