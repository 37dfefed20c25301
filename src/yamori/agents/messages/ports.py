"""What the Messages agent needs from outside; `apps` fulfils it."""

from collections.abc import Collection
from typing import Protocol


class Notices(Protocol):
    """Where people of the home are shown what they are told."""

    async def pass_on(self, text: str, *, key: str, people: Collection[str]) -> None:
        """Tell these people at once, wherever they want to be told; each once for each `key`, also across a crash."""
        ...
