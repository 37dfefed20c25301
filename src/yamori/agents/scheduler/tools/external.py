"""Lists and calendars of other systems: read them, add to them, tick and take things off. Everything goes through the gate."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.argument_types import Minutes, TimeOfDay
from yamori.agentkit.task import Approval
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.external import Action, Collection, CollectionKind, ExternalSchedule
from yamori.agents.scheduler.rules.entities.titles import match_title
from yamori.agents.scheduler.rules.reporting.external import removing
from yamori.agents.scheduler.rules.resolving.external_calls import tasks_of, tasks_of_events
from yamori.domain.access import Access, Who
from yamori.domain.caller import Scope
from yamori.domain.capability import Risk
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.receipt import Cause, Receipt, ReceiptStatus
from yamori.domain.values import Value

USUAL_LENGTH = timedelta(hours=1)
"""Of an event with a time whose length nobody said."""
AHEAD = timedelta(days=31)
"""How far a calendar is read where no period was said."""
LONGEST_PERIOD = timedelta(days=366)


class ExternalTools:
    """Bound to the house's other systems."""

    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE)

    def __init__(self, external: ExternalSchedule) -> None:
        self._external = external

    @tool(effect=Effect.READ)
    async def list_collections(self, *, call: Call) -> ToolResult:
        """The lists and calendars of other systems in this house (Home Assistant's): id, name, kind, and what can be done with each."""
        return ToolResult(
            value=[
                {"id": c.id, "name": c.name, "kind": c.kind.value, "actions": sorted(action.value for action in c.actions)}
                for c in self._external.collections()
            ]
        )

    @tool(effect=Effect.READ)
    async def list_items(self, collection: str, about: str | None = None, *, call: Call) -> ToolResult:
        """The open entries of a list of another system; `about` narrows them to those like these words."""
        found = self._collection(collection, CollectionKind.LIST)
        tasks = tasks_of(await self._external.items(found.id), person=call.task.person, now=call.task.now)
        if about:
            match = match_title(about, tasks)
            like = match.candidates or ((match.found,) if match.found is not None else ())
            tasks = tuple(task for task in tasks if task in like)
        return ToolResult(value={"collection": found.name, "items": [task.title for task in tasks], "about": about})

    @tool(effect=Effect.READ)
    async def list_calendar_events(
        self, collection: str, start: Day | None = None, end: Day | None = None, about: str | None = None, *, call: Call
    ) -> ToolResult:
        """The events of a calendar of another system from `start` (today) to `end` (a month on, or `start`), both included."""
        found = self._collection(collection, CollectionKind.CALENDAR)
        first = start or call.task.now.date()
        last = end or (start if start is not None else first + AHEAD)
        if last < first:
            raise InvalidRequest(f"a period that starts on {first} cannot end on {last}", where="end")
        last = min(last, first + LONGEST_PERIOD)
        zone = call.task.now.tzinfo
        begin, until = datetime.combine(first, Clock(), zone), datetime.combine(last + timedelta(days=1), Clock(), zone)
        events = await self._external.events(found.id, begin, until)
        tasks = tasks_of_events(events, found.name, person=call.task.person, now=call.task.now)
        if about:
            match = match_title(about, tasks)
            like = match.candidates or ((match.found,) if match.found is not None else ())
            tasks = tuple(task for task in tasks if task in like)
        return ToolResult(
            value={
                "collection": found.name,
                "start": first.isoformat(),
                "end": last.isoformat(),
                "about": about,
                "events": [replace(task, memo=None).view() for task in tasks],
            }
        )

    @tool(effect=Effect.CHANGE)
    async def add_list_item(self, collection: str, item: str, *, call: Call) -> ToolResult:
        """Put something on a list of another system."""
        found = self._collection(collection, CollectionKind.LIST, Action.ADD)
        receipt = await self._change(found, Action.ADD, {"item": _words(item)}, call)
        return self._result(receipt, found, {"did": "added", "item": item}, call)

    @tool(effect=Effect.CHANGE)
    async def complete_list_item(self, collection: str, item: str, *, call: Call) -> ToolResult:
        """Tick an open entry off a list of another system, by its exact words."""
        found = self._collection(collection, CollectionKind.LIST, Action.COMPLETE)
        receipt = await self._change(found, Action.COMPLETE, {"item": await self._entry(found, item)}, call)
        return self._result(receipt, found, {"did": "completed", "item": item}, call)

    @tool(effect=Effect.CHANGE)
    async def remove_list_item(self, collection: str, item: str, *, call: Call) -> ToolResult:
        """Take an open entry off a list of another system, by its exact words. The person is asked first."""
        found = self._collection(collection, CollectionKind.LIST, Action.REMOVE)
        receipt = await self._change(found, Action.REMOVE, {"item": await self._entry(found, item)}, call)
        return self._result(receipt, found, {"did": "removed", "item": item}, call)

    @tool(effect=Effect.CHANGE)
    async def add_calendar_event(
        self, collection: str, title: str, date: Day, time: TimeOfDay | None = None, minutes: Minutes | None = None, *, call: Call
    ) -> ToolResult:
        """Put an event into a calendar of another system: `date` as 2026-11-22, `time` as 15:30 in the home's time, `minutes` how long it
        takes (an hour where a time is given). Without a time it lasts the whole day."""
        found = self._collection(collection, CollectionKind.CALENDAR, Action.ADD)
        if minutes is not None and minutes <= 0:
            raise InvalidRequest("that is no length of time", where="minutes")
        length = timedelta(minutes=minutes) if minutes is not None else None
        if time is not None:
            start = datetime.combine(date, time.replace(tzinfo=None), call.task.now.tzinfo)
            end = (start.replace(tzinfo=None) + (length or USUAL_LENGTH)).replace(tzinfo=start.tzinfo)
            moments = {"start": start.isoformat(), "end": end.isoformat()}
        else:
            days = max(1, (length or timedelta(0)).days)
            moments = {"start": date.isoformat(), "end": (date + timedelta(days=days)).isoformat()}
        receipt = await self._change(found, Action.ADD, {"summary": _words(title), **moments}, call)
        shown: dict[str, Value] = {"id": -1, "title": title, "date": date.isoformat(), "time": time.strftime("%H:%M") if time else None}
        return self._result(receipt, found, {"event": {k: v for k, v in shown.items() if v is not None}}, call)

    def _collection(self, id: str, kind: CollectionKind, action: Action | None = None) -> Collection:
        known = [c for c in self._external.collections() if c.kind is kind]
        found = next((c for c in known if c.id == id), None)
        if found is None:
            raise InvalidRequest(
                f"there is no list or calendar {id[:60]!r} of another system", where="collection", nearest=tuple(c.id for c in known[:3])
            )
        if action is not None and action not in found.actions:
            raise InvalidRequest(f"{found.name!r} does not take that", where="collection")
        return found

    async def _entry(self, collection: Collection, item: str) -> str:
        """The entry as the list has it. Raises `InvalidRequest` for one that is not open on it."""
        items = [held.summary for held in await self._external.items(collection.id)]
        found = next((held for held in items if held.casefold() == item.strip().casefold()), None)
        if found is None:
            raise InvalidRequest(f"{item[:60]!r} is not on the list {collection.name!r}", where="item", nearest=tuple(items[:3]))
        return found

    async def _change(self, collection: Collection, action: Action, arguments: Mapping[str, str], call: Call) -> Receipt:
        task = call.task
        cause = Cause(by=task.by, key=call.key, person=task.person, words=task.said, turn=task.turn, agent="scheduler")
        receipt = await self._external.change(collection.id, action, arguments, cause)
        if receipt.status in (ReceiptStatus.FAILED, ReceiptStatus.REFUSED):  # its problem is in the person's language already
            raise HouseSilent(receipt.problem or f"{collection.name} did not take it")
        return receipt

    def _result(self, receipt: Receipt, collection: Collection, value: Mapping[str, Value], call: Call) -> ToolResult:
        approvals: tuple[Approval, ...] = ()
        if receipt.status is ReceiptStatus.HELD:
            shows = removing(str(value.get("item", "")), collection.name, call.task.language)
            approvals = (Approval(id=receipt.id, shows=shows, pin=receipt.risk is Risk.PIN),)
            value = {**value, "did": "held"}
        return ToolResult(value={"collection": collection.name, **value}, receipts=(receipt,), approvals=approvals)


def _words(text: str) -> str:
    if not text.strip():
        raise InvalidRequest("there are no words to write down", where="item")
    return text.strip()
