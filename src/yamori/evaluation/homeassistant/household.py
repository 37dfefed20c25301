"""What these test sets need of a household beyond its public endpoints: the home as Home Assistant would show it. `apps` fulfils this."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from yamori.domain.values import Value
from yamori.evaluation.household import RunningHousehold


@dataclass(frozen=True, kw_only=True)
class EntityState:
    """One entity as Home Assistant would show it."""

    state: str | None
    attributes: Mapping[str, Value]
    derived: frozenset[str] = frozenset()
    """Attributes that only follow from others, and that the inventory did not have."""


class HomeAssistantHousehold(RunningHousehold, Protocol):
    """A household in a copy of an inventory's home."""

    @property
    def person(self) -> str:
        """Who speaks."""
        ...

    async def shown(self) -> Mapping[str, EntityState]:
        """Every entity of the inventory, by its id."""
        ...

    def plain(self, entity: str, value: Any) -> Value:
        """A value of a test file with the names of enumerations replaced by what they stand for."""
        ...

    def room_of(self, device: str) -> str | None:
        """The room in which a device of the inventory stands."""
        ...


Opens = Callable[[Path, Mapping[str, Any], datetime | None], AbstractAsyncContextManager[HomeAssistantHousehold]]
"""Opens a fresh household: the inventory's file, a test's `setup`, and the time on its clock (None: any)."""
