"""The values that every layer passes around."""

from datetime import datetime

from yamori.domain.home import Device, Home, Place, Room
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus

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
