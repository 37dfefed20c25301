"""The rituals that every household has, and the kinds of devices that they speak of, from `kinds.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from yamori.domain.language import Language
from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class DeviceKind:
    """What a device is for scenes, by what it can do."""

    name: str
    has: frozenset[str]
    """Capabilities of which it has one."""
    needs: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    looks: Mapping[Language, tuple[str, ...]] = field(default_factory=dict)
    """What things of the kind are called, where a capability does not tell."""
    said: Mapping[Language, tuple[str, ...]] = field(default_factory=dict)
    """How people name the kind in `remember these lights as …`."""
    saved_when_on: tuple[str, ...] = ()
    """`capability.attribute`; below, those that are kept whatever it does."""
    saved: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What becomes what on one kind of device."""

    on: str
    having: str | None = None
    """Only where the device has this capability."""
    values: Mapping[str, Value]
    """`capability.attribute` to value; what the device does not have is left out."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    name: str
    names: Mapping[Language, str]
    in_room: bool
    """It is about one room; else about the whole home."""
    rooms: Mapping[Language, tuple[str, ...]] = field(default_factory=dict)
    """What the room is called where nobody says and nobody knows where the person is."""
    effects: tuple[Effect, ...]
    tells: bool = False
    """It also says what is still open, unlocked, on or running."""


@dataclass(frozen=True, kw_only=True)
class Topic:
    """What is told of a home that is left alone."""

    name: str
    values: Mapping[str, tuple[Value, ...]]
    """`capability.attribute` to the values that are told."""
    positive: frozenset[str] = frozenset()
    """Those that are told where the number is above zero."""
    unsure: bool
    """What is not known is told too."""
    silent: frozenset[str] = frozenset()
    """Capabilities of devices that are so as a matter of course."""


@cache
def kinds() -> Mapping[str, Kind]:
    return {name: _kind(name, held) for name, held in _data()["kinds"].items()}


@cache
def device_kinds() -> Mapping[str, DeviceKind]:
    return {name: _device_kind(name, held) for name, held in _data()["devices"].items()}


@cache
def topics() -> tuple[Topic, ...]:
    return tuple(
        Topic(
            name=name,
            values={path: tuple(values) for path, values in held["values"].items()},
            positive=frozenset(held.get("positive", ())),
            unsure=held["unsure"],
            silent=frozenset(held.get("silent", ())),
        )
        for name, held in _data()["told"].items()
    )


def _kind(name: str, held: Mapping[str, Any]) -> Kind:
    return Kind(
        name=name,
        names={Language(code): said for code, said in held["names"].items()},
        in_room=held["where"] == "room",
        rooms=_worded(held.get("rooms", {})),
        effects=tuple(Effect(on=e["device"], having=e.get("having"), values=e["set"]) for e in held["effects"]),
        tells=held.get("tells", False),
    )


def _device_kind(name: str, held: Mapping[str, Any]) -> DeviceKind:
    saved = held.get("saved", {})
    return DeviceKind(
        name=name,
        has=frozenset(held["has"]),
        needs=frozenset(held.get("with", ())),
        never=frozenset(held.get("not", ())),
        looks=_worded(held.get("looks", {})),
        said=_worded(held.get("said", {})),
        saved_when_on=tuple(saved.get("when_on", ())),
        saved=tuple(saved.get("always", ())),
    )


def _worded(held: Mapping[str, Any]) -> Mapping[Language, tuple[str, ...]]:
    return {Language(code): tuple(words) for code, words in held.items()}


@cache
def _data() -> Mapping[str, Any]:
    import yaml

    held: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "kinds.yaml").read_text(encoding="utf-8"))
    return held
