"""llama.cpp as seen from the household: a process of ours, spoken to over its loopback port with a key of its own.

`embedded.py` decides what to ask; this knows how the process is started, reached, and ended.
"""

import asyncio
import json
import os
import secrets
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.domain.values import Value
from yamori.llm.port import Token

if TYPE_CHECKING:
    import httpx


@dataclass(frozen=True, kw_only=True)
class LlamaSettings:
    """What `llama_process.py` reads."""

    model: str
    """Path of the GGUF file."""
    slots: int
    """How many prompts are kept at once."""
    context: int
    """Tokens of one slot."""
    piece: int
    """Tokens that are computed at once: what a cancelled call still costs, and what an urgent one waits for."""
    threads: int
    states: str
    """The folder of the saved slots."""
    adapters: tuple[str, ...] = ()
    """Paths of the LoRA adapters that a completion may ask for by their number."""


ALTERNATIVES = 20
"""Tokens given at each place of a weighed answer."""


@dataclass(frozen=True, kw_only=True)
class Completion:
    """What came of one prompt."""

    text: str
    cut_off: bool
    """The limit of tokens ended it, not the model."""
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    tokens: tuple[Token, ...] = ()
    """Only where it was `weighed`."""


_GUIDANCE = {"whitespace_flexible": False, "item_separator": ",", "key_separator": ":", "lenient": True}
"""No spaces between tokens: a third fewer of them to generate. Lenient: one keyword that it does not know, such as `uniqueItems`, is left
out; otherwise llama.cpp drops the whole grammar without a word and the model writes what it likes."""


class LlamaGone(ModelFailed):
    """The process ended by itself; it may be started again."""


class Llama(Protocol):
    """What `embedded.py` needs of a running llama.cpp. Everything raises `ModelFailed`, or `LlamaGone` when it has ended."""

    @property
    def url(self) -> str: ...

    @property
    def alive(self) -> bool: ...

    async def render(self, messages: Sequence[Mapping[str, str]]) -> str:
        """The messages in the model's own chat template."""
        ...

    async def tokens(self, text: str, *, special: bool) -> list[int]:
        """With `special`, markers of the template are read as such; without, they are ordinary text."""
        ...

    async def complete(
        self,
        tokens: Sequence[int],
        *,
        slot: int,
        limit: int,
        schema: Mapping[str, Value] | None = None,
        afresh: bool = False,
        weighed: bool = False,
        adapter: int | None = None,
    ) -> Completion:
        """Go on after `tokens`, greedily, for at most `limit` tokens (0: only take the prompt in).

        What the slot holds already is reused, unless it must be computed `afresh` or was computed with another `adapter`; `weighed`
        tells what else was likely.
        """
        ...

    async def save(self, slot: int, *, name: str) -> None: ...

    async def restore(self, slot: int, *, name: str) -> None: ...

    async def close(self) -> None: ...


class LlamaProcess:
    """Fulfils `Llama`; made by `start_llama`."""

    def __init__(
        self, process: asyncio.subprocess.Process, http: "httpx.AsyncClient", heard: deque[str], listening: "asyncio.Task[None]"
    ) -> None:
        self._process = process
        self._http = http
        self._heard = heard
        self._listening = listening
        self._gone = False

    @property
    def url(self) -> str:
        return str(self._http.base_url)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None and not self._gone

    async def render(self, messages: Sequence[Mapping[str, str]]) -> str:
        return str((await self._post("/apply-template", {"messages": list(messages)}))["prompt"])

    async def tokens(self, text: str, *, special: bool) -> list[int]:
        return list((await self._post("/tokenize", {"content": text, "add_special": False, "parse_special": special}))["tokens"])

    async def complete(
        self,
        tokens: Sequence[int],
        *,
        slot: int,
        limit: int,
        schema: Mapping[str, Value] | None = None,
        afresh: bool = False,
        weighed: bool = False,
        adapter: int | None = None,
    ) -> Completion:
        body: dict[str, Any] = {"prompt": list(tokens), "id_slot": slot, "n_predict": limit, "cache_prompt": not afresh, "temperature": 0.0}
        if schema is not None:
            body["json_schema"] = {**schema, "x-guidance": _GUIDANCE}
        if weighed:
            body["n_probs"] = ALTERNATIVES
        if adapter is not None:
            body["lora"] = [{"id": adapter, "scale": 1.0}]
        said = await self._post("/completion", body)
        timings = said["timings"]
        return Completion(
            text=said["content"],
            cut_off=said["stop_type"] == "limit",
            prompt_tokens=timings["cache_n"] + timings["prompt_n"],
            cached_tokens=timings["cache_n"],
            completion_tokens=timings["predicted_n"],
            tokens=tuple(map(_token, said.get("completion_probabilities", ()))) if weighed else (),
        )

    async def save(self, slot: int, *, name: str) -> None:
        await self._post(f"/slots/{slot}?action=save", {"filename": name})

    async def restore(self, slot: int, *, name: str) -> None:
        await self._post(f"/slots/{slot}?action=restore", {"filename": name})

    async def close(self) -> None:
        await self._http.aclose()
        await _end(self._process, self._listening)

    async def _post(self, path: str, body: Mapping[str, object]) -> Any:  # Any: JSON of llama.cpp's, read field by field above
        import httpx

        try:
            response = await self._http.post(path, json=body)
        except httpx.HTTPError as error:
            if self.alive and not isinstance(error, httpx.NetworkError | httpx.RemoteProtocolError):
                raise ModelFailed(f"llama.cpp did not answer: {type(error).__name__} {error}") from error
            self._gone = True  # known here before the system tells us
            raise LlamaGone(f"llama.cpp ended by itself: {_last(self._heard)}") from error
        if response.status_code != 200:
            raise ModelFailed(f"llama.cpp refused {path}: {response.text[:400]}")
        return response.json()


