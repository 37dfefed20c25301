"""Scenes as they would become, with what they do in words; keeps nothing and does nothing. The tools call it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from yamori.agentkit.agent import ToolCall
from yamori.agentkit.task import Task
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language, language_of
from yamori.scenes.composing import Choice, devices_in, one_by_one, ritual_calls, saved_calls, with_value, without_devices
from yamori.scenes.kind import Kind, kinds
from yamori.scenes.naming import folded
from yamori.scenes.ports import Actors, HouseState
from yamori.scenes.reading.targets import default_rooms
from yamori.scenes.scene import Origin, Scene, SceneCall, digest_of

DEVICES = "iot"
"""The agent that commands devices."""
_BRIGHTNESS, _DIMMING = "brightness", "switchLevel"
"""What somebody likes of lights, as the memory calls it, and the capability that sets it."""


class Making:
    def __init__(self, state: HouseState, actors: Actors) -> None:
        self._state, self._actors = state, actors

    def rooms_for(self, kind: Kind, rooms: Sequence[str], task: Task) -> tuple[str, ...] | None:
        """The rooms that the ritual is about: those named, the person's, or one that is called so; empty: the whole home; None: nobody
        knows."""
        if rooms:
            return tuple(rooms)
        if not kind.in_room:
            return ()
        if task.room is not None and self._state.home.room(task.room) is not None:
            return (task.room,)
        return default_rooms(kind, self._state.home) or None

    async def ritual(self, kind: Kind, rooms: Sequence[str], task: Task, *, without: Collection[str] = ()) -> Scene | None:
        """The household's own form of a ritual; None where nothing in the home takes part in it."""
        state = self._state
        calls = ritual_calls(kind, state.home, state.capabilities, Choice(rooms=rooms, without=without))
        if not calls:
            return None
        return Scene(
            id=ritual_id(kind, rooms),
            names=kind.names,
            kind=kind.name,
            room=rooms[0] if len(rooms) == 1 else None,
            calls=await self.described(DEVICES, calls, task),
            owner=task.person,
            agreed=task.now,
            origin=Origin.PROPOSED,
            said=task.said,
        )

    async def saved(self, name: str, choice: Choice, task: Task) -> Scene | None:
        """A scene of the present state; None where there is nothing to keep."""
        state = self._state
        calls = saved_calls(state.home, state.capabilities, await state.snapshot(), choice)
        if not calls:
            return None
        described = await self.described(DEVICES, calls, task)
        rooms = list(choice.rooms)
        return named(name, described, task, origin=Origin.SAVED, room=rooms[0] if len(rooms) == 1 else None)

    async def described(self, agent: str, calls: Sequence[ToolCall], task: Task) -> tuple[SceneCall, ...]:
        """Calls with their words in both languages. Raises `InvalidRequest` for those that cannot be made."""
        calls = [each for call in calls for each in one_by_one(call)]
        told = {language: await self._actors.described(agent, calls, replace(task, language=language)) for language in Language}
        return tuple(
            SceneCall(
                agent=agent,
                tool=call.tool,
                arguments=call.arguments,
                says={language: told[language][n].shows for language in Language},
                risk=told[task.language][n].risk,
            )
            for n, call in enumerate(calls)
        )

    async def without(self, scene: Scene, devices: Collection[str], task: Task) -> Scene | None:
        """The scene that leaves these devices alone; None where nothing is left of it."""
        calls: list[SceneCall] = []
        for call in scene.calls:
            left = without_devices(call, devices)
            if left is None:
                continue
            if left is not call:
                left = (await self.described(left.agent, [ToolCall(tool=left.tool, arguments=left.arguments)], task))[0]
            calls.append(left)
        return replace(scene, calls=tuple(calls), agreed=task.now) if calls else None

    async def revalued(self, scene: Scene, devices: Collection[str], value: float, unit: str, task: Task) -> Scene | None:
        """The scene that sets devices to another value; None where it sets nothing of theirs in this unit, or several things."""
        own = [n for n, call in enumerate(scene.calls) if any(a.partition("/")[0] in devices for a in devices_in(call.arguments))]
        if any(a.partition("/")[0] not in devices for n in own for a in devices_in(scene.calls[n].arguments)):
            return None  # it sets others to the same in one call
        changed = with_value([scene.calls[n] for n in own], value, unit, self._state.capabilities)
        if not changed:
            return None
        calls = list(scene.calls)
        for n, call in zip(own, changed, strict=True):
            calls[n] = (await self.described(call.agent, [ToolCall(tool=call.tool, arguments=call.arguments)], task))[0]
        return replace(scene, calls=tuple(calls), agreed=task.now)

    async def as_liked(self, scene: Scene, task: Task) -> tuple[Scene, str]:
        """The scene with its lights as bright as the person likes them in its situation, and the sentence that told so; empty where
        the scene stays as it is."""
        liked = next((fact for fact in task.facts if fact.when and fact.when == scene.kind and _BRIGHTNESS in fact.likes), None)
        own = [n for n, call in enumerate(scene.calls) if call.arguments.get("capability") == _DIMMING]
        if liked is None or not own:
            return scene, ""
        changed = with_value([scene.calls[n] for n in own], liked.likes[_BRIGHTNESS], "%", self._state.capabilities)
        if not changed or all(scene.calls[n].arguments == call.arguments for n, call in zip(own, changed, strict=True)):
            return scene, ""
        calls = list(scene.calls)
        for n, call in zip(own, changed, strict=True):
            calls[n] = (await self.described(call.agent, [ToolCall(tool=call.tool, arguments=call.arguments)], task))[0]
        return replace(scene, calls=tuple(calls)), liked.text

    async def replaced(self, scene: Scene, old: Collection[str], new: str, task: Task) -> Scene:
        """The scene in which a device does what others did. Raises `InvalidRequest` where it cannot."""
        calls: list[SceneCall] = []
        device = self._state.home.device(new)
        for call in scene.calls:
            addresses = list(dict.fromkeys(new if a.partition("/")[0] in old else a for a in devices_in(call.arguments)))
            if addresses == list(devices_in(call.arguments)):
                calls.append(call)
                continue
            needs = call.arguments.get("capability")
            if device is None or not any(needs in held for held in device.components.values()):
                raise InvalidRequest(f"{new!r} has no {needs}", where="instead")
            arguments = {**call.arguments, "devices": addresses}
            calls += await self.described(call.agent, [ToolCall(tool=call.tool, arguments=arguments)], task)
        return replace(scene, calls=tuple(calls), agreed=task.now)


def named(name: str, calls: tuple[SceneCall, ...], task: Task, *, origin: Origin, room: str | None = None) -> Scene:
    """A scene under a name of the household's own. One that is called as a ritual is becomes its form. Raises `InvalidRequest`."""
    kind = next((k for k in kinds().values() if folded(name) in map(folded, k.names.values())), None)
    if not folded(name):
        raise InvalidRequest("a scene needs a name", where="name")
    return Scene(
        id=kind.name if kind is not None else f"s{digest_of(folded(name))}",
        names=kind.names if kind is not None else {language_of(name): name},
        kind=kind.name if kind is not None else None,
        room=room,
        calls=calls,
        owner=task.person,
        agreed=task.now,
        origin=origin,
        said=task.said,
    )


def ritual_id(kind: Kind, rooms: Sequence[str]) -> str:
    """One for the home, or one a room."""
    return ".".join((kind.name, *sorted(rooms)))[:100] if kind.in_room else kind.name


def renamed(scene: Scene, name: str, now: datetime) -> Scene:
    """Called otherwise in that language, and by its old names no longer there."""
    language = language_of(name)
    names = {language: name} if scene.kind is None else {**scene.names, language: name}
    return replace(scene, names=names, agreed=now)
