"""Reminders on devices, found by what their documentation says, and at addresses on the web."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from tests.apps.told_home import told_home

import yamori.edge
import yamori.gateway
from yamori.agents.scheduler.notices import Delivery, Notice, NoticeKind, Undeliverable
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.apps.notifiers import DeviceNotifier, WebhookNotifier, open_lines, open_notifiers, ways_to_tell
from yamori.domain.capability import Capability
from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.gate import Gate
from yamori.domain.home import Device, Home
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus
from yamori.gateway.capabilityfile import read_capability
from yamori.gateway.opening import open_house

NOW = datetime.fromisoformat("2026-11-21T09:00:00+09:00")


def delivery(target: str, text: str = "Milk", *, component: str = "", key: str = "k", tries: int = 0) -> Delivery:
    notice = Notice(id=1, key="n", person="sora", kind=NoticeKind.REMINDER, text=text, due=NOW.astimezone(UTC), at=NOW)
    kind = ChannelKind.WEBHOOK if target.startswith("http") else ChannelKind.DEVICE
    return Delivery(id=1, key=key, notice=notice, channel=Channel(kind=kind, target=target, component=component), tries=tries)


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[Gate]:
    async with open_house(told_home(folder), data=None, clock=SetClock(NOW)) as opened:
        yield opened.gate


async def state(gate: Gate, device: str) -> Mapping[str, Any]:
    return {f"{r.capability}.{r.attribute}": r.value for r in await gate.snapshot(device)}


async def test_a_device_shows_says_or_sounds_what_it_can(tmp_path: Path) -> None:
    async with house(tmp_path) as gate:
        notifier = DeviceNotifier(gate)
        await notifier.send(delivery("wall", "A note that is far too long for the board", key="a"))
        await notifier.send(delivery("voice", "牛乳を買う", key="b"))
        assert await state(gate, "wall") == {"noteBoard.note": "A note that is far …", "gong.sounding": "bell"}
        assert await state(gate, "voice") == {"speech.said": "牛乳を買う"}
        await notifier.send(delivery("wall", "Short", component="screen", key="c"))
        assert (await state(gate, "wall"))["noteBoard.note"] == "Short"
        assert len(await gate.ledger()) == 4


async def test_the_same_delivery_is_done_once_and_proven_by_receipts(tmp_path: Path) -> None:
    async with house(tmp_path) as gate:
        for _ in range(3):
            await DeviceNotifier(gate).send(delivery("voice", key="same"))
        (receipt,) = await gate.ledger()
        assert (receipt.status, receipt.cause.person, receipt.cause.agent) == (ReceiptStatus.DONE, "sora", "scheduler")


@dataclass
class UnluckyGate:
    """Does nothing for the first so many keys, and says so again for each of them."""

    home: Home
    capabilities: Mapping[str, Capability]
    failures: int
    receipts: dict[str, Receipt] = field(default_factory=dict)

    async def execute(self, command: Command, cause: Cause) -> Receipt:
        if cause.key not in self.receipts:
            status = ReceiptStatus.FAILED if len(self.receipts) < self.failures else ReceiptStatus.DONE
            self.receipts[cause.key] = Receipt(
                id=cause.key, command=command, cause=cause, status=status, at=NOW, problem="no power" if status == "failed" else None
            )
        return self.receipts[cause.key]


async def test_what_a_device_did_not_do_is_asked_of_it_again_under_a_key_of_its_own(tmp_path: Path) -> None:
    async with house(tmp_path) as gate:
        unlucky = UnluckyGate(gate.home, gate.capabilities, failures=2)
    notifier = DeviceNotifier(cast(Gate, unlucky))
    for tries in (0, 0, 1):  # the second is the first again, after a crash
        with pytest.raises(HouseSilent, match="no power"):
            await notifier.send(delivery("voice", key="k", tries=tries))
    await notifier.send(delivery("voice", key="k", tries=2))
    assert list(unlucky.receipts) == ["k/main.speech", "k/again-1/main.speech", "k/again-2/main.speech"]


async def test_a_device_that_asks_for_an_ok_each_time_is_left_alone(tmp_path: Path) -> None:
    wary = "".join(f"{role}:\n  risks: {{safe: confirm, confirm: confirm, pin: pin}}\n" for role in ("adult", "child", "guest"))
    (tmp_path / "rights.yaml").write_text(wary, encoding="utf-8")
    async with house(tmp_path) as gate:
        with pytest.raises(Undeliverable, match="asks for an OK"):
            await DeviceNotifier(gate).send(delivery("voice"))
        (receipt,) = await gate.ledger()
        assert receipt.status is ReceiptStatus.REFUSED


async def test_a_channel_is_kept_by_id_and_only_for_what_can_tell_something(tmp_path: Path) -> None:
    async with house(tmp_path) as gate:
        notifier = DeviceNotifier(gate)
        for called in ("wall", "Wall panel", "壁", "wall PANEL"):
            assert notifier.checked(Channel(kind=ChannelKind.DEVICE, target=called)).target == "wall"
        for target, component, where in (
            ("lamp", "", "target"),
            ("siren", "", "target"),  # it needs an OK each time
            ("attic", "", "target"),
            ("wall", "cellar", "component"),
        ):
            with pytest.raises(InvalidRequest) as wrong:
                notifier.checked(Channel(kind=ChannelKind.DEVICE, target=target, component=component))
            assert wrong.value.where == where
        with pytest.raises(Undeliverable):
            await notifier.send(delivery("attic"))
        with pytest.raises(Undeliverable):
            await notifier.send(delivery("lamp"))


def test_displays_buzzers_and_nothing_that_is_neither_among_the_known_capabilities() -> None:
    told: dict[str, str] = {}
    for package in (yamori.edge, yamori.gateway):
        assert package.__file__ is not None
        for file in (Path(package.__file__).parent / "capabilities").iterdir():
            capability = read_capability(file).capability
            device = Device(id="x", name="x", components={"main": {capability.name: {}}})
            for way in ways_to_tell(device, {capability.name: capability}):
                told[capability.name] = way.command
    assert told == {"textDisplay": "show", "melodyPlayer": "beep"}


Answer = tuple[int, Mapping[str, str]]


@asynccontextmanager
async def address(*answers: Answer) -> AsyncIterator[tuple[str, list[tuple[Mapping[str, str], Any]]]]:
    """A server on this machine that gives these answers, and what it was asked."""
    asked: list[tuple[Mapping[str, str], Any]] = []
    left = list(answers)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        asked.append((headers, json.loads(await reader.readexactly(int(headers["content-length"])))))
        status, more = left.pop(0)
        lines = "".join(f"{name}: {value}\r\n" for name, value in more.items())
        writer.write(f"HTTP/1.1 {status} X\r\n{lines}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook", asked


async def test_an_address_gets_the_notice_with_its_key() -> None:
    async with address((204, {})) as (url, asked), open_lines() as lines:
        await WebhookNotifier(lines, NOW.tzinfo).send(delivery(url, "牛乳", key="reminder/1/x/webhook/0"))
        ((headers, body),) = asked
        assert headers["idempotency-key"] == "reminder/1/x/webhook/0"
        assert body == {"key": "n", "kind": "reminder", "person": "sora", "text": "牛乳", "due": "2026-11-21T09:00:00+09:00", "late": False}


async def test_an_address_that_is_away_is_tried_later_and_one_that_refuses_is_not() -> None:
    answers: list[Answer] = [(500, {}), (429, {}), (404, {}), (302, {"Location": "http://127.0.0.1:1/secret"})]
    async with address(*answers) as (url, asked), open_lines() as lines:
        notifier = WebhookNotifier(lines, NOW.tzinfo)
        for expected in (HouseSilent, HouseSilent, Undeliverable, Undeliverable):
            with pytest.raises(expected):
                await notifier.send(delivery(url))
        assert len(asked) == 4
    with pytest.raises(HouseSilent):
        async with open_lines() as lines:
            await WebhookNotifier(lines, NOW.tzinfo).send(delivery(url))  # nobody listens there any more


async def test_a_line_is_lent_to_one_at_a_time_and_lent_again() -> None:
    async with open_lines() as lines:
        async with lines.one() as first, lines.one() as second:
            assert first is not second
        async with lines.one() as again:
            assert again is first


async def test_the_household_can_tell_in_both_ways(tmp_path: Path) -> None:
    async with house(tmp_path) as gate, open_notifiers(gate, SetClock(NOW)) as notifiers:
        assert set(notifiers) == set(ChannelKind) - {ChannelKind.PUSH}  # which needs the browsers that somebody allowed
        with pytest.raises(InvalidRequest):
            notifiers[ChannelKind.WEBHOOK].checked(Channel(kind=ChannelKind.WEBHOOK, target="example.org"))
