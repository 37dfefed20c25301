"""A policy around the IoT agent's own for requests that point at what an earlier task read: `turn them off`, `shut the blinds there`.

Only readings of this agent's own choose a device or a room. What papers, calendars or the web say chooses none: such a request is declined.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast

from yamori.agentkit.agent import Decided, Decision, Declined, Policy, ToolCall, Undecided
from yamori.agentkit.around import Around
from yamori.agentkit.finding import FoundValue
from yamori.agentkit.phrasing import together
from yamori.agentkit.task import Claim, Outcome, Pointing, Strength, Task, ToolRun
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.phrases import listed, room_called
from yamori.agents.iot.rules.spoken_names import spoken_name
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.words import normal
from yamori.agents.iot.texts import TEXTS
from yamori.domain.errors import TryAgain
from yamori.domain.values import Value

NAME = "iot"
"""The agent whose findings are readings of this home."""


def focus_on(device: str) -> Mapping[str, Value]:
    """What this agent's `it` means where a device was pointed at otherwise than by words: on the page of a device that somebody looks at.
    The same shape as `IotPolicy` leaves behind."""
    return {"parts": [[device, None]]}


class Homely(Protocol):
    """What the inner policy knows of the home."""

    @property
    def index(self) -> HomeIndex: ...

    async def context(self, task: Task) -> Context: ...


def points_there(request: str, context: Context) -> bool:
    """Whether it speaks of a room that was found or said before."""
    return context.lexicon.marks["there"].found(normal(request)) is not None


def points(request: str, context: Context) -> bool:
    """Whether a request speaks of what was found or said before: a room, or devices that it does not name."""
    if points_there(request, context):
        return True
    spoken = resolve_reference(normal(request), context.index, context.lexicon, room=None, recent=(), own=context.own)
    return not (spoken.targets or spoken.rooms or spoken.missing or spoken.missing_rooms or spoken.missing_place or spoken.everything)


def points_at_one(request: str, context: Context) -> bool:
    """Whether a request that points speaks of one room or one thing: `it`, `the louder one`, 一番暗いの."""
    text = normal(request)
    superlative = any(extreme.phrases.found(text) for extreme in context.lexicon.extremes)
    return superlative or points_there(request, context) or context.lexicon.marks["single"].found(text) is not None


def _most(request: str, context: Context) -> bool | None:
    """Which of several is meant, by the words for the one alone: in `lower the louder one` the other word is what is done."""
    text, marks = normal(request), context.lexicon.marks
    said = [m.group() for m in marks["single"].pattern.finditer(text)]
    said += [m.group() for extreme in context.lexicon.extremes for m in extreme.phrases.pattern.finditer(text)]
    more = any(marks["more_of"].found(one) for one in said)
    less = any(marks["less_of"].found(one) for one in said)
    return more if more is not less else None


class PointingPolicy(Around):
    """Fulfils `agentkit.agent.Policy` over another one, whose home it knows."""

    def __init__(self, policy: Policy, home: Homely) -> None:
        super().__init__(policy)
        self._home = home

    async def claim(self, task: Task) -> Claim:
        claim = await self._inner.claim(task)
        if claim.strength is Strength.NONE:
            return claim
        context = await self._home.context(task)
        if not points(task.request, context):
            return claim
        if not points_at_one(task.request, context):
            return replace(claim, points=Pointing.ALL)
        return replace(claim, points=Pointing.ONE, most=_most(task.request, context))

    async def decide(self, task: Task) -> Decision:
        if not task.findings:
            return await self._inner.decide(task)
        context = await self._home.context(replace(task, findings=()))
        if not points(task.request, context):
            return await self._inner.decide(replace(task, findings=()))
        index = self._home.index
        read, there = _read(task, index), points_there(task.request, context)
        if not read:
            return Declined(text=_nothing_text(task))
        rooms = sorted({value.place for value in read if value.place is not None})
        if there and len(rooms) != 1:
            return Declined(text=_which_room_text(task, rooms, index))
        devices = _devices(read)
        if len(devices) > 1 and not there and points_at_one(task.request, context):
            return Declined(text=_which_device_text(task, devices, index))
        allowed = frozenset(index.in_rooms(frozenset(rooms))) if there else frozenset(devices)
        return _only(await self._inner.decide(_pointed(task, index, there=there)), allowed, task)

    def report(self, task: Task, runs: Sequence[ToolRun]) -> Outcome:
        return self._inner.report(_pointed(task, self._home.index, there=False) if task.findings else task, runs)


def _read(task: Task, index: HomeIndex) -> tuple[FoundValue, ...]:
    """The readings of this home that fit what was asked."""
    own = (value for finding in task.findings if finding.agent == NAME for value in finding.values)
    return tuple(value for value in own if value.fits and value.source.partition(".")[0] in index.devices)


def _devices(read: Sequence[FoundValue]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value.source.partition(".")[0] for value in read))


def _only(decision: Decision, allowed: Collection[str], task: Task) -> Decision:
    """The decision, if it changes nothing but what was pointed at: `lower it` of a television is nothing for the air conditioner."""
    match decision:
        case Decided(calls=calls):
            return decision if all(_devices_of(call) <= set(allowed) for call in calls) else Declined(text=_unfit_text(task))
        case Undecided(read=read):

            def checked(data: Value) -> Decided | Declined:
                chosen = read(data)
                if isinstance(chosen, Decided) and not all(_devices_of(call) <= set(allowed) for call in chosen.calls):
                    raise TryAgain(f"only {', '.join(sorted(allowed))} may be chosen: that is what was found")
                return chosen

            fallback = _only(decision.fallback, allowed, task) if decision.fallback is not None else None
            return replace(decision, read=checked, looks=(), check=None, fallback=cast(Decided | Declined | None, fallback))
        case _:
            return decision


def _devices_of(call: ToolCall) -> set[str]:
    """The devices that a call is for, wherever in its arguments they stand."""

    def named(value: Value) -> Iterator[str]:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                if key in ("device", "devices", "camera"):
                    yield from (str(one).partition("/")[0] for one in (inner if isinstance(inner, list | tuple) else [inner]))
                else:
                    yield from named(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                yield from named(inner)

    return set(named(call.arguments))


def _pointed(task: Task, index: HomeIndex, *, there: bool) -> Task:
    """The task as if what was read had been spoken of before."""
    read = _read(task, index)
    if not read:
        return replace(task, findings=())
    room = read[0].place if there else None
    focus = {**task.focus, "parts": [[device, None] for device in _devices(read)]}
    return replace(task, findings=(), focus=focus, room=room or task.room)


def _nothing_text(task: Task) -> str:
    is_own = any(finding.agent == NAME for finding in task.findings)
    return TEXTS.said(task.language, "pointing.undone" if is_own else "pointing.nothing", request=task.request)


def _unfit_text(task: Task) -> str:
    return TEXTS.said(task.language, "pointing.unfit", request=task.request)


def _which_device_text(task: Task, devices: Sequence[str], index: HomeIndex) -> str:
    names = [spoken_name(index.devices[device], "main", index, task.language) for device in devices]
    return TEXTS.said(task.language, "pointing.which_device", which=listed(names, task.language), request=task.request)


def _which_room_text(task: Task, rooms: Sequence[str], index: HomeIndex) -> str:
    if not rooms:
        return TEXTS.said(task.language, "pointing.no_room", request=task.request)
    names = [TEXTS.said(task.language, "pointing.a_room", room=room_called(room, index, task.language)) for room in rooms]
    return TEXTS.said(task.language, "pointing.which_room", which=together(names, task.language), request=task.request)
