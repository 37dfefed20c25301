"""Things that are called by some words of what they are, and not by their name: `the espresso thing`, ペンダント for the pendant light."""

from collections.abc import Iterable

from yamori.agents.iot.frames.leftovers import is_called_by, is_documented_for, labels_of, specific_words
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.retrieval import one_device, scored
from yamori.agents.iot.rules.targets import is_inside
from yamori.understanding.vocabulary import Vocabulary


def loosely_called(text: str, rooms: frozenset[str], vocabulary: Vocabulary, context: Context) -> tuple[Part, ...]:
    """The devices that every telling word of a text in normal form speaks of: by names, kind and room, else by documentation and then
    only the one that stands alone. Among several the one that the encoder finds nearest, where it was asked about this text."""
    words = specific_words(text, vocabulary, context)
    if not words:
        return ()
    inside = [Part(d) for d in context.index.devices if not rooms or is_inside(d, rooms, context.index)]
    called = [p for p in inside if _all_tell(words, p, context, documented=False)]
    if called:
        return _nearest(text, called, context)
    told = [p for p in inside if _all_tell(words, p, context, documented=True)]
    found = _nearest(text, told, context)
    return found if len(found) == 1 else ()


def _all_tell(words: Iterable[str], part: Part, context: Context, *, documented: bool) -> bool:
    label = labels_of(part, context)
    return all(is_called_by(w, label) or (documented and is_documented_for(w, part, context)) for w in words)


def _nearest(text: str, parts: list[Part], context: Context) -> tuple[Part, ...]:
    near = {o: s for o, s in context.near.get(text, {}).items() if any(o.device == p.device for p in parts)}
    one = one_device(scored(dict.fromkeys(near, 1.0), near)) if len(parts) > 1 else None
    return (Part(one),) if one is not None else tuple(parts)
