"""The board's own files under the real MicroPython, built as WebAssembly and run by node, against a house on loopback."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.edge.micropython.fake_house import JOIN, FakeHouse, open_house
from tests.edge.micropython.wasm.fetch import missing
from tests.edge.micropython.wasm.process import events, open_board

from yamori.edge.micropython.documents import documents

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


@asynccontextmanager
async def pico(house: FakeHouse, state: Path) -> AsyncIterator[list[str]]:
    async with open_board(house.url, JOIN, state) as printed:
        async with asyncio.timeout(30):
            await house.described.wait()
        yield printed
    house.described.clear()


def command(component: str, capability: str, name: str, **arguments: Any) -> dict[str, Any]:
    return {"component": component, "capability": capability, "name": name, "arguments": arguments}


async def test_it_enrols_describes_itself_leases_acts_and_tells(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as printed:
        assert printed[0] == "RUNS micropython 1.27.0"
        assert house.enrolments == 1
        assert house.description["capabilities"] == documents()
        assert house.description["components"]["thermometer"]["thermometer"]["temperature"] == pytest.approx(24.5, abs=0.2)
        result = await house.do(
            command("redLed", "switch", "on"),
            command("leds", "ledPattern", "show", pattern="police", seconds=0.5),
            command("buzzer", "melodyPlayer", "play", melody="startup"),
            command("display", "textDisplay", "show", text="ようこそ Hi"),
            command("display", "faceDisplay", "setFace", face="happy"),
            command("thermometer", "thermometer", "measure"),
            command("fan", "fanMotor", "start", speed=30),
        )
        assert result["problem"] is None and len(result["steps"]) == 7
        assert [line["hertz"] for line in events(printed, "buzzer")] == [523, 659, 784, 1047, 0]
        assert (events(printed, "display")[-1]["lines"], events(printed, "display")[-1]["face"]) == (["ﾖｳｺｿ Hi", ""], "happy")
        assert events(printed, "redLed")[-1]["lit"] and not events(printed, "greenLed")[-1]["lit"]
        assert result["steps"][-1]["after"] == {"fanMotor.speed": 30}
        assert result["steps"][0]["started"][:4].isdigit() and result["steps"][0]["started"] <= result["steps"][0]["ended"]


async def test_groups_run_at_the_same_time_and_stop_ends_what_runs(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico") as printed:
        result = await house.do(
            command("fan", "fanMotor", "run", seconds=0.4),
            command("buzzer", "melodyPlayer", "beep", seconds=0.2),
            command("thermometer", "thermometer", "measure"),
            group="parallel",
        )
        assert result["ok"]
        fan, beep, measured = result["steps"]
        assert beep["started"] < fan["ended"] and measured["started"] < fan["ended"]
        runs = await house.put({"do": {"command": command("fan", "fanMotor", "run", seconds=200)}})
        await house.until(lambda: not house.jobs[runs]["waiting"])
        assert (await house.do(command("fan", "fanMotor", "stop")))["ok"]
        assert not (await house.result(runs))["ok"]
        assert events(printed, "fan")[-1]["duty"] == 0


async def test_it_keeps_its_keys_on_flash_and_says_what_was_cut_off(tmp_path: Path) -> None:
    async with open_house() as house:
        async with pico(house, tmp_path / "pico") as printed:
            done = await house.put({"do": {"command": command("buzzer", "melodyPlayer", "beep", seconds=0.05)}})
            first = await house.result(done)
            cut = await house.put({"do": {"command": command("fan", "fanMotor", "run", seconds=200)}})
            async with asyncio.timeout(20):
                while not events(printed, "fan"):  # noqa: ASYNC110 - what another process prints
                    await asyncio.sleep(0.02)
        house.again(done)
        house.again(cut)
        async with pico(house, tmp_path / "pico") as printed:
            assert (await house.result(done))["steps"] == first["steps"]
            assert (await house.result(cut))["problem"] == "cut off"
        assert events(printed, "buzzer") == events(printed, "fan") == []
        assert house.enrolments == 1


async def test_a_failing_server_and_a_revoked_token_are_outlived(tmp_path: Path) -> None:
    async with open_house() as house, pico(house, tmp_path / "pico"):
        house.away = True
        id = await house.put({"say": "blink"})
        await house.turned_away.wait()
        house.away = False
        assert "cannot turn a sentence" in (await house.result(id))["problem"]
        house.token = "revoked"
        assert (await house.do(command("redLed", "switch", "on")))["ok"]
        assert house.enrolments == 2
