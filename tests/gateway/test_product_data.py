"""The capabilities and the demo home that come with the product."""

import re
from pathlib import Path

from yamori.domain.capability import Risk
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog
from yamori.gateway.homefile import load_home

SHELF = CapabilityCatalog(PRODUCT_CAPABILITIES)


def test_every_capability_of_the_product_is_right_and_reaches_only_what_exists() -> None:
    assert len(SHELF.names) > 40
    for name in SHELF.names:
        assert SHELF.find(name) is not None
        SHELF.check_reach(name)


def test_what_a_capability_says_is_short_enough_for_a_small_model() -> None:
    for name in SHELF.names:
        found = SHELF.find(name)
        assert found is not None
        for says in (found.capability.says, *(command.says for command in found.capability.commands.values())):
            assert 2 <= len(says.split()) <= 12, (name, says)


def test_every_command_of_the_product_can_be_given_without_its_optional_arguments() -> None:
    for name in SHELF.names:
        found = SHELF.find(name)
        assert found is not None
        for command in found.capability.commands.values():
            properties = command.arguments.get("properties", {})
            required = command.arguments.get("required", [])
            assert isinstance(properties, dict) and isinstance(required, list)
            assert set(properties) == set(required) | set(command.defaults), (name, command.name)


def test_what_opens_the_house_or_heats_it_unseen_is_never_done_at_once() -> None:
    risks = {
        (name, command): found.capability.commands[command].risk
        for name, command in [
            ("lock", "unlock"),
            ("doorControl", "open"),
            ("valve", "open"),
            ("ovenOperatingState", "start"),
            ("securitySystem", "disarm"),
            ("videoCamera", "off"),
        ]
        if (found := SHELF.find(name)) is not None
    }
    assert len(risks) == 6 and Risk.SAFE not in risks.values()
    assert risks["securitySystem", "disarm"] is Risk.PIN


def test_the_demo_home_has_what_the_tour_shows() -> None:
    home = load_home("demo").home
    assert (len(home.rooms), len(home.floors), home.place.timezone) == (7, 2, "Asia/Tokyo")
    assert 24 <= len(home.devices) <= 30
    assert [person.role.value for person in home.people] == ["adult", "adult", "child", "guest"]
    fridge = home.device("fridge")
    assert fridge is not None and list(fridge.components) == ["main", "freezer"]
    assert sum("tvChannel" in device.components["main"] for device in home.devices) == 2
    names = [name for device in home.devices for name in (device.name, *device.aliases)]
    assert len(names) == len(set(names)), "a name that means two devices"
    aliases = {named.id: named.aliases for named in home.floors} | {named.id: named.aliases for named in home.rooms}
    for id, spoken in {**aliases, **{device.id: device.aliases for device in home.devices}}.items():
        assert any(ord(letter) > 0x3000 for alias in spoken for letter in alias), f"{id} has no Japanese name"


def test_the_examples_of_the_documentation_are_right(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "formats" / "homes.md").read_text(encoding="utf-8")
    home, capability, *_ = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "capabilities").mkdir()
    (tmp_path / "capabilities" / "switchLevel.capability.yaml").write_text(capability, encoding="utf-8")
    (tmp_path / "cabin.home.yaml").write_text(home, encoding="utf-8")
    loaded = load_home(tmp_path / "cabin.home.yaml")
    assert set(loaded.capabilities["switchLevel"].commands) == {"setLevel", "dimmer"}
