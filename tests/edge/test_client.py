import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from tests.edge.fake_house import JOIN, QUICK, command, fake_house, held, move, problem, running_robot, show
from watchfiles import awatch

from yamori.domain.errors import Misconfigured
from yamori.edge.app import open_edge


def events(trace: Path, event: str) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, trace.read_text(encoding="utf-8").splitlines()) if line["event"] == event]


def waiting_photos(state: Path) -> list[Path]:
    return list(state.rglob("pending-*"))


async def test_a_new_device_enrols_once_and_says_what_it_is(tmp_path: Path) -> None:
    async with fake_house() as house:
        async with running_robot(house, tmp_path, private=True):
            await house.until(lambda: house.descriptions)
        async with running_robot(house, tmp_path, join=None):
            await house.until(lambda: len(house.descriptions) == 2)

    assert house.enrolled == 1
    said = house.descriptions[0]
    assert (said["id"], said["name"], said["profile"], said["private"], said["thinks"]) == (
        "jetson-robot",
        "Jetson robot",
        "jetson",
        True,
        False,
    )
    assert said["components"]["wheels"] == {"omniDrive": {"movement": "still"}}
    assert said["capabilities"]["omniDrive"]["commands"]["move"]["defaults"] == {"direction": "forward", "seconds": 5.0}
    assert (tmp_path / "badge.json").stat().st_mode & 0o777 == 0o600


async def test_a_job_is_done_and_told_with_what_was_read_before_and_after(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        job = await house.put("k1", {"do": show("Hello")})
        result = await house.result(job)

    assert (result["fence"], result["ok"], result["problem"], result["text"]) == (1, True, None, None)
    (step,) = result["steps"]
    assert step["before"] == {"textDisplay.text": ""} and step["after"] == {"textDisplay.text": "Hello"}
    assert step["started"] <= step["ended"] and step["image"] is None


async def test_a_job_that_comes_again_is_not_done_again_but_told_again(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    async with fake_house() as house, running_robot(house, tmp_path / "state", trace=trace):
        job = await house.put("k1", {"do": show("Once")})
        first = await house.result(job)
        await house.again(job)
        second = await house.result(job, number=2)

    assert second == {**first, "fence": 2}
    assert len(events(trace, "text")) == 1


async def test_a_job_is_remembered_over_a_restart_of_the_device(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    async with fake_house() as house:
        async with running_robot(house, tmp_path / "state", trace=trace):
            job = await house.put("k1", {"do": show("Once")})
            await house.result(job)
        await house.again(job)
        async with running_robot(house, tmp_path / "state", trace=trace):
            assert (await house.result(job, number=2))["ok"] is True
    assert len(events(trace, "text")) == 1


async def test_what_a_loss_of_power_cut_off_is_reported_and_not_done_twice(tmp_path: Path) -> None:
    trace, state = tmp_path / "trace", tmp_path / "state"
    async with fake_house() as house:
        robot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "yamori.edge", "--profile", "jetson", "--simulated", "--server", house.url, "--join", JOIN),
            *("--state", str(state), "--trace", str(trace), "--model", "none"),
            stderr=subprocess.DEVNULL,
        )
        job = await house.put("k1", {"do": {"sequence": [show("Off I go"), move(30)]}})
        await house.until(lambda: [reading for reading in house.readings if reading["value"] == "forward"])
        robot.send_signal(signal.SIGKILL)
        await robot.wait()

        async with running_robot(house, state, trace=trace):
            result = await house.result(job)

    assert (result["ok"], result["problem"]) == (False, "cut off")
    assert [(step["name"], step["ok"]) for step in result["steps"]] == [("show", True)]
    assert [line["movement"] for line in events(trace, "motors")] == ["forward"]


async def test_what_waited_for_a_busy_part_when_the_power_went_is_done_when_it_comes_again(tmp_path: Path) -> None:
    trace, state = tmp_path / "trace", tmp_path / "state"
    async with fake_house() as house:
        robot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "yamori.edge", "--profile", "jetson", "--simulated", "--server", house.url, "--join", JOIN),
            *("--state", str(state), "--trace", str(trace), "--model", "none"),
            stderr=subprocess.DEVNULL,
        )
        moving = await house.put("k1", {"do": move(30)})
        await house.until(lambda: [reading for reading in house.readings if reading["value"] == "forward"])
        turning = await house.put("k2", {"do": command("wheels", "omniDrive", "move", direction="left", seconds=0.1)}, lease_s=0.2)
        await house.until(lambda: ("k2", 1) in house.extended)  # it is in the robot's hands and waits for its turn
        robot.send_signal(signal.SIGKILL)
        await robot.wait()

        for job in (moving, turning):
            await house.again(job)
        async with running_robot(house, state, trace=trace):
            turned = await house.result(turning)
            moved = await house.result(moving)

    assert (turned["ok"], turned["problem"]) == (True, None)
    assert (moved["ok"], moved["problem"]) == (False, "cut off")
    assert [line["movement"] for line in events(trace, "motors")] == ["forward", "left", "still"]


