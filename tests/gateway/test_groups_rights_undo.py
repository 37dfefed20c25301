"""Commands that belong together, who may give them, and taking them back: all through the gate."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gateway.fakes import HOME, NOON, OPEN_GATE, OPEN_VAULT, cause, set_warmth, write_home

from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec
from yamori.domain.clock import SetClock
from yamori.domain.errors import AskThePerson, InvalidRequest, Misconfigured
from yamori.domain.group import AtOnce, InOrder, commands_in
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.domain.restoring import restoring
from yamori.gateway.gate import HouseGate
from yamori.gateway.opening import open_gate

FAMILY = HOME.replace(
    "  - {id: sora, name: Sora, role: adult}\n",
    "  - {id: sora, name: Sora, role: adult}\n  - {id: umi, name: Umi, role: child}\n  - {id: gast, name: Gast, role: guest}\n",
)
ON = Command(device="heater", capability="power", name="on")
RING = Command(device="gate", capability="bell", name="ring")


@pytest.fixture
async def clock() -> SetClock:
    return SetClock(NOON)


@pytest.fixture
async def gate(tmp_path: Path, clock: SetClock) -> AsyncIterator[HouseGate]:
    async with open_gate(write_home(tmp_path, FAMILY), data=None, clock=clock) as opened:
        yield opened


async def test_a_group_gives_a_receipt_for_each_command_and_the_same_key_gives_the_same_ones(gate: HouseGate) -> None:
    step = InOrder((ON, AtOnce((set_warmth(22), RING))))
    first = await gate.perform(step, cause("k"))
    assert [r.command for r in first] == list(commands_in(step))
    assert [r.id for r in await gate.perform(step, cause("k"))] == [r.id for r in first]


async def test_nothing_of_a_group_is_done_when_one_command_of_it_is_wrong(gate: HouseGate) -> None:
    with pytest.raises(InvalidRequest):
        await gate.perform(InOrder((ON, set_warmth(99))), cause("k"))
    assert (await gate.read("heater", "main", "power", "power")).value == "off"


async def test_an_order_stops_where_a_command_waits_for_a_yes_and_what_is_at_once_does_not(gate: HouseGate) -> None:
    stopped = await gate.perform(InOrder((OPEN_GATE, ON)), cause("k"))
    assert [r.status for r in stopped] == [ReceiptStatus.HELD]
    beside = await gate.perform(AtOnce((OPEN_GATE, ON)), cause("l"))
    assert [r.status for r in beside] == [ReceiptStatus.HELD, ReceiptStatus.DONE]


async def test_a_group_without_end_is_refused(gate: HouseGate) -> None:
    with pytest.raises(InvalidRequest, match="at most 100"):
        await gate.perform(AtOnce((RING,) * 101), cause("k"))


@pytest.mark.parametrize(
    ("person", "command", "status", "risk"),
    [
        ("sora", OPEN_GATE, ReceiptStatus.HELD, "confirm"),
        ("umi", OPEN_GATE, ReceiptStatus.HELD, "pin"),
        ("gast", OPEN_GATE, ReceiptStatus.HELD, "pin"),
        ("umi", OPEN_VAULT, ReceiptStatus.REFUSED, "safe"),
        ("nobody-we-know", OPEN_VAULT, ReceiptStatus.REFUSED, "safe"),
        ("umi", ON, ReceiptStatus.DONE, "safe"),
    ],
)
async def test_what_a_command_needs_depends_on_who_wants_it(
    gate: HouseGate, person: str, command: Command, status: ReceiptStatus, risk: str
) -> None:
    receipt = await gate.execute(command, replace(cause("k"), person=person))
    assert (receipt.status, receipt.risk.value) == (status, risk)


async def test_a_home_may_bring_a_table_of_rights_of_its_own(tmp_path: Path) -> None:
    file = write_home(tmp_path, FAMILY)
    risks = "{safe: do, confirm: do, pin: pin}"
    table = f"adult: {{risks: {risks}}}\nchild: {{risks: {risks}, capabilities: {{power: refuse}}}}\nguest: {{risks: {risks}}}\n"
    (tmp_path / "rights.yaml").write_text(table)
    async with open_gate(file, data=None) as gate:
        assert (await gate.execute(OPEN_GATE, replace(cause("k"), person="umi"))).status is ReceiptStatus.DONE
        assert (await gate.execute(ON, replace(cause("l"), person="umi"))).status is ReceiptStatus.REFUSED
    (tmp_path / "rights.yaml").write_text(table.replace("adult", "grown"))
    with pytest.raises(Misconfigured, match="grown"):
        async with open_gate(file, data=None):
            pass


async def test_a_child_cannot_approve_what_only_an_adult_may(tmp_path: Path) -> None:
    file = write_home(tmp_path, FAMILY)
    risks = "{safe: do, confirm: confirm, pin: pin}"
    child = "{safe: do, confirm: refuse, pin: refuse}"
    (tmp_path / "rights.yaml").write_text(f"adult: {{risks: {risks}}}\nchild: {{risks: {child}}}\nguest: {{risks: {child}}}\n")
    async with open_gate(file, data=None) as gate:
        held = await gate.execute(OPEN_GATE, cause("k"))
        with pytest.raises(AskThePerson):
            await gate.approve(held.id, by="umi")
        assert (await gate.approve(held.id, by="sora")).status is ReceiptStatus.DONE


async def test_what_reaches_beyond_the_rooms_that_were_spoken_of_waits_for_a_yes(gate: HouseGate) -> None:
    inside = await gate.execute(ON, replace(cause("k"), rooms=("den",)))
    beyond = await gate.execute(Command(device="heater", capability="power", name="off"), replace(cause("l"), rooms=("attic",)))
    assert (inside.status, beyond.status) == (ReceiptStatus.DONE, ReceiptStatus.HELD)


async def test_undo_brings_back_what_the_last_turn_changed_and_nothing_else(gate: HouseGate) -> None:
    await gate.execute(set_warmth(25), replace(cause("a"), turn="first"))
    await gate.execute(set_warmth(28), replace(cause("b"), turn="second"))
    undone = await gate.undo(cause("c"))
    assert [r.status for r in undone.receipts] == [ReceiptStatus.DONE]
    assert (await gate.read("heater", "main", "warmth", "warmth")).value == 25
    assert not undone.cannot


async def test_undo_since_a_time_brings_back_the_oldest_values_and_says_what_it_cannot(gate: HouseGate, clock: SetClock) -> None:
    await gate.execute(set_warmth(10), cause("before"))
    clock.advance(timedelta(minutes=5))
    since = clock.now()
    await gate.execute(set_warmth(25), cause("a"))
    await gate.execute(Command(device="heater", capability="power", name="off"), cause("b"))
    await gate.execute(RING, cause("c"))
    undone = await gate.undo(cause("d", "please take it all back"), since=since)
    state = {r.path: r.value for r in await gate.snapshot("heater")}
    assert (state["heater.main.warmth.warmth"], state["heater.main.power.power"]) == (10, "on")
    assert [(r.command.name, why) for r, why in undone.cannot] == [("ring", "what it did cannot be taken back")]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 1, 0, 2)])
async def test_undo_goes_back_to_the_oldest_value_in_whatever_order_the_receipts_are_named(gate: HouseGate, order: tuple[int, ...]) -> None:
    done = [await gate.execute(set_warmth(warmth), cause(f"k{warmth}")) for warmth in (22, 24, 26)]
    undone = await gate.undo(cause("back"), receipts=[done[n].id for n in order])
    assert [r.after["warmth.warmth"] for r in undone.receipts if "warmth.warmth" in r.changed()] == [20]
    assert not undone.cannot


async def test_undo_leaves_alone_what_somebody_else_has_changed_since(gate: HouseGate) -> None:
    first = await gate.execute(set_warmth(25), cause("a"))
    await gate.set("heater.main.warmth.warmth", 7)
    undone = await gate.undo(cause("b", "元に戻して"), receipts=[first.id])
    assert [why for _, why in undone.cannot] == ["その後また変更されています"]
    assert (await gate.read("heater", "main", "warmth", "warmth")).value == 7


async def test_undo_of_a_risky_change_back_waits_for_its_own_yes(gate: HouseGate) -> None:
    await gate.set("gate.main.hatch.hatch", "open")
    closed = await gate.execute(Command(device="gate", capability="hatch", name="close"), cause("a"))
    (back,) = (await gate.undo(cause("b"), receipts=[closed.id])).receipts
    assert back.status is ReceiptStatus.HELD


@given(st.integers(0, 100), st.integers(0, 100))
def test_a_setting_of_two_values_is_brought_back_by_one_command(level: int, tint: int) -> None:
    setter = CommandSpec(
        name="paint",
        says="Set both.",
        arguments={"properties": {"l": {"type": "integer"}, "t": {"type": "integer"}}, "required": ["l"]},
        effects={"level": ArgumentEffect(argument="l"), "tint": ArgumentEffect(argument="t")},
    )
    attributes = {name: Attribute(name=name, type="integer") for name in ("level", "tint")}
    capability = Capability(name="paint", says="Colour.", attributes=attributes, commands={"paint": setter})
    assert restoring(capability, {"level": level, "tint": tint}) == (("paint", {"l": level, "t": tint}),)
    assert restoring(capability, {"tint": tint}) == ()
