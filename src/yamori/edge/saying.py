"""The endpoint on the device itself: a person at its keyboard says a sentence to the robot that runs here, house or no house.

Loopback with a key in a file that only this user can read (`say.json` in the state folder): one JSON line in, one JSON line out.
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from yamori.domain.errors import HouseSilent
from yamori.edge.badge import write_private

Say = Callable[[str, str], Awaitable[Mapping[str, Any]]]
"""Sentence and language to a result as in `docs/edge-protocol.md`."""

_FILE = "say.json"
_LONGEST, _PATIENCE = 10_000, 700.0


async def listen(state: Path, say: Say, *, listening: asyncio.Event) -> None:
    """Until cancelled; `listening` is set once the endpoint is open."""
    key = os.urandom(24).hex()

    async def heard(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                from secrets import compare_digest  # here: it loads more than the rest of this endpoint

                said = json.loads(await reader.readuntil(b"\n"))
                if not compare_digest(str(said.get("key")), key):
                    return
                answer = await say(str(said["say"]), str(said.get("language", "en")))
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except (ValueError, KeyError, AttributeError, TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # an unknown caller
        finally:
            writer.close()

    server = await asyncio.start_server(heard, "127.0.0.1", 0, limit=_LONGEST)
    file = state / _FILE
    try:
        write_private(file, json.dumps({"port": server.sockets[0].getsockname()[1], "key": key}).encode())
        listening.set()
        await server.serve_forever()
    finally:
        file.unlink(missing_ok=True)
        server.close()


async def say_here(state: Path, sentence: str, *, language: str = "en") -> Mapping[str, Any]:
    """Say it to the robot that runs with this state folder. Raises `HouseSilent` when none does."""
    try:
        door = json.loads((state / _FILE).read_text(encoding="utf-8"))
        reader, writer = await asyncio.open_connection("127.0.0.1", int(door["port"]))
        writer.write(json.dumps({"key": door["key"], "say": sentence, "language": language}).encode() + b"\n")
        async with asyncio.timeout(_PATIENCE):
            line = await reader.readline()
        writer.close()
        answer: Mapping[str, Any] = json.loads(line)
    except (OSError, ValueError, KeyError, TimeoutError) as error:
        raise HouseSilent(f"no robot runs here with the state folder {state}") from error
    return answer
