"""What changes in a simulated home is shown in Home Assistant's terms, and nothing else is."""

from typing import Any

import pytest
from tests.gateway.fakes import NOON
from tests.gateway.homeassistant.homes import entity, held_by, home_of

from yamori.domain.clock import SetClock
from yamori.domain.receipt import Command
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.homeassistant.inventory import Entity
from yamori.gateway.homeassistant.shadow import Shown, shown_states
from yamori.gateway.registry import HouseRegistry


async def shown_after(held: Entity, *commands: tuple[str, str, dict[str, Any]]) -> Shown:
    """The entity after commands to the virtual home, each as capability, name and arguments."""
    mapped = home_of(held, simulated=True)
    registry = HouseRegistry(mapped.loaded)
    backend = await open_virtual(registry, file=None, clock=SetClock(NOON))
    began = {r.path: r.value for r in await backend.snapshot()}
    device, component = mapped.places[held.id]
    for number, (capability, name, arguments) in enumerate(commands):
        own = held_by(mapped, held.id)[capability].capability.name
        command = registry.checked(Command(device=device, component=component, capability=own, name=name, arguments=arguments))
        await backend.send(command, str(number))
    changed = {r.path: r.value for r in await backend.snapshot() if began[r.path] != r.value}
    await backend.close()
    return shown_states(mapped, changed)[held.id]


LIGHT = entity("light.a", "on", supported_color_modes=["brightness"], color_mode="brightness", brightness=100)
FAN = entity("fan.a", "off", supported_features=1)
COVER = entity("cover.a", "open", device_class="blind", supported_features=15, current_position=37)
CLIMATE = entity("climate.a", "off", hvac_modes=["off", "heat", "cool"], temperature=20)
PLAYER = entity("media_player.a", "playing", supported_features=0xFFFFF, media_track=3, volume_level=0.5)


async def test_nothing_is_changed_by_being_read() -> None:
    for held in (LIGHT, COVER, CLIMATE, PLAYER):
        shown = await shown_after(held)
        assert (shown.state, {k: v for k, v in shown.attributes.items() if k not in shown.derived}) == (held.state, held.attributes)


@pytest.mark.parametrize(
    ("held", "commands", "state", "attributes"),
    [
        (LIGHT, [("switch", "off", {})], "off", {"brightness": None, "color_mode": None}),
        (LIGHT, [("switch", "off", {}), ("switch", "on", {})], "on", {"brightness": 100, "color_mode": "brightness"}),
        (LIGHT, [("switchLevel", "setLevel", {"level": 50})], "on", {"brightness": 128}),
        (FAN, [("switch", "on", {})], "on", {"percentage": 100}),
        (FAN, [("fanSpeedPercent", "setFanSpeed", {"speed": 30})], "on", {"percentage": 30}),
        (COVER, [("windowShadeLevel", "close", {})], "closed", {"current_position": 0}),
        (COVER, [("windowShadeLevel", "setShadeLevel", {"shadeLevel": 50})], "open", {"current_position": 50}),
        (CLIMATE, [("climateMode", "on", {})], "heat", {"temperature": 20}),
        (CLIMATE, [("climateMode", "setClimateMode", {"mode": "cool"}), ("climateMode", "off", {})], "off", {}),
        (PLAYER, [("mediaTrack", "nextTrack", {})], "playing", {"media_track": 4}),
        (PLAYER, [("audioVolume", "setVolume", {"volume": 80})], "playing", {"volume_level": 0.8}),
        (PLAYER, [("mediaPlayback", "pause", {})], "paused", {}),
        (PLAYER, [("switch", "off", {})], "off", {}),
        (entity("todo.a", "2", supported_features=1), [("todoList", "addItem", {"item": "milk"})], "3", {}),
        (entity("lock.a", "locked"), [("lock", "unlock", {})], "unlocked", {}),
        (entity("vacuum.a", "cleaning", supported_features=16), [("robotVacuum", "returnHome", {})], "returning", {}),
    ],
)
async def test_a_command_shows_as_home_assistant_would_show_it(
    held: Entity, commands: list[tuple[str, str, dict[str, Any]]], state: str, attributes: dict[str, Any]
) -> None:
    shown = await shown_after(held, *commands)
    assert shown.state == state
    assert {name: shown.attributes[name] for name in attributes} == attributes
    untouched = held.attributes.keys() - attributes.keys() - shown.derived
    assert {name: shown.attributes[name] for name in untouched} == {name: held.attributes[name] for name in untouched}
