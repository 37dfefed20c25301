"""The robots' traces as lines in time: what pins, screens and buzzers did, as the devices wrote it down."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True, kw_only=True)
class TraceLine:
    at: float
    """Unix seconds on the device's clock, which is this machine's."""
    device: str
    component: str
    event: str
    values: Mapping[str, Any]
    """What else the line says."""


def read_line(text: str) -> TraceLine:
    """`at` is in ISO 8601 or in Unix seconds. Raises `ValueError` or `KeyError` for what is no line of a trace."""
    said = json.loads(text)
    at = said.pop("at")
    return TraceLine(
        at=datetime.fromisoformat(at).timestamp() if isinstance(at, str) else float(at),
        device=said.pop("device"),
        component=said.pop("component"),
        event=said.pop("event"),
        values=said,
    )


def read_traces(files: Iterable[Path], *, since: float) -> Sequence[TraceLine]:
    """Every whole line from then on, in time."""
    return sorted((line for file in files for line in _lines(file) if line.at >= since), key=lambda line: line.at)


def _lines(file: Path) -> Iterator[TraceLine]:
    if file.exists():
        for text in file.read_text(encoding="utf-8").splitlines(keepends=True):
            if text.endswith("\n"):  # the last one may still be written
                yield read_line(text)
