"""MQTT against a real Mosquitto: announced devices, commands read back, and everything that a broker and its devices do wrong."""

import asyncio
import contextlib
import json
import shutil
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import structlog
from tests.gateway.backends.contract import CONTRACT, Subject
from tests.gateway.backends.mqtthouse import QUICK, house, opened
from tests.gateway.fakes import NOON, cause
from tests.gateway.mqtt.mosquitto import Devices, Json, Mosquitto, needs_mosquitto, running

from yamori.domain.clock import SetClock
from yamori.domain.errors import HouseSilent, Misconfigured, NotFound
from yamori.domain.receipt import Command
from yamori.gateway.gate import Approvals, HouseGate
from yamori.gateway.ledger import open_ledger
from yamori.gateway.mqtt.broker import BrokerAddress
from yamori.gateway.registry import HouseRegistry
from yamori.gateway.sentences import Doubt

pytestmark = needs_mosquitto
DEVICE = {"ids": ["bench-1"], "name": "Bench", "sa": "Work room"}
LAMP: Json = {
    "~": "bench/lamp",
    "name": None,
    "schema": "json",
    "cmd_t": "bench/set/lamp",
    "stat_t": "~/state",
    "brightness": True,
    "sup_clrm": ["color_temp", "hs"],
    "uniq_id": "bench-lamp",
    "dev": DEVICE,
}


def level(to: int) -> Command:
    return Command(device="bench-1", capability="switchLevel", name="setLevel", arguments={"level": to})


def obeys(state: Json, topic: str = "bench/lamp/state") -> Callable[[str], list[tuple[str, str | bytes]]]:
    """A lamp that does what it is told and says so."""

    def answer(payload: str) -> list[tuple[str, str | bytes]]:
        state.update(json.loads(payload))
        return [(topic, json.dumps(state))]

    return answer


async def lamp(devices: Devices) -> Json:
    """A lamp that is off at 40 %, announced and retained."""
    state = {"state": "OFF", "brightness": 102}
    devices.answers["bench/set/lamp"] = obeys(state)
    await devices.announce("light/bench/lamp", LAMP)
    await devices.publish("bench/lamp/state", json.dumps(state))
    return state


