"""What the page needs of the household's lists. `apps` fulfils it."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from yamori.domain.language import Language


@dataclass(frozen=True, kw_only=True)
class ItemView:
    """One line of a list."""

    id: int
    name: str
    quantity: str
    note: str
    done: bool
    by: str
    """Who put it there, or checked it off once it is done; empty where that was the person who looks."""


@dataclass(frozen=True, kw_only=True)
class GroupView:
    """Lines that are shown together."""

    title: str
    """A section of a shop; empty where the list is in its own order."""
    items: Sequence[ItemView]


@dataclass(frozen=True, kw_only=True)
class ListView:
    """One list, as one person sees it."""

    id: str
    name: str
    private: bool
    by_section: bool
    is_there: bool
    """False for the usual shopping list of a household that has put nothing on it yet."""
    groups: Sequence[GroupView]
    """What is open."""
    done: Sequence[ItemView]

    @property
    def open_count(self) -> int:
        return sum(len(group.items) for group in self.groups)


@dataclass(frozen=True, kw_only=True)
class ListDid:
    """What a form did."""

    text: str
    """A whole sentence, in the reader's language."""
    change: int
    """What `undo` takes back; 0 where there is nothing to take back."""
    list: str = ""
    """Id of the list that is to be shown now; empty for the same as before."""


@dataclass(frozen=True, kw_only=True)
class ListCaller:
    """Who does something, and the key under which it is done once."""

    person: str
    language: Language
    key: str


class ListPort(Protocol):
    """Every method may raise a `YamoriError`; `NotFound` for what the person does not see."""

    async def all(self, person: str, language: Language) -> Sequence[ListView]:
        """In their order; the shopping list is always among them."""
        ...

    async def seen(self, person: str) -> str:
        """A digest of all that the person sees of them."""
        ...

    def changes(self) -> AsyncIterator[None]:
        """Goes on whenever something of any list has changed; ends when the house stops."""
        ...

    async def add(self, by: ListCaller, list: str, text: str) -> ListDid:
        """Put down what was typed: one thing, or several with commas or line breaks between them, with their amounts."""
        ...

    async def check(self, by: ListCaller, item: int, *, done: bool) -> ListDid: ...

    async def edit(self, by: ListCaller, item: int, *, name: str, quantity: str, note: str) -> ListDid: ...

    async def place(self, by: ListCaller, item: int, *, up: bool) -> ListDid: ...

    async def move(self, by: ListCaller, item: int, to: str) -> ListDid: ...

    async def remove(self, by: ListCaller, item: int) -> ListDid: ...

    async def clear(self, by: ListCaller, list: str) -> ListDid:
        """Take off what is done."""
        ...

    async def create(self, by: ListCaller, name: str, *, private: bool) -> ListDid: ...

    async def rename(self, by: ListCaller, list: str, name: str) -> ListDid: ...

    async def sort(self, by: ListCaller, list: str, *, by_section: bool) -> ListDid: ...

    async def hide(self, by: ListCaller, list: str, *, private: bool) -> ListDid: ...

    async def delete(self, by: ListCaller, list: str) -> ListDid: ...

    async def undo(self, by: ListCaller, change: int) -> ListDid: ...
