"""Yamori and a real Home Assistant: reading a home, commanding it, hearing it, losing it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.gateway.backends.contract import CONTRACT, Subject
from tests.gateway.homeassistant.server import RealHomeAssistant, _server, home_assistant

from yamori.domain.clock import SystemClock
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.domain.receipt import Command
from yamori.gateway.backends.homeassistant import HomeAssistantBackend, Patience, open_homeassistant
from yamori.gateway.backends.port import Sent
from yamori.gateway.edge.images import Pictures
from yamori.gateway.homeassistant.connection import open_connection
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.sentences import Unanswered

__all__ = ["_server", "home_assistant"]

CLOCK = SystemClock("Asia/Tokyo")
QUICK = Patience(connection=5, restart=60, after_a_cut=1, unseen=0.5, first_retry=0.1, longest_retry=0.5, registries=0.05)
LIMIT = 60


class House:
    """The opened home with words for a test."""

    def __init__(self, home: LoadedHome, backend: HomeAssistantBackend) -> None:
        self.home = home
        self.backend = backend
        self._sent = 0

    def command(self, device: str, capability: str, name: str, **arguments: Any) -> Command:
        found = self.home.home.device(device)
        assert found is not None, device
        held = next(k for k in found.components["main"] if k.partition("-")[0] == capability)
        return Command(device=device, capability=held, name=name, arguments=arguments)

    async def do(self, device: str, capability: str, name: str, **arguments: Any) -> Sent:
        self._sent += 1
        async with asyncio.timeout(LIMIT):
            return await self.backend.send(self.command(device, capability, name, **arguments), f"key-{self._sent}")


@pytest.fixture
async def house(home_assistant: RealHomeAssistant) -> AsyncIterator[House]:
    home, backend = await open_homeassistant(home_assistant.url, home_assistant.token, file=None, clock=CLOCK, patience=QUICK)
    yield House(home, backend)
    await backend.close()


def change(sent: Sent) -> dict[str, object]:
    """Attribute, without its capability's own suffix, to what it became."""
    assert sent.problem is None
    return {name.rpartition(".")[2]: value for name, value in sent.after.items() if sent.before[name] != value}


async def test_a_home_is_read_with_place_devices_capabilities_and_state(house: House) -> None:
    home = house.home.home
    assert (home.place.timezone, home.place.country, home.place.latitude) == ("UTC", "JP", 35.3)
    lamp = home.device("light:ceiling_lights")
    assert lamp is not None and lamp.name == "Ceiling Lights" and "switchLevel" in lamp.components["main"]
    front = home.device("lock:front_door")
    assert front is not None and "Front Door lock" in front.aliases
    readings = {r.path: r.value for r in await house.backend.snapshot("light:ceiling_lights")}
    assert readings["light:ceiling_lights.main.switch.switch"] in ("on", "off")
    for device in home.devices:
        for component, capability in device.capabilities():
            assert capability in house.home.capabilities, (device.id, component)


