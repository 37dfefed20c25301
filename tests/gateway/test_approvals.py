"""Commands that wait for a yes or a PIN."""

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from tests.gateway.fakes import NOON, OPEN_GATE, OPEN_VAULT, cause, write_home

from yamori.domain.clock import SetClock
from yamori.domain.errors import AskThePerson, InvalidRequest, Misconfigured
from yamori.domain.receipt import ReceiptStatus
from yamori.gateway.gate import Approvals
from yamori.gateway.opening import open_gate
from yamori.gateway.pin import hash_pin, keep_pin, kept_pin, pin_matches

PIN = "4711"
WRONG = "4712"


async def test_a_held_command_is_done_once_it_is_approved_and_only_once(tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=None) as gate:
        held = await gate.execute(OPEN_GATE, cause("k"))
        assert [receipt.id for receipt in await gate.held()] == [held.id]
        done = await asyncio.gather(*(gate.approve(held.id, by="sora") for _ in range(5)))
        assert all(receipt == done[0] for receipt in done)
        assert (done[0].status, dict(done[0].changed())) == (ReceiptStatus.DONE, {"hatch.hatch": ("closed", "open")})
        assert await gate.execute(OPEN_GATE, cause("k")) == done[0]
        assert list(await gate.held()) == []


async def test_a_refused_command_stays_undone_whatever_comes_after(tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=None) as gate:
        held = await gate.execute(OPEN_GATE, cause("k"))
        refused = await gate.refuse(held.id, by="sora")
        assert refused.status is ReceiptStatus.REFUSED
        assert await gate.approve(held.id, by="sora") == await gate.refuse(held.id, by="sora") == refused
        assert (await gate.read("gate", "main", "hatch", "hatch")).value == "closed"


async def test_an_approval_that_comes_too_late_changes_nothing(tmp_path: Path) -> None:
    clock = SetClock(NOON)
    approvals = Approvals(patience=timedelta(minutes=10))
    async with open_gate(write_home(tmp_path), data=None, clock=clock, approvals=approvals) as gate:
        held = await gate.execute(OPEN_GATE, cause("k", words="門を開けて"))
        clock.advance(timedelta(minutes=9, seconds=59))
        assert len(await gate.held()) == 1
        clock.advance(timedelta(seconds=1))
        late = await gate.approve(held.id, by="sora")
        assert (late.status, late.problem) == (ReceiptStatus.REFUSED, "時間内に承認されなかったため、何もしていません。")
        assert list(await gate.held()) == []
        assert (await gate.read("gate", "main", "hatch", "hatch")).value == "closed"


async def test_what_was_held_can_be_approved_after_a_restart(tmp_path: Path) -> None:
    home, data = write_home(tmp_path), tmp_path / "data"
    async with open_gate(home, data=data, clock=SetClock(NOON)) as gate:
        held = await gate.execute(OPEN_GATE, cause("k"))
    async with open_gate(home, data=data, clock=SetClock(NOON)) as gate:
        assert list(await gate.held()) == [held]
        assert (await gate.approve(held.id, by="sora")).status is ReceiptStatus.DONE


async def test_the_right_pin_opens_and_a_wrong_or_missing_one_asks_again(tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=None, pin_hash=hash_pin(PIN)) as gate:
        held = await gate.execute(OPEN_VAULT, cause("k"))
        with pytest.raises(AskThePerson, match="needs the household's PIN"):
            await gate.approve(held.id, by="sora")
        with pytest.raises(AskThePerson, match="That PIN is wrong"):
            await gate.approve(held.id, by="sora", pin=WRONG)
        assert [receipt.id for receipt in await gate.held()] == [held.id]
        assert (await gate.approve(held.id, by="sora", pin=" ４７１１ ")).status is ReceiptStatus.DONE


async def test_wrong_pins_make_whoever_gave_them_wait_longer_and_longer_even_across_a_restart(tmp_path: Path) -> None:
    home, data, pin, clock = write_home(tmp_path), tmp_path / "data", hash_pin(PIN), SetClock(NOON)
    patient = Approvals(patience=timedelta(days=1))
    async with open_gate(home, data=data, clock=clock, pin_hash=pin, approvals=patient) as gate:
        held = await gate.execute(OPEN_VAULT, cause("k"))
        for says in ("That PIN is wrong.$", "That PIN is wrong.$", "try again in 30 seconds"):
            with pytest.raises(AskThePerson, match=says):
                await gate.approve(held.id, by="sora", pin=WRONG, client="phone")
    async with open_gate(home, data=data, clock=clock, pin_hash=pin, approvals=patient) as gate:
        with pytest.raises(AskThePerson, match="Try again in 30 seconds"):
            await gate.approve(held.id, by="sora", pin=PIN, client="phone")
        clock.advance(timedelta(seconds=31))
        with pytest.raises(AskThePerson, match="try again in 2 minutes"):
            await gate.approve(held.id, by="sora", pin=WRONG, client="phone")
        clock.advance(timedelta(minutes=2))
        assert (await gate.approve(held.id, by="sora", pin=PIN, client="phone")).status is ReceiptStatus.DONE


