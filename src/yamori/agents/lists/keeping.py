"""What is done to lists, whoever asks: the agent's tools and the page. Each change is made once for its key, and is seen only by
those who see its list."""

from collections.abc import Mapping, MutableSequence, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from yamori.agents.lists.household_list import HouseholdList, Item
from yamori.agents.lists.rules.items import item_key
from yamori.agents.lists.rules.names import SHOPPING, kinds, name_key, named_list, shown_name, usual_list
from yamori.agents.lists.store import Change, ListStore
from yamori.agents.lists.store.change import ChangeMade
from yamori.agents.lists.store.rows import Rows
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.values import Value

LONGEST = 200
"""Characters of a name or note."""
MOST_ITEMS = 500
"""On one list."""
MOST_LISTS = 100


@dataclass(frozen=True, kw_only=True)
class NewItem:
    """Something to put on a list."""

    name: str
    quantity: str = ""
    note: str = ""


class ListKeeping:
    """Over one store. Everything raises `NotFound` for what the person does not see, `InvalidRequest` for what cannot be."""

    def __init__(self, store: ListStore) -> None:
        self.store = store

    async def seen(self, person: str) -> Sequence[HouseholdList]:
        return await self.store.all(person=person)

    async def add(self, list: str, items: Sequence[NewItem], change: Change) -> ChangeMade:
        """Put things on a list, which is made where there is none of that name yet. What stands there already is not put there twice: it
        is open again, with the amount that was said last."""
        wanted = [_checked(item) for item in items]
        if not wanted:
            raise InvalidRequest("name at least one thing", where="items")

        def work(rows: Rows) -> Mapping[str, Value]:
            found, made = self._found_or_made(rows, list, change)
            held = {item_key(item.name): item for item in reversed(found.items)}
            added: MutableSequence[Item] = []
            already: MutableSequence[Item] = []
            for item in wanted:
                there = held.get(item_key(item.name))
                if there is None:
                    if len(found.items) + len(added) >= MOST_ITEMS:
                        raise InvalidRequest(f"a list has at most {MOST_ITEMS} lines", where="items")
                    fresh = rows.new_item(
                        Item(
                            id=0,
                            list=found.id,
                            name=item.name,
                            quantity=item.quantity,
                            note=item.note,
                            added_by=change.person,
                            added_at=change.at,
                        )
                    )
                    added.append(fresh)
                    held[item_key(item.name)] = fresh
                    continue
                now = replace(there, done=False, done_by="", quantity=item.quantity or there.quantity, note=item.note or there.note)
                if there.done:
                    now = replace(now, added_by=change.person, added_at=change.at, quantity=item.quantity, note=item.note)
                rows.put_item(now)
                held[item_key(item.name)] = now
                (added if there.done else already).append(now)
            return {**_told(found, added), "already": [item.view() for item in already], "made": made}

        return await self.store.change(change, "added", work)

    async def check(self, items: Sequence[int], done: bool, change: Change) -> ChangeMade:
        """Check things off, or open them again."""

        def work(rows: Rows) -> Mapping[str, Value]:
            found = [_item(rows, id, change.person) for id in items]
            now = [replace(item, done=done, done_by=change.person if done else "") for _, item in found]
            for item in now:
                rows.put_item(item)
            return _told(found[0][0], now)

        return await self.store.change(change, "checked" if done else "opened", work)

    async def remove(self, items: Sequence[int], change: Change) -> ChangeMade:
        def work(rows: Rows) -> Mapping[str, Value]:
            found = [_item(rows, id, change.person) for id in items]
            for _, item in found:
                rows.drop("items", item.id)
            return _told(found[0][0], [item for _, item in found])

        return await self.store.change(change, "removed", work)

    async def clear(self, list: str, only_done: bool, change: Change) -> ChangeMade:
        """Take off what is done, or everything."""

        def work(rows: Rows) -> Mapping[str, Value]:
            found = self._found(rows, list, change.person)
            gone = found.done_items if only_done else found.items
            for item in gone:
                rows.drop("items", item.id)
            return _told(found, gone)

        return await self.store.change(change, "cleared" if only_done else "emptied", work)

    async def move(self, items: Sequence[int], to: str, change: Change) -> ChangeMade:
        """Put things on another list instead."""

        def work(rows: Rows) -> Mapping[str, Value]:
            found = [_item(rows, id, change.person) for id in items]
            target, made = self._found_or_made(rows, to, change)
            held = {item_key(item.name): item for item in target.items}
            for _, item in found:
                if item.list == target.id:
                    continue
                there = held.get(item_key(item.name))
                if there is not None and not there.done:
                    rows.drop("items", item.id)  # it is there already
                    continue
                rows.drop("items", item.id)
                rows.new_item(replace(item, list=target.id))
            return {**_told(target, [item for _, item in found]), "from": _list_view(found[0][0]), "made": made}

        return await self.store.change(change, "moved", work)

    async def change_item(
        self,
        item: int,
        change: Change,
        *,
        name: str | None = None,
        quantity: str | None = None,
        note: str | None = None,
        up: bool | None = None,
    ) -> ChangeMade:
        """Give it another name, amount or note, or another place: `up` before the one above it, False behind the one below."""

        def work(rows: Rows) -> Mapping[str, Value]:
            found, old = _item(rows, item, change.person)
            given = _checked(
                NewItem(
                    name=old.name if name is None else name,
                    quantity=old.quantity if quantity is None else quantity,
                    note=old.note if note is None else note,
                )
            )
            now = replace(old, name=given.name, quantity=given.quantity, note=given.note)
            if up is not None:
                beside = found.done_items if old.done else found.open_items
                at = next(n for n, each in enumerate(beside) if each.id == old.id)
                other = beside[at + (-1 if up else 1)] if 0 <= at + (-1 if up else 1) < len(beside) else None
                if other is not None:
                    rows.put_item(replace(other, place=old.place))
                    now = replace(now, place=other.place)
            rows.put_item(now)
            return _told(found, [now])

        return await self.store.change(change, "changed", work)

    async def create(self, name: str, private: bool, change: Change) -> ChangeMade:
        """Make a list. Raises `InvalidRequest` where there is one of that name."""

        def work(rows: Rows) -> Mapping[str, Value]:
            named = named_list(name, [one for one in rows.lists() if one.is_seen_by(change.person)], exact=True)
            if named is not None and named.list is not None and name_key(name):
                raise InvalidRequest("there is a list of that name already", where="name")
            kind = named.kind if named is not None and name_key(name) and not private else ""
            made = self._new(rows, "" if kind else name, kind, change.person if private else "", change)
            return _told(made, ())

        return await self.store.change(change, "created", work)

    async def change_list(
        self, list: str, change: Change, *, name: str | None = None, private: bool | None = None, by_section: bool | None = None
    ) -> ChangeMade:
        """Give it another name, keep it to oneself or share it, show it by the sections of a shop or not."""

        def work(rows: Rows) -> Mapping[str, Value]:
            old = self._found(rows, list, change.person)
            now = old
            if name is not None:
                new = _named(name)
                others = [one for one in rows.lists() if one.id != old.id and one.is_seen_by(change.person)]
                if any(name_key(one.name) == name_key(new) for one in others if one.name):
                    raise InvalidRequest("there is a list of that name already", where="name")
                now = replace(now, name=new)
            if private is not None:
                now = replace(now, owner=change.person if private else "", name=now.name or (_own_name(now) if private else ""))
            if by_section is not None:
                now = replace(now, by_section=by_section)
            rows.put_list(now)
            return {**_told(now, ()), "before": _list_view(old)}

        did = "renamed" if name is not None else "sorted" if by_section is not None else "hidden" if private else "shared"
        return await self.store.change(change, did, work)

    async def delete(self, list: str, change: Change) -> ChangeMade:
        """With everything on it."""

        def work(rows: Rows) -> Mapping[str, Value]:
            found = self._found(rows, list, change.person)
            for item in found.items:
                rows.drop("items", item.id)
            rows.drop("lists", found.id)
            return _told(found, found.items)

        return await self.store.change(change, "deleted", work)

    async def undo(self, made: int, change: Change) -> ChangeMade:
        return await self.store.undo(made, change)

    def _found(self, rows: Rows, list: str, person: str) -> HouseholdList:
        """By its id or its name."""
        seen = [one for one in rows.lists() if one.is_seen_by(person)]
        found = next((one for one in seen if one.id == list), None)
        named = named_list(list, seen) if found is None and list.strip() else None
        if found is None and named is not None:
            found = named.list
        if found is None:
            raise NotFound("there is no such list", where="list", nearest=tuple(one.id for one in seen[:3]))
        return found

    def _found_or_made(self, rows: Rows, list: str, change: Change) -> tuple[HouseholdList, bool]:
        try:
            return self._found(rows, list, change.person), False
        except NotFound:
            named = named_list(list, ())
        kind = named.kind if named is not None else list if list in kinds() else ""
        return self._new(rows, "" if kind else list, kind, "", change), True

    def _new(self, rows: Rows, name: str, kind: str, owner: str, change: Change) -> HouseholdList:
        lists = rows.lists()
        if len(lists) >= MOST_LISTS:
            raise InvalidRequest(f"a household has at most {MOST_LISTS} lists", where="name")
        shown = "" if kind else _named(name)
        id = kind if kind and not any(one.id == kind for one in lists) else blake2b(change.key.encode(), digest_size=8).hexdigest()
        made = HouseholdList(id=id, name=shown, kind=kind, owner=owner, place=max((one.place for one in lists), default=0) + 1)
        rows.put_list(made)
        return made


