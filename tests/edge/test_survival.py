import asyncio
import json
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.edge.fake_house import JOIN, FakeHouse, fake_house, show
from tests.lengths import length

KILLS, JOBS = length(3, 6), length(15, 30)


async def start(house: FakeHouse, folder: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "yamori.edge", "--profile", "jetson", "--simulated", "--server", house.url, "--join", JOIN),
        *("--state", str(folder / "state"), "--trace", str(folder / "trace"), "--model", "none"),
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.slow
async def test_a_device_killed_again_and_again_does_nothing_twice_and_leaves_no_job_without_an_end(tmp_path: Path) -> None:
    chance = random.Random(4)
    async with fake_house() as house:
        jobs = [await house.put(f"k{number}", {"do": show(f"text {number}")}) for number in range(JOBS)]
        for _ in range(KILLS):
            before = sum(job.fence for job in jobs)
            robot = await start(house, tmp_path)
            await house.until(lambda before=before: sum(job.fence for job in jobs) > before or all(job.results for job in jobs))  # type: ignore[misc]
            await asyncio.sleep(chance.uniform(0.0, 0.03))  # the moment of the loss is what is being tried
            robot.send_signal(signal.SIGKILL)
            await robot.wait()
            for job in jobs:
                job.waiting = not job.results  # their leases ran out
        robot = await start(house, tmp_path)
        for job in jobs:
            await house.result(job)
        robot.terminate()
        await robot.wait()

    shown = Counter(line["text"] for line in map(json.loads, (tmp_path / "trace").read_text().splitlines()) if line["event"] == "text")
    assert set(shown.values()) == {1}
    for number, job in enumerate(jobs):
        result, *again = job.results
        assert all({**other, "fence": 0} == {**result, "fence": 0} for other in again)  # told again, never otherwise
        assert result["ok"] is (result["problem"] is None) and result["problem"] in (None, "cut off")
        if result["ok"]:
            assert shown[f"text {number}"] == 1
