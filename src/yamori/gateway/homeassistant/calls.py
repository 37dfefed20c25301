"""A command of ours as calls of Home Assistant's services, and the values by which its arrival is known. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, cast

from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.gateway.effects import state_after
from yamori.gateway.homeassistant.domains import Source
from yamori.gateway.homeassistant.forms import theirs
from yamori.gateway.homeassistant.traits import Held


@dataclass(frozen=True, kw_only=True)
class Call:
    """`call_service`, aimed at one entity."""

    domain: str
    service: str
    entity: str
    data: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Sending:
    """What is sent for one command."""

    calls: tuple[Call, ...]
    wanted: Mapping[str, tuple[Value, ...]]
    """Attribute of the capability to values of which one shows that it arrived; empty where nothing can be seen."""

    def note(self) -> Value:
        """As JSON, to be kept with the command's key."""
        wanted = {name: list(values) for name, values in self.wanted.items()}
        return {"calls": [asdict(call) for call in self.calls], "wanted": wanted}


def noted(note: Value) -> Sending:
    """What `Sending.note` wrote."""
    kept = cast(Mapping[str, Any], note)
    calls = tuple(Call(**call) for call in kept["calls"])
    return Sending(calls=calls, wanted={name: tuple(values) for name, values in kept["wanted"].items()})


def sending(command: Command, held: Held, before: Mapping[str, Value]) -> Sending:
    """`before` is the component's state as `capability.attribute`. The command has been checked."""
    capability, trait = held.intended, held.trait
    domain = held.entity.partition(".")[0]
    explicit = trait.calls.get(command.name)
    after = state_after(
        capability.commands[command.name],
        command.arguments,
        capability=capability.name,
        held={capability.name: capability},
        before={path.replace(f"{held.capability.name}.", f"{capability.name}.", 1): value for path, value in before.items()},
    )
    values = {path.rpartition(".")[2]: value for path, value in after.items()}
    if explicit is not None:
        filled = [(each.service, {name: _filled(value, command.arguments) for name, value in each.data.items()}) for each in explicit]
        calls = [
            Call(domain=domain, service=service, entity=held.entity, data={k: v for k, v in data.items() if v is not None})
            for service, data in filled
        ]
    else:
        calls = []
        for name, value in values.items():
            if (source := trait.reads.get(name)) is not None and (call := _setting(domain, held.entity, source, value, command)):
                calls = _merged(calls, call)
    wanted: dict[str, tuple[Value, ...]] = {name: (value,) for name, value in values.items()}
    if command.name in trait.arrives:
        name = next(iter(values), next(iter(capability.attributes), ""))
        wanted = {name: tuple(trait.arrives[command.name])}
    return Sending(calls=tuple(calls), wanted=wanted)


def _setting(domain: str, entity: str, source: Source, value: Value, command: Command) -> Call | None:
    passed = {name: command.arguments[name] for name in source.passes if command.arguments.get(name) not in (None, "")}
    if isinstance(source.set, str):
        if not source.set:
            return None
        sent = source.sends[value] if value in source.sends else theirs(source, value)
        return Call(domain=domain, service=source.set, entity=entity, data={source.argument: sent, **passed})
    if value in source.set:
        return Call(domain=domain, service=source.set[value], entity=entity, data=passed)
    if "*" in source.set:
        return Call(domain=domain, service=source.set["*"], entity=entity, data={source.argument: theirs(source, value), **passed})
    return None


def _merged(calls: list[Call], call: Call) -> list[Call]:
    """Two attributes that one service sets are set together."""
    for index, known in enumerate(calls):
        if known.service == call.service:
            both = Call(domain=call.domain, service=call.service, entity=call.entity, data={**known.data, **call.data})
            return [*calls[:index], both, *calls[index + 1 :]]
    return [*calls, call]


def _filled(value: Value, arguments: Mapping[str, Value]) -> Value:
    return arguments.get(value[1:]) if isinstance(value, str) and value.startswith("$") else value
