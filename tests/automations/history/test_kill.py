"""A process that is killed in the middle of a batch loses nothing that was acknowledged, and leaves no half of a batch."""

import os
import signal
import sys
from asyncio import create_subprocess_exec, subprocess, wait_for
from datetime import timedelta
from pathlib import Path

import pytest
from tests.automations.history.kill_me import BATCH
from tests.automations.history.sayings import NOW, ROOM

from yamori.automations.history import Interval, open_history

TOP = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("after", [1, 7, 20])
async def test_signal_9_loses_at_most_what_was_not_acknowledged(tmp_path: Path, after: int) -> None:
    file = tmp_path / "history.sqlite3"
    where = {**os.environ, "PYTHONPATH": f"{TOP}{os.pathsep}{TOP / 'src'}"}
    writer = await create_subprocess_exec(
        sys.executable, "-m", "tests.automations.history.kill_me", str(file), cwd=TOP, env=where, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    acknowledged = 0
    for _ in range(after):
        acknowledged = int(await wait_for(writer.stdout.readline(), 60)) + 1
    writer.send_signal(signal.SIGKILL)
    rest = await wait_for(writer.stdout.read(), 60)
    acknowledged += rest.count(b"\n")
    await writer.wait()

    history = await open_history(file)
    timeline = await history.timeline(ROOM, Interval(start=NOW, end=NOW + timedelta(days=1)), now=NOW + timedelta(days=1))
    await history.close()
    assert acknowledged * BATCH <= len(timeline) <= (acknowledged + 1) * BATCH
    assert len(timeline) % BATCH == 0
    assert list(timeline.values) == list(range(len(timeline)))
