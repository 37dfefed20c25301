"""What an answer did, done otherwise: which devices and values are offered, and the commands of the choice."""

from datetime import UTC, datetime

import pytest

from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec, Risk, SetEffect
from yamori.domain.correcting import corrected, correction_of
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Device, Home, Place, Room
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus
from yamori.domain.values import Value

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LEVEL: Value = {"type": "object", "properties": {"level": {"type": "integer"}}, "required": ["level"]}
CAPABILITIES = {
    "switch": Capability(
        name="switch",
        says="",
        attributes={"switch": Attribute(name="switch", type="string", values=("on", "off"))},
        commands={n: CommandSpec(name=n, says="", effects={"switch": SetEffect(value=n)}) for n in ("on", "off")},
    ),
    "switchLevel": Capability(
        name="switchLevel",
        says="",
        attributes={"level": Attribute(name="level", type="integer", unit="%", minimum=0, maximum=100)},
        commands={"setLevel": CommandSpec(name="setLevel", says="", arguments=LEVEL, effects={"level": ArgumentEffect(argument="level")})},  # type: ignore[arg-type]
    ),
    "lock": Capability(
        name="lock",
        says="",
        attributes={"lock": Attribute(name="lock", type="string", values=("locked", "unlocked"))},
        commands={"lock": CommandSpec(name="lock", says=""), "unlock": CommandSpec(name="unlock", says="", risk=Risk.PIN)},
    ),
}


def _device(id: str, room: str, *capabilities: str) -> Device:
    return Device(id=id, name=id, room=room, components={"main": {name: {} for name in capabilities}})


HOME = Home(
    name="h",
    place=Place(name="p", country="JP", latitude=0, longitude=0, timezone="Asia/Tokyo"),
    rooms=(Room(id="den", name="Den"), Room(id="attic", name="Attic")),
    devices=(
        _device("lamp", "den", "switch", "switchLevel"),
        _device("fan", "den", "switch"),
        _device("spot", "attic", "switch", "switchLevel"),
        _device("door", "attic", "lock"),
        _device("gate", "den", "lock"),
    ),
)


def _receipt(device: str, capability: str, name: str, path: str, before: Value, after: Value, **arguments: Value) -> Receipt:
    return Receipt(
        id="r",
        command=Command(device=device, capability=capability, name=name, arguments=arguments),
        cause=Cause(key="k", person="mia", words=""),
        status=ReceiptStatus.DONE,
        before={path: before},
        after={path: after},
        at=NOON,
    )


DIMMED = _receipt("lamp", "switchLevel", "setLevel", "switchLevel.level", 80, 30, level=30)
SWITCHED = _receipt("lamp", "switch", "on", "switch.switch", "off", "on")


def test_devices_that_share_most_come_first_and_only_those_that_take_the_command() -> None:
    assert correction_of(DIMMED, HOME, CAPABILITIES).devices == ("spot",)  # type: ignore[union-attr]
    assert correction_of(SWITCHED, HOME, CAPABILITIES).devices == ("spot", "fan")  # type: ignore[union-attr]


def test_a_number_is_offered_in_its_range_and_a_state_among_its_states() -> None:
    dimmed, switched = correction_of(DIMMED, HOME, CAPABILITIES), correction_of(SWITCHED, HOME, CAPABILITIES)
    assert dimmed is not None and dimmed.values is not None and switched is not None and switched.values is not None
    assert (dimmed.values.now, dimmed.values.minimum, dimmed.values.maximum, dimmed.values.unit) == (30, 0, 100, "%")
    assert (switched.values.now, switched.values.choices) == ("on", ("on", "off"))


def test_a_value_that_needs_an_agreement_is_not_offered() -> None:
    correction = correction_of(_receipt("door", "lock", "lock", "lock.lock", "unlocked", "locked"), HOME, CAPABILITIES)
    assert correction is not None and (correction.devices, correction.values) == (("gate",), None)
    assert correction_of(_receipt("door", "lock", "unlock", "lock.lock", "locked", "unlocked"), HOME, CAPABILITIES) is None


def test_the_other_device_gets_the_same_command_and_the_other_value_its_own() -> None:
    same = Command(device="spot", capability="switchLevel", name="setLevel", arguments={"level": 30})
    assert corrected(DIMMED, HOME, CAPABILITIES, device="spot") == (same,)
    (brighter,) = corrected(DIMMED, HOME, CAPABILITIES, device=None, value=55)
    assert (brighter.device, brighter.arguments) == ("lamp", {"level": 55})
    (off,) = corrected(SWITCHED, HOME, CAPABILITIES, device="fan", value="off")
    assert (off.device, off.name) == ("fan", "off")


@pytest.mark.parametrize(
    ("device", "value"), [("fan", None), ("nothing", None), (None, 101), (None, "high"), (None, 2.5), (None, True), (None, None)]
)
def test_what_was_not_offered_is_turned_down(device: str | None, value: Value) -> None:
    with pytest.raises(InvalidRequest):
        corrected(DIMMED, HOME, CAPABILITIES, device=device, value=value)
