"""What rituals do in any home, by its capability files."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.apps.homes import named_home
from yamori.domain.capability import Capability, Risk
from yamori.domain.home import Device, Home, Place
from yamori.domain.language import Language
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.gateway import capabilityfile
from yamori.gateway.capabilityfile import read_capability
from yamori.scenes.composing import Choice, effects_of, ritual_calls, saved_calls
from yamori.scenes.kind import kinds, topics
from yamori.scenes.reading.vocabulary import kind_words, words_for
from yamori.scenes.scene import MOST_CALLS

LOADED = named_home("demo")
HOME, CAPABILITIES = LOADED.home, LOADED.capabilities
FILES = Path(capabilityfile.__file__).parent / "capabilities"
NOW = datetime(2026, 3, 5, tzinfo=UTC)
_NEVER = {"open", "unlock", "start", "run", "disarm"}


def home_of(devices: tuple[Device, ...]) -> Home:
    place = Place(name="Here", country="JP", latitude=0, longitude=0, timezone="UTC")
    return Home(name="any", place=place, devices=devices)


@st.composite
def homes(draw: st.DrawFn) -> Home:
    names = st.lists(st.sampled_from(sorted(CAPABILITIES)), min_size=1, max_size=6, unique=True)
    held = draw(st.lists(names, max_size=12))
    return home_of(
        tuple(
            Device(
                id=f"d{n}", name=f"Device {n}", components={"main": {name: dict.fromkeys(CAPABILITIES[name].attributes) for name in each}}
            )
            for n, each in enumerate(held)
        )
    )


@given(home=homes(), kind=st.sampled_from(sorted(kinds())))
def test_a_ritual_never_opens_a_door_unlocks_starts_an_appliance_or_needs_an_approval(home: Home, kind: str) -> None:
    for call in ritual_calls(kinds()[kind], home, CAPABILITIES, Choice()):
        capability = CAPABILITIES[str(call.arguments["capability"])]
        command = capability.commands[str(call.arguments["command"])]
        assert command.risk is Risk.SAFE
        assert command.name not in _NEVER or capability.name.startswith("windowShade")
        assert "perature" not in capability.name or capability.name == "colorTemperature"


@given(home=homes(), kind=st.sampled_from(sorted(kinds())), out=st.sampled_from([f"d{n}" for n in range(12)]))
def test_what_is_left_out_is_never_moved(home: Home, kind: str, out: str) -> None:
    for call in ritual_calls(kinds()[kind], home, CAPABILITIES, Choice(without=(out,))):
        assert out not in call.arguments["devices"]  # type: ignore[operator]


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_a_ritual_brings_about_what_its_file_says(kind: str) -> None:
    calls = ritual_calls(kinds()[kind], HOME, CAPABILITIES, Choice())
    assert 0 < len(calls) <= MOST_CALLS
    wanted = {path: value for effect in kinds()[kind].effects for path, value in effect.values.items()}
    for call in calls:
        arguments = call.arguments["arguments"]
        assert isinstance(arguments, Mapping)
        capability: Capability = CAPABILITIES[str(call.arguments["capability"])]
        effects = effects_of(capability, str(call.arguments["command"]), arguments)
        assert any(wanted.get(path) == value for path, value in effects.items())


def test_a_saved_light_that_is_off_is_only_switched_off_and_one_that_is_on_comes_back_as_it_was() -> None:
    lamp = next(d for d in HOME.devices if "switchLevel" in d.components["main"] and "colorTemperature" in d.components["main"])
    off = saved(lamp, {"switch.switch": "off", "switchLevel.level": 40, "colorTemperature.colorTemperature": 3000})
    assert off == [("switch", "off", {})]
    on = saved(lamp, {"switch.switch": "on", "switchLevel.level": 40, "colorTemperature.colorTemperature": 3000})
    assert ("switchLevel", "setLevel", {"level": 40}) in on
    assert ("colorTemperature", "setColorTemperature", {"temperature": 3000}) in on and ("switch", "off", {}) not in on


def test_what_is_not_known_is_not_kept() -> None:
    lamp = next(d for d in HOME.devices if "switchLevel" in d.components["main"])
    assert saved(lamp, {"switch.switch": None, "switchLevel.level": None}) == []


def saved(device: Device, values: Mapping[str, Value]) -> list[tuple[object, object, object]]:
    readings = [
        Reading(device=device.id, component="main", capability=path.split(".")[0], attribute=path.split(".")[1], value=value, at=NOW)
        for path, value in values.items()
    ]
    calls = saved_calls(home_of((device,)), CAPABILITIES, readings, Choice())
    return [(c.arguments["capability"], c.arguments["command"], c.arguments["arguments"]) for c in calls]


def test_every_ritual_has_names_and_words_in_both_languages() -> None:
    for kind in kinds().values():
        for language in Language:
            assert kind.names[language] and kind_words(kind.name, language)
    for language in Language:
        assert all(words_for(topic, language) for topic in ("scene", "around", "without", "made", "explains", "whole"))
        assert words_for("called", language) or words_for("called_behind", language)
        assert words_for("saying", language) or words_for("said", language)


def test_the_files_name_attributes_and_values_that_the_capabilities_have() -> None:
    known = {file.name.split(".")[0]: read_capability(file).capability for file in FILES.glob("*.capability.yaml")}
    paths = {path: [value] for kind in kinds().values() for effect in kind.effects for path, value in effect.values.items()}
    paths |= {path: list(values) for topic in topics() for path, values in topic.values.items()}
    paths |= {path: [] for topic in topics() for path in topic.positive}
    for path, values in paths.items():
        name, _, attribute = path.partition(".")
        declared = known[name].attributes[attribute]
        assert not declared.values or all(value in declared.values for value in values), path
