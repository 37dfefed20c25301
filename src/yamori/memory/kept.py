"""What the Memory agent needs of where things are kept. `apps` hands it over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.memory.statement import Statement


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A fact, with where it comes from."""

    id: str
    person: str
    """Whose it is; `audience.HOUSEHOLD` of what is true of all."""
    by: str
    """Who told it."""
    statement: Statement
    since: datetime
    """When it was told; aware."""
    source: str
    """The whole sentence, as it was said."""
    weight: float = 0.0
    """How much it counts beside others, 0 to 1: by what is left of its confidence, its importance and its use."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """Something that a person said."""

    id: str
    person: str
    text: str
    at: datetime


class Keeping(Protocol):
    """Everything kept of people. What one told is shown to nobody else, unless it is of the household."""

    async def known(self, person: str) -> Sequence[Kept]:
        """What the person may hear, the newest first: what they told, and what others told of the household."""
        ...

    async def profile(self, person: str) -> str:
        """The person in short, as a model put together what they said: for them alone. Empty where none was made."""
        ...

    async def keep(self, person: str, statement: Statement, *, source: str, at: datetime, turn: str | None) -> tuple[Kept, Kept | None]:
        """Keep it and return it with what it took the place of. The same told twice is kept once."""
        ...

    async def share(self, person: str, id: str, *, with_everyone: bool, at: datetime) -> Kept:
        """Let everybody who lives here hear what the person told, or nobody but them. Raises `NotFound`."""
        ...

    async def used(self, person: str, ids: Sequence[str]) -> None:
        """These were of use for an answer to the person: they fade slower. Nothing is counted while they have remembering paused."""
        ...

    async def forget(self, person: str, ids: Sequence[str], *, turn: str | None = None) -> Sequence[Kept]:
        """Forget what the person or the household told of these, with the words it came from and those of the `turn` that asks for it;
        returns what is gone."""
        ...

    async def forget_everything(self, person: str) -> int:
        """Forget all that the person told and said; returns how many facts are gone."""
        ...

    async def hear(self, person: str, text: str, *, at: datetime, key: str, conversation: str, room: str | None = None) -> None:
        """Keep what was said, once for each key, unless the person has paused that. Called before anything is answered."""
        ...

    async def said(
        self, person: str, query: str, *, limit: int, before: datetime, turn: str | None = None, at_least: float = 0.0
    ) -> Sequence[Said]:
        """What the person said that comes nearest to the query, the nearest first, but for what was said in this `turn`."""
        ...

    async def pause(self, person: str, paused: bool) -> None: ...

    async def paused(self, person: str) -> bool: ...
