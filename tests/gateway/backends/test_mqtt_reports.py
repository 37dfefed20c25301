"""What stands of what MQTT devices reported: delays, expiry, values taken back, devices that say goodbye, templates of real programs."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.gateway.backends.mqtthouse import QUICK, house, opened
from tests.gateway.fakes import NOON
from tests.gateway.mqtt.mosquitto import Devices, Mosquitto, needs_mosquitto

from yamori.domain.clock import SetClock, SystemClock
from yamori.domain.receipt import Command, Reading, Report
from yamori.domain.values import Value
from yamori.gateway.backends.mqtt import MqttBackend

pytestmark = needs_mosquitto
REPORTED = json.loads((Path(__file__).parent / "announced" / "bugreports.json").read_text(encoding="utf-8"))
"""What the programs of public bug reports publish, in their order."""
MOTION: dict[str, Any] = {"name": "Motion", "uniq_id": "m", "stat_t": "hall/motion", "dev_cla": "motion"}
CELLAR: dict[str, Any] = {"name": "Cellar", "uniq_id": "c", "stat_t": "cellar/t", "dev_cla": "temperature", "unit_of_meas": "°C"}


async def publish_reported(devices: Devices) -> None:
    for message in REPORTED:
        payload = message["payload"]
        text = payload if isinstance(payload, str) else json.dumps(payload)
        await devices.publish(message["topic"], text, retain=message["retain"])


async def heard(backend: MqttBackend, path: str, value: Value) -> Reading:
    """The reading once it has this value, whether it has it already or is about to be heard."""
    device, component, capability, attribute = path.split(".")
    changes = backend.changes()
    reading = await backend.read(device, component, capability, attribute)
    if reading.value != value:
        async for change in changes:
            if (change.path, change.value) == (path, value):
                return change
    return reading


@asynccontextmanager
async def reporting(
    tmp_path: Path, platform: str, config: dict[str, Any], clock: SetClock | SystemClock
) -> AsyncIterator[tuple[Mosquitto, Devices, MqttBackend]]:
    async with house(tmp_path) as (broker, devices):
        await devices.announce(f"{platform}/x", config)
        async with opened(broker, tmp_path / "mqtt.sqlite3", clock=clock) as backend:
            yield broker, devices, backend


async def test_motion_is_over_once_its_delay_has_passed_since_it_was_last_reported(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "binary_sensor", {**MOTION, "off_dly": 5}, clock) as (_, devices, backend):
        await devices.publish("hall/motion", "ON", retain=False)
        await heard(backend, "m.main.motionSensor.motion", "active")
        clock.advance(timedelta(seconds=4))
        await devices.publish("hall/motion", "ON", retain=False)
        await devices.publish("hall/motion", "?", retain=False)
        await backend._broker.settle()  # what was published has come
        clock.advance(timedelta(seconds=4))
        assert (await backend.read("m", "main", "motionSensor", "motion")).value == "active"
        changes = backend.changes()
        clock.advance(timedelta(seconds=1))
        over = await backend.read("m", "main", "motionSensor", "motion")
        assert (over.value, over.at) == ("inactive", NOON + timedelta(seconds=9))
        assert (await anext(changes)).value == "inactive"
        await devices.publish("hall/motion", "ON", retain=False)
        assert (await anext(changes)).value == "active"


async def test_motion_that_the_device_ends_itself_is_not_ended_again(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "binary_sensor", {**MOTION, "off_delay": 5}, clock) as (_, devices, backend):
        await devices.publish("hall/motion", "ON")
        await heard(backend, "m.main.motionSensor.motion", "active")
        clock.advance(timedelta(seconds=2))
        await devices.publish("hall/motion", "OFF")
        await heard(backend, "m.main.motionSensor.motion", "inactive")
        clock.advance(timedelta(hours=1))
        assert (await backend.read("m", "main", "motionSensor", "motion")).at == NOON + timedelta(seconds=2)


async def test_listeners_hear_of_a_lapse_when_it_happens(tmp_path: Path) -> None:
    async with reporting(tmp_path, "binary_sensor", {**MOTION, "off_delay": 0.05}, SystemClock("Asia/Tokyo")) as (_, devices, backend):
        changes = backend.changes()
        await devices.publish("hall/motion", "ON", retain=False)
        assert [(await anext(changes)).value for _ in range(2)] == ["active", "inactive"]


async def test_a_value_is_not_known_once_it_has_expired_and_is_when_it_comes_again(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "sensor", {**CELLAR, "exp_aft": 6}, clock) as (_, devices, backend):
        await devices.publish("cellar/t", "14.2", retain=False)
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        clock.advance(timedelta(seconds=6))
        expired = await backend.read("c", "main", "temperatureMeasurement", "temperature")
        assert (expired.value, expired.at, expired.last) == (None, NOON + timedelta(seconds=6), Report(value=14.2, at=NOON))
        assert [reading.value for reading in await backend.snapshot()] == [None]
        await devices.publish("cellar/t", "14.2", retain=False)
        assert (await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)).last is None


async def test_a_contact_that_expires_and_goes_off_by_itself_does_both(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    config = {**MOTION, "off_delay": 5, "expire_after": 60}
    async with reporting(tmp_path, "binary_sensor", config, clock) as (_, devices, backend):
        await devices.publish("hall/motion", "ON", retain=False)
        await heard(backend, "m.main.motionSensor.motion", "active")
        clock.advance(timedelta(seconds=5))
        await heard(backend, "m.main.motionSensor.motion", "inactive")
        clock.advance(timedelta(seconds=60))
        reading = await backend.read("m", "main", "motionSensor", "motion")
        assert (reading.value, reading.last) == (None, Report(value="inactive", at=NOON + timedelta(seconds=5)))


@pytest.mark.parametrize("lapse", [0, -5, None, 1e11])
async def test_a_value_without_an_end_stands(lapse: float | None, tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "sensor", {**CELLAR, "expire_after": lapse}, clock) as (_, devices, backend):
        await devices.publish("cellar/t", "14.2", retain=False)
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        clock.advance(timedelta(days=400))
        assert (await backend.read("c", "main", "temperatureMeasurement", "temperature")).value == 14.2


async def test_what_has_not_expired_yet_stands_after_a_restart_and_expires_in_its_time(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "sensor", {**CELLAR, "expire_after": 60}, clock) as (broker, devices, backend):
        await devices.publish("cellar/t", "14.2", retain=False)
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        await backend.close()
        clock.advance(timedelta(seconds=40))
        async with opened(broker, tmp_path / "mqtt.sqlite3", clock=clock) as again:
            kept = await again.read("c", "main", "temperatureMeasurement", "temperature")
            assert (kept.value, kept.at) == (14.2, NOON)
            clock.advance(timedelta(seconds=20))
            assert (await again.read("c", "main", "temperatureMeasurement", "temperature")).value is None
        async with opened(broker, tmp_path / "mqtt.sqlite3", clock=clock) as again:
            lost = await again.read("c", "main", "temperatureMeasurement", "temperature")
            assert (lost.value, lost.last) == (None, Report(value=14.2, at=NOON))


async def test_what_only_the_house_remembered_is_not_current_after_a_restart(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "sensor", CELLAR, clock) as (broker, devices, backend):
        await devices.publish("cellar/t", "14.2", retain=False)
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        await backend.close()
        clock.advance(timedelta(hours=1))
        async with opened(broker, tmp_path / "mqtt.sqlite3", clock=clock) as again:
            reading = await again.read("c", "main", "temperatureMeasurement", "temperature")
            assert (reading.value, reading.last) == (None, Report(value=14.2, at=NOON))


async def test_a_value_that_the_broker_kept_counts_from_when_it_is_heard(tmp_path: Path) -> None:
    """Nobody knows how old it is; as Home Assistant does."""
    clock = SetClock(NOON)
    async with house(tmp_path) as (broker, devices):
        await devices.announce("sensor/x", {**CELLAR, "expire_after": 60})
        await devices.publish("cellar/t", "14.2", retain=True)
        clock.advance(timedelta(hours=1))
        async with opened(broker, clock=clock) as backend:
            assert (await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)).at == clock.now()
            clock.advance(timedelta(seconds=60))
            assert (await backend.read("c", "main", "temperatureMeasurement", "temperature")).value is None


async def test_a_value_that_the_broker_tells_again_after_it_restarted_is_not_fresh(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "sensor", {**CELLAR, "expire_after": 60}, clock) as (broker, devices, backend):
        await devices.publish("cellar/t", "14.2", retain=True)
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        clock.advance(timedelta(seconds=50))
        await devices.announce("sensor/y", {**CELLAR, "uniq_id": "y", "stat_t": "y/t", "name": "Y"})
        homes = backend.homes()
        await broker.stop(kill=True)
        await broker.start()
        await devices.announce("sensor/z", {**CELLAR, "uniq_id": "z", "stat_t": "z/t", "name": "Z"})
        async for home in homes:
            if any(device.id == "z" for device in home.home.devices):
                break
        clock.advance(timedelta(seconds=10))
        assert (await backend.read("c", "main", "temperatureMeasurement", "temperature")).value is None


@pytest.mark.parametrize(
    "payload", ["None", "null", "unknown", "unavailable", "nan", '{"t": null}', '{"t": "None"}', '{"t": "unavailable"}']
)
async def test_a_value_that_is_taken_back_is_not_known_from_then_on(payload: str, tmp_path: Path) -> None:
    clock = SetClock(NOON)
    config = {**CELLAR, "val_tpl": "{{ value_json.t if value_json is mapping else value }}"}
    async with reporting(tmp_path, "sensor", config, clock) as (_, devices, backend):
        await devices.publish("cellar/t", '{"t": 14.2}')
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        clock.advance(timedelta(minutes=3))
        await devices.publish("cellar/t", payload)
        reading = await heard(backend, "c.main.temperatureMeasurement.temperature", None)
        assert (reading.at, reading.last) == (NOON + timedelta(minutes=3), Report(value=14.2, at=NOON))


async def test_a_word_that_a_device_has_among_its_own_is_no_taking_back(tmp_path: Path) -> None:
    config = {"name": "Mood", "uniq_id": "s", "cmd_t": "s/x/set", "stat_t": "s/state", "ops": ["calm", "unknown"]}
    async with reporting(tmp_path, "select", config, SetClock(NOON)) as (_, devices, backend):
        changes = backend.changes()
        for payload, value in (("unknown", "unknown"), ("None", None), ("calm", "calm")):
            await devices.publish("s/state", payload)
            assert (await anext(changes)).value == value


async def test_a_device_that_says_goodbye_is_not_known_until_it_is_back(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "sensor", {**CELLAR, "avty_t": "cellar/there"}, clock) as (_, devices, backend):
        await devices.publish("cellar/t", "14.2")
        await devices.publish("cellar/there", "online")
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        clock.advance(timedelta(minutes=3))
        await devices.publish("cellar/there", "offline")
        gone = await heard(backend, "c.main.temperatureMeasurement.temperature", None)
        assert (gone.at, gone.last) == (NOON + timedelta(minutes=3), Report(value=14.2, at=NOON))
        await devices.publish("cellar/there", "online")
        back = await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        assert back.at == NOON


async def test_nothing_is_known_while_the_broker_is_away(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with reporting(tmp_path, "sensor", CELLAR, clock) as (broker, devices, backend):
        await devices.publish("cellar/t", "14.2")
        await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)
        clock.advance(timedelta(minutes=1))
        await broker.stop()
        away = await heard(backend, "c.main.temperatureMeasurement.temperature", None)
        assert (away.at, away.last) == (NOON + timedelta(minutes=1), Report(value=14.2, at=NOON))
        await broker.start()
        assert (await heard(backend, "c.main.temperatureMeasurement.temperature", 14.2)).at == NOON


async def test_a_light_that_takes_back_one_thing_keeps_the_others(tmp_path: Path) -> None:
    config = {"schema": "json", "name": "Lamp", "uniq_id": "l", "cmd_t": "l/x/set", "stat_t": "l/state", "sup_clrm": ["color_temp"]}
    async with reporting(tmp_path, "light", config, SetClock(NOON)) as (_, devices, backend):
        await devices.publish("l/state", '{"state": "ON", "brightness": 255, "color_temp": 250}')
        await heard(backend, "l.main.switchLevel.level", 100)
        await devices.publish("l/state", '{"state": "ON", "brightness": null}')
        await heard(backend, "l.main.switchLevel.level", None)
        assert (await backend.read("l", "main", "switch", "switch")).value == "on"
        warmth = next(r for r in await backend.snapshot() if r.attribute == "colorTemperature")
        assert warmth.value == 4000


async def test_a_device_whose_template_takes_for_ever_does_not_hold_up_the_others(tmp_path: Path) -> None:
    endless = "{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}x{% endfor %}{% endfor %}{% endfor %}"
    async with house(tmp_path) as (broker, devices):
        await devices.announce("sensor/x", CELLAR)
        await devices.announce("sensor/bad", {**CELLAR, "uniq_id": "bad", "name": "Bad", "val_tpl": endless})
        async with opened(broker) as backend:
            await devices.flood("cellar/t", [f"{number}.5" for number in range(500)])
            await heard(backend, "c.main.temperatureMeasurement.temperature", 499.5)
            assert (await backend.read("bad", "main", "temperatureMeasurement", "temperature")).value is None


async def test_a_thermostat_valve_tells_what_it_does_and_a_fan_goes_by_its_words(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await publish_reported(devices)
        async with opened(broker, limits=replace(QUICK, read_back=10)) as backend:
            await heard(backend, "trv10.main.heaterActivity.action", "heating")
            for state, action in (("idle", "idle"), ("cool", "cooling"), (None, None), ("heat", "heating")):
                report = {"local_temperature": 18.4, "occupied_heating_setpoint": 20, "system_mode": "heat", "running_state": state}
                await devices.publish("z2m/trv10", json.dumps(report))
                await heard(backend, "trv10.main.heaterActivity.action", action)
            await heard(backend, "fan10.main.fanSpeedPercent.fanSpeed", 33)
            devices.answers["z2m/fan10/set/mode"] = lambda payload: [("z2m/fan10", json.dumps({"state": "ON", "mode": payload}))]
            fast = Command(device="fan10", capability="fanSpeedPercent", name="setFanSpeed", arguments={"speed": 100})
            assert (await backend.send(fast, "k")).after["fanSpeedPercent.fanSpeed"] == 100
            assert ("z2m/fan10/set/mode", "high") in devices.heard
            some = replace(fast, arguments={"speed": 50})
            assert (await backend.send(some, "k2")).after["fanSpeedPercent.fanSpeed"] == 50  # the nearest that it has
            named = next(name for _, name in backend.loaded.home.device("fan10").capabilities() if name.startswith("fanMode"))  # type: ignore[union-attr]
            low = Command(device="fan10", capability=named, name="setFanMode", arguments={"mode": "low"})
            assert (await backend.send(low, "k3")).after[f"{named}.fanMode"] == "low"
            assert [payload for topic, payload in devices.heard if topic == "z2m/fan10/set/mode"] == ["high", "medium", "low"]
            await devices.publish("z2m/fan10", json.dumps({"state": "ON", "mode": "smart"}))
            await heard(backend, "fan10.main.fanSpeedPercent.fanSpeed", None)


async def test_a_shutter_that_counts_the_other_way_round_goes_where_it_is_told(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await publish_reported(devices)
        shutter = next(message for message in REPORTED if "/c13/" in message["topic"])
        own = {**shutter["payload"], "set_position_template": '{"position": {{ value }}}'}
        await devices.publish(shutter["topic"], json.dumps(own))
        async with opened(broker, limits=replace(QUICK, movement=10)) as backend:
            await heard(backend, "c13.main.windowShadeLevel.shadeLevel", 0)
            devices.answers["z2m/c13/set"] = lambda payload: [("z2m/c13", json.dumps({**json.loads(payload), "state": "OPEN"}))]
            to_30 = Command(device="c13", capability="windowShadeLevel", name="setShadeLevel", arguments={"shadeLevel": 30})
            assert (await backend.send(to_30, "k")).after["windowShadeLevel.shadeLevel"] == 30
            assert devices.heard[-1] == ("z2m/c13/set", '{"position": 70}')
