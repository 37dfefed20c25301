"""Opens the memory over the house: who lives there, what encodes and what sums up; and keeps it up, off everybody's path.

What is said is handed to `Memory.words` by whoever hears it, before the answer is shown. Here runs what may take its time: vectors, the
ends of short-lived facts, passes over conversations that have ended, and profiles.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import structlog

from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.domain.home import Person, PersonRole
from yamori.embedding.port import TextEncoder
from yamori.llm.port import Models
from yamori.memory import Memory, encoding_beside, open_memory

FILE = "memory.sqlite3"
EVERY = 60.0
"""Seconds between two looks at what is due."""
AGAIN_AFTER = timedelta(minutes=30)
"""Until a model that did not answer is asked again."""
_log = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class MemoryOptions:
    """The table `[memory]` of the settings."""

    keep: bool = True
    """Whether anything is remembered. False leaves what is there, and nothing of it is read any more."""
    learn: bool = True
    """Whether the `memory` role proposes facts and profiles; without it only what is told to be remembered becomes a fact."""


class HomeResidents:
    """Fulfils `memory.Residents`: the adults and children of the home as it is now."""

    def __init__(self, people: Callable[[], Sequence[Person]], speaker: str) -> None:
        self._people, self._speaker = people, speaker

    def members(self) -> Collection[str]:
        people = self._people()
        return frozenset(p.id for p in people if p.role is not PersonRole.GUEST) if people else frozenset({self._speaker})


class MemoryUpkeep:
    """What becomes of memory with time. `look` may be called at any time, and again."""

    def __init__(self, memory: Memory, residents: HomeResidents, clock: Clock, *, learn: bool) -> None:
        self._memory, self._residents, self._clock, self._learn = memory, residents, clock, learn
        self._models_silent_until = clock.now()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self.look()
            except Misconfigured as error:
                _log.error("memory is not kept up", why=str(error))
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """End what is over, and have what is due summed up. Raises `Misconfigured` where the file cannot be written."""
        now = self._clock.now()
        await self._memory.facts.end_short_lived(now=now)
        # A clock that goes backwards by more than the pause does not silence the model for good.
        if not self._learn or timedelta(0) < self._models_silent_until - now <= AGAIN_AFTER:
            return
        try:
            await self._learn_in_peace()
        except HouseSilent as error:
            self._models_silent_until = now + AGAIN_AFTER
            _log.warning("nothing was learned of what was said", why=str(error))

    async def _learn_in_peace(self) -> None:
        """Whoever speaks is not to wait for the model: what is under way is dropped, which costs nothing but to begin it again."""
        self._memory.words.spoken.clear()
        learning = asyncio.create_task(self._learned())
        spoken = asyncio.create_task(self._memory.words.spoken.wait())
        try:
            await asyncio.wait((learning, spoken), return_when=asyncio.FIRST_COMPLETED)
            if learning.done():
                learning.result()
        finally:
            for task in (learning, spoken):
                task.cancel()
            await asyncio.gather(learning, spoken, return_exceptions=True)

    async def _learned(self) -> None:
        for conversation, person in await self._memory.passes.due(now=self._clock.now()):
            passed = await self._memory.passes.run(conversation, person, now=self._clock.now())
            if passed.refused:
                _log.info("proposals of the memory role were refused", reasons=dict(passed.refused))
        for person in sorted(self._residents.members()):
            await self._memory.profiles.update(person, now=self._clock.now())


@asynccontextmanager
async def open_house_memory(
    data: Path | None,
    options: MemoryOptions,
    residents: HomeResidents,
    *,
    encoder: TextEncoder | None,
    models: Models,
) -> AsyncIterator[Memory | None]:
    """The memory in the data folder, or in memory; None where nothing is to be remembered. Raises `Misconfigured` for a file that cannot be
    used."""
    if not options.keep:
        yield None
        return
    async with AsyncExitStack() as stack:
        memory = await stack.enter_async_context(
            open_memory(data / FILE if data else None, residents=residents, encoder=encoder, models=models if options.learn else None)
        )
        await stack.enter_async_context(encoding_beside(memory))
        yield memory


@asynccontextmanager
async def upkeep_beside(upkeep: MemoryUpkeep) -> AsyncIterator[None]:
    """Memory is kept up while this is open."""
    task = asyncio.create_task(upkeep.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
