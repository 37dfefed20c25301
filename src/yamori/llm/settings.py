"""Which model each role uses and how its provider is reached: one TOML file, then the environment on top of it.

```toml
default = "embedded:default"              # every role that is not named below
[roles]
planner = "openai:gpt-5-mini"
iot = {model = "embedded:default", stronger = "openai:gpt-5-mini"}
[providers.openai]
key_file = "~/.config/yamori/openai.key"  # or OPENAI_API_KEY in the environment
[providers.shelf]                         # any OpenAI-compatible server, under any name
base_url = "http://127.0.0.1:8000/v1"
[prices."openai:gpt-5-mini"]              # US dollars for a million tokens
prompt = 0.25
completion = 2.0
```

In the environment: `YAMORI_MODEL` (every role), `YAMORI_MODEL_PLANNER` (one), and both with `_STRONGER` (empty: none).
Knows nothing of clients: `providers.py` and `embedded.py` read what they need from here.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.llm.names import ModelName, parse_name
from yamori.llm.port import Role
from yamori.llm.toml_lines import line_of

EMBEDDED = "embedded"
COMPATIBLE = "openai-compatible"
CLOUD = ("openai", "anthropic", "google", "groq", "ollama")
CALLING = ("openai", "anthropic", "google", "groq")
"""Whose models call tools natively unless the settings say otherwise; those of a server of one's own may be small."""
KEY_VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "google": "GOOGLE_API_KEY",
    "groq": "GROQ_API_KEY",
    COMPATIBLE: "OPENAI_COMPATIBLE_API_KEY",
}


def _is_a_name(value: object) -> object:
    if isinstance(value, str):
        try:
            parse_name(value, where="")
        except InvalidRequest as wrong:
            raise ValueError(str(wrong)) from wrong
    return value


def _short_form(value: object) -> object:
    return {"model": value} if isinstance(value, str) else value


Name = Annotated[str, BeforeValidator(_is_a_name)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RoleModel(_Table):
    """What one role uses."""

    model: Name
    stronger: Name | None = None
    """Tried when an answer of `model` was rejected."""


class ProviderSettings(_Table):
    """How one provider is reached."""

    base_url: str | None = None
    """Required for an OpenAI-compatible server; elsewhere the provider's own address is known."""
    key_file: Path | None = None
    """Only its owner may read it."""
    key_env: str | None = None
    """The environment variable that holds the key, where it is not the provider's usual one."""
    seconds: float = Field(default=60.0, gt=0)
    """The limit of one try."""
    tries: int = Field(default=3, ge=1, le=10)
    """How often a call is tried when the provider is busy or silent."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """Not sent unless set: some models refuse it."""
    extra_tokens: int = Field(default=2048, ge=0)
    """Allowed on top of the answer's own limit: a model that thinks first spends them before it answers."""
    structured: Literal["json_schema", "function_calling", "json_object", "prompt"] | None = None
    """How the answer's form is demanded, where the provider's usual ways, tried one after the other, do not suit the model."""
    tools: bool | None = None
    """Whether its models call the agents' tools natively; where not set, only those of the large providers do."""


class Price(_Table):
    """US dollars for a million tokens."""

    prompt: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    """Of the prompt's tokens that the provider had in its cache; as `prompt` where not set."""
    completion: float = Field(ge=0)

    def of(self, *, prompt: int, cached: int, completion: int) -> float:
        """What these tokens cost; `cached` is part of `prompt`."""
        rate = self.prompt if self.cached is None else self.cached
        return ((prompt - cached) * self.prompt + cached * rate + completion * self.completion) / 1_000_000


class EmbeddedSettings(_Table):
    """How llama.cpp runs here."""

    threads: int | None = Field(default=None, ge=1)
    """As many as the machine has cores that this process may use, where not set."""
    context: int = Field(default=3072, ge=512)
    """Tokens of prompt and answer together; each costs 29 kB of memory in each slot."""
    seconds: float = Field(default=120.0, gt=0)
    """The limit of one answer, waiting for others included."""
    wait: Literal["brief", "active", "passive"] = "brief"
    """How a thread waits for the others, hundreds of times a token: see `llama.waiting`."""
    files: dict[str, Path] = Field(default_factory=dict)
    """A model's name to a file of it that lies on this machine already."""


class ModelSettings(_Table):
    """Everything about models that an operator can set."""

    default: Name = f"{EMBEDDED}:default"
    stronger: Name | None = None
    """For every role that is not named."""
    roles: dict[Role, Annotated[RoleModel, BeforeValidator(_short_form)]] = Field(default_factory=dict)
    providers: dict[str, ProviderSettings] = Field(default_factory=dict)
    prices: dict[Name, Price] = Field(default_factory=dict)
    embedded: EmbeddedSettings = EmbeddedSettings()

    def of(self, role: Role) -> RoleModel:
        return self.roles.get(role) or RoleModel(model=self.default, stronger=self.stronger)

    def provider(self, name: str) -> ProviderSettings:
        return self.providers.get(name, ProviderSettings())

    def known_providers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((EMBEDDED, *CLOUD, COMPATIBLE, *self.providers)))

    def checked_name(self, text: str, *, where: str) -> ModelName:
        """The name, if its provider exists. Raises `InvalidRequest` with the nearest providers."""
        name = parse_name(text, where=where)
        known = self.known_providers()
        if name.provider not in known:
            nearest = tuple(difflib.get_close_matches(name.provider, known, n=3)) or known
            raise InvalidRequest(f"unknown provider {name.provider!r} in {text!r}; known: {', '.join(known)}", where=where, nearest=nearest)
        if name.provider not in (EMBEDDED, *CLOUD) and not self.provider(name.provider).base_url:
            raise InvalidRequest(f"{name.provider} has no address; expected base_url in [providers.{name.provider}]", where=where)
        return name

    def named_models(self) -> tuple[tuple[str, str], ...]:
        """Every (setting, model name) that is written somewhere."""
        found = [("default", self.default), ("stronger", self.stronger)]
        for role, chosen in self.roles.items():
            found += [(f"roles.{role.value}", chosen.model), (f"roles.{role.value}.stronger", chosen.stronger)]
        return tuple((where, name) for where, name in found if name)


