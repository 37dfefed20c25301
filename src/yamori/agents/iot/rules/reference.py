"""What is meant where no device is named: a room, the other one, the only one that can, the only one that makes sense."""

from collections.abc import Set

from yamori.agents.iot.rules.clauses import senses
from yamori.agents.iot.rules.commands import concepts_in, counted_command, is_about, named, setters, valued
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.orders import is_off
from yamori.agents.iot.rules.switches import feature
from yamori.agents.iot.rules.targets import Reference, Target
from yamori.agents.iot.rules.words import numbers, stems

LIVE = ("on", "playing", "running", "run", "cleaning", True)
_SENSIBLE = {
    "on": LIVE,
    "start": LIVE,
    "play": ("playing",),
    "open": ("open", 100),
    "close": ("closed", 0),
    "lock": ("locked",),
    "unlock": ("unlocked",),
}
"""Sense to values that a device would not be asked for it with."""
_REST = ("brightness", "position", "contact", "switchstate", "colour", "colourtemperature", "mode", "runstate")
"""Qualities by which a room's lights, or nothing in particular, are meant."""
_PLAYBACK = ("next", "previous", "pause", "resume")
MANY = 12
"""Devices that are looked at one by one for what they can do, at most."""


def likely(target: Target, predicate: str, context: Context) -> Target:
    """Of several that could be meant, the only one for which it makes sense: nobody asks for what is off to be turned off or louder."""
    return sensible(target, next((s.name for s, _ in senses(predicate, context.lexicon)), ""), context)


def sensible(target: Target, sense: str, context: Context) -> Target:
    """The same for a request that is known by the name of its sense."""
    if not target.ambiguous:
        return target
    if sense in _SENSIBLE:
        left = tuple(p for p in target.parts if not reports(p, _SENSIBLE[sense], context))
    else:
        left = tuple(p for p in target.parts if reports(p, LIVE, context))
    if not left and sense in ("off", "close", "lock", "stop", "pause"):  # all of them are so already
        return Target(target.parts, group=True, kind=target.kind)
    return Target(left, kind=target.kind) if len(left) == 1 else target


def reports(part: Part, values: tuple[object, ...], context: Context) -> bool:
    """Whether something that can be commanded reports one of these values."""
    for component, held in context.index.devices[part.device].components.items():
        for capability, attributes in held.items():
            if part.component in (None, component) and context.index.capabilities[capability].commands:
                for attribute in attributes:
                    value = context.state.get(f"{part.device}.{component}.{capability}.{attribute}")
                    if any(value is v or (value == v and not isinstance(v, bool)) for v in values):
                        return True
    return False


def others(reference: Reference, context: Context, recent: tuple[Part, ...], kind: str | None) -> list[Target]:
    """The one that was not meant before: another of the kind, in the room named or in the same room."""
    index = context.index
    if reference.rooms and kind:
        return in_rooms(reference.rooms, kind, index)
    alternatives = tuple(p for p in context.focus.alternatives if p not in recent)
    if not alternatives and len(recent) == 1:
        device = index.devices[recent[0].device]
        kinds = index.kinds_of[device.id]
        narrow = kinds - set(context.lexicon.parents.values()) or kinds
        rest = [d for d in index.devices.values() if d.id != device.id]
        same = [d for d in rest if narrow <= index.kinds_of[d.id]]
        alike = [d for d in rest if index.kinds_of[d.id] & kinds]
        near = [[d for d in found if d.room == device.room] for found in (same, alike)]
        alternatives = tuple(Part(d.id) for d in (near[0] or near[1] or same or alike))
    return [Target(alternatives, kind=kind, ambiguous=len(alternatives) > 1)] if alternatives else []


def in_rooms(rooms: frozenset[str], kind: str | None, index: HomeIndex) -> list[Target]:
    """What of the last kind is in these rooms."""
    inside = tuple(Part(d) for d in (index.of_kind(kind) if kind else index.devices) if index.devices[d].room in rooms)
    return [Target(inside, group=len(inside) > 1, kind=kind)] if inside else []


