"""The tools of the Scenes agent. What changes a scene that somebody agreed to, or runs a ritual for the first time, waits for a yes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Approval, Task, ToolRun
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.domain.access import Access, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Receipt
from yamori.domain.values import Value
from yamori.scenes.composing import Choice, with_value, without_devices
from yamori.scenes.document import from_document, to_document
from yamori.scenes.finding import Finding, ritual_called
from yamori.scenes.kind import Kind, kinds
from yamori.scenes.making import DEVICES, Making, named, renamed
from yamori.scenes.naming import folded
from yamori.scenes.pending import Pending
from yamori.scenes.ports import Actors, HouseState
from yamori.scenes.restoring import calls_back
from yamori.scenes.results import device_names, devices_of, said, tool_call
from yamori.scenes.running import HELD, Ran, Running
from yamori.scenes.scene import Origin, Scene, SceneCall, digest_of
from yamori.scenes.standing import standing, standing_document, standing_text
from yamori.scenes.store import SceneStore
from yamori.scenes.wording import because, does, greeting, joined, list_text, offer_text, proposal_text, text

APPROVAL = "scene/"
"""How the ids of approvals begin that a scene waits for."""
ANSWER = "answer_scene"
"""The tool of a run that an answer set going; nobody calls it."""
MOST_PROPOSED = 2
"""How often a ritual is proposed to people who say no to it, unless they ask for it by name."""


_KEEPING = Access(who=Who.FAMILY, scope=Scope.DEVICES)
"""A guest runs scenes; what scenes there are is the family's."""