def read_settings(file: Path | None = None, *, environment: Mapping[str, str] | None = None) -> ModelSettings:
    """The settings of `file` (one that does not exist sets nothing) with the environment's on top.

    Raises `Misconfigured` with file, line and key, and what was expected.
    """
    environment = os.environ if environment is None else environment
    text = ""
    if file is not None:
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            text = ""
        except (OSError, UnicodeDecodeError) as error:
            raise Misconfigured(f"cannot be read: {error}", where=str(file), mend="Make it a readable UTF-8 file, or remove it.") from error
    settings = _parse(text, file=file)
    for key, name in settings.named_models():
        try:
            settings.checked_name(name, where=_place(file, text, tuple(key.split("."))))
        except InvalidRequest as wrong:
            raise Misconfigured(
                str(wrong), where=wrong.where, mend=f"Name one of: {', '.join(wrong.nearest)}" if wrong.nearest else ""
            ) from wrong
    return _with_environment(settings, environment)


def _parse(text: str, *, file: Path | None) -> ModelSettings:
    try:
        return ModelSettings.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise Misconfigured(f"not valid TOML: {error}", where=f"{file}", mend="Correct that line.") from error
    except ValidationError as error:
        first = error.errors()[0]
        path = tuple(str(part) for part in first["loc"] if part != "[key]")
        expected = _expected(path, first["msg"], first["type"])
        raise Misconfigured(f"{'.'.join(path)}: {expected}", where=_place(file, text, path), mend="Correct that key.") from error


def _expected(path: tuple[str, ...], message: str, kind: str) -> str:
    if kind == "extra_forbidden":
        tables: dict[tuple[str, int], type[BaseModel]] = {
            ("roles", 3): RoleModel,
            ("providers", 3): ProviderSettings,
            ("prices", 3): Price,
            ("embedded", 2): EmbeddedSettings,
        }
        table = tables.get((path[0], len(path)), ModelSettings)
        return f"unknown key; expected one of {', '.join(table.model_fields)}"
    if path[0] == "roles" and kind == "enum":
        return f"unknown role; expected one of {', '.join(role.value for role in Role)}"
    return message[0].lower() + message[1:]


def _place(file: Path | None, text: str, path: tuple[str, ...]) -> str:
    line = line_of(text, path)
    return f"{file}:{line}" if line else str(file)


def _with_environment(settings: ModelSettings, environment: Mapping[str, str]) -> ModelSettings:
    prefix = "YAMORI_MODEL_"
    changes: dict[str, object] = {}
    roles = dict(settings.roles)
    if every := environment.get("YAMORI_MODEL", "").strip():
        changes |= {"default": _name_in(settings, every, "YAMORI_MODEL"), "stronger": None}
        roles = {}
    if (stronger := environment.get(prefix + "STRONGER")) is not None:
        name = _name_in(settings, stronger, prefix + "STRONGER") if stronger.strip() else None
        changes["stronger"] = name
        roles = {role: RoleModel(model=chosen.model, stronger=name) for role, chosen in roles.items()}
    settings = settings.model_copy(update={**changes, "roles": roles})
    for variable, value in sorted(environment.items()):  # sorted: X before X_STRONGER
        if not variable.startswith(prefix) or variable == prefix + "STRONGER":
            continue
        word, wants_stronger = variable.removeprefix(prefix), variable.endswith("_STRONGER")
        role = _role_in(word.removesuffix("_STRONGER"), variable)
        chosen = settings.of(role)
        if wants_stronger:
            changed = RoleModel(model=chosen.model, stronger=_name_in(settings, value, variable) if value.strip() else None)
        elif value.strip():
            changed = RoleModel(model=_name_in(settings, value, variable), stronger=chosen.stronger)
        else:
            continue
        settings = settings.model_copy(update={"roles": {**settings.roles, role: changed}})
    return settings


def _name_in(settings: ModelSettings, value: str, variable: str) -> str:
    try:
        return str(settings.checked_name(value, where=variable))
    except InvalidRequest as wrong:
        raise Misconfigured(str(wrong), where=variable, mend=f"Set {variable} to provider:model, such as {EMBEDDED}:default.") from wrong


def _role_in(word: str, variable: str) -> Role:
    try:
        return Role(word.lower())
    except ValueError as error:
        known = [f"YAMORI_MODEL_{role.value.upper()}" for role in Role]
        near = difflib.get_close_matches(variable, known, n=1) or known
        raise Misconfigured(f"no role is called {word.lower()!r}", where=variable, mend=f"Did you mean {' or '.join(near)}?") from error
