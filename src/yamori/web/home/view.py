"""The home as one reader sees it: tiles, rooms with their summaries, and what needs attention. Made for one answer or one open page; reads
what it is given and changes nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from yamori.domain.capability import Risk
from yamori.domain.home import Device
from yamori.web.home.acting import HandActions
from yamori.web.home.controls import Buttons, Press, controls_of_device
from yamori.web.home.rooms import PlacedRoom, placed_rooms
from yamori.web.home.summary import Attention, Concern, Glance, glance, summary
from yamori.web.home.tile import HomeTile, home_tile
from yamori.web.marks import mark
from yamori.web.ports import Ports
from yamori.web.state import HomeState
from yamori.web.words import Words

MOST_CONCERNS = 12
"""Shown; of more their number is said."""
_MAIN = "main"


@dataclass(frozen=True, kw_only=True)
class RoomShown:
    id: str
    mark: str
    name: str
    summary: str


@dataclass(frozen=True, kw_only=True)
class ConcernShown:
    """One thing that needs attention, with what puts it right where a safe command does."""

    device: str
    name: str
    says: str
    urgent: bool
    component: str
    capability: str
    remedy: Press | None


class HomeView:
    """Over the readings in `state`, which may change while this lives: `refresh` what a changed device says of its room."""

    def __init__(self, ports: Ports, actions: HandActions, words: Words, state: HomeState) -> None:
        self._ports, self._actions, self._words = ports, actions, words
        self.state = state
        self.online = presence(ports)
        home = ports.gate.home
        self.rooms = placed_rooms(home, words)
        self.devices = {device.id: device for device in home.devices}
        self._names = {device.id: words.name(device.name, device.aliases) for device in home.devices}
        self._room_of = {device.id: room for room in self.rooms for device in room.devices}
        self._glances: dict[str, Glance] = {device.id: self._glance(device) for device in home.devices}

    def refresh(self, device: str) -> PlacedRoom | None:
        """What the room says follows the device's present readings from here on; the room of it."""
        if (known := self.devices.get(device)) is not None:
            self._glances[device] = self._glance(known)
        return self._room_of.get(device)

    def tile(self, device: str, *, whole: bool = False) -> HomeTile:
        return home_tile(
            self.devices[device],
            self.state.of(device),
            self._ports.gate.capabilities,
            self._words,
            standing=self._actions.standing(device),
            online=self.online.get(device, True),
            whole=whole,
        )

    def tiles(self, devices: Iterable[Device]) -> list[HomeTile]:
        return [self.tile(device.id) for device in devices]

    def room(self, room: PlacedRoom) -> RoomShown:
        said = summary((self._glances[device.id] for device in room.devices), self._names, self._words)
        return RoomShown(id=room.id, mark=mark("room", room.id), name=room.name, summary=said)

    def whole(self) -> str:
        """The home in a few words."""
        return summary(self._glances.values(), self._names, self._words)

    def attention(self) -> list[ConcernShown]:
        """All that needs attention, the most urgent first."""
        found = [concern for device in self.devices for concern in self._glances[device].attention]
        return [self._concern(concern) for concern in sorted(found, key=lambda a: a.concern)]

    def _glance(self, device: Device) -> Glance:
        return glance(device, self.state.of(device.id), self._ports.gate.capabilities, online=self.online.get(device.id, True))

    def _concern(self, attention: Attention) -> ConcernShown:
        words, concern = self._words, attention.concern
        match concern:
            case Concern.BATTERY:
                says = words("home.battery", level=words.value(attention.value, "%"))
            case Concern.UNAVAILABLE:
                says = words("home.unavailable")
            case Concern.OPEN if not isinstance(attention.value, str):
                says = words.value("open")
            case _:
                says = words.value(attention.value)
        component = "" if attention.component == _MAIN else f"{words.attribute(attention.component)} · "
        capability, remedy = self._remedy(attention) if concern in (Concern.OPEN, Concern.UNLOCKED) else ("", None)
        return ConcernShown(
            device=attention.device,
            name=self._names[attention.device],
            says=f"{component}{says}",
            urgent=concern is Concern.ALARM,
            component=attention.component,
            capability=capability,
            remedy=remedy,
        )

    def _remedy(self, attention: Attention) -> tuple[str, Press | None]:
        """The safe one of two commands that are each other's opposite."""
        device = self.devices[attention.device]
        for control in controls_of_device(device, self._ports.gate.capabilities, self.state.of(device.id)):
            if isinstance(control, Buttons) and control.component == attention.component and len(control.presses) == 2:
                for press in control.presses:
                    if press.risk is Risk.SAFE and press.value is not None and not press.current:
                        return control.capability, press
        return "", None


async def tile_now(ports: Ports, actions: HandActions, words: Words, device: Device, *, whole: bool) -> HomeTile:
    """One device as it is now. Raises what the gate raises."""
    return home_tile(
        device,
        await ports.gate.snapshot(device.id),
        ports.gate.capabilities,
        words,
        standing=actions.standing(device.id),
        online=presence(ports).get(device.id, True),
        whole=whole,
    )


def presence(ports: Ports) -> Mapping[str, bool]:
    """Whether each device at the edge has spoken lately."""
    return {id: origin.edge.online for id, origin in ports.house.origins().items() if origin.edge is not None}
