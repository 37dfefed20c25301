"""The model that works alone: a GGUF file on this machine, answered by llama.cpp.

How a prompt is computed is fixed, so that the same prompt gives the same answer whatever was asked before: first its prefix
(system text and examples) in pieces of 64 tokens, then what follows it in pieces of 64, one call at a time. A different
split changes the sums in their last digits, and now and then the answer. What is kept between calls is therefore kept at the ends
of pieces only: the prefixes on disk (`prefixes.py`), and in each role's slot the pieces of its last request.

Called through the router; calls `llama.py`. Knows nothing of manifests and downloads: `open.py` hands it a proven file.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from yamori.domain.errors import Misconfigured, ModelFailed, YamoriError
from yamori.llm.answers import read_answer
from yamori.llm.llama import Llama, LlamaGone, LlamaSettings, StartLlama, start_llama, states_folder, threads_here
from yamori.llm.port import Answer, Exchange, Prompt, Role, Usage
from yamori.llm.prefixes import SavedPrefixes
from yamori.llm.priority_lock import PriorityLock
from yamori.llm.settings import EmbeddedSettings

PIECE = 64
"""Tokens: a second's work on two cores."""
_MARK = "\u241erequest\u241e"
"""Stands where the request will be while the template is rendered."""


class Stage(StrEnum):
    """How far the model is."""

    RESTING = "resting"
    """Not started; the first call starts it."""
    PROVING = "proving"
    """The file's checksum is being proven."""
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class Progress:
    """What the page shows of a model that is on its way."""

    stage: Stage
    says: str = ""
    """One line in English; for `failed` it is the error."""
    seconds: float = 0.0
    """How long loading took."""


@dataclass(frozen=True, kw_only=True)
class _Around:
    """The tokens before and after a request, for one prompt prefix."""

    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(kw_only=True)
class _Slot:
    """What a slot of llama.cpp is known to hold, all of it computed in the fixed pieces."""

    prefix: tuple[int, ...] = ()
    computed: int = 0
    """How many of the prefix's tokens; none: nothing is known of the slot."""
    request: tuple[int, ...] = ()
    """What followed the prefix last."""
    adapter: str | None = None
    """All of it was computed with this one; llama.cpp empties a slot that is asked with another."""

    def holds(self, prefix: tuple[int, ...], adapter: str | None) -> bool:
        return self.prefix == prefix and self.computed == len(prefix) and self.adapter == adapter

    def forget(self) -> None:
        """Before every call that may be cancelled half-way."""
        self.prefix, self.computed, self.request = (), 0, ()


_ENDED = "llama.cpp has ended by itself; the next sentence that needs it starts it again"
_UNKNOWN = ""
"""The adapter of a slot whose change of adapter may have been cancelled half-way."""


