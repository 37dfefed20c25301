"""What outlives every life of the year: the world (its true time, the house's clock, a door), and what was done and told.

Each change is one write to a file, which a SIGKILL does not tear apart.
"""

import json
import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_WORLD = struct.Struct("<qqq?q")


@dataclass(kw_only=True)
class World:
    """All in microseconds since 1970, UTC."""

    true: int
    offset: int = 0
    """By how much the house's clock is ahead."""
    door_since: int = 0
    is_open: bool = False
    next_event: int = 0

    @property
    def house(self) -> datetime:
        """What the house's clock shows."""
        return moment(self.true + self.offset)

    @property
    def now(self) -> datetime:
        return moment(self.true)


def moment(microseconds: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)


def microseconds(at: datetime) -> int:
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


class Kept:
    """The files in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._world = os.open(folder / "world", os.O_RDWR | os.O_CREAT, 0o600)
        self._log = os.open(folder / "log.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def world(self) -> World:
        true, offset, since, is_open, event = _WORLD.unpack(os.pread(self._world, _WORLD.size, 0))
        return World(true=true, offset=offset, door_since=since, is_open=is_open, next_event=event)

    def keep(self, world: World) -> None:
        packed = _WORLD.pack(world.true, world.offset, world.door_since, world.is_open, world.next_event)
        os.pwrite(self._world, packed, 0)

    def note(self, what: str, **more: Any) -> None:
        os.write(self._log, f"{json.dumps({'what': what, **more}, ensure_ascii=False)}\n".encode())

    def notes(self) -> Iterator[Mapping[str, Any]]:
        with (self.folder / "log.jsonl").open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)
