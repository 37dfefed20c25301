"""Resident memory of the edge client without a model: `python benchmarks/edge_memory.py`; at most 40 MB each.

Each profile runs simulated in a process of its own, as a person would start it, against a small house in this one. It has done every
command, drawn Japanese text and been idle again before it is measured (`VmRSS`, and `VmHWM`, the most that it ever had).
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))  # the tests' house is a house

from tests.edge.fake_house import JOIN, FakeHouse, fake_house

from yamori.edge.profile import read_profile

LIMIT_MB = 40.0
SHORT: dict[str, Any] = {"seconds": 0.2, "text": "おかえりなさい", "face": "happy", "times": 1}


def commands(profile: str) -> list[dict[str, Any]]:
    held = read_profile(profile)
    found = []
    for component in held.components.values():
        for capability in component.capabilities:
            for name, spec in (held.capabilities[capability].get("commands") or {}).items():
                known = (spec.get("arguments") or {}).get("properties") or {}
                arguments = {key: value for key, value in SHORT.items() if key in known}
                found.append({"command": {"component": component.name, "capability": capability, "name": name, "arguments": arguments}})
    return found


def memory(pid: int) -> dict[str, float]:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return {key: int(line.split()[1]) / 1024 for line in lines for key in ("VmRSS", "VmHWM") if line.startswith(key)}


async def measured(house: FakeHouse, profile: str, folder: Path) -> dict[str, Any]:
    robot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "yamori.edge", "--profile", profile, "--simulated", "--model", "none"),
        *("--server", house.url, "--join", JOIN, "--state", str(folder)),
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await house.until(lambda: any(said["profile"] == profile for said in house.descriptions), seconds=20)
        started = memory(robot.pid)["VmRSS"]
        for turn in range(20):
            job = await house.put(f"{profile}-{turn}", {"do": {"sequence": commands(profile)} if turn == 0 else commands(profile)[-1]})
            result = (await asyncio.gather(until_done(house, job)))[0]
            assert result["ok"], result["problem"]
        return {"profile": profile, "started_mb": round(started, 1), **{k: round(v, 1) for k, v in memory(robot.pid).items()}}
    finally:
        robot.terminate()
        await robot.wait()


async def until_done(house: FakeHouse, job: Any) -> Any:
    await house.until(lambda: job.results, seconds=60)
    return job.results[0]


async def main() -> None:
    over = False
    for profile in ("pi4", "jetson"):
        with tempfile.TemporaryDirectory() as folder:
            async with fake_house() as house:
                said = await measured(house, profile, Path(folder))
        print(json.dumps(said))
        over = over or said["VmRSS"] > LIMIT_MB
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    asyncio.run(main())
