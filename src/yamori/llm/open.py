"""The one place where models are wired: settings in, `RoleModels` out, closed again at the end."""

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured
from yamori.llm.embedded import EmbeddedModel
from yamori.llm.ledger import open_ledger
from yamori.llm.manifest import Manifest, adapters, listed, read_manifest
from yamori.llm.model_files import ModelFiles
from yamori.llm.names import ModelName
from yamori.llm.port import ChatModel, Role
from yamori.llm.providers import ProviderModel
from yamori.llm.router import RoleModels
from yamori.llm.settings import EMBEDDED, ModelSettings

_SLOTS = (Role.PLANNER, Role.IOT, Role.SCHEDULER, Role.LIFESTYLE)
"""The roles of every turn: each keeps its last request in memory; the others share a slot."""


@asynccontextmanager
async def open_models(
    settings: ModelSettings,
    *,
    models_dir: Path,
    data_dir: Path,
    clock: Clock,
    manifest: Manifest | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncIterator[RoleModels]:
    """The household's models. What is embedded loads in the background: entering this takes milliseconds.

    Below `data_dir`: `models.sqlite`, the ledger, and `beginnings/`, the saved states, which may be deleted at any time.
    Raises `Misconfigured` when a role names an embedded model that does not exist.
    """
    manifest = manifest or read_manifest()
    environment = os.environ if environment is None else environment
    _check_embedded(settings, manifest)
    model_files = ModelFiles(models_dir, files=settings.embedded.files)

    def make(name: ModelName) -> ChatModel:
        if name.provider != EMBEDDED:
            return ProviderModel(name, settings.provider(name.provider), environment=environment)
        return _embedded(name, settings, model_files=model_files, manifest=manifest, states=data_dir / "beginnings")

    async with open_ledger(data_dir / "models.sqlite", clock=clock) as ledger:
        models = RoleModels(settings, ledger=ledger, make=make)
        try:
            models.start()
            yield models
        finally:
            await models.close()


def _check_embedded(settings: ModelSettings, manifest: Manifest) -> None:
    for where, text in settings.named_models():
        name = settings.checked_name(text, where=where)
        if name.provider == EMBEDDED and not name.model.endswith(".gguf") and name.model not in manifest:
            known = ", ".join(f"{EMBEDDED}:{model}" for model in manifest)
            raise Misconfigured(
                f"no embedded model is called {name.model!r}",
                where=where,
                mend=f"Name one of {known}, or a file: {EMBEDDED}:/path/to.gguf.",
            )


def _embedded(name: ModelName, settings: ModelSettings, *, model_files: ModelFiles, manifest: Manifest, states: Path) -> EmbeddedModel:
    if name.model.endswith(".gguf") and str(name) in dict(settings.named_models()).values():  # the operator's own; a request may name none
        file = Path(name.model).expanduser()
        return EmbeddedModel(file, roles=_SLOTS, states=states, name=str(name), settings=settings.embedded)
    entry = listed(manifest, name.model)

    async def prove() -> Path:
        return await model_files.prove(name.model, entry)

    place = model_files.place(name.model, entry)
    return EmbeddedModel(
        place, roles=_SLOTS, states=states, name=str(name), settings=settings.embedded, prove=prove, adapters=adapters(entry)
    )
