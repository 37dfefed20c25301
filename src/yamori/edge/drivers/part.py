"""What the robot needs of a part, and what a part is given: the two sides that every driver file meets."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from yamori.domain.clock import Clock
from yamori.domain.values import Value
from yamori.edge.picture import Picture
from yamori.edge.pins import Pins
from yamori.edge.simulated import Simulation
from yamori.edge.trace import ComponentTrace

Handler = Callable[..., Awaitable[None]]
"""Does one command, given its arguments by name, and returns when it is over."""


class Interrupted(Exception):
    """Another command stopped this one; what had begun is safely at rest."""


class PartFailed(Exception):
    """The hardware did not do it; the message says what is known."""


class Part(Protocol):
    """One component's hardware."""

    def handlers(self) -> Mapping[str, Handler]:
        """`capability.command` to what does it."""
        ...

    def read(self) -> Mapping[str, Value]:
        """`capability.attribute` to its value now, from the hardware where it can be asked."""
        ...

    def close(self) -> None:
        """Leave everything still, dark and silent."""
        ...


class Halt:
    """Lets one command end another: whoever waits in `pause` is interrupted by `now`."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def now(self) -> None:
        self._event.set()

    def clear(self) -> None:
        self._event.clear()

    async def pause(self, seconds: float) -> None:
        """Raises `Interrupted` when halted before or meanwhile."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return
        raise Interrupted


@dataclass(frozen=True, kw_only=True)
class Fixture:
    """What a driver is given."""

    component: str
    capabilities: Sequence[str]
    """The profile's names of what this component can do."""
    settings: Mapping[str, Any]  # Any: a profile's YAML, read by the one driver that it is for
    """Pins, melodies, patterns, faces."""
    pins: Pins
    trace: ComponentTrace
    clock: Clock
    halt: Halt = field(default_factory=Halt)
    changed: Callable[[], None]
    """To be called when an attribute changes by itself, or in the middle of a command. From the loop's thread only."""
    keep: Callable[[Picture], Awaitable[str]]
    """Hands a photo to the house: its ID, or a name that becomes one before anything is reported."""
    screen: Callable[[Picture], None]
    """Shows the house what is on the screen now."""
    parts: Mapping[str, Part]
    """The components before this one in the profile: LEDs, of which another part makes patterns."""
    simulation: Simulation | None
    """Only to make a photo, an echo or a movement where there is no hardware; all else is the same code."""
