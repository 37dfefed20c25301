"""A Pico on a laptop: the board's own files, run under CPython in a process of their own, with `laptop/` in place of the hardware.

Called by `yamori edge --profile pico --simulated`. Beside what the board does, it keeps the trace and shows the house a picture of the LCD.
"""

import asyncio
import json
import logging
import sys
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from yamori.domain.clock import Clock, SystemClock
from yamori.edge.micropython.picture import draw_lcd

_HERE = Path(__file__).parent
_PICTURES_APART = 1.0
"""Seconds at the least between two pictures of the LCD."""
_AGAIN_AFTER = 3.0
"""Seconds until a board that has reset itself starts again."""
_LONGEST_LINE = 1 << 20
_log = logging.getLogger(__name__)


async def run_pico(
    *,
    server: str,
    device: str = "pico",
    join: str | None,
    state: Path,
    trace: Path | None = None,
    clock: Clock | None = None,
    settings: Mapping[str, Any] | None = None,
) -> None:
    """Runs until cancelled. `state` is the board's flash; `settings` go over those of config.example.json, such as `aliases` or `pins`.

    A file `simulated.json` (`{"temperature": 21.5}`) in `state` sets the room's temperature, a file `no-wifi` takes the network away.
    """
    await asyncio.to_thread(_write_config, state, {"id": device, "server": server, "join": join, **(settings or {})})
    clock = clock or SystemClock("UTC")
    lcd = _LcdPictures(server, state / "token.txt")
    showing = asyncio.create_task(lcd.show())
    try:
        while True:
            code = await _run_once(state, device=device, trace=trace, clock=clock, lcd=lcd)
            _log.warning("the simulated Pico ended with %d and starts again", code)
            await asyncio.sleep(_AGAIN_AFTER)
    finally:
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)


def _write_config(state: Path, settings: Mapping[str, Any]) -> None:
    state.mkdir(parents=True, exist_ok=True)
    config = json.loads((_HERE / "board" / "config.example.json").read_text(encoding="utf-8"))
    (state / "config.json").write_text(json.dumps({**config, **settings}, ensure_ascii=False), encoding="utf-8")


async def _run_once(state: Path, *, device: str, trace: Path | None, clock: Clock, lcd: "_LcdPictures") -> int:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-B",
        "-u",
        str(_HERE / "laptop" / "start.py"),
        str(_HERE / "board"),
        cwd=state,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=_LONGEST_LINE,
    )
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            said = json.loads(line)
            # The monotonic clock is the machine's: how long ago it was, however late we read it.
            at = clock.now() - timedelta(seconds=time.monotonic() - said.pop("monotonic"))
            if trace is not None:
                _append(trace, {"at": at.timestamp(), "device": device, **said})
            if said["event"] == "text":
                lcd.changed(bytes.fromhex(said["codes"]), bytes.fromhex(said["drawn"]), at)
        return await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _append(trace: Path, line: Mapping[str, Any]) -> None:
    with trace.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


class _LcdPictures:
    """Sends the newest picture, with the board's own token, and only when it changed."""

    def __init__(self, server: str, token: Path) -> None:
        self._server = server
        self._token = token
        self._newest: tuple[bytes, bytes, datetime] | None = None
        self._changed = asyncio.Event()

    def changed(self, codes: bytes, drawn: bytes, at: datetime) -> None:
        self._newest = (codes, drawn, at)
        self._changed.set()

    async def show(self) -> None:
        async with httpx.AsyncClient(timeout=10) as client:
            while True:
                await self._changed.wait()
                self._changed.clear()
                if self._newest is not None and not await self._send(client, *self._newest):
                    self._changed.set()  # Not enrolled yet, or the server is away: once more.
                await asyncio.sleep(_PICTURES_APART)

    async def _send(self, client: httpx.AsyncClient, codes: bytes, drawn: bytes, at: datetime) -> bool:
        try:
            token = self._token.read_text(encoding="ascii").strip()
            answer = await client.post(
                f"{self._server.rstrip('/')}/edge/images",
                params={"component": "display", "at": at.isoformat()},
                content=draw_lcd(codes, drawn),
                headers={"Authorization": f"Bearer {token}", "Content-Type": "image/png"},
            )
        except (OSError, httpx.HTTPError):
            return False
        if answer.status_code >= 400:
            _log.info("the picture of the LCD was refused with %d", answer.status_code)
        return answer.status_code < 500 and answer.status_code not in (401, 403, 404, 429)
