"""Writes automations for Home Assistant: says to `automations.home_assistant` which entity is behind which device. Wired in `household`.

Only reads what the backend knows; Home Assistant itself is asked nothing and told nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from yamori.automations.action import Call
from yamori.automations.automation import Automation
from yamori.automations.home_assistant.form import HomeAssistantForm, home_assistant_form
from yamori.automations.home_assistant.port import OTHERS, EntityReading, ServiceCall
from yamori.automations.home_assistant.reasons import Reason, Unsayable
from yamori.domain.capability import AddEffect, AppendEffect, RemoveEffect
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.language import Language
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.gateway.backends.homeassistant import HomeAssistantBackend
from yamori.gateway.homeassistant.calls import sending
from yamori.gateway.homeassistant.livehome import LiveHome
from yamori.gateway.homeassistant.traits import Held
from yamori.gateway.opening import House

SOURCE = "homeassistant"
"""As `sources` names it."""
_TRUE: Mapping[Value, Value] = {True: True, "on": True, "true": True, "yes": True, OTHERS: False}
_FORMS = ("", "number", "kelvin")
"""Of values that Home Assistant shows as they are; a colour or a list is compared with nothing there."""


@dataclass(frozen=True, kw_only=True)
class _Order:
    """One command of a call of the IoT agent."""

    device: str
    component: str
    capability: str
    command: str
    arguments: Mapping[str, Value]


class HomeAssistantForms:
    """Over one house. Fulfils `automations.tools.Forms`."""

    def __init__(self, house: House) -> None:
        self._house = house

    def form(self, automation: Automation, language: Language) -> HomeAssistantForm | None:
        """None while this house has no Home Assistant."""
        source = self._house.upkeep.source(SOURCE)
        if source is None or not isinstance(source.backend, HomeAssistantBackend):
            return None
        known = HouseEntities(self._house, source.backend.home)
        return home_assistant_form(automation, known, zone=self._house.gate.home.place.timezone, language=language)


class HouseEntities:
    """Fulfils `automations.home_assistant.port.HomeAssistantHome` over what a backend last heard."""

    def __init__(self, house: House, live: LiveHome) -> None:
        self._house, self._live = house, live

    @property
    def version(self) -> str:
        return self._live.inventory.version

    @property
    def timezone(self) -> str:
        return self._live.inventory.place.timezone

    def has(self, entity: str) -> bool:
        return any(known.id == entity for known in self._live.inventory.entities)

    def reading(self, path: str) -> EntityReading:
        device, component, *names, attribute = path.split(".")
        held = self._held(device, component, ".".join(names))
        source, declared = held.trait.reads.get(attribute), held.capability.attributes.get(attribute)
        if source is None or declared is None or not source.of or source.form not in _FORMS:
            raise Unsayable(Reason.NO_READING, self._name(device))
        return EntityReading(
            entity=held.entity,
            attribute=None if source.of == "state" else source.of,
            number=declared.type in ("integer", "number") and not source.words,
            words=_TRUE if declared.type == "boolean" and not source.words else source.words,
            scale=source.scale,
            whole=declared.type == "integer" and source.scale is not None,
            missing=source.missing,
        )

    def calls(self, action: Call) -> Sequence[ServiceCall]:
        orders = tuple(self._orders(action))
        if not orders:
            raise Unsayable(Reason.NO_COMMAND, action.text)
        return [call for order in orders for call in self._calls(order, action)]

    def _calls(self, order: _Order, action: Call) -> Iterator[ServiceCall]:
        held = self._held(order.device, order.component, order.capability)
        spec = held.intended.commands.get(order.command)
        if spec is None or order.command in held.trait.stills:
            raise Unsayable(Reason.NO_COMMAND, action.text)
        steps = any(isinstance(effect, AddEffect | AppendEffect | RemoveEffect) for effect in spec.effects.values())
        if steps and order.command not in held.trait.calls:
            raise Unsayable(Reason.STEP, action.text)
        command = Command(
            device=order.device,
            component=order.component,
            capability=order.capability,
            name=order.command,
            arguments={**spec.defaults, **order.arguments},
        )
        try:
            sent = sending(command, held, {}).calls
        except (InvalidRequest, KeyError) as wrong:  # a command that was kept, of a device that has changed since
            raise Unsayable(Reason.NO_COMMAND, action.text) from wrong
        if not sent:
            raise Unsayable(Reason.NO_COMMAND, action.text)
        for call in sent:
            yield ServiceCall(service=f"{call.domain}.{call.service}", entity=call.entity, data=call.data)

    def _orders(self, action: Call) -> Iterator[_Order]:
        """As `agents.iot.tools` reads the arguments of its tools; another tool has none."""
        if action.tool == "control_devices":
            given = cast(Mapping[str, Any], action.arguments)
            for address in given.get("devices", ()):
                device, _, component = str(address).partition("/")
                found = self._house.gate.home.device(device)
                own = (c for c, names in found.components.items() if given["capability"] in names) if found is not None else iter(())
                yield _order(device, component or next(own, "main"), given)
        elif action.tool == "perform":
            yield from _in_order(action.arguments.get("step"))

    def _held(self, device: str, component: str, capability: str) -> Held:
        source = self._house.upkeep.source_of(device)
        if source is None or source.name != SOURCE:
            raise Unsayable(Reason.NOT_ITS_DEVICE, self._name(device))
        try:
            return self._live.held(device, component, capability)
        except NotFound as gone:
            raise Unsayable(Reason.NOT_ITS_DEVICE, self._name(device)) from gone

    def _name(self, device: str) -> str:
        found = self._house.gate.home.device(device)
        return found.name if found is not None else device


def _in_order(step: object) -> Iterator[_Order]:
    """What is done one after the other; Home Assistant's actions are, so that what is to happen at once would come in a row."""
    if isinstance(step, Mapping):
        if "device" in step:
            yield _order(str(step["device"]), str(step.get("component") or "main"), step)
        for inner in (*step.get("sequence", ()), *step.get("parallel", ())):
            yield from _in_order(inner)


def _order(device: str, component: str, given: Mapping[str, Any]) -> _Order:
    return _Order(
        device=device,
        component=component,
        capability=str(given["capability"]),
        command=str(given["command"]),
        arguments=dict(given.get("arguments") or {}),
    )
