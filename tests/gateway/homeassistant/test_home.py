"""Entities become devices with capabilities that are cut to what they say of themselves."""

from tests.gateway.homeassistant.homes import capability, entity, held_by, home_of

from yamori.domain.capability import Risk
from yamori.gateway.capabilityfile import argument_schemas
from yamori.gateway.homeassistant.home import floor_of, mapped_home
from yamori.gateway.homeassistant.inventory import Area, Entity, HaDevice, Inventory
from yamori.gateway.registry import HouseRegistry


def test_a_device_with_sensors_is_one_device_of_ours() -> None:
    lock = HaDevice(id="d1", name="Entrance", area="hall")
    mapped = home_of(
        entity("sensor.entrance_battery", "81", name="Entrance Battery", device="d1", device_class="battery", unit_of_measurement="%"),
        entity("lock.entrance", "locked", name="Entrance", device="d1"),
        entity("binary_sensor.entrance_tamper", "off", name="Entrance Tamper", device="d1", device_class="tamper"),
        devices=(lock,),
    )
    (device,) = mapped.loaded.home.devices
    assert (device.id, device.name, device.room, device.aliases) == ("lock:entrance", "Entrance", "hall", ("Entrance lock",))
    assert device.components["main"]["lock"] == {"lock": "locked"} and device.components["main"]["battery"] == {"battery": 81}


def test_things_of_their_own_in_one_device_are_told_apart_by_what_they_are() -> None:
    opener = HaDevice(id="d1", name="Opener", area="hall")
    mapped = home_of(
        entity("light.opener", name="Opener", device="d1", supported_color_modes=["onoff"]),
        entity("cover.opener", "closed", name="Opener", device="d1", device_class="garage", supported_features=3),
        devices=(opener,),
    )
    assert {d.id: d.name for d in mapped.loaded.home.devices} == {"light:opener": "Opener light", "cover:opener": "Opener garage door"}


def test_two_sensors_of_a_kind_do_not_hide_each_other() -> None:
    strip = HaDevice(id="d1", name="Tank")
    mapped = home_of(
        entity("sensor.tank_top", "21.5", name="Tank top", device="d1", device_class="temperature", unit_of_measurement="°C"),
        entity("sensor.tank_bottom", "19", name="Tank bottom", device="d1", device_class="temperature", unit_of_measurement="°C"),
        devices=(strip,),
    )
    (device,) = mapped.loaded.home.devices
    assert device.name == "Tank" and list(device.components) == ["main", "bottom"]


def test_a_capability_takes_the_entitys_own_range_values_and_commands() -> None:
    mapped = home_of(
        entity("climate.study", "cool", hvac_modes=["off", "cool", "dry"], temperature=24, min_temp=17, max_temp=28, supported_features=1),
        entity("media_player.tv", "on", source_list=["HDMI 1", "Net"], supported_features=2048 + 128, device_class="tv"),
    )
    mode = capability(mapped, "climate.study", "climateMode")
    assert mode.attributes["climateMode"].values == ("off", "cool", "dry") and mode.name != "climateMode"
    assert argument_schemas(mode.commands["setClimateMode"])["mode"]["enum"] == ["off", "cool", "dry"]
    setpoint = capability(mapped, "climate.study", "temperatureSetpoint")
    assert argument_schemas(setpoint.commands["setTemperatureSetpoint"])["setpoint"] == {"type": "number", "minimum": 17, "maximum": 28}
    assert capability(mapped, "media_player.tv", "mediaInputSource").attributes["inputSource"].values == ("HDMI 1", "Net")
    assert list(capability(mapped, "media_player.tv", "switch").commands) == ["on"]
    assert "audioVolume" not in held_by(mapped, "media_player.tv")


def test_the_same_thermostat_twice_is_one_capability_and_its_name_stays() -> None:
    one = entity("climate.a", "heat", hvac_modes=["off", "heat"], min_temp=5, max_temp=25)
    other = entity("climate.b", "off", hvac_modes=["off", "heat"], min_temp=5, max_temp=25)
    both = home_of(one, other)
    assert capability(both, "climate.a", "climateMode").name == capability(both, "climate.b", "climateMode").name
    assert capability(home_of(other), "climate.b", "climateMode").name == capability(both, "climate.a", "climateMode").name


def test_what_opens_the_house_is_never_done_at_once() -> None:
    mapped = home_of(
        entity("lock.door", "locked"),
        entity("cover.garage", "closed", device_class="garage", supported_features=3),
        entity("cover.gate", "closed", device_class="gate", supported_features=7, current_position=0),
        entity("valve.water", "closed", supported_features=3),
        entity("alarm_control_panel.home", "armed_away", supported_features=3),
        entity("cover.blind", "closed", device_class="blind", supported_features=3),
    )
    risks = {(held.entity, name): spec.risk for held in mapped.held.values() for name, spec in held.capability.commands.items()}
    for risky in [("lock.door", "unlock"), ("cover.garage", "open"), ("cover.gate", "setOpenLevel"), ("valve.water", "open")]:
        assert risks[risky] is Risk.CONFIRM
    assert risks["alarm_control_panel.home", "disarm"] is Risk.PIN and risks["cover.blind", "open"] is Risk.SAFE


