"""What is known of a running Home Assistant's home, as its states come, are taken back, and go away with it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.gateway.fakes import NOON

from yamori.domain.clock import SetClock
from yamori.domain.receipt import Reading, Report
from yamori.gateway.homeassistant.livehome import LiveHome


def state(entity: str, shown: str, at: datetime = NOON, **attributes: Any) -> dict[str, Any]:
    return {"entity_id": entity, "state": shown, "attributes": attributes, "last_updated": at.isoformat()}


LAMP = state("light.lamp", "on", brightness=128, supported_color_modes=["brightness"])
SENSOR = state("sensor.cellar", "14.2", device_class="temperature", unit_of_measurement="°C")
HEATING = state("climate.study", "heat", hvac_action="heating", hvac_modes=["off", "heat"], current_temperature=21, temperature=22)


def raw(*states: dict[str, Any]) -> dict[str, Any]:
    return {"config": {}, "devices": [], "floors": [], "areas": [], "services": {}, "entities": {}, "states": list(states)}


@pytest.fixture
def home() -> tuple[LiveHome, SetClock]:
    clock = SetClock(NOON)
    live = LiveHome(clock)
    live.take_registries(raw(LAMP, SENSOR, HEATING))
    return live, clock


def event(entity: str, new: dict[str, Any] | None) -> dict[str, Any]:
    return {"event_type": "state_changed", "data": {"entity_id": entity, "new_state": new}}


def readings(home: LiveHome, attribute: str, of: str = "") -> list[Reading]:
    return [reading for reading in home.readings(None) if reading.attribute == attribute and of in reading.device]


@pytest.mark.parametrize("word", ["unknown", "unavailable"])
async def test_what_home_assistant_does_not_know_is_not_known_here(word: str, home: tuple[LiveHome, SetClock]) -> None:
    live, _ = home
    changes, later = live.listeners.add(), NOON + timedelta(minutes=5)
    live.receive(event("sensor.cellar", {**SENSOR, "state": word, "last_updated": later.isoformat()}))
    (reading,) = readings(live, "temperature", of="cellar")
    assert (reading.value, reading.at, reading.last) == (None, later, Report(value=14.2, at=NOON))
    assert (await anext(changes)).last == Report(value=14.2, at=NOON)
    live.receive(event("sensor.cellar", {**SENSOR, "state": "13", "last_updated": (later + timedelta(minutes=1)).isoformat()}))
    (reading,) = readings(live, "temperature", of="cellar")
    assert (reading.value, reading.last) == (13, None)


def test_what_an_absent_device_still_shows_is_not_known(home: tuple[LiveHome, SetClock]) -> None:
    live, _ = home
    live.receive(event("climate.study", {**HEATING, "state": "unavailable", "last_updated": (NOON + timedelta(minutes=1)).isoformat()}))
    (activity,) = readings(live, "action")
    assert (activity.value, activity.last) == (None, Report(value="heating", at=NOON))


def test_an_attribute_that_is_taken_back_leaves_the_others_known(home: tuple[LiveHome, SetClock]) -> None:
    live, _ = home
    shown = {**HEATING, "attributes": {**HEATING["attributes"], "hvac_action": None}, "last_updated": (NOON + timedelta(1)).isoformat()}
    live.receive(event("climate.study", shown))
    assert [r.value for r in readings(live, "action")] == [None]
    assert [r.value for r in readings(live, "climateMode")] == ["heat"]


def test_an_entity_that_is_removed_is_not_known(home: tuple[LiveHome, SetClock]) -> None:
    live, clock = home
    clock.advance(timedelta(minutes=2))
    live.receive(event("sensor.cellar", None))
    (reading,) = readings(live, "temperature", of="cellar")
    assert (reading.value, reading.at, reading.last) == (None, clock.now(), Report(value=14.2, at=NOON))


async def test_nothing_is_known_while_home_assistant_is_away(home: tuple[LiveHome, SetClock]) -> None:
    live, clock = home
    known = {reading.path: reading.value for reading in live.readings(None) if reading.value is not None}
    clock.advance(timedelta(minutes=2))
    changes = live.listeners.add()
    live.lose()
    away = list(live.readings(None))
    assert {reading.value for reading in away} == {None}
    assert {reading.path: reading.last.value for reading in away if reading.last is not None} == known
    assert {(await anext(changes)).path for _ in known} == set(known)
    live.take_registries(raw(LAMP, SENSOR, HEATING))
    assert {reading.path: reading.value for reading in live.readings(None) if reading.value is not None} == known
    assert {(await anext(changes)).path for _ in known} == set(known)
