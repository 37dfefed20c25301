"""One life of the house: it takes up the year where the last one ended, and goes on until it is killed or the year is over."""

import asyncio
import os
import random
import signal
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from tests.automations.fakes import DOOR, Doom, DoomedStore, FakeReadings, MovingClock
from tests.chaos.year.household import SKY, household
from tests.chaos.year.kept import Kept, microseconds, moment
from tests.chaos.year.script import ZONE, Event

from yamori.automations.action import ActionResult, ActionStatus, Ask, Call
from yamori.automations.automation import Automation
from yamori.automations.engine import Engine
from yamori.automations.firing import Firing
from yamori.automations.store import open_automations

LONGEST_TIMER = 0.03
"""Seconds of real time: a kill that comes from outside, anywhere in the work."""
MOST_POINTS = 14
"""Or right before or after one of the next so many writes and effects."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Killing(Doom):
    """Ends the process instead of raising something."""

    def passing(self) -> None:
        if self.left is not None:
            if self.left <= 0:
                die()
            self.left -= 1


class House:
    """Performer and notices that do each key once, as the gate and the schedule do, and write down when."""

    def __init__(self, kept: Kept, clock: MovingClock, doom: Killing) -> None:
        self._kept, self._clock, self._doom = kept, clock, doom
        self._known = {note["key"] for note in kept.notes() if note["what"] in ("did", "told")}

    async def perform(self, action: Call | Ask, *, key: str, automation: Automation, firing: Firing) -> ActionResult:
        self._doom.passing()
        text = action.text if isinstance(action, Call) else action.request
        self._write("did", key, automation=automation.id, due=firing.due.isoformat(), text=text)
        await asyncio.sleep(0)
        self._doom.passing()
        return ActionResult(status=ActionStatus.DONE, text=text)

    async def tell(self, person: str, text: str, *, key: str) -> None:
        self._doom.passing()
        self._write("told", key, text=text)
        self._doom.passing()

    def _write(self, what: str, key: str, **more: str) -> None:
        self._kept.note(what, key=key, at=self._clock.now().astimezone(UTC).isoformat(), again=key in self._known, **more)
        self._known.add(key)


class Life:
    def __init__(self, kept: Kept, script: Sequence[Event], kills: Sequence[datetime], deaths: int, seed: int, end: datetime) -> None:
        self._kept, self._script, self._kills, self._deaths, self._end = kept, script, kills, deaths, end
        self._chance = random.Random(seed * 1_000 + deaths)
        self._world = kept.world()
        self._doom = Killing()
        self._armed = False
        self._clock = MovingClock(self._world.house.astimezone(ZONE))

    async def live(self) -> None:
        self._arm()
        readings = FakeReadings(self._clock)
        self._report(readings)
        store = await open_automations(self._kept.folder / "automations.sqlite3")
        house = House(self._kept, self._clock, self._doom)
        engine = Engine(
            DoomedStore(store, self._doom),  # type: ignore[arg-type]
            self._clock,
            readings=readings,
            performer=house,
            notices=house,
            sky=SKY,
        )
        await engine.start()
        known = {automation.id for automation in engine.all()}
        for automation in household():
            if automation.id not in known:
                await engine.add(automation)
        while True:
            coming = await engine.settle()
            self._kept.note("settled", at=self._clock.now().astimezone(UTC).isoformat())
            if self._world.now >= self._end:
                if self._deaths < len(self._kills):
                    die()
                break
            self._step(coming, readings)
        await engine.close()
        await store.close()

    def _step(self, coming: datetime | None, readings: FakeReadings) -> None:
        """Go to what comes next: what is due, an event, a kill, the end of the year; at most a day at once."""
        world = self._world
        ahead = [world.now + timedelta(days=1), self._end]
        if coming is not None:
            ahead.append(coming - timedelta(microseconds=world.offset))
        if world.next_event < len(self._script):
            ahead.append(self._script[world.next_event].at)
        if not self._armed and self._deaths < len(self._kills):
            ahead.append(self._kills[self._deaths])
        world.true = max(world.true, microseconds(min(ahead).astimezone(UTC)))
        self._arm()
        if world.next_event < len(self._script) and (event := self._script[world.next_event]).at <= world.now:
            world.next_event += 1
            self._happen(event)
        self._kept.keep(world)
        self._clock.put(world.house)
        if readings.known[DOOR].value != world.is_open:
            self._report(readings)

    def _happen(self, event: Event) -> None:
        world = self._world
        match event.kind:
            case "door":
                world.is_open = not world.is_open
                world.door_since = world.true
                self._kept.note("door", open=world.is_open, at=world.now.isoformat())
            case "sleep":
                world.true += event.seconds * 1_000_000
            case "shift":
                before = world.house
                world.offset = event.seconds * 1_000_000
                self._kept.note("shift", at=world.now.isoformat(), before=before.isoformat(), seconds=event.seconds)

    def _report(self, readings: FakeReadings) -> None:
        at = moment(self._world.door_since + self._world.offset) if self._world.door_since else self._world.house
        readings.report(DOOR, self._world.is_open, at=at.astimezone(ZONE))

    def _arm(self) -> None:
        """Once the moment of its kill has come this life is going to end soon."""
        if self._armed or self._deaths >= len(self._kills) or self._world.now < self._kills[self._deaths]:
            return
        self._armed = True
        if self._chance.random() < 0.3:
            threading.Timer(self._chance.random() * LONGEST_TIMER, die).start()
        else:
            self._doom.left = self._chance.randrange(MOST_POINTS)
