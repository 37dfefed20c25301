"""A correction of what was just done: another thing or value in the place of the one that was said, whatever stands around it (`no sorry, I
meant the bathroom. hall off again`, あー間違えた、書斎だった).

The sentence is taken apart by its clauses. One gives what is right, others only say that something was wrong or why, say once more what is
put back anyway, or ask for something beside. What no clause explains makes the whole of it no correction, and others read it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from yamori.agents.iot.rules.clauses import clauses, senses
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.intent import understand
from yamori.agents.iot.rules.meaning import Context, Meaning
from yamori.agents.iot.rules.mentions import Mention, masked, mentions
from yamori.agents.iot.rules.names import Named, Part
from yamori.agents.iot.rules.places import missing_place, rooms_in
from yamori.agents.iot.rules.predicates import read_predicate
from yamori.agents.iot.rules.targets import Target, resolve_reference
from yamori.agents.iot.rules.undo import Change, taking_back
from yamori.agents.iot.rules.words import hyphenless, normal, numbers
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.going_on import going_on_words
from yamori.understanding.mood import is_question
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of


@dataclass(frozen=True, kw_only=True)
class Act:
    """What the last request did, that a correction bears on."""

    origin: str
    """The request."""
    changes: tuple[Change, ...]
    """What it changed; empty where all was so already."""
    devices: tuple[str, ...]
    """All that it commanded, changed or not."""
    for_good: tuple[str, ...] = ()
    """Those of them that did something which leaves nothing that could be put back."""
    several: bool = False
    """It asked for several different things."""


@dataclass(frozen=True, kw_only=True)
class Correction:
    """What is done instead."""

    back: tuple[Order, ...] = ()
    """What puts back what was wrong."""
    orders: tuple[Order, ...] = ()
    """What is done in its place, and beside."""
    core: str = ""
    """What it comes to, without all that only says that something was wrong."""
    anew: str = ""
    """The last request with the other name in it, where code alone could not tell what was done: `orders` do not hold that."""
    missing: tuple[str, ...] = ()
    """What it names that this home does not have: nothing is done in the place of what was wrong."""
    which: bool = False
    """Several different things were done, and nothing says which of them it bears on."""


@dataclass(frozen=True, kw_only=True)
class _Given:
    """What a clause gives as right, or as wrong."""

    words: tuple[Span, ...] = ()
    """Names and values, in the text of the whole."""
    denied: frozenset[str] = frozenset()
    """Devices of the last act that it says were wrong."""
    kept: frozenset[str] = frozenset()
    """Devices of the last act that it names as right."""
    missing: tuple[str, ...] = ()


def refused(act: Act, context: Context) -> tuple[Order, ...]:
    """What takes an act back: all as it was, and what was begun and cannot be put back is stopped."""
    back = taking_back(act.changes, context.index)
    left = {change[0]: change[2] for change in act.changes if change[0] not in {order.device for order in back}}
    stopped = (read_predicate("stop □", [Target((Part(device),))], context).orders for device in left)
    return (*back, *(order for orders in stopped for order in orders if order.capability == left[order.device]))


def for_good(act: Act, back: Sequence[Order]) -> tuple[str, ...]:
    """The devices of an act that did what cannot be taken back."""
    changed = dict.fromkeys((*act.for_good, *(change[0] for change in act.changes)))
    return tuple(device for device in changed if device in act.for_good or device not in {order.device for order in back})


def correction_of(utterance: Utterance, frames: Sequence[Frame], act: Act, context: Context) -> Correction | None:
    """What a sentence corrects of the last act; None where it corrects nothing of it, or says something that this does not explain."""
    text = hyphenless(utterance.normal.text)
    if is_question(text) or utterance.times or utterance.quotations:
        return None
    if not _says_wrong(utterance, frames, text, context) or context.lexicon.marks["also"].found(text):
        return None
    context = replace(context, focus=replace(context.focus, receipts=()))
    back = taking_back(act.changes, context.index)
    given: list[_Given] = []
    beside: list[Order] = []
    for clause in clauses_of(utterance):
        if _is_reason(clause.span, frames):
            continue
        one = _given(clause.span, utterance, frames, act, context)
        if one is not None:
            given.append(one)
            continue
        if clause.is_remark:
            continue
        said = text[clause.span.start : clause.span.end]
        if _only_returns(clause.span, said, frames, act, context):
            continue
        orders = understand(said, context).orders
        if not orders or not _names(said, context):
            return None
        beside += [order for order in orders if order not in back]
    words = _within_places([one.words for one in given], text, context)
    missing = tuple(name for one in given for name in one.missing)
    denied = frozenset(device for one in given for device in one.denied)
    kept = frozenset(device for one in given for device in one.kept) - denied
    if missing and not words:
        return Correction(back=_untouched(back, beside, denied), orders=tuple(beside), missing=missing)
    if missing:
        return None
    if not words:
        return _narrowed(back, denied, kept, beside, act)
    core = _core(words, text, utterance)
    names = any(_names(text[span.start : span.end], context) for span in words)
    if names and act.several:
        return _one_of_several(words, text, denied, back, beside, act, context)
    orders = _instead(understand(core, context))
    if not names and (renumbered := _renumbered(words, text, act)) and (same := _instead(understand(renumbered, context))):
        orders, core = same, renumbered  # of a thing with several numbers, the one that was spoken of
    if not orders:
        anew = exchanged(words, text, act, context) if names and not beside else None
        return Correction(back=_untouched(back, (), denied), core=core, anew=anew) if anew else None
    return Correction(back=_untouched(back, (*orders, *beside), denied), orders=(*orders, *beside), core=core)


def _within_places(given: Sequence[Sequence[Span]], text: str, context: Context) -> list[Span]:
    """What the clauses name, one after another; a place that one of them names is that of the devices in it that a later one names."""
    words = [span for one in given for span in one]
    found = {span: mentions(text[span.start : span.end], context.index, context.lexicon) for span in words}
    devices = {span: {p.device for m in found[span] if m.what is Named.DEVICE for p in m.parts} for span in words}

    def holds(place: Span, later: Sequence[Span]) -> bool:
        rooms = frozenset(room for m in found[place] for room in rooms_in(m, context.index))
        is_place = bool(rooms) and all(m.what in (Named.ROOM, Named.FLOOR) for m in found[place])
        inside = [span for span in later if devices[span] and all(context.index.devices[d].room in rooms for d in devices[span])]
        return is_place and bool(inside)

    later = [[span for one in given[number + 1 :] for span in one] for number in range(len(given))]
    return [span for one, behind in zip(given, later, strict=True) for span in one if not holds(span, behind)]


def _instead(meaning: Meaning) -> tuple[Order, ...]:
    return meaning.orders if meaning.trouble is None and not meaning.question and meaning.left is None else ()


def _untouched(back: Sequence[Order], orders: Sequence[Order], denied: frozenset[str]) -> tuple[Order, ...]:
    """What is put back: nothing of a device that is commanded anyway, and only what was said to be wrong where that was said."""
    commanded = {order.device for order in orders}
    return tuple(order for order in back if order.device not in commanded and (not denied or order.device in denied))


def _narrowed(
    back: tuple[Order, ...], denied: frozenset[str], kept: frozenset[str], beside: Sequence[Order], act: Act
) -> Correction | None:
    """Of several that were done, those that were wrong are put back (`no, not the kitchen`, `no, just the hall`)."""
    wrong = denied or (frozenset(act.devices) - kept if kept else frozenset())
    put_back = tuple(order for order in back if order.device in wrong)
    if not wrong or not put_back:
        return None
    return Correction(back=_untouched(put_back, beside, frozenset()), orders=tuple(beside))


def _says_wrong(utterance: Utterance, frames: Sequence[Frame], text: str, context: Context) -> bool:
    """Whether any word says that something was wrong."""
    if any(slot.name is SlotName.RETRACTED for frame in frames for slot in frame.slots):
        return True
    shown = masked(text, [(m.start, m.end) for m in mentions(text, context.index, context.lexicon)])
    known = going_on_words("mistaken", utterance.language)
    if utterance.vocabulary.morphemes:
        return any(word in shown for word in known)
    return any(word in known for word in _tokens(shown))


def _is_reason(span: Span, frames: Sequence[Frame]) -> bool:
    reasons = [slot.span for frame in frames for slot in frame.slots if slot.name is SlotName.REASON]
    return any(reason.start <= span.start and span.end <= reason.end for reason in reasons)


def _names(text: str, context: Context) -> bool:
    return bool(mentions(text, context.index, context.lexicon))


def _given(clause: Span, utterance: Utterance, frames: Sequence[Frame], act: Act, context: Context) -> _Given | None:
    """The names and values of a clause that holds nothing else; None for one that does."""
    text, lex = hyphenless(utterance.normal.text), context.lexicon
    said = text[clause.start : clause.end]
    found = mentions(said, context.index, lex)
    shown = masked(said, [(m.start, m.end) for m in found])
    other = lex.marks["other"].found(shown) is not None
    values = [] if other else _values(said, found, context)
    if other or (not values and senses(shown, lex)):
        return None
    named = [m for m in found if not any(Span(m.start, m.end).overlaps(value) for value in values)]
    taken = [*values, *(Span(m.start, m.end) for m in named)]
    missing = _missing(clause, said, shown, taken, frames, utterance, context)
    lost = [Span(said.find(name), said.find(name) + len(name)) for name in missing if name in said]
    if not _only_corrects(said, [*taken, *lost], utterance):
        return None
    old = frozenset(act.devices)
    rooms = frozenset(context.index.devices[d].room for d in old if d in context.index.devices)
    denied: set[str] = set()
    kept: set[str] = set()
    words: list[Span] = list(values)
    for mention in named:
        own = _old_of(mention, old, rooms, context)
        if own and _is_denied(mention, said, utterance, clause, frames):
            denied |= own
        elif own and own < old and not values:
            kept |= own
        elif not own and _is_denied(mention, said, utterance, clause, ()):
            return None
        else:
            words.append(Span(mention.start, mention.end))
    spans = tuple(Span(clause.start + span.start, clause.start + span.end) for span in sorted(words))
    return _Given(words=spans, denied=frozenset(denied), kept=frozenset(kept), missing=missing)


def _values(said: str, found: Sequence[Mention], context: Context) -> list[Span]:
    """Numbers, colours, shades of white and amounts, outside names."""
    lex = context.lexicon
    phrases = (*(c.phrases for c in lex.colours), *(t.phrases for t in lex.tones), *(p.phrases for p in lex.portions))
    spans = [Span(n.start, n.end) for n in numbers(said)]
    spans += [Span(*m.span()) for p in phrases for m in p.pattern.finditer(said) if m.end() > m.start()]
    outside = [span for span in spans if not any(span.overlaps(Span(m.start, m.end)) for m in found)]
    return [span for span in outside if not any(span != o and o.start <= span.start and span.end <= o.end for o in outside)]


def _missing(
    clause: Span, said: str, shown: str, taken: Sequence[Span], frames: Sequence[Frame], utterance: Utterance, context: Context
) -> tuple[str, ...]:
    """What a clause names that this home does not have: a part of a house, or what a reader takes for a place or a device."""
    if taken:
        return ()
    if place := missing_place(shown, context.index, context.lexicon):
        return (place,)
    if (found := context.lexicon.places.found(shown)) is not None and found.group() in said:
        return (found.group(),)
    slots = [s for frame in frames for s in frame.slots if s.name in (SlotName.ROOM, SlotName.DEVICE) and clause.overlaps(s.span)]
    words = [w.span for w in utterance.words if any(w.span.overlaps(s.span) for s in slots)]
    if not slots and utterance.vocabulary.morphemes and any(f.intent in _TAKEN_BACK and f.odds >= _SURE for f in frames):
        known = tuple(word for topic in _TOPICS for word in going_on_words(topic, utterance.language))
        nouns = [m for m in morphemes_of(utterance.normal.text) if m.kind == "名詞" and m.surface not in known]
        words = [span for m in nouns if clause.overlaps(span := Span(m.start, m.end))]
    return (utterance.normal.text[words[0].start : words[-1].end],) if words else ()


_TAKEN_BACK = (IntentName.UNDO, IntentName.REJECT)
_SURE = 0.65
"""From these odds of a frame on that takes back, nouns beside it that nothing explains name what should have been."""


def _only_corrects(said: str, taken: Sequence[Span], utterance: Utterance) -> bool:
    """Whether nothing stands outside of these places but words that say that something was wrong, or that only this is wanted, and what
    may stand beside them."""
    language = utterance.language
    alone = going_on_words("alone", language)
    only = any(word in said if utterance.vocabulary.morphemes else word in _tokens(said) for word in alone)
    topics = (*_TOPICS, "contented") if only else _TOPICS
    known = tuple(word for topic in topics for word in going_on_words(topic, language))
    bare = "".join(" " if any(span.start <= n < span.end for span in taken) else c for n, c in enumerate(said))
    if not utterance.vocabulary.morphemes:
        beside = {*known, *utterance.vocabulary.articles, *utterance.vocabulary.placing}
        fillers = utterance.vocabulary.fillers.sub(" ", bare)
        return all(word in beside for word in _tokens(fillers))
    rest = utterance_of(bare, utterance.now).words
    correcting = going_on_words("mistaken", language)
    return all(w.text in known or w.base in known or any(c in w.text or c in w.base for c in correcting) for w in rest)


_TOPICS = ("correction", "replacing", "mistaken", "beside_mistaken", "beside")


def _tokens(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c in "'’-" else " " for c in text).split()


def _old_of(mention: Mention, old: frozenset[str], rooms: frozenset[str | None], context: Context) -> frozenset[str]:
    """The devices of the last act that a mention names, where it names nothing else."""
    if mention.what in (Named.ROOM, Named.FLOOR):
        places = rooms_in(mention, context.index)
        return frozenset(d for d in old if context.index.devices[d].room in places) if places <= rooms else frozenset()
    own = frozenset(p.device for p in mention.parts)
    return own if own and own <= old else frozenset()


_SURE_OF_A_SLOT = 0.5
"""From these odds on a slot says of a name of the last act that it was wrong."""


def _is_denied(mention: Mention, said: str, utterance: Utterance, clause: Span, frames: Sequence[Frame]) -> bool:
    """Whether a name stands for what was wrong."""
    span = Span(clause.start + mention.start, clause.start + mention.end)
    retracted = (s for frame in frames for s in frame.slots if s.name is SlotName.RETRACTED and s.odds >= _SURE_OF_A_SLOT)
    if any(slot.span.overlaps(span) for slot in retracted):
        return True
    behind = said[mention.end :].lstrip()
    if behind.startswith(going_on_words("denied_behind", utterance.language) or ("\0",)):
        return True
    skipped = {*utterance.vocabulary.articles, *utterance.vocabulary.placing}
    before = [word for word in _tokens(said[: mention.start]) if word not in skipped]
    return bool(before) and before[-1] in going_on_words("denied_before", utterance.language)


def _only_returns(clause: Span, said: str, frames: Sequence[Frame], act: Act, context: Context) -> bool:
    """Whether a clause only wants back what was wrong: nothing that it names is anything else."""
    undoing = [f for f in frames if f.intent is IntentName.UNDO and f.span.overlaps(clause)]
    if not undoing and not context.lexicon.marks["undo"].found(said):
        return False
    reference = resolve_reference(said, context.index, context.lexicon, room=None, recent=(), own=context.own)
    if reference.missing or reference.missing_place:
        return False
    devices = {p.device for t in reference.targets for p in t.parts}
    if not devices and not reference.rooms:
        return True
    rooms = {context.index.devices[d].room for d in act.devices if d in context.index.devices}
    return not numbers(said) and devices <= set(act.devices) and reference.rooms <= rooms


def _one_of_several(
    words: Sequence[Span],
    text: str,
    denied: frozenset[str],
    back: Sequence[Order],
    beside: Sequence[Order],
    act: Act,
    context: Context,
) -> Correction:
    """Of several different things the one that was said to be wrong, else the only one that can be done with the other name."""
    origin = normal(act.origin)
    found: list[tuple[frozenset[str], str, tuple[Order, ...]]] = []
    for piece in clauses(origin, mentions(origin, context.index, context.lexicon), context.lexicon):
        devices = frozenset(order.device for order in understand(piece, context).orders)
        if not devices or (denied and not devices & denied):
            continue
        anew = exchanged(words, text, replace(act, origin=piece), context)
        orders = _instead(understand(anew, context)) if anew else ()
        if anew and orders:
            found.append((devices, anew, orders))
    if len(found) != 1:
        return Correction(which=True)
    devices, anew, orders = found[0]
    return Correction(back=_untouched(back, (*orders, *beside), devices), orders=(*orders, *beside), core=anew)


def _renumbered(words: Sequence[Span], text: str, act: Act) -> str | None:
    """The last request with the one number that is given in the place of its only one."""
    origin = normal(act.origin)
    new, old = [numbers(text[span.start : span.end]) for span in words], numbers(origin)
    if len(words) != 1 or len(old) != 1 or len(new[0]) != 1:
        return None
    digits = _DIGITS.match(origin, old[0].start)
    unit = origin[digits.end() : old[0].end] if digits is not None and not new[0][0].unit else ""
    return f"{origin[: old[0].start]}{text[words[0].start : words[0].end]}{unit}{origin[old[0].end :]}"


_DIGITS = re.compile(r"[\d.,]+")


def exchanged(words: Sequence[Span], text: str, act: Act, context: Context) -> str | None:
    """The last request with other names in the place of its own; None where these stand in several places, or values are given too."""
    if not all(_names(text[span.start : span.end], context) for span in words):
        return None
    origin = normal(act.origin)
    new = text[min(span.start for span in words) : max(span.end for span in words)]
    found = mentions(origin, context.index, context.lexicon)
    given = mentions(new, context.index, context.lexicon)
    if all(mention.what is Named.ROOM for mention in given):
        rooms = [m for m in found if m.what is Named.ROOM]
        places = [Span(m.start, m.end) for m in rooms] or _places_within(found, origin, act, context)
    else:
        places = [Span(found[0].start, found[-1].end)] if found else []
    if len(places) != 1:
        return None
    return f"{origin[: places[0].start]}{new}{origin[places[0].end :]}"


def _places_within(found: Sequence[Mention], text: str, act: Act, context: Context) -> list[Span]:
    """Where the one device that is named bears its room's name: `hall` of `hall light`."""
    devices = [m for m in found if m.what is Named.DEVICE]
    rooms = {context.index.devices[p.device].room for m in devices for p in m.parts}
    if len(devices) != 1 or len(rooms) != 1:
        return []
    said = text[devices[0].start : devices[0].end]
    labels = [label for room in rooms if room for label in context.index.room_labels[room] if said.startswith(label)]
    longest = max(map(len, labels), default=0)
    return [Span(devices[0].start, devices[0].start + longest)] if longest else []


def _core(words: Sequence[Span], text: str, utterance: Utterance) -> str:
    """What is given, alone behind a word that corrects."""
    given = [text[span.start : span.end] for span in sorted(words)]
    return f"違う、{'、'.join(given)}" if utterance.vocabulary.morphemes else f"no, {' and '.join(given)}"
