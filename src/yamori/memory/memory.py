"""What the house remembers of its people, opened and closed as one. `apps` opens it; the orchestrator and agents reach it through ports."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from yamori.embedding.port import TextEncoder
from yamori.llm.port import Models
from yamori.memory.decisions import Decisions
from yamori.memory.encoding import Encoding
from yamori.memory.facts import Facts
from yamori.memory.forgetting import Forgetting
from yamori.memory.keeping import Keeping
from yamori.memory.passes.passing import Passes
from yamori.memory.ports import Residents
from yamori.memory.profiles import Profiles
from yamori.memory.recall.meaning import Meaning
from yamori.memory.recall.recalling import Recalling
from yamori.memory.store import utterances
from yamori.memory.store.file import open_file
from yamori.memory.transfer import Transfer


@dataclass(frozen=True, kw_only=True)
class Memory:
    """Its parts; each says what it does."""

    words: Keeping
    facts: Facts
    recall: Recalling
    encoding: Encoding
    passes: Passes
    profiles: Profiles
    forgetting: Forgetting
    transfer: Transfer
    decisions: Decisions


@asynccontextmanager
async def open_memory(
    path: Path | None, *, residents: Residents, encoder: TextEncoder | None = None, models: Models | None = None
) -> AsyncIterator[Memory]:
    """Over the file, or in memory for None; without an encoder words alone find what was said, without models no pass proposes
    anything. The
    encoder keeps no passages of its own: they would outlive what is forgotten. Raises `Misconfigured` for a file that cannot be used."""
    async with AsyncExitStack() as stack:
        file = await open_file(path)
        stack.push_async_callback(file.close)
        meaning = Meaning()
        if encoder is not None:
            name = encoder.name
            await file.write(lambda db: utterances.use_encoder(db, name))
            await file.read(meaning.load)
        words = Keeping(file, residents)
        facts = Facts(file, residents)
        recall = Recalling(file, facts, meaning, encoder, residents)
        profiles = Profiles(file, residents, models)
        yield Memory(
            words=words,
            facts=facts,
            recall=recall,
            encoding=Encoding(file, meaning, encoder, words.arrived),
            passes=Passes(file, residents, models),
            profiles=profiles,
            forgetting=Forgetting(file, meaning, recall, residents, words.arrived),
            transfer=Transfer(file, residents),
            decisions=Decisions(file),
        )


@asynccontextmanager
async def encoding_beside(memory: Memory) -> AsyncIterator[None]:
    """The vectors are made while this is open."""
    task = asyncio.create_task(memory.encoding.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
