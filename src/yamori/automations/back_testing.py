"""Looks up in the history when an automation would have fired. `apps` makes it over the house's history; the tools of the agent ask it.

The reckoning itself (`back_test`) runs beside the event loop.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

from yamori.automations.automation import Automation
from yamori.automations.back_test import back_test, is_testable, tested_paths
from yamori.automations.history import Interval
from yamori.automations.ports import KeptReadings, Sky
from yamori.automations.trigger import Becomes

MOST_DAYS = 31
"""A back-test looks no further back."""


def waits_for_readings(automation: Automation) -> bool:
    """Whether it fires again and again when readings become so: of what comes once or by the clock nobody wonders how often."""
    return automation.life.times is None and any(isinstance(trigger, Becomes) for trigger in automation.triggers)


@dataclass(frozen=True, kw_only=True)
class BackTested:
    """When it would have fired."""

    times: tuple[datetime, ...]
    since: datetime
    """From here on readings are kept of all that it looks at, or the beginning of what was asked about."""
    days: int
    """How many were asked about."""


class BackTesting:
    """Over one house's history and sky."""

    def __init__(self, readings: KeptReadings, sky: Sky) -> None:
        self._readings, self._sky = readings, sky

    async def of(self, automation: Automation, *, days: int, now: datetime) -> BackTested | None:
        """The last `days`, at most a month. None where nothing is kept of what it looks at, or readings do not decide when it fires."""
        zone = now.tzinfo
        assert zone is not None, "a clock gives aware moments"
        if not is_testable(automation):
            return None
        days = min(max(days, 1), MOST_DAYS)
        window = Interval(start=now - timedelta(days=days), end=now)
        paths = tested_paths(automation)
        timelines = await self._readings.timelines(paths, window, now=now) if paths else {}
        if timelines is None:
            return None
        since = window.start
        for timeline in timelines.values():
            if timeline.kept.since is None:
                return None
            since = max(since, timeline.kept.since)
        times = await asyncio.to_thread(back_test, automation, timelines, window, zone=zone, sky=self._sky)
        return BackTested(times=tuple(times), since=since.astimezone(zone), days=days)