def shopping_list(lists: Sequence[HouseholdList]) -> HouseholdList:
    """The list on which things go where none is named, as it is or as it will be."""
    return usual_list(SHOPPING, lists).list or HouseholdList(id=SHOPPING, name="", kind=SHOPPING)


def _checked(item: NewItem) -> NewItem:
    found = NewItem(name=" ".join(item.name.split()), quantity=" ".join(item.quantity.split()), note=" ".join(item.note.split()))
    for where, text in (("name", found.name), ("quantity", found.quantity), ("note", found.note)):
        if len(text) > LONGEST:
            raise InvalidRequest(f"at most {LONGEST} characters fit there", where=where)
    if not found.name:
        raise InvalidRequest("there are no words to write down", where="name")
    return found


def _named(name: str) -> str:
    shown = shown_name(name)
    if not shown or len(shown) > LONGEST:
        raise InvalidRequest(f"a list's name has 1 to {LONGEST} characters", where="name")
    return shown


def _own_name(found: HouseholdList) -> str:
    """What a household's usual list is called once it is somebody's own, in the language of its first name."""
    return kinds()[found.kind].names["en"][0] if found.kind in kinds() else found.id


def _item(rows: Rows, id: int, person: str) -> tuple[HouseholdList, Item]:
    for one in rows.lists():
        for item in one.items:
            if item.id == id and one.is_seen_by(person):
                return one, item
    raise NotFound("that is no longer on a list", where="item")


def _told(found: HouseholdList, items: Sequence[Item]) -> Mapping[str, Value]:
    return {"list": _list_view(found), "items": [item.view() for item in items]}


def _list_view(found: HouseholdList) -> Mapping[str, Value]:
    return {"id": found.id, "name": found.name, "kind": found.kind, "private": bool(found.owner), "by_section": found.by_section}
