"""Why nothing can be called for a frame."""

from dataclasses import dataclass

from yamori.understanding.frame import Slot


@dataclass(frozen=True, kw_only=True)
class Unfit:
    slot: Slot | None = None
    """What of the frame stands in the way; None where it is the device itself, or what was left unsaid."""
    options: tuple[str, ...] = ()
    """What the slot may refer to, as people call it."""
