"""What an operator may set, read once at start: command line, then environment (`YAMORI_PORT`), then `yamori.toml` in the data folder.

Which model each role uses is not here but in `models.toml`, which `llm` reads.
"""

import tomllib
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from yamori.domain.errors import Misconfigured
from yamori.domain.language import Language

SETTINGS_FILE = "yamori.toml"
PREFIX = "YAMORI_"


class Settings(BaseSettings):
    """Where Yamori listens, which home it runs, and where it keeps what it learns."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: str = "127.0.0.1"
    """Other machines reach Yamori only if this is changed; there is no password yet."""
    port: int = Field(default=8765, ge=1, le=65535)
    home: str = "demo"
    """A home that comes with Yamori, by name, or the path of a `*.home.yaml`."""
    data: Path = Field(default_factory=lambda: user_data_path("yamori"))
    """Databases, checkpoints, saved prompt beginnings, `yamori.toml` and `models.toml`."""
    models_toml: Path | None = None
    """The file that says which model each role uses; None for `models.toml` in the data folder, which need not exist."""
    person: str | None = None
    """Id of who speaks when nobody says; None for the first person of the home."""
    language: Language | None = None
    """For messages that answer nobody's sentence; None follows the machine's locale."""
    log: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"

    @field_validator("data", "models_toml")
    @classmethod
    def _expanded(cls, path: Path | None) -> Path | None:
        return path.expanduser() if path is not None else None

    @field_validator("home")
    @classmethod
    def _expanded_home(cls, home: str) -> str:
        return str(Path(home).expanduser()) if home.startswith("~") else home

    @property
    def url(self) -> str:
        """Where a program on this machine finds the server."""
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def models_file(self) -> Path:
        return self.models_toml or self.data / "models.toml"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The data folder must be known before the file in it can be read, so only the first two sources may move it."""
        data = init_settings().get("data") or env_settings().get("data") or user_data_path("yamori")
        file = TomlConfigSettingsSource(settings_cls, toml_file=Path(str(data)).expanduser() / SETTINGS_FILE)
        return init_settings, env_settings, file


def read_settings(**given: object) -> Settings:
    """Settings as the operator gave them; arguments that are None were not given. Raises `Misconfigured`, naming the setting."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]  # pydantic checks
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Misconfigured(_wrong(first), where=_where(first), mend=_mend(first)) from error
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(f"not valid TOML: {error}", where=SETTINGS_FILE, mend="mend the line it names") from error


def _where(error: ErrorDetails) -> str:
    name = str(error["loc"][0]) if error["loc"] else "settings"
    return f"{PREFIX}{name.upper()} (or `{name}` in {SETTINGS_FILE})" if name in Settings.model_fields else f"`{name}` in {SETTINGS_FILE}"


def _wrong(error: ErrorDetails) -> str:
    if error["type"] == "extra_forbidden":
        return "there is no such setting"
    return f"{error['msg']}, but it is {error['input']!r}"


def _mend(error: ErrorDetails) -> str:
    if error["type"] == "extra_forbidden":
        return f"settings are {', '.join(sorted(Settings.model_fields))}"
    return "set it to a value that fits, or leave it out for the default"
