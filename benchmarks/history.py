"""Measures the history of readings: what a simulated year of a household takes on disk, and how long questions about it take.

    PYTHONPATH=src python benchmarks/history.py [--devices 100] [--days 365] [--folder .]

Prints one JSON object; `processor_ms` is what a question costs without the time in which other programs have the processor. Written through
`History.write` in batches of a simulated hour and thinned every simulated day, as a house that runs does; questions are asked at the end,
each many times, and a few once more while changes are written and thinned beside them. The file lies in a new folder in `--folder`, the
working directory by default: /tmp may be memory.
"""

import argparse
import asyncio
import json
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from yamori.automations.action import Notify
from yamori.automations.automation import Automation
from yamori.automations.back_testing import BackTesting
from yamori.automations.condition import Comparison, Operator, SunIs
from yamori.automations.history import History, HistoryLimits, Interval, Timeline, is_one_of, open_history
from yamori.automations.history.entry import Entry
from yamori.automations.history.moments import to_millis
from yamori.automations.history.stored import Stored
from yamori.automations.location import Location
from yamori.automations.sky.home import HomeSky
from yamori.automations.trigger import Becomes
from yamori.domain.language import Language

START = datetime(2026, 1, 1, tzinfo=UTC)
TITLES = [f"A song of about forty characters, no. {number:03}" for number in range(400)]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """An attribute that many devices have."""

    name: str
    share: float
    """Of 100 devices, how many have it."""
    every: float
    """Seconds between two changes, on average."""
    kind: str
    """A `walk` (its step below), a `counter`, or words in turn."""
    step: float = 0.1
    words: tuple[str, ...] = ()


KINDS = (
    Kind(name="temperatureMeasurement.temperature", share=25, every=240, kind="walk"),
    Kind(name="relativeHumidityMeasurement.humidity", share=25, every=240, kind="walk", step=1),
    Kind(name="battery.battery", share=40, every=604_800, kind="walk", step=1),
    Kind(name="powerMeter.power", share=15, every=90, kind="walk", step=0.7),
    Kind(name="energyMeter.energy", share=15, every=300, kind="counter", step=0.01),
    Kind(name="mainMeter.power", share=2, every=10, kind="walk", step=3.1),
    Kind(name="motionSensor.motion", share=15, every=720, kind="words", words=("active", "inactive")),
    Kind(name="illuminanceMeasurement.illuminance", share=15, every=300, kind="walk", step=5),
    Kind(name="contactSensor.contact", share=15, every=4_320, kind="words", words=("open", "closed")),
    Kind(name="switch.switch", share=40, every=7_200, kind="words", words=("on", "off")),
    Kind(name="heaterActivity.activity", share=5, every=1_800, kind="words", words=("heating", "idle")),
    Kind(name="mediaTrack.title", share=5, every=1_200, kind="words", words=tuple(TITLES)),
)


class Attribute:
    """One attribute of one device, and what it says next."""

    def __init__(self, path: str, kind: Kind, chance: random.Random) -> None:
        self.path, self._kind, self._chance = path, kind, chance
        self._value: Stored = 20.0 if kind.kind == "walk" else 0.0 if kind.kind == "counter" else kind.words[0]
        self._turn = 0
        self._next = chance.expovariate(1 / kind.every)

    def until(self, seconds: float) -> Iterator[Entry]:
        base = to_millis(START)
        while self._next < seconds:
            yield Entry(path=self.path, unit=None, at=base + int(self._next * 1000), value=self._say())
            self._next += self._chance.expovariate(1 / self._kind.every)

    def _say(self) -> Stored:
        if isinstance(self._value, float):
            step = self._kind.step * self._chance.randint(1, 3)
            up = self._kind.kind == "counter" or self._chance.random() < (0.52 if self._value < 20 else 0.48)
            self._value = round(self._value + (step if up else -step), 2)
        else:
            self._turn += 1
            self._value = self._kind.words[self._turn % len(self._kind.words)]
        return self._value


def household(devices: int) -> Sequence[Attribute]:
    chance = random.Random(28)
    return [
        Attribute(f"device_{number}.main.{kind.name}", kind, chance)
        for kind in KINDS
        for number in range(round(kind.share * devices / 100))
    ]


@dataclass(kw_only=True)
class Filled:
    changes: int = 0
    writing: float = 0
    thinning: float = 0
    longest_step: float = 0
    largest_mb: float = 0


async def fill(history: History, attributes: Sequence[Attribute], *, days: int, file: Path) -> Filled:
    filled = Filled()
    for hour in range(1, days * 24 + 1):
        now = START + timedelta(hours=hour)
        entries = sorted((entry for one in attributes for entry in one.until(hour * 3600)), key=lambda entry: entry.at)
        began = time.perf_counter()
        filled.changes += await history.write(entries, now=now)
        filled.writing += time.perf_counter() - began
        if hour % 24 == 0:
            await thin(history, now, filled)
            filled.largest_mb = max(filled.largest_mb, megabytes(file))
    return filled


async def thin(history: History, now: datetime, filled: Filled) -> None:
    is_done = False
    while not is_done:
        began = time.perf_counter()
        is_done = (await history.thin(now, most_steps=1)).is_done
        took = time.perf_counter() - began
        filled.thinning += took
        filled.longest_step = max(filled.longest_step, took)


def megabytes(file: Path) -> float:
    """Of the file with what lies beside it."""
    return round(sum(path.stat().st_size for path in file.parent.glob(f"{file.name}*")) / 1e6, 1)


