"""What one turn of a conversation changed, and taking it back or doing it otherwise afterwards. `apps` fulfils `TurnChanges` over the gate
and the schedule; the orchestrator's endpoints and the page both use it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from yamori.domain.correcting import Correction
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value


class EntryDid(StrEnum):
    """What became of an entry of the schedule when a change to it was taken back."""

    REMOVED = "removed"
    RESTORED = "restored"
    UNCHANGED = "unchanged"
    """It was so already."""


@dataclass(frozen=True, kw_only=True)
class EntryBack:
    """One entry of the schedule."""

    kind: str
    """`task`, `reminder`, `automation`, `list`, `message`, …: what a person calls it where it has no title."""
    title: str
    did: EntryDid


@dataclass(frozen=True, kw_only=True)
class TakenBack:
    """What came of taking a turn back, or of doing it otherwise. All of it empty: there was nothing to do."""

    receipts: tuple[Receipt, ...] = ()
    """Of the commands that brought values back."""
    entries: tuple[EntryBack, ...] = ()
    cannot: tuple[tuple[Receipt, str], ...] = ()
    """What was done and cannot be taken back, and why, in the language of the turn."""
    entries_cannot: tuple[EntryBack, ...] = ()
    """Those that were changed again since, as they stay."""
    done: tuple[Receipt, ...] = ()
    """Of the commands that were done instead."""


@dataclass(frozen=True, kw_only=True)
class Changed:
    """What a turn changed, as far as it can be taken back here."""

    receipts: tuple[Receipt, ...] = ()
    """Everything that was done to devices in its name, oldest first; what was taken back or corrected later, too."""
    entries: int = 0
    """Changes that can be taken back beside those to devices: to the schedule, lists, automations, scenes; messages."""
    can_undo: bool = False
    undone: bool = False
    """It was taken back already."""
    corrections: tuple[Correction, ...] = ()


class TurnChanges(Protocol):
    """For whoever makes the request; raises `NotFound` for a turn that is none of theirs."""

    async def of(self, turn: str) -> Changed: ...

    async def undo(self, turn: str, *, key: str) -> TakenBack:
        """Take back everything that the turn changed. The same `key` does it once."""
        ...

    async def correct(self, turn: str, receipt: str, *, device: str | None, value: Value, key: str) -> TakenBack:
        """Do another thing instead of one that the turn did: the other device, the other value, or both. Raises `InvalidRequest` for a
        choice that `Changed.corrections` does not offer."""
        ...

    async def delete(self, conversation: str) -> None:
        """Forget a conversation: nothing of its words remains anywhere. What was done in it stays done. Raises `NotFound`."""
        ...