async def test_who_guesses_locks_nobody_else_out_and_no_command_either(tmp_path: Path) -> None:
    limit = Approvals(patience=timedelta(days=1))
    clock = SetClock(NOON)
    async with open_gate(write_home(tmp_path), data=None, clock=clock, pin_hash=hash_pin(PIN), approvals=limit) as gate:
        held = [await gate.execute(OPEN_VAULT, cause(f"k{n}")) for n in range(4)]
        for _ in range(30):
            with pytest.raises(AskThePerson):
                await gate.approve(held[0].id, by="sora", pin=WRONG, client="attic")
        with pytest.raises(AskThePerson, match="Too many wrong PINs were given from here"):
            await gate.approve(held[0].id, by="sora", pin=PIN, client="attic")
        assert (await gate.approve(held[0].id, by="sora", pin=PIN, client="phone")).status is ReceiptStatus.DONE
        assert (await gate.approve(held[1].id, by="ren", pin=PIN, client="attic")).status is not ReceiptStatus.HELD


async def test_pins_that_come_at_the_same_time_are_counted_one_by_one(tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=None, clock=SetClock(NOON), pin_hash=hash_pin(PIN)) as gate:
        held = [await gate.execute(OPEN_VAULT, cause(f"k{n}")) for n in range(8)]
        answers = await asyncio.gather(*(gate.approve(one.id, by="sora", pin=WRONG) for one in held), return_exceptions=True)
        assert sum("Too many wrong PINs" in str(answer) for answer in answers) == 5


async def test_guessing_is_told_of_with_the_beginning_of_its_burst(tmp_path: Path) -> None:
    clock, told = SetClock(NOON), []

    async def warn(since: datetime) -> None:
        told.append(since)

    async with open_gate(write_home(tmp_path), data=None, clock=clock, pin_hash=hash_pin(PIN)) as gate:
        gate.warn_of_guessing(warn)
        for n in range(6):
            held = await gate.execute(OPEN_VAULT, cause(f"k{n}"))
            with pytest.raises(AskThePerson):
                await gate.approve(held.id, by="sora", pin=WRONG)
            clock.advance(timedelta(minutes=5))
    assert set(told) == {NOON} and told


async def test_without_a_pin_the_person_is_told_how_to_set_one_and_need_not_restart(tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=tmp_path / "data") as gate:
        held = await gate.execute(OPEN_VAULT, cause("k"))
        with pytest.raises(AskThePerson, match="yamori pin"):
            await gate.approve(held.id, by="sora", pin=PIN)
        keep_pin(tmp_path / "data", PIN)
        assert (await gate.approve(held.id, by="sora", pin=PIN)).status is ReceiptStatus.DONE


def test_a_pin_is_kept_only_as_a_hash_that_only_its_owner_can_read(tmp_path: Path) -> None:
    keep_pin(tmp_path, PIN)
    file = tmp_path / "gate" / "pin"
    assert file.stat().st_mode & 0o777 == 0o600
    kept = kept_pin(tmp_path)
    assert kept is not None and PIN not in kept and pin_matches(PIN, kept) and not pin_matches(WRONG, kept)
    assert hash_pin(PIN) != hash_pin(PIN)
    file.write_text("something else")
    with pytest.raises(Misconfigured, match="the stored PIN cannot be read"):
        pin_matches(PIN, kept_pin(tmp_path) or "")


@pytest.mark.parametrize("pin", ["", "123", "12a4", "1" * 13, "-123"])
def test_what_is_no_pin_is_not_taken(pin: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="4 to 12 digits"):
        keep_pin(tmp_path, pin)


async def test_no_pin_stands_in_the_ledger_or_in_any_file(tmp_path: Path) -> None:
    data = tmp_path / "data"
    keep_pin(data, "918273645")
    async with open_gate(write_home(tmp_path), data=data) as gate:
        held = await gate.execute(OPEN_VAULT, cause("k"))
        with pytest.raises(AskThePerson):
            await gate.approve(held.id, by="sora", pin="918273646")
        await gate.approve(held.id, by="sora", pin="918273645")
    written = b"".join(file.read_bytes() for file in data.rglob("*") if file.is_file())
    assert b"91827364" not in written


async def test_an_unknown_receipt_is_told_so(tmp_path: Path) -> None:
    async with open_gate(write_home(tmp_path), data=None) as gate:
        for answer in (gate.approve("nope", by="sora"), gate.refuse("nope", by="sora")):
            with pytest.raises(InvalidRequest, match="there is no receipt nope"):
                await answer