async def test_commands_arrive_and_are_read_back_with_what_was_before(house: House) -> None:
    await house.do("light:kitchen_lights", "switch", "on")
    assert change(await house.do("light:kitchen_lights", "switchLevel", "setLevel", level=40))["level"] == 40
    again = await house.do("light:kitchen_lights", "switchLevel", "setLevel", level=25)
    assert (again.before["switchLevel.level"], again.after["switchLevel.level"]) == (40, 25)
    assert change(await house.do("light:kitchen_lights", "colorControl", "setColor", color="purple"))["color"] == "purple"
    warm = await house.do("light:kitchen_lights", "colorTemperature", "setColorTemperature", temperature=3000)
    assert 3000 in warm.after.values()
    assert change(await house.do("lock:kitchen_door", "lock", "lock"))["lock"] == "locked"
    await house.do("climate:hvac", "climateMode", "off")
    assert change(await house.do("climate:hvac", "climateMode", "setClimateMode", mode="heat"))["climateMode"] == "heat"
    assert (
        change(await house.do("climate:hvac", "temperatureSetpoint", "setTemperatureSetpoint", setpoint=24.5))["temperatureSetpoint"]
        == 24.5
    )
    assert change(await house.do("media_player:walkman", "audioVolume", "setVolume", volume=30))["volume"] == 30
    assert change(await house.do("media_player:walkman", "mediaPlayback", "pause"))["playbackStatus"] == "paused"
    assert change(await house.do("fan:living_room_fan", "fanSpeedPercent", "setFanSpeed", speed=67))["fanSpeed"] == 67
    assert change(await house.do("humidifier:humidifier", "humiditySetpoint", "setHumiditySetpoint", humidity=45))["humiditySetpoint"] == 45
    assert change(await house.do("vacuum:0_ground_floor", "robotVacuum", "start"))["activity"] == "cleaning"
    assert change(await house.do("vacuum:0_ground_floor", "robotVacuum", "returnHome"))["activity"] in ("returning", "docked")
    assert change(await house.do("input_text:note", "textSetting", "setText", text="今日は"))["text"] == "今日は"


async def test_a_blind_is_waited_for_until_it_stands_where_it_should(house: House) -> None:
    moved = await house.do("cover:hall_window", "windowShadeLevel", "raise", by=20)
    before, after = moved.before["windowShadeLevel.shadeLevel"], moved.after["windowShadeLevel.shadeLevel"]
    assert isinstance(before, int) and after == before + 20


async def test_a_blind_that_moves_can_be_stopped(house: House) -> None:
    far = 100 if (await house.backend.read("cover:hall_window", "main", "windowShadeLevel", "shadeLevel")).value == 0 else 0
    moving = asyncio.ensure_future(house.do("cover:hall_window", "windowShadeLevel", "setShadeLevel", shadeLevel=far))
    changes = house.backend.changes()
    async with asyncio.timeout(LIMIT):
        while not (await anext(changes)).path.endswith("shadeLevel"):
            pass
    await house.do("cover:hall_window", "movementStop", "stop")
    moved = await moving
    assert moved.after["windowShadeLevel.shadeLevel"] != far


async def test_a_blind_is_moved_and_tilted_at_once_and_one_stop_ends_both(house: House) -> None:
    room = "cover:living_room_window"

    async def read(capability: str, attribute: str) -> int:
        value = (await house.backend.read(room, "main", capability, attribute)).value
        assert isinstance(value, int)
        return value

    height, slats = await read("windowShadeLevel", "shadeLevel"), await read("windowShadeTiltLevel", "shadeTiltLevel")
    up, down = (20 if height < 50 else -20), (20 if slats < 50 else -20)
    moved, tilted = await asyncio.gather(
        house.do(room, "windowShadeLevel", "setShadeLevel", shadeLevel=height + up),
        house.do(room, "windowShadeTiltLevel", "setShadeTiltLevel", tilt=slats + down),
    )
    assert moved.after["windowShadeLevel.shadeLevel"] == height + up
    assert tilted.after["windowShadeTiltLevel.shadeTiltLevel"] == slats + down
    far = 0 if slats + down > 50 else 100
    changes = house.backend.changes()
    tilting = asyncio.ensure_future(house.do(room, "windowShadeTiltLevel", "setShadeTiltLevel", tilt=far))
    async with asyncio.timeout(LIMIT):
        while not (await anext(changes)).path.endswith("shadeTiltLevel"):
            pass
    await house.do(room, "movementStop", "stop")
    assert (await tilting).after["windowShadeTiltLevel.shadeTiltLevel"] != far


