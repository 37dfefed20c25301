"""Which devices are meant where a frame names none: those just spoken of, those of the room, the only one that can do it."""

from collections.abc import Callable, Iterable, Mapping

from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.rules.commands import Order, begins
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.reference import LIVE, reports, sensible, with_qualities
from yamori.agents.iot.rules.targets import Target, is_inside

Act = Callable[[Part, str | None], tuple[Order, ...] | Unfit]
"""What a frame does to a part that was spoken of as one of a kind."""

_OF_LIGHTS = ("on", "off")
"""What is asked of a room means its lights."""
_OF_WORK = ("start", "stop", "pause", "resume", "play")
_SWITCHES = ("on", "off", "turnon", "turnoff", "switchon", "switchoff")
_STATES: Mapping[str, tuple[object, ...]] = {"stop": LIVE, "pause": LIVE, "resume": ("paused", "pause")}
"""What something reports that is stopped, paused or resumed though nobody spoke of it."""
_NEVER_GUESSED = ("on", "off", "open", "close", "unlock", "start")
"""Not done to the only device that could do it, when nobody spoke of it."""


def unnamed(
    rooms: frozenset[str], act: Act, sense: str, qualities: frozenset[str], context: Context, *, counted: bool, plays: bool, guessed: bool
) -> tuple[Target, ...]:
    """Empty where nothing tells. `sense` is the lexicon's name of what is asked for, `qualities` those that were said; `counted`: a value
    was said too; `plays`: it is asked of something that plays; `guessed`: what was not spoken of before may be meant."""
    focus, index = context.focus, context.index
    if plays:
        players = {d for kind in context.lexicon.offers for d in index.of_kind(kind)}
        near = rooms or (frozenset({context.room}) if context.room else frozenset())
        here = tuple(Part(d) for d in index.devices if d in players and is_inside(d, near, index)) if near else ()
        found = _only(here, act, sense, context)
        return found if found or rooms else _only((Part(d) for d in index.devices if d in players), act, sense, context)
    if rooms:
        return _inside(rooms, act, sense, qualities, context, counted=counted) if guessed else ()
    if focus.parts and all(_can(p, act, focus.kind) for p in focus.parts):
        return (Target(focus.parts, group=len(focus.parts) > 1, kind=focus.kind),)
    if not guessed:
        return ()
    if context.room and (found := _inside(frozenset({context.room}), act, sense, qualities, context, counted=counted)):
        return found
    return () if sense in _NEVER_GUESSED else _only((Part(d) for d in index.devices), act, sense, context)


def _inside(
    rooms: frozenset[str], act: Act, sense: str, qualities: frozenset[str], context: Context, *, counted: bool
) -> tuple[Target, ...]:
    if sense in _OF_LIGHTS or qualities:
        found = with_qualities(rooms, qualities, context, counted=counted)
        able = tuple(Target(kept, group=True, kind=t.kind) for t in found if (kept := tuple(p for p in t.parts if _can(p, act, t.kind))))
        if able or sense in _OF_LIGHTS:
            return able
    if sense in _NEVER_GUESSED:
        return ()
    inside = (d for d in context.index.devices if is_inside(d, rooms, context.index))
    of_room = (d for d in inside if not qualities or not context.index.kinds_of[d] & context.lexicon.inside)  # nobody feels the fridge
    return _only((Part(d) for d in of_room), act, sense, context)


def _only(parts: Iterable[Part], act: Act, sense: str, context: Context) -> tuple[Target, ...]:
    """The only one that can do it, or of several the only one for which it makes sense; else all of them, to choose from."""
    if sense in _STATES:
        parts = [p for p in parts if reports(p, _STATES[sense], context)]
    able = tuple(p for p in parts if _can(p, act, None) and (sense not in _OF_WORK or _works(p, act)))
    if not able:
        return ()
    target = sensible(Target(able, ambiguous=len(able) > 1), sense, context)
    return (target,) if not target.group else ()


def _works(part: Part, act: Act) -> bool:
    """Whether what is started or stopped is some work, and not a lamp that is only on or off."""
    orders = act(part, None)
    return not isinstance(orders, Unfit) and not all(any(begins(o.command, word) for word in _SWITCHES) for o in orders)


def _can(part: Part, act: Act, kind: str | None) -> bool:
    return not isinstance(act(part, kind), Unfit)
