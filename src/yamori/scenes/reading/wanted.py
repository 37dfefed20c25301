"""What a sentence can want of scenes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from yamori.scenes.kind import Kind
from yamori.scenes.scene import Scene


@dataclass(frozen=True, kw_only=True)
class Target:
    """A scene that there is, or a ritual that the household has no form of its own for."""

    scene: Scene | None = None
    kind: Kind | None = None
    exact: bool = True
    """It was called by its name, and not only spoken of."""


@dataclass(frozen=True, kw_only=True)
class Amount:
    value: float
    unit: str
    """As attributes say it (`%`); empty for a bare number."""


@dataclass(frozen=True, kw_only=True)
class Run:
    target: Target
    rooms: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """Devices that are left alone this time."""
    value: Amount | None = None
    """What is set this time in place of the scene's own value."""


@dataclass(frozen=True, kw_only=True)
class Save:
    """From the present state."""

    name: str
    rooms: tuple[str, ...] = ()
    whole: bool = False
    """Of the whole home."""
    kinds: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Make:
    """By saying what it does."""

    name: str
    action: str


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Which scenes there are."""


@dataclass(frozen=True, kw_only=True)
class Explain:
    target: Target


@dataclass(frozen=True, kw_only=True)
class Rename:
    target: Target
    name: str


@dataclass(frozen=True, kw_only=True)
class Remove:
    target: Target


@dataclass(frozen=True, kw_only=True)
class Extend:
    """Something more is to come to a scene."""

    target: Target


@dataclass(frozen=True, kw_only=True)
class Correct:
    """Devices that a scene is to leave alone."""

    scene: Scene
    devices: tuple[str, ...]
    ran: bool = False
    """It was run just now, so they are brought back as well."""


@dataclass(frozen=True, kw_only=True)
class Swap:
    """Another device does in a scene what one of its own did."""

    scene: Scene
    old: str
    new: str


@dataclass(frozen=True, kw_only=True)
class Revalue:
    """A device of a scene is set to another value by it from now on."""

    scene: Scene
    devices: tuple[str, ...]
    value: Amount


@dataclass(frozen=True, kw_only=True)
class WhichOld:
    """Another device is named, and not clear which of the scene's own it replaces."""

    scene: Scene
    devices: tuple[str, ...]
    new: str


@dataclass(frozen=True, kw_only=True)
class Which:
    """More than one device of the scene is called so."""

    devices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Unknown:
    """A scene that there is none of."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Unfit:
    """A scene is meant, and this part of the sentence is nothing that can be done with it."""

    words: str


@dataclass(frozen=True, kw_only=True)
class TakeBack:
    """What was last done with scenes in this conversation."""

    focus: Mapping[str, object]


Wanted: TypeAlias = (
    Run
    | Save
    | Make
    | Listing
    | Explain
    | Rename
    | Remove
    | Extend
    | Correct
    | Swap
    | Revalue
    | WhichOld
    | Which
    | Unknown
    | Unfit
    | TakeBack
)