@pytest.mark.parametrize("owed", CONTRACT)
async def test_mqtt_keeps_the_contract(owed: Callable[[Subject], Awaitable[None]], tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        async with opened(broker) as backend:
            await owed(
                Subject(
                    backend=backend,
                    home=backend.loaded,
                    attribute="switchLevel.level",
                    first=level(80),
                    first_value=80,
                    second=level(20),
                    second_value=20,
                    reached=lambda: len(devices.heard),
                    take_back=lambda: devices.publish("bench/lamp/state", '{"brightness": null}'),
                )
            )


async def test_one_device_of_several_entities_is_one_device_with_components(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        warm = {
            "name": "Warmth",
            "dev_cla": "temperature",
            "unit_of_meas": "°F",
            "stat_t": "bench/lamp/state",
            "val_tpl": "{{ value_json.t }}",
        }
        await devices.announce("sensor/bench/warmth", {**warm, "dev": DEVICE})
        await devices.publish("bench/lamp/state", json.dumps({"state": "ON", "brightness": 255, "t": 68}))
        async with opened(broker) as backend:
            device = backend.loaded.home.devices[0]
            assert (device.id, device.name, device.room) == ("bench-1", "Bench", "Work-room")
            assert list(device.components) == ["main"]
            assert (await backend.read("bench-1", "main", "temperatureMeasurement", "temperature")).value == 20.0
            assert (await backend.read("bench-1", "main", "switchLevel", "level")).value == 100


async def test_devices_appear_change_and_vanish_while_the_house_runs(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices), opened(broker) as backend:
        assert backend.loaded.home.devices == ()
        homes = backend.homes()
        await lamp(devices)
        assert [device.name for device in (await anext(homes)).home.devices] == ["Bench"]
        await devices.announce("light/bench/lamp", {**LAMP, "dev": {**DEVICE, "name": "Table"}})
        assert [device.name for device in (await anext(homes)).home.devices] == ["Table"]
        assert (await backend.send(level(60), "k")).after["switchLevel.level"] == 60
        await devices.announce("light/bench/lamp", "")
        assert (await anext(homes)).home.devices == ()
        with pytest.raises(NotFound):
            await backend.send(level(70), "k2")


async def test_a_device_announced_as_a_whole_brings_and_takes_back_its_components(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices), opened(broker) as backend:
        homes = backend.homes()
        relay = {"p": "switch", "cmd_t": "strip/left/set", "stat_t": "~/left", "uniq_id": "l", "name": "Left"}
        whole: Json = {
            "~": "strip",
            "dev": {"ids": "strip", "name": "Strip"},
            "o": {"name": "maker"},
            "avty_t": "~/there",
            "cmps": {"left": relay, "right": {**relay, "stat_t": "~/right", "cmd_t": "strip/right/set", "uniq_id": "r", "name": "Right"}},
        }
        await devices.announce("device/strip", whole)
        assert list((await anext(homes)).home.devices[0].components) == ["Left", "Right"]
        devices.answers["strip/left/set"] = lambda payload: [("strip/left", payload)]
        on = Command(device="strip", component="Left", capability="switch", name="on")
        assert (await backend.send(on, "k")).after == {"switch.switch": "on"}
        await devices.announce("device/strip", {**whole, "cmps": {**whole["cmps"], "right": {"p": "switch"}}})
        assert list((await anext(homes)).home.devices[0].components) == ["main"]  # what alone does anything is the device


async def test_a_device_that_reports_another_state_is_told_as_it_is(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        devices.answers["bench/set/lamp"] = lambda _: [("bench/lamp/state", json.dumps({"state": "ON", "brightness": 51}))]
        async with opened(broker) as backend:
            sent = await backend.send(level(80), "k")
            assert sent.after["switchLevel.level"] == 20


async def test_a_device_that_says_nothing_is_silent_and_its_key_is_not_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        state = await lamp(devices)
        del devices.answers["bench/set/lamp"]
        async with opened(broker) as backend:
            with pytest.raises(HouseSilent, match="has not reported anything"):
                await backend.send(level(80), "k")
            assert await backend.sent("k") is None
            changes = backend.changes()
            await devices.publish("bench/lamp/state", json.dumps({**state, "state": "ON", "brightness": 204}))
            await anext(changes)
            assert (await backend.send(level(80), "k")).before["switchLevel.level"] == 40
            assert len(devices.heard) == 1


async def test_a_device_without_a_state_topic_is_told_and_never_claimed(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await devices.announce("switch/blind", {"cmd_t": "blind/set/x", "name": "Blind switch", "uniq_id": "b"})
        await devices.announce("button/bell", {"cmd_t": "bell/set/x", "name": "Bell", "uniq_id": "bell"})
        async with opened(broker) as backend:
            sent = await backend.send(Command(device="b", capability="switch", name="on"), "k")
            assert (dict(sent.before), dict(sent.after)) == ({}, {})
            assert sent.doubt is Doubt.UNCONFIRMED
            pressed = await backend.send(Command(device="bell", capability="pushButton", name="press"), "k2")
            assert pressed.problem is None
            assert await backend.send(Command(device="b", capability="switch", name="on"), "k") == sent
        assert devices.heard == [("blind/set/x", "ON"), ("bell/set/x", "PRESS")]


ROBOT: Json = {
    "cmd_t": "robot/set/x",
    "stat_t": "robot/state",
    "sup_feat": ["start", "stop", "return_home"],
    "uniq_id": "robot",
    "name": "Robot",
}


@pytest.mark.parametrize(
    ("name", "reports", "doubt"),
    [("returnHome", "returning", None), ("returnHome", "docked", None), ("stop", "paused", None), ("returnHome", "error", Doubt.NOT_SHOWN)],
)
async def test_a_robot_may_show_in_several_ways_that_it_obeys(name: str, reports: str, doubt: Doubt | None, tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await devices.announce("vacuum/robot", ROBOT)
        await devices.publish("robot/state", '{"state": "cleaning"}')
        devices.answers["robot/set/x"] = lambda _: [("robot/state", f'{{"state": "{word}"}}') for word in ("cleaning", reports)]
        async with opened(broker) as backend:
            held = next(held for _, held in backend.loaded.home.devices[0].capabilities() if held.startswith("robotVacuum"))
            sent = await backend.send(Command(device="robot", capability=held, name=name), "k")
            assert (sent.after[f"{held}.activity"], sent.doubt) == (reports, doubt)
            assert await backend.send(Command(device="robot", capability=held, name=name), "k") == sent
        assert len(devices.heard) == 1


@pytest.mark.parametrize(
    ("platform", "capability", "name", "said", "shown"),
    [
        ("cover", "windowShade", "close", ["closing", "stopped"], "closed"),
        ("cover", "windowShade", "close", ["closing", "closed"], "closed"),
        ("valve", "valve", "close", ["closing", '{"state": "closed"}'], "closed"),
    ],
)
async def test_what_moves_is_waited_for_until_it_stands(
    platform: str, capability: str, name: str, said: list[str], shown: str, tmp_path: Path
) -> None:
    async with house(tmp_path) as (broker, devices):
        await devices.announce(f"{platform}/x", {"cmd_t": "x/set/x", "stat_t": "x/state", "uniq_id": "x", "name": "X"})
        await devices.publish("x/state", "open")
        async with opened(broker, limits=replace(QUICK, read_back=0.2, movement=20.0)) as backend:
            changes = backend.changes()
            sending = asyncio.create_task(backend.send(Command(device="x", capability=capability, name=name), "k"))
            async with asyncio.timeout(20):
                await devices.told.wait()
                await devices.publish("x/state", said[0])
                await asyncio.wait({sending}, timeout=0.5)  # longer than a device that does not move is given
                assert not sending.done()
                await devices.publish("x/state", said[1])
                assert (await anext(changes)).value == shown
                assert (await sending).after[f"{capability}.{capability}"] == shown


async def test_a_device_that_said_goodbye_is_not_commanded(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        there = {"avty": [{"t": "bench/there", "val_tpl": "{{ value_json.state }}"}]}
        await devices.announce("light/bench/lamp", {**LAMP, **there})
        await devices.publish("bench/there", '{"state": "offline"}')
        async with opened(broker) as backend:
            with pytest.raises(HouseSilent, match="cannot be reached now; nothing was sent"):
                await backend.send(level(80), "k")
            assert devices.heard == []


async def test_a_broker_that_restarts_in_mid_command_costs_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        state = await lamp(devices)
        del devices.answers["bench/set/lamp"]
        async with opened(broker, limits=replace(QUICK, broker=8.0, read_back=8.0)) as backend:
            sending = asyncio.create_task(backend.send(level(80), "k"))
            async with asyncio.timeout(5):
                await devices.told.wait()
            await broker.stop(kill=True)
            await broker.start()
            await devices.publish("bench/lamp/state", json.dumps({**state, "state": "ON", "brightness": 204}))
            sent = await sending
            assert (sent.before["switchLevel.level"], sent.after["switchLevel.level"]) == (40, 80)
            devices.answers["bench/set/lamp"] = obeys(state)
            assert (await backend.send(level(10), "k2")).after["switchLevel.level"] == 10
            assert [payload for _, payload in devices.heard] == ['{"state": "ON", "brightness": 204}', '{"state": "ON", "brightness": 26}']


async def test_a_command_without_a_broker_does_not_leave_and_may_be_tried_again(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        async with opened(broker, limits=replace(QUICK, broker=0.5)) as backend:
            await broker.stop()
            begun = time.monotonic()
            with pytest.raises(HouseSilent):
                await backend.send(level(80), "k")
            assert time.monotonic() - begun < 20
            await broker.start()
            await devices.publish("bench/lamp/state", '{"state": "OFF", "brightness": 102}')
            async with asyncio.timeout(30):
                while await backend.sent("k") is None:
                    with contextlib.suppress(HouseSilent):  # It connects again at its own pace, and each try waits for that.
                        await backend.send(level(80), "k")
            assert (await backend.read("bench-1", "main", "switchLevel", "level")).value == 80
            assert len(devices.heard) == 1


async def test_keys_outlive_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        async with opened(broker, tmp_path / "mqtt.sqlite3") as backend:
            first = await backend.send(level(80), "k")
        async with opened(broker, tmp_path / "mqtt.sqlite3") as backend:
            assert await backend.send(level(80), "k") == first
        assert len(devices.heard) == 1


async def test_a_flood_leaves_the_newest_of_each_state_and_the_gate_usable(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        async with opened(broker, limits=replace(QUICK, read_back=20.0)) as backend:
            changes = backend.changes()
            states = [f'{{"state": "ON", "brightness": {number % 200 + 1}}}' for number in range(5_000)]
            await devices.flood("bench/lamp/state", [*states, '{"state": "ON", "brightness": 255}'])
            async with asyncio.timeout(20):
                async for reading in changes:
                    if (reading.attribute, reading.value) == ("level", 100):
                        break
            assert (await backend.read("bench-1", "main", "switchLevel", "level")).value == 100
            assert (await backend.send(level(80), "k")).after["switchLevel.level"] == 80


async def test_ten_megabytes_and_nonsense_do_no_harm(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        async with opened(broker) as backend:
            with structlog.testing.capture_logs() as logs:
                for payload in (
                    b"x" * 10_000_000,
                    b"\xff\xfe",
                    b"{",
                    b"[]",
                    b'{"state": 5, "brightness": "NaN"}',
                    b'{"brightness": 1e999}',
                    b"[" * 90_000,
                ):
                    await devices.publish("bench/lamp/state", payload)
                await devices.publish("homeassistant/light/big/config", b"{" + b" " * 2_000_000)
                sent = await backend.send(level(80), "k")
            assert sent.after["switchLevel.level"] == 80
            assert [entry for entry in logs if "too large" in entry["event"]]


@pytest.mark.parametrize(
    "config",
    [
        "no json",
        "[]",
        "5",
        "{",
        '{"cmd_t": "#", "stat_t": "a"}',
        '{"cmd_t": 5}',
        '{"cmd_t": "a/+/b"}',
        '{"stat_t": ""}',
        '{"dev": 5, "cmd_t": "a"}',
        '{"avty": [{"t": "a/#"}], "cmd_t": "a"}',
        '{"~": 5, "cmd_t": "~/a"}',
        '{"brightness_scale": "many", "cmd_t": "a", "bri_cmd_t": "b"}',
        '{"supported_color_modes": 5, "schema": "json", "cmd_t": "a"}',
        '{"min_mireds": 0, "clr_temp_cmd_t": "b", "cmd_t": "a"}',
        '{"schema": "template", "cmd_t": "a"}',
    ],
)
async def test_a_malformed_announcement_is_noted_and_hides_nobody(config: str, tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await devices.announce("light/broken", config)
        await lamp(devices)
        async with opened(broker) as backend:
            assert "bench-1" in [device.id for device in backend.loaded.home.devices]
            assert (await backend.send(level(80), "k")).after["switchLevel.level"] == 80


async def test_devices_of_the_same_name_stay_apart(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        for number in (1, 2):
            device = {"ids": [f"twin.{number}"], "name": "Twin"}
            config = {"name": None, "cmd_t": f"twin{number}/x/set", "stat_t": f"twin{number}/state", "dev": device}
            await devices.announce(f"switch/twin{number}/relay", config)
            await devices.announce(f"switch/twin{number}/again", config)
            devices.answers[f"twin{number}/x/set"] = lambda payload, number=number: [(f"twin{number}/state", payload)]  # type: ignore[misc]
        async with opened(broker) as backend:
            assert [(device.id, device.name) for device in backend.loaded.home.devices] == [("twin-1", "Twin"), ("twin-2", "Twin")]
            assert list(backend.loaded.home.devices[0].components) == ["main", "relay"]
            await backend.send(Command(device="twin-2", capability="switch", name="on"), "k")
            assert [topic for topic, _ in devices.heard] == ["twin2/x/set"]


async def test_we_are_announced_and_our_death_is_too(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        devices.asked.clear()
        async with opened(broker) as backend:
            async with asyncio.timeout(5):
                await devices.asked.wait()
            assert backend.loaded.home.devices == ()
        async with opened(broker, birth=False):
            pass


async def test_wrong_credentials_name_the_mend_and_no_secret(tmp_path: Path) -> None:
    async with running(tmp_path / "mosquitto", password="nobody:$6$wrong$wrong==\n") as broker:
        for address in (broker.address, replace(broker.address, username="nobody", password="pass-word-7")):
            with structlog.testing.capture_logs() as logs, pytest.raises(Misconfigured) as caught:
                async with opened(broker, address=address):
                    pass
            assert "user name and password" in caught.value.mend
            assert "pass-word-7" not in f"{logs}{caught.value}{caught.value.mend}{address!r}"


async def test_no_broker_is_silence_within_the_limit(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "mosquitto")
    begun = time.monotonic()
    with pytest.raises(HouseSilent, match="cannot be reached"):
        async with opened(broker, address=BrokerAddress(host="127.0.0.1", port=broker.port)):
            pass
    assert time.monotonic() - begun < 20


async def test_the_gate_proves_what_a_device_did_and_says_what_it_did_not(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        state = await lamp(devices)
        await devices.announce("switch/blind", {"cmd_t": "blind/set/x", "name": "Blind switch", "uniq_id": "b"})
        async with opened(broker) as backend:
            registry = HouseRegistry(backend.loaded)
            ledger = await open_ledger(None)
            clock = SetClock(NOON)
            gate = HouseGate(registry=registry, backend=backend, ledger=ledger, clock=clock, pin_hash=lambda: None, approvals=Approvals())
            brighter = Command(device="bench-1", capability="switchLevel", name="brighter")
            done = await gate.execute(brighter, cause("k1"))
            assert (done.status, done.changed()["switchLevel.level"]) == ("done", (40, 50))
            assert (await gate.execute(level(50), cause("k2"))).status == "unchanged"
            devices.answers["bench/set/lamp"] = lambda _: [("bench/lamp/state", json.dumps({**state, "brightness": 51}))]
            wrong = await gate.execute(level(90), cause("k3"))
            assert wrong.status == "failed" and "reports 20 for level instead of 90" in (wrong.problem or "")
            unsure = await gate.execute(Command(device="b", capability="switch", name="on"), cause("k4"))
            assert unsure.status == "failed" and "reports nothing back" in (unsure.problem or "")
            assert devices.heard[-1] == ("blind/set/x", "ON")
            del devices.answers["bench/set/lamp"]
            silent = await gate.execute(level(70), cause("k5", words="明るさを70にして"))
            assert silent.problem == "Benchに送りましたが何も知らせてこないため、実行されたかどうか分かりません。"
            await gate.close()


async def test_a_command_that_a_kill_cut_off_is_not_sent_twice_once_the_device_has_done_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        state = await lamp(devices)
        del devices.answers["bench/set/lamp"]
        async with opened(broker, tmp_path / "mqtt.sqlite3", limits=replace(QUICK, read_back=30.0)) as backend:
            sending = asyncio.create_task(backend.send(level(80), "k"))
            async with asyncio.timeout(5):
                await devices.told.wait()
            sending.cancel()
        await devices.publish("bench/lamp/state", json.dumps({**state, "state": "ON", "brightness": 204}))
        async with opened(broker, tmp_path / "mqtt.sqlite3") as backend:
            sent = await backend.send(level(80), "k")
            assert (sent.before["switchLevel.level"], sent.after["switchLevel.level"]) == (40, 80)
        assert len(devices.heard) == 1


async def test_what_is_the_same_to_the_device_is_what_was_wanted(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await lamp(devices)
        async with opened(broker) as backend:
            warm = Command(device="bench-1", capability="colorTemperature", name="setColorTemperature", arguments={"temperature": 2700})
            capability = next(name for name in backend.loaded.capabilities if name.startswith("colorTemperature"))
            sent = await backend.send(replace(warm, capability=capability), "k")
            assert json.loads(devices.heard[0][1])["color_temp"] == 370
            assert sent.after[f"{capability}.colorTemperature"] == 2700


async def test_a_step_from_nowhere_is_not_taken(tmp_path: Path) -> None:
    async with house(tmp_path) as (broker, devices):
        await devices.announce("light/bench/lamp", LAMP)
        async with opened(broker) as backend:
            with pytest.raises(HouseSilent, match="has not reported its level yet"):
                await backend.send(Command(device="bench-1", capability="switchLevel", name="brighter", arguments={"by": 10}), "k")
        assert devices.heard == []


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl is installed")
async def test_a_broker_behind_tls_is_trusted_by_its_own_authority_only(tmp_path: Path) -> None:
    openssl = (
        f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout {tmp_path}/key -out {tmp_path}/ca.pem"
    )
    made = await asyncio.create_subprocess_exec(
        *openssl.split(), "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", stderr=asyncio.subprocess.DEVNULL
    )
    assert await made.wait() == 0
    lines = f"certfile {tmp_path}/ca.pem\nkeyfile {tmp_path}/key\n"
    async with running(tmp_path / "mosquitto", lines=lines) as broker:
        secure = replace(broker.address, tls=True)
        async with opened(broker, address=replace(secure, authority=tmp_path / "ca.pem")):
            pass
        with pytest.raises(Misconfigured, match="certificate is not trusted") as caught:
            async with opened(broker, address=secure):
                pass
        assert "authority" in caught.value.mend
        with pytest.raises(Misconfigured, match="authority cannot be used"):
            async with opened(broker, address=replace(secure, authority=tmp_path / "key")):
                pass
