"""The values that every layer passes around."""

from datetime import datetime

import pytest

from yamori.domain.capability import Attribute, Capability, CommandSpec
from yamori.domain.home import Device, Floor, Home, Person, Place, Room
from yamori.domain.receipt import Cause, Command, Reading, Receipt, ReceiptStatus

PLACE = Place(name="Nara", country="JP", latitude=34.68, longitude=135.8, timezone="Asia/Tokyo")
KETTLE = Device(id="kettle", name="Kettle", components={"main": {"switch": {}}, "base": {"heat": {}, "switch": {}}})


def test_a_home_finds_what_it_has_by_id_and_nothing_else() -> None:
    home = Home(name="h", place=PLACE, rooms=(Room(id="den", name="Den"),), devices=(KETTLE,))
    assert home.device("kettle") is KETTLE
    assert (home.device("Kettle"), home.room(None), home.room("attic"), home.person("sora")) == (None, None, None, None)


def test_a_device_lists_its_capabilities_component_by_component() -> None:
    assert KETTLE.capabilities() == (("main", "switch"), ("base", "heat"), ("base", "switch"))


def test_a_receipt_tells_only_what_became_different() -> None:
    receipt = Receipt(
        id="r",
        command=Command(device="kettle", capability="switch", name="on"),
        cause=Cause(key="k", person="sora", words="tea"),
        status=ReceiptStatus.DONE,
        before={"switch.switch": "off", "heat.heat": 20},
        after={"switch.switch": "on", "heat.heat": 20, "heat.target": 95},
        at=datetime.fromisoformat("2026-05-01T12:00:00+09:00"),
    )
    assert dict(receipt.changed()) == {"switch.switch": ("off", "on"), "heat.target": (None, 95)}


HOSTILE = "\x1b[2J\x1b]0;owned\x07Bad\x9b31m \u202elamp\x00\r\nDONE\x1b]52;c;cm0=\x1b\\"
PLAIN = "Bad lamp DONE"


@pytest.mark.parametrize(
    "named",
    [
        Device(id="d", name=HOSTILE, aliases=(HOSTILE, "\x1b[0m"), components={}),
        Room(id="d", name=HOSTILE, aliases=(HOSTILE,)),
        Floor(id="d", name=HOSTILE, aliases=(HOSTILE,)),
        Person(id="d", name=HOSTILE),
        Place(name=HOSTILE, country="JP", latitude=0, longitude=0, timezone="UTC"),
        Home(name=HOSTILE, place=PLACE),
    ],
    ids=lambda named: type(named).__name__,
)
def test_whatever_a_name_holds_it_is_one_line_that_a_terminal_only_shows(named: Device | Room | Floor | Person | Place | Home) -> None:
    assert named.name == PLAIN
    assert set(getattr(named, "aliases", ())) <= {PLAIN}


def test_a_name_of_control_characters_alone_is_the_id() -> None:
    assert Device(id="kettle", name="\x1b[2J\u202e", components={}).name == "kettle"


def test_what_devices_report_and_say_of_themselves_is_plain_text() -> None:
    at = datetime.fromisoformat("2026-05-01T12:00:00+09:00")
    reading = Reading(device="d", component="main", capability="c", attribute="a", value={HOSTILE: [HOSTILE, 1, True]}, at=at)
    assert reading.value == {"Bad lamp\nDONE": ["Bad lamp\nDONE", 1, True]}
    cause, command = Cause(key="k", person="p", words="w"), Command(device="d", capability="c", name="n")
    receipt = Receipt(
        id="r", command=command, cause=cause, status=ReceiptStatus.FAILED, before={"c.a": HOSTILE}, after={}, at=at, problem=HOSTILE
    )
    assert (receipt.before["c.a"], receipt.problem) == ("Bad lamp\nDONE", "Bad lamp\nDONE")
    spec = CommandSpec(name="n", says=HOSTILE)
    capability = Capability(name="c", says=HOSTILE, attributes={}, commands={"n": spec})
    assert {capability.says, spec.says} == {"Bad lamp\nDONE"}
    attribute = Attribute(name="a", type="string", unit=HOSTILE, values=(HOSTILE,))
    assert (attribute.unit, attribute.values) == (PLAIN, ("Bad lamp\nDONE",))
