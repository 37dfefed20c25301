"""What the gate does with a command: checks, holds, does once, proves."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.gateway.fakes import (
    HOME,
    NOON,
    OPEN_GATE,
    Counting,
    Reports,
    Wrapped,
    cause,
    gate_over,
    set_warmth,
    write_home,
)

from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.gate import Gate
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.domain.values import Value
from yamori.gateway.backends.port import Sent
from yamori.gateway.gate import HouseGate
from yamori.gateway.opening import open_gate


@pytest.fixture
async def gate(tmp_path: Path) -> AsyncIterator[HouseGate]:
    async with open_gate(write_home(tmp_path), data=None, clock=SetClock(NOON)) as opened:
        yield opened


async def test_a_command_gives_a_receipt_with_the_state_before_and_after(gate: HouseGate) -> None:
    port: Gate = gate
    receipt = await port.execute(set_warmth(25), cause("k", turn="t1", agent="iot"))
    assert receipt.status is ReceiptStatus.DONE
    assert dict(receipt.changed()) == {"warmth.warmth": (20, 25), "power.power": ("off", "on")}
    assert (receipt.cause.turn, receipt.cause.agent, receipt.at) == ("t1", "iot", NOON)
    assert list(await port.ledger()) == [receipt]


async def test_what_was_so_already_is_unchanged_and_what_reports_nothing_is_done(gate: HouseGate) -> None:
    off = Command(device="heater", capability="power", name="off")
    assert (await gate.execute(off, cause("a"))).status is ReceiptStatus.UNCHANGED
    ring = Command(device="gate", capability="bell", name="ring")
    assert (await gate.execute(ring, cause("b"))).status is ReceiptStatus.DONE


async def test_defaults_stand_for_what_the_person_did_not_say_and_null_is_not_saying(gate: HouseGate) -> None:
    more = Command(device="heater", capability="warmth", name="more")
    receipt = await gate.execute(more, cause("a"))
    assert (receipt.command.arguments, receipt.after["warmth.warmth"]) == ({"by": 3}, 23)
    receipt = await gate.execute(Command(device="heater", capability="warmth", name="more", arguments={"by": None}), cause("b"))
    assert receipt.after["warmth.warmth"] == 26


async def test_a_step_beyond_the_range_stops_at_its_end(gate: HouseGate) -> None:
    far = Command(device="heater", capability="warmth", name="more", arguments={"by": 1000})
    assert (await gate.execute(far, cause("a"))).after["warmth.warmth"] == 30
    assert (await gate.execute(far, cause("b"))).status is ReceiptStatus.UNCHANGED


NESTED: Value = []
for _ in range(5000):
    NESTED = [NESTED]


@pytest.mark.parametrize(
    ("command", "where", "said", "near"),
    [
        (Command(device="heatr", capability="power", name="on"), "device", "there is no device heatr", ("heater",)),
        (Command(device="Little heater", capability="power", name="on"), "device", "the nearest are heater", ("heater",)),
        (Command(device="暖房", capability="power", name="on"), "device", "there is no device 暖房", ("heater",)),
        (Command(device="", capability="power", name="on"), "device", "there is no device", ()),
        (Command(device="x" * 100_000, capability="power", name="on"), "device", "there is no device x", ()),
        (Command(device="\ud800", capability="power", name="on"), "device", "there is no device", ()),
        (Command(device="heater", component="mian", capability="power", name="on"), "component", "heater has main and lid", ("main",)),
        (Command(device="heater", capability="hatch", name="open"), "component", "but lid has", ("lid",)),
        (Command(device="heater", capability="pwer", name="on"), "capability", "heater has power and warmth", ("power",)),
        (Command(device="heater", capability="power", name="onn"), "name", "power has on and off", ("on",)),
        (Command(device="heater", capability="power", name="on", arguments={"now": 1}), "arguments.now", "takes no arguments", ()),
        (Command(device="heater", capability="warmth", name="setWarmth"), "arguments.warmth", "setWarmth needs warmth", ()),
    ],
)
async def test_a_command_with_a_wrong_name_says_where_and_what_is_nearest(
    command: Command, where: str, said: str, near: tuple[str, ...], gate: HouseGate
) -> None:
    with pytest.raises(InvalidRequest) as raised:
        await gate.execute(command, cause("k"))
    assert said in str(raised.value) and raised.value.where == where
    assert raised.value.nearest[: len(near)] == near and len(str(raised.value)) < 400
    assert list(await gate.ledger()) == []


@pytest.mark.parametrize(
    ("arguments", "where", "said"),
    [
        ({"warmth": 31}, "arguments.warmth", "31 is out of range; expected 5 to 30 °C"),
        ({"warmth": "25"}, "arguments.warmth", 'a whole number, 5 to 30 °C; got the string "25"'),
        ({"warmth": 25.5}, "arguments.warmth", "a whole number, 5 to 30 °C; got the number 25.5"),
        ({"warmth": True}, "arguments.warmth", "got the boolean true"),
        ({"warmth": None}, "arguments.warmth", "setWarmth needs warmth"),
        ({"warmth": [25]}, "arguments.warmth", "got a list"),
        ({"warmth": float("nan")}, "arguments", "cannot be read"),
        ({"warmth": float("inf")}, "arguments", "cannot be read"),
        ({"warmth": 10**400}, "arguments", "is too large"),
        ({"warmth": NESTED}, "arguments", "cannot be read"),
        ({"warmth": "\ud800"}, "arguments", "cannot be read"),
        ({"warmht": 25}, "arguments.warmht", "there is no argument warmht; setWarmth takes warmth and glow"),
        ({"warmth": 25, "glow": 2}, "arguments.glow", "2 is out of range; expected 0 to 1"),
    ],
)
async def test_arguments_that_do_not_fit_say_what_would(arguments: dict[str, Value], where: str, said: str, gate: HouseGate) -> None:
    before = list(await gate.snapshot())
    with pytest.raises(InvalidRequest) as raised:
        await gate.execute(Command(device="heater", capability="warmth", name="setWarmth", arguments=arguments), cause("k"))
    assert said in str(raised.value) and raised.value.where == where
    assert list(await gate.snapshot()) == before


async def test_a_whole_number_written_with_a_point_is_that_number(gate: HouseGate) -> None:
    command = Command(device="heater", capability="warmth", name="setWarmth", arguments={"warmth": 25.0})
    receipt = await gate.execute(command, cause("k"))
    assert repr(receipt.command.arguments["warmth"]) == repr(receipt.after["warmth.warmth"]) == "25"


async def test_the_same_key_gives_the_same_receipt_and_acts_once_however_often_it_comes(tmp_path: Path) -> None:
    counting: list[Counting] = []

    def count(inner: object) -> Counting:
        counting.append(Counting(inner))  # type: ignore[arg-type]
        return counting[0]

    more = Command(device="heater", capability="warmth", name="more")
    async with gate_over(count, write_home(tmp_path)) as gate:
        receipts = await asyncio.gather(*(gate.execute(more, cause("k")) for _ in range(10)))
        assert len({receipt.id for receipt in receipts}) == 1 and all(receipt == receipts[0] for receipt in receipts)
        # Whatever comes under the key later, what was done stands.
        assert await gate.execute(Command(device="nowhere", capability="x", name="y"), cause("k")) == receipts[0]
        assert counting[0].keys == ["k"]


async def test_a_device_that_reports_another_state_than_commanded_is_no_success(tmp_path: Path) -> None:
    async with gate_over(lambda inner: Reports(inner, "warmth.warmth", 21), write_home(tmp_path)) as gate:
        receipt = await gate.execute(set_warmth(25), cause("k"))
        assert receipt.status is ReceiptStatus.FAILED
        assert receipt.problem == "The device reports 21 for warmth instead of 25."
        assert receipt.after["warmth.warmth"] == 21
        japanese = await gate.execute(set_warmth(26), cause("k2", words="26度にして"))
        assert japanese.problem == "機器のwarmthは26ではなく21のままです。"


async def test_a_device_that_does_not_answer_gives_a_receipt_that_says_so(tmp_path: Path) -> None:
    class Silent(Wrapped):
        async def send(self, command: Command, key: str) -> Sent:
            raise HouseSilent("no reply in 5 s")

    async with gate_over(Silent, write_home(tmp_path)) as gate:
        receipt = await gate.execute(set_warmth(25), cause("k"))
        assert receipt.status is ReceiptStatus.FAILED and dict(receipt.changed()) == {}
        assert receipt.problem is not None and "no reply in 5 s" in receipt.problem


async def test_a_caller_that_goes_away_does_not_stop_what_was_begun(tmp_path: Path) -> None:
    arrived, go_on = asyncio.Event(), asyncio.Event()

    class Slow(Wrapped):
        async def send(self, command: Command, key: str) -> Sent:
            arrived.set()
            await go_on.wait()
            return await super().send(command, key)

    async with gate_over(Slow, write_home(tmp_path)) as gate:
        caller = asyncio.ensure_future(gate.execute(set_warmth(25), cause("k")))
        await arrived.wait()
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        go_on.set()
        receipt = await gate.execute(set_warmth(25), cause("k"))
        assert receipt.status is ReceiptStatus.DONE and dict(receipt.changed())["warmth.warmth"] == (20, 25)


async def test_reading_an_unknown_device_or_attribute_says_which_are_nearest(gate: HouseGate) -> None:
    assert (await gate.read("heater", "main", "warmth", "warmth")).value == 20
    for wrong in (("heatr", "main", "warmth", "warmth"), ("heater", "main", "warmth", "warmt")):
        with pytest.raises(InvalidRequest) as raised:
            await gate.read(*wrong)
        assert raised.value.nearest
    with pytest.raises(InvalidRequest, match="there is no device nowhere"):
        await gate.snapshot("nowhere")


async def test_an_attribute_that_no_file_gave_a_value_is_unknown_until_it_reports(tmp_path: Path) -> None:
    home = HOME.replace("warmth: {warmth: 20, glow: 0.5}", "warmth: {}")
    async with open_gate(write_home(tmp_path, home), data=None) as gate:
        assert (await gate.read("heater", "main", "warmth", "warmth")).value is None
        assert (await gate.execute(set_warmth(7), cause("k"))).changed()["warmth.warmth"] == (None, 7)


async def test_words_in_any_script_and_of_any_length_are_kept_as_they_were(tmp_path: Path) -> None:
    words = "暖かくして\x00🙂 " + "x" * 100_000
    async with open_gate(write_home(tmp_path), data=tmp_path / "data") as gate:
        await gate.execute(set_warmth(25), cause("k", words=words))
        await gate.execute(set_warmth(26), cause("k2", words="half \ud800"))
    async with open_gate(write_home(tmp_path), data=tmp_path / "data") as gate:
        assert [receipt.cause.words for receipt in await gate.ledger()] == ["half ?", words]


async def test_a_data_folder_that_cannot_be_used_is_told_before_anything_happens(tmp_path: Path) -> None:
    home = write_home(tmp_path)
    (tmp_path / "data").write_text("a file where a folder should be")
    with pytest.raises(Misconfigured) as raised:
        async with open_gate(home, data=tmp_path / "data"):
            pass
    assert "ledger.sqlite3" in raised.value.where
    (tmp_path / "broken" / "gate").mkdir(parents=True)
    (tmp_path / "broken" / "gate" / "virtual.sqlite3").write_bytes(b"this is no database at all, " * 50)
    with pytest.raises(Misconfigured, match=r"virtual\.sqlite3: cannot be used"):
        async with open_gate(home, data=tmp_path / "broken"):
            pass


async def test_a_clock_that_was_moved_dates_what_happens_then(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    async with open_gate(write_home(tmp_path), data=None, clock=clock) as gate:
        await gate.execute(set_warmth(25), cause("a"))
        clock.advance(timedelta(hours=2))
        later = await gate.execute(set_warmth(26), cause("b"))
        assert later.at == NOON + timedelta(hours=2)
        assert list(await gate.ledger(since=NOON + timedelta(hours=1))) == [later]


async def test_nothing_is_sent_for_a_command_that_needs_an_approval(tmp_path: Path) -> None:
    counting: list[Counting] = []

    def count(inner: object) -> Counting:
        counting.append(Counting(inner))  # type: ignore[arg-type]
        return counting[0]

    async with gate_over(count, write_home(tmp_path)) as gate:
        receipt = await gate.execute(OPEN_GATE, cause("k"))
        assert (receipt.status, dict(receipt.changed()), counting[0].keys) == (ReceiptStatus.HELD, {}, [])
