"""What these tasks need of a household with robots: its public endpoint, their traces, and how they are put to rest.

`apps` fulfils this."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

import httpx

from yamori.evaluation.robots.tasks import Rest
from yamori.evaluation.spent import Spent


class Robots(Protocol):
    """A household with all robots registered and running."""

    @property
    def client(self) -> httpx.AsyncClient:
        """On the household's own address."""
        ...

    @property
    def person(self) -> str:
        """Who speaks."""
        ...

    @property
    def room(self) -> str:
        """Where the person is."""
        ...

    @property
    def traces(self) -> Sequence[Path]:
        """The file of each robot."""
        ...

    async def rest(self, commands: Sequence[Rest]) -> None:
        """Do all of them; returns when they are done. Raises `HouseSilent` when a robot does not answer."""
        ...

    async def spent(self) -> Spent: ...


OpensRobots = Callable[[], AbstractAsyncContextManager[Robots]]
"""Starts the household and the robots, and ends all their processes, whatever happened."""