async def test_a_roof_of_slats_has_only_what_it_can_do(house: House) -> None:
    tilted = await house.do("cover:pergola_roof", "windowShadeTiltLevel", "setShadeTiltLevel", tilt=50)
    assert tilted.after["windowShadeTiltLevel.shadeTiltLevel"] == 50
    device = house.home.home.device("cover:pergola_roof")
    assert device is not None
    commands = {name for held in device.components["main"] for name in house.home.capabilities[held].commands}
    assert commands == {"setShadeTiltLevel", "stop"}


async def test_a_todo_list_counts_what_was_added(house: House) -> None:
    await house.do("todo:shopping_list", "todoList", "addItem", item="milk")
    added = await house.do("todo:shopping_list", "todoList", "addItem", item="bread")
    assert change(added) == {"open": int(str(next(iter(added.before.values())))) + 1}


async def test_a_camera_shows_a_picture_that_is_kept_and_taken_once(home_assistant: RealHomeAssistant) -> None:
    pictures = Pictures(None, CLOCK)
    home, backend = await open_homeassistant(
        home_assistant.url, home_assistant.token, file=None, clock=CLOCK, patience=QUICK, pictures=pictures
    )
    house = House(home, backend)
    changes = backend.changes()
    take = house.command("camera:demo_camera", "imageCapture", "take")
    taken = await backend.send(take, "still")
    id = taken.after["imageCapture.image"]
    assert taken.problem is None and taken.before["imageCapture.image"] is None and isinstance(id, str)
    picture = pictures.get(id)
    assert (picture.device, picture.component, picture.kind) == ("camera:demo_camera", "main", "image/jpeg")
    assert taken.after["imageCapture.taken"] == picture.at.isoformat() and len(await pictures.data(id)) > 1000
    reading = await backend.read("camera:demo_camera", "main", "imageCapture", "image")
    assert (reading.value, reading.at) == (id, picture.at) and (await anext(changes)).value == id
    assert await backend.send(take, "still") == taken == await backend.sent("still") and len(pictures.all("camera:demo_camera")) == 1
    await backend.close()


async def test_a_picture_that_is_no_picture_is_refused_with_the_reason(house: House) -> None:
    with pytest.raises(Unanswered) as refused:
        await house.do("camera:broken_camera", "imageCapture", "take")
    assert refused.value.said("show me") == (
        "What Broken camera sent is no picture that can be shown: it takes a JPEG or PNG of up to 5 MB."
    )
    assert (await house.backend.read("camera:broken_camera", "main", "imageCapture", "image")).value is None


async def test_a_camera_that_is_off_says_so_in_both_languages(house: House, home_assistant: RealHomeAssistant) -> None:
    await asyncio.to_thread(home_assistant.call, "camera.turn_off", entity_id="camera.demo_camera")
    with pytest.raises(Unanswered) as off:
        await house.do("camera:demo_camera", "imageCapture", "take")
    await asyncio.to_thread(home_assistant.call, "camera.turn_on", entity_id="camera.demo_camera")
    assert off.value.said("show me") == "Demo camera is off and shows no picture."
    assert off.value.said("見せて") == "Demo cameraは電源が切れていて、画像がありません。"


async def test_a_key_that_comes_again_does_nothing_and_gives_the_same_answer(house: House, home_assistant: RealHomeAssistant) -> None:
    command = house.command("light:bed_light", "switch", "on")
    first = await house.backend.send(command, "same")
    await asyncio.to_thread(home_assistant.call, "light.turn_off", entity_id="light.bed_light")
    assert await house.backend.send(command, "same") == first == await house.backend.sent("same")
    await house.do("light:bed_light", "switch", "off")
    assert (await house.backend.read("light:bed_light", "main", "switch", "switch")).value == "off"


async def test_what_somebody_else_does_is_heard_at_once(house: House, home_assistant: RealHomeAssistant) -> None:
    await house.do("light:office_rgbw_lights", "switch", "on")
    changes = house.backend.changes()
    await asyncio.to_thread(home_assistant.call, "light.turn_off", entity_id="light.office_rgbw_lights")
    async with asyncio.timeout(LIMIT):
        heard = [await anext(changes)]
        while heard[-1].path != "light:office_rgbw_lights.main.switch.switch":
            heard.append(await anext(changes))
    assert heard[-1].value == "off" and heard[-1].at.utcoffset() is not None


