"""A process that ends at any moment: nothing acknowledged is lost, nothing is done twice, and nothing can be rewritten."""

import asyncio
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from tests.gateway.fakes import (
    NOON,
    OPEN_GATE,
    Counting,
    DiesAfterSending,
    DiesBeforeSending,
    PowerCut,
    cause,
    gate_over,
    set_warmth,
    write_home,
)

from yamori.domain.clock import SetClock
from yamori.domain.receipt import Command, ReceiptStatus
from yamori.gateway.gate import HouseGate
from yamori.gateway.opening import open_gate

MORE = Command(device="heater", capability="warmth", name="more")


async def warmth(gate: HouseGate) -> object:
    return (await gate.read("heater", "main", "warmth", "warmth")).value


async def test_a_cut_between_the_effect_and_its_receipt_is_healed_without_doing_it_again(tmp_path: Path) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    async with gate_over(DiesAfterSending, home, data=data) as gate:
        with pytest.raises(PowerCut):
            await gate.execute(MORE, cause("k"))
    async with gate_over(lambda inner: inner, home, data=data) as gate:
        (healed,) = await gate.ledger()
        assert (healed.status, dict(healed.changed())) == (ReceiptStatus.DONE, {"warmth.warmth": (20, 23)})
        assert await gate.execute(MORE, cause("k")) == healed
        assert await warmth(gate) == 23


async def test_a_cut_before_the_effect_leaves_nothing_claimed_and_the_key_does_it_then(tmp_path: Path) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    async with gate_over(DiesBeforeSending, home, data=data) as gate:
        with pytest.raises(PowerCut):
            await gate.execute(MORE, cause("k"))
    async with gate_over(lambda inner: inner, home, data=data) as gate:
        assert (list(await gate.ledger()), await warmth(gate)) == ([], 20)
        assert (await gate.execute(MORE, cause("k"))).status is ReceiptStatus.DONE
        assert await warmth(gate) == 23


@pytest.mark.parametrize("dies", [DiesAfterSending, DiesBeforeSending])
async def test_an_approval_that_was_cut_off_goes_on_where_it_was(dies: type[DiesAfterSending], tmp_path: Path) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    async with gate_over(dies, home, data=data) as gate:
        held = await gate.execute(OPEN_GATE, cause("k"))
        with pytest.raises(PowerCut):
            await gate.approve(held.id, by="sora")
    async with gate_over(Counting, home, data=data) as gate:
        assert list(await gate.held()) == []
        done = await gate.approve(held.id, by="sora")
        assert (done.status, done.id, dict(done.changed())) == (ReceiptStatus.DONE, held.id, {"hatch.hatch": ("closed", "open")})


CHILD = """
import asyncio, os, signal, sys
from pathlib import Path
from tests.gateway.fakes import Wrapped, cause, gate_over
from yamori.domain.receipt import Command

class Killed(Wrapped):
    async def send(self, command, key):
        if sys.argv[3] == "after":
            await super().send(command, key)
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    async with gate_over(Killed, Path(sys.argv[1]), data=Path(sys.argv[2])) as gate:
        await gate.execute(Command(device="heater", capability="warmth", name="more"), cause("k"))

asyncio.run(main())
"""


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_process_killed_with_signal_9_does_it_exactly_once_in_the_end(moment: str, tmp_path: Path) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    paths = ":".join(path for path in sys.path if path)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, str(home), str(data), moment, env={"PYTHONPATH": f"{Path.cwd()}:{paths}"}
    )
    assert await child.wait() == -signal.SIGKILL
    async with gate_over(lambda inner: inner, home, data=data) as gate:
        receipt = await gate.execute(MORE, cause("k"))
        assert dict(receipt.changed()) == {"warmth.warmth": (20, 23)}
        assert await warmth(gate) == 23 and len(await gate.ledger()) == 1


@pytest.mark.parametrize("statement", ["UPDATE {} SET at = 'x'", "DELETE FROM {}", "REPLACE INTO {} SELECT * FROM {}"])
@pytest.mark.parametrize("table", ["commands", "events"])
async def test_the_ledger_cannot_be_rewritten_by_anyone(table: str, statement: str, tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=tmp_path / "data") as gate:
        await gate.execute(set_warmth(25), cause("k"))
        before = await gate.ledger()
        database = sqlite3.connect(tmp_path / "data" / "gate" / "ledger.sqlite3")
        with pytest.raises(sqlite3.DatabaseError, match="append-only"):
            database.execute(statement.format(table, table))
        database.close()
        assert await gate.ledger() == before


@pytest.mark.parametrize("statement", ["words = 'other'", "words = '', person = 'x'", "words = '', rowid = 99", "words = '', at = 'x'"])
async def test_words_may_go_from_the_ledger_and_nothing_with_them(statement: str, tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=tmp_path / "data") as gate:
        await gate.execute(set_warmth(25), cause("k", words="make it 25", turn="t1"))
        database = sqlite3.connect(tmp_path / "data" / "gate" / "ledger.sqlite3")
        with pytest.raises(sqlite3.DatabaseError, match="append-only"):
            database.execute(f"UPDATE commands SET {statement}")
        database.close()
        await gate.forget_words(["t1"])
        (kept,) = await gate.ledger(turn="t1")
        assert kept.cause.words == "" and kept.cause.person == "sora" and dict(kept.changed())["warmth.warmth"] == (20, 25)


async def test_the_ledger_tells_what_was_done_by_whom_and_why(tmp_path: Path) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    async with open_gate(home, data=data, clock=SetClock(NOON)) as gate:
        await gate.execute(set_warmth(25), cause("a", words="make it 25", turn="t1", agent="iot"))
        held = await gate.execute(OPEN_GATE, cause("b", words="open up", turn="t2", agent="iot"))
        await gate.approve(held.id, by="aiko")
    async with open_gate(home, data=data, clock=SetClock(NOON)) as gate:
        newest, oldest = await gate.ledger()
        assert (oldest.cause.person, oldest.cause.words, oldest.cause.turn) == ("sora", "make it 25", "t1")
        assert [receipt.id for receipt in await gate.ledger(turn="t2")] == [newest.id] == [held.id]
        assert [receipt.id for receipt in await gate.ledger(limit=1)] == [newest.id]
    rows = sqlite3.connect(data / "gate" / "ledger.sqlite3").execute("SELECT event, by FROM events ORDER BY seq").fetchall()
    assert rows == [("intended", "sora"), ("done", None), ("held", "sora"), ("approved", "aiko"), ("done", None)]


async def test_a_command_cut_off_on_a_device_that_has_gone_since_does_not_keep_the_gate_shut(tmp_path: Path) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    async with gate_over(DiesAfterSending, home, data=data) as gate:
        with pytest.raises(PowerCut):
            await gate.execute(MORE, cause("k"))
        held = await gate.execute(OPEN_GATE, cause("g"))
    text = home.read_text()
    home.write_text(text.replace("id: heater", "id: stove").replace("id: gate", "id: fence"))
    async with gate_over(lambda inner: inner, home, data=data) as gate:
        assert (await gate.execute(MORE, cause("k"))).status is ReceiptStatus.DONE
        gone = await gate.approve(held.id, by="sora")
        assert gone.status is ReceiptStatus.FAILED and gone.problem is not None and "no longer has" in gone.problem
