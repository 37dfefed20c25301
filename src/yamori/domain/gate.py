"""The port through which the rest of the household reaches devices. `gateway` fulfils it; nothing goes around it."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.domain.agenda import CalendarEvent, ListItem
from yamori.domain.capability import Capability
from yamori.domain.group import Step
from yamori.domain.home import Home
from yamori.domain.language import Language
from yamori.domain.receipt import Cause, Command, Reading, Receipt


@dataclass(frozen=True, kw_only=True)
class Undoing:
    """What came of taking things back."""

    receipts: tuple[Receipt, ...] = ()
    """Of the commands that brought values back."""
    cannot: tuple[tuple[Receipt, str], ...] = ()
    """What was done and cannot be taken back, and why, in the language of the cause."""


class Gate(Protocol):
    """The one gate to the house. Every method raises `InvalidRequest` for names that do not exist."""

    @property
    def home(self) -> Home: ...

    @property
    def capabilities(self) -> Mapping[str, Capability]:
        """Every capability that a device of this home has, by name."""
        ...

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        """Raises `HouseSilent` when the device does not answer."""
        ...

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        """Everything that is known of one device, or of the whole home."""
        ...

    async def items(self, device: str) -> Sequence[ListItem]:
        """The open entries of a device that is a to-do list. Raises `HouseSilent` when its system does not answer."""
        ...

    async def events(self, device: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        """What a device that is a calendar holds from `start` to `end` (aware), by its beginning. Raises `HouseSilent`."""
        ...

    async def execute(self, command: Command, cause: Cause) -> Receipt:
        """Validate, hold if risky, else do and read back. The same `cause.key` always gives the same receipt."""
        ...

    async def perform(self, step: Step, cause: Cause) -> Sequence[Receipt]:
        """Commands in order or at once; every one is validated before the first is done. Each has a receipt, except those after a
        failure or a hold in an order. The same `cause.key` with the same step gives the same receipts."""
        ...

    async def tell(self, device: str, sentence: str, language: Language, cause: Cause) -> tuple[Sequence[Receipt], str | None]:
        """Have a device that thinks turn a sentence into commands of its own: a receipt of each, and why it did nothing or not all.
        Raises `InvalidRequest` for a device that does not think, `HouseSilent` for one that does not answer."""
        ...

    async def undo(self, cause: Cause, *, receipts: Sequence[str] = (), since: datetime | None = None) -> Undoing:
        """Bring back what these receipts changed, or everything since a time; nothing given: what the last turn changed."""
        ...

    async def approve(self, receipt: str, *, by: str, pin: str | None = None, client: str = "") -> Receipt:
        """Do what a held receipt holds. A missing or wrong PIN raises `AskThePerson` and leaves it held. Wrong ones are counted by person
        and by `client`, which is where the PIN came from as the connection says."""
        ...

    async def refuse(self, receipt: str, *, by: str) -> Receipt:
        """Drop what a held receipt holds."""
        ...

    async def ledger(self, *, turn: str | None = None, since: datetime | None = None, limit: int = 100) -> Sequence[Receipt]:
        """What was done, newest first."""
        ...

    def changes(self) -> AsyncIterator[Reading]:
        """Every change of an attribute from now on, whoever caused it."""
        ...
