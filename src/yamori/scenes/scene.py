"""A scene: calls of agents under a name, agreed to by a person."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from yamori.domain.capability import Risk
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.domain.values import Value, plain_value

MOST_CALLS = 64
MOST_NAMES = 20
LONGEST_NAME = 60
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}")


class Origin(StrEnum):
    """How a scene came about."""

    PROPOSED = "proposed"
    """From what the home has, and a person said yes."""
    SAID = "said"
    SAVED = "saved"
    """As the home was at a moment."""


@dataclass(frozen=True, kw_only=True)
class SceneCall:
    """One call of an agent's tool; no model is asked when it is made."""

    agent: str
    tool: str
    arguments: Mapping[str, Value] = field(default_factory=dict)
    says: Mapping[Language, str] = field(default_factory=dict)
    """What it does, in each language: `turn off the hall light`."""
    risk: Risk = Risk.SAFE
    """Above safe the gate asks a person each time."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", plain_value(self.arguments))
        try:
            json.dumps(self.arguments, allow_nan=False)
        except (TypeError, ValueError) as wrong:
            raise InvalidRequest(f"arguments are JSON ({wrong})", where="arguments") from wrong


@dataclass(frozen=True, kw_only=True)
class Scene:
    id: str
    names: Mapping[Language, str]
    """How it is shown; at least in one language."""
    aliases: tuple[str, ...] = ()
    """What else it is called, in any language."""
    kind: str | None = None
    """The ritual of `kinds.yaml` that it is the household's own form of."""
    room: str | None = None
    """Where it was made for; None: the whole home."""
    calls: tuple[SceneCall, ...]
    owner: str
    agreed: datetime
    """When a person agreed to exactly these calls, aware, kept in UTC."""
    origin: Origin
    said: str
    """The sentence that it came from."""

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise InvalidRequest("an id has 1 to 100 letters, digits and _ . : -", where="id")
        names = [*self.names.values(), *self.aliases]
        if not self.names or len(names) > MOST_NAMES:
            raise InvalidRequest(f"a scene has 1 to {MOST_NAMES} names", where="names")
        if any(not name.strip() or len(name) > LONGEST_NAME for name in names):
            raise InvalidRequest(f"a name has 1 to {LONGEST_NAME} characters", where="names")
        if not 1 <= len(self.calls) <= MOST_CALLS:
            raise InvalidRequest(f"a scene does between 1 and {MOST_CALLS} things", where="calls")
        if not self.owner.strip():
            raise InvalidRequest("a scene belongs to a person", where="owner")
        if self.agreed.tzinfo is None:
            raise InvalidRequest("agreed needs a time zone", where="agreed")
        object.__setattr__(self, "agreed", self.agreed.astimezone(UTC))

    def name(self, language: Language) -> str:
        """In the language, else as it was named."""
        return self.names.get(language) or next(iter(self.names.values()))

    def says(self, language: Language) -> tuple[str, ...]:
        """What it does, call by call."""
        return tuple(call.says.get(language) or next(iter(call.says.values()), call.tool) for call in self.calls)

    @property
    def all_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.names.values(), *self.aliases)))


def digest_of(text: str) -> str:
    """Twelve hexadecimal digits that stand for a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
