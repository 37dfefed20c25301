"""The board's own files under CPython, in a process of their own as `yamori edge --profile pico --simulated` runs them,
against a house on loopback."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.edge.micropython.fake_house import JOIN, FakeHouse, open_house

from yamori.domain.clock import SystemClock
from yamori.edge.micropython.documents import documents
from yamori.edge.micropython.simulated import run_pico


@asynccontextmanager
async def pico(house: FakeHouse, state: Path, *, join: str = JOIN, **settings: Any) -> AsyncIterator[Path]:
    """Gives the trace; the board loses its power at the end."""
    trace = state.with_suffix(".trace")
    clock = SystemClock("Asia/Tokyo")
    running = asyncio.create_task(
        run_pico(server=house.url, device="pico", join=join, state=state, trace=trace, clock=clock, settings=settings)
    )
    try:
        async with asyncio.timeout(20):
            await house.described.wait()
        yield trace
    finally:
        house.described.clear()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def events(trace: Path, component: str | None = None, event: str | None = None) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()] if trace.exists() else []
    return [line for line in lines if component in (None, line["component"]) and event in (None, line["event"])]


def command(component: str, capability: str, name: str, **arguments: Any) -> Mapping[str, Any]:
    return {"component": component, "capability": capability, "name": name, "arguments": arguments}


async def test_it_enrols_once_and_describes_what_is_wired(tmp_path: Path) -> None:
    async with open_house() as house:
        async with pico(house, tmp_path / "pico"):
            told = house.description
        assert (told["id"], told["name"], told["aliases"], told["thinks"]) == ("pico", "Pico", ["Pico W", "ピコ"], False)
        assert told["components"]["display"] == {"textDisplay": {"text": ""}, "faceDisplay": {"face": "neutral"}}
        assert told["components"]["thermometer"]["thermometer"]["temperature"] == pytest.approx(24.5, abs=0.2)
        assert told["capabilities"] == documents()
        async with pico(house, tmp_path / "pico", join="", pins={"redLed": 13}):
            assert set(house.description["components"]) == {"redLed", "leds", "thermometer"}
        assert house.enrolments == 1


COMMANDS = [
    (command("redLed", "switch", "on"), "switch.switch", "on"),
    (command("yellowLed", "switch", "on"), "switch.switch", "on"),
    (command("greenLed", "switch", "on"), "switch.switch", "on"),
    (command("greenLed", "switch", "off"), "switch.switch", "off"),
    (command("leds", "switch", "on"), "switch.switch", "on"),
    (command("leds", "switch", "off"), "switch.switch", "off"),
    (command("leds", "ledPattern", "show", pattern="police", seconds=0.2), "ledPattern.pattern", "off"),
    (command("leds", "ledPattern", "show", pattern="off"), "ledPattern.pattern", "off"),
    (command("buzzer", "melodyPlayer", "play", melody="success"), "melodyPlayer.playing", "silence"),
    (command("buzzer", "melodyPlayer", "beep", seconds=0.1), "melodyPlayer.playing", "silence"),
    (command("buzzer", "melodyPlayer", "stop"), "melodyPlayer.playing", "silence"),
    (command("fan", "fanMotor", "run", seconds=0.1), "fanMotor.speed", 0),
    (command("fan", "fanMotor", "start", speed=40), "fanMotor.speed", 40),
    (command("fan", "fanMotor", "stop"), "fanMotor.speed", 0),
    (command("display", "textDisplay", "show", text="Hello 🎉"), "textDisplay.text", "Hello 🎉"),
    (command("display", "textDisplay", "show", text="ようこそ、ピコ!"), "textDisplay.text", "ようこそ、ピコ!"),
    (command("display", "faceDisplay", "setFace", face="happy"), "faceDisplay.face", "happy"),
    (command("display", "textDisplay", "clear"), "textDisplay.text", ""),
    (command("thermometer", "thermometer", "measure"), "thermometer.temperature", 24.5),
]


async def test_every_command_acts_and_is_read_back(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        result = await house.do(*[told for told, _, _ in COMMANDS])
        assert result["problem"] is None and result["ok"]
        seen = {(step["component"], step["name"]): step for step in result["steps"]}
        assert len(result["steps"]) == len(COMMANDS)
        assert [step["name"] for step in result["steps"]] == [told["name"] for told, _, _ in COMMANDS]
        for (_, attribute, value), step in zip(COMMANDS, result["steps"], strict=True):
            assert step["after"][attribute] == (pytest.approx(value, abs=0.2) if isinstance(value, float) else value)
            assert step["ok"] and step["started"] <= step["ended"]
        assert seen["fan", "run"]["arguments"] == {"speed": 100, "seconds": 0.1}
        assert [line["lit"] for line in events(trace, "redLed")][:2] == [True, False]
        assert [line["hertz"] for line in events(trace, "buzzer", "pwm")][:4] == [784, 1047, 1319, 0]
        assert [line["duty"] for line in events(trace, "fan", "pwm")] == [1.0, 0.0, 0.4, 0.0]
        shown = [(line["lines"], line["face"]) for line in events(trace, "display", "text")]
        assert shown[-4:] == [(["Hello", ""], None), (["ﾖｳｺｿ､ﾋﾟｺ!", ""], None), (["ﾖｳｺｿ､ﾋﾟｺ!", ""], "happy"), (["", ""], "happy")]
        assert all(line["device"] == "pico" and line["at"] > 1.7e9 for line in events(trace))


async def test_what_stands_in_parallel_runs_at_the_same_time_and_one_component_never_twice(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        result = await house.do(
            command("fan", "fanMotor", "run", speed=50, seconds=0.5),
            command("buzzer", "melodyPlayer", "beep", seconds=0.3),
            command("buzzer", "melodyPlayer", "beep", seconds=0.3),
            command("thermometer", "thermometer", "measure"),
            group="parallel",
        )
        assert result["ok"]
        fan, first, second, measured = [(step["started"], step["ended"]) for step in result["steps"]]
        assert first[0] < fan[1] and fan[0] < first[1] and measured[0] < fan[1]
        assert first[1] <= second[0]
        tones = [line["hertz"] for line in events(trace, "buzzer", "pwm")]
        assert tones == [880, 0, 880, 0]


async def test_a_pattern_leaves_the_lamps_as_their_switches_say(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        await house.do(command("yellowLed", "switch", "on"))
        result = await house.do(command("leds", "ledPattern", "show", pattern="blink", seconds=0.5))
        assert result["steps"][0]["after"] == {"switch.switch": "on", "ledPattern.pattern": "off"}
        assert events(trace, "yellowLed", "led")[-1]["lit"] and not events(trace, "redLed", "led")[-1]["lit"]


async def test_stop_ends_what_runs_and_what_waits_never_begins(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        runs = await house.put({"do": {"command": command("fan", "fanMotor", "run", seconds=200)}})
        await until(lambda: bool(events(trace, "fan")))
        waits = await house.put({"do": {"command": command("fan", "fanMotor", "run", seconds=200)}})
        await house.until(lambda: not house.jobs[waits]["waiting"])
        stopped = await house.do(command("fan", "fanMotor", "stop"))
        assert stopped["steps"][0]["after"] == {"fanMotor.speed": 0}
        first, second = await house.result(runs), await house.result(waits)
        assert (first["ok"], first["problem"], len(first["steps"])) == (False, "stopped by another command", 1)
        assert (second["ok"], second["problem"], second["steps"]) == (False, "stopped by another command", [])
        assert [line["duty"] for line in events(trace, "fan")] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (command("fan", "fanMotor", "run", speed=101), "speed must be at most 100"),
        (command("fan", "fanMotor", "run", speed="fast"), "speed must be of type integer"),
        (command("fan", "fanMotor", "fly"), "fanMotor has no command fly; it has run, start, stop"),
        (command("fan", "switch", "on"), "fan has no switch; it has fanMotor"),
        (command("wings", "switch", "on"), "no component wings"),
        (command("display", "textDisplay", "show"), "text is missing"),
        (command("display", "faceDisplay", "setFace", face="bored"), "face cannot be bored; it is one of neutral, happy"),
    ],
)
async def test_wrong_work_is_refused_whole_with_what_would_do(tmp_path: Path, wrong: Mapping[str, Any], problem: str) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        result = await house.do(command("redLed", "switch", "on"), wrong)
        assert not result["ok"] and problem in result["problem"] and result["steps"] == []
        assert events(trace, "redLed") == []


async def test_a_sentence_and_work_of_another_shape_are_refused(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico"):
        said = await house.result(await house.put({"say": "blink twice", "language": "en"}))
        assert (said["ok"], said["retry"]) == (False, False) and "cannot turn a sentence into commands" in said["problem"]
        for odd in ({}, {"do": []}, {"do": {"command": "on"}}, {"do": {"parallel": 3}}):
            assert not (await house.result(await house.put(odd)))["ok"]
        deep: dict[str, Any] = {"command": command("redLed", "switch", "on")}
        for _ in range(10):
            deep = {"sequence": [deep]}
        assert "deep" in (await house.result(await house.put({"do": deep})))["problem"]


async def test_letters_that_the_display_lacks_are_named(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico"):
        result = await house.do(command("display", "textDisplay", "show", text="警戒 alert"))
        assert not result["ok"] and "警戒" in result["problem"]
        assert result["steps"][0]["after"]["textDisplay.text"] == ""


async def test_a_sequence_stops_at_the_first_step_that_fails(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        result = await house.do(
            command("redLed", "switch", "on"), command("display", "textDisplay", "show", text="漢"), command("greenLed", "switch", "on")
        )
        assert [step["ok"] for step in result["steps"]] == [True, False] and not result["ok"]
        assert events(trace, "greenLed") == []


async def test_a_long_text_turns_its_pages(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        result = await house.do(command("display", "textDisplay", "show", text="The quick brown fox jumps over the lazy dog again"))
        assert result["ok"]
        await until(lambda: len(events(trace, "display", "text")) >= 3)
        assert [line["lines"] for line in events(trace, "display", "text")][1:3] == [
            ["The quick brown", "fox jumps over"],
            ["the lazy dog", "again"],
        ]


async def test_a_job_that_comes_again_is_not_done_again_even_after_a_reboot(tmp_path: Path) -> None:
    async with open_house() as house:
        async with pico(house, tmp_path / "pico") as trace:
            id = await house.put({"do": {"command": command("buzzer", "melodyPlayer", "beep", seconds=0.05)}})
            first = await house.result(id)
            house.again(id)
            again = await house.result(id)
        house.again(id)
        async with pico(house, tmp_path / "pico"):
            rebooted = await house.result(id)
        assert first["steps"] == again["steps"] == rebooted["steps"] and rebooted["ok"]
        assert (first["fence"], again["fence"], rebooted["fence"]) == (1, 2, 3)
        assert len([line for line in events(trace, "buzzer") if line["hertz"]]) == 1


async def test_what_a_loss_of_power_cut_off_is_said_and_not_done_twice(tmp_path: Path) -> None:
    async with open_house() as house:
        async with pico(house, tmp_path / "pico") as trace:
            id = await house.put({"do": {"command": command("fan", "fanMotor", "run", seconds=200)}})
            await until(lambda: bool(events(trace, "fan")))
        house.again(id)
        async with pico(house, tmp_path / "pico"):
            result = await house.result(id)
        assert (result["ok"], result["problem"], result["retry"]) == (False, "cut off", False)
        assert len(events(trace, "fan")) == 1


async def test_a_lost_network_and_a_failing_server_delay_a_result_but_do_not_lose_it(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        id = await house.put({"do": {"command": command("fan", "fanMotor", "run", seconds=0.4)}})
        await until(lambda: bool(events(trace, "fan")))
        house.away = True
        (tmp_path / "pico" / "no-wifi").touch()
        await house.turned_away.wait()
        (tmp_path / "pico" / "no-wifi").unlink()
        house.away = False
        assert (await house.result(id))["ok"]
        assert (await house.do(command("redLed", "switch", "on")))["ok"]


async def test_a_revoked_token_is_replaced_with_the_join_code(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico"):
        house.token = "another"
        assert (await house.do(command("redLed", "switch", "on")))["ok"]
        assert house.enrolments == 2


async def test_a_job_whose_turn_comes_too_late_is_not_begun(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as trace:
        long = await house.put({"do": {"command": command("buzzer", "melodyPlayer", "beep", seconds=0.6)}})
        await until(lambda: bool(events(trace, "buzzer")))
        late = await house.put({"do": {"command": command("buzzer", "melodyPlayer", "play", melody="alarm")}}, expires_s=0.1)
        result = await house.result(late)
        assert (result["ok"], result["problem"], result["steps"]) == (False, "expired before it could begin", [])
        assert (await house.result(long))["ok"]


async def test_the_lease_of_a_long_job_is_extended_and_a_newer_fence_is_used(tmp_path: Path) -> None:
    async with open_house(lease_s=0.3) as house, pico(house, tmp_path / "pico") as trace:
        id = await house.put({"do": {"command": command("fan", "fanMotor", "run", seconds=1.5)}})
        await house.until(lambda: id in house.extended)
        house.again(id)
        result = await house.result(id)
        assert result["ok"] and result["fence"] == 2
        assert [line["duty"] for line in events(trace, "fan")] == [1.0, 0.0]


async def test_the_sensor_is_told_now_and_then(tmp_path: Path) -> None:
    async with open_house() as house:
        state = tmp_path / "pico"
        state.mkdir()
        (state / "simulated.json").write_text(json.dumps({"temperature": 31.0}))
        async with pico(house, state, readings_s=0.2, pins={"thermometer": 22}):
            await house.until(lambda: len(house.readings) > 0)
        reading = house.readings[0]
        assert (reading["component"], reading["capability"], reading["attribute"], reading["value"]) == (
            "thermometer",
            "thermometer",
            "temperature",
            31.0,
        )
        assert reading["at"].endswith("+00:00")


async def test_the_house_is_shown_the_screen(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico"):
        await house.until(lambda: len(house.images) > 0)
        assert (await house.do(command("display", "faceDisplay", "setFace", face="surprised")))["ok"]
        await house.until(lambda: len(house.images) > 1)
        first, second = [Image.open(io.BytesIO(image)) for image in house.images[:2]]
        assert first.format == "PNG" and first.tobytes() != second.tobytes()


async def until(true: Any, *, seconds: float = 20.0) -> None:
    """For what shows in a file that another process writes: nothing tells us, so we look."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
