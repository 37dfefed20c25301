"""What a sentence may want of the schedule, as the readers of both languages hand it on."""

from dataclasses import dataclass, field
from enum import StrEnum

from yamori.agents.scheduler.rules.reading.shift import Shift
from yamori.domain.when import When


class Operation(StrEnum):
    ADD = "add"
    RENAME = "rename"
    DONE = "done"
    REOPEN = "reopen"
    MOVE = "move"
    NOTE = "note"
    PLACE = "place"
    DELETE = "delete"


@dataclass(frozen=True, kw_only=True)
class Intent:
    """One thing wanted. `words` name the task: the title of a new one, or whatever points at one that exists."""

    operation: Operation
    words: str = ""
    text: str = ""
    """The new title of a RENAME, where it is of a PLACE, the memo of a NOTE or of what is added."""
    instead: bool = False
    """Of a NOTE: in place of the one there is."""
    when: When = field(default_factory=When)
    items: tuple[str, ...] = ()
    """Several new titles at once: what goes on a shopping list."""
    everything: bool = False
    """`all of them`, `全部`: every task that fits."""
    shift: Shift | None = None
    """Of a MOVE: counted from where the task lies."""

    @property
    def lies(self) -> When:
        """The day and time on which the task lies, as far as that was said: of a MOVE not those to which it goes."""
        return (self.when.origin or When()) if self.operation is Operation.MOVE and self.shift is None else self.when
