"""Lets the house live through its year, again and again: forks a life, and starts the next one when that is killed."""

import asyncio
import os
import random
import traceback
from collections.abc import Callable
from datetime import UTC, timedelta
from pathlib import Path

from tests.chaos.year.kept import Kept, World, microseconds
from tests.chaos.year.life import Life
from tests.chaos.year.script import BEGIN, PAUSES, events, kills
from tests.chaos.year.verdict import Verdict, judged

KILLED = 9


def run(folder: Path, *, count: int, days: int, seed: int, say: Callable[[str], None]) -> Verdict:
    """In an empty folder. Raises `RuntimeError` where a life ends otherwise than by being killed."""
    kept = Kept(folder)
    kept.keep(World(true=microseconds(BEGIN.astimezone(UTC))))
    script, plan, end = events(seed, days), kills(seed, days, count), BEGIN + timedelta(days=days)
    chance = random.Random(seed + 2)
    deaths = 0
    while True:
        child = os.fork()
        if child == 0:
            _live(Life(kept, script, plan, deaths, seed, end))
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            break
        if not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == KILLED):
            raise RuntimeError(f"life {deaths} ended by itself with {status}")
        deaths += 1
        world = kept.world()
        pause = chance.choice(PAUSES)
        world.true += pause * 1_000_000
        kept.keep(world)
        kept.note("killed", pause=pause, at=world.house.isoformat())
        if deaths % 50 == 0:
            say(f"{deaths} kills, {world.now:%d %b %Y}")
    verdict = asyncio.run(judged(folder, end=end))
    verdict.figures = {"days": days, "seed": seed, "killed": deaths, **verdict.figures}
    if deaths != count:
        verdict.wrong.append(f"killed {deaths} times instead of {count}")
    return verdict


def _live(life: Life) -> None:
    """In the child; never returns."""
    try:
        asyncio.run(life.live())
        os._exit(0)
    except BaseException:  # a child must not go on as its parent
        traceback.print_exc()
        os._exit(1)
