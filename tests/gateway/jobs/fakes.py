"""Jobs to put, and a clock that jumps."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from yamori.domain.values import Value
from yamori.gateway.jobs.port import NewJob

NOON = datetime.fromisoformat("2026-05-01T12:00:00+09:00")
BLINK: Mapping[str, Value] = {"do": {"command": {"component": "led", "capability": "light", "name": "blink", "arguments": {}}}}


class JumpyClock:
    """Time passes when a test says so, on the clock and on the stopwatch; `jump` moves the clock alone."""

    def __init__(self) -> None:
        self._now = NOON
        self._passed = 0.0

    def now(self) -> datetime:
        return self._now

    def stopwatch(self) -> float:
        return self._passed

    def pass_(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        self._passed += seconds

    def jump(self, by: timedelta) -> None:
        self._now += by


def job(
    key: str,
    *,
    device: str = "robot",
    work: Mapping[str, Value] = BLINK,
    priority: int = 0,
    not_before: datetime | None = None,
    expires: datetime | None = None,
    tries: int = 5,
) -> NewJob:
    return NewJob(key=key, device=device, work=work, priority=priority, not_before=not_before, expires=expires, tries=tries)
