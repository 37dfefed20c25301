"""Automations of this house as Home Assistant's own, loaded into a real one, where they do what they do here."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.apps.test_household import say
from tests.gateway.homeassistant.server import ENVIRONMENT, RealHomeAssistant

from yamori.agentkit.secret import secret_header
from yamori.agentkit.task import ToolRun
from yamori.agentkit.transport import StreamingTransport
from yamori.apps.home_assistant_form import HomeAssistantForms
from yamori.apps.household import open_household
from yamori.apps.settings import read_settings
from yamori.automations.action import Action, Call, Notify
from yamori.automations.automation import Automation
from yamori.automations.condition import AllOf, AnyOf, Comparison, Condition, Not, OnWeekdays, Operator, SunIs, TimeWindow
from yamori.automations.life import FOR_EVER, ONCE, Life
from yamori.automations.report import report_text
from yamori.automations.trigger import At, Becomes, Every, Recurring, Slot, Sun, SunEvent, Trigger
from yamori.domain.clock import SystemClock
from yamori.domain.language import Language
from yamori.gateway.backends.homeassistant import open_homeassistant
from yamori.gateway.joined import Source
from yamori.gateway.opening import House, open_house
from yamori.llm.scripted import ScriptedModels

CLOCK = SystemClock("Asia/Tokyo")
"""As the empty home's, and that Home Assistant's."""
LIMIT = 60
LAMP = "light:ceiling_lights.main.switch.switch"
LEVEL = "light:kitchen_lights.main.switchLevel.level"
DOOR = "binary_sensor:movement_backyard.main.motionSensor.motion"
OUTSIDE = "sensor:outside_temperature.main.temperatureMeasurement.temperature"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHomeAssistant]:
    """One whose configuration takes automations from a folder."""
    if not (ENVIRONMENT / "bin" / "python").is_file():
        pytest.skip(f"there is no Home Assistant in {ENVIRONMENT}; `make services` installs one")
    folder = tmp_path_factory.mktemp("homeassistant")
    made = RealHomeAssistant(folder)
    (folder / "packages").mkdir()
    file = folder / "configuration.yaml"
    written = file.read_text().replace("  country: JP\n", "  country: JP\n  packages: !include_dir_named packages\n")
    written = written.replace("time_zone: UTC", "time_zone: Asia/Tokyo")
    file.write_text(f"{written}\nsun:\nautomation: []\n")
    try:
        made.start()
        yield made
    finally:
        made.kill()


@pytest.fixture
async def house(server: RealHomeAssistant) -> AsyncIterator[House]:
    home, backend = await open_homeassistant(server.url, server.token, file=None, clock=CLOCK)
    source = Source(name="homeassistant", backend=backend, home=home)
    async with open_house("empty", data=None, clock=CLOCK, sources=[source]) as opened:
        yield opened


def order(device: str, capability: str, command: str, **arguments: Any) -> Call:
    given = {"devices": [device], "capability": capability, "command": command, "arguments": arguments}
    return Call(agent="iot", tool="control_devices", arguments=given, text=f"{command} {device}")


def made(
    id: str, *triggers: Trigger, actions: Sequence[Action] = (), conditions: Sequence[Condition] = (), life: Life = FOR_EVER
) -> Automation:
    return Automation(
        id=id,
        owner="may",
        triggers=triggers,
        conditions=tuple(conditions),
        actions=tuple(actions) or (Notify(person="may", text="it is so"),),
        life=life,
        origin=f"what was said: {id}",
        language=Language.ENGLISH,
        created=CLOCK.now(),
    )


def written(house: House, automation: Automation) -> str:
    form = HomeAssistantForms(house).form(automation, Language.ENGLISH)
    assert form is not None and form.yaml is not None, form
    return form.yaml


class Loaded:
    """What Home Assistant says of the automations that it was given."""

    def __init__(self, server: RealHomeAssistant, folder: Path) -> None:
        self._server, self._folder = server, folder

    async def take(self, *texts: str) -> list[dict[str, Any]]:
        """The automations as Home Assistant then has them."""
        for old in self._folder.iterdir():
            old.unlink()
        for number, text in enumerate(texts):
            (self._folder / f"form_{number}.yaml").write_text(text, encoding="utf-8")
        check = await asyncio.to_thread(self._server._post, "/api/config/core/check_config")
        assert check.json()["result"] == "valid", check.json()
        await asyncio.to_thread(self._server.call, "automation.reload")
        return await self.automations()

    async def show(self, **states: str) -> None:
        """Entities of Home Assistant show other states, as if their devices had said so."""
        for name, state in states.items():
            entity = name.replace("__", ".", 1)
            attributes = (await self._states(entity))["attributes"]
            await asyncio.to_thread(self._server._post, f"/api/states/{entity}", json={"state": state, "attributes": attributes})

    async def _states(self, entity: str = "") -> Any:
        headers = {"authorization": f"Bearer {self._server.token}"}
        async with httpx.AsyncClient(base_url=self._server.url, headers=headers, trust_env=False) as client:
            return (await client.get(f"/api/states/{entity}" if entity else "/api/states")).raise_for_status().json()

    async def automations(self) -> list[dict[str, Any]]:
        states = await self._states()
        return [state for state in states if state["entity_id"].startswith("automation.") and state["state"] != "unavailable"]


@pytest.fixture
def loaded(server: RealHomeAssistant) -> Loaded:
    return Loaded(server, server._folder / "packages")


async def becomes(house: House, path: str, value: object) -> None:
    """Returns when the reading is so, at once where it is already."""
    changes = house.gate.changes()
    async with asyncio.timeout(LIMIT):
        if any(reading.path == path and reading.value == value for reading in await house.gate.snapshot(path.partition(".")[0])):
            return
        while (reading := await anext(changes)).path != path or reading.value != value:
            pass


KITCHEN = "light:kitchen_lights.main.switch.switch"
OFFICE = "light:office_rgbw_lights.main.switch.switch"
AC = "switch:ac.main.switch.switch"


async def test_a_state_sets_off_what_it_should_and_only_once_where_it_is_for_once(
    house: House, server: RealHomeAssistant, loaded: Loaded
) -> None:
    moves = Becomes(test=Comparison(path=DOOR, value="active"))
    await loaded.show(binary_sensor__movement_backyard="off")
    await asyncio.to_thread(server.call, "switch.turn_off", entity_id="switch.ac")
    once = made("once", moves, actions=[order("switch:ac", "switch", "on")], life=ONCE)
    (automation,) = await loaded.take(written(house, once))
    assert automation["state"] == "on"
    await loaded.show(binary_sensor__movement_backyard="on")
    await becomes(house, AC, "on")
    (automation,) = await loaded.automations()
    assert automation["state"] == "off" and automation["attributes"]["last_triggered"] is not None


async def test_a_limit_that_is_held_and_two_readings_at_once_set_off(house: House, server: RealHomeAssistant, loaded: Loaded) -> None:
    warm = Becomes(test=Comparison(path=OUTSIDE, operator=Operator.ABOVE, value=28, margin=0.3), for_seconds=1)
    both = Becomes(
        test=AllOf(
            tests=(
                Comparison(path=OUTSIDE, operator=Operator.AT_LEAST, value=30),
                Not(test=Comparison(path=DOOR, value="inactive")),
            )
        )
    )
    await loaded.show(sensor__outside_temperature="20", binary_sensor__movement_backyard="on")
    for entity in ("light.kitchen_lights", "light.office_rgbw_lights"):
        await asyncio.to_thread(server.call, "light.turn_off", entity_id=entity)
    forms = [
        written(house, made("warm", warm, actions=[order("light:kitchen_lights", "switch", "on")])),
        written(house, made("both", both, actions=[order("light:office_rgbw_lights", "switchLevel", "setLevel", level=40)])),
    ]
    assert len(await loaded.take(*forms)) == 2
    await loaded.show(sensor__outside_temperature="30.5")
    await becomes(house, KITCHEN, "on")
    await becomes(house, "light:office_rgbw_lights.main.switchLevel.level", 40)


async def test_what_was_away_fires_nothing_when_it_is_back(house: House, server: RealHomeAssistant, loaded: Loaded) -> None:
    warm = Becomes(test=Comparison(path=OUTSIDE, operator=Operator.ABOVE, value=28))
    moves = Becomes(test=Comparison(path=DOOR, value="active"))
    humid = "sensor:outside_humidity.main.relativeHumidityMeasurement.humidity"
    dry = Becomes(test=Comparison(path=humid, operator=Operator.AT_MOST, value=30))
    away = "unavailable"
    await loaded.show(sensor__outside_temperature=away, binary_sensor__movement_backyard=away, sensor__outside_humidity=away)
    forms = [written(house, made(id, trigger)) for id, trigger in (("heat", warm), ("moves", moves), ("dry", dry))]
    assert len(await loaded.take(*forms)) == 3
    for state in ("30", "31"):
        await loaded.show(sensor__outside_temperature=state)
    await loaded.show(binary_sensor__movement_backyard="on")
    await loaded.show(sensor__outside_humidity="20")
    await becomes(house, humid, 20)
    assert [a["attributes"]["last_triggered"] for a in await loaded.automations()] == [None, None, None]
    await loaded.show(sensor__outside_humidity="50")
    await loaded.show(sensor__outside_humidity="20")
    await becomes(house, humid, 20)
    fired = [a["entity_id"] for a in await loaded.automations() if a["attributes"]["last_triggered"] is not None]
    assert fired == ["automation.what_was_said_dry"]


async def test_a_moment_and_a_day_of_a_rule_come_there_as_they_do_here(house: House, server: RealHomeAssistant, loaded: Loaded) -> None:
    for service, entity in (("switch.turn_off", "switch.ac"), ("light.turn_off", "light.kitchen_lights")):
        await asyncio.to_thread(server.call, service, entity_id=entity)
    soon = CLOCK.now().replace(microsecond=0) + timedelta(seconds=5)
    days = Slot(rule="FREQ=DAILY;INTERVAL=2", at=soon.time())
    forms = [
        written(house, made("yesterday", At(moment=soon - timedelta(days=1)))),
        written(house, made("not_today", Recurring(slots=(days,), starts=soon.date() - timedelta(days=3)))),
        written(house, made("soon", At(moment=soon), actions=[order("switch:ac", "switch", "on")], life=ONCE)),
        written(
            house,
            made("today", Recurring(slots=(days,), starts=soon.date()), actions=[order("light:kitchen_lights", "switch", "on")]),
        ),
    ]
    assert len(await loaded.take(*forms)) == 4
    await becomes(house, AC, "on")
    await becomes(house, KITCHEN, "on")
    fired = {a["attributes"]["id"] for a in await loaded.automations() if a["attributes"]["last_triggered"] is not None}
    assert fired == {"yamori_soon", "yamori_today"}


EVERYTHING: dict[str, tuple[list[Trigger], list[Condition]]] = {
    "sunset": ([Sun(event=SunEvent.SUNSET, offset_seconds=-1800)], [SunIs(up=True)]),
    "sunrise": ([Sun(event=SunEvent.SUNRISE)], [Not(test=SunIs(up=True))]),
    "dawn": ([Sun(event=SunEvent.DAWN)], []),
    "week": (
        [
            Recurring(
                slots=(
                    Slot(rule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", at=time(7)),
                    Slot(rule="FREQ=WEEKLY;BYDAY=SU", at=time(9)),
                    Slot(rule="FREQ=DAILY", at=time(21, 30)),
                    Slot(rule="FREQ=MONTHLY;BYDAY=-1FR", at=time(12)),
                    Slot(rule="FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", at=time(12)),
                ),
                starts=datetime(2026, 1, 1).date(),
            )
        ],
        [OnWeekdays(days=(0, 1)), TimeWindow(start=time(22), end=time(6, 30))],
    ),
    "every": ([Every(seconds=1200, start=datetime(2026, 11, 26, 7, 0, 17, tzinfo=UTC))], []),
    "level": (
        [Becomes(test=Comparison(path=LEVEL, operator=Operator.BELOW, value=30), for_seconds=93_784)],
        [
            AnyOf(
                tests=(
                    Comparison(path=LAMP, value="on"),
                    Comparison(path=OUTSIDE, operator=Operator.BELOW, value=3.5),
                    Not(test=AllOf(tests=(Comparison(path=DOOR, value="active"), OnWeekdays(days=(5, 6))))),
                )
            )
        ],
    ),
    "words": (
        [
            Becomes(test=Comparison(path="device_tracker:demo_paulus.main.presenceSensor.presence", value="present")),
            Becomes(test=Comparison(path="device_tracker:demo_paulus.main.presenceSensor.presence", value="not present"), for_seconds=60),
            Becomes(test=Comparison(path="climate:hvac.main.heaterActivity.action", operator=Operator.IN, value=["heating", "cooling"])),
            Becomes(test=Comparison(path="media_player:bedroom.main.audioMute.mute", value="muted")),
        ],
        [Comparison(path="media_player:bedroom.main.audioVolume.volume", operator=Operator.AT_MOST, value=50)],
    ),
}


async def test_every_kind_of_trigger_and_condition_is_taken_and_without_a_word_in_the_log(
    house: House, server: RealHomeAssistant, loaded: Loaded
) -> None:
    action = [
        order("climate:hvac", "temperatureSetpoint-79bc", "setTemperatureSetpoint", setpoint=21.5),
        Notify(person="may", text="{{ states }} はどう？ {% now %} 'x' \"y\""),
    ]
    log = server._folder / "home-assistant.log"
    before = len(log.read_text()) if log.exists() else 0
    for id, (triggers, conditions) in EVERYTHING.items():
        text = written(house, made(id, *triggers, conditions=conditions, actions=action, life=Life(until=CLOCK.now() + timedelta(days=9))))
        (automation,) = await loaded.take(text)
        assert automation["state"] == "on" and automation["attributes"]["id"] == f"yamori_{id}"
        await asyncio.to_thread(server.call, "automation.trigger", entity_id=automation["entity_id"], skip_condition=False)
    assert not log.exists() or log.read_text()[before:].strip() == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("every weekday at ten past seven open the hall window", "time"),
        ("when the outside temperature gets above 27 turn the ceiling lights off", "numeric_state"),
        ("毎週日曜の9時半にKitchen Lightsを消して", "time"),
    ],
)
async def test_what_was_said_is_shown_as_home_assistant_takes_it(
    server: RealHomeAssistant, loaded: Loaded, tmp_path: Path, text: str, kind: str
) -> None:
    settings = read_settings(data=tmp_path, home="empty", homeassistant={"url": server.url, "token": server.token})
    async with (
        open_household(settings, models=ScriptedModels({})) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=30) as client,
    ):
        await say(client, text, person=household.speaker)
        (made,) = household.automations.all()
        secret = secret_header(household.agent_secret)
        answer = await client.post("/agents/automations/tools/home_assistant_form", json={"id": made.id}, headers=secret)
        form = answer.json()["value"]["home_assistant"]["yaml"]
    (automation,) = await loaded.take(form)
    assert (automation["state"], automation["attributes"]["friendly_name"]) == ("on", text)
    assert f"platform: {kind}" in form and not [a for a in await loaded.automations() if a["attributes"]["id"] != f"yamori_{made.id}"]


async def test_a_device_of_another_backend_is_named_as_the_reason(server: RealHomeAssistant) -> None:
    home, backend = await open_homeassistant(server.url, server.token, file=None, clock=CLOCK)
    async with open_house("demo", data=None, clock=CLOCK, sources=[Source(name="homeassistant", backend=backend, home=home)]) as house:
        mixed = made("mixed", At(moment=CLOCK.now() + timedelta(hours=1)), actions=[order("bedside-lamp", "switch", "on")])
        seen = made("seen", Becomes(test=Comparison(path="bedside-lamp.main.switch.switch", value="on")))
        for automation in (mixed, seen):
            form = HomeAssistantForms(house).form(automation, Language.ENGLISH)
            assert form is not None and (form.yaml, form.why) == (None, "“Bedside lamp” is not a device of Home Assistant.")


@pytest.mark.parametrize(
    ("command", "arguments", "why"),
    [
        ("brighter", {"by": 10}, "is a step from the value of that moment"),
        ("sparkle", {}, "Home Assistant has no service for"),
    ],
)
async def test_a_command_that_has_no_service_of_its_own_is_the_reason(
    house: House, command: str, arguments: dict[str, Any], why: str
) -> None:
    step = made("step", At(moment=CLOCK.now()), actions=[order("light:kitchen_lights", "switchLevel", command, **arguments)])
    form = HomeAssistantForms(house).form(step, Language.ENGLISH)
    assert form is not None and form.yaml is None and why in form.why


async def test_a_house_without_home_assistant_says_so() -> None:
    async with open_house("demo", data=None, clock=CLOCK) as house:
        assert HomeAssistantForms(house).form(made("a", At(moment=CLOCK.now())), Language.ENGLISH) is None
    run = ToolRun(
        tool="home_assistant_form", arguments={}, ok=True, result={"automation": {"id": "a", "says": "x"}, "home_assistant": None}
    )
    assert report_text([run], CLOCK.now(), Language.ENGLISH) == "No Home Assistant is connected to this home."
    assert report_text([run], CLOCK.now(), Language.JAPANESE) == "この家にはHome Assistantがつながっていません。"
