"""The device itself: its parts behind one interface that does commands, one at a time to each part, and says what it read before and after.

`groups.py` decides in which order; this knows nothing of jobs, keys or the network.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import Any

from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.values import Value
from yamori.edge.arguments import fit_arguments
from yamori.edge.drivers.part import Fixture, Halt, Interrupted, Part, PartFailed
from yamori.edge.picture import Picture
from yamori.edge.pins import HousePins
from yamori.edge.profile import Profile
from yamori.edge.simulated import Simulation
from yamori.edge.trace import Trace

STOPPED = "stopped by another command"
EXPIRED = "expired before it could begin"
CUT_OFF = "cut off"
_MOST_CHARACTERS = 500
"""Characters of a problem."""
_STOPS = "stop"
"""A command of this name does not wait for the one that runs: it ends it, and those that wait."""


@dataclass(frozen=True, kw_only=True)
class EdgeCommand:
    component: str
    capability: str
    name: str
    arguments: Mapping[str, Value] = field(default_factory=dict)
    """Checked, with defaults."""


@dataclass(kw_only=True)
class StepDone:
    """What came of one command that was begun; while it runs, `ended` is None."""

    command: EdgeCommand
    before: Mapping[str, Value]
    started: datetime
    ok: bool = False
    problem: str | None = CUT_OFF
    """What a loss of power would leave standing here."""
    after: Mapping[str, Value] = field(default_factory=dict)
    ended: datetime | None = None
    image: str | None = None
    """The ID of the photo that it took."""

    def as_json(self) -> dict[str, Value]:
        return {
            "component": self.command.component,
            "capability": self.command.capability,
            "name": self.command.name,
            "arguments": dict(self.command.arguments),
            "ok": self.ok,
            "problem": shortened(self.problem),
            "before": dict(self.before),
            "after": dict(self.after),
            "started": self.started.isoformat(),
            "ended": self.ended.isoformat() if self.ended else None,
            "image": self.image,
        }


def shortened(problem: str | None) -> str | None:
    """As long as the house takes it: what broke may have quoted anything."""
    return problem if problem is None or len(problem) <= _MOST_CHARACTERS else problem[:_MOST_CHARACTERS] + "…"


@dataclass(frozen=True, kw_only=True)
class Change:
    """An attribute that has another value than when it was last looked at."""

    component: str
    attribute: str
    """`capability.attribute`."""
    value: Value
    at: datetime


class NotBegun(Exception):
    """The command was left before it began; the message is the problem."""


@dataclass(kw_only=True)
class _Turn:
    """Who may use one piece of hardware."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stops: int = 0
    """How often it was stopped: who waited meanwhile does not begin."""


@dataclass(kw_only=True)
class _Held:
    part: Part
    halt: Halt
    turn: _Turn
    seen: dict[str, Value]
    kept: str | None = None
    """The last photo that the part handed over."""


