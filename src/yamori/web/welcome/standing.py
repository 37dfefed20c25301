"""How the sources of a home's devices stand: how many each has brought, how many of them answer, and what that says of a backend. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from yamori.domain.capability import Capability
from yamori.domain.receipt import Reading
from yamori.web.home.summary import is_silent
from yamori.web.house_port import Origin
from yamori.web.welcome_port import BackendTried, HomeOrigin

SIMULATED = "virtual"
"""The source whose devices are simulated: what the home file itself describes."""


@dataclass(frozen=True, kw_only=True)
class SourceStands:
    """One source of devices."""

    name: str
    """A key of `[welcome]` in `words/` after `from_`, where it has one."""
    devices: int
    silent: int
    """How many of them do not answer now."""


class FirstRun(StrEnum):
    """Why a house counts as one that nobody has set up yet; `empty_chat` and `demo_chat` in `[welcome]` of `words/` say it."""

    EMPTY = "empty"
    """It has no devices."""
    DEMO = "demo"
    """It is the demo home as it comes, and nothing else is connected or meant to be."""


class BackendState(StrEnum):
    """What can be said of a backend now."""

    UNSET = "unset"
    """The settings do not name it."""
    WORKS = "works"
    SILENT = "silent"
    """It does not answer; it is taken in when it does."""
    REFUSED = "refused"
    """Somebody has to mend something."""


def source_stands(
    origins: Mapping[str, Origin], readings: Sequence[Reading] | None, capabilities: Mapping[str, Capability]
) -> Sequence[SourceStands]:
    """One for each source that has a device, in the order of the home. Without `readings` nothing answers."""
    told: dict[str, list[Reading]] = defaultdict(list)
    for reading in readings or ():
        told[reading.device].append(reading)
    found: dict[str, list[bool]] = {}
    for device, origin in origins.items():
        is_away = readings is None or (origin.edge is not None and not origin.edge.online)
        found.setdefault(origin.source, []).append(is_away or is_silent(told[device], capabilities))
    return [SourceStands(name=name, devices=len(silent), silent=sum(silent)) for name, silent in found.items()]


def backend_state(tried: BackendTried | None, stands: SourceStands | None) -> BackendState:
    """A backend that has joined and of whose devices none answers is away, as the home that was kept of it may be all there is."""
    if tried is None:
        return BackendState.UNSET
    if tried.has_joined:
        return BackendState.SILENT if stands is not None and stands.silent == stands.devices else BackendState.WORKS
    return BackendState.REFUSED if tried.is_refused else BackendState.SILENT


def first_run(origins: Mapping[str, Origin], home: HomeOrigin, *, names_backends: bool) -> FirstRun | None:
    """`names_backends`: the settings name one, so somebody has begun. None for a house that is somebody's own."""
    if not origins:
        return FirstRun.EMPTY
    if home is HomeOrigin.DEMO and not names_backends and all(each.source == SIMULATED for each in origins.values()):
        return FirstRun.DEMO
    return None
