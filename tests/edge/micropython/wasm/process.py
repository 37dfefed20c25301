"""A board of WebAssembly as a process: started, watched and stopped."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.edge.micropython.wasm.fetch import folder

from yamori.edge.micropython.documents import BOARD_FILE

HERE = Path(__file__).parent
BOARD = BOARD_FILE.parent


@asynccontextmanager
async def open_board(server: str, join: str, state: Path) -> AsyncIterator[list[str]]:
    """Gives what it prints, growing; at the end it is stopped, and its flash is in `state`."""
    write_config(server, join, state)
    process = await asyncio.create_subprocess_exec(
        "node", HERE / "board.mjs", folder(), BOARD, BOARD.parent / "laptop", state, stdout=asyncio.subprocess.PIPE
    )
    printed: list[str] = []
    reading = asyncio.create_task(_read(process, printed))
    try:
        yield printed
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        await reading


def write_config(server: str, join: str, state: Path) -> None:
    config = json.loads((BOARD / "config.example.json").read_text(encoding="utf-8")) | {"server": server, "join": join}
    state.mkdir(exist_ok=True)
    (state / "config.json").write_text(json.dumps(config), encoding="utf-8")


async def _read(process: asyncio.subprocess.Process, printed: list[str]) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        printed.append(line.decode().rstrip())


def events(printed: list[str], component: str) -> list[dict[str, Any]]:
    lines = [json.loads(line.removeprefix("TRACE ")) for line in printed if line.startswith("TRACE ")]
    return [line for line in lines if line["component"] == component]
