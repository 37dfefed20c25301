"""What questions need of a household with papers. `apps` fulfils this."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

import httpx

from yamori.evaluation.spent import Spent


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What became of the papers that the household was given."""

    papers: int
    passages: int
    failed: tuple[str, ...] = ()
    """Name and reason of each that could not be read."""
    seconds: float = 0.0


class PapersHousehold(Protocol):
    """One household whose papers are all read."""

    @property
    def client(self) -> httpx.AsyncClient:
        """On the public endpoints: the Life-Style agent's are below `/agents/lifestyle`."""
        ...

    @property
    def person(self) -> str: ...

    @property
    def reading(self) -> Reading: ...

    async def spent(self) -> Spent: ...


OpensPapers = Callable[[], AbstractAsyncContextManager[PapersHousehold]]
"""Opens a fresh household, and closes it again."""

Terms = Callable[[str], Sequence[str]]
"""What a text is found by. The agent's own, handed in: an evaluation knows no agent."""