def test_floors_areas_and_aliases_come_along_and_an_unlisted_area_becomes_a_room() -> None:
    upstairs = floor_of("Upper floor", aliases=("2階",), id="upper")
    inventory = Inventory(
        floors=(upstairs,),
        areas=(Area(id="study", name="Study", floor="upper", aliases=("書斎",)),),
        entities=(
            Entity(id="light.desk", name="Desk", state="on", area="study", aliases=("机の灯り",)),
            Entity(id="switch.pump", name="Pump", state="off", area="wine_cellar"),
        ),
    )
    home = mapped_home(inventory, simulated=False).loaded.home
    assert home.floors == (upstairs,) and home.rooms[0].floor == "upper" and home.rooms[0].aliases == ("書斎",)
    assert [(d.name, d.aliases) for d in home.devices] == [("Desk", ("机の灯り", "Desk light")), ("Pump", ())]
    assert home.rooms[1].name == "wine cellar" and home.devices[1].room == home.rooms[1].id


def test_names_in_other_scripts_can_be_typed_on_another_keyboard() -> None:
    inventory = Inventory(
        areas=(Area(id="kuche", name="Küche"), Area(id="kukhnia", name="Кухня"), Area(id="genkan", name="玄関")),
        entities=(
            Entity(id="light.lampa", name="Лампа", state="on"),
            Entity(id="fan.ventilator_1", name="Lüfter", state="on"),
            Entity(id="lock.genkan", name="玄関", state="locked"),
        ),
    )
    home = mapped_home(inventory, simulated=False).loaded.home
    assert [room.aliases for room in home.rooms] == [("Kuche",), ("kukhnia",), ()]
    assert [device.aliases for device in home.devices] == [("lampa", "lampa light"), ("Lufter", "Lüfter fan"), ("玄関 lock",)]


def test_settings_of_a_device_keep_their_names_and_do_not_switch_it() -> None:
    purifier = HaDevice(id="d1", name="Purifier")
    child_lock = Entity(id="switch.child_lock", name="Purifier Child lock", state="on", device="d1", setting=True)
    mapped = home_of(entity("fan.purifier", "off", name="Purifier", device="d1", supported_features=1), child_lock, devices=(purifier,))
    (device,) = mapped.loaded.home.devices
    assert list(device.components) == ["main", "Child_lock"] and mapped.places["switch.child_lock"] == ("fan:purifier", "Child_lock")


def test_an_unknown_domain_is_read_and_commanded_by_what_the_server_says_of_it() -> None:
    services = {
        "pet_feeder": {
            "feed": {
                "name": "Feed",
                "description": "Gives the pet a portion. More words.",
                "target": {"entity": [{"domain": ["pet_feeder"]}]},
                "fields": {
                    "portions": {"required": True, "selector": {"number": {"min": 1, "max": 5}}},
                    "sound": {"selector": {"select": {"options": ["bell", {"value": "voice", "label": "Voice"}]}}},
                },
            },
            "reload": {"fields": {}},
        }
    }
    mapped = home_of(entity("pet_feeder.cat", "idle"), services=services)
    found = capability(mapped, "pet_feeder.cat", "petFeederControl")
    assert list(found.commands) == ["feed"] and found.commands["feed"].risk is Risk.CONFIRM
    assert found.commands["feed"].says == "Gives the pet a portion."
    assert argument_schemas(found.commands["feed"])["portions"] == {"type": "number", "minimum": 1, "maximum": 5}
    assert argument_schemas(found.commands["feed"])["sound"] == {"type": "string", "enum": ["bell", "voice"]}
    assert found.commands["feed"].arguments["required"] == ["portions"]


def test_a_device_that_lies_about_itself_is_taken_for_what_can_be_true() -> None:
    mapped = home_of(
        entity("climate.odd", "cool", hvac_modes=None, temperature="warm", min_temp=30, max_temp=10, supported_features=1),
        entity("sensor.odd", "lots", device_class="temperature", unit_of_measurement="°C"),
        entity("light.odd", "purple", supported_color_modes="hs", brightness=99999),
        entity("fan.odd", "on", supported_features="many", percentage=True),
    )
    HouseRegistry(mapped.loaded)
    (climate, sensor, *_), home = mapped.loaded.home.devices, mapped.loaded
    setpoint = capability(mapped, "climate.odd", "temperatureSetpoint").attributes["temperatureSetpoint"]
    assert (setpoint.minimum, setpoint.maximum) == (7, 35) and climate.components["main"]
    assert sensor.components["main"]["temperatureMeasurement"] == {} and home.capabilities
