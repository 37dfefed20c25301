"""What the page needs of conversations as wholes: the list, a name of one's own, deleting, stopping. `apps` fulfils it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.domain.turn_changes import TurnChanges


@dataclass(frozen=True, kw_only=True)
class ConversationSeen:
    """One in the list."""

    id: str
    title: str
    last: datetime
    """When its latest turn began, in the home's time zone."""
    age: str
    """`today`, `week` or `older`."""


@dataclass(frozen=True, kw_only=True)
class SaidBefore:
    """A sentence that the person said, and that went well."""

    text: str
    at: datetime
    """In the home's time zone."""


class ConversationPort(Protocol):
    """Of whoever makes the request. Every method may raise a `YamoriError`, whose message the page shows."""

    @property
    def changes(self) -> TurnChanges: ...

    def listed(self, person: str, *, search: str = "") -> Sequence[ConversationSeen]:
        """The latest first."""
        ...

    def said_before(self, person: str) -> Sequence[SaidBefore]:
        """The latest first."""
        ...

    def rename(self, id: str, title: str) -> None: ...

    async def stop(self, turn: str) -> None:
        """End a turn that runs; what was done by then stays done."""
        ...
