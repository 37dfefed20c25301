"""A list of the household and what is on it: the nouns of this agent."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class Item:
    """One line of a list."""

    id: int
    list: str
    """Id of the list that it is on."""
    name: str
    quantity: str = ""
    """As it was said (`2 cartons`, 3枚); empty where nobody said how much."""
    note: str = ""
    done: bool = False
    place: int = 0
    """The smaller, the further up."""
    added_by: str = ""
    added_at: datetime
    done_by: str = ""
    """Who checked it off; empty where it is open."""

    def view(self) -> Mapping[str, Value]:
        return {
            "id": self.id,
            "name": self.name,
            "quantity": self.quantity,
            "note": self.note,
            "done": self.done,
            "added_by": self.added_by,
            "done_by": self.done_by,
        }


@dataclass(frozen=True, kw_only=True)
class HouseholdList:
    """One list."""

    id: str
    name: str
    """As its maker called it; empty for the household's usual list of its kind, which is called in the language of whoever looks."""
    kind: str = ""
    """`shopping`, `packing`, …, as in `kinds.yaml`; empty for any other."""
    owner: str = ""
    """The only person who sees it; empty where the household shares it."""
    by_section: bool = False
    """Whether it is shown by the sections of a shop."""
    place: int = 0
    items: tuple[Item, ...] = ()
    """Open ones first, then those that are done; each in their order."""

    @property
    def open_items(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if not item.done)

    @property
    def done_items(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.done)

    def is_seen_by(self, person: str) -> bool:
        return not self.owner or self.owner == person
