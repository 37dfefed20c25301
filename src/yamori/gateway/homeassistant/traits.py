"""Which capabilities one entity fulfils, cut to what it says of itself. Decides from values alone."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from yamori.domain.capability import Attribute, Capability, SetEffect
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, fit
from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog
from yamori.gateway.homeassistant.documented import described_commands
from yamori.gateway.homeassistant.domains import Domain, Source, Trait, domains, ignored, sensors
from yamori.gateway.homeassistant.forms import ours
from yamori.gateway.homeassistant.inventory import Entity, Inventory
from yamori.gateway.homeassistant.narrowing import narrowed, own_name, unpromised

_CATALOG = CapabilityCatalog(PRODUCT_CAPABILITIES)


@dataclass(frozen=True, kw_only=True)
class Held:
    """One capability that one entity fulfils."""

    entity: str
    capability: Capability
    intended: Capability
    """The same with every effect: what its commands are to bring about, also where a real device ends elsewhere."""
    trait: Trait
    initial: Mapping[str, Value]
    """Attribute to its value when the home was read; those that are known and fit."""


def acts(entity: Entity) -> bool:
    """Whether it is a thing of its own, with a name that people use."""
    domain = domains().get(entity.domain)
    return domain is not None and domain.acts and not entity.setting


def held_by(entity: Entity, inventory: Inventory, *, simulated: bool) -> tuple[Held, ...]:
    """In the order of the domain; empty for what is no part of a home."""
    if entity.domain in ignored():
        return ()
    found = []
    for capability, trait in _offered(entity, inventory, simulated=simulated):
        initial = _initial(entity, capability, trait, simulated=simulated)
        intended = _preferring(capability, trait, initial) if simulated else capability
        promised = intended if simulated else unpromised(capability, trait.arrives, base=trait.capability)
        found.append(Held(entity=entity.id, capability=promised, intended=intended, trait=trait, initial=initial))
    return tuple(found)


def _offered(entity: Entity, inventory: Inventory, *, simulated: bool) -> Iterator[tuple[Capability, Trait]]:
    if entity.domain in ("sensor", "binary_sensor"):
        yield _measured(entity)
        return
    domain = domains().get(entity.domain)
    if domain is None:
        yield _described(entity, inventory)
        return
    for trait in domain.has:
        if trait.only == ("real" if simulated else "simulated") or not _applies(trait, domain, entity):
            continue
        capability = _cut(trait, domain, entity, inventory, simulated=simulated)
        if capability is not None and (capability.attributes or capability.commands):
            calls = {
                name: [call for call in several if not call.feature or _has_feature(domain, entity, call.feature)]
                for name, several in trait.calls.items()
            }
            yield capability, replace(trait, calls=calls)


def shape(domain: str, attributes: Mapping[str, Value]) -> object:
    """What decides which capabilities an entity of the domain has: while this stays, its home stays."""
    known = domains().get(domain)
    keys = ("supported_features", "supported_color_modes", "device_class", "unit_of_measurement", "friendly_name", "state_class")
    values = [str(attributes.get(name)) for name in keys]
    for trait in known.has if known is not None else ():
        values += [str(attributes.get(listed)) for listed in trait.choices.values()]
        values += [str(attributes.get(bound)) for bounds in trait.numbers.values() for bound in bounds[:2]]
        values += [str(attributes.get(name) is not None) for name in trait.when.get("attribute", ())]
    return values


def _applies(trait: Trait, domain: Domain, entity: Entity) -> bool:
    for condition, wanted in trait.when.items():
        match condition:
            case "feature":
                holds = any(_has_feature(domain, entity, name) for name in wanted)
            case "lacks":
                holds = not any(_has_feature(domain, entity, name) for name in wanted)
            case "attribute":
                holds = any(entity.attributes.get(name) is not None for name in wanted)
            case "class":
                holds = _known_class(domain, entity) in wanted
            case "mode":
                modes = entity.attributes.get("supported_color_modes")
                holds = bool(set(map(str, modes)) & set(wanted)) if isinstance(modes, list | tuple) else "brightness" in entity.attributes
            case _:
                raise ValueError(f"domains.yaml: {domain.name}: there is no condition {condition}")
        if not holds:
            return False
    return True


def _known_class(domain: Domain, entity: Entity) -> str:
    """A class that this file does not know counts as none."""
    found = str(entity.attributes.get("device_class") or "")
    return found if any(found in trait.when.get("class", ()) for trait in domain.has) else ""


def _has_feature(domain: Domain, entity: Entity, name: str) -> bool:
    bits = entity.attributes.get("supported_features")
    if isinstance(bits, int) and not isinstance(bits, bool):
        return bool(bits & domain.features[name])
    return name in domain.usual


def _cut(trait: Trait, domain: Domain, entity: Entity, inventory: Inventory, *, simulated: bool) -> Capability | None:
    file = _CATALOG.find(trait.capability)
    assert file is not None, trait.capability
    capability = file.capability
    attributes: dict[str, Attribute] = {}
    for name, attribute in capability.attributes.items():
        if name in trait.reads and not simulated and (not trait.reads[name].of or trait.reads[name].only == "simulated"):
            continue  # a real entity does not show it
        if name in trait.choices:
            listed = entity.attributes.get(trait.choices[name])
            if isinstance(listed, list | tuple) and listed:
                attribute = replace(attribute, values=tuple(dict.fromkeys(str(v) for v in listed)))
            elif not attribute.values:
                return None
        if name in trait.reads:
            attribute = _in_units(attribute, trait.reads[name], entity, inventory)
        if name in trait.numbers:
            attribute = _ranged(attribute, trait.numbers[name], entity, inventory)
        attributes[name] = attribute
    able = {
        name
        for name in capability.commands
        if trait.commands is None
        or (name in trait.commands and (not trait.commands[name] or any(_has_feature(domain, entity, f) for f in trait.commands[name])))
    }
    return narrowed(capability, attributes=attributes, commands=frozenset(able))


def _in_units(attribute: Attribute, source: Source, entity: Entity, inventory: Inventory) -> Attribute:
    unit = attribute.unit
    match source.unit:
        case "temperature":
            unit = _temperature_unit(entity, inventory)
        case "own":
            unit = _unit(entity)
    return attribute if unit == attribute.unit else replace(attribute, unit=unit, minimum=None, maximum=None)


def _temperature_unit(entity: Entity, inventory: Inventory) -> str:
    return str(entity.attributes.get("temperature_unit") or inventory.temperature_unit)


def _unit(entity: Entity) -> str | None:
    unit = entity.attributes.get("unit_of_measurement") or entity.attributes.get("native_unit_of_measurement")
    return str(unit) if unit else None


def _ranged(attribute: Attribute, numbers: object, entity: Entity, inventory: Inventory) -> Attribute:
    assert isinstance(numbers, list)
    low, high, usual_low, usual_high = numbers
    if attribute.unit == "°F" and usual_low is not None:
        usual_low, usual_high = round(usual_low * 9 / 5 + 32), round(usual_high * 9 / 5 + 32)
    minimum, maximum = _number(entity.attributes.get(low), usual_low), _number(entity.attributes.get(high), usual_high)
    if minimum is not None and maximum is not None and minimum > maximum:
        minimum, maximum = usual_low, usual_high
    return replace(attribute, minimum=minimum, maximum=maximum)


def _number(value: Value, usual: float | None) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else usual


def _initial(entity: Entity, capability: Capability, trait: Trait, *, simulated: bool) -> Mapping[str, Value]:
    values: dict[str, Value] = {}
    for name, attribute in capability.attributes.items():
        value = ours(trait.reads[name], attribute, entity.state, entity.attributes, simulated=simulated) if name in trait.reads else None
        try:
            if value is not None:
                values[name] = fit(attribute, value)
        except Unfit:
            continue  # a device may say what its own ranges do not allow; it is read again when it changes
    return values


def _preferring(capability: Capability, trait: Trait, initial: Mapping[str, Value]) -> Capability:
    """In a simulated home a command that lets the device choose needs something to choose: what it does now, else what it likes best."""
    commands = dict(capability.commands)
    for name, preferred in trait.prefers.items():
        for attribute, liked in preferred.items():
            allowed = capability.attributes[attribute].values
            best = [value for value in (initial.get(attribute), *liked) if value in allowed and value in liked]
            if name in commands and best:
                commands[name] = replace(commands[name], effects={attribute: SetEffect(value=best[0])})
    if commands == capability.commands:
        return capability
    return own_name(replace(capability, commands=commands), trait.capability)


def _measured(entity: Entity) -> tuple[Capability, Trait]:
    """What a sensor measures, as the capability for it."""
    known, binary = sensors()
    kind = str(entity.attributes.get("device_class") or "")
    if entity.domain == "binary_sensor":
        words = binary.get(kind, {"on": "on", "off": "off"})
        target = words.get("as")
        if target is not None:
            name, _, attribute = target.partition(".")
            return _product(name), Trait(
                capability=name, reads={attribute: Source(of="state", words={"on": words["on"], "off": words["off"]})}
            )
        attribute = _camel(kind) or "detected"
        found = Attribute(name=attribute, type="string", values=(words["on"], words["off"]))
        capability = Capability(
            name=f"{attribute}Detector",
            says=f"Whether there is {_spoken(kind) or 'something'}.",
            attributes={attribute: found},
            commands={},
        )
        source = Source(of="state", words={"on": words["on"], "off": words["off"]})
        return capability, Trait(capability=capability.name, reads={attribute: source})
    unit = _unit(entity)
    if kind in known:
        name, _, attribute = known[kind].partition(".")
        product = _product(name)
        held = product.attributes[attribute]
        if unit and unit != held.unit:
            held = replace(held, unit=unit, type="number", minimum=None, maximum=None)
        cut = narrowed(product, attributes={**product.attributes, attribute: held}, commands=frozenset())
        return cut, Trait(capability=name, reads={attribute: Source(of="state")})
    return _sensed(entity, kind, unit)


def _sensed(entity: Entity, kind: str, unit: str | None) -> tuple[Capability, Trait]:
    numeric = unit is not None or entity.attributes.get("state_class") is not None or _is_number(entity.state)
    options = entity.attributes.get("options")
    values = tuple(map(str, options)) if isinstance(options, list | tuple) and not numeric else ()
    name = _camel(kind) if kind not in ("", "enum") else "reading"
    attribute = Attribute(name=name, type="number" if numeric else "string", unit=unit, values=values)
    base = f"{name}Measurement"
    capability = Capability(name=base, says=f"The {_spoken(kind) or 'value'} measured now.", attributes={name: attribute}, commands={})
    return own_name(capability, base), Trait(capability=base, reads={name: Source(of="state", form="number" if numeric else "")})


def _described(entity: Entity, inventory: Inventory) -> tuple[Capability, Trait]:
    """An entity of a domain that `domains.yaml` does not know: its state, and the commands that the server describes."""
    base = f"{_camel(entity.domain)}Control"
    commands, calls = described_commands(entity, inventory.services)
    capability = Capability(
        name=base,
        says=f"What {_spoken(entity.domain)} reports and does.",
        attributes={"state": Attribute(name="state", type="string")},
        commands=commands,
    )
    return own_name(capability, base), Trait(capability=base, reads={"state": Source(of="state")}, calls=calls)


def _product(name: str) -> Capability:
    file = _CATALOG.find(name)
    assert file is not None, name
    return file.capability


def _is_number(state: str | None) -> bool:
    return state is not None and re.fullmatch(r"-?\d+(\.\d+)?", state) is not None


def _camel(words: str) -> str:
    first, *rest = re.split(r"[^a-zA-Z0-9]+", words)
    return first.lower() + "".join(part.capitalize() for part in rest)


def _spoken(words: str) -> str:
    return words.replace("_", " ")
