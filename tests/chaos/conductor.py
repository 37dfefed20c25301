"""The run itself: kills house, robots and worker at random moments, starts them again, lets all come to rest, and has it judged."""

import random
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.chaos.orders import ROBOTS
from tests.chaos.verdict import Verdict, judged
from tests.chaos.worker import read

PARTS = ("house", *ROBOTS, "worker")
AT_ONCE = (1,) * 15 + (2,) * 4 + (len(PARTS),)
"""How many die in the same moment: mostly one, sometimes two, sometimes the power goes out."""
ABSENCES = (0.0,) * 12 + (0.1,) * 4 + (0.5,) * 4
"""Seconds until what was killed is started again."""
LONG_ABSENCES = (*ABSENCES * 3, 3.0, 8.0)
"""For a robot, whose jobs expire meanwhile; the others are killed on."""
BETWEEN_S = 0.3
"""Seconds between two kills, on average; many are shorter than a start takes."""
REST_S = 120.0
"""Within this all must have come to rest: expiry, leases and back-off are shorter."""


class Nursery:
    """The process that forks and kills lives."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def start(self, part: str) -> None:
        self._ask(f"start {part}")

    def kill(self, part: str) -> int:
        """Its exit status: -9, or what it ended with before it could be killed."""
        return self._ask(f"kill {part}")

    def wait(self, part: str) -> int:
        return self._ask(f"wait {part}")

    def _ask(self, line: str) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


def run(folder: Path, *, kills: int, seed: int, say: Callable[[str], None]) -> Verdict:
    """In an empty folder, which keeps everything for a post-mortem."""
    chance = random.Random(seed)
    killed: Counter[str] = Counter()
    ended: list[str] = []
    begun = time.monotonic()
    with claimed_port() as port, nursery(folder, port) as lives:
        for part in ("house", *ROBOTS):
            lives.start(part)
        _until(lambda: known_robots(folder) == len(ROBOTS), "the robots were never known to the house")
        lives.start("worker")
        _until(lambda: len(read(folder / "journal")[1]) >= 10, "the first orders were never acknowledged")
        away: dict[str, float] = {}
        while killed.total() < kills:
            next_kill = time.monotonic() + chance.expovariate(1 / BETWEEN_S)
            while (now := time.monotonic()) < next_kill:
                for part in [part for part, back in away.items() if back <= now]:
                    del away[part]
                    lives.start(part)
                time.sleep(max(0.0, min([next_kill, *away.values()]) - time.monotonic()))
            there = [part for part in PARTS if part not in away]
            for part in chance.sample(there, min(chance.choice(AT_ONCE), len(there), kills - killed.total())):
                if (status := lives.kill(part)) != -9:
                    ended.append(f"{part} had ended by itself with {status}; see {part}.log")
                away[part] = time.monotonic() + chance.choice(LONG_ABSENCES if part in ROBOTS else ABSENCES)
                killed[part] += 1
                if killed.total() % 50 == 0:
                    acknowledged = len(read(folder / "journal")[1])
                    say(f"{killed.total()} kills, {time.monotonic() - begun:.0f} s, {acknowledged} orders acknowledged")
        seconds = time.monotonic() - begun
        for part in away:
            lives.start(part)
        lives.kill("worker")
        lives.start("last-worker")
        if (status := lives.wait("last-worker")) != 0:
            ended.append(f"the last worker ended with {status}")
        rest = time.monotonic()
        if not _until(lambda: at_rest(folder), None):
            ended.append(f"not at rest after {REST_S:g} s")
        say(f"at rest {time.monotonic() - rest:.1f} s after the last acknowledgement")
        for part in ("house", *ROBOTS):
            if (status := lives.kill(part)) != -9:
                ended.append(f"{part} had ended by itself with {status}; see {part}.log")
    return judged(folder, kills=killed, seconds=seconds, ended=ended)


@contextmanager
def nursery(folder: Path, port: int) -> Iterator[Nursery]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.chaos.nursery", str(folder), str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield Nursery(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()  # it kills whoever lives
        process.wait(10)


def known_robots(folder: Path) -> int:
    file = folder / "data" / "gate" / "edge.sqlite3"
    return _number(file, "SELECT COUNT(*) FROM devices WHERE description IS NOT NULL")


def at_rest(folder: Path) -> bool:
    """No command without an end, and no result that a robot still has to tell."""
    unfinished = """SELECT COUNT(*) FROM commands WHERE NOT EXISTS
        (SELECT 1 FROM events WHERE command = commands.seq AND event IN ('done', 'unchanged', 'failed', 'refused'))"""
    owed = "SELECT COUNT(*) FROM jobs WHERE result IS NULL OR NOT settled"
    files = [(folder / "data" / "gate" / "ledger.sqlite3", unfinished), *((folder / robot / "done.sqlite", owed) for robot in ROBOTS)]
    return all(_number(file, query) == 0 for file, query in files)


def _number(file: Path, query: str) -> int:
    """-1 where the file cannot be read yet."""
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as database:
        return int(database.execute(query).fetchone()[0])
    return -1


def _until(true: Callable[[], bool], otherwise: str | None) -> bool:
    """Looked at from outside of all processes, which have no event for it."""
    patience = time.monotonic() + REST_S
    while not true():
        if time.monotonic() > patience:
            if otherwise is not None:
                raise AssertionError(otherwise)
            return False
        time.sleep(0.1)
    return True


@contextmanager
def claimed_port() -> Iterator[int]:
    """One that no outgoing connection takes while the house is away, and no other run: that holds the port after it as long as it lives.

    Not by the seed: two runs with the same one would be at one port, and a dead house's robots knock at the other's door.
    """
    with _claim() as claim:
        yield claim.getsockname()[1] - 1


def _claim() -> socket.socket:
    while True:
        claim = socket.socket()
        try:
            port = random.SystemRandom().randrange(20_000, 30_000, 2)
            claim.bind(("127.0.0.1", port + 1))
            socket.create_server(("127.0.0.1", port)).close()
            return claim
        except OSError:  # somebody else's
            claim.close()
