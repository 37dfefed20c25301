"""The gear in which a question was served, the cheapest that does: kept with a turn, so that its person sees how it was answered."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Gear(StrEnum):
    """From the cheapest to the dearest."""

    ANSWER = "answer"
    """By a model alone, or from what was said and is remembered: nothing was looked up."""
    READ = "read"
    """Pages were found, opened and quoted."""
    OPERATE = "operate"
    """A website was used in a browser."""


@dataclass(frozen=True, kw_only=True)
class Served:
    """How a question was served."""

    gear: Gear
    pages: int = 0
    """How many were opened and read."""


def dearest(served: Iterable[Served | None]) -> Served | None:
    """Of several parts of one turn: the dearest way, and all pages. None where none of them was a question that is served so."""
    known = [one for one in served if one is not None]
    if not known:
        return None
    return Served(gear=max((one.gear for one in known), key=list(Gear).index), pages=sum(one.pages for one in known))
