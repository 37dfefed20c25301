"""What memory needs of the rest of the house; `apps` fulfils it."""

from collections.abc import Collection
from typing import Protocol


class Residents(Protocol):
    """Who lives here."""

    def members(self) -> Collection[str]:
        """Ids of the adults and children. Of anybody else (guests, unknown ids) nothing is kept, and they are reminded of nothing."""
        ...
