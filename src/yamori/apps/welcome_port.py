"""What the first page of a house is told of how it was started, from a running household. Opens no connection but
where somebody asks what there is in the network."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yamori.apps.nearby import look_nearby
from yamori.apps.sources import Configured, Tries
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.gateway.homefile import PRODUCT_HOMES, LoadedHome
from yamori.gateway.opening import House
from yamori.llm.inventory import FileLine, file_lines
from yamori.llm.model_files import ModelFiles, models_folder
from yamori.llm.names import parse_name
from yamori.llm.port import Models, Role
from yamori.llm.router import RoleModels
from yamori.llm.settings import EMBEDDED
from yamori.web.welcome_port import BackendTried, FoundNearby, HomeOrigin, ModelPlace, ModelUsed, OfferedDevice

_OF_THE_PRODUCT = {PRODUCT_HOMES / f"{origin.value}.home.yaml": origin for origin in (HomeOrigin.DEMO, HomeOrigin.EMPTY)}


@dataclass(frozen=True, kw_only=True)
class StartedWith:
    """What a household was started with, as far as its settings say it."""

    settings_file: Path | None = None
    backends: Sequence[Configured] = ()
    tries: Tries = field(default_factory=Tries)


@dataclass(frozen=True, kw_only=True)
class HouseholdWelcome:
    """Fulfils `web.welcome_port.WelcomePort`."""

    home: LoadedHome
    """As it was named at the start."""
    house: House
    role_models: Models
    started: StartedWith

    @property
    def home_origin(self) -> HomeOrigin:
        return _OF_THE_PRODUCT.get(self.home.file, HomeOrigin.OWN) if self.home.file is not None else HomeOrigin.OWN

    @property
    def settings_file(self) -> str:
        return str(self.started.settings_file or "")

    def backends(self) -> Mapping[str, BackendTried]:
        joined = self.house.upkeep.brought()
        return {each.name: self._tried(each.name, has_joined=each.name in joined) for each in self.started.backends}

    def _tried(self, name: str, *, has_joined: bool) -> BackendTried:
        error = None if has_joined else self.started.tries.failed.get(name)
        return BackendTried(
            has_joined=has_joined,
            is_refused=error is not None and not isinstance(error, HouseSilent),
            says=str(error or ""),
            mend=error.mend if isinstance(error, Misconfigured) else "",
        )

    def offered(self, backend: str) -> Sequence[OfferedDevice]:
        source = self.house.upkeep.source(backend)
        if source is None:
            return ()
        home = source.home.home
        rooms = {room.id: room.name for room in home.rooms}
        return [
            OfferedDevice(id=each.id, name=each.name, room=rooms.get(each.room or "", ""), is_hidden=each.id in source.hidden)
            for each in home.devices
        ]

    async def nearby(self) -> Sequence[FoundNearby]:
        return await look_nearby()

    async def models(self) -> Sequence[ModelUsed]:
        models = self.role_models
        if not isinstance(models, RoleModels):
            return ()
        roles: dict[str, list[str]] = defaultdict(list)
        for role in Role:
            roles[models.of(role).model].append(role.value)
        files = await asyncio.to_thread(file_lines, ModelFiles(models_folder(), files=models.settings.embedded.files))
        listed = {f"{EMBEDDED}:{line.name}": line for line in files}
        return [
            _embedded(listed[name], name, used) if name in listed else await asyncio.to_thread(_other, models, name, used)
            for name, used in roles.items()
        ]


def _embedded(line: FileLine, name: str, roles: Sequence[str]) -> ModelUsed:
    place = ModelPlace.DISK if line.complete else ModelPlace.PART if line.on_disk else ModelPlace.MISSING
    return ModelUsed(
        name=name,
        title=line.title,
        roles=roles,
        place=place,
        bytes_here=line.on_disk or 0,
        bytes_whole=line.bytes,
        fetched_as=line.name,
    )


def _other(models: RoleModels, name: str, roles: Sequence[str]) -> ModelUsed:
    """A file of the operator's own, or a provider's model."""
    parsed = parse_name(name, where="model")
    if parsed.provider == EMBEDDED:
        place = ModelPlace.DISK if Path(parsed.model).expanduser().is_file() else ModelPlace.MISSING
    else:
        place = ModelPlace.IN_HOUSE if models.stays_in_the_house(parsed) else ModelPlace.OUTSIDE
    return ModelUsed(name=name, title=name, roles=roles, place=place)
