"""Homes small enough to read, written to files, and backends that misbehave as real ones do."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from yamori.domain.clock import Clock, SetClock
from yamori.domain.receipt import Cause, Command, Reading
from yamori.domain.values import Value
from yamori.gateway.backends.port import Backend, Sent
from yamori.gateway.backends.virtual import open_virtual
from yamori.gateway.gate import Approvals, HouseGate
from yamori.gateway.homefile import load_home
from yamori.gateway.ledger import open_ledger
from yamori.gateway.registry import HouseRegistry

NOON = datetime.fromisoformat("2026-05-01T12:00:00+09:00")

HOME = """\
home: cabin
place: {name: Nara, country: JP, latitude: 34.68, longitude: 135.8, timezone: Asia/Tokyo}
floors:
  - {id: ground, name: Ground floor}
rooms:
  - {id: den, name: Den, floor: ground}
people:
  - {id: sora, name: Sora, role: adult}
devices:
  - id: heater
    name: Little heater
    aliases: [暖房機]
    room: den
    components:
      main:
        power: {power: "off"}
        warmth: {warmth: 20, glow: 0.5}
      lid:
        hatch: {hatch: closed}
  - id: gate
    name: Garden gate
    components:
      main:
        hatch: {hatch: closed}
        vault: {vault: shut}
        bell: {}
"""

CAPABILITIES = {
    "power": """\
capability: power
says: On or off.
attributes:
  power: {type: string, values: ["on", "off"]}
commands:
  "on": {says: Turn it on., effects: {power: "on"}}
  "off": {says: Turn it off., effects: {power: "off"}}
""",
    "warmth": """\
capability: warmth
says: How warm it is.
attributes:
  warmth: {type: integer, unit: "°C", minimum: 5, maximum: 30}
  glow: {type: number, minimum: 0, maximum: 1}
commands:
  setWarmth:
    says: Set it.
    arguments: {type: object, properties: {warmth: {type: integer}, glow: {type: number}}, required: [warmth]}
    effects: {warmth: {argument: warmth}, glow: {argument: glow}, power.power: "on"}
  more:
    says: A step warmer.
    arguments: {type: object, properties: {by: {type: integer}}}
    defaults: {by: 3}
    effects: {warmth: {add: {argument: by}}}
  less: {says: A step colder., effects: {warmth: {add: -3}}}
""",
    "hatch": """\
capability: hatch
says: Open or closed.
attributes:
  hatch: {type: string, values: [open, closed]}
commands:
  open: {says: Open it., risk: confirm, effects: {hatch: open}}
  close: {says: Close it., effects: {hatch: closed}}
""",
    "vault": """\
capability: vault
says: Behind the PIN.
attributes:
  vault: {type: string, values: [open, shut]}
commands:
  open: {says: Open it., risk: pin, effects: {vault: open}}
""",
    "bell": """\
capability: bell
says: Rings, and reports nothing.
commands:
  ring: {says: Ring once.}
""",
}


def write_home(folder: Path, home: str = HOME, **capabilities: str) -> Path:
    """The home file with its capabilities beside it; those given replace the ones above."""
    beside = folder / "capabilities"
    beside.mkdir(parents=True, exist_ok=True)
    for name, text in {**CAPABILITIES, **capabilities}.items():
        (beside / f"{name}.capability.yaml").write_text(text, encoding="utf-8")
    file = folder / "cabin.home.yaml"
    file.write_text(home, encoding="utf-8")
    return file


def cause(key: str, words: str = "please", **more: str) -> Cause:
    return Cause(key=key, person="sora", words=words, **more)


def set_warmth(warmth: int) -> Command:
    return Command(device="heater", capability="warmth", name="setWarmth", arguments={"warmth": warmth})


OPEN_GATE = Command(device="gate", capability="hatch", name="open")
OPEN_VAULT = Command(device="gate", capability="vault", name="open")


@asynccontextmanager
async def gate_over(
    wrap: Callable[[Backend], Backend], file: Path, *, data: Path | None = None, clock: Clock | None = None
) -> AsyncIterator[HouseGate]:
    """A gate over the virtual home with something in between."""
    registry = HouseRegistry(load_home(file))
    running = clock or SetClock(NOON)
    ledger = await open_ledger(data / "ledger" if data else None)
    backend = wrap(await open_virtual(registry, file=data / "virtual" if data else None, clock=running))
    gate = HouseGate(registry=registry, backend=backend, ledger=ledger, clock=running, pin_hash=lambda: None, approvals=Approvals())
    try:
        await gate.recover()
        yield gate
    finally:
        await gate.close()


class Wrapped:
    """Passes everything on; what follows changes one thing each."""

    def __init__(self, inner: Backend) -> None:
        self.inner = inner

    async def read(self, device: str, component: str, capability: str, attribute: str) -> Reading:
        return await self.inner.read(device, component, capability, attribute)

    async def snapshot(self, device: str | None = None) -> Sequence[Reading]:
        return await self.inner.snapshot(device)

    async def send(self, command: Command, key: str) -> Sent:
        return await self.inner.send(command, key)

    async def sent(self, key: str) -> Sent | None:
        return await self.inner.sent(key)

    def changes(self) -> AsyncIterator[Reading]:
        return self.inner.changes()

    async def close(self) -> None:
        await self.inner.close()


class Counting(Wrapped):
    """Counts what reaches the devices."""

    def __init__(self, inner: Backend) -> None:
        super().__init__(inner)
        self.keys: list[str] = []

    async def send(self, command: Command, key: str) -> Sent:
        self.keys.append(key)
        return await super().send(command, key)


class PowerCut(Exception):
    """Stands for the moment at which the process ends."""


class DiesAfterSending(Wrapped):
    """The device did it, and nobody lived to write that down."""

    async def send(self, command: Command, key: str) -> Sent:
        await super().send(command, key)
        raise PowerCut


class DiesBeforeSending(Wrapped):
    async def send(self, command: Command, key: str) -> Sent:
        raise PowerCut


class Reports(Wrapped):
    """A device that says it is somewhere else than it was sent."""

    def __init__(self, inner: Backend, attribute: str, value: Value) -> None:
        super().__init__(inner)
        self.attribute, self.value = attribute, value

    async def send(self, command: Command, key: str) -> Sent:
        sent = await super().send(command, key)
        return replace(sent, after={**sent.after, self.attribute: self.value})
