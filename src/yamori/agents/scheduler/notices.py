"""What a person is told at a time, and the port through which it leaves the schedule.

The loop in `reminding.py` calls a `Notifier` for each place where somebody wants to be told; the page follows the notices themselves.
Who fulfils the port (a device through the gate, an address on the web) stands in `apps/`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from enum import StrEnum
from typing import Protocol

from yamori.agents.scheduler.rules.rows.preferences import Channel
from yamori.domain.errors import YamoriError
from yamori.domain.values import Value


class NoticeKind(StrEnum):
    REMINDER = "reminder"
    TIMER = "timer"
    BRIEFING = "briefing"
    EVENT = "event"
    """Something happened of which the person wanted to be told."""
    WARNING = "warning"
    """Something about the house itself that its adults have to know."""
    MESSAGE = "message"
    """Another person of the home had them told something."""


@dataclass(frozen=True, kw_only=True)
class Notice:
    """Something that a person was told. All instants are in UTC."""

    id: int
    """Counts up over all people: who has seen 7 asks for what comes after 7."""
    key: str
    """The same for the same reminder at the same time: nothing is told twice under it."""
    person: str
    kind: NoticeKind
    text: str
    """Whole, in the person's language; it says itself that it is late."""
    reminder_id: int | None = None
    task_id: int | None = None
    routine_id: int | None = None
    due: datetime
    at: datetime
    """When it was told."""
    late: bool = False
    missed: bool = False
    """It came so late that nothing was sent anywhere: it only stands in the list."""
    seen: datetime | None = None
    dismissed: datetime | None = None

    def view(self, zone: tzinfo) -> Mapping[str, Value]:
        """The notice as JSON, its times in this zone; keys that hold nothing are left out."""

        def local(at: datetime | None) -> str | None:
            return at.astimezone(zone).isoformat(timespec="seconds") if at is not None else None

        row: dict[str, Value] = {
            "id": self.id,
            "key": self.key,
            "kind": self.kind.value,
            "text": self.text,
            "reminder_id": self.reminder_id,
            "task_id": self.task_id,
            "routine_id": self.routine_id,
            "due": local(self.due),
            "at": local(self.at),
            "seen": local(self.seen),
            "dismissed": local(self.dismissed),
        }
        return {k: v for k, v in row.items() if v is not None} | {"late": self.late, "missed": self.missed}


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """One notice on its way to one place."""

    id: int
    key: str
    """Idempotency key: whoever gets it twice (a crash lay between) takes it once."""
    notice: Notice
    channel: Channel
    tries: int = 0
    """How many have failed before this one; one that a crash cut off does not count."""


class Undeliverable(YamoriError):
    """It cannot arrive there, however often it is tried."""


class Notifier(Protocol):
    """One way to tell people."""

    def checked(self, channel: Channel) -> Channel:
        """The channel as it is kept (a device by its id). Raises `InvalidRequest` for a place that does not exist or can tell nothing."""
        ...

    async def send(self, delivery: Delivery) -> None:
        """Raises `HouseSilent` for what may work later and `Undeliverable` for what never will."""
        ...
