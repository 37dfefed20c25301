"""The tools of the Lists agent. Who asks comes from the task, never from an argument."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from yamori.agentkit.argument_types import RowId
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.lists.keeping import ListKeeping, NewItem
from yamori.agents.lists.rules.names import named_list
from yamori.agents.lists.store import Change
from yamori.agents.lists.store.change import ChangeMade
from yamori.domain.access import Access, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.domain.values import Value


class GivenItem(BaseModel):
    """Something to put on a list."""

    model_config = ConfigDict(extra="forbid")

    name: str
    quantity: str = ""
    note: str = ""


Items = Annotated[list[RowId], Field(min_length=1, max_length=100)]


NewItems = Annotated[list[GivenItem], Field(min_length=1, max_length=100)]


class ListTools:
    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE)

    def __init__(self, keeping: ListKeeping) -> None:
        self._keeping = keeping

    @tool(effect=Effect.READ)
    async def list_lists(self, *, call: Call) -> ToolResult:
        """The lists of the household that this person sees: id, name, kind, how many lines are open and done."""
        rows: list[Value] = [
            {"id": one.id, "name": one.name, "kind": one.kind, "open": len(one.open_items), "done": len(one.done_items)}
            for one in await self._keeping.seen(call.task.person)
        ]
        return ToolResult(value={"did": "listed", "lists": rows})

    @tool(effect=Effect.READ)
    async def read_list(self, list: str, about: str | None = None, *, call: Call) -> ToolResult:
        """What is on a list, by its id or name; with `about` only whether that is on it."""
        seen = await self._keeping.seen(call.task.person)
        named = named_list(list, seen)
        found = next((one for one in seen if one.id == list), named.list if named is not None else None)
        if found is None and (named is None or not named.kind):
            raise NotFound("there is no such list", where="list", nearest=tuple(one.id for one in seen[:3]))
        view: dict[str, Value] = {
            "id": found.id if found else "",
            "name": found.name if found else "",
            "kind": found.kind if found else named.kind if named else "",
        }
        items: tuple[Value, ...] = tuple(item.view() for item in found.items) if found is not None else ()
        return ToolResult(value={"did": "read", "list": view, "items": items, "about": about})

    @tool(effect=Effect.READ)
    async def explain_item(self, item: RowId, *, call: Call) -> ToolResult:
        """Who put something on a list or changed it, when, and in which words."""
        for one in await self._keeping.seen(call.task.person):
            for each in one.items:
                if each.id == item:
                    history = await self._keeping.store.history(item)
                    first = history[-1] if history else None
                    return ToolResult(
                        value={
                            "did": "explained",
                            "list": {"id": one.id, "name": one.name, "kind": one.kind},
                            "item": each.view(),
                            "at": each.added_at.isoformat(),
                            "words": first.words if first is not None and first.did == "added" else "",
                            "changes": [{"did": c.did, "person": c.person, "at": c.at.isoformat()} for c in history],
                        }
                    )
        raise NotFound("that is no longer on a list", where="item")

    @tool(effect=Effect.ADD, idempotent=True)
    async def add_items(self, list: str, items: NewItems, *, call: Call) -> ToolResult:
        """Put things on a list of the household: `list` is its id, its name, or `shopping`; one that there is not yet is made. `quantity`
        is how much (`2 cartons`), as it was said."""
        given = [NewItem(name=item.name, quantity=item.quantity, note=item.note) for item in items]
        return _made(await self._keeping.add(list, given, _change(call)))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def check_items(self, items: Items, done: bool = True, *, call: Call) -> ToolResult:
        """Check lines of a list off by their ids, or open them again."""
        return _made(await self._keeping.check(items, done, _change(call)))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def remove_items(self, items: Items, *, call: Call) -> ToolResult:
        """Take lines off a list by their ids."""
        return _made(await self._keeping.remove(items, _change(call)))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def clear_list(self, list: str, only_done: bool = True, *, call: Call) -> ToolResult:
        """Take everything that is done off a list, or with `only_done` false everything."""
        return _made(await self._keeping.clear(list, only_done, _change(call)))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def move_items(self, items: Items, to: str, *, call: Call) -> ToolResult:
        """Put lines, by their ids, on another list instead: its id or name; one that there is not yet is made."""
        return _made(await self._keeping.move(items, to, _change(call)))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def change_item(
        self,
        item: RowId,
        name: str | None = None,
        quantity: str | None = None,
        note: str | None = None,
        up: bool | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Give a line another name, amount or note, or move it `up` (false: down) by one."""
        return _made(await self._keeping.change_item(item, _change(call), name=name, quantity=quantity, note=note, up=up))

    @tool(effect=Effect.ADD, idempotent=True)
    async def create_list(self, name: str, private: bool = False, *, call: Call) -> ToolResult:
        """Make a new list for the household, or with `private` for this person alone."""
        return _made(await self._keeping.create(name, private, _change(call)))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def change_list(
        self, list: str, name: str | None = None, private: bool | None = None, by_section: bool | None = None, *, call: Call
    ) -> ToolResult:
        """Rename a list, keep it to oneself (`private`) or share it, or show it by the sections of a shop."""
        if name is None and private is None and by_section is None:
            raise InvalidRequest("say what is to be another", where="name")
        return _made(await self._keeping.change_list(list, _change(call), name=name, private=private, by_section=by_section))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def delete_list(self, list: str, *, call: Call) -> ToolResult:
        """Delete a list with everything on it."""
        return _made(await self._keeping.delete(list, _change(call)))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def undo_list_change(self, change: RowId, *, call: Call) -> ToolResult:
        """Take back one change that this person made of a list, by its number, as far as nobody has changed the same since."""
        made = await self._keeping.undo(change, _change(call))
        undone = await self._keeping.store.made(change)
        return ToolResult(value={**made.result, "did": "undone", "what": dict(undone.result) | {"did": undone.did} if undone else None})


def _change(call: Call) -> Change:
    task = call.task
    return Change(key=call.key, at=task.now, person=task.person, words=task.said, turn=task.turn or "")


def _made(made: ChangeMade) -> ToolResult:
    return ToolResult(value={**made.result, "did": made.did, "change": made.id})
