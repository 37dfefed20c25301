"""What the page needs of what is remembered of people. `apps` fulfils it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class VersionView:
    """What a fact was before."""

    says: str
    since: datetime
    """In the home's time, as `until`."""
    until: datetime


@dataclass(frozen=True, kw_only=True)
class FactView:
    """Something that is known, as it is told to one person."""

    id: str
    group: str
    """`health`, `taste`, `settings`, `people`, `names`, `life` or `other`."""
    says: str
    value: str
    """What of it can be corrected."""
    source: str
    """The sentence that it came from; empty where that is not kept."""
    since: datetime
    """In the home's time."""
    shared: bool
    """It is of the household."""
    history: Sequence[VersionView] = ()
    """What it was before, the newest first."""


@dataclass(frozen=True, kw_only=True)
class SentenceView:
    """Something that the person said, word for word."""

    id: int
    """The larger, the later."""
    text: str
    at: datetime
    """In the home's time."""


@dataclass(frozen=True, kw_only=True)
class HabitView:
    """Something that the person had done on several days, which the house could do by itself."""

    id: str
    words: str
    """What they said."""
    time: str
    """About when."""
    days: int
    """Of the last seven."""


class MemoryPort(Protocol):
    """Every method may raise a `YamoriError`. Each is of one person, who hears nothing that another one told in private."""

    @property
    def is_kept(self) -> bool:
        """Whether this house remembers anything at all."""
        ...

    async def facts(self, person: str, language: Language) -> Sequence[FactView]:
        """The newest first."""
        ...

    async def profile(self, person: str) -> str:
        """The person in short, as it was put together from what they said; empty where there is none, and for anybody else who looks."""
        ...

    async def sentences(self, person: str, *, before: int | None, limit: int) -> Sequence[SentenceView]:
        """What the person said themselves, the newest first; `before`: only those with a smaller id."""
        ...

    async def forget_sentence(self, person: str, id: int) -> None:
        """With everything that was learned from it. Raises `NotFound`."""
        ...

    async def paused(self, person: str) -> bool: ...

    async def habits(self, person: str) -> Sequence[HabitView]:
        """What is to be proposed: nothing that the person has decided on."""
        ...

    async def accept(self, person: str, habit: str) -> str:
        """Ask for it every day, as if the person had said so; the conversation in which that is answered. Raises `NotFound`."""
        ...

    async def decline(self, person: str, habit: str) -> None:
        """It is not proposed again."""
        ...

    async def correct(self, person: str, id: str, value: str) -> None:
        """Give it another value. Raises `NotFound`."""
        ...

    async def forget(self, person: str, id: str) -> None:
        """Raises `NotFound`."""
        ...

    async def forget_everything(self, person: str) -> None:
        """All that the person told and said."""
        ...

    async def is_adult(self, person: str) -> bool:
        """Whether who looks at the page, or whom they chose where nobody has an account, may forget for others."""
        ...

    async def former_residents(self) -> Sequence[str]:
        """Those who no longer live here and of whom something is still kept, as they were called."""
        ...

    async def forget_former(self, person: str, former: str) -> None:
        """Everything of one of them. Raises `NotFound`, and `Forbidden` where `person` is no adult."""
        ...

    async def forget_household(self, person: str) -> None:
        """Everything of everybody. Raises `Forbidden` where `person` is no adult."""
        ...

    async def pause(self, person: str, paused: bool) -> None: ...

    @property
    def most_bytes(self) -> int:
        """Of a file to take in."""
        ...

    async def export(self, person: str) -> str:
        """All of it as JSON."""
        ...

    async def load(self, person: str, document: str) -> int:
        """Take in what was exported; how many facts were new. Raises `InvalidRequest` that says where it is wrong."""
        ...
