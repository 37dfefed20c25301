"""The port to what the house remembers of people. `apps` fulfils it; without it, nothing is kept and nothing recalled."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.agentkit.task import Remembered


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Something that a person said, with where and when."""

    text: str
    person: str
    room: str | None
    now: datetime
    conversation: str
    turn: str


@dataclass(frozen=True, kw_only=True)
class Resolved:
    """A sentence with what is remembered in the place of what points at it: `the way I like it`."""

    text: str
    used: tuple[Remembered, ...] = ()
    ids: tuple[str, ...] = ()
    """Of what was used, for `Remembering.used`."""
    reasons: tuple[str, ...] = ()
    """Said with the answer, in the person's language."""
    question: str = ""
    """What is asked where it points at something that nobody told; empty where it does not."""
    reply: str = ""
    """The answer to a sentence that only says no to what was proposed: nothing is planned. Empty for any other."""


@dataclass(frozen=True, kw_only=True)
class Given:
    """What an agent is given with a task."""

    facts: tuple[Remembered, ...] = ()
    ids: tuple[str, ...] = ()
    """Of the facts, for `Remembering.used`."""


class Remembering(Protocol):
    async def hear(self, heard: Heard, *, key: str) -> None:
        """Keep what was said, once for each key; nothing of guests. Within a few milliseconds."""
        ...

    async def resolve(self, heard: Heard) -> Resolved:
        """The sentence as it is understood with what is remembered."""
        ...

    async def answered(self, heard: Heard, answer: str) -> Resolved:
        """The same once the person has answered the question, which is kept; with a question again where the answer does not fit."""
        ...

    async def given(self, heard: Heard, request: str, recalls: Collection[str]) -> Given:
        """What an agent that recalls these kinds of facts needs for a request."""
        ...

    async def proposed(self, heard: Heard) -> str:
        """What is proposed after a turn of the person's that changed something: what they ask for day after day, once; empty otherwise."""
        ...

    async def used(self, person: str, ids: Sequence[str]) -> None:
        """What was of use for a turn of the person's, once it is answered."""
        ...


class NothingRemembered:
    """Fulfils `Remembering`: a house that keeps nothing of people."""

    async def hear(self, heard: Heard, *, key: str) -> None:
        pass

    async def resolve(self, heard: Heard) -> Resolved:
        return Resolved(text=heard.text)

    async def answered(self, heard: Heard, answer: str) -> Resolved:
        return Resolved(text=heard.text)

    async def given(self, heard: Heard, request: str, recalls: Collection[str]) -> Given:
        return Given()

    async def proposed(self, heard: Heard) -> str:
        return ""

    async def used(self, person: str, ids: Sequence[str]) -> None:
        pass
