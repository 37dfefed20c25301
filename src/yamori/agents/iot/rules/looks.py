"""Whether a sentence asks to look with a camera, and which camera is meant."""

from dataclasses import dataclass

from yamori.agents.iot.rules.commands import needed, offered
from yamori.agents.iot.rules.docs import docs_of
from yamori.agents.iot.rules.glossary import documented, spoken
from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named, Part
from yamori.agents.iot.rules.places import rooms_in
from yamori.agents.iot.rules.words import normal
from yamori.domain.capability import finds_out


@dataclass(frozen=True)
class Look:
    """A picture to take, and whether something is asked about it."""

    camera: Part
    asks: bool


def cameras(index: HomeIndex) -> tuple[Part, ...]:
    """Every component that takes pictures: its documentation has an `image`, and a command that needs nothing and finds something out."""
    return tuple(
        Part(device.id, component)
        for device in index.devices.values()
        for component, capability, command in offered(Part(device.id), index)
        if "image" in capability.attributes and finds_out(command) and not needed(command)
    )


def looked_for(request: str, meaning: Meaning, context: Context) -> Look | None:
    """The camera that was named, that of the room named, of the person's room, or the first; None where nobody asks to look."""
    text = normal(request)
    found = cameras(context.index)
    if not found:
        return None
    only = meaning.orders[0] if len(meaning.orders) == 1 else None
    if (
        only is not None
        and Part(only.device, only.component) in found
        and "image" in context.index.capabilities[only.capability].attributes
    ):
        return Look(Part(only.device, only.component), asks=False)
    if meaning.orders or context.lexicon.marks["look"].found(text) is None:
        return None
    said = mentions(text, context.index, context.lexicon)
    named = {p.device for m in said for p in m.parts if m.what in (Named.DEVICE, Named.COMPONENT)}
    rooms = {r for m in said for r in rooms_in(m, context.index)} or ({context.room} if context.room else set())
    near = [c for c in found if c.device in named] or [c for c in found if context.index.devices[c.device].room in rooms] or list(found)
    asks = context.lexicon.marks["shown"].found(text) is None
    return Look(near[0], asks=asks)


def seen_by_none(request: str, meaning: Meaning, context: Context) -> bool:
    """Whether a picture is asked for, and nothing in the home takes or shows one: whatever else a device can do is not what was asked."""
    if cameras(context.index) or meaning.orders or meaning.settled or context.lexicon.marks["shown"].found(normal(request)) is None:
        return False
    said = frozenset(w for word in spoken(normal(request)) for w in word.also | {word.own})
    wanted = said & _PICTURES
    return bool(wanted) and not any(_PICTURES & doc.words.keys() for doc in docs_of(context.index).of.values())


_PICTURES = documented("photo picture image snapshot camera")
"""Stems by which documentation speaks of pictures."""
