"""What `yamori models list` and `check` and `yamori doctor` show: data out, nothing printed, nothing changed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.llm.keys import find_key
from yamori.llm.manifest import Manifest, listed, read_manifest
from yamori.llm.model_files import ModelFiles
from yamori.llm.port import Role
from yamori.llm.settings import CLOUD, COMPATIBLE, EMBEDDED, KEY_VARIABLES, ModelSettings, Price

_PACKAGES = {
    "openai": "langchain_openai",
    "anthropic": "langchain_anthropic",
    "google": "langchain_google_genai",
    "groq": "langchain_groq",
    "ollama": "langchain_ollama",
}


@dataclass(frozen=True, kw_only=True)
class RoleLine:
    """What one role uses."""

    role: Role
    model: str
    stronger: str | None
    price: Price | None
    """Of `model`; None where no price is set. Embedded models cost nothing."""


@dataclass(frozen=True, kw_only=True)
class FileLine:
    """One embedded model."""

    name: str
    title: str
    licence: str
    bytes: int
    memory_mb: int
    """Resident while it runs."""
    place: Path
    on_disk: int | None
    """Bytes that are there; None when it was not fetched."""

    @property
    def complete(self) -> bool:
        return self.on_disk == self.bytes


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing that works or does not."""

    what: str
    ok: bool
    says: str
    mend: str = ""


def role_lines(settings: ModelSettings) -> tuple[RoleLine, ...]:
    lines = ((role, settings.of(role)) for role in Role)
    return tuple(RoleLine(role=role, model=m.model, stronger=m.stronger, price=settings.prices.get(m.model)) for role, m in lines)


def file_lines(model_files: ModelFiles, *, manifest: Manifest | None = None) -> tuple[FileLine, ...]:
    return tuple(
        FileLine(
            name=name,
            title=entry.title,
            licence=entry.licence,
            bytes=entry.bytes,
            memory_mb=entry.memory_mb,
            place=model_files.place(name, entry),
            on_disk=model_files.size(name, entry),
        )
        for name, entry in (manifest or read_manifest()).items()
    )


async def check_models(
    settings: ModelSettings, *, model_files: ModelFiles, manifest: Manifest | None = None, environment: Mapping[str, str] | None = None
) -> tuple[Finding, ...]:
    """Every model that a role uses: file and checksum, package, key. Asks no provider anything."""
    manifest = manifest or read_manifest()
    environment = os.environ if environment is None else environment
    names = dict.fromkeys(name for role in Role for name in (settings.of(role).model, settings.of(role).stronger) if name)
    return tuple([await _finding(name, settings, model_files, manifest, environment) for name in names])


async def _finding(
    name: str, settings: ModelSettings, model_files: ModelFiles, manifest: Manifest, environment: Mapping[str, str]
) -> Finding:
    try:
        parsed = settings.checked_name(name, where=name)
        if parsed.provider != EMBEDDED:
            return _provider_finding(name, parsed.provider, settings, environment)
        if parsed.model.endswith(".gguf"):
            return _own_file_finding(name, Path(parsed.model))
        entry = listed(manifest, parsed.model)
        proven = await model_files.prove(parsed.model, entry, again=True)
        return Finding(what=name, ok=True, says=f"{entry.title}, proven: {proven}")
    except InvalidRequest as wrong:
        return Finding(what=name, ok=False, says=str(wrong), mend=f"Name one of: {', '.join(wrong.nearest)}")
    except Misconfigured as wrong:
        return Finding(what=name, ok=False, says=str(wrong), mend=wrong.mend)


def _own_file_finding(name: str, file: Path) -> Finding:
    if file.expanduser().is_file():
        return Finding(what=name, ok=True, says="a file of your own, not proven")
    return Finding(what=name, ok=False, says="not there", mend="Correct the path.")


def _provider_finding(name: str, provider: str, settings: ModelSettings, environment: Mapping[str, str]) -> Finding:
    extra = provider if provider in CLOUD else "openai"
    if find_spec(_PACKAGES[extra]) is None:
        return Finding(what=name, ok=False, says="its package is not installed", mend=f"pip install 'yamori[{extra}]'")
    about = settings.provider(provider)
    variable = about.key_env or KEY_VARIABLES.get(provider, "" if provider in CLOUD else KEY_VARIABLES[COMPATIBLE])
    key = find_key(variable=variable, file=about.key_file, environment=environment, where=f"[providers.{provider}] key_file")
    if key is None and provider in KEY_VARIABLES and provider != COMPATIBLE:
        return Finding(what=name, ok=False, says="it has no key", mend=f"Set {variable}, or key_file in [providers.{provider}].")
    says = f"at {about.base_url}" if about.base_url else "at its own address"
    return Finding(what=name, ok=True, says=f"{says}, {'with a key' if key else 'without a key'}")