async def test_what_home_assistant_refuses_is_told_in_its_own_words(house: House) -> None:
    sent = await house.do("alarm_control_panel:security", "alarmPanel", "armAway", code="0")
    assert sent.problem is not None and "code" in sent.problem and sent.before == sent.after
    assert change(await house.do("alarm_control_panel:security", "alarmPanel", "armAway", code="1234"))["alarm"] == "arming"
    assert change(await house.do("alarm_control_panel:security", "alarmPanel", "disarm", code="1234"))["alarm"] == "disarmed"


async def test_a_new_room_comes_as_a_new_home(house: House, home_assistant: RealHomeAssistant) -> None:
    homes = house.backend.homes()
    waiting = asyncio.ensure_future(anext(homes))
    admin = await open_connection(home_assistant.url, home_assistant.token, lambda event: None)
    area = await admin.ask("config/area_registry/create", name="Attic", aliases=["屋根裏"])
    await admin.ask("config/entity_registry/update", entity_id="light.bed_light", area_id=area["area_id"], aliases=["ベッドの灯り"])
    async with asyncio.timeout(LIMIT):
        home = await waiting
        while (lamp := home.home.device("light:bed_light")) is None or lamp.room != "attic" or not lamp.aliases:
            home = await anext(homes)
    await admin.close()
    assert [(room.name, room.aliases) for room in home.home.rooms if room.id == "attic"] == [("Attic", ("屋根裏",))]
    assert lamp.aliases == ("ベッドの灯り",)


async def test_a_wrong_token_is_the_operators_to_mend_and_is_not_repeated(home_assistant: RealHomeAssistant) -> None:
    with pytest.raises(Misconfigured) as wrong:
        await open_homeassistant(home_assistant.url, "not-a-token", file=None, clock=CLOCK)
    assert "token" in wrong.value.mend and "not-a-token" not in f"{wrong.value} {wrong.value.mend}"


@pytest.mark.parametrize("owed", CONTRACT)
async def test_a_real_home_assistant_keeps_the_contract(
    owed: Callable[[Subject], Awaitable[None]], home_assistant: RealHomeAssistant
) -> None:
    home, backend = await open_homeassistant(home_assistant.url, home_assistant.token, file=None, clock=CLOCK, patience=QUICK)
    house = House(home, backend)
    await house.do("light:entrance_color_white_lights", "switchLevel", "setLevel", level=90)
    given = 0
    await backend.close()
    home, backend = await open_homeassistant(home_assistant.url, home_assistant.token, file=None, clock=CLOCK, patience=QUICK)
    house = House(home, backend)
    try:
        await owed(
            Subject(
                backend=backend,
                home=home,
                attribute="switchLevel.level",
                first=house.command("light:entrance_color_white_lights", "switchLevel", "setLevel", level=20),
                first_value=20,
                second=house.command("light:entrance_color_white_lights", "switchLevel", "setLevel", level=60),
                second_value=60,
                reached=lambda: given,
                take_back=lambda: asyncio.to_thread(home_assistant.show, "light.entrance_color_white_lights", "unknown"),
            )
        )
    finally:
        await backend.close()


async def test_nobody_at_the_address_is_said_at_once() -> None:
    with pytest.raises(HouseSilent, match="does not answer"):
        await open_homeassistant("http://127.0.0.1:9", "token", file=None, clock=CLOCK)
    with pytest.raises(Misconfigured, match="no address"):
        await open_homeassistant("ftp://127.0.0.1", "token", file=None, clock=CLOCK)


