"""What an operator may set, read once at start: command line, then environment (`YAMORI_PORT`, in a table `YAMORI_MQTT__HOST`), then
`yamori.toml` in the data folder. Secrets stand here or in a file of their own, and no message shows them.

Which model each role uses is not here but in `models.toml`, which `llm` reads.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal, get_args
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from yamori.apps.hosts import listed_host
from yamori.apps.memory import MemoryOptions
from yamori.automations.history import HistoryLimits
from yamori.domain.errors import Misconfigured
from yamori.domain.language import Language
from yamori.domain.plain_text import single_line

SETTINGS_FILE = "yamori.toml"
PREFIX = "YAMORI_"
DEEPER = "__"
"""Between a table and its key in a variable's name."""

_SECRETS = frozenset({"token", "password", "client_secret", "refresh_token", "jobs", "agent_secret"})
ExpandedPath = Annotated[Path, AfterValidator(Path.expanduser)]
Secret = Annotated[SecretStr, Field(min_length=1)]
Name = Annotated[str, AfterValidator(single_line)]


def _split(given: object) -> object:
    """A list as a variable holds it: separated by commas, or as JSON."""
    if not isinstance(given, str):
        return given
    if given.lstrip().startswith('["'):
        return json.loads(given)
    return [entry for entry in re.split(r"[,\s]+", given) if entry]


def _listed(entries: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(listed_host(entry) for entry in entries)


HostList = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split), AfterValidator(_listed)]


class _Table(BaseModel):
    """One table of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class _DevicesTable(_Table):
    """A backend that brings devices."""

    hide: tuple[Name, ...] = ()
    """Ids of those that the house leaves alone: nobody here sees or commands them."""


class HomeAssistantSettings(_DevicesTable):
    """A running Home Assistant. One of `token` and `token_file`."""

    url: str = Field(min_length=1)
    """The address of its page, such as `http://homeassistant.local:8123`."""
    token: Secret | None = None
    """A long-lived access token of an administrator."""
    token_file: ExpandedPath | None = None

    @model_validator(mode="after")
    def _one_token(self) -> "HomeAssistantSettings":
        if (self.token is None) == (self.token_file is None):
            raise ValueError("set one of token and token_file")
        return self


class MqttSettings(_DevicesTable):
    """An MQTT broker whose devices announce themselves by Home Assistant's discovery convention."""

    host: str = Field(min_length=1)
    port: int | None = Field(default=None, ge=1, le=65535)
    """None: 8883 with `tls`, else 1883."""
    username: str | None = None
    password: Secret | None = None
    password_file: ExpandedPath | None = None
    tls: bool = False
    authority: ExpandedPath | None = None
    """PEM file of the home's own certificate authority; with it `tls` is on."""
    prefix: str = Field(default="homeassistant", min_length=1, pattern=r"^[^+#]+$")
    """Where devices announce themselves."""
    birth: bool = True
    """Ask devices to announce themselves, as Home Assistant does when it starts."""

    @model_validator(mode="after")
    def _one_password(self) -> "MqttSettings":
        if self.password is not None and self.password_file is not None:
            raise ValueError("set one of password and password_file")
        if self.username is None and (self.password is not None or self.password_file is not None):
            raise ValueError("a password needs a username")
        return self


class SmartThingsSettings(_DevicesTable):
    """A SmartThings account: `token`, or `token_file`, or the three of an OAuth app, which renews its own tokens."""

    token: Secret | None = None
    """A personal access token; those that were made since 2025 are valid for 24 hours."""
    token_file: ExpandedPath | None = None
    client_id: str | None = Field(default=None, min_length=1)
    client_secret: Secret | None = None
    refresh_token: Secret | None = None
    """From the authorization; the newer ones are kept in the data folder."""
    location: Name | None = None
    """Name or id, where the account has several."""

    @model_validator(mode="after")
    def _one_way_in(self) -> "SmartThingsSettings":
        app = (self.client_id, self.client_secret, self.refresh_token)
        ways = [self.token is not None, self.token_file is not None, any(part is not None for part in app)]
        if sum(ways) != 1 or (ways[2] and None in app):
            raise ValueError("set token, or token_file, or all of client_id, client_secret and refresh_token")
        return self


