"""What the rest of the household knows of chat models: a `Prompt` goes in, an `Answer` comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from yamori.domain.values import Value


class Role(StrEnum):
    """Why a model is called; each role may have a model of its own."""

    PLANNER = "planner"
    CHECKER = "checker"
    REVIEWER = "reviewer"
    SPEAKER = "speaker"
    BROWSER = "browser"
    IOT = "iot"
    LIFESTYLE = "lifestyle"
    SCHEDULER = "scheduler"
    VISION = "vision"
    MEMORY = "memory"


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A worked example: what is asked, and the answer wanted."""

    user: str
    assistant: str


@dataclass(frozen=True, kw_only=True)
class Image:
    """A picture that a model is shown."""

    kind: str
    """`image/jpeg` or `image/png`."""
    data: bytes = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Trained:
    """How a model is asked that was trained for one decision: it needs no examples, and its prefix is short."""

    adapter: str
    """The name under which `manifest.toml` lists what it was trained with."""
    prefix: str
    request: str


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """One question to a model. `prefix` and `examples` are byte-stable for a role, so that they can be kept warm."""

    prefix: str
    examples: tuple[Exchange, ...] = ()
    request: str
    """What changes from call to call; comes last."""
    schema: Mapping[str, Value] | None = None
    """A JSON schema that the answer must fulfil; None for free text."""
    images: tuple[Image, ...] = ()
    """Shown with the request; only for a model that sees."""
    max_tokens: int = 256
    weighed: bool = False
    """Whether the answer should tell what else the model would have said (`Answer.tokens`); not every provider can."""
    trained: Trained | None = None
    """Asked in place of the rest where the model has that adapter; every other model is asked the rest."""


@dataclass(frozen=True, kw_only=True)
class Token:
    """One step of an answer."""

    text: str
    chances: Mapping[str, float]
    """The likeliest tokens at this place with their probabilities, before the schema ruled any out."""


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What one call cost."""

    model: str
    """`provider:name`."""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    """Of the prompt's, those that did not have to be computed."""
    completion_tokens: int = 0
    seconds: float = 0.0
    price: float | None = None
    """US dollars; None where no price is known."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    text: str
    data: Value = None
    """The parsed JSON when the prompt had a schema."""
    usage: Usage = field(default_factory=lambda: Usage(model="none:none"))
    tokens: tuple[Token, ...] = ()
    """Empty unless the prompt was `weighed` and the provider tells."""
    trained: bool = False
    """The model was asked as one that was trained for this."""


class ChatModel(Protocol):
    """One model of one provider."""

    @property
    def name(self) -> str:
        """`provider:name`."""
        ...

    async def answer(self, prompt: Prompt, *, role: Role) -> Answer:
        """Raises `ModelFailed` after its own time limit and retries, `Misconfigured` for a missing key or package."""
        ...


class Models(Protocol):
    """The models of a household, by role."""

    async def ask(self, role: Role, prompt: Prompt, *, turn: str | None = None, stronger: bool = False, model: str | None = None) -> Answer:
        """Ask the role's model. `stronger` takes its stronger one, if any; `model` (`provider:name`) overrides both once."""
        ...
