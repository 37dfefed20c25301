"""Which list or calendar a frame names: one of another system, or the schedule's own."""

from dataclasses import replace

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.external import Collection, CollectionKind
from yamori.agents.scheduler.frames.spoken_frame import SpokenFrame, Unhonoured
from yamori.agents.scheduler.frames.vocabulary import named_by
from yamori.agents.scheduler.rules.entities.collection_names import named_collection
from yamori.agents.scheduler.rules.reading.languages import READERS
from yamori.agents.scheduler.rules.resolving.external_calls import external_calls, tasks_of
from yamori.understanding.frame import Slot, SlotName


def collection_of(spoken: SpokenFrame) -> tuple[Slot, Collection] | None:
    """The other system's list or calendar that is named; None for the schedule's own, and where none is named. Raises `Unhonoured` for one
    that there is not, and where several are called so."""
    slot = spoken.slot(SlotName.LIST_NAME)
    if slot is None:
        return None
    if more := spoken.slots(SlotName.LIST_NAME)[1:]:
        raise Unhonoured(more[0])
    said, collections = spoken.said(slot), spoken.known.collections
    ways = (said, *(reader.put_on(said) for reader in READERS.values()))
    named = next((found for way in ways if (found := named_collection(way, collections)) is not None), None)
    if named is not None and not named.others:
        return slot, named.collection
    if named is not None:
        raise Unhonoured(slot, [c.name for c in (named.collection, *named.others)])
    if all(w.text in named_by("own_list") or w.base in named_by("own_list") for w in spoken.content(said)):
        return None
    raise Unhonoured(slot, [c.name for c in collections])


def over(spoken: SpokenFrame, collection: Collection) -> SpokenFrame:
    """The frame over the rows of that list instead of the schedule's."""
    items = spoken.known.items.get(collection.id, ()) if collection.kind is CollectionKind.LIST else ()
    tasks = tasks_of(items, person="", now=spoken.known.now)
    there = replace(spoken.known, tasks=tasks, routines=(), reminders=(), focus=(), routine_focus=(), undo=())
    return replace(spoken, known=there)


def upon(calls: tuple[ToolCall, ...], spoken: SpokenFrame, slot: Slot, collection: Collection) -> tuple[ToolCall, ...]:
    """The calls upon that list or calendar. Raises `Unhonoured` where it cannot take one of them."""
    found = external_calls(calls, collection, spoken.known.tasks)
    if found is None:
        raise Unhonoured(slot)
    return found
