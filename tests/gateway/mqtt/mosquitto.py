"""A real Mosquitto on a port of its own, and devices that speak to it as real ones do."""

import asyncio
import contextlib
import json
import shutil
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from yamori.gateway.mqtt.broker import BrokerAddress

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto is installed")
Json = dict[str, Any]
_AT_ONCE = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]


class Mosquitto:
    """Started, stopped and started again on the same port; what is retained outlives a restart."""

    def __init__(self, folder: Path, *, password: str | None = None, lines: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._config = folder / "mosquitto.conf"
        users = f"allow_anonymous false\npassword_file {folder / 'users'}" if password else "allow_anonymous true"
        self._config.write_text(
            f"listener {self.port} 127.0.0.1\n{users}\npersistence true\npersistence_location {folder}/\nautosave_interval 1\n"
            "autosave_on_changes true\nlog_dest stderr\nlog_type all\nuser root\nset_tcp_nodelay true\n"
            f"{lines}"
        )
        if password:
            (folder / "users").write_text(password)
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def address(self) -> BrokerAddress:
        return BrokerAddress(host="127.0.0.1", port=self.port)

    async def start(self) -> None:
        assert MOSQUITTO is not None
        self._process = await asyncio.create_subprocess_exec(MOSQUITTO, "-c", str(self._config), stderr=asyncio.subprocess.PIPE)
        assert self._process.stderr is not None
        seen = b""
        async with asyncio.timeout(10):
            while b" running" not in (line := await self._process.stderr.readline()):
                seen += line
                assert line, seen.decode()
        self._reading = asyncio.create_task(self._read(self._process.stderr))

    async def stop(self, *, kill: bool = False) -> None:
        if self._process is None:
            return
        if kill:
            self._process.kill()
        else:
            self._process.terminate()
        await self._process.wait()
        if self._reading is not None:
            await self._reading
        self._process = None

    async def _read(self, stream: asyncio.StreamReader) -> None:
        while await stream.readline():
            pass


@asynccontextmanager
async def running(folder: Path, *, password: str | None = None, lines: str = "") -> AsyncIterator[Mosquitto]:
    broker = Mosquitto(folder, password=password, lines=lines)
    await broker.start()
    try:
        yield broker
    finally:
        await broker.stop()


class Devices:
    """One client that plays any number of devices: announces them and answers commands by topic."""

    def __init__(self, broker: Mosquitto) -> None:
        self._broker = broker
        self.heard: list[tuple[str, str]] = []
        """Commands, in their order."""
        self.answers: dict[str, Callable[[str], list[tuple[str, str | bytes]]]] = {}
        """Command topic to what the device publishes when it is told something."""
        self._client: aiomqtt.Client | None = None
        self._running: asyncio.Task[None] | None = None
        self._up = asyncio.Event()
        self.told = asyncio.Event()
        """A command came; whoever waits for the next one clears it."""
        self.asked = asyncio.Event()
        """Somebody asked devices to announce themselves."""

    async def start(self) -> None:
        self._running = asyncio.create_task(self._run())
        async with asyncio.timeout(10):
            await self._up.wait()

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def announce(self, topic: str, config: Mapping[str, Any] | str, *, retain: bool = True) -> None:
        payload = config if isinstance(config, str) else json.dumps(config)
        await self.publish(f"homeassistant/{topic}/config", payload, retain=retain)

    async def publish(self, topic: str, payload: str | bytes, *, retain: bool = True) -> None:
        async with asyncio.timeout(20):
            await self._up.wait()
            assert self._client is not None
            await self._client.publish(topic, payload, qos=1, retain=retain)

    async def flood(self, topic: str, payloads: Sequence[str]) -> None:
        """One after the other, as fast as they go."""
        assert self._client is not None
        for payload in payloads:
            await self._client.publish(topic, payload, qos=0)

    async def _run(self) -> None:
        while True:
            try:
                async with aiomqtt.Client("127.0.0.1", self._broker.port, timeout=5, socket_options=_AT_ONCE) as client:
                    await client.subscribe([("+/set/#", 1), ("+/+/set/#", 1), ("homeassistant/status", 1)])
                    self._client = client
                    self._up.set()
                    async for message in client.messages:
                        await self._take(client, message)
            except aiomqtt.MqttError:
                self._up.clear()
                await asyncio.sleep(0.05)  # a device tries to connect again and again

    async def _take(self, client: aiomqtt.Client, message: aiomqtt.Message) -> None:
        topic, payload = message.topic.value, bytes(message.payload or b"").decode()  # type: ignore[arg-type]
        if topic == "homeassistant/status":
            self.asked.set()
            return
        self.heard.append((topic, payload))
        self.told.set()
        answer = self.answers.get(topic)
        for to, said in answer(payload) if answer else ():
            await client.publish(to, said, qos=1, retain=True)


@asynccontextmanager
async def devices_on(broker: Mosquitto) -> AsyncIterator[Devices]:
    devices = Devices(broker)
    await devices.start()
    try:
        yield devices
    finally:
        await devices.stop()
