"""The household's lists on the page, over the same keeping as the agent's tools. Fulfils `web.list_port.ListPort`."""

import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, cast

from yamori.agentkit.task import ToolRun
from yamori.agents.lists.household_list import HouseholdList, Item
from yamori.agents.lists.keeping import ListKeeping, NewItem, shopping_list
from yamori.agents.lists.rules.amounts import amount_of, is_amount
from yamori.agents.lists.rules.names import called
from yamori.agents.lists.rules.sections import OTHER, section_of, sections
from yamori.agents.lists.store import Change
from yamori.agents.lists.store.change import ChangeMade
from yamori.agents.lists.wording import report_text
from yamori.apps.texts import TEXTS
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Person
from yamori.domain.language import Language
from yamori.web.list_port import GroupView, ItemView, ListCaller, ListDid, ListView

_BETWEEN = re.compile(r"[\n;、，]|,(?!\d)")
"""What stands between two things that are typed at once."""


class ListsOnThePage:
    def __init__(self, keeping: ListKeeping, clock: Clock, people: Callable[[], Sequence[Person]]) -> None:
        self._keeping, self._clock, self._people = keeping, clock, people

    async def all(self, person: str, language: Language) -> Sequence[ListView]:
        lists = list(await self._keeping.seen(person))
        shopping = shopping_list(lists)
        there = {one.id for one in lists}
        ordered = [shopping, *(one for one in lists if one.id != shopping.id)]
        return [self._view(one, person, language, is_there=one.id in there) for one in ordered]

    async def seen(self, person: str) -> str:
        lists = await self._keeping.seen(person)
        return blake2b(repr(lists).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    def changes(self) -> AsyncIterator[None]:
        return self._keeping.store.changes()

    async def add(self, by: ListCaller, list: str, text: str) -> ListDid:
        made = await self._keeping.add(list, _typed(text), self._change(by))
        return self._did(made, by)

    async def check(self, by: ListCaller, item: int, *, done: bool) -> ListDid:
        return self._did(await self._keeping.check([item], done, self._change(by)), by)

    async def edit(self, by: ListCaller, item: int, *, name: str, quantity: str, note: str) -> ListDid:
        made = await self._keeping.change_item(item, self._change(by), name=name, quantity=quantity, note=note)
        return self._did(made, by)

    async def place(self, by: ListCaller, item: int, *, up: bool) -> ListDid:
        return self._did(await self._keeping.change_item(item, self._change(by), up=up), by)

    async def move(self, by: ListCaller, item: int, to: str) -> ListDid:
        return self._did(await self._keeping.move([item], to, self._change(by)), by)

    async def remove(self, by: ListCaller, item: int) -> ListDid:
        return self._did(await self._keeping.remove([item], self._change(by)), by)

    async def clear(self, by: ListCaller, list: str) -> ListDid:
        return self._did(await self._keeping.clear(list, True, self._change(by)), by)

    async def create(self, by: ListCaller, name: str, *, private: bool) -> ListDid:
        return self._did(await self._keeping.create(name, private, self._change(by)), by, shows=True)

    async def rename(self, by: ListCaller, list: str, name: str) -> ListDid:
        return self._did(await self._keeping.change_list(list, self._change(by), name=name), by)

    async def sort(self, by: ListCaller, list: str, *, by_section: bool) -> ListDid:
        return self._did(await self._keeping.change_list(list, self._change(by), by_section=by_section), by)

    async def hide(self, by: ListCaller, list: str, *, private: bool) -> ListDid:
        return self._did(await self._keeping.change_list(list, self._change(by), private=private), by)

    async def delete(self, by: ListCaller, list: str) -> ListDid:
        return self._did(await self._keeping.delete(list, self._change(by)), by)

    async def undo(self, by: ListCaller, change: int) -> ListDid:
        undone = await self._keeping.store.made(change)
        made = await self._keeping.undo(change, self._change(by))
        what: Mapping[str, Any] = {**undone.result, "did": undone.did} if undone is not None else {}
        held = cast(Mapping[str, Any], what.get("list") or {})
        back = undone is not None and undone.did == "deleted"
        return self._did(made, by, result={**made.result, "did": "undone", "what": what}, goes_to=str(held.get("id", "")) if back else "")

    def _change(self, by: ListCaller) -> Change:
        return Change(key=f"page/{by.person}/{by.key}", at=self._clock.now(), person=by.person)

    def _did(
        self, made: ChangeMade, by: ListCaller, *, shows: bool = False, result: Mapping[str, Any] | None = None, goes_to: str = ""
    ) -> ListDid:
        told = {**made.result, "did": made.did, "change": made.id} if result is None else dict(result)
        text = report_text([ToolRun(tool=made.did, arguments={}, ok=True, result=told)], by.language, person=by.person)
        held = cast(Mapping[str, Any], made.result.get("list") or {})
        shown = str(held.get("id", "")) if shows else goes_to
        nothing = made.did == "undone" or (made.did == "cleared" and not made.result.get("items"))
        return ListDid(text=text, change=0 if nothing else made.id, list=shown)

    def _view(self, found: HouseholdList, person: str, language: Language, *, is_there: bool) -> ListView:
        views = [self._item(item, person) for item in found.open_items]
        return ListView(
            id=found.id,
            name=called(found, language),
            private=bool(found.owner),
            by_section=found.by_section,
            is_there=is_there,
            groups=_by_section(views, language) if found.by_section else [GroupView(title="", items=views)] if views else [],
            done=[self._item(item, person) for item in found.done_items],
        )

    def _item(self, item: Item, person: str) -> ItemView:
        by = item.done_by if item.done else item.added_by
        name = next((one.name for one in self._people() if one.id == by), by) if by and by != person else ""
        return ItemView(id=item.id, name=item.name, quantity=item.quantity, note=item.note, done=item.done, by=name)


def _by_section(items: Sequence[ItemView], language: Language) -> Sequence[GroupView]:
    """In the order of a shop; what lies in no section that we know comes last."""
    known = [(section.id, section.title(language)) for section in sections()]
    other = TEXTS.said(language, "other_section")
    groups = [(title, [item for item in items if section_of(item.name) == id]) for id, title in (*known, (OTHER, other))]
    return [GroupView(title=title, items=held) for title, held in groups if held]


def _typed(text: str) -> Sequence[NewItem]:
    """Each thing with its amount; an amount by itself belongs to what stands before it."""
    found: list[NewItem] = []
    for piece in _BETWEEN.split(text):
        words = piece.strip()
        if not words:
            continue
        if found and is_amount(words) and not found[-1].quantity:
            found[-1] = NewItem(name=found[-1].name, quantity=words)
            continue
        amount = amount_of(words)
        found.append(NewItem(name=amount.name, quantity=amount.quantity))
    if not found:
        raise InvalidRequest("there are no words to write down", where="text")
    return found
