"""The Home page under a thumb, in a real browser over a real household: each kind of control does what it shows, and the house agrees."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvicorn

pytest.importorskip("playwright", reason="the browser test needs the package playwright")
from playwright.async_api import Locator, Page, expect
from tests.web.browser import IN_CHROMIUM, chromium
from tests.web.household import NOW

from yamori.apps.household import Household, run_household
from yamori.domain.clock import SetClock
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

pytestmark = [*IN_CHROMIUM]
PATIENCE = 30_000
"""Milliseconds; never waited for when all is well."""
expect.set_options(timeout=PATIENCE)
HOME = """
home: hut
place: {name: Kyoto, country: JP, latitude: 35.0, longitude: 135.8, timezone: Asia/Tokyo}
rooms: [{id: hut, name: Hut, aliases: [小屋]}]
people: [{id: sora, name: Sora, role: adult}]
devices:
  - {id: lamp, name: Lamp, aliases: [明かり], room: hut, components: {main: {switch: {switch: "off"}, switchLevel: {level: 80}, colorControl: {color: white}}}}
  - {id: heater, name: Heater, aliases: [ヒーター], room: hut, components: {main: {switch: {switch: "on"}, temperatureSetpoint: {temperatureSetpoint: 20}, airConditionerMode: {airConditionerMode: auto}}}}
  - {id: blind, name: Blind, aliases: [ブラインド], room: hut, components: {main: {windowShadeLevel: {shadeLevel: 100}}}}
  - {id: gate, name: Gate, aliases: [門], room: hut, components: {main: {lock: {lock: locked}}}}
  - {id: radio, name: Radio, aliases: [ラジオ], room: hut, components: {main: {mediaPlayback: {playbackStatus: stopped}, audioVolume: {volume: 35}}}}
  - {id: washer, name: Washer, aliases: [洗濯機], room: hut, components: {main: {washerOperatingState: {machineState: stop}, washerMode: {washerMode: normal}}}}
"""  # noqa: E501


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[tuple[Household, str]]:
    file = folder / "hut.home.yaml"
    file.write_text(HOME, encoding="utf-8")
    async with run_household(load_home(file), data=None, clock=SetClock(NOW), models=ScriptedModels({})) as household:
        server = uvicorn.Server(uvicorn.Config(household.app, log_level="warning", log_config=None, timeout_graceful_shutdown=1))
        listening = socket.create_server(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield household, f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


def tile(page: Page, device: str) -> Locator:
    return page.locator(f'[data-tile]:has(a[href="/home/of/{device}"])').first


async def agreed(page: Page, household: Household, device: str, attribute: str, value: Value) -> None:
    """The house has answered what was asked of the tile, and says so itself."""
    path, asked = f"{device}.main.{attribute}", time.monotonic()
    while (read := {reading.path: reading.value for reading in await household.gate.snapshot(device)}[path]) != value:
        assert time.monotonic() - asked < PATIENCE / 1000, read
        await page.wait_for_timeout(20)
    await expect(tile(page, device)).not_to_have_attribute("data-asked", "1")


async def slide(page: Page, device: str, to: float) -> None:
    slider = tile(page, device).locator("input[type=range]").first
    await slider.scroll_into_view_if_needed()
    box = await slider.bounding_box()
    assert box is not None
    await page.touchscreen.tap(box["x"] + box["width"] * to, box["y"] + box["height"] / 2)


async def test_each_kind_of_control_works_when_it_is_touched(tmp_path: Path) -> None:
    complaints: list[str] = []
    async with house(tmp_path) as (household, address), chromium() as browser:
        context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en")
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        other = await context.new_page()
        await other.goto(f"{address}/home")
        await page.goto(f"{address}/home")

        await tile(page, "lamp").get_by_role("switch").tap()
        await agreed(page, household, "lamp", "switch.switch", "on")
        await expect(tile(other, "lamp").locator(".tile-now")).to_contain_text("on")

        await slide(page, "lamp", 0.5)
        level = int(await tile(page, "lamp").locator("input[type=range]").input_value())
        assert 40 < level < 60
        await agreed(page, household, "lamp", "switchLevel.level", level)
        await expect(tile(page, "lamp").locator(".tile-now")).to_contain_text(f"{level}\N{NO-BREAK SPACE}%")

        for _ in range(2):
            await tile(page, "heater").locator(".more").tap()
        number = tile(page, "heater").locator(".number")
        await expect(number).not_to_have_text("20\N{NO-BREAK SPACE}°C")
        set_to = float((await number.inner_text()).split()[0])
        await agreed(page, household, "heater", "temperatureSetpoint.temperatureSetpoint", set_to)

        await tile(page, "blind").get_by_role("button", name="Close").tap()
        await agreed(page, household, "blind", "windowShadeLevel.shadeLevel", 0)

        await tile(page, "gate").get_by_role("button", name="Unlock").tap()
        await expect(tile(page, "gate").locator(".tile-ask")).to_be_visible()
        await agreed(page, household, "gate", "lock.lock", "locked")
        await tile(page, "gate").locator(".yes").tap()
        await expect(tile(page, "gate").locator(".tile-now")).to_have_text("unlocked")
        await agreed(page, household, "gate", "lock.lock", "unlocked")

        await tile(page, "radio").get_by_role("button", name="Play").tap()
        await agreed(page, household, "radio", "mediaPlayback.playbackStatus", "playing")
        await tile(page, "washer").get_by_role("button", name="Start").tap()
        await agreed(page, household, "washer", "washerOperatingState.machineState", "run")

        await page.goto(f"{address}/home/of/heater")
        await page.locator("[data-place='main.airConditionerMode.airConditionerMode'] select").select_option("cool")
        await agreed(page, household, "heater", "airConditionerMode.airConditionerMode", "cool")
        await page.goto(f"{address}/home/of/lamp")
        await page.get_by_role("button", name="blue", exact=True).tap()
        await agreed(page, household, "lamp", "colorControl.color", "blue")
    assert not complaints


async def test_without_scripts_the_page_is_read_and_its_buttons_work(tmp_path: Path) -> None:
    async with house(tmp_path) as (household, address), chromium() as browser:
        context = await browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False, locale="ja")
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        await page.goto(f"{address}/home")
        await expect(page.get_by_role("heading", name="小屋")).to_be_visible()
        await tile(page, "lamp").get_by_role("switch").click()
        await expect(tile(page, "lamp").locator(".tile-now")).to_contain_text("オン")
        readings = {reading.path: reading.value for reading in await household.gate.snapshot("lamp")}
        assert readings["lamp.main.switch.switch"] == "on"
        await expect(page.get_by_role("navigation").get_by_role("link", name="予定")).to_be_visible()
