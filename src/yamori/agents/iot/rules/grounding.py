"""Which devices the words of a clause can mean at all, whatever else seems near: what was named, where, and of which kind.

Asked by everything that chooses devices by likeness (documentation, an encoder, a model): what shares nothing with what was named is no
candidate, and a thing that was named with a room is looked for in that room only.
"""

import re
from collections.abc import Iterable

from yamori.agents.iot.rules.clauses import senses
from yamori.agents.iot.rules.commands import concepts_in
from yamori.agents.iot.rules.docs import docs_of
from yamori.agents.iot.rules.glossary import spoken
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import Mention
from yamori.agents.iot.rules.names import HomeIndex, Named
from yamori.agents.iot.rules.predicates import leftover_words, without_predicate
from yamori.agents.iot.rules.targets import Reference, is_inside, resolve_reference
from yamori.agents.iot.rules.word_lists import stems_for
from yamori.agents.iot.rules.words import Lexicon, normal
from yamori.domain.language import holds_words, is_spaced

_HANDLED = ("on", "off", "open", "close", "lock", "unlock")
"""What is asked of a thing; with other requests a noun may be what is made, played or shown."""


def addressable(text: str, context: Context) -> frozenset[str] | None:
    """The devices that a clause in normal form can mean; None where it names neither thing nor place."""
    reference = resolve_reference(text, context.index, context.lexicon, room=context.room, recent=(), own=context.own)
    return addressed_by(reference, text, context)


def addressed_by(reference: Reference, text: str, context: Context) -> frozenset[str] | None:
    """The same for a clause whose mentions are known."""
    index = context.index
    rooms = reference.said_rooms - reference.goals
    inside = frozenset(d for d in index.devices if not rooms or is_inside(d, rooms, index))
    resolved = frozenset(p.device for t in reference.targets for p in t.parts)
    resolved |= frozenset(d for m in reference.spans for d in index.in_rooms(frozenset(m.places)))
    if any(m.what in (Named.DEVICE, Named.COMPONENT) for m in reference.spans):
        return resolved
    handled = _is_handled(reference.masked, context)
    kinds = [m for m in reference.spans if m.what is Named.KIND and (handled or any(index.of_kind(k) for k in m.ids))]
    if kinds:
        of_kind = frozenset(d for m in kinds for kind in m.ids for d in index.of_kind(kind))
        barred = frozenset(d for m in kinds for d in m.barred)
        return (resolved | inside & (of_kind | _offering(kinds, context))) - barred - reference.excluded
    things = objects(reference.masked, context)
    if things:
        return inside & sharing(things, index) - {p.device for p in reference.elsewhere}
    return inside if rooms and not reference.same else None


def _offering(kinds: Iterable[Mention], context: Context) -> frozenset[str]:
    """The devices that have what is spoken of as a kind of thing in them (the light of a robot): none that is known to be of another kind,
    unless it is a way of working (`heating`)."""
    index, lex = context.index, context.lexicon
    found: frozenset[str] = frozenset()
    for text in {mention.text for mention in kinds}:
        way = any(p.found(text) for p in lex.values.values())
        found |= frozenset(d for d in sharing((text,), index) if way or not index.kinds_of[d])
    return found


def sharing(words: Iterable[str], index: HomeIndex) -> frozenset[str]:
    """The devices in whose names, kinds or documentation one of these texts stands, by a word of theirs or its translation."""
    docs = docs_of(index)
    found: set[str] = set()
    for text in dict.fromkeys(words):
        flat = normal(text)
        said = [s for s in spoken(flat) if s.own not in stems_for("function")]
        stems = frozenset(w for s in said for w in (*s.also, *((s.own,) if s.own else ())))
        found |= {d for d, own in docs.about.items() if stems & own}
        found |= {d for d, labels in index.labels.items() if any(holds_words(n, flat) for n in labels)}
    return frozenset(found)


_OBJECT = re.compile(
    r"\b(?:the|my|our|your|an?|some|this|that|these|those)\s+(?P<en>[a-z]+(?:\s+(?!(?:on|off|up|down|to|in|at|for|by|with|and|or|of|from|please|now"
    r"|when|if|until|so|because|while|as|is|are)\b)[a-z]+){0,2})|(?:^|[\s、。にでがはへの])(?P<ja>[^\s、。□をにでがはへの]+)(?=を)"
)


def objects(masked: str, context: Context) -> tuple[str, ...]:
    """The nouns that a clause has handled (`turn on the water`, 水を出して) beside the names that `□` stands for; a quality such as the
    temperature is none."""
    return nouns(masked, context) if _is_handled(masked, context) else ()


def _is_handled(masked: str, context: Context) -> bool:
    return any(s.name in _HANDLED for s, _ in senses(masked, context.lexicon))


def nouns(masked: str, context: Context) -> tuple[str, ...]:
    """All that stand with an article or the particle を, beside names and qualities."""
    lex = context.lexicon
    left = set(leftover_words(without_predicate(masked, lex), lex))
    spaced = [m["en"] for m in _OBJECT.finditer(masked) if m["en"] and left & set(m["en"].split())]
    unspaced = [m["ja"] for m in _OBJECT.finditer(masked) if m["ja"]]
    return tuple(n for n in (*spaced, *unspaced) if not concepts_in(n, lex) and not _is_filler(n, lex))


def _is_filler(noun: str, lexicon: Lexicon) -> bool:
    if any(lexicon.marks[mark].found(noun) for mark in ("everything", "all", "here", "same", "other")):
        return True
    return noun in lexicon.filler_ja if not is_spaced(noun) else all(w in lexicon.filler for w in noun.split())
