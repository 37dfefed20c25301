from pathlib import Path
from typing import Any

import pytest
from tests.edge.fake_house import command, move, show
from tests.edge.robots import bench

from yamori.domain.errors import InvalidRequest
from yamori.edge.drivers.part import PartFailed
from yamori.edge.groups import DEEP, MANY, read_step


async def test_a_sequence_goes_in_order_and_waits_for_each(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as robot:
        result = await robot.do({"sequence": [move(0.1), show("Arrived"), {"parallel": [move(0.1), show("Off again")]}]})
    assert result.ok and [line["event"] for line in robot.events()] == ["motors", "motors", "text", "motors", "text", "motors"]
    assert [step["name"] for step in result.steps] == ["move", "show", "move", "show"]


async def test_a_sequence_stops_at_the_first_step_that_fails(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as robot:
        robot.pin(19).sound = lambda: None  # the wall swallows the echo
        result = await robot.do({"sequence": [show("Measuring"), command("distance", "distanceMeasurement", "measure"), show("Done")]})
    assert (result.ok, result.problem) == (False, "the distance sensor heard no echo")
    assert [(step["name"], step["ok"]) for step in result.steps] == [("show", True), ("measure", False)]


async def test_the_other_branches_of_a_parallel_group_go_on_when_one_fails(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as robot:
        robot.pin(19).sound = lambda: None
        result = await robot.do({"parallel": [command("distance", "distanceMeasurement", "measure"), move(0.5)]})
    assert not result.ok and [(step["name"], step["ok"]) for step in result.steps] == [("measure", False), ("move", True)]


async def test_commands_to_one_part_are_done_one_after_another_even_in_parallel(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as robot:
        ways = [command("wheels", "omniDrive", "move", direction=way, seconds=0.1) for way in ("left", "right")]
        assert (await robot.do({"parallel": ways})).ok
    assert [line["movement"] for line in robot.events("motors")] == ["left", "still", "right", "still"]


async def test_leds_and_the_pattern_of_the_same_leds_never_meet(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as robot:
        pattern = command("leds", "ledPattern", "show", pattern="steady", seconds=0.1)
        assert (await robot.do({"parallel": [pattern, command("redLed", "switch", "on")]})).ok
    assert [line["event"] for line in robot.events() if line["component"] in ("leds", "redLed")] == [
        "pattern",
        "led",
        "led",
        "pattern",
        "led",
    ]


async def test_a_job_that_takes_too_long_is_stopped_with_every_motor_still(tmp_path: Path) -> None:
    from yamori.edge.groups import GroupRun

    with bench("jetson", tmp_path) as robot:
        step = read_step({"sequence": [move(30), show("Never")]}, robot.robot)
        result = await GroupRun(robot.robot).run(step, limit=0.1)
    assert (result.ok, result.problem) == (False, "stopped after 0.1 s")
    assert [line["movement"] for line in robot.events("motors")] == ["forward", "still"] and len(result.steps) == 1


async def test_a_driver_that_breaks_fails_its_step_and_nothing_else(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as robot:
        display: Any = robot.robot.parts["display"]

        async def broken(*, text: str) -> None:
            raise OSError("I2C device not found on address: 0x3c")

        display.show = broken
        result = await robot.do(show("Hello"))
        display.show = _failing
        failed = await robot.do(show("Hello"))
        assert (await robot.do(move(0.1))).ok
    assert result.problem == "OSError: I2C device not found on address: 0x3c"
    assert failed.problem == "the screen is dark"


async def _failing(*, text: str) -> None:
    raise PartFailed("the screen is dark")


@pytest.mark.parametrize(
    "work",
    [
        [],
        {},
        {"command": {}},
        {"command": show("a")["command"], "sequence": []},
        {"sequence": {}},
        {"command": {"component": "display", "capability": "textDisplay", "name": "show", "arguments": []}},
        {"command": {"component": "display", "capability": "motionWatch", "name": "watch"}},
        {"command": {"component": "display", "capability": "textDisplay", "name": "explode"}},
        {"sequence": [show("again")] * (MANY + 1)},
    ],
)
async def test_a_step_that_makes_no_sense_is_refused(tmp_path: Path, work: Any) -> None:
    with bench("jetson", tmp_path) as robot, pytest.raises(InvalidRequest):
        read_step(work, robot.robot)


async def test_groups_lie_in_groups_only_so_deep(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as robot:
        step: dict[str, Any] = show("deep")
        for _ in range(DEEP - 1):
            step = {"sequence": [step]}
        read_step(step, robot.robot)
        with pytest.raises(InvalidRequest, match="nested deeper"):
            read_step({"sequence": [step]}, robot.robot)