async def test_home_assistant_killed_in_mid_command_is_said_and_nothing_is_done_twice(
    home_assistant: RealHomeAssistant, tmp_path: Path
) -> None:
    file = tmp_path / "homeassistant.sqlite3"
    home, backend = await open_homeassistant(home_assistant.url, home_assistant.token, file=file, clock=CLOCK, patience=QUICK)
    house = House(home, backend)
    await house.do("cover:living_room_window", "windowShadeLevel", "setShadeLevel", shadeLevel=70)
    command = house.command("cover:living_room_window", "windowShadeLevel", "setShadeLevel", shadeLevel=0)
    changes = backend.changes()
    moving = asyncio.ensure_future(backend.send(command, "cut-off"))
    async with asyncio.timeout(LIMIT):
        while not (await anext(changes)).path.endswith("shadeLevel"):
            pass
        await asyncio.to_thread(home_assistant.kill)
        await asyncio.to_thread(home_assistant.start)
        sent = await moving
    assert sent.problem is not None and "restarted" in sent.problem and sent.after["windowShadeLevel.shadeLevel"] != 0
    assert await backend.send(command, "cut-off") == sent
    assert change(await house.do("light:ceiling_lights", "switchLevel", "setLevel", level=55))["level"] == 55
    await backend.close()
    _, later = await open_homeassistant(home_assistant.url, home_assistant.token, file=file, clock=CLOCK, patience=QUICK)
    assert await later.sent("cut-off") == sent
    await later.close()


async def test_the_house_opens_with_the_home_of_last_time_while_home_assistant_is_away(
    home_assistant: RealHomeAssistant, tmp_path: Path
) -> None:
    file = tmp_path / "homeassistant.sqlite3"
    home, backend = await open_homeassistant(home_assistant.url, home_assistant.token, file=file, clock=CLOCK, patience=QUICK)
    await backend.close()
    home_assistant.kill()
    again, waiting = await open_homeassistant(home_assistant.url, home_assistant.token, file=file, clock=CLOCK, patience=QUICK)
    assert {d.id for d in again.home.devices} == {d.id for d in home.home.devices}
    with pytest.raises(HouseSilent):
        await waiting.read("light:ceiling_lights", "main", "switch", "switch")
    changes = waiting.changes()
    await asyncio.to_thread(home_assistant.start)
    async with asyncio.timeout(LIMIT):
        await anext(changes)
    assert (await waiting.read("light:ceiling_lights", "main", "switch", "switch")).value in ("on", "off")
    await waiting.close()


async def test_a_to_do_list_is_read_added_to_and_ticked_off(house: House, home_assistant: RealHomeAssistant) -> None:
    shopping = next(d for d in house.home.home.devices if any(c.partition("-")[0] == "todoList" for _, c in d.capabilities()))
    (component, capability), *_ = shopping.capabilities()

    async def entries() -> list[str]:
        async with asyncio.timeout(LIMIT):
            return [item.summary for item in await house.backend.items(shopping.id, component, capability)]

    before = await entries()
    await house.do(shopping.id, "todoList", "addItem", item="Oat milk")
    assert await entries() == [*before, "Oat milk"]
    await house.do(shopping.id, "todoList", "completeItem", item="Oat milk")
    assert await entries() == before


async def test_a_calendar_gives_the_events_of_a_period(house: House) -> None:
    calendars = [d for d in house.home.home.devices if any(c.partition("-")[0] == "calendarEvents" for _, c in d.capabilities())]
    assert calendars, "the demo integration has calendars"
    now = CLOCK.now()
    found = []
    for calendar in calendars:
        (component, capability), *_ = calendar.capabilities()
        async with asyncio.timeout(LIMIT):
            found += await house.backend.events(calendar.id, component, capability, now - timedelta(hours=3), now + timedelta(days=2))
            assert await house.backend.events(calendar.id, component, capability, now + timedelta(days=40), now + timedelta(days=41)) == []
    assert {event.summary for event in found} >= {"Future Event", "Current Event"} and all(event.end >= event.start for event in found)
