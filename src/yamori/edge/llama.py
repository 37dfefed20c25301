"""The device's own model: llama.cpp in a process beside this one, or any OpenAI-compatible server. Fulfils `thinking.EdgeModel`.

A process of its own, because loading holds the interpreter, because a crash in there must not take the robot with it, and so that the
client stays as small as it is. It is started at the first sentence (or by `warm`), on loopback with a key of its own.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from yamori.domain.errors import Misconfigured, ModelFailed
from yamori.domain.values import Value
from yamori.edge.connection import Connection, Refused, Unreachable
from yamori.edge.gguf import find_gguf

_LOAD, _ANSWER = 180.0, 120.0
_TOKENS = 500
_COMPACT = {"x-guidance": {"whitespace_flexible": False, "item_separator": ",", "key_separator": ":"}}
"""No spaces between tokens: a third fewer of them to generate."""


class ServedModel:
    """A server that somebody else runs, such as llama-server or Ollama on this device."""

    def __init__(self, url: str, *, key: str | None = None) -> None:
        self._connection = Connection(url.removesuffix("/").removesuffix("/v1"))
        self._key = key

    async def answer(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Value]) -> str:
        body: dict[str, Any] = {
            "model": "edge",
            "messages": list(messages),
            "temperature": 0,
            "max_tokens": _TOKENS,
            "response_format": {"type": "json_schema", "json_schema": {"name": "plan", "strict": True, "schema": {**schema, **_COMPACT}}},
            "chat_template_kwargs": {"enable_thinking": False},  # Qwen3 and others would think aloud where only a plan may stand
        }
        try:
            said = await self._connection.json("POST", "/v1/chat/completions", body, token=self._key, seconds=_ANSWER)
            choice = said["choices"][0]
            if choice.get("finish_reason") == "length":
                raise ModelFailed("the model's plan became too long")
            return str(choice["message"]["content"])
        except (Unreachable, Refused) as error:
            raise ModelFailed(f"the device's own model did not answer: {error}") from error
        except (KeyError, IndexError, TypeError) as error:
            raise ModelFailed("the device's own model answered something else than a chat completion") from error

    async def close(self) -> None:
        self._connection.close()


class OwnModel:
    """A GGUF file of this device's, loaded when first needed and again when its process has ended."""

    def __init__(self, model: str, *, folder: Path) -> None:
        self._model = model
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._served: ServedModel | None = None
        self._starting = asyncio.Lock()

    async def answer(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Value]) -> str:
        try:
            return await (await self._ready()).answer(messages, schema)
        except ModelFailed:
            if self._process is None or self._process.returncode is None:
                raise
        return await (await self._ready()).answer(messages, schema)  # llama.cpp has ended in the middle: once more, from its beginning

    async def warm(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Value]) -> None:
        """Load it and let it read the prefix of every prompt. Raises what `answer` does."""
        await self.answer([*messages, {"role": "user", "content": "-"}], schema)

    async def _ready(self) -> ServedModel:
        async with self._starting:
            if self._served is not None and self._process is not None and self._process.returncode is None:
                return self._served
            await self.close()
            try:
                file = await asyncio.to_thread(find_gguf, self._model, self._folder)
            except Misconfigured as error:
                raise ModelFailed(f"{error}. {error.mend}") from error
            key = os.urandom(24).hex()
            try:
                async with asyncio.timeout(_LOAD):
                    self._served = ServedModel(await self._start(file, key), key=key)
            except TimeoutError as error:
                await self.close()
                raise ModelFailed(f"llama.cpp did not load {file} within {_LOAD:g} s") from error
            return self._served

    async def _start(self, file: Path, key: str) -> str:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        command = (sys.executable, "-m", "yamori.edge.llama_process")
        # A brief spin of OpenMP's threads: a long one starves the robot's own timing. And no small heap: that is for the client.
        environment = {"GOMP_SPINCOUNT": "2000", **{name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}}
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=nowhere, env=environment, start_new_session=True
        )
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write((json.dumps({"model": str(file), "key": key, "threads": threads}) + "\n").encode())
            await self._process.stdin.drain()
            line = await self._process.stdout.readline()
        except (BrokenPipeError, ConnectionResetError):
            line = b""
        said: dict[str, str] = json.loads(line) if line else {"error": "it ended by itself"}
        if "url" not in said:
            await self.close()
            raise ModelFailed(f"llama.cpp cannot load {file}: {said['error']}")
        return said["url"]

    async def close(self) -> None:
        served, self._served = self._served, None
        process, self._process = self._process, None
        if served is not None:
            await served.close()
        if process is not None:
            if process.returncode is None:
                process.kill()  # it has nothing to save
            await process.wait()


def open_model(model: str, *, folder: Path) -> ServedModel | OwnModel:
    """An `http://` address, a GGUF file, or `owner/repository/file.gguf` of the Hugging Face hub, which is kept in `folder`."""
    return ServedModel(model) if model.startswith(("http://", "https://")) else OwnModel(model, folder=folder)
