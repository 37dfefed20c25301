"""What a camera took or a screen shows, on its way from a part to the house."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Picture:
    data: bytes
    type: str
    """`image/jpeg` or `image/png`."""