class SceneTools:
    access = Access(who=Who.GUEST, scope=Scope.DEVICES)

    def __init__(self, store: SceneStore, state: HouseState, actors: Actors) -> None:
        self.store, self.state, self.actors = store, state, actors
        self.making, self.running = Making(state, actors), Running(store, state, actors)
        self.finding = Finding(store, state, self.making)

    @tool(effect=Effect.READ)
    async def list_scenes(self, scene: str | None = None, *, call: Call) -> ToolResult:
        """The household's scenes: id, names, what each does. With `scene` (its id, or a ritual such as `good_night`) only that one."""
        language, scenes = call.task.language, await self.store.all()
        if scene is not None:
            found = next((s for s in scenes if s.id == scene), None)
            shown = found or await self.proposed(scene, call.task)
            if shown is None:
                return said("explained", text("nothing", language, name=ritual_called(scene).names[language]))
            words = "explains" if found is not None else "would"
            return said("explained", text(words, language, name=shown.name(language), does=does(shown, language)), scene=shown)
        others = [kind for kind in kinds().values() if not any(s.kind == kind.name for s in scenes)]
        rows: list[Value] = [dict(to_document(s)) for s in scenes]
        return ToolResult(value={"did": "listed", "text": list_text(scenes, others, language), "scenes": rows})

    @tool(effect=Effect.CHANGE)
    async def run_scene(
        self,
        scene: str,
        rooms: list[str] | None = None,
        without: list[str] | None = None,
        asked: bool = False,
        value: float | None = None,
        unit: str = "",
        *,
        call: Call,
    ) -> ToolResult:
        """Do what a scene does, now. `scene` is its id, or a ritual (`good_night`, `leaving`, `film`, …): one that nobody agreed to yet is
        shown and waits for a yes. `rooms` are ids, for a ritual of one room; `without` are ids of devices left alone this time; `asked`
        says that it was asked for by its name; `value` (with its `unit`, such as `%`) is set this time in place of the scene's own."""
        task, out = call.task, frozenset(without or ())
        found = await self.finding.to_run(scene, rooms or (), task)
        if found is not None:
            found, liked = await self.making.as_liked(found, task) if value is None else (found, "")
            calls = [kept for each in found.calls if (kept := without_devices(each, out)) is not None]
            if value is not None:
                changed = with_value(calls, value, unit, self.state.capabilities)
                if not changed:
                    return said("told", text("no_value", task.language, name=found.name(task.language), value=f"{value:g}{unit}"))
                calls = list(changed)
            return await self._ran(found, await self.running.run(calls, task, call.key), task, liked)
        kind = ritual_called(scene)
        places = self.making.rooms_for(kind, rooms or (), task)
        told = await self._told(kind, task)
        proposed = None if places is None else await self.making.ritual(kind, places, task, without=out)
        greets = greeting(kind, task.language)
        if proposed is None:
            nothing = text("nothing", task.language, name=kind.names[task.language])
            return said("told", joined([greets, told or nothing], task.language))
        if not asked and await self.store.declined(proposed.id) >= MOST_PROPOSED:
            words = [greets, told, offer_text(kind.names[task.language], task.language)]
            return said("told", joined(words, task.language))
        proposed, liked = await self.making.as_liked(proposed, task)
        asks = proposal_text(proposed, joined(filter(None, (told, because(liked, task.language))), task.language), task.language)
        return await self._wait(Pending(id=digest_of(call.key), person=task.person, scene=proposed, now=proposed.calls), asks, task)

    @tool(effect=Effect.ADD, access=_KEEPING)
    async def save_scene(
        self,
        name: str,
        calls: list[dict[str, Value]] | None = None,
        rooms: list[str] | None = None,
        kinds: list[str] | None = None,
        devices: list[str] | None = None,
        agent: str = DEVICES,
        *,
        call: Call,
    ) -> ToolResult:
        """Keep a scene under a name: from `calls` (`{"tool", "arguments"}` of an agent), or without them from the present state of `rooms`,
        of some `kinds` of devices (light, media, cover, climate) or `devices`. One of that name is replaced only after a yes."""
        task = call.task
        if calls is not None:
            described = await self.making.described(agent, [tool_call(each) for each in calls], task)
            made: Scene | None = named(name, described, task, origin=Origin.SAID)
        else:
            made = await self.making.saved(name, Choice(rooms=rooms or (), kinds=kinds or (), devices=devices or ()), task)
        if made is None:
            return said("empty", text("empty", task.language))
        there = next((s for s in await self.store.all() if s.id == made.id or folded(name) in map(folded, s.all_names)), None)
        if there is not None:
            self.finding.check_right(there, task)
            made = replace(made, id=there.id, names=there.names, aliases=there.aliases, kind=there.kind)
            asks = text("replaces", task.language, name=name, does=does(made, task.language))
            return await self._wait(Pending(id=digest_of(call.key), person=task.person, scene=made), asks, task)
        await self.store.put(made)
        return said("saved", text("saved", task.language, name=name, does=does(made, task.language)), scene=made)

    @tool(effect=Effect.CHANGE, access=_KEEPING)
    async def change_scene(
        self,
        scene: str,
        name: str | None = None,
        without: list[str] | None = None,
        undo: bool = False,
        instead: str | None = None,
        value: float | None = None,
        unit: str = "",
        of: list[str] | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Give a scene another `name`, or have it leave devices alone from now on (`without`, ids); the latter waits for a yes. With `undo`
        what this conversation's last run of it did to them is taken back as well; with `instead` (an id) that device does what they
        did. With a `value` (and its `unit`, as % or °C) the scene sets the devices of `of` (ids) to it."""
        task = call.task
        old = await self.finding.to_change(scene, task)
        if name is not None:
            return await self._renamed(old, name, task)
        if value is not None:
            return await self._revalued(old, of or [], value, unit, task)
        if not without:
            raise InvalidRequest("give another name, or the devices to leave alone", where="without")
        names = device_names(without, self.state.home, task.language)
        if instead is not None:
            return await self._replaced(old, without, instead, task)
        new = await self.making.without(old, without, task)
        if new is None:
            return said("kept", text("only_those", task.language, name=old.name(task.language), devices=names))
        back: tuple[SceneCall, ...] = ()
        if undo:
            turn = str(task.focus.get("turn") or "")
            receipts = await self.state.ledger(turn=turn) if turn else ()
            orders = calls_back(receipts, without, self.state.capabilities)
            back = await self.making.described(DEVICES, orders, task) if orders else ()
        words = "asks_change_back" if back else "asks_change"
        asks = text(words, task.language, name=old.name(task.language), devices=names)
        return await self._wait(Pending(id=digest_of(call.key), person=task.person, scene=new, now=back), asks, task)

    @tool(effect=Effect.CHANGE, access=_KEEPING)
    async def remove_scene(self, scene: str, *, call: Call) -> ToolResult:
        """Remove a scene for good."""
        old = await self.finding.to_change(scene, call.task)
        await self.store.delete(old.id)
        return said("removed", text("removed", call.task.language, name=old.name(call.task.language)), before=old)

    @tool(effect=Effect.CHANGE)
    async def undo_scene(self, *, call: Call) -> ToolResult:
        """Take back what was last done with scenes in this conversation: the run of one, or what was saved, changed or removed."""
        task = call.task
        match task.focus:
            case {"did": "ran"}:
                inner = replace(task, key=f"scene/{call.key}/undo", focus={}, answers={})
                outcome = await self.actors.do(DEVICES, [ToolCall(tool="undo_changes", arguments={})], inner)
                receipts = tuple(r for run in outcome.runs for r in run.receipts)
                return replace(said("undone", outcome.text), receipts=receipts)
            case {"did": "saved", "scene": str(id)}:
                return await self.remove_scene(id, call=call)
            case {"before": Mapping() as document}:
                scene = from_document(cast(Mapping[str, Value], document), Scene)
                await self.store.put(scene)
                return said("undone", text("put_back", task.language, name=scene.name(task.language)))
        return said("undone", text("nothing_to_undo", task.language))

    async def proposed(self, name: str, task: Task) -> Scene | None:
        """A ritual as it would be proposed; None where the home has nothing for it, or nobody knows the room. Raises `NotFound`."""
        kind = ritual_called(name)
        places = self.making.rooms_for(kind, (), task)
        return None if places is None else await self.making.ritual(kind, places, task)

    async def answered(self, approval: str, agreed: bool, words: str, task: Task) -> ToolRun:
        """What a person's answer to something of ours comes to."""
        if approval.startswith(HELD):
            ran = await self.running.settle(approval, words, task)
            return _run(approval, ToolResult(value={"did": "ran", "text": ran.text}, receipts=ran.receipts, approvals=ran.approvals))
        pending = await self.store.waiting(approval.removeprefix(APPROVAL))
        if pending is None or pending.scene is None or pending.person != task.person:
            return _run(approval, said("refused", text("no_longer", task.language)))
        scene = pending.scene
        there = next((s for s in await self.store.all() if s.id == scene.id), None)
        if not agreed:
            if there is None:
                await self.store.decline(scene.id)
            return _run(approval, said("refused", text("refused", task.language)))
        await self.store.put(replace(scene, agreed=task.now))
        if there is None:
            ran = await self.running.run(pending.now, task, f"{task.key}/{pending.id}")
            return _run(approval, await self._ran(scene, ran, task))
        lines = [self._changed(there, scene, task)]
        receipts: tuple[Receipt, ...] = ()
        if pending.now:
            back = await self.running.run(pending.now, task, f"{task.key}/{pending.id}")
            lines, receipts = [back.text, *lines], back.receipts
        result = said("changed", joined(lines, task.language), before=there, scene=scene)
        return _run(approval, replace(result, receipts=receipts))

    def _changed(self, old: Scene, new: Scene, task: Task) -> str:
        """What became of the old one."""
        language = task.language
        left_out = [id for id in devices_of(old) if id not in devices_of(new)]
        if left_out and set(devices_of(new)) <= set(devices_of(old)):
            return text("changed", language, name=new.name(language), devices=device_names(left_out, self.state.home, task.language))
        return text("replaced", language, name=new.name(language), does=does(new, language))

    async def _ran(self, scene: Scene, ran: Ran, task: Task, liked: str = "") -> ToolResult:
        kind = kinds().get(scene.kind or "")
        told = await self._told(kind, task) if kind is not None else ""
        words = joined([greeting(kind, task.language), ran.text, because(liked, task.language), told], task.language)
        result = said("ran", words, scene=scene, waits=bool(ran.approvals), complete=ran.complete)
        return replace(result, receipts=ran.receipts, approvals=ran.approvals)

    async def _told(self, kind: Kind | None, task: Task) -> str:
        """What is still open, unlocked, on or running, where the ritual tells it."""
        if kind is None or not kind.tells:
            return ""
        document = standing_document(standing(self.state.home, await self.state.snapshot()))
        return standing_text(document, self.state.home, task.language)  # type: ignore[arg-type]

    async def _wait(self, pending: Pending, asks: str, task: Task) -> ToolResult:
        await self.store.wait_for(pending)
        scene = pending.scene
        shows = f"{scene.name(task.language)}: {does(scene, task.language)}" if scene is not None else asks
        held = Approval(id=f"{APPROVAL}{pending.id}", shows=shows)
        return replace(said("asked", asks, scene=scene, waits=True), approvals=(held,))

    async def _replaced(self, old: Scene, without: list[str], instead: str, task: Task) -> ToolResult:
        """The scene with another device in the place of some; the person has just made it, and can take that back."""
        language, home = task.language, self.state.home
        other = device_names([instead], home, language)
        try:
            new = await self.making.replaced(old, without, instead, task)
        except InvalidRequest:
            words = text("cannot", language, device=other, name=old.name(language), old=device_names(without, home, language))
            return said("kept", words)
        await self.store.put(new)
        return said("changed", text("replaced", language, name=new.name(language), does=does(new, language)), before=old, scene=new)

    async def _revalued(self, old: Scene, devices: list[str], value: float, unit: str, task: Task) -> ToolResult:
        """The scene with another value for some of its devices; the person can take that back."""
        language = task.language
        new = await self.making.revalued(old, devices, value, unit, task)
        if new is None:
            names = device_names(devices, self.state.home, language)
            return said("kept", text("no_such_value", language, device=names, name=old.name(language)))
        await self.store.put(new)
        return said("changed", text("replaced", language, name=new.name(language), does=does(new, language)), before=old, scene=new)

    async def _renamed(self, old: Scene, name: str, task: Task) -> ToolResult:
        others = [s for s in await self.store.all() if s.id != old.id]
        if any(folded(name) in map(folded, s.all_names) for s in others):
            return said("kept", text("taken", task.language, name=name))
        new = renamed(old, name, task.now)
        await self.store.put(new)
        return said("renamed", text("renamed", task.language, old=old.name(task.language), name=name), before=old, scene=new)


def _run(approval: str, result: ToolResult) -> ToolRun:
    return ToolRun(
        tool=ANSWER, arguments={"approval": approval}, ok=True, result=result.value, receipts=result.receipts, approvals=result.approvals
    )
