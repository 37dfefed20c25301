"""One change as the history takes it in: checked where it is heard, so that nothing can be wrong with it where it is written."""

from dataclasses import dataclass, replace

from yamori.automations.history.moments import to_millis
from yamori.automations.history.stored import Stored, to_stored
from yamori.domain.receipt import Reading


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    path: str
    """`device.component.capability.attribute`."""
    unit: str | None
    at: int
    """Milliseconds since 1970."""
    value: Stored

    def unknown(self, at: int) -> "Entry":
        return replace(self, at=at, value=None)


def entry_of(reading: Reading) -> Entry:
    """Raises `InvalidRequest` for a reading whose moment has no time zone."""
    return Entry(path=reading.path, unit=reading.unit, at=to_millis(reading.at), value=to_stored(reading.value))
