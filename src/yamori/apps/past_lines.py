"""The charts of a device's page, over the history of readings."""

from collections.abc import Sequence
from datetime import timedelta

from yamori.apps.reading_history import ReadingHistory
from yamori.automations.history import Interval
from yamori.domain.clock import Clock
from yamori.domain.errors import NotFound
from yamori.domain.gate import Gate
from yamori.web.past_port import PastLine

POINTS = 300
"""Of a chart at most; a phone shows about as many pixels."""
MOST_LINES = 12
"""Attributes of one device; one with more shows those that come first in its description."""


class HouseholdPastLines:
    """Fulfils `web.past_port.PastPort`."""

    def __init__(self, readings: ReadingHistory, gate: Gate, clock: Clock) -> None:
        self._readings, self._gate, self._clock = readings, gate, clock

    async def lines(self, device: str, hours: int) -> Sequence[PastLine] | None:
        known = self._gate.home.device(device)
        if known is None:
            raise NotFound(f"there is no device {device!r}", where="device")
        history = await self._readings.asked()
        if history is None:
            return None
        now = self._clock.now()
        interval = Interval(start=now - timedelta(hours=hours), end=now)
        found: list[PastLine] = []
        for component, capability in known.capabilities():
            for name, declared in self._gate.capabilities[capability].attributes.items():
                if len(found) == MOST_LINES:
                    return found
                path = f"{device}.{component}.{capability}.{name}"
                chart = await history.chart(path, interval, points=POINTS, now=now)
                if chart.kept.since is not None and chart.points:
                    found.append(
                        PastLine(
                            component=component,
                            capability=capability,
                            attribute=name,
                            unit=chart.unit or declared.unit,
                            points=[(point.at, point.value) for point in chart.points],
                            start=interval.start,
                            end=chart.end,
                            since=chart.kept.since,
                        )
                    )
        return found
