"""A part whose only effect is a line in a file, on disk in the moment in which it happens: no kill can hide one."""

import random
from collections.abc import Mapping
from pathlib import Path

from tests.chaos.record import append

from yamori.domain.values import Value
from yamori.edge.drivers.part import Fixture, Handler, Part

EFFECTS: list[Path] = []
"""The file of this process; `robot.py` puts it here."""
_SLOW = (0.03,) * 8 + (0.6,) * 2
"""Seconds at most before the effect, and as long after it: some work outlives its lease when the house is away."""


class Slate:
    def __init__(self, fixture: Fixture) -> None:
        self._fixture = fixture
        self._note = ""

    def handlers(self) -> Mapping[str, Handler]:
        return {"slate.write": self.write}

    def read(self) -> Mapping[str, Value]:
        return {"slate.note": self._note}

    async def write(self, *, note: str) -> None:
        chance = random.Random(note)
        slow = chance.choice(_SLOW)
        await self._fixture.halt.pause(chance.uniform(0, slow))
        self._note = note
        append(EFFECTS[0], note)
        await self._fixture.halt.pause(chance.uniform(0, slow))

    def close(self) -> None:
        pass


def open_part(fixture: Fixture) -> Part:
    return Slate(fixture)
