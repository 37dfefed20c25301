"""What the page of consents needs of the models: which roles use one outside the house, and who agreed. `apps` fulfils it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class CloudRole:
    """One role that uses, or would use, a model outside the house."""

    role: str
    """A key of `[consent]` in `words/` says what it sees."""
    provider: str
    model: str
    """`provider:model`."""
    agreed: bool
    by: str
    """The name of who said so last; empty where nobody has."""
    at: datetime | None


class ConsentPort(Protocol):
    """Consents, by role and provider."""

    def cloud_roles(self) -> Sequence[CloudRole]: ...

    async def decide(self, role: str, provider: str, *, person: str, given: bool) -> None:
        """Raises `InvalidRequest` for a role that uses no model of this provider."""
        ...
