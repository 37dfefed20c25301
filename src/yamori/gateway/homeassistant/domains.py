"""`domains.yaml` and `sensors.yaml` as values: what a domain of Home Assistant is in our words. Read once a process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where one attribute of ours stands in an entity, and how it is set."""

    of: str
    """`state`, or the name of an attribute; empty when it stands nowhere."""
    words: Mapping[Value, Value] = field(default_factory=dict)
    """Theirs to ours; `*` for all others. Empty when they are the same."""
    scale: tuple[float, float] | None = None
    """The highest of theirs and of ours; both begin at 0."""
    form: str = ""
    """`color`, `kelvin`, `number`, or `entries` for a list that becomes the `entries` of an object."""
    only: str = ""
    """`simulated` for what only an inventory file holds; empty for both."""
    unit: str = ""
    """`temperature` for the house's, `own` for the entity's; empty for the capability's."""
    ends: Mapping[str, Value] = field(default_factory=dict)
    """State to the value that goes with it, where the attribute contradicts the state."""
    missing: Mapping[str, Value] = field(default_factory=dict)
    """State to the value of a real device that reports none."""
    step: str = ""
    """The entity's attribute that says in which steps the device counts."""
    set: str | Mapping[Value, str] = ""
    """A service, or one for each value of ours (`*` for all others); empty when it can only be read."""
    argument: str = ""
    """The service's field that takes the value."""
    sends: Mapping[Value, Value] = field(default_factory=dict)
    """Ours to theirs, where the field takes another word than the state shows."""
    passes: tuple[str, ...] = ()
    """Arguments of the command that the service takes by the same name, unless they are empty."""


@dataclass(frozen=True, kw_only=True)
class ServiceCall:
    service: str
    data: Mapping[str, Value] = field(default_factory=dict)
    """`$name` stands for an argument of the command."""
    feature: str = ""
    """Of the entity, without which it is not called; empty where every entity has it."""


@dataclass(frozen=True, kw_only=True)
class Trait:
    """One capability of ours that entities of a domain may have."""

    capability: str
    when: Mapping[str, Sequence[str]] = field(default_factory=dict)
    only: str = ""
    """`simulated` or `real`; empty for both."""
    commands: Mapping[str, Sequence[str]] | None = None
    """Those that such an entity may have, with the features of which one is needed; None for all of the capability's."""
    numbers: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    reads: Mapping[str, Source] = field(default_factory=dict)
    calls: Mapping[str, Sequence[ServiceCall]] = field(default_factory=dict)
    arrives: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    prefers: Mapping[str, Mapping[str, Sequence[Value]]] = field(default_factory=dict)
    stills: Mapping[str, str] = field(default_factory=dict)
    """Command to the endpoint of the REST API that serves its picture."""


@dataclass(frozen=True, kw_only=True)
class Shows:
    """How a simulated Home Assistant keeps an entity's state and attributes together."""

    follows: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    hides: Mapping[str, Sequence[str]] = field(default_factory=dict)
    becomes: Mapping[str, Mapping[Value, Value]] = field(default_factory=dict)
    sole: Mapping[str, str] = field(default_factory=dict)
    """Attribute to the attribute that lists its values: where there is only one, it has that."""
    assumes: str | None = None
    """The state of an entity that has none."""


@dataclass(frozen=True, kw_only=True)
class Domain:
    name: str
    called: Mapping[str, Sequence[str]] = field(default_factory=dict)
    classes: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    cools: Mapping[str, Sequence[str]] = field(default_factory=dict)
    named: bool = True
    """Whether a name that does not say what it is gets a word of `called`."""
    acts: bool = False
    patience: float = 10.0
    features: Mapping[str, int] = field(default_factory=dict)
    usual: Sequence[str] = ()
    has: tuple[Trait, ...] = ()
    shows: Shows = field(default_factory=Shows)


@cache
def domains() -> Mapping[str, Domain]:
    return {name: _domain(name, held) for name, held in _read("domains.yaml").items()}


def arrivals(domain: str, capability: str) -> Mapping[str, Sequence[Value]]:
    """Command to the values of which one shows that such a thing did it: a real device may end in one of several states."""
    return next((trait.arrives for trait in domains()[domain].has if trait.capability == capability), {})


@cache
def sensors() -> tuple[Mapping[str, str], Mapping[str, Mapping[str, str]]]:
    """(`sensor`, `binary_sensor`) by device class."""
    data = _read("sensors.yaml")
    return data["sensor"], data["binary_sensor"]


@cache
def ignored() -> frozenset[str]:
    """Domains whose entities are no part of a home that a person speaks of, or stand for others that are."""
    return frozenset(_read("sensors.yaml")["ignored"])


def _read(name: str) -> dict[str, Any]:
    loaded = yaml.load((Path(__file__).parent / name).read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    assert isinstance(loaded, dict)
    return loaded


def _domain(name: str, held: Mapping[str, Any]) -> Domain:
    rest = {key: value for key, value in held.items() if key not in ("has", "shows")}
    traits = tuple(_trait(capability, block) for capability, block in held["has"].items())
    return Domain(name=name, **rest, has=traits, shows=Shows(**held.get("shows", {})))


def _trait(capability: str, block: Mapping[str, Any]) -> Trait:
    rest = {key: value for key, value in block.items() if key not in ("reads", "calls")}
    calls = {name: tuple(map(_call, held if isinstance(held, list) else [held])) for name, held in block.get("calls", {}).items()}
    reads = {name: _source(source) for name, source in block.get("reads", {}).items()}
    return Trait(capability=capability, **rest, reads=reads, calls=calls)


def _call(block: str | Mapping[str, Any]) -> ServiceCall:
    return ServiceCall(service=block) if isinstance(block, str) else ServiceCall(**block)


def _source(block: Mapping[str, Any]) -> Source:
    renamed = {"as": "argument", "with": "passes"}
    given = {renamed.get(key, key): value for key, value in block.items()}
    if "scale" in given:
        given["scale"] = (float(given["scale"][0]), float(given["scale"][1]))
    return Source(**given)
