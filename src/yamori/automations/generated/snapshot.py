"""The home at one moment, as far as one condition may see it. Values cross into the sandbox as copies of plain data."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.receipt import Reading
from yamori.domain.values import Value

LONGEST_TEXT = 2_000
"""Characters of a reading that are handed over; a longer text is not available to a condition."""
Plain = bool | int | float | str
_LARGEST = 1 << 63


@dataclass(frozen=True, kw_only=True)
class Held:
    """A value and since when the device has held it."""

    value: Value
    """None where it is not known."""
    since: datetime


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    now: datetime
    """Aware, in the home's time zone: hours and weekdays are read off it as they are."""
    readings: Mapping[str, Held]
    """By path; what is missing counts as not known."""

    def __post_init__(self) -> None:
        if self.now.tzinfo is None or any(held.since.tzinfo is None for held in self.readings.values()):
            raise ValueError("a snapshot needs moments with a time zone")

    @classmethod
    def of(cls, readings: Iterable[Reading], *, now: datetime) -> "Snapshot":
        return cls(now=now, readings={reading.path: Held(value=reading.value, since=reading.at) for reading in readings})

    def without_values(self, paths: Iterable[str]) -> "Snapshot":
        """The same moment with none of these readings available."""
        return Snapshot(now=self.now, readings={path: Held(value=None, since=self.now) for path in paths})

    def seen(self, paths: Iterable[str]) -> dict[str, tuple[Plain | None, float]]:
        """By path: the value, and for how many minutes it has been so (never negative, also when the clock was set back)."""
        return {path: self._seen(self.readings.get(path)) for path in paths}

    def parts(self) -> dict[str, int]:
        """The moment as plain numbers; `weekday` is 0 on Mondays."""
        now = self.now
        return {
            "year": now.year,
            "month": now.month,
            "day": now.day,
            "hour": now.hour,
            "minute": now.minute,
            "second": now.second,
            "week": now.isocalendar().week,
            "weekday": now.weekday(),
        }

    def _seen(self, held: Held | None) -> tuple[Plain | None, float]:
        if held is None:
            return None, 0.0
        return _plain(held.value), max(0.0, (self.now - held.since).total_seconds() / 60)


def _plain(value: Value) -> Plain | None:
    """The value if it compares as one would expect; None for objects, endless texts, numbers that are none."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, str):
        return value.encode("utf-8", "ignore").decode() if len(value) <= LONGEST_TEXT else None  # without halves of characters
    if isinstance(value, int) and abs(value) > _LARGEST:
        return None
    return value if isinstance(value, bool | int | float) else None