class HistorySettings(_Table):
    """How long readings of devices are kept; see `automations.history.HistoryLimits`. Ages are in days before now."""

    keep: bool = True
    """Whether they are kept at all. False leaves what is there, and nothing is asked of it any more."""
    full_days: int = Field(default=HistoryLimits.full_days, ge=1, le=100_000)
    """Every change."""
    fine_days: int = Field(default=HistoryLimits.fine_days, ge=1, le=100_000)
    """Numbers by five minutes; after that by the hour."""
    kept_days: int = Field(default=HistoryLimits.kept_days, ge=1, le=100_000)
    """What is older is dropped."""
    size_mb: int = Field(default=HistoryLimits.size_mb, ge=1)
    """Megabytes of the file; the oldest goes first."""

    @model_validator(mode="after")
    def _in_order(self) -> "HistorySettings":
        if not self.full_days <= self.fine_days <= self.kept_days:
            raise ValueError("full_days, fine_days and kept_days each have to be as long as the one before, or longer")
        return self

    @property
    def limits(self) -> HistoryLimits | None:
        """None: nothing is kept."""
        if not self.keep:
            return None
        return HistoryLimits(full_days=self.full_days, fine_days=self.fine_days, kept_days=self.kept_days, size_mb=self.size_mb)


class MemorySettings(_Table):
    """What is remembered of the people."""

    keep: bool = True
    """Whether anything is. False leaves what is there, and nothing is asked of it any more."""
    learn: bool = True
    """Whether the `memory` role proposes facts and profiles from conversations; without it only what is told to be remembered is one."""

    @property
    def options(self) -> MemoryOptions:
        return MemoryOptions(keep=self.keep, learn=self.learn)


class WeatherSettings(_Table):
    """Forecasts for the home's place, fetched when somebody asks or an automation needs one. Without this table they are on."""

    off: bool = False
    """No forecasts, and no connection for them; sun and moon are reckoned here."""
    url: str = Field(default="https://api.open-meteo.com", pattern=r"^https?://[^\s/]+(?:/[^\s?#]*)?$")
    """Open-Meteo, or a server of one's own that speaks the same."""
    timeout: float = Field(default=8.0, ge=1, le=30)
    """Seconds for one forecast, with all tries."""


class BrowserSettings(_Table):
    """The web, where the household may look things up. Without this table there is no Browser agent, and no connection for it."""

    search: Literal["searxng", "brave", "duckduckgo"] = "searxng"
    """What kind of search engine it is."""
    url: str | None = Field(default=None, pattern=r"^https?://[^\s/@]+(?:/[^\s?#]*)?$")
    """The address of SearXNG, such as `http://searxng.local:8888`; it may be in the home's network, and has to allow `format=json`."""
    token: Secret | None = None
    """Of Brave's API; or `token_file`."""
    token_file: ExpandedPath | None = None
    timeout: float = Field(default=8.0, ge=1, le=30)
    """Seconds for one search."""
    allow_loopback: bool = False
    """Let pages of this machine be read, for an evaluation that serves its own web here. Never in a home."""
    operate: bool = True
    """Let websites be operated too, where there is a Chromium; it starts when somebody asks for that."""
    chromium: Path | None = None
    """Its program, where it is none of those that are found by themselves."""
    cdp_url: str | None = Field(default=None, pattern=r"^(?:https?|wss?)://[^\s/@?#]+(?:/[^\s?#]*)?$")
    """A Chromium that runs elsewhere, in a container perhaps, by its DevTools address, such as `http://127.0.0.1:9222`: then none is
    started here. Whoever reaches that address drives the browser; never open it to a network."""
    proxy_host: str = Field(default="127.0.0.1", pattern=r"^[0-9A-Fa-f:.]+$")
    """At which address of this machine that browser reaches the house's proxy, its only way out, such as `172.17.0.1` of Docker."""

    @model_validator(mode="after")
    def _as_its_engine_needs(self) -> "BrowserSettings":
        if (self.url is not None) != (self.search == "searxng"):
            raise ValueError("searxng needs its url, and no other engine takes one")
        if (self.token is not None) + (self.token_file is not None) != (self.search == "brave"):
            raise ValueError("brave needs one of token and token_file, and no other engine takes one")
        return self