def questions(history: History, now: datetime) -> dict[str, Callable[[], Awaitable[object]]]:
    week, month = (Interval(start=now - timedelta(days=days), end=now) for days in (7, 30))
    heater, door, room, light = (
        f"device_0.main.{name}"
        for name in ("heaterActivity.activity", "contactSensor.contact", "temperatureMeasurement.temperature", "switch.switch")
    )
    plug, meter, motion = (f"device_0.main.{name}" for name in ("powerMeter.power", "mainMeter.power", "motionSensor.motion"))
    testing = BackTesting(_Kept(history), HomeSky(Location(name="Kamakura", latitude=35.3, longitude=139.5, timezone="Asia/Tokyo")))
    hot, drawn = (_automation(path, limit, door, motion) for path, limit in ((room, 20), (meter, 20)))
    return {
        "back-test of 7 days: temperature above, held for 5 minutes, while the door is closed": lambda: testing.of(hot, days=7, now=now),
        "back-test of 7 days: main meter above, a change each 10 s": lambda: testing.of(drawn, days=7, now=now),
        "7 days of an automation (temperature, contact, motion, switch)": lambda: history.timelines(
            [room, door, motion, light], week, now=now
        ),
        "7 days of a plug's power, a change each 90 s": lambda: history.timelines([plug], week, now=now),
        "7 days of the main meter, a change each 10 s": lambda: history.timelines([meter], week, now=now),
        "a month: how long was the heater on": lambda: history.time_in(heater, is_one_of("heating"), month, now=now),
        "a month: how often was the door opened": lambda: history.count(door, is_one_of("open"), month, now=now),
        "when was the door last opened": lambda: history.last(door, is_one_of("open"), before=now),
        "when was it last 1000 degrees (never: reads everything)": lambda: history.last(room, lambda value: value == 1000, before=now),
        "a month: temperature": lambda: history.numbers(room, month, now=now),
        "a month: main meter": lambda: history.numbers(meter, month, now=now),
        "a month: chart of the main meter": lambda: history.chart(meter, month, points=400, now=now),
        "value a month ago": lambda: history.value(meter, month.start, now=now),
    }


class _Kept:
    """Fulfils `automations.ports.KeptReadings`."""

    def __init__(self, history: History) -> None:
        self._history = history

    async def timelines(self, paths: Sequence[str], interval: Interval, *, now: datetime) -> Mapping[str, Timeline]:
        return await self._history.timelines(paths, interval, now=now)


def _automation(path: str, limit: float, door: str, motion: str) -> Automation:
    above = Comparison(path=path, operator=Operator.ABOVE, value=limit, margin=0.3)
    return Automation(
        id="a1",
        owner="someone",
        triggers=(Becomes(test=above, for_seconds=300), Becomes(test=Comparison(path=motion, value="active"))),
        conditions=(Comparison(path=door, value="closed"), SunIs(up=True)),
        actions=(Notify(person="someone", text="It is so."),),
        origin="tell me",
        language=Language.ENGLISH,
        created=START,
    )


async def asked(ask: Callable[[], Awaitable[object]], *, times: int = 15) -> dict[str, float]:
    took, worked = [], []
    for _ in range(times):
        began, used = time.perf_counter(), time.process_time()
        await ask()
        took.append(1000 * (time.perf_counter() - began))
        worked.append(1000 * (time.process_time() - used))
    return {
        "median_ms": round(statistics.median(took), 1),
        "worst_ms": round(max(took), 1),
        "processor_ms": round(statistics.median(worked), 1),
    }


async def beside(history: History, ask: Callable[[], Awaitable[object]], *, now: datetime) -> dict[str, float]:
    """While a thinning that has everything to do runs and changes are written."""

    async def write() -> None:
        later = now
        while True:
            later += timedelta(seconds=2)
            noise = [Entry(path=f"device_{n}.main.noise", unit=None, at=to_millis(later), value=random.random()) for n in range(100)]
            await history.write(noise, now=later)
            await history.thin(later + timedelta(days=9), most_steps=1)

    writing = asyncio.create_task(write())
    try:
        return await asked(ask)
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)


async def measure(folder: Path, *, devices: int, days: int) -> dict[str, object]:
    file, now = folder / "history.sqlite3", (START + timedelta(days=days)).astimezone(ZoneInfo("Asia/Tokyo"))
    history = await open_history(file, limits=HistoryLimits())
    attributes = household(devices)
    filled = await fill(history, attributes, days=days, file=file)
    asks = questions(history, now)
    answered = {name: await asked(ask) for name, ask in asks.items()}
    size = megabytes(file)
    busy = {name: await beside(history, asks[name], now=now) for name in list(asks)[:1] + list(asks)[3:4]}
    await history.close()
    return {
        "devices": devices,
        "attributes": len(attributes),
        "days": days,
        "changes": filled.changes,
        "changes_per_day": round(filled.changes / days),
        "file_mb": size,
        "largest_file_mb": filled.largest_mb,
        "written_us_each": round(1e6 * filled.writing / filled.changes, 1),
        "thinning_s_per_day": round(filled.thinning / days, 2),
        "longest_thinning_step_ms": round(1000 * filled.longest_step, 1),
        "questions": answered,
        "questions_while_written_and_thinned": busy,
        "peak_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=100)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--folder", type=Path, default=Path())
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        print(json.dumps(asyncio.run(measure(Path(folder), devices=given.devices, days=given.days)), indent=1))


if __name__ == "__main__":
    main()