def of_room(rooms: frozenset[str], predicate: str, context: Context) -> list[Target]:
    """A room spoken of as if it were a device (`dim the kitchen`): its lights, or what has the quality spoken of."""
    lex = context.lexicon
    said, concepts = [sense for sense, _ in senses(predicate, lex)], set(concepts_in(predicate, lex))
    abouts = {sense.about for sense in said if sense.about} | concepts
    if any(t.phrases.found(predicate) for t in lex.tones):  # warm white is no temperature
        abouts.discard("temperature")
    more_or_less = not concepts and any(sense.by and not sense.about for sense in said)
    if more_or_less and (working := _working(rooms, context)):
        return [Target(working, ambiguous=len(working) > 1)]
    return with_qualities(rooms, abouts, context, counted=bool(numbers(predicate)))


def _working(rooms: frozenset[str], context: Context) -> tuple[Part, ...]:
    """What of these rooms is at work and can be more or less, where it is not lights alone: `turn it up` may be said of any of it."""
    index = context.index
    inside = (Part(d) for d in index.in_rooms(rooms) if any(True for _ in setters(Part(d), index)))
    felt = (p for p in inside if not index.kinds_of[p.device] & context.lexicon.inside)
    working = tuple(p for p in felt if reports(p, LIVE, context) and not is_off(p, context))
    return working if any("light" not in index.kinds_of[p.device] for p in working) else ()


def with_qualities(rooms: frozenset[str], abouts: Set[str], context: Context, *, counted: bool) -> list[Target]:
    """What of these rooms has one of the qualities, of several what is at work; `counted`: a number was said, which the only one that is
    off can be set to as well. The lights where no quality tells."""
    index, lex = context.index, context.lexicon
    inside = tuple(Part(d) for d in index.in_rooms(rooms))
    quality = abouts - set(_REST)
    numeric = tuple(
        p
        for p in inside
        if not index.kinds_of[p.device] & lex.inside
        and any(is_about(s.capability, s.command, a, lex) for a in quality for s in setters(p, index))
    )
    if quality and "brightness" not in abouts:
        working = tuple(p for p in numeric if not is_off(p, context))
        numeric = working or (numeric if len(numeric) == 1 and counted else ())
        return [Target(numeric, group=True)] if numeric else []
    lights = tuple(p for p in inside if "light" in index.kinds_of[p.device])
    return [Target(lights, group=True, kind="light")] if lights else []


def able(predicate: str, context: Context) -> list[Target]:
    """The only device of the home that the request can be meant for (`next channel`, `rapid cooling on`), else the only one at work."""
    index, lex = context.index, context.lexicon
    found: list[Part] = []
    for sense, _ in senses(predicate, lex):
        if sense.about and sense.about not in ("brightness", "temperature", "colourtemperature", "position"):
            found = [
                Part(d) for d in index.devices if any(is_about(s.capability, s.command, sense.about, lex) for s in setters(Part(d), index))
            ]
            found = found or [Part(d) for d in index.devices if named(sense, Part(d), index, lex)]
        elif sense.name in _PLAYBACK:
            found = [Part(d) for d in index.devices if named(sense, Part(d), index, lex)]
        elif sense.name in ("on", "off"):
            spoken = set(stems(predicate))
            found = [Part(d) for d in index.devices if feature(sense, Part(d), index, spoken)]
        elif not sense.about and sense.by:
            abouts = [c for c in concepts_in(predicate, lex) if c in ("volume", "channel", "speed", "humidity")]
            found = [
                Part(d)
                for d in index.devices
                if any(is_about(s.capability, s.command, c, lex) for c in abouts for s in setters(Part(d), index))
            ]
        if found:
            break
    if not found and any(s.name in ("on", "start") for s, _ in senses(predicate, lex)):
        found = [
            Part(d)
            for d in index.devices
            if any(len(said) > 1 and said not in ("on", "off") for _, said in valued(Part(d), index, lex, predicate))
        ]
    if not found and numbers(predicate):
        spoken = set(stems(predicate))
        found = [Part(d) for d in index.devices if counted_command(Part(d), index, spoken)]
    if len(found) > 1:
        found = [p for p in found if not is_off(p, context) and reports(p, LIVE, context)]
    return [Target(tuple(found))] if len(found) == 1 else []
