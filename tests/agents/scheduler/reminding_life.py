"""A schedule that lives again and again: `python -m tests.agents.scheduler.reminding_life FOLDER` forks a life for each line of its input.

A life goes on where the clock in FOLDER stands, takes random steps through time (an hour back now and then), does the edits that have
come up, tells what is due, and writes what arrives into FOLDER. It is there to be killed. Forking from a process that has imported
everything makes a start cost little.
"""

import asyncio
import json
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

from yamori.agents.scheduler.notices import Delivery
from yamori.agents.scheduler.reminding import Reminding
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.store import Schedule, open_schedule
from yamori.domain.errors import HouseSilent

ZONE = ZoneInfo("America/New_York")
"""Its clocks change twice in the year."""
PERSON = "aiko"
HOURS = 20.0
"""The longest step: whatever is due is told on its day, late or not."""


class KeptClock:
    """A clock in a file, which a kill does not set back."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_RDWR | os.O_CREAT)

    def now(self) -> datetime:
        return datetime.fromtimestamp(int.from_bytes(os.pread(self._file, 8, 0), "big"), ZONE)

    def set(self, at: datetime) -> None:
        os.pwrite(self._file, int(at.timestamp()).to_bytes(8, "big"), 0)

    def step(self, hours: float) -> None:
        self.set(datetime.fromtimestamp(self.now().timestamp() + hours * 3600, UTC))


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What the person does to a task at some time."""

    at: float
    task: int
    date: str | None
    """None: ticked off."""
    time: str | None


class Mailbox:
    """Appends the key of whatever arrives; fails now and then, before or after that."""

    def __init__(self, file: Path, chance: random.Random) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._chance = chance

    def checked(self, channel: Channel) -> Channel:
        return channel

    async def send(self, delivery: Delivery) -> None:
        luck = self._chance.random()
        if luck < 0.03:
            raise HouseSilent("away")
        os.write(self._file, f"{delivery.key}\n".encode())
        await asyncio.sleep(0)
        if luck > 0.97:
            raise HouseSilent("its answer was lost")


async def live(folder: Path, end: datetime, seed: int) -> None:
    chance = random.Random(seed)
    clock = KeptClock(folder / "clock")
    edits = [Edit(**edit) for edit in json.loads((folder / "edits").read_text())]
    schedule = await open_schedule(folder / "schedule.db", clock)
    loop = Reminding(schedule, {ChannelKind.DEVICE: Mailbox(folder / "arrived", chance)})
    while True:
        tell("step")
        done = await do_edits(schedule, edits, clock.now())
        await loop.notify_due()
        await loop.deliver()
        edits = [edit for edit in edits if edit not in done]
        if clock.now() >= end and await schedule.deliveries.next() is None:
            await schedule.close()
            return
        clock.step(-1 if chance.random() < 0.05 else chance.uniform(0.05, HOURS))


async def do_edits(schedule: Schedule, edits: Sequence[Edit], now: datetime) -> Sequence[Edit]:
    """Those that have come up. A life does again what an earlier one did: the key says that it is the same."""
    due = [edit for edit in edits if edit.at <= now.timestamp()]
    for edit in due:
        key = f"edit-{edit.task}"
        if edit.date is None or edit.time is None:
            await schedule.tasks.set_done(edit.task, True, person=PERSON, key=key)
        else:
            day, at = date.fromisoformat(edit.date), time.fromisoformat(edit.time)
            await schedule.tasks.reschedule(edit.task, date=day, time=at, person=PERSON, key=key)
    return due


async def warm(folder: Path) -> None:
    """Whatever is imported late is imported now."""
    await (await open_schedule(None, KeptClock(folder / "clock"))).close()


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def main() -> None:
    folder, end = Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
    asyncio.run(warm(folder))
    tell("ready")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                asyncio.run(live(folder, end, int(line)))
                status = 0
            finally:
                os._exit(status)
        tell(f"pid {child}")
        _, over = os.waitpid(child, 0)
        tell(f"over {os.waitstatus_to_exitcode(over)}")


if __name__ == "__main__":
    main()