class Robot:
    """Made by `open_robot`."""

    def __init__(self, profile: Profile, *, clock: Clock, on_change: Callable[[Change], None]) -> None:
        self.profile = profile
        self._clock = clock
        self._on_change = on_change
        self._held: dict[str, _Held] = {}
        self._turns: dict[str, _Turn] = {}

    def put(self, component: str, part: Part, halt: Halt) -> None:
        turn = self._turns.setdefault(self.profile.components[component].shares or component, _Turn())
        self._held[component] = _Held(part=part, halt=halt, turn=turn, seen=dict(part.read()))

    def kept(self, component: str, image: str) -> None:
        """The part's running command took a photo, which is now known by this ID."""
        self._held[component].kept = image

    @property
    def parts(self) -> Mapping[str, Part]:
        return {name: held.part for name, held in self._held.items()}

    def components(self) -> dict[str, Value]:
        """Component to capability to attribute to the value now, as the house gets it."""
        described: dict[str, Value] = {}
        for name, held in self._held.items():
            values = held.part.read()
            described[name] = {
                capability: {attribute: values.get(f"{capability}.{attribute}", value) for attribute, value in initial.items()}
                for capability, initial in self.profile.components[name].capabilities.items()
            }
        return described

    def check(self, said: Mapping[str, Any]) -> EdgeCommand:
        """The command with its defaults. Raises `InvalidRequest` with the nearest names."""
        component, capability, name = (str(said.get(key, "")) for key in ("component", "capability", "name"))
        if component not in self._held:
            raise InvalidRequest(f"there is no component `{component}`", where="component", nearest=tuple(self._held))
        known = self.profile.components[component].capabilities
        if capability not in known:
            raise InvalidRequest(f"`{component}` has no capability `{capability}`", where="capability", nearest=tuple(known))
        commands = self.profile.capabilities[capability].get("commands") or {}
        if name not in commands or f"{capability}.{name}" not in self._held[component].part.handlers():
            raise InvalidRequest(f"`{capability}` has no command `{name}`", where="name", nearest=tuple(commands))
        arguments = said.get("arguments")
        if not isinstance(arguments, Mapping | None):
            raise InvalidRequest("`arguments` must be an object", where="arguments")
        return EdgeCommand(component=component, capability=capability, name=name, arguments=fit_arguments(commands[name], arguments or {}))

    async def perform(
        self, command: EdgeCommand, *, begun: Callable[[StepDone], None], may_begin: Callable[[], Awaitable[bool]]
    ) -> StepDone:
        """Do it and wait until it is over. `may_begin` is asked when its turn has come, and what it wants to note is noted before it acts.

        Raises `NotBegun` when what it waited for was stopped, or it is too late once its turn has come.
        """
        held = self._held[command.component]
        if command.name == _STOPS:  # its turn is now
            if not await may_begin():
                raise NotBegun(EXPIRED)
            self._stop(held.turn)
        stops = held.turn.stops
        async with held.turn.lock:
            if stops != held.turn.stops:
                raise NotBegun(STOPPED)
            if not await may_begin():
                raise NotBegun(EXPIRED)
            if stops != held.turn.stops:
                raise NotBegun(STOPPED)
            held.halt.clear()
            held.kept = None
            step = StepDone(command=command, before=dict(held.part.read()), started=self._clock.now())
            begun(step)
            try:
                await held.part.handlers()[f"{command.capability}.{command.name}"](**command.arguments)
                step.ok, step.problem = True, None
            except Interrupted:
                step.problem = STOPPED
            except PartFailed as error:
                step.problem = str(error)
            except Exception as error:  # drivers of a dozen libraries: whatever broke, it is reported to the house, and the robot goes on
                step.problem = f"{type(error).__name__}: {error}"
            finally:
                step.after, step.ended, step.image = dict(held.part.read()), self._clock.now(), held.kept
                self.look()
        return step

    def _stop(self, turn: _Turn) -> None:
        turn.stops += 1
        for held in self._held.values():
            if held.turn is turn:
                held.halt.now()

    def stop(self) -> None:
        """End every command that runs or waits, such as when the time of a job is over or the program ends."""
        for turn in self._turns.values():
            self._stop(turn)

    def look(self) -> None:
        """Tell what has changed since the last look."""
        at = self._clock.now()
        for name, held in self._held.items():
            values = held.part.read()
            for attribute, value in values.items():
                if held.seen.get(attribute) != value:
                    held.seen[attribute] = value
                    self._on_change(Change(component=name, attribute=attribute, value=value, at=at))

    def close(self) -> None:
        for held in reversed(self._held.values()):
            held.part.close()


def open_robot(
    profile: Profile,
    *,
    pins: HousePins,
    trace: Trace,
    clock: Clock,
    on_change: Callable[[Change], None],
    keep: Callable[[str, Picture], Awaitable[str]],
    screen: Callable[[str, Picture], None],
    simulation: Simulation | None,
) -> Robot:
    """Open every part in the profile's order. Raises `Misconfigured` for a part that cannot be opened."""
    robot = Robot(profile, clock=clock, on_change=on_change)
    loop = asyncio.get_running_loop()
    for name, component in profile.components.items():
        halt = Halt()
        fixture = Fixture(
            component=name,
            capabilities=tuple(component.capabilities),
            settings=component.settings,
            pins=pins,
            trace=trace.of(name),
            clock=clock,
            halt=halt,
            changed=robot.look,
            keep=_keeper(robot, name, keep),
            screen=partial(_show, loop, screen, name),
            parts=robot.parts,
            simulation=simulation,
        )
        try:
            part = import_module(f"yamori.edge.drivers.{component.driver}").open_part(fixture)
        except Misconfigured:
            robot.close()
            raise
        except Exception as error:  # drivers of a dozen libraries; only the operator can act on any of it
            robot.close()
            raise Misconfigured(
                f"{component.driver} cannot be opened: {type(error).__name__}: {error}",
                where=f"{profile.profile}.{name}",
                mend="Check the wiring and what the head of the profile asks to install, or start with --simulated.",
            ) from error
        robot.put(name, part, halt)
    return robot


def _keeper(robot: Robot, component: str, keep: Callable[[str, Picture], Awaitable[str]]) -> Callable[[Picture], Awaitable[str]]:
    async def kept(picture: Picture) -> str:
        image = await keep(component, picture)
        robot.kept(component, image)
        return image

    return kept


def _show(loop: asyncio.AbstractEventLoop, screen: Callable[[str, Picture], None], component: str, picture: Picture) -> None:
    """Drivers draw in threads of their own; the loop may be closing while they do."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(screen, component, picture)
