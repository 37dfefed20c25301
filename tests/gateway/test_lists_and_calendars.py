"""Lists and calendars among the devices: the virtual home keeps their entries, and the gate reads them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.gateway.fakes import NOON, cause

from yamori.domain.agenda import calendar_event, list_item
from yamori.domain.clock import SetClock
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.gateway.capabilityfile import read_capability
from yamori.gateway.gate import HouseGate
from yamori.gateway.homefile import load_home
from yamori.gateway.opening import open_gate

HOME = """
home: lists
place: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: UTC}
devices:
  - {id: errands, name: Errands, components: {main: {todoList: {open: 1, items: {entries: [Stamps]}}}}}
  - {id: club, name: Club, components: {main: {calendarEvents: {events: {entries: [
      {summary: Match, start: "2026-11-22T10:00:00+00:00", end: "2026-11-22T12:00:00+00:00"},
      {summary: Camp, start: "2026-11-23", end: "2026-11-25"},
      {summary: Broken, start: soon}]}}}}}
  - {id: lamp, name: Lamp, components: {main: {switch: {switch: "off"}}}}
"""


@pytest.fixture
async def gate(tmp_path: Path) -> AsyncIterator[HouseGate]:
    file = tmp_path / "lists.home.yaml"
    file.write_text(HOME, encoding="utf-8")
    async with open_gate(load_home(str(file)), data=None, clock=SetClock(NOON)) as opened:
        yield opened


def to_errands(name: str, item: str) -> Command:
    return Command(device="errands", capability="todoList", name=name, arguments={"item": item})


async def test_entries_are_added_and_taken_out_by_their_words_in_any_case(gate: HouseGate) -> None:
    receipt = await gate.execute(to_errands("addItem", "Glue"), cause("a"))
    assert receipt.status is ReceiptStatus.DONE and receipt.after["todoList.open"] == 2
    await gate.execute(to_errands("addItem", "Glue"), cause("b"))
    assert [item.summary for item in await gate.items("errands")] == ["Stamps", "Glue", "Glue"]
    await gate.execute(to_errands("completeItem", "glue"), cause("c"))
    assert [item.summary for item in await gate.items("errands")] == ["Stamps", "Glue"]


async def test_events_of_a_period_are_those_that_touch_it(gate: HouseGate) -> None:
    def day(number: int) -> datetime:
        return datetime(2026, 11, number, tzinfo=UTC)

    assert [e.summary for e in await gate.events("club", day(22), day(23))] == ["Match"]
    assert [e.summary for e in await gate.events("club", day(24), day(25))] == ["Camp"]
    assert await gate.events("club", day(25), day(28)) == []
    assert [e.summary for e in await gate.events("club", day(1), day(28))] == ["Match", "Camp"]


async def test_a_device_that_is_no_list_has_no_entries(gate: HouseGate) -> None:
    for id in ("lamp", "club", "nowhere"):
        with pytest.raises(InvalidRequest):
            await gate.items(id)


def test_what_other_systems_send_is_read_or_left_out() -> None:
    assert list_item(" Tea ") is not None and list_item("  ") is None and list_item({"summary": 3}) is None and list_item(None) is None
    assert list_item({"summary": "Tea", "status": "completed", "due": "2026-11-22"}).done  # type: ignore[union-attr]
    assert calendar_event({"summary": "x", "start": "2026-11-22T10:00:00"}) is None, "a moment without a zone is none"
    backwards = calendar_event({"summary": "x", "start": "2026-11-22", "end": "2026-11-20"})
    assert backwards is not None and backwards.all_day and backwards.end == backwards.start


@pytest.mark.parametrize(
    ("effect", "said"),
    [("{append: {summary: {argument: nothing}}}", "no argument `nothing`"), ("{remove: {summary: x}}", "has no entries")],
)
def test_a_mistake_in_an_effect_upon_entries_is_shown(tmp_path: Path, effect: str, said: str) -> None:
    file = tmp_path / "shelf.capability.yaml"
    kind = "integer" if "remove" in effect else "object"
    commands = f"{{put: {{says: Put., effects: {{held: {effect}}}}}}}"
    text = f"capability: shelf\nsays: x.\nattributes: {{held: {{type: {kind}}}}}\ncommands: {commands}\n"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Misconfigured, match=said):
        read_capability(file)
