"""Every command of the Jetson, on mock pins."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.edge.robots import bench

from yamori.edge.simulated import Simulation

FORWARD, BACKWARD = {17, 22, 24, 5}, {27, 23, 25, 6}


@pytest.mark.parametrize(
    ("direction", "pins"),
    [
        ("forward", FORWARD),
        ("backward", BACKWARD),
        ("left", {27, 22, 24, 6}),
        ("right", {17, 23, 25, 5}),
        ("turn_left", {27, 22, 25, 5}),
        ("turn_right", {17, 23, 24, 6}),
    ],
)
async def test_the_wheels_drive_in_every_direction(tmp_path: Path, direction: str, pins: set[int]) -> None:
    with bench("jetson", tmp_path) as jetson:
        moving = asyncio.create_task(jetson.command("wheels", "move", direction=direction, seconds=0.15))
        await jetson.until("motors", movement=direction)
        assert jetson.changes[0].value == direction
        assert {number for number in FORWARD | BACKWARD if jetson.pin(number).state} == pins
        assert (await moving).steps[0]["after"] == {"omniDrive.movement": "still"}
        assert (await jetson.command("wheels", "stop")).ok
        assert not any(jetson.pin(number).state for number in FORWARD | BACKWARD)


async def test_the_display_shows_text_and_has_no_face(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as jetson:
        assert (await jetson.command("display", "show", text="Ready")).steps[0]["after"] == {"textDisplay.text": "Ready"}
        assert (await jetson.command("display", "clear")).steps[0]["after"] == {"textDisplay.text": ""}


@pytest.mark.parametrize("distance", [12.5, 83.0, 250.0])
async def test_the_echo_tells_the_distance_exactly(tmp_path: Path, distance: float) -> None:
    with bench("jetson", tmp_path) as jetson:
        jetson.simulation.change(distance=distance)
        result = await jetson.command("distance", "measure")
        again = await jetson.command("distance", "measure")
    assert result.steps[0]["after"] == again.steps[0]["after"] == {"distanceMeasurement.distance": distance}
    assert jetson.events("distance")[0]["cm"] == distance


async def test_a_wall_without_an_echo_is_a_problem_and_no_distance(tmp_path: Path) -> None:
    with bench("jetson", tmp_path) as jetson:
        jetson.pin(19).sound = lambda: None
        result = await jetson.command("distance", "measure")
    assert (result.ok, result.problem) == (False, "the distance sensor heard no echo")
    assert result.steps[0]["after"] == {"distanceMeasurement.distance": None}


@pytest.mark.parametrize("moves", [False, True])
async def test_a_watch_lasts_to_its_end_and_tells_whether_anything_moved(tmp_path: Path, moves: bool) -> None:
    with bench("jetson", tmp_path) as jetson:
        watching = asyncio.create_task(jetson.command("motion", "watch", seconds=0.2))
        await jetson.until("watch")
        if moves:  # and is gone again before the end
            jetson.simulation.change(motion=True)
            jetson.simulation.change(motion=False)
        result = await watching
    assert result.ok and result.steps[0]["after"] == {"motionSensor.motion": "inactive", "motionWatch.detected": moves}


async def test_the_world_can_be_changed_by_a_file(tmp_path: Path) -> None:
    file = tmp_path / "simulated.json"
    simulation = Simulation(file)
    simulation.look()
    file.write_text(
        json.dumps({"distance": 40, "motion": True, "scene": {"lamps": [{"label": "sofa lamp", "on": False}], "things": ["cup"]}})
    )
    simulation.look()
    assert (simulation.world.distance, simulation.world.motion, simulation.world.temperature) == (40.0, True, 24.5)
    assert [lamp.label for lamp in simulation.world.scene.lamps] == ["sofa lamp"]
    file.write_text('{"distance": "far"')
    simulation.look()
    assert simulation.world.distance == 40.0
