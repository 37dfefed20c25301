"""`kinds.yaml` as values: what a part of a device looks like, and which of its attributes show in a picture. Read once a process."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

import yaml

from yamori.understanding.word_lists import whole_words


class Kind(StrEnum):
    """What is drawn."""

    SCREEN = "screen"
    VACUUM = "vacuum"
    STANDING_LAMP = "standing_lamp"
    CEILING_LAMP = "ceiling_lamp"
    FAN = "fan"
    APPLIANCE = "appliance"
    CLIMATE = "climate"
    WINDOW = "window"
    LOCK = "lock"
    DOOR = "door"
    SPEAKER = "speaker"
    PLUG = "plug"
    DIMMED = "dimmed"
    """Something with a level of which nothing else is known: mostly a light, and drawn as one."""
    SENSOR = "sensor"
    BOX = "box"
    """Anything else."""

    @property
    def shines(self) -> bool:
        return self in (Kind.CEILING_LAMP, Kind.STANDING_LAMP, Kind.DIMMED)


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a kind is distinguished from others."""

    kind: Kind
    named: re.Pattern[str] | None
    needs: frozenset[str]
    has: frozenset[str]
    reads: bool

    def fits(self, names: Collection[str], attributes: Collection[str], *, commanded: bool) -> bool:
        if self.reads:
            return not commanded
        if not self.has.isdisjoint(attributes):
            return True
        if self.needs and self.needs.isdisjoint(attributes):
            return False
        if self.named is not None:
            return any(self.named.search(name.lower()) for name in names)
        return not self.has


@dataclass(frozen=True, kw_only=True)
class Looks:
    kinds: tuple[Look, ...]
    facts: Mapping[str, frozenset[str]]
    """What can be seen to the attributes that say it."""
    words: Mapping[str, frozenset[str]]
    """What a state means to the values that mean it."""

    def kind(self, names: Collection[str], attributes: Collection[str], *, commanded: bool) -> Kind:
        return next(look.kind for look in self.kinds if look.fits(names, attributes, commanded=commanded))


@cache
def looks() -> Looks:
    held = yaml.safe_load((Path(__file__).parent / "kinds.yaml").read_text(encoding="utf-8"))
    return Looks(
        kinds=tuple(
            Look(
                kind=Kind(name),
                named=whole_words(about["named"]) if "named" in about else None,
                needs=frozenset(about.get("needs", ())),
                has=frozenset(about.get("has", ())),
                reads=about.get("reads", False),
            )
            for name, about in held["kinds"].items()
        ),
        facts={name: frozenset(attributes) for name, attributes in held["facts"].items()},
        words={name: frozenset(values) for name, values in held["words"].items()},
    )
