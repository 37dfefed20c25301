"""What an automation does: calls that were fixed when it was made, words to a person, a question to an agent."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value, plain_value

LONGEST_TEXT = 2000


@dataclass(frozen=True, kw_only=True)
class Approval:
    """A person's OK to one call, and to no other."""

    by: str
    at: datetime
    digest: str
    """`Call.digest` of what was shown."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call of an agent's tool; no model is asked when it is done."""

    kind: Literal["call"] = "call"
    agent: str
    tool: str
    arguments: Mapping[str, Value] = field(default_factory=dict)
    text: str
    """The words that it came from."""
    risky: bool = False
    """It needs a person's OK, given when the automation was made; without that it is held."""
    never_late: bool = False
    """It opens, unlocks or heats: never done later than it was meant (`rules.lateness`). What is risky never is either."""
    approval: Approval | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", plain_value(self.arguments))
        check_text(self.text, "text")
        try:
            json.dumps(self.arguments, allow_nan=False)
        except (TypeError, ValueError) as wrong:
            raise InvalidRequest(f"arguments are JSON ({wrong})", where="arguments") from wrong

    @property
    def digest(self) -> str:
        """SHA-256 of exactly this call (agent, tool, arguments and the words shown) as canonical JSON, in hexadecimal."""
        what = {"agent": self.agent, "tool": self.tool, "arguments": self.arguments, "text": self.text}
        canonical = json.dumps(what, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def may_run(self) -> bool:
        """It is harmless, or this very call was approved."""
        return not self.risky or (self.approval is not None and self.approval.digest == self.digest)


@dataclass(frozen=True, kw_only=True)
class Notify:
    """Words to a person."""

    kind: Literal["notify"] = "notify"
    person: str
    text: str

    def __post_init__(self) -> None:
        check_text(self.text, "text")


@dataclass(frozen=True, kw_only=True)
class Ask:
    """A request that an agent is asked when the automation fires (a question to the papers); a person is told the answer."""

    kind: Literal["ask"] = "ask"
    agent: str
    request: str
    person: str

    def __post_init__(self) -> None:
        check_text(self.request, "request")


Action: TypeAlias = Annotated[Call | Notify | Ask, Discriminator("kind")]


class ActionStatus(StrEnum):
    DONE = "done"
    FAILED = "failed"
    HELD = "held"
    """It needs an OK that it does not have."""
    MISSED = "missed"
    """Its time was over; nothing was done."""
    CUT_OFF = "cut_off"
    """The house stopped in the middle of it and came back when its time was over: it may have happened or not."""


@dataclass(frozen=True, kw_only=True)
class ActionResult:
    """What came of one action."""

    status: ActionStatus
    text: str = ""
    """For a person: what was done or answered, or why not."""
    details: Mapping[str, Value] = field(default_factory=dict)
    """What the performer wants to find again, as the receipts' ids."""


def check_text(text: str, where: str) -> None:
    if not text.strip() or len(text) > LONGEST_TEXT:
        raise InvalidRequest(f"a text of 1 to {LONGEST_TEXT} characters is needed", where=where)
