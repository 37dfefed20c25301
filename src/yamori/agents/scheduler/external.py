"""Lists and calendars of other systems (Home Assistant's), and the port through which the schedule reaches them.

`policy` and `tools.external` call it; `apps.external_schedule` fulfils it through the gate. What such a list or calendar holds is other
people's words: it is shown with where it is from, and never decides what is done.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from yamori.domain.agenda import CalendarEvent, ListItem
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.receipt import Cause, Receipt


class CollectionKind(StrEnum):
    LIST = "list"
    CALENDAR = "calendar"


class Action(StrEnum):
    """What may be done with one, besides reading it."""

    ADD = "add"
    COMPLETE = "complete"
    REMOVE = "remove"


@dataclass(frozen=True, kw_only=True)
class Collection:
    """One list or calendar."""

    id: str
    name: str
    """As its own system calls it."""
    kind: CollectionKind
    aliases: tuple[str, ...] = ()
    actions: frozenset[Action] = frozenset()


class ExternalSchedule(Protocol):
    """What the house's other systems hold. Every method raises `HouseSilent` where the system does not answer."""

    def collections(self) -> Sequence[Collection]:
        """What there is now."""
        ...

    async def items(self, id: str) -> Sequence[ListItem]:
        """The open entries of a list, in its order."""
        ...

    async def events(self, id: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        """What a calendar holds from `start` to `end` (aware), by its beginning."""
        ...

    async def change(self, id: str, action: Action, arguments: Mapping[str, str], cause: Cause) -> Receipt:
        """Do it through the gate, which may hold it. A list takes `item`; a calendar `summary`, `start` and `end` (ISO 8601)."""
        ...

    async def settle(self, receipt: str, answer: Yes | No | Pin, *, by: str) -> Receipt:
        """End what the gate held."""
        ...


class NoExternalSchedule:
    """A house without another system."""

    def collections(self) -> Sequence[Collection]:
        return ()

    async def items(self, id: str) -> Sequence[ListItem]:
        return ()

    async def events(self, id: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        return ()

    async def change(self, id: str, action: Action, arguments: Mapping[str, str], cause: Cause) -> Receipt:
        raise AssertionError("there is nothing to change")

    async def settle(self, receipt: str, answer: Yes | No | Pin, *, by: str) -> Receipt:
        raise AssertionError("nothing was held")