class Settings(BaseSettings):
    """Where Yamori listens, which home it runs, and where it keeps what it learns."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter=DEEPER, extra="forbid", frozen=True, hide_input_in_errors=True
    )

    host: Name = "127.0.0.1"
    """Other machines reach Yamori only if this is changed; then an adult needs an account first (`yamori account add PERSON`)."""
    open_to_all: bool = False
    """Let everybody who reaches the house use it as anybody, as long as nobody has an account: for a network that is trusted wholly."""
    allowed_hosts: HostList = ()
    """Further names and addresses by which the house is called, such as `yamori.lan`; loopback, this machine's own names and addresses
    and `host` always are. In the environment separated by commas."""
    port: int = Field(default=8765, ge=1, le=65535)
    public_url: str | None = Field(default=None, pattern=r"^https?://[^\s/?#@]+/?$")
    """The address at which people open the house where a proxy stands in front of it, such as `https://yamori.lan`. With `https` cookies
    are sent over TLS alone, and passkeys work. Nobody is let in without having signed in then, also from this machine."""
    home: str = "demo"
    """A home that comes with Yamori, by name (`demo`; `empty` where every device comes from a backend), or the path of a `*.home.yaml`."""
    data: Path = Field(default_factory=lambda: user_data_path("yamori"))
    """Databases, checkpoints, saved prompt beginnings, `yamori.toml` and `models.toml`."""
    models_toml: Path | None = None
    """The file that says which model each role uses; None for `models.toml` in the data folder, which need not exist."""
    token: Secret | None = None
    """With which commands such as `yamori chat` speak to a house whose people have accounts; made by `yamori token add`."""
    person: Name | None = None
    """Id of who speaks when nobody says; None for the first person of the home."""
    language: Language | None = None
    """For messages that answer nobody's sentence; None follows the machine's locale."""
    log: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["console", "json"] = "console"
    jobs: SecretStr | None = None
    """The PostgreSQL address of the queue for devices at the edge; None for SQLite in the data folder."""
    schedule: SecretStr | None = None
    """The database address of tasks, routines and the diary, such as postgresql+psycopg://…; None for SQLite in the data folder."""
    agent_secret: Secret | None = Field(default=None, min_length=16)
    """What the house's own processes show each other where agents run on several machines; None for a new one at each start."""
    papers: ExpandedPath | None = None
    """A folder of the household's own papers that is watched; each folder in it is a topic."""
    starter_library: bool = True
    """Whether the starter library is among the papers."""
    encoder: str = "use"
    """What papers are found with: `use` (embedded), `e5-small` (embedded), `none` (words alone), or `provider:model` as LangChain names it,
    such as `huggingface:intfloat/multilingual-e5-large` or `ollama:bge-m3`."""
    history: HistorySettings = HistorySettings()
    memory: MemorySettings = MemorySettings()
    homeassistant: HomeAssistantSettings | None = None
    mqtt: MqttSettings | None = None
    smartthings: SmartThingsSettings | None = None
    weather: WeatherSettings | None = None
    browser: BrowserSettings | None = None

    @field_validator("data", "models_toml")
    @classmethod
    def _expanded(cls, path: Path | None) -> Path | None:
        return path.expanduser() if path is not None else None

    @field_validator("public_url")
    @classmethod
    def _named_host(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        listed_host(parts.hostname or "")
        if parts.port == 0:
            raise ValueError(f"{url!r} names no port")
        return url.rstrip("/").lower()

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
        # Without its cause: that one quotes what was written, and it may be a token.
        raise Misconfigured(_wrong(first), where=_where(first), mend=_mend(first)) from None
    except SettingsError as error:
        raise Misconfigured(
            str(error), where=f"{PREFIX}…", mend=f"write a table's keys one by one, such as {PREFIX}MQTT{DEEPER}HOST"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(f"not valid TOML: {error}", where=SETTINGS_FILE, mend="mend the line it names") from error


def _where(error: ErrorDetails) -> str:
    names = [str(part) for part in error["loc"]] or ["settings"]
    inside = f"[{names[0]}] of {SETTINGS_FILE}"
    known = names[0] in Settings.model_fields
    match names:
        case [table, key, *_]:
            return f"{PREFIX}{table.upper()}{DEEPER}{key.upper()} (or `{key}` in {inside})"
        case [name] if known and _table(name) is not None:
            return inside
        case [name] if known:
            return f"{PREFIX}{name.upper()} (or `{name}` in {SETTINGS_FILE})"
    return f"`{names[0]}` in {SETTINGS_FILE}"


def _wrong(error: ErrorDetails) -> str:
    match error["type"]:
        case "extra_forbidden":
            return "there is no such setting"
        case "missing":
            return "it is needed here"
        case "value_error":
            return error["msg"].removeprefix("Value error, ")
    secret = any(part in _SECRETS for part in error["loc"]) or not isinstance(error["input"], str | int | float | None)
    table = len(error["loc"]) == 1 and _table(str(error["loc"][0])) is not None
    return error["msg"] if secret or table else f"{error['msg']}, but it is {error['input']!r}"


def _mend(error: ErrorDetails) -> str:
    table = _table(str(error["loc"][0])) if error["loc"] else None
    if error["type"] == "extra_forbidden" or table is not None:
        inside = f" of [{error['loc'][0]}]" if table is not None else ""
        return f"settings{inside} are {', '.join(sorted((table or Settings).model_fields))}"
    return "set it to a value that fits, or leave it out for the default"


def _table(name: str) -> type[BaseModel] | None:
    """The table of this name."""
    field = Settings.model_fields.get(name)
    kinds = (field.annotation, *get_args(field.annotation)) if field is not None else ()
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, _Table)), None)
