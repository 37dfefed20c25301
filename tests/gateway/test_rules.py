"""Rules that hold for any command of any capability, tried with many."""

import asyncio
from collections.abc import Mapping

from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.domain.capability import Attribute
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Device, Home, Place
from yamori.domain.receipt import Cause, Command, ReceiptStatus
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, clamp, fit
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog, argument_schemas
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.opening import open_gate

SHELF = CapabilityCatalog(PRODUCT_CAPABILITIES)
CAPABILITIES = {name: found.capability for name in SHELF.names if (found := SHELF.find(name)) is not None}
COMMANDS = [(name, command) for name, capability in CAPABILITIES.items() for command in capability.commands]
EVERYTHING = Device(id="thing", name="Thing", components={"main": {name: {} for name in CAPABILITIES}})
PLACE = Place(name="Nara", country="JP", latitude=34.68, longitude=135.8, timezone="Asia/Tokyo")
LOADED = LoadedHome(home=Home(name="all", place=PLACE, devices=(EVERYTHING,)), capabilities=CAPABILITIES)
JSON: st.SearchStrategy[Value] = st.recursive(
    st.none() | st.booleans() | st.integers(-10_000, 10_000) | st.floats(-1e6, 1e6) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3),
    max_leaves=5,
)


def fitting(schema: Mapping[str, Value]) -> st.SearchStrategy[Value]:
    """Values that the schema of one argument allows, and now and then any value at all."""
    allowed = schema.get("enum")
    if isinstance(allowed, list):
        return st.sampled_from(allowed) | JSON
    low, high = schema.get("minimum", -1000), schema.get("maximum", 1000)
    assert isinstance(low, int | float) and isinstance(high, int | float)
    numbers: st.SearchStrategy[Value] = st.integers(int(low), int(high)) if schema["type"] == "integer" else st.floats(low, high)
    return numbers | JSON


@st.composite
def commands(draw: st.DrawFn) -> Command:
    capability, name = draw(st.sampled_from(COMMANDS))
    schemas = argument_schemas(CAPABILITIES[capability].commands[name])
    arguments = draw(st.fixed_dictionaries({}, optional={key: fitting(schema) for key, schema in schemas.items()}))
    return Command(device="thing", capability=capability, name=name, arguments=arguments)


@examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(commands(), min_size=1, max_size=12))
def test_whatever_is_commanded_attributes_stay_what_they_may_be_and_no_key_acts_twice(sequence: list[Command]) -> None:
    asyncio.run(play(sequence))


async def play(sequence: list[Command]) -> None:
    async with open_gate(LOADED, data=None) as gate:
        for number, command in enumerate(sequence):
            cause = Cause(key=str(number), person="sora", words="")
            before = {reading.path: reading.value for reading in await gate.snapshot()}
            try:
                receipt = await gate.execute(command, cause)
            except InvalidRequest as error:
                assert error.where.startswith("arguments")
                assert {reading.path: reading.value for reading in await gate.snapshot()} == before
                continue
            if receipt.status is ReceiptStatus.HELD:
                assert {reading.path: reading.value for reading in await gate.snapshot()} == before
                continue
            after = {reading.path: reading.value for reading in await gate.snapshot()}
            assert await gate.execute(command, cause) == receipt
            assert {reading.path: reading.value for reading in await gate.snapshot()} == after
            changed = {path.removeprefix("thing.main."): (before[path], value) for path, value in after.items() if before[path] != value}
            assert changed == dict(receipt.changed())
            assert receipt.status is not ReceiptStatus.FAILED
            for reading in await gate.snapshot():
                attribute = CAPABILITIES[reading.capability].attributes[reading.attribute]
                assert reading.value is None or fit(attribute, reading.value) == reading.value


@given(st.integers(-100, 100), st.integers(0, 100), st.floats(-1e9, 1e9))
def test_a_clamped_number_always_fits_and_one_within_the_range_stays(low: int, width: int, value: float) -> None:
    attribute = Attribute(name="a", type="integer", minimum=low, maximum=low + width)
    clamped = clamp(attribute, value)
    assert fit(attribute, clamped) == clamped
    assert not (low <= value <= low + width) or abs(clamped - value) <= 0.5


@given(JSON)
def test_any_value_either_fits_an_attribute_or_is_told_what_would(value: Value) -> None:
    for attribute in (
        Attribute(name="a", type="integer", minimum=0, maximum=9, unit="%"),
        Attribute(name="a", type="number"),
        Attribute(name="a", type="string", values=("x", "y")),
        Attribute(name="a", type="boolean"),
        Attribute(name="a", type="object"),
    ):
        try:
            assert fit(attribute, value) == value
        except Unfit as unfit:
            assert "expected" in str(unfit)
