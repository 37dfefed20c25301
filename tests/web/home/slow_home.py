"""A household whose lamp and lock answer only when a test lets them: what a page shows meanwhile."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from fastapi import FastAPI
from tests.web.household import NOW, FakeGate, FakeHousehold

from yamori.domain.capability import Capability
from yamori.domain.receipt import Cause, Command, Receipt, ReceiptStatus
from yamori.domain.values import Value
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, read_capability
from yamori.web.assets import Assets
from yamori.web.home.acting import HandActions
from yamori.web.home.pages import HomePages
from yamori.web.look import Look


def product(*names: str) -> Mapping[str, Capability]:
    return {name: read_capability(PRODUCT_CAPABILITIES / f"{name}.capability.yaml").capability for name in names}


class SlowGate(FakeGate):
    """Every command waits for its turn in `ends`: a status, and why. What is done sets the attribute of its argument."""

    def __init__(self, household: FakeHousehold) -> None:
        super().__init__(household.gate.home)
        self.capabilities = {**self.capabilities, **product("switch", "switchLevel", "lock")}
        self.ends: asyncio.Queue[tuple[ReceiptStatus, str]] = asyncio.Queue()
        self.asked: list[tuple[Command, Cause]] = []

    async def execute(self, command: Command, cause: Cause) -> Receipt:
        self.asked.append((command, cause))
        status, why = await self.ends.get()
        if status is ReceiptStatus.DONE:
            for name, value in command.arguments.items():
                self.put(f"{command.device}.main.{command.capability}.{name}", value)
        self.receipts.insert(0, Receipt(id=f"r{len(self.asked)}", command=command, cause=cause, status=status, at=NOW, problem=why or None))
        return self.receipts[0]


class SlowHousehold(FakeHousehold):
    """Devices are shown as waiting at once."""

    def __init__(self) -> None:
        super().__init__()
        self.gate: SlowGate = SlowGate(self)
        self.house.gate = self.gate
        self.actions = HandActions(self.gate, self.house.now, patience=0.0)

        self._app = FastAPI()
        self._app.include_router(HomePages(self, Look(Assets()), actions=self.actions).router())

    def app(self) -> FastAPI:
        return self._app


def put(household: FakeHousehold, path: str, value: Value) -> None:
    household.gate.put(path, value)


def unknown(household: FakeHousehold, device: str) -> None:
    """The device does not tell anything any more."""
    for path, reading in list(household.gate._now.items()):
        if reading.device == device:
            household.gate._now[path] = replace(reading, value=None)
