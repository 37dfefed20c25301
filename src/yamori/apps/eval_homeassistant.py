"""`yamori eval home-assistant DIR`: test sets in Home Assistant's inventory format, played in virtual copies of their homes."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from yamori.agentkit.secret import secret_header
from yamori.agentkit.transport import StreamingTransport
from yamori.apps.evaluated import EvaluatedHousehold
from yamori.apps.household import run_household
from yamori.apps.settings import Settings
from yamori.domain.clock import SetClock, SystemClock
from yamori.domain.values import Value
from yamori.embedding.open import open_encoder
from yamori.embedding.port import TextEncoder
from yamori.evaluation.homeassistant.household import EntityState, HomeAssistantHousehold, Opens
from yamori.evaluation.homeassistant.run import evaluate_home_assistant
from yamori.evaluation.ongoing import Progress, Summary
from yamori.gateway.homeassistant.home import MappedHome, mapped_home
from yamori.gateway.homeassistant.inventory import Inventory
from yamori.gateway.homeassistant.inventoryfile import changed_states, plain, read_inventory
from yamori.gateway.homeassistant.shadow import shown_states
from yamori.llm.model_files import models_folder
from yamori.llm.open import open_models
from yamori.llm.port import Models, Role
from yamori.llm.settings import read_settings as read_model_settings

_NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
"""Where a test says no time, it is noon."""


async def evaluate_folder(
    settings: Settings, folder: Path, *, model: str | None, runs: int, out: Path, tags: Sequence[str], progress: Progress | None = None
) -> Summary:
    """Raises `Misconfigured` for a folder without tests or with mistakes in them."""
    async with open_models(
        read_model_settings(settings.models_file), models_dir=models_folder(), data_dir=settings.data, clock=SystemClock("UTC")
    ) as models:
        answers = models.of(Role.PLANNER).model
        with open_encoder(None) as encoder:
            opens = opener(models, encoder, answers=answers)
            return await evaluate_home_assistant(
                folder, opens=opens, answers=answers, model=model, runs=runs, out=out, tags=tags, progress=progress
            )


def opener(models: Models, encoder: TextEncoder | None = None, *, answers: str) -> Opens:
    """Opens one fresh household for each sentence; inventories are read once. `answers` names the model that answers."""
    read: dict[Path, Inventory] = {}

    @asynccontextmanager
    async def opens(fixtures: Path, setup: Mapping[str, Any], now: datetime | None) -> AsyncIterator[HomeAssistantHousehold]:
        if fixtures not in read:
            read[fixtures] = read_inventory(fixtures)
        mapped = mapped_home(changed_states(read[fixtures], setup), simulated=True)
        clock = SetClock((now or _NOON).replace(tzinfo=(now or _NOON).tzinfo or UTC))
        async with run_household(mapped.loaded, data=None, clock=clock, models=models, encoder=encoder) as household:
            transport = StreamingTransport(household.app)
            headers = secret_header(household.agent_secret)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=120.0, headers=headers) as client:
                yield HomeAssistantCopy(
                    client=client,
                    household=household,
                    clock=clock,
                    person=household.speaker,
                    model=answers,
                    mapped=mapped,
                    prefix={reading.path: reading.value for reading in await household.gate.snapshot()},
                )

    return opens


@dataclass(frozen=True, kw_only=True)
class HomeAssistantCopy(EvaluatedHousehold):
    """Fulfils `HomeAssistantHousehold`."""

    mapped: MappedHome
    prefix: Mapping[str, Value]
    """The home before anything was said, by path."""

    async def shown(self) -> Mapping[str, EntityState]:
        now = await self.snapshot()
        changed = {path: value for path, value in now.items() if self.prefix.get(path) != value}
        return {
            entity: EntityState(state=held.state, attributes=held.attributes, derived=held.derived)
            for entity, held in shown_states(self.mapped, changed).items()
        }

    def plain(self, entity: str, value: Any) -> Value:
        return plain(entity.partition(".")[0], value)

    def room_of(self, device: str) -> str | None:
        inventory = self.mapped.inventory
        found = next((d for d in inventory.devices if d.id == device), None)
        entity = next((e for e in inventory.entities if device in (e.id, e.device)), None)
        return found.area if found is not None and found.area else entity.area if entity is not None else None
