"""What was read as calls upon the schedule, as calls upon the list or calendar of another system that the sentence names.

Nothing is done on half a sentence: where such a list or calendar cannot take one of the calls, none of them is made.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.external import Action, Collection, CollectionKind
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.domain.agenda import CalendarEvent, ListItem
from yamori.domain.values import Value

_MOMENT = ("date", "time", "minutes")


def tasks_of(items: Sequence[ListItem], *, person: str, now: datetime) -> tuple[CustomTask, ...]:
    """The entries of a list as tasks, so that they are found by title as one's own are. Their ids stand for their places in the list."""
    return tuple(
        CustomTask(id=_id(n), person=person, title=item.summary, done=item.done, created=now, updated=now) for n, item in enumerate(items)
    )


def tasks_of_events(events: Sequence[CalendarEvent], calendar: str, *, person: str, now: datetime) -> tuple[CustomTask, ...]:
    """Events as tasks in the time zone of `now`, each with its calendar's name as its source."""
    return tuple(_task_of(event, n, calendar, person, now) for n, event in enumerate(events))


def external_calls(calls: Sequence[ToolCall], collection: Collection, tasks: Sequence[CustomTask]) -> tuple[ToolCall, ...] | None:
    """None where the collection cannot take one of them."""
    titles = {task.id: task.title for task in tasks}
    found = [_call(call, collection, titles) for call in calls]
    return tuple(c for c in found if c is not None) if all(found) else None


def _call(call: ToolCall, collection: Collection, titles: Mapping[int, str]) -> ToolCall | None:
    given = cast(Mapping[str, Any], call.arguments)
    title = titles.get(given.get("task_id", 0))
    id: Mapping[str, Value] = {"collection": collection.id}
    if collection.kind is CollectionKind.CALENDAR:
        match call.tool:
            case "create_custom_task" if Action.ADD in collection.actions and "date" in given and set(given) <= {"title", *_MOMENT}:
                return ToolCall(tool="add_calendar_event", arguments={**id, **given})
            case "list_tasks_in_period" if given.get("done") is not True:
                period = {k: v for k, v in given.items() if k in ("start", "end", "about")}
                return ToolCall(tool="list_calendar_events", arguments={**id, **period})
            case "get_daily_summary":
                day = {"start": given["date"], "end": given["date"]} if given.get("date") else {}
                return ToolCall(tool="list_calendar_events", arguments={**id, **day})
        return None
    match call.tool:
        case "create_custom_task" if Action.ADD in collection.actions and set(given) == {"title"}:
            return ToolCall(tool="add_list_item", arguments={**id, "item": given["title"]})
        case "toggle_custom_task" if Action.COMPLETE in collection.actions and title and given.get("done", True):
            return ToolCall(tool="complete_list_item", arguments={**id, "item": title})
        case "delete_custom_task" if Action.REMOVE in collection.actions and title:
            return ToolCall(tool="remove_list_item", arguments={**id, "item": title})
        case "list_tasks_in_period" if "start" not in given and given.get("done") is not True:
            return ToolCall(tool="list_items", arguments={**id, **({"about": given["about"]} if given.get("about") else {})})
    return None


def _id(place: int) -> int:
    return -1 - place


def _task_of(event: CalendarEvent, place: int, calendar: str, person: str, now: datetime) -> CustomTask:
    if isinstance(event.start, datetime):
        start = event.start.astimezone(now.tzinfo)
        end = event.end.astimezone(now.tzinfo) if isinstance(event.end, datetime) else start
        day, time, length = start.date(), start.time(), end.replace(tzinfo=None) - start.replace(tzinfo=None)
    else:
        day, time, length = event.start, None, event.end - event.start
        length = length if length > timedelta(days=1) else timedelta(0)
    return CustomTask(
        id=_id(place),
        person=person,
        title=event.summary or calendar,
        date=day,
        time=time,
        duration=length or None,
        place=event.place or None,
        memo=calendar,
        created=now,
        updated=now,
    )
