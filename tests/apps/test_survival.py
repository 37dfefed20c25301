"""A household killed with signal 9 at any moment: what was acknowledged is done in the end, and nothing is done twice.

`YAMORI_KILLS=500 YAMORI_SEED=7 pytest tests/apps/test_survival.py` is the longer form.
"""

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.apps.living_house import open_house, sentence
from tests.lengths import length

from yamori.domain.events import Waiting
from yamori.domain.receipt import ReceiptStatus
from yamori.gateway.homefile import load_home
from yamori.orchestrator.store import TurnStatus
from yamori.orchestrator.turns import Turns

KILLS = int(os.environ.get("YAMORI_KILLS", length(8, 20)))
SEED = int(os.environ.get("YAMORI_SEED", "20261121"))
MOST_BYTES = 2500
"""Of a life's output before it is killed: some forty lines, which are about four sentences."""


@dataclass
class Seen:
    """What the lives told before they were killed."""

    asked: set[int] = field(default_factory=set)
    acknowledged: dict[str, int] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    lasts: Counter[str] = field(default_factory=Counter)
    """The last line before each kill, to see that they were spread."""

    def take(self, line: str) -> None:
        match line.split():
            case ["asked", n]:
                self.asked.add(int(n))
            case ["acknowledged", n, turn]:
                self.acknowledged[turn] = int(n)
            case ["answered", _, turn]:
                self.answered.add(turn)


@contextmanager
def lives(data: Path) -> Iterator["subprocess.Popen[bytes]"]:
    paths = ":".join([str(Path.cwd()), *(path for path in sys.path if path)])
    command = (sys.executable, "-m", "tests.apps.living_house", str(data))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process
        finally:
            process.kill()


def live_and_die(process: "subprocess.Popen[bytes]", seen: Seen, *, after: int) -> None:
    """One life, killed once it has written this many bytes."""
    assert process.stdin is not None and process.stdout is not None
    first = max(seen.asked, default=-1) + 1
    process.stdin.write(json.dumps(first).encode() + b"\n")
    process.stdin.flush()
    told, pid, killed = b"", 0, False
    while b"\nover " not in told:
        more = os.read(process.stdout.fileno(), max(1, after - len(told)) if not killed else 65536)
        assert more, "the lives ended by themselves"
        told += more
        if not pid and (found := [line for line in told.split(b"\n")[:-1] if line.startswith(b"pid ")]):
            pid = int(found[0].split()[1])
        if pid and not killed and len(told) >= after:
            os.kill(pid, signal.SIGKILL)
            killed = True
            before = [line for line in told.decode(errors="replace").split("\n")[:-1] if not line.startswith("pid")]
            seen.lasts[before[-1].split()[-1] if before else ""] += 1
    while not told.endswith(b"\n"):
        told += os.read(process.stdout.fileno(), 1)
    lines = told.decode(errors="replace").splitlines()  # a kill may cut a character
    assert lines[-1] == f"over {-signal.SIGKILL}", lines[-3:]
    for line in lines:
        seen.take(line)


@pytest.mark.slow
async def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    seen, chance = Seen(), random.Random(SEED)
    with lives(tmp_path) as process:
        for _ in range(KILLS):
            early = chance.random() < 0.2  # while it opens, or takes up what the last life left
            live_and_die(process, seen, after=chance.randrange(1, 300 if early else MOST_BYTES))
    home = load_home("demo")
    async with open_house(home, tmp_path) as household:
        turns = household.turns
        rows = sqlite3.connect(tmp_path / "turns.sqlite3").execute("SELECT id, text FROM turns").fetchall()
        async with asyncio.timeout(60):
            for id, _ in rows:
                await ended(turns, id)
        wrong = []
        for id, text in rows:
            turn = turns.turn(id)
            receipts = await household.gate.ledger(turn=id, limit=1000)
            done = [r for r in receipts if r.status in (ReceiptStatus.DONE, ReceiptStatus.UNCHANGED)]
            if turn.status is not TurnStatus.DONE or len(receipts) != 1 or len(done) != 1:
                wrong.append((turn.status, text, [r.status for r in receipts], turn.answer))
        assert wrong == []
        # What was acknowledged is there, as it was said, and so is what was asked and not acknowledged if it was written down at all.
        texts = dict(rows)
        assert {turn: sentence(n) for turn, n in seen.acknowledged.items()}.items() <= texts.items()
        # Each task once, and none that nobody asked for.
        kept = Counter(task.title for task in await household.schedule.tasks.everything())
        assert set(kept.values()) <= {1}
        assert len(kept) == sum("item" in t or "品" in t or "number" in t for t in texts.values())
        # Each step of the volume once.
        steps = sum("volume" in text for text in texts.values())
        volume = (await household.gate.read("living-room-tv", "main", "audioVolume", "volume")).value
        assert volume == min(100, 20 + steps)
        # Each event of each turn is told once.
        for id, _ in rows:
            names = [type(stored.event).__name__ async for stored in turns.follow(id)]
            assert names.count("TurnStarted") == names.count("Replied") == 1 and names[-1] == "Replied"
    sent = sqlite3.connect(tmp_path / "gate" / "virtual.sqlite3").execute("SELECT COUNT(*) FROM sent").fetchone()
    assert sent == (len(rows),)
    assert len(seen.acknowledged) >= KILLS // 2 and len(seen.lasts) >= min(6, KILLS // 2), seen.lasts


async def ended(turns: Turns, id: str) -> None:
    """Follow the turn to its end; whoever was asked something says yes."""
    async for stored in turns.follow(id):
        if isinstance(stored.event, Waiting) and turns.turn(id).status is TurnStatus.WAITING:
            await turns.answer(id, "yes")
