"""What a turn made beside devices and the schedule (automations, scenes, changes of lists, messages), and taking it back by hand.

Read from what the turn's own events say that its tools did, and compared with what stands now: what somebody changed since is not offered.
`turn_changes` calls it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from functools import partial
from typing import Protocol, cast

from yamori.agents.lists.keeping import ListKeeping
from yamori.agents.lists.store import Change
from yamori.agents.scheduler.store import Schedule
from yamori.automations.document import from_document as automation_of
from yamori.automations.engine import Engine
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest
from yamori.domain.events import ToolEnded
from yamori.domain.language import language_of
from yamori.domain.turn_changes import EntryBack, EntryDid
from yamori.domain.values import Value
from yamori.orchestrator.store import Turn
from yamori.scenes.document import from_document as scene_of
from yamori.scenes.document import to_document
from yamori.scenes.scene import Scene
from yamori.scenes.store import SceneStore

Document = Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class StandingEntry:
    """Something that a turn did and that can be taken back now."""

    becomes: EntryBack
    """What is said of it once it is taken back."""
    take_back: Callable[[str], Awaitable[None]]
    """Once for a key. Raises `InvalidRequest` or `NotFound` where it was changed in the meantime."""


class TurnEntries(Protocol):
    """Of one agent."""

    async def standing(self, turn: Turn, ended: Sequence[ToolEnded]) -> Sequence[StandingEntry]:
        """In the order in which they are taken back: the newest first."""
        ...


@dataclass(frozen=True, kw_only=True)
class AutomationEntries:
    """Automations that were made, removed or switched."""

    engine: Engine

    async def standing(self, turn: Turn, ended: Sequence[ToolEnded]) -> Sequence[StandingEntry]:
        enabled = {a.id: a.enabled for a in self.engine.all() if a.owner == turn.person}
        found: list[StandingEntry] = []
        for did, result in _newest_first(ended, "automations"):
            row = _document(result.get("automation"))
            id, says = str(row.get("id", "")), str(row.get("says", "")).rstrip(".。")
            if did in ("added", "restored") and id in enabled:
                del enabled[id]
                found.append(_entry("automation", says, EntryDid.REMOVED, partial(self._remove, id)))
            elif did == "removed" and id and id not in enabled and "document" in row:
                documents = [_document(one) for one in (row["document"], *_several(result.get("with")))]
                enabled[id] = True
                found.append(_entry("automation", says, EntryDid.RESTORED, partial(self._restore, documents)))
            elif did in ("on", "off") and enabled.get(id) is (did == "on"):
                enabled[id] = did == "off"
                found.append(_entry("automation", says, EntryDid.RESTORED, partial(self._switch, id, did == "off")))
            elif did in ("skipped", "unskipped") and id in enabled and (day := _date(result.get("day"))) is not None:
                back = partial(self._skip, id, day, did == "unskipped")
                is_so = (day in self.engine.skipped_days(id)) is (did == "skipped")
                found += [_entry("automation", says, EntryDid.RESTORED, back)] if is_so else []
        return found

    async def _remove(self, id: str, key: str) -> None:
        await self.engine.remove(id)

    async def _restore(self, documents: Sequence[Document], key: str) -> None:
        for document in reversed(documents):  # what takes it back first, as when it was made
            await self.engine.add(automation_of(document))

    async def _skip(self, id: str, day: Day, skips: bool, key: str) -> None:
        await self.engine.skip(id, day, skips=skips)

    async def _switch(self, id: str, enabled: bool, key: str) -> None:
        await self.engine.enable(id, enabled)


@dataclass(frozen=True, kw_only=True)
class SceneEntries:
    """Scenes that were saved, changed or removed; what running one did to devices is taken back with the devices."""

    store: SceneStore

    async def standing(self, turn: Turn, ended: Sequence[ToolEnded]) -> Sequence[StandingEntry]:
        now: dict[str, Document] = {scene.id: _plain(to_document(scene)) for scene in await self.store.all()}
        found: list[StandingEntry] = []
        for did, result in _newest_first(ended, "scenes"):
            made, before = _plain(_document(result.get("scene"))), _document(result.get("before"))
            shown = before or made
            if not shown or did not in ("saved", "changed", "renamed", "removed"):
                continue
            id = str(shown.get("id", ""))
            if now.get(id, {}) != made:
                continue  # changed since
            title = scene_of(shown, Scene).name(language_of(turn.text))
            if before:
                now[id] = _plain(before)
                found.append(_entry("scene", title, EntryDid.RESTORED, partial(self._put, before)))
            else:
                del now[id]
                found.append(_entry("scene", title, EntryDid.REMOVED, partial(self._delete, id)))
        return found

    async def _put(self, before: Document, key: str) -> None:
        await self.store.put(scene_of(before, Scene))

    async def _delete(self, id: str, key: str) -> None:
        await self.store.delete(id)


@dataclass(frozen=True, kw_only=True)
class ListEntries:
    """Changes of lists, as far as nobody changed the same lines since."""

    lists: ListKeeping
    clock: Clock

    async def standing(self, turn: Turn, ended: Sequence[ToolEnded]) -> Sequence[StandingEntry]:
        made = await self.lists.store.of_turn(turn.id, person=turn.person)
        return [
            _entry("list", _list_title(change.result), EntryDid.RESTORED, partial(self._undo, change.id, turn)) for change in reversed(made)
        ]

    async def _undo(self, id: int, turn: Turn, key: str) -> None:
        await self.lists.undo(id, Change(key=key, at=self.clock.now(), person=turn.person, turn=turn.id))


@dataclass(frozen=True, kw_only=True)
class MessageEntries:
    """What people of the home were told: it goes from the screens of those who have not seen it."""

    schedule: Schedule

    async def standing(self, turn: Turn, ended: Sequence[ToolEnded]) -> Sequence[StandingEntry]:
        found: list[StandingEntry] = []
        for did, result in _newest_first(ended, "messages"):
            if did != "told":
                continue
            keys = [f"message/{result.get('key')}/{person}" for person in _several(result.get("people"))]
            if await self.schedule.notices.unseen(keys):
                found.append(_entry("message", str(result.get("text", "")), EntryDid.REMOVED, partial(self._withdraw, keys)))
        return found

    async def _withdraw(self, keys: Sequence[str], key: str) -> None:
        if not await self.schedule.notices.withdraw(keys):
            raise InvalidRequest("everybody has seen it, or it was sent on", where="turn")


def _newest_first(ended: Sequence[ToolEnded], agent: str) -> list[tuple[str, Document]]:
    """What the tools of an agent say that they did, with their results."""
    results = [_document(event.result) for event in reversed(ended) if event.ok and event.agent == agent]
    return [(str(result.get("did", "")), result) for result in results]


def _document(value: Value) -> Document:
    """Empty for what is none."""
    return value if isinstance(value, Mapping) else {}


def _date(value: Value) -> Day | None:
    return Day.fromisoformat(value) if isinstance(value, str) else None


def _several(value: Value) -> Sequence[Value]:
    return value if isinstance(value, list | tuple) else ()


def _plain(document: Document) -> Document:
    """Comparable, whichever kinds of sequence and mapping it came in."""

    def plain(value: Value) -> Value:
        if isinstance(value, Mapping):
            return {name: plain(each) for name, each in value.items()}
        return [plain(each) for each in value] if isinstance(value, list | tuple) else value

    return cast(Document, plain(document))


def _entry(kind: str, title: str, did: EntryDid, take_back: Callable[[str], Awaitable[None]]) -> StandingEntry:
    return StandingEntry(becomes=EntryBack(kind=kind, title=title, did=did), take_back=take_back)


def _list_title(result: Document) -> str:
    """What was put on it or taken off; the list's own name where it was the list that changed."""
    names = [str(_document(item).get("name", "")) for item in _several(result.get("items"))]
    return ", ".join(filter(None, names)) or str(_document(result.get("list")).get("name", ""))
