"""How far a request may reach: one that says neither where nor what, spoken in a room, is for that room."""

from collections.abc import Collection

from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex, Named
from yamori.agents.iot.rules.words import Lexicon, normal


def rooms_referred_to(said: str, room: str | None, devices: Collection[str], index: HomeIndex, lexicon: Lexicon) -> tuple[str, ...]:
    """The rooms that the gate must keep to when these devices are commanded together; empty for any.

    Only what would touch several rooms is narrowed: `it is too bright` in the den is about the den, `all the lights` about all.
    """
    touched = {index.devices[d].room for d in devices if d in index.devices}
    if room is None or len(touched) < 2:
        return ()
    text = normal(said)
    if lexicon.marks["everything"].found(text) or lexicon.marks["all"].found(text) or lexicon.marks["except"].found(text):
        return ()
    spoken = mentions(text, index, lexicon)
    return () if any(m.what in (Named.DEVICE, Named.COMPONENT, Named.ROOM, Named.FLOOR) for m in spoken) else (room,)
