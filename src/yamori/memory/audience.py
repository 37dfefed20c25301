"""Who may be reminded of something: the person alone, or everybody who lives here."""

from enum import StrEnum

HOUSEHOLD = "household"
"""Owns what is true of all of them ("we", うち); no person's id."""


class Audience(StrEnum):
    PRIVATE = "private"
    """Nobody but who said it."""
    SHARED = "shared"
    """All who live here, and no guest."""


def is_visible(*, person: str, audience: Audience, viewer: str) -> bool:
    """Whether the viewer, who lives here, may be reminded of what belongs to `person`."""
    return audience is Audience.SHARED or person == viewer
