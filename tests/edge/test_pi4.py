"""Every command of the Raspberry Pi 4, on mock pins: what the pins, the screen and the buzzer did."""

import asyncio
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.edge.robots import Bench, bench

from yamori.edge.simulated import Lamp, Scene


def after(result: Any) -> Any:
    assert result.ok, result.problem
    return result.steps[-1]["after"]


def seconds(result: Any) -> float:
    from datetime import datetime

    (step,) = result.steps
    return (datetime.fromisoformat(step["ended"]) - datetime.fromisoformat(step["started"])).total_seconds()


async def test_the_camera_takes_a_photo_of_the_room(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        pi.simulation.change(scene=Scene(lamps=(Lamp(label="lamp", on=True),)))
        result = await pi.command("camera", "take")
        pi.simulation.change(scene=Scene(lamps=(Lamp(label="lamp", on=False),)))
        await pi.command("camera", "take")

    assert result.steps[0]["image"] == after(result)["imageCapture.image"] == "camera-1"
    lit, dark = (Image.open(io.BytesIO(photo.data)).convert("L").resize((1, 1)).getpixel((0, 0)) for photo in pi.photos)
    assert isinstance(lit, int) and isinstance(dark, int) and lit > dark + 80


@pytest.mark.parametrize(("hand", "pin"), [("rightHand", 12), ("leftHand", 13)])
async def test_a_hand_goes_to_an_angle_and_holds_it(tmp_path: Path, hand: str, pin: int) -> None:
    with bench("pi4", tmp_path) as pi:
        assert after(await pi.command(hand, "setAngle")) == {"servo.angle": 90}
        assert pi.pin(pin).frequency == 50 and pi.pin(pin).state == pytest.approx(0.075)  # 1.5 ms of 20
        assert after(await pi.command(hand, "setAngle", angle=180)) == {"servo.angle": 180}
        assert pi.pin(pin).state == pytest.approx(0.125)


async def test_a_hand_waves_and_comes_back(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        result = await pi.command("rightHand", "swing", times=1)
        up_and_down = [line["angle"] for line in pi.events("servo")]
        assert after(result) == {"servo.angle": 0}
        await pi.command("rightHand", "swing", direction="horizontal", times=1)
        sideways = [line["angle"] for line in pi.events("servo")][len(up_and_down) :]
    assert up_and_down == [150, 20, 0] and sideways == [120, 60, 0]


@pytest.mark.parametrize(("direction", "pins"), [("forward", (5, 16)), ("backward", (6, 20)), ("left", (6, 16)), ("right", (5, 20))])
async def test_the_feet_move_for_as_long_as_said(tmp_path: Path, direction: str, pins: tuple[int, int]) -> None:
    with bench("pi4", tmp_path) as pi:
        moving = asyncio.create_task(pi.command("feet", "move", direction=direction, seconds=0.2))
        await pi.until("motors", movement=direction)
        assert {number for number in (5, 6, 16, 20) if pi.pin(number).state} == set(pins)
        result = await moving
        assert not any(pi.pin(number).state for number in (5, 6, 16, 20))
    assert after(result) == {"drive.movement": "still"} and 0.2 <= seconds(result) < 0.4


async def test_a_stop_ends_a_move_and_all_that_waited_behind_it(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        moving, waiting = (asyncio.create_task(pi.command("feet", "move", seconds=30, direction=way)) for way in ("forward", "left"))
        await pi.until("motors", movement="forward")
        assert (await pi.command("feet", "stop")).ok
        moved, waited = await moving, await waiting
    assert (moved.ok, moved.problem, len(moved.steps)) == (False, "stopped by another command", 1)
    assert (waited.ok, waited.problem, waited.steps) == (False, "stopped by another command", [])
    assert [line["movement"] for line in pi.events("motors")] == ["forward", "still", "still"]


@pytest.mark.parametrize(("led", "pin"), [("redLed", 17), ("yellowLed", 27), ("greenLed", 22)])
async def test_one_led_goes_on_and_off(tmp_path: Path, led: str, pin: int) -> None:
    with bench("pi4", tmp_path) as pi:
        assert after(await pi.command(led, "on")) == {"switch.switch": "on"} and pi.pin(pin).state == 1
        assert after(await pi.command(led, "off")) == {"switch.switch": "off"} and pi.pin(pin).state == 0


async def test_all_leds_go_on_and_off_together(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        await pi.command("leds", "on")
        assert [pi.pin(number).state for number in (17, 27, 22)] == [1, 1, 1]
        assert pi.robot.components()["redLed"] == {"switch": {"switch": "on"}}
        await pi.command("leds", "off")
        assert [pi.pin(number).state for number in (17, 27, 22)] == [0, 0, 0]


@pytest.mark.parametrize("pattern", ["off", "steady", "blink", "police", "rainbow", "wave", "twinkle"])
async def test_every_pattern_lasts_as_said_and_leaves_the_leds_as_they_were(tmp_path: Path, pattern: str) -> None:
    with bench("pi4", tmp_path) as pi:
        await pi.command("yellowLed", "on")
        result = await pi.command("leds", "show", pattern=pattern, seconds=0.45)
        lit = [pi.pin(number).state for number in (17, 27, 22)]
    assert after(result)["ledPattern.pattern"] == "off"
    assert lit == ([0, 0, 0] if pattern == "off" else [0, 1, 0])
    if pattern == "police":
        assert [line["lit"] for line in pi.events("led", component="redLed")] == [True, False, True, False]
    if pattern != "off":
        assert [line["pattern"] for line in pi.events("pattern")] == [pattern, "off"]


async def test_every_melody_is_a_melody(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        melodies = pi.robot.profile.components["buzzer"].settings["melodies"]
        result = await pi.command("buzzer", "play", melody="success")
        assert after(result) == {"melodyPlayer.playing": "silence"} and pi.pin(18).frequency is None
        for melody in set(melodies) - {"success"}:
            playing = asyncio.create_task(pi.command("buzzer", "play", melody=melody))
            await pi.until("sound", playing=melody)
            await pi.command("buzzer", "stop")
            assert (await playing).problem == "stopped by another command"
    assert [line["note"] for line in pi.events("tone")][:3] == ["G5", "C6", "E6"]
    assert set(melodies) == set(
        pi.robot.profile.capabilities["melodyPlayer"]["commands"]["play"]["arguments"]["properties"]["melody"]["enum"]
    )


async def test_all_notes_are_within_the_buzzers_reach(tmp_path: Path) -> None:
    from gpiozero import TonalBuzzer  # type: ignore[import-untyped]
    from gpiozero.tones import Tone  # type: ignore[import-untyped]

    with bench("pi4", tmp_path) as pi:
        notes = {note for melody in pi.robot.profile.components["buzzer"].settings["melodies"].values() for note, _ in melody} - {"rest"}
        buzzer = TonalBuzzer(21, mid_tone=Tone("A5"), octaves=2, pin_factory=pi.pins())
        for note in notes:
            buzzer.play(note)
        buzzer.close()


async def test_a_beep_is_as_long_as_said(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        result = await pi.command("buzzer", "beep", seconds=0.1)
    assert 0.1 <= seconds(result) < 0.3
    assert [line["playing"] for line in pi.events("sound")] == ["beep", "silence"]


@pytest.mark.parametrize(
    "text", ["Hi", "A text that is too long for one line of such a small screen", "おかえりなさい、今日は寒いですね", "a\nb"]
)
async def test_a_text_is_drawn_beside_the_face(tmp_path: Path, text: str) -> None:
    with bench("pi4", tmp_path) as pi:
        assert after(await pi.command("display", "show", text=text))["textDisplay.text"] == text
        assert after(await pi.command("display", "clear"))["textDisplay.text"] == ""
    await asyncio.sleep(0)
    blank, written, cleared = (pixels(picture.data) for picture in pi.screens)
    assert blank == cleared != written


async def test_every_face_looks_different(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        faces = pi.robot.profile.capabilities["faceDisplay"]["attributes"]["face"]["values"]
        looks = set()
        for face in faces:
            assert after(await pi.command("display", "setFace", face=face))["faceDisplay.face"] == face
            await asyncio.sleep(0)
            looks.add(pixels(pi.screens[-1].data))
    assert len(looks) == len(faces) == 6
    assert [line["face"] for line in pi.events("face")] == faces


async def test_what_was_asked_at_the_same_time_happens_at_the_same_time(tmp_path: Path) -> None:
    with bench("pi4", tmp_path) as pi:
        hand, text = step(pi, "rightHand", "servo", "swing", times=1), step(pi, "display", "textDisplay", "show", text="Yes")
        result = await pi.do({"parallel": [hand, text]})
    swung, shown = result.steps
    assert result.ok and swung["name"] == "swing" and shown["ended"] < swung["ended"]


def step(pi: Bench, component: str, capability: str, name: str, **arguments: Any) -> dict[str, Any]:
    return {"command": {"component": component, "capability": capability, "name": name, "arguments": arguments}}


def pixels(png: bytes) -> bytes:
    return Image.open(io.BytesIO(png)).tobytes()
