"""Whatever an inventory or a server says of its entities, there is a home, it opens, and it can be shown again."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.gateway.fakes import NOON
from tests.gateway.homeassistant.homes import home_of
from tests.lengths import examples

from yamori.domain.clock import SetClock
from yamori.gateway.attributes import Unfit, fit
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.homeassistant.domains import domains, sensors
from yamori.gateway.homeassistant.inventory import Entity, HaDevice
from yamori.gateway.homeassistant.shadow import shown_states
from yamori.gateway.registry import HouseRegistry

TRAITS = [trait for domain in domains().values() for trait in domain.has]
NAMES = sorted(
    {source.of for trait in TRAITS for source in trait.reads.values() if source.of not in ("", "state")}
    | {name for trait in TRAITS for name in (*trait.choices.values(), *trait.when.get("attribute", ()))}
    | {str(bound) for trait in TRAITS for bounds in trait.numbers.values() for bound in bounds[:2]}
    | {"supported_features", "supported_color_modes", "device_class", "unit_of_measurement", "state_class", "options"}
)
WORDS = st.one_of(st.text(max_size=8), st.sampled_from(["on", "off", "cool", "°F", "tv", "garage", "hs"]))
NUMBERS = st.one_of(st.integers(-300, 70_000), st.floats())
VALUES = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS, st.lists(st.one_of(WORDS, NUMBERS), max_size=4), st.just({"a": 1}))
DOMAINS = st.sampled_from([*domains(), "sensor", "binary_sensor", "pet_feeder", "sun"])
KNOWN_STATES = st.sampled_from(["on", "off", "open", "unavailable", "unknown", "cool", "12.5", "playing"])
STATES = st.one_of(st.none(), KNOWN_STATES, st.text(max_size=6))


@st.composite
def entities(draw: st.DrawFn) -> list[Entity]:
    found: list[Entity] = []
    for number in range(draw(st.integers(1, 6))):
        domain = draw(DOMAINS)
        classes = [*sensors()[0], *sensors()[1], "", "enum", "nonsense"]
        attributes: dict[str, Any] = draw(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=8))
        if draw(st.booleans()):
            attributes["device_class"] = draw(st.sampled_from(classes))
        device = draw(st.sampled_from([None, "d1", "d2", "gone"]))
        name = draw(st.one_of(st.sampled_from(["Lamp", "ランプ", "", "Box Lamp"]), st.text(max_size=10)))
        found.append(
            Entity(
                id=f"{domain}.e{number}",
                name=name,
                state=draw(STATES),
                attributes=attributes,
                device=device,
                area=draw(st.sampled_from([None, "hall", "Küche 2"])),
                setting=draw(st.booleans()),
            )
        )
    return found


@examples(150)
@given(entities(), st.booleans())
async def test_any_inventory_is_a_home_that_opens(found: list[Entity], simulated: bool) -> None:
    mapped = home_of(*found, devices=(HaDevice(id="d1", name="Box"), HaDevice(id="d2", name="ランプ")), simulated=simulated)
    registry = HouseRegistry(mapped.loaded)
    backend = await open_virtual(registry, file=None, clock=SetClock(NOON))
    for reading in await backend.snapshot():
        address = registry.address(reading.device, reading.component, reading.capability, reading.attribute)
        if reading.value is not None:
            try:
                fit(address.attribute, reading.value)
            except Unfit as unfit:
                raise AssertionError(reading) from unfit
    await backend.close()
    assert all(device.name.strip() for device in mapped.loaded.home.devices)
    ids = [device.id for device in mapped.loaded.home.devices]
    assert len(ids) == len(set(ids)) and not any("." in id for id in ids)
    shown = shown_states(mapped)
    assert all(shown[entity.id].state == entity.state for entity in found)