async def start_llama(settings: LlamaSettings, *, seconds: float, wait: str = "brief") -> LlamaProcess:
    """Load the model. Raises `Misconfigured` for a file that llama.cpp cannot load, `ModelFailed` past `seconds`."""
    import httpx

    pipe = asyncio.subprocess.PIPE
    # A session of its own: Ctrl-C in the terminal is the household's to handle, this ends with its standard input.
    command = (sys.executable, "-m", "yamori.llm.llama_process")
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, stderr=pipe, env=waiting(wait, os.environ), start_new_session=True
    )
    heard: deque[str] = deque(maxlen=20)
    listening = asyncio.create_task(_listen(process, heard))
    key = secrets.token_urlsafe(24)
    try:
        async with asyncio.timeout(seconds):
            said = await _introduce(process, {**asdict(settings), "key": key})
        if "url" not in said:
            raise Misconfigured(
                f"llama.cpp cannot load {settings.model}: {said.get('error') or _last(heard)}",
                where=settings.model,
                mend="Check the file with `yamori models check`, and that enough memory is free.",
            )
    except BaseException as error:  # whatever ended this, cancellation too: no process of ours may stay behind
        await _end(process, listening)
        if isinstance(error, TimeoutError):
            raise ModelFailed(f"llama.cpp did not load {settings.model} within {seconds:g} s") from error
        raise
    limits = httpx.Timeout(connect=5.0, write=30.0, read=None, pool=None)  # reading is limited by who asks
    http = httpx.AsyncClient(base_url=said["url"], headers={"Authorization": f"Bearer {key}"}, timeout=limits, trust_env=False)
    return LlamaProcess(process, http, heard, listening)


async def _introduce(process: asyncio.subprocess.Process, settings: Mapping[str, object]) -> dict[str, str]:
    assert process.stdin and process.stdout
    try:
        process.stdin.write((json.dumps(settings) + "\n").encode())
        await process.stdin.drain()
        line = await process.stdout.readline()
    except (BrokenPipeError, ConnectionResetError):
        return {}
    return dict(json.loads(line)) if line else {}


async def _listen(process: asyncio.subprocess.Process, heard: deque[str]) -> None:
    """Keep the last that it printed, for errors."""
    assert process.stderr
    async for line in process.stderr:
        heard.append(line.decode(errors="replace").strip())


async def _end(process: asyncio.subprocess.Process, listening: "asyncio.Task[None]") -> None:
    if process.returncode is None:
        process.kill()  # it has nothing to save, and while it loads it hears nothing
    await process.wait()
    listening.cancel()


def _last(heard: deque[str]) -> str:
    return heard[-1] if heard else "it said nothing"


class StartLlama(Protocol):
    """`start_llama`, or what a test puts in its place."""

    async def __call__(self, settings: LlamaSettings, *, seconds: float, wait: str = "brief") -> Llama: ...


def waiting(wait: str, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment in which OpenMP's threads wait as they should.

    Two busy processes beside it on two cores bring OpenMP's own way, a long spin, from 24 tokens a second to less than one;
    `passive` does 9 there but only 17 on an idle machine. A brief spin does 24 and 9. Who has set it outside is obeyed.
    """
    if "OMP_WAIT_POLICY" in environment or "GOMP_SPINCOUNT" in environment:
        return dict(environment)
    match wait:
        case "brief":
            return {**environment, "GOMP_SPINCOUNT": "2000"}
        case "passive":
            return {**environment, "OMP_WAIT_POLICY": "passive"}
        case _:
            return dict(environment)


def threads_here() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2


def states_folder(path: Path) -> str:
    """As llama.cpp wants it: with the separator at its end."""
    return str(path.absolute()) + os.sep


def _token(step: Mapping[str, Any]) -> Token:
    return Token(text=step["token"], chances={other["token"]: exp(other["logprob"]) for other in step["top_logprobs"]})
