"""Things that are called by some words of what they are, and not by their name: `the espresso thing`, ペンダント for the pendant light."""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.agents.iot.frames.leftovers import is_called_by, is_documented_for, kinds_of, labels_of, specific_words
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.opposites import is_called as says
from yamori.agents.iot.rules.retrieval import one_device, scored
from yamori.agents.iot.rules.targets import is_inside
from yamori.understanding.vocabulary import Vocabulary


@dataclass(frozen=True, kw_only=True)
class Loose:
    parts: tuple[Part, ...]
    documented: bool = False
    """Only documentation speaks of it: it is a thing that the device has, or something that it does."""


def loosely_called(text: str, rooms: frozenset[str], vocabulary: Vocabulary, context: Context) -> Loose:
    """The devices that every content word of a text in normal form speaks of: by names, room and one kind, else by documentation and then
    only the one that stands alone. Among several the one that the encoder finds nearest, where it was asked about this text."""
    words = specific_words(text, vocabulary, context)
    if not words:
        return Loose(parts=())
    said = [m.group() for pair in context.lexicon.opposites for side in pair for m in side.pattern.finditer(text)]
    inside = [
        Part(d.id)
        for d in context.index.devices.values()
        if (not rooms or is_inside(d.id, rooms, context.index))
        and all(any(says(name, word, context.lexicon) for name in (d.name, *d.aliases)) for word in said)
    ]
    called = [p for p in inside if _is_called(words, p, context)]
    if called:
        return Loose(parts=_nearest(text, called, context))
    documented_parts = [p for p in inside if _is_documented(words, p, context)]
    found = _nearest(text, documented_parts, context)
    return Loose(parts=found if len(found) == 1 else (), documented=True)


def _is_called(words: Sequence[str], part: Part, context: Context) -> bool:
    """Whether a part's own names hold every word; those of its kind one at most beside its own."""
    label, kinds = labels_of(part, context), kinds_of(part, context)
    others = [w for w in words if not is_called_by(w, label)]
    return len(others) < max(len(words), 2) and all(is_called_by(w, kinds) for w in others[:1]) and len(others) < 2


def _is_documented(words: Sequence[str], part: Part, context: Context) -> bool:
    label = f"{labels_of(part, context)}\n{kinds_of(part, context)}"
    return all(is_called_by(w, label) or is_documented_for(w, part, context) for w in words)


def _nearest(text: str, parts: list[Part], context: Context) -> tuple[Part, ...]:
    near = {o: s for o, s in context.near.get(text, {}).items() if any(o.device == p.device for p in parts)}
    one = one_device(scored(dict.fromkeys(near, 1.0), near)) if len(parts) > 1 else None
    return (Part(one),) if one is not None else tuple(parts)
