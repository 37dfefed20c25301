"""What the gate needs of whatever reaches the devices."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from yamori.domain.agenda import CalendarEvent, ListItem
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.sentences import Doubt, Unanswered


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A command that reached its device. `before` and `after` hold the component's attributes as `capability.attribute`."""

    before: Mapping[str, Value]
    after: Mapping[str, Value]
    """Read back from the device."""
    at: datetime
    problem: str | None = None
    """What the device itself gave as the reason for not doing it; beside a `doubt`, what a log may want to know."""
    doubt: Doubt | None = None
    """Set where nothing proves that it was done; the gate says so and does not call it done."""


class OnItsWay(Unanswered):
    """The device has not answered yet; the command is kept, and is done when it asks or expires. Sending the key again waits on."""


class NotAccepted(InvalidRequest):
    """Whoever stands between us and the device turned the command down; nothing was done. The message is in their words."""


class Backend(Protocol):
    """One way of reaching devices. Names have been checked before anything comes here; a device that does not answer is `HouseSilent`."""

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading: ...

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        """Everything that is known, in the order of the home; one device's with `device`."""
        ...

    async def send(self, command: Command, key: str) -> Sent:
        """Do it and read back. A key that was sent before does nothing and gives the same answer, also after a restart."""
        ...

    async def sent(self, key: str) -> Sent | None:
        """What came of the command with this key; None when it is not known to have arrived."""
        ...

    def changes(self) -> AsyncIterator[Reading]:
        """Every change from now on, whoever caused it; ends when the backend is closed."""
        ...

    async def close(self) -> None: ...


@dataclass(frozen=True, kw_only=True)
class OwnCommand:
    """One command that a device thought of by itself, and what came of it."""

    command: Command
    sent: Sent


@runtime_checkable
class Instructable(Protocol):
    """A backend whose devices may turn a sentence into commands of their own."""

    async def tell(self, device: str, sentence: str, language: str, key: str) -> tuple[Sequence[OwnCommand], str | None]:
        """What it did, and why it did nothing or not all. Raises `OnItsWay` and `HouseSilent`; a known key gives the same again."""
        ...


@runtime_checkable
class Listing(Protocol):
    """A backend of which some devices are lists or calendars, whose contents no state holds."""

    async def items(self, device: str, component: str, capability: str) -> Sequence[ListItem]:
        """The open entries of a to-do list, in its order. Raises `HouseSilent`."""
        ...

    async def events(self, device: str, component: str, capability: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        """The occurrences that touch the time from `start` to `end` (aware), by their beginning. Raises `HouseSilent`."""
        ...


@runtime_checkable
class Settable(Protocol):
    """A backend whose world can be moved by hand, as the virtual home's."""

    async def set(self, path: str, value: Value) -> Reading: ...


@runtime_checkable
class Keeping(Protocol):
    """A backend that keeps commands for devices that are away."""

    async def keeps(self, key: str) -> bool:
        """Whether the command with this key is still on its way."""
        ...
