from pathlib import Path

import pytest
from tests.chaos.conductor import run
from tests.lengths import length

KILLS, SEED = length(6, 12), 7
"""`make chaos` has a thousand."""


@pytest.mark.slow
def test_whoever_is_killed_no_acknowledged_job_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    verdict = run(tmp_path, kills=KILLS, seed=SEED, say=print)
    assert not verdict.wrong, verdict.told()
    assert sum(verdict.kills.values()) == KILLS and verdict.effects and verdict.ended_as["done"], verdict.told()
