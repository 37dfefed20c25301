"""What the robot's pins, screen and buzzer did and when, one JSON line each: an evaluation judges by this, never by words."""

import json
from pathlib import Path
from typing import IO, Protocol

from yamori.domain.clock import Clock
from yamori.domain.values import Value


class ComponentTrace(Protocol):
    def __call__(self, event: str, **details: Value) -> None: ...


class Trace:
    """Appends to a file, or forgets everything when there is none."""

    def __init__(self, file: Path | None, *, device: str, clock: Clock) -> None:
        self._device = device
        self._clock = clock
        self._file: IO[str] | None = None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._file = file.open("a", encoding="utf-8", buffering=1)

    def of(self, component: str) -> ComponentTrace:
        def write(event: str, **details: Value) -> None:
            if self._file is not None:
                line = {"at": self._clock.now().isoformat(), "device": self._device, "component": component, "event": event, **details}
                self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

        return write

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