class EmbeddedModel:
    """A `ChatModel` that starts by itself with the first call, or in the background with `start`.

    `roles` get a slot of their own, in which the pieces of their last request stay; the others share one more. Each slot takes
    29 kB of memory for each token of `settings.context`.
    """

    def __init__(
        self,
        path: Path,
        *,
        roles: tuple[Role, ...],
        states: Path,
        name: str = "embedded:default",
        settings: EmbeddedSettings | None = None,
        prove: Callable[[], Awaitable[Path]] | None = None,
        adapters: Mapping[str, Path] | None = None,
        launch: StartLlama = start_llama,
    ) -> None:
        """`prove` runs before loading and gives the file to load; it raises `Misconfigured` when that is missing or wrong. `adapters` are
        the files of what this very model was trained with for single decisions, by name."""
        self._path = path
        self._roles = roles
        self._name = name
        self._settings = settings or EmbeddedSettings()
        self._prove = prove
        self._adapters = dict(adapters or {})
        self._launch = launch
        self._states = states
        self._lock = PriorityLock()
        self._slots: list[_Slot] = []
        self._around: dict[tuple[str, tuple[Exchange, ...]], _Around] = {}
        self._loading: asyncio.Task[Llama] | None = None
        self._llama: Llama | None = None
        self._saved: SavedPrefixes | None = None
        self._progress = Progress(stage=Stage.RESTING)
        self._closed = False

    @property
    def name(self) -> str:
        return self._name

    @property
    def progress(self) -> Progress:
        if self._progress.stage is Stage.READY and self._llama is not None and not self._llama.alive:
            return Progress(stage=Stage.FAILED, says=f"{self._name}: {_ENDED}")
        return self._progress

    @property
    def url(self) -> str | None:
        """Where llama.cpp listens, with a key that only this object knows; None until it is ready."""
        return self._llama.url if self._llama else None

    def start(self) -> None:
        """Load in the background, if it is not loaded or loading already. Never waits."""
        gone = self._llama is not None and not self._llama.alive
        if self._loading is None or gone or (self._loading.done() and self._llama is None):
            gone_one, self._llama = self._llama, None
            self._loading = asyncio.create_task(self._load(after=gone_one))
            self._loading.add_done_callback(_look)

    async def ready(self) -> None:
        """Wait until the model is loaded. Raises what loading raised; the next call tries again."""
        await self._running()

    async def check(self) -> None:
        """Whether it would answer now; starts nothing, and waits for one that is stuck. Raises `ModelFailed`."""
        if self._llama is None:
            raise ModelFailed(f"{self._name}: {self._progress.says or self._progress.stage.value}")
        if not self._llama.alive:
            raise ModelFailed(f"{self._name}: {_ENDED}")
        await self._llama.tokens("?", special=False)

    async def warm(self, role: Role, prompt: Prompt) -> None:
        """Compute a prompt's prefix and save its state, or restore it where it is saved. Answers asked for meanwhile go first."""
        llama = await self._running()
        prompt, adapter = self._as_trained(prompt)
        around = await self._surroundings(llama, prompt.prefix, prompt.examples)
        number = self._number(role)
        while not self._slots[number].holds(around.before, adapter):
            async with self._lock.one(urgent=False):
                if not self._slots[number].holds(around.before, adapter):
                    await self._advance(llama, around.before, number=number, adapter=adapter)

    async def answer(self, prompt: Prompt, *, role: Role) -> Answer:
        if prompt.images:
            raise Misconfigured(
                "the embedded model reads text and sees no pictures",
                where=f"roles.{role.value}",
                mend=f"Give the role {role.value} a model that sees, such as a provider's, in models.toml.",
            )
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._settings.seconds):
                try:
                    return await self._answer(prompt, role=role, started=started)
                except LlamaGone:
                    return await self._answer(prompt, role=role, started=started)  # once more, in a fresh process
        except TimeoutError as error:
            says = self._progress.says if self._progress.stage is not Stage.READY else "it is busy, or this machine is too slow"
            raise ModelFailed(
                f"{self._name} did not answer within {self._settings.seconds:g} s: {says}. The limit is `seconds` in [embedded]."
            ) from error

    async def rest(self) -> None:
        """End once nobody waits for an answer; a later call starts it again."""
        async with self._lock.one(urgent=False):
            await self._end()

    async def close(self) -> None:
        """End now. A later call raises `ModelFailed`."""
        self._closed = True
        await self._end()

    async def _end(self) -> None:
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.wait([self._loading])
        if self._llama is not None:
            await self._llama.close()
        self._llama = self._loading = None
        self._progress = Progress(stage=Stage.RESTING)

    async def _answer(self, prompt: Prompt, *, role: Role, started: float) -> Answer:
        llama = await self._running()
        prompt, adapter = self._as_trained(prompt)
        around = await self._surroundings(llama, prompt.prefix, prompt.examples)
        request = (*await llama.tokens(prompt.request, special=False), *around.after)
        needed = len(around.before) + len(request) + prompt.max_tokens
        if needed > self._settings.context:
            raise ModelFailed(
                f"{self._name}: prompt and answer need {needed} tokens, `context` in [embedded] is {self._settings.context}: ask for less"
            )
        number = self._number(role)
        async with self._lock.one(urgent=True):
            slot, computed = self._slots[number], 0
            while not slot.holds(around.before, adapter):
                computed += await self._advance(llama, around.before, number=number, adapter=adapter)
            await self._rewind(llama, request, number=number)
            slot.forget()
            said = await llama.complete(
                (*around.before, *request),
                slot=number,
                limit=prompt.max_tokens,
                schema=prompt.schema,
                weighed=prompt.weighed,
                adapter=self._order(adapter),
            )
            slot.prefix, slot.computed, slot.request = around.before, len(around.before), request
        usage = Usage(
            model=self._name,
            prompt_tokens=said.prompt_tokens,
            cached_tokens=said.cached_tokens - computed,
            completion_tokens=said.completion_tokens,
            seconds=time.monotonic() - started,
            price=0.0,
        )
        answer = read_answer(said.text, prompt, usage=usage, cut_off=said.cut_off)
        return replace(answer, tokens=said.tokens, trained=adapter is not None)

    async def _advance(self, llama: Llama, prefix: tuple[int, ...], *, number: int, adapter: str | None) -> int:
        """Bring the slot one step nearer to holding the prefix: restore it, or compute one piece. Gives the tokens computed."""
        assert self._saved is not None
        slot = self._slots[number]
        if slot.adapter != adapter:
            slot.forget()
            slot.adapter = _UNKNOWN
            await llama.complete(prefix[:1], slot=number, limit=0, afresh=True, adapter=self._order(adapter))
            slot.adapter = adapter
        name = self._saved.name(prefix, adapter=self._adapters.get(adapter or ""))
        done = slot.computed if slot.prefix == prefix else 0
        slot.forget()
        if done == 0 and await self._restored(llama, name, number=number):
            slot.prefix, slot.computed = prefix, len(prefix)
            return 0
        reached = min(done + PIECE, len(prefix))
        await llama.complete(prefix[:reached], slot=number, limit=0, afresh=done == 0, adapter=self._order(adapter))
        if reached == len(prefix) and reached >= PIECE:  # a shorter one is computed as fast as it is restored
            await llama.save(number, name=self._saved.temporary(name))
            self._saved.keep(name)
        slot.prefix, slot.computed = prefix, reached
        return reached - done

    async def _restored(self, llama: Llama, name: str, *, number: int) -> bool:
        assert self._saved is not None
        if not self._saved.has(name):
            return False
        try:
            await llama.restore(number, name=name)
        except LlamaGone:
            raise
        except ModelFailed:  # a torn or foreign file: computed again, it heals itself
            self._saved.drop(name)
            return False
        self._saved.used(name)
        return True

    async def _rewind(self, llama: Llama, request: tuple[int, ...], *, number: int) -> None:
        """Cut the slot back to the whole pieces that `request` shares with what it held.

        llama.cpp reuses every token that two prompts share, also a part of a piece. One foreign token at the cut stops it there.
        """
        slot = self._slots[number]
        prefix = slot.prefix
        if not slot.request:
            return
        shared = next((i for i, (old, new) in enumerate(zip(slot.request, request, strict=False)) if old != new), None)
        shared = min(len(slot.request), len(request)) if shared is None else shared
        cut = min(shared, len(request) - 1) // PIECE * PIECE
        if cut == shared and cut < len(slot.request):
            return  # they part there anyway
        foreign = next(token for token in range(3) if token not in (request[cut], *slot.request[cut : cut + 1]))
        slot.forget()
        await llama.complete((*prefix, *request[:cut], foreign), slot=number, limit=0, adapter=self._order(slot.adapter))

    async def _surroundings(self, llama: Llama, prefix: str, examples: tuple[Exchange, ...]) -> _Around:
        key = (prefix, examples)
        if key not in self._around:
            text = await llama.render(_messages(prefix, examples))
            before, mark, after = text.rpartition(_MARK)
            if not mark:
                raise ModelFailed(f"the chat template of {self._path.name} leaves the request out: use another model")
            around = _Around(before=tuple(await llama.tokens(before, special=True)), after=tuple(await llama.tokens(after, special=True)))
            if len(self._around) >= 64:
                self._around.clear()
            self._around[key] = around
        return self._around[key]

    def _as_trained(self, prompt: Prompt) -> tuple[Prompt, str | None]:
        """What is asked in the end, and with which adapter."""
        other = prompt.trained
        if other is None or other.adapter not in self._adapters:
            return prompt, None
        return replace(prompt, prefix=other.prefix, examples=(), request=other.request), other.adapter

    def _order(self, adapter: str | None) -> int | None:
        """Its number in llama.cpp."""
        return list(self._adapters).index(adapter) if adapter else None

    def _number(self, role: Role) -> int:
        return self._roles.index(role) if role in self._roles else len(self._roles)

    async def _running(self) -> Llama:
        if self._closed:
            raise ModelFailed(f"{self._name} is closed")
        self.start()
        assert self._loading is not None
        return await asyncio.shield(self._loading)

    async def _load(self, *, after: Llama | None) -> Llama:
        started = time.monotonic()
        if after is not None:
            await after.close()
        try:
            self._progress = Progress(stage=Stage.PROVING, says="its file is being checked")
            path = await self._prove() if self._prove else self._path
            self._progress = Progress(stage=Stage.LOADING, says="it is being loaded")
            saved = SavedPrefixes(self._states, model=path, piece=PIECE)
            saved.open()
            settings = LlamaSettings(
                model=str(path),
                slots=len(self._roles) + 1,
                context=self._settings.context,
                piece=PIECE,
                threads=self._settings.threads or threads_here(),
                states=states_folder(self._states),
                adapters=tuple(str(file) for file in self._adapters.values()),
            )
            llama = await self._launch(settings, seconds=self._settings.seconds, wait=self._settings.wait)
            await _prime(llama)
        except (YamoriError, OSError) as error:
            self._progress = Progress(stage=Stage.FAILED, says=str(error))
            raise
        self._saved = saved
        self._slots = [_Slot() for _ in range(len(self._roles) + 1)]
        self._llama = llama
        self._progress = Progress(stage=Stage.READY, seconds=time.monotonic() - started)
        return llama


async def _prime(llama: Llama) -> None:
    """One token under a grammar: the first one builds tables for half a second, which no answer should wait for."""
    try:
        await llama.complete(await llama.tokens("{", special=False), slot=0, limit=1, schema={"type": "object"}, afresh=True)
    except BaseException:  # cancelled too: nobody else knows of this process yet
        await llama.close()
        raise


def _messages(prefix: str, examples: Sequence[Exchange]) -> list[dict[str, str]]:
    messages = [{"role": "system", "content": prefix}]
    for example in examples:
        messages += [{"role": "user", "content": example.user}, {"role": "assistant", "content": _compact(example.assistant)}]
    return [*messages, {"role": "user", "content": _MARK}]


def _compact(text: str) -> str:
    """JSON as the grammar lets the model write it: what the examples show and what it may say must look the same."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    except json.JSONDecodeError:
        return text


def _look(loading: asyncio.Task[Llama]) -> None:
    """Take note of the error, which `progress` shows, so that asyncio does not call it unnoticed."""
    if not loading.cancelled():
        loading.exception()
