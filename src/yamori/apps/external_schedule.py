"""Lists and calendars of the house's backends: devices with the capability of one, through the gate. Fulfils `ExternalSchedule`."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from yamori.agents.scheduler.external import Action, Collection, CollectionKind
from yamori.domain.agenda import AGENDA_CAPABILITIES, CalendarEvent, ListItem
from yamori.domain.answer import No, Pin, Yes
from yamori.domain.errors import NotFound
from yamori.domain.gate import Gate
from yamori.domain.home import Device
from yamori.domain.receipt import Cause, Command, Receipt

_KINDS = {AGENDA_CAPABILITIES["items"]: CollectionKind.LIST, AGENDA_CAPABILITIES["events"]: CollectionKind.CALENDAR}
_COMMANDS = {
    (CollectionKind.LIST, Action.ADD): "addItem",
    (CollectionKind.LIST, Action.COMPLETE): "completeItem",
    (CollectionKind.LIST, Action.REMOVE): "removeItem",
    (CollectionKind.CALENDAR, Action.ADD): "addEvent",
}


class GateSchedule:
    """Over one gate; looks at the home anew each time, since backends come and go."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def collections(self) -> Sequence[Collection]:
        found = []
        for device in self._gate.home.devices:
            for _, capability, kind in _held(device):
                commands = self._gate.capabilities[capability].commands
                actions = frozenset(action for (of, action), name in _COMMANDS.items() if of is kind and name in commands)
                found.append(Collection(id=device.id, name=device.name, kind=kind, aliases=device.aliases, actions=actions))
        return found

    async def items(self, id: str) -> Sequence[ListItem]:
        return await self._gate.items(id)

    async def events(self, id: str, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        return await self._gate.events(id, start, end)

    async def change(self, id: str, action: Action, arguments: Mapping[str, str], cause: Cause) -> Receipt:
        device = self._gate.home.device(id)
        held = next(_held(device), None) if device is not None else None
        if held is None:
            raise NotFound(f"there is no list or calendar {id[:60]!r} any more", where="collection")
        component, capability, kind = held
        whole_days = kind is CollectionKind.CALENDAR and "T" not in arguments["start"]
        name = "addWholeDayEvent" if whole_days else _COMMANDS[kind, action]
        command = Command(device=id, component=component, capability=capability, name=name, arguments={**arguments})
        return await self._gate.execute(command, cause)

    async def settle(self, receipt: str, answer: Yes | No | Pin, *, by: str) -> Receipt:
        match answer:
            case No():
                return await self._gate.refuse(receipt, by=by)
            case Yes():
                return await self._gate.approve(receipt, by=by)
            case Pin(digits=digits):
                return await self._gate.approve(receipt, by=by, pin=digits)


def _held(device: Device) -> Iterator[tuple[str, str, CollectionKind]]:
    """Component, capability and kind."""
    for component, capability in device.capabilities():
        if (kind := _KINDS.get(capability.partition("-")[0])) is not None:
            yield component, capability, kind
