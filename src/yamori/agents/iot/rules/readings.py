"""Which attribute of the home a question asks for, where its words alone do not tell: what stands for each when it is compared as a vector,
and which of them is given."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from yamori.agents.iot.rules.commands import is_set
from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.predicates import leftover_words, without_predicate
from yamori.agents.iot.rules.retrieval import LARGE
from yamori.agents.iot.rules.word_lists import says, words_for
from yamori.agents.iot.rules.words import name_words, normal

MEASURED = 0.06
"""What it weighs that nobody sets an attribute: a question is seldom for what was set. All weights are in sums of three likenesses, which
lie close together with this encoder."""
LEAD = 0.015
"""By so much an attribute leads those of every other device where it is likely which device is asked about."""
EVIDENT = 0.08
"""The same where it is evident that this home is asked at all: questions for a diary and the like reached 0.03 in five homes."""
CLOSE = 0.03
"""Attributes of the device that lie so near to the likeliest are given too."""
SHOWN = 3
"""Attributes that answer a question at most."""


class Reported(NamedTuple):
    """One attribute that a component of a device reports."""

    device: str
    component: str
    capability: str
    attribute: str


def attribute_passages(index: HomeIndex) -> Mapping[Reported, tuple[str, str, str]]:
    """What stands for each attribute: with what its capability says, with its room, and alone. In a large home without names, so that
    devices of one sort share theirs."""
    found: dict[Reported, tuple[str, str, str]] = {}
    for device in index.devices.values():
        room = index.rooms.get(device.room or "")
        named = [device.name, *device.aliases] if len(index.devices) <= LARGE else []
        placed = [room.name, *room.aliases] if room is not None and named else []
        for component, name in device.capabilities():
            capability = index.capabilities[name]
            called = " ".join([*named, *([" ".join(name_words(component))] if component != "main" else [])])
            for attribute in capability.attributes.values():
                own = " ".join([*name_words(attribute.name), attribute.unit or ""]).strip()
                listed = f"{own} {' '.join(attribute.values)}".strip()
                found[Reported(device.id, component, name, attribute.name)] = (
                    f"{called}: {listed}. {capability.says}",
                    f"{' '.join([called, *placed])}: {own}",
                    listed,
                )
    return found


def is_vague(meaning: Meaning, context: Context) -> bool:
    """Whether a question says more than code made of it: it names one device and something of it that no word of the lexicon is for."""
    query = meaning.query
    if query is None or query.attributes or query.value is not None or not meaning.references or len({p.device for p in query.parts}) != 1:
        return False
    left = leftover_words(without_predicate(meaning.references[-1].masked, context.lexicon), context.lexicon)
    return any(word not in words_for("asking_nothing") for word in left)


def asked_for(
    question: str, scores: Mapping[Reported, float], meaning: Meaning, context: Context, *, lead: float = LEAD
) -> tuple[Reported, ...]:
    """The attributes that answer a question, the likeliest first: of the devices that it names, of the rooms, or of the home; none where
    another device's comes near. `scores` tells how near the question lies to each attribute."""
    scope = _scope(meaning, context)
    set_too = says(normal(question), "what_was_set")
    weighed = {
        r: s + MEASURED * (set_too or not is_set(context.index.capabilities[r.capability], r.attribute))
        for r, s in scores.items()
        if not scope or r.device in scope
    }
    if not weighed:
        return ()
    ranked = sorted(weighed, key=lambda r: -weighed[r])
    top = ranked[0]
    others = [s for r, s in weighed.items() if r.device != top.device]
    if not others and not scope:
        return ()  # the only device of the home lies nearest to everything
    if others and weighed[top] - max(others) < lead:
        return ()
    return tuple(r for r in ranked if r.device == top.device and weighed[r] >= weighed[top] - CLOSE)[:SHOWN]


def _scope(meaning: Meaning, context: Context) -> Collection[str]:
    """The devices that a question names, or those of the rooms that it names."""
    named = {p.device for a in meaning.references for t in a.targets for p in t.parts}
    return named or set(context.index.in_rooms(frozenset(r for a in meaning.references for r in (*a.rooms, *a.said_rooms))))