async def test_what_is_leased_again_only_to_hear_of_it_is_not_begun(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    async with fake_house() as house, running_robot(house, tmp_path / "state", trace=trace):
        result = await house.result(await house.put("k1", {"do": show("Late")}, expires_s=0.0))
    assert (result["ok"], result["problem"], result["steps"]) == (False, "expired before it could begin", [])
    assert events(trace, "text") == []


async def test_sigterm_stops_the_motors(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    async with fake_house() as house:
        robot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "yamori.edge", "--profile", "jetson", "--simulated", "--server", house.url),
            *("--state", str(tmp_path / "state"), "--trace", str(trace), "--model", "none"),
            stderr=subprocess.DEVNULL,
            env={**os.environ, "YAMORI_JOIN": JOIN},
        )
        await house.put("k1", {"do": move(30)})
        await house.until(lambda: [reading for reading in house.readings if reading["value"] == "forward"])
        robot.terminate()
        assert await asyncio.wait_for(robot.wait(), 5) == 0
    assert [line["movement"] for line in events(trace, "motors")] == ["forward", "still"]


async def test_a_result_under_an_old_fence_is_sent_again_under_the_new_one(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    async with fake_house() as house, running_robot(house, tmp_path / "state", trace=trace):
        job = await house.put("k1", {"do": move(0.3)})
        await house.until(lambda: job.fence == 1 and not job.waiting)
        job.fence = 7  # somebody else had it meanwhile
        await house.until(lambda: ("k1", 1) in house.stale)
        await house.again(job)
        assert (await house.result(job))["fence"] == 8
    assert [line["movement"] for line in events(trace, "motors")] == ["forward", "still"]


async def test_a_job_that_is_leased_again_while_it_runs_goes_on_under_the_new_fence(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    async with fake_house() as house, running_robot(house, tmp_path / "state", trace=trace):
        job = await house.put("k1", {"do": move(0.8)}, lease_s=0.3)
        await house.until(lambda: house.extended)
        await house.again(job)
        result = await house.result(job)
    assert (result["fence"], result["ok"]) == (2, True)
    assert [line["movement"] for line in events(trace, "motors")] == ["forward", "still"]


async def test_a_long_job_keeps_its_lease(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        job = await house.put("k1", {"do": move(0.5)}, lease_s=0.3)
        await house.result(job)
    assert len(house.extended) >= 2


async def test_a_house_that_restarts_meanwhile_gets_the_result(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        job = await house.put("k1", {"do": move(0.3)})
        await house.until(lambda: [reading for reading in house.readings if reading["value"] == "forward"])
        await house.end()
        await asyncio.sleep(0.5)  # the job ends while nobody is there to be told
        await house.start()
        assert (await house.result(job))["ok"] is True
        await house.until(lambda: len(house.descriptions) == 2)


async def test_a_device_waits_for_a_house_that_is_not_there_yet(tmp_path: Path) -> None:
    async with fake_house() as house:
        await house.end()
        async with running_robot(house, tmp_path):
            await asyncio.sleep(0.2)
            await house.start()
            job = await house.put("k1", {"do": show("At last")})
            assert (await house.result(job))["ok"] is True


async def test_a_revoked_token_is_replaced_with_the_join_code(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        await house.until(lambda: house.descriptions)
        house.tokens["jetson-robot"] = "another"
        job = await house.put("k1", {"do": show("Here again")})
        assert (await house.result(job))["ok"] is True
    assert house.enrolled == 2


@pytest.mark.parametrize(("join", "says"), [(None, "does not know this device"), ("wrong", "does not let this device in")])
async def test_a_device_that_is_not_let_in_says_so_plainly(tmp_path: Path, join: str | None, says: str) -> None:
    async with fake_house() as house:
        opened = open_edge(profile="jetson", server=house.url, state=tmp_path, join=join, simulated=True, patience=QUICK, model="none")
        async with opened as edge:
            with pytest.raises(Misconfigured, match=says):
                await asyncio.wait_for(edge.run(), 5)


async def test_a_device_that_a_person_has_to_agree_to_waits_and_is_known_by_its_attempt(tmp_path: Path) -> None:
    async with fake_house() as house:
        house.refusals["enrol"] = deque([held("a person must agree") for _ in range(2)])
        async with running_robot(house, tmp_path):
            await house.until(lambda: house.descriptions)
        assert house.attempts[0] and len(house.attempts) == 3 and len(set(house.attempts)) == 1
        assert not (tmp_path / "attempt").exists()


async def test_a_house_that_is_flooded_is_left_alone_for_as_long_as_it_says(tmp_path: Path) -> None:
    async with fake_house() as house:
        house.refusals["lease"] = deque([problem(429, "slowly", **{"Retry-After": "60"}), problem(503, "starting")])
        async with running_robot(house, tmp_path):
            job = await house.put("k1", {"do": show("Patience")})
            assert (await house.result(job))["ok"] is True


async def test_jobs_of_one_lease_run_at_the_same_time(tmp_path: Path) -> None:
    async with fake_house() as house:
        moving = await house.put("k1", {"do": move(0.4)})
        showing = await house.put("k2", {"do": show("On my way")})
        async with running_robot(house, tmp_path):
            drove, showed = await house.result(moving), await house.result(showing)
    assert showed["steps"][0]["ended"] < drove["steps"][0]["ended"]


async def test_a_later_stop_ends_a_move_at_once(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        moving = await house.put("k1", {"do": {"sequence": [move(30), show("Arrived")]}})
        await house.until(lambda: [reading for reading in house.readings if reading["value"] == "forward"])
        stopping = await house.put("k2", {"do": command("wheels", "omniDrive", "stop")})
        stopped, moved = await house.result(stopping), await house.result(moving)
    assert stopped["ok"] is True
    assert (moved["ok"], moved["problem"]) == (False, "stopped by another command")
    assert [(step["name"], step["after"]) for step in moved["steps"]] == [("move", {"omniDrive.movement": "still"})]


async def test_what_could_not_begin_in_time_is_not_done_late(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    async with fake_house() as house:
        await house.put("k1", {"do": move(0.6)})
        late = await house.put("k2", {"do": command("wheels", "omniDrive", "move", direction="left", seconds=0.1)}, expires_s=0.2)
        async with running_robot(house, tmp_path / "state", trace=trace):
            result = await house.result(late)
    assert (result["ok"], result["problem"], result["steps"]) == (False, "expired before it could begin", [])
    assert "left" not in [line["movement"] for line in events(trace, "motors")]


@pytest.mark.parametrize(
    ("work", "says"),
    [
        ({"do": {"sequence": [{"fly": {}}]}}, "a step is one of"),
        ({"do": {"sequence": [show("first"), command("wing", "flap", "up")]}}, "no component `wing`"),
        ({"do": command("wheels", "omniDrive", "move", seconds=1e9)}, "`seconds` must be from 0.1 to 60"),
        ({"do": None}, "a step is one of"),
        ({"do": show("x" * 9_000)}, "must have 1 to 200"),
        ({"do": command("w" * 9_000, "omniDrive", "move")}, "…"),
        ({"say": "Roll over"}, "no model of its own"),
        ({}, "neither `do` nor `say`"),
    ],
)
async def test_work_that_makes_no_sense_is_refused_before_any_of_it_is_done(tmp_path: Path, work: dict[str, Any], says: str) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        result = await house.result(await house.put("k1", work))
    assert result["ok"] is False and says in result["problem"] and result["steps"] == []


async def test_movement_is_told_when_it_begins_and_ends(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path) as robot:
        await house.until(lambda: house.descriptions)
        assert robot.simulation is not None
        robot.simulation.change(motion=True)
        await house.until(lambda: [r for r in house.readings if (r["attribute"], r["value"]) == ("motion", "active")])
        robot.simulation.change(motion=False)
        await house.until(lambda: [r for r in house.readings if (r["attribute"], r["value"]) == ("motion", "inactive")])


async def test_what_the_screen_shows_reaches_the_house(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        await house.until(lambda: house.images)
        await house.put("k1", {"do": show("Look")})
        await house.until(lambda: len(house.images) == 2)
    (first, blank), (second, written) = house.images
    assert first == second == "display"
    assert blank.startswith(b"\x89PNG") and written.startswith(b"\x89PNG") and blank != written


async def test_a_private_device_shows_its_screen_to_nobody(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path, private=True):
        await house.result(await house.put("k1", {"do": show("Secret")}))
        await house.until(lambda: house.leases > 2)
    assert house.images == []


async def test_a_photo_reaches_the_house_with_the_step_that_took_it(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path, profile="pi4", private=True):
        result = await house.result(await house.put("k1", {"do": command("camera", "imageCapture", "take")}))
    (step,) = result["steps"]
    assert step["image"] == step["after"]["imageCapture.image"] == "image-1"
    assert house.images[0][0] == "camera" and house.images[0][1].startswith(b"\xff\xd8")


async def test_a_photo_taken_while_the_house_is_away_is_sent_before_its_result(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path, profile="pi4", private=True):
        slow = {"sequence": [command("buzzer", "melodyPlayer", "beep", seconds=0.4), command("camera", "imageCapture", "take")]}
        job = await house.put("k1", {"do": slow})
        await house.until(lambda: [reading for reading in house.readings if reading["value"] == "beep"])
        await house.end()
        async with asyncio.timeout(8):
            async for _ in awatch(tmp_path, rust_timeout=50, yield_on_timeout=True):
                if waiting_photos(tmp_path):  # it was taken while nobody was there
                    break
        await house.start()
        result = await house.result(job)
    assert result["ok"] is True
    assert result["steps"][1]["image"] == "image-1" and len(house.images) == 1


async def test_two_programs_never_share_what_one_has_done(tmp_path: Path) -> None:
    async with fake_house() as house, running_robot(house, tmp_path):
        with pytest.raises(Misconfigured, match="another robot runs"):
            async with running_robot(house, tmp_path):
                pass


async def test_a_house_that_answers_nonsense_is_asked_again_but_not_without_end(tmp_path: Path) -> None:
    from starlette.responses import JSONResponse, PlainTextResponse

    async with fake_house() as house:
        nonsense = [PlainTextResponse("<html>"), JSONResponse([1]), JSONResponse({"jobs": "many"}), JSONResponse({"jobs": [{"id": 1}, 7]})]
        house.refusals["lease"] = deque(nonsense)
        async with running_robot(house, tmp_path):
            assert (await house.result(await house.put("k1", {"do": show("Fine")})))["ok"] is True
    assert house.leases < 20
