"""Time as an argument: whoever decides anything is handed a `Clock`, and nothing else reads the wall clock."""

from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo


class Clock(Protocol):
    """Where `now` comes from."""

    def now(self) -> datetime:
        """The present moment, aware, in the household's time zone."""
        ...


class SystemClock:
    """The machine's clock, in the household's time zone."""

    def __init__(self, timezone: str) -> None:
        self._zone = ZoneInfo(timezone)

    def now(self) -> datetime:
        return datetime.now(self._zone)


class SetClock:
    """A clock that stands where it is put and moves only forward: evaluations and tests run on it."""

    def __init__(self, now: datetime) -> None:
        if now.tzinfo is None:
            raise ValueError("a clock needs an aware time, such as 2026-11-21T09:00:00+09:00")
        self._now = now

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> None:
        if by < timedelta(0):
            raise ValueError("a clock moves only forward")
        self._now += by
