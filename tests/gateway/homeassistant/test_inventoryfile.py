"""Inventory files, with the looseness that other people's files have."""

from datetime import date
from pathlib import Path

import pytest
from tests.gateway.homeassistant.homes import write

from yamori.domain.errors import Misconfigured
from yamori.gateway.homeassistant.inventoryfile import changed_states, holds_inventory, plain, read_inventory, read_inventory_home

FILE = """
areas:
  - {name: Küche, id: kueche, floor: Ground floor}
  - {name: Flur}
devices:
  - {name: Lampe, area: Küche}
entities:
  - {id: light.lampe, device: lampe, attributes: {supported_color_modes: [brightness], brightness: 90}}
  - {id: cover.tor, name: Tor, area: Flur, state: false, attributes: {device_class: cover.CoverDeviceClass.GARAGE,
     supported_features: [cover.CoverEntityFeature.OPEN, cover.CoverEntityFeature.CLOSE]}}
  - {id: lock.tuer, name: Tür, state: true}
  - {id: climate.bad, name: Bad, attributes: {hvac_mode: climate.HVACMode.HEAT, target_temperature: 70}}
  - {id: sensor.co2, name: CO2, state: 800, attributes: {device_class: sensor.SensorDeviceClass.CO2}}
"""


def test_a_file_is_read_with_what_it_leaves_out(tmp_path: Path) -> None:
    inventory = read_inventory(write(tmp_path, FILE).parent)
    found = {entity.id: entity for entity in inventory.entities}
    assert found["light.lampe"].name == "Lampe" and found["light.lampe"].state == "on" and found["light.lampe"].device == "lampe"
    assert (found["cover.tor"].state, found["cover.tor"].area) == ("closed", "flur")
    assert found["cover.tor"].attributes == {"device_class": "garage", "supported_features": 3}
    assert (found["lock.tuer"].state, found["climate.bad"].state, found["sensor.co2"].state) == ("locked", "heat", "800")
    assert found["sensor.co2"].attributes["device_class"] == "carbon_dioxide"
    assert found["climate.bad"].attributes["temperature"] == 70 and inventory.temperature_unit == "°F"
    assert [(area.id, area.floor) for area in inventory.areas] == [("kueche", "ground_floor"), ("flur", None)]


def test_a_copy_of_a_home_can_be_lived_in(tmp_path: Path) -> None:
    loaded = read_inventory_home(write(tmp_path, FILE)).loaded
    assert [device.name for device in loaded.home.devices] == ["Lampe", "Tor", "Tür", "Bad", "CO2"]
    assert loaded.home.devices[0].room == "kueche" and loaded.home.devices[1].aliases == ("Tor garage door",)


def test_an_inventory_is_told_from_a_home_file(tmp_path: Path) -> None:
    assert holds_inventory(write(tmp_path, FILE)) and holds_inventory(tmp_path)
    assert not holds_inventory(write(tmp_path, "home: demo\n", "demo.home.yaml")) and not holds_inventory(tmp_path / "demo")


def test_a_setup_is_laid_over_the_inventory(tmp_path: Path) -> None:
    inventory = read_inventory(write(tmp_path, FILE))
    changed = changed_states(inventory, {"light.lampe": {"state": "off", "attributes": {"brightness": 0}}, "cover.tor": {"state": "open"}})
    found = {entity.id: entity for entity in changed.entities}
    assert (found["light.lampe"].state, found["light.lampe"].attributes["brightness"]) == ("off", 0)
    assert found["cover.tor"].state == "open" and found["lock.tuer"].state == "locked"
    with pytest.raises(Misconfigured, match=r"light\.nowhere"):
        changed_states(inventory, {"light.nowhere": {"state": "on"}})


def test_a_setup_may_use_the_names_that_integrations_use(tmp_path: Path) -> None:
    text = """
entities:
  - {id: climate.hall, state: heat, attributes: {target_temperature: 20, hvac_modes: [heat, cool]}}
  - {id: sensor.hall, attributes: {native_value: 18, native_unit_of_measurement: °C}}
  - {id: calendar.family, state: "off"}
"""
    setup = {
        "climate.hall": {"state": "cool", "attributes": {"target_temperature": 26, "target_humidity": 40}},
        "sensor.hall": {"attributes": {"native_value": 25}},
        "calendar.family": {"attributes": {"events": [{"summary": "Choir", "start": date(2026, 4, 6)}]}},
    }
    found = {entity.id: entity for entity in changed_states(read_inventory(write(tmp_path, text)), setup).entities}
    assert (found["climate.hall"].attributes["temperature"], found["climate.hall"].attributes["humidity"]) == (26, 40)
    assert "target_temperature" not in found["climate.hall"].attributes
    assert found["sensor.hall"].state == "25"
    assert found["calendar.family"].attributes["events"] == [{"summary": "Choir", "start": "2026-04-06"}]


def test_a_folder_may_call_its_inventory_home(tmp_path: Path) -> None:
    (tmp_path / "_home.yaml").write_text("entities: [{id: light.a}]\n", encoding="utf-8")
    assert holds_inventory(tmp_path) and [e.id for e in read_inventory(tmp_path).entities] == ["light.a"]


def test_names_of_enumerations_stand_for_their_values() -> None:
    assert plain("media_player", "media_player.MediaPlayerEntityFeature.VOLUME_SET") == 4
    assert plain("climate", ["climate.HVACMode.HEAT_COOL", "off"]) == ["heat_cool", "off"]
    assert plain("sensor", "sensor.UnitOfTemperature.FAHRENHEIT") == "°F" and plain("light", "a.word") == "a.word"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("areas: []", "no entities"),
        ("entities: [{id: lamp}]", "entities[0].id"),
        ("entities: [{id: light.a}, {id: light.a}]", "twice"),
        ("entities: {light.a: {}}", "list"),
        ("entities: [", "YAML"),
    ],
)
def test_a_mistake_is_shown_with_its_file_and_key(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(Misconfigured, match=said.replace("[", r"\[")) as wrong:
        read_inventory(write(tmp_path, text))
    assert "_fixtures.yaml" in wrong.value.where
