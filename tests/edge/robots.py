"""Robots on mock pins without a house, for tests of what happens at the pins."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yamori.domain.clock import SystemClock
from yamori.domain.values import Value
from yamori.edge.groups import GroupResult, GroupRun, read_step
from yamori.edge.picture import Picture
from yamori.edge.pins import HousePins
from yamori.edge.profile import Profile, read_profile
from yamori.edge.robot import Change, Robot, open_robot
from yamori.edge.simulated import Simulation
from yamori.edge.trace import ComponentTrace, Trace


class WatchedTrace(Trace):
    """Sets `written` with every line."""

    written: asyncio.Event

    def of(self, component: str) -> ComponentTrace:
        write = super().of(component)

        def watched(event: str, **details: Value) -> None:
            write(event, **details)
            self.written.set()

        return watched


@dataclass(kw_only=True)
class Bench:
    """A robot and all that it did."""

    robot: Robot
    pins: HousePins
    simulation: Simulation
    trace: Path
    written: asyncio.Event
    changes: list[Change] = field(default_factory=list)
    photos: list[Picture] = field(default_factory=list)
    screens: list[Picture] = field(default_factory=list)

    async def do(self, step: Any, **more: Any) -> GroupResult:
        return await GroupRun(self.robot, **more).run(read_step(step, self.robot))

    async def command(self, component: str, name: str, **arguments: Any) -> GroupResult:
        """By the capability of the component that has such a command."""
        profile = self.robot.profile
        capability = next(
            capability
            for capability in profile.components[component].capabilities
            if name in (profile.capabilities[capability].get("commands") or {})
        )
        return await self.do({"command": {"component": component, "capability": capability, "name": name, "arguments": arguments}})

    async def until(self, event: str, **details: Any) -> None:
        """Wait for a line of the trace."""
        async with asyncio.timeout(3):
            while not any(details.items() <= line.items() for line in self.events(event)):
                self.written.clear()
                await self.written.wait()

    def pin(self, number: int) -> Any:
        return self.pins().pin(number)

    def events(self, event: str | None = None, *, component: str | None = None) -> list[dict[str, Any]]:
        lines = map(json.loads, self.trace.read_text(encoding="utf-8").splitlines())
        return [line for line in lines if event in (None, line["event"]) and component in (None, line["component"])]


@contextmanager
def bench(profile: str | Profile, folder: Path) -> Iterator[Bench]:
    held = read_profile(profile) if isinstance(profile, str) else profile
    clock, file = SystemClock("UTC"), folder / "trace.jsonl"
    trace, pins, simulation = WatchedTrace(file, device=held.id, clock=clock), HousePins({}, simulated=True), Simulation()
    trace.written = asyncio.Event()
    changes: list[Change] = []
    photos: list[Picture] = []
    screens: list[Picture] = []

    async def keep(component: str, picture: Picture) -> str:
        photos.append(picture)
        return f"{component}-{len(photos)}"

    def screen(component: str, picture: Picture) -> None:
        screens.append(picture)

    robot = open_robot(held, pins=pins, trace=trace, clock=clock, on_change=changes.append, keep=keep, screen=screen, simulation=simulation)
    try:
        yield Bench(
            robot=robot,
            pins=pins,
            simulation=simulation,
            trace=file,
            written=trace.written,
            changes=changes,
            photos=photos,
            screens=screens,
        )
    finally:
        robot.stop()
        robot.close()
        pins.close()
        trace.close()
