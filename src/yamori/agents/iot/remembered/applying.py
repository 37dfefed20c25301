"""What was told, applied to a request that leaves it open: which sentences fit, and the request in full with one of them. Pure.

Nothing is applied to a request that says a value itself, that ends or locks something, that is a question, or of which a word stays
unexplained: then it is read as if nothing had been told.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from yamori.agentkit.phrasing import ended, sentences
from yamori.agents.iot.frames.features import is_of_quality, qualities_in, takers
from yamori.agents.iot.frames.switching import sense_called, switch
from yamori.agents.iot.remembered.saying import said as said_in_full
from yamori.agents.iot.remembered.told import (
    SaidValue,
    Spoken,
    Told,
    beside,
    chosen_of,
    spoken_of,
    stems_in,
    stems_of,
    told_in,
    values_for,
    words_of,
)
from yamori.agents.iot.remembered.words import pointing_in, spans_of
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Named, Part
from yamori.agents.iot.rules.phrases import called
from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import is_spaced, language_of
from yamori.domain.when import Kind
from yamori.understanding.clauses import Clause, clauses_of
from yamori.understanding.frame import IntentName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import MarkerKind, Vocabulary
from yamori.understanding.words_of import Word, tokens_of

_ENDS = ("off", "close", "stop", "lock", "unlock", "pause", "dock", "mute")
"""Senses of requests that no remembered value is for."""
_BEGINS = ("on", "start", "play", "resume")
_ENDING = frozenset((IntentName.TURN_OFF, IntentName.CLOSE, IntentName.STOP, IntentName.LOCK, IntentName.UNLOCK, IntentName.PAUSE))
"""What a reader takes such requests for."""
_BEGINNING = {IntentName.START: "start", IntentName.TURN_ON: "on", IntentName.PLAY: "play"}
_DOING = frozenset((*_BEGINNING, IntentName.SET, IntentName.SCENE))
"""What it takes requests for whose verb says no more than that something is to be done."""
_HINDERS = frozenset(
    (MarkerKind.CONDITION, MarkerKind.EXCEPTION, MarkerKind.ONLY, MarkerKind.UNTIL, MarkerKind.INSTEAD, MarkerKind.NEGATION)
)
_KANA = re.compile(r"[\u3040-\u309f]")
_BETWEEN = 6
"""Characters between the words of one moment: `tomorrow at seven`."""
NEARER = 0.02
"""By so much one sentence has to be nearer in meaning than another to be the one that is meant."""


@dataclass(frozen=True, kw_only=True)
class Remembered:
    """A sentence that the person told."""

    id: str
    text: str
    at: datetime
    whose: str = ""
    """The name of somebody else whom it is about; empty for the person or nobody in particular."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A sentence that fits a request, and what the request comes to with it."""

    memory: Remembered
    orders: tuple[Order, ...]
    shared: frozenset[str]
    """What both say."""
    circumstances: frozenset[str]
    occasional: bool
    """It says for which occasion it is so."""
    weak: bool
    """It has nothing in common with the request but what may only be a courtesy."""
    text: str
    """The request in full."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """A request, read once."""

    said: Spoken
    names: tuple[str, ...]
    """What the people of the household are called."""
    intents: frozenset[IntentName] = frozenset()
    """What a reader takes it for; empty where none was asked or none is sure."""

    @cached_property
    def pointing(self) -> tuple[Span, ...]:
        return (*pointing_in(self.said.text), *self._own_qualities())

    def _own_qualities(self) -> tuple[Span, ...]:
        """`my volume`, わたしの温度: one that was told, unless it is to be more or less."""
        lex, text = self.said.context.lexicon, self.said.text
        if any(step.phrases.found(text) is not None for step in lex.steps):
            return ()
        qualities = [Span(*m.span()) for concept in lex.concepts.values() for m in concept.pattern.finditer(text)]
        owned = ((own, q) for own in spans_of("own", text) for q in qualities if 0 <= q.start - own.end <= 1)
        return tuple(Span(own.start, q.end) for own, q in owned)

    @property
    def qualities(self) -> tuple[str, ...]:
        """What of a device it speaks of: its volume, its colour."""
        return qualities_in(self.said.text, self.said.context.lexicon)

    @cached_property
    def weakly(self) -> tuple[Span, ...]:
        """What may only be a courtesy."""
        return spans_of("points_weakly", self.said.text)

    @cached_property
    def masked(self) -> str:
        shown = self.said.text
        for m in sorted(self.said.found, key=lambda m: -m.start):
            shown = f"{shown[: m.start]}{'□' * (m.end - m.start)}{shown[m.end :]}"
        return shown

    @cached_property
    def senses(self) -> frozenset[str]:
        return frozenset(s.name for s in self.said.context.lexicon.senses if s.phrases.found(self.masked))

    @cached_property
    def asking(self) -> tuple[Clause, ...]:
        """The clauses about something of the home, or that point at what was told."""
        about = [*self.pointing, *(Span(m.start, m.end) for m in self.said.found if m.what is not Named.KIND or self.said.parts)]
        about += [Span(*m.span()) for s in self.said.context.lexicon.senses for m in s.phrases.pattern.finditer(self.masked)]
        clauses = [c for c in clauses_of(self.said.utterance) if not self._tells(c) or any(c.span.overlaps(p) for p in self.pointing)]
        return tuple(c for c in clauses if any(c.span.overlaps(span) for span in about))

    @cached_property
    def others(self) -> tuple[Clause, ...]:
        """The clauses that ask for something else, which is left to whoever reads it."""
        rest = [c for c in clauses_of(self.said.utterance) if c not in self.asking and not self._tells(c)]
        return tuple(c for c in rest if any(c.span.overlaps(w.span) and not stems_of(w) & beside() for w in self.said.utterance.words))

    def _tells(self, clause: Clause) -> bool:
        if _is_of_a_subject(clause.text.lower(), self.said.utterance.vocabulary):
            return True
        ending = any(s.end == len(clause.text) for s in spans_of("tells_end", clause.text))
        return clause.is_remark or ending or mood_of(utterance_of(clause.text, self.said.utterance.now)) is Mood.STATEMENT

    @cached_property
    def stems(self) -> frozenset[str]:
        """What its words say beside what points, and names of things and people."""
        taken = (*self.pointing, *self.weakly, *(Span(m.start, m.end) for m in self.said.found if m.what is not Named.KIND or m.parts))
        words = [w for w in self.said.utterance.words if not any(w.span.overlaps(t) for t in taken)]
        return frozenset(stem for w in words for stem in stems_of(w)) - beside()


def _belongs_to(marker: Span, pointing: Sequence[Span]) -> bool:
    """Whether a marker only says for when something was told: `as I like it when I read`."""
    return any(marker.overlaps(p) or 0 <= marker.start - p.end <= len(" them ") for p in pointing)


def _is_of_a_subject(clause: str, words: Vocabulary) -> bool:
    """`the kids are home`, `dinner's finished`: an English clause that has a subject before its verb, and so tells."""
    said = tokens_of(clause)
    if len(said) < 2 or words.morphemes or said[0] in words.ordering or said[0] in words.question_words:
        return False
    return any(word in _FINITE for word in said[1:4]) or (said[0].endswith("'s") and said[-1].endswith(("ed", "en")))


_FINITE = ("is", "are", "was", "were", "has", "have")


def request_of(text: str, context: Context, now: datetime, names: Collection[str], intents: Collection[IntentName] = ()) -> Request | None:
    """None for what nothing remembered is applied to. `intents`: what a reader is sure that it asks for."""
    said = spoken_of(text, context, now)
    request = Request(said=said, names=tuple(names), intents=frozenset(intents))
    text = said.utterance.normal.text
    asked = [c for c in clauses_of(said.utterance) if text[c.span.end : c.span.end + 1] in ("?", "？")]
    questions = any(mood_of(utterance_of(f"{clause.text}?", now)) is Mood.QUESTION for clause in asked)
    hinders = any(m.kind in _HINDERS and not _belongs_to(m.span, request.pointing) for m in said.utterance.markers)
    ends = request.senses & set(_ENDS) and (not request.intents or request.intents & _ENDING)
    if mood_of(said.utterance) is Mood.QUESTION or questions or hinders or ends:
        return None
    return request


@dataclass(frozen=True, kw_only=True)
class Missing:
    """What a request points at that nobody told."""

    device: str
    """As the home calls it."""
    quality: str
    """As the person does; empty where they only say that it is to be set."""


def missing(request: Request) -> Missing | None:
    """The one device, or quality of it, that is to be set as the person likes it; None where the request says how, or leaves it open of
    what."""
    said, lex = request.said, request.said.context.lexicon
    devices = {p.device for p in said.parts}
    if len(devices) != 1 or not request.pointing or any(step.phrases.found(request.masked) for step in lex.steps):
        return None
    asking = [c.span for c in request.asking if any(c.span.overlaps(p) for p in request.pointing)]
    named = [
        m
        for name in request.qualities
        if (concept := lex.concepts.get(name)) is not None and _takes(said.parts[0], name, said.context)
        for m in concept.pattern.finditer(request.masked)
        if any(Span(*m.span()).overlaps(span) for span in asking)
    ]
    if not named and (request.qualities or IntentName.SET not in request.intents):
        return None
    if values_for(said.parts[0], said, Span(0, len(said.text)), qualities=request.qualities):
        return None
    device = called(said.context.index.devices[said.parts[0].device], "main", language_of(said.utterance.text))
    return Missing(device=device, quality=min(named, key=lambda m: m.start()).group() if named else "")


def _takes(part: Part, quality: str, context: Context) -> bool:
    """Whether a quality of it can be set."""
    return any(is_of_quality(quality, t.names, t.capability, context.lexicon) for t in takers(part, context.index))


def candidates(request: Request, memories: Sequence[Remembered]) -> tuple[Candidate, ...]:
    """The sentences that fit, with most in common first, the newest before older ones."""
    found: list[Candidate] = []
    known: list[Order] = []
    context = request.said.context
    points = bool(request.pointing or request.weakly)
    qualities = qualities_in(request.said.text, context.lexicon)
    for memory in sorted(memories, key=lambda m: m.at):
        if not points and not request.stems & words_of(memory.text, memory.at):
            continue
        told = told_in(memory.text, context, memory.at, qualities=qualities, known=known)
        if (made := _candidate(request, memory, told, qualities, known)) is not None:
            found.append(made)
            known += made.orders
        known += told.orders
    most = max((len(c.shared) for c in found), default=0)
    best = [c for c in found if len(c.shared) == most or any(_tells_anew(c, o) for o in found if len(o.shared) == most)]
    return tuple(sorted(best, key=lambda c: c.memory.at, reverse=True))


def _tells_anew(candidate: Candidate, other: Candidate) -> bool:
    """Whether one was told later of the same circumstances."""
    later = candidate.memory.at > other.memory.at
    return later and bool(candidate.shared) and bool(candidate.circumstances & other.circumstances & other.shared)


def chosen(found: Sequence[Candidate], near: Mapping[str, float]) -> Candidate | None:
    """The one that is meant: of several that tell the same circumstances the newest, as of those that are so whatever the occasion where
    the request names none; else the nearest in meaning. None where nothing tells. `near`: likeness of what the sentences say
    beside the home to what the request does, by id."""
    if not found:
        return None
    always = next((c for c in found if not c.occasional), None)
    if always is not None and not always.weak and not any(c.shared for c in found):
        return always
    first = found[0]
    others = [c for c in found[1:] if c.orders != first.orders and not (c.circumstances & first.circumstances)]
    if not others and first.weak:
        return None
    if not others or not (first.circumstances or any(c.circumstances for c in others)):
        return first
    ranked = sorted((first, *others), key=lambda c: near.get(c.memory.id, 0.0), reverse=True)
    lead = near.get(ranked[0].memory.id, 0.0) - near.get(ranked[1].memory.id, 0.0)
    return ranked[0] if lead >= NEARER else None


def _candidate(request: Request, memory: Remembered, told: Told, qualities: Collection[str], known: Sequence[Order]) -> Candidate | None:
    parts = request.said.parts
    shared = request.stems & told.circumstances
    points = bool(request.pointing or request.weakly)
    if memory.whose and not _names(request, memory.whose):
        return None
    if told.orders and parts:
        orders = _of_parts(told.orders, parts, request)
        fits = bool(shared) or (points and told.is_valued)
    elif told.orders:
        orders, fits = told.orders, (points or bool(spans_of("own", request.said.text))) and bool(shared)
    elif parts and not told.said.parts:
        orders = _bare(told, parts, qualities, known)
        fits = bool(shared) or (points and (_is_there(told, parts) or _is_akin(told, orders, request)))
    elif not told.said.parts and len(shared) > 1:
        orders, fits = _near(request, told, qualities, known), True
    else:
        return None
    if not orders or not fits or _says_itself(request, orders):
        return None
    known_words = told.words | _labels(orders, request.said.context)
    own = _said_beside(request, orders, told)
    if unexplained(request, told.said.text, known_words, [v.span for v in own]):
        return None
    orders = _begun((*(v.order for v in own), *orders), request)
    text = _in_full(request, orders, known_words)
    if text is None:
        return None
    weak = not shared and not request.pointing
    return Candidate(
        memory=memory,
        orders=orders,
        shared=shared,
        circumstances=told.circumstances,
        occasional=told.is_occasional,
        weak=weak,
        text=text,
    )


def _labels(orders: Sequence[Order], context: Context) -> frozenset[str]:
    """The words by which the devices are called."""
    devices = (context.index.devices[o.device] for o in orders)
    return frozenset(stem for d in devices for label in (d.name, *d.aliases) for stem in stems_in(label))


def _names(request: Request, whose: str) -> bool:
    return whose.lower() in request.said.text


def _of_parts(orders: Sequence[Order], parts: Sequence[Part], request: Request) -> tuple[Order, ...]:
    """Those of the devices that the request names; all of a routine that it only calls by its name."""
    devices = {p.device for p in parts}
    own = tuple(o for o in orders if o.device in devices)
    if own and len({o.device for o in orders}) > len({o.device for o in own}) and not request.senses & set(_BEGINS):
        named = any(m.what in (Named.DEVICE, Named.COMPONENT) for m in request.said.found)
        return own if named else tuple(orders)
    return own


def _bare(told: Told, parts: Sequence[Part], qualities: Collection[str], known: Sequence[Order]) -> tuple[Order, ...]:
    """What was told of no device, of those that the request names."""
    piece = Span(0, len(told.said.text))
    found = [chosen_of(values_for(p, told.said, piece, qualities=qualities), known) for p in parts]
    return tuple(v.order for values in found for v in values) if len(parts) == 1 or all(found) else ()


def _near(request: Request, told: Told, qualities: Collection[str], known: Sequence[Order]) -> tuple[Order, ...]:
    """What was told of no device, where one where the person is can take it and the request names none."""
    context = request.said.context
    here = [Part(d) for d in context.index.in_rooms(frozenset((context.room,)))] if context.room else []
    able = [made for part in here if (made := _bare(told, (part,), qualities, known))]
    found = [made for made in able if request.stems & _labels(made, context)] or able
    return found[0] if len(found) == 1 else ()


def _is_there(told: Told, parts: Sequence[Part]) -> bool:
    """Whether what was told is of the room in which all of these are."""
    rooms = told.said.rooms
    devices = told.said.context.index.devices
    return bool(rooms) and all(devices[p.device].room in rooms for p in parts)


def _is_akin(told: Told, orders: Sequence[Order], request: Request) -> bool:
    """Whether what was told of no device is of these by its words: of the washing for a washing machine, and names one of their options."""
    labels = _labels(orders, request.said.context)
    by_name = any(label in word or word in label for label in labels for word in told.circumstances if len(word) > 1)
    return by_name and all(isinstance(v, str) for o in orders for v in o.arguments.values())


def _says_itself(request: Request, orders: Sequence[Order]) -> bool:
    """Whether the request names another value of what would be set, or all of it."""
    whole = Span(0, len(request.said.text))
    told = {(o.device, o.capability, o.command): o for o in orders}
    own = [v.order for part in {Part(o.device) for o in orders} for v in values_for(part, request.said, whole)]
    said = {key: o for o in own if (key := (o.device, o.capability, o.command)) in told}
    return any(o.arguments != told[key].arguments for key, o in said.items()) or (bool(said) and len(said) == len(told))


def _said_beside(request: Request, orders: Sequence[Order], told: Told) -> tuple[SaidValue, ...]:
    """What the request itself says of these devices beside what was told: `heat, at my usual temperature`."""
    said = request.said
    taken = (*request.pointing, *request.weakly, *said.utterance.time_spans)
    words = [w for w in said.utterance.words if stems_of(w) & (told.words | beside())]
    found: list[SaidValue] = []
    for device in dict.fromkeys(o.device for o in orders):
        for value in values_for(Part(device), said, Span(0, len(said.text))):
            is_told = any(value.span.overlaps(w.span) for w in words) and value.order in told.orders
            if not is_told and not any(value.span.overlaps(t) for t in taken) and not any(_same_command(value.order, o) for o in orders):
                found.append(value)
    return tuple(found)


def unexplained(request: Request, told: str, known: frozenset[str], values: Sequence[Span]) -> tuple[Word, ...]:
    """The words that ask for something and are of no device, of nothing that is done or set, point at nothing, and were not told.
    `values`: where the request names some itself."""
    said, lex = request.said, request.said.context.lexicon
    senses = [s for s in lex.senses if s.name not in _ENDS or not request.intents or request.intents & _ENDING]
    patterns = [s.phrases.pattern for s in (*senses, *lex.steps)] + [c.pattern for c in lex.concepts.values()]
    patterns += [lex.kinds[kind].pattern for kind in lex.offers]  # the music that a speaker plays
    spans = [Span(*m.span()) for p in patterns for m in p.finditer(request.masked)]
    spans += [Span(m.start, m.end) for m in said.found] + list(request.pointing) + list(request.weakly) + list(said.utterance.time_spans)
    spans += values
    names = {n.lower() for n in request.names}
    left: list[Word] = []
    for clause in request.asking:
        words = [w for w in said.utterance.words if clause.span.overlaps(w.span)]
        for n, word in enumerate(words):
            verb = n == 0 and is_spaced(word.text) and bool(request.intents & _DOING)
            is_known = stems_of(word) & (known | beside()) or word.text.removesuffix("'s") in names or verb
            if not is_known and not any(word.span.overlaps(s) for s in spans) and not _is_part_of(word, said.text, told):
                left.append(word)
    return tuple(left)


def _is_part_of(word: Word, text: str, told: str) -> bool:
    """Whether a piece of a Japanese compound was told with the rest of it: the second half of 作業着."""
    start, end = word.span
    pairs = (text[max(start - 1, 0) : end], text[start : end + 1])
    return not is_spaced(word.text) and any(len(p) > end - start and p.isalnum() and not _KANA.search(p) and p in told for p in pairs)


def _begun(orders: Sequence[Order], request: Request) -> tuple[Order, ...]:
    """The orders, with what switches on or starts the devices where that was asked for, or where they are off."""
    context = request.said.context
    read = next((name for intent, name in _BEGINNING.items() if intent in request.intents), "")
    asked = next((name for name in _BEGINS if name in request.senses), read)
    only_sets = (bool(spans_of("sets", request.said.text)) or IntentName.SET in request.intents) and not asked
    found: list[Order] = []
    for device in dict.fromkeys(o.device for o in orders):
        own = [o for o in orders if o.device == device]
        begin = next(
            (
                b
                for name in (asked or "on", "on", "start")
                if (b := switch(Part(device), sense_called(name, context.lexicon), frozenset(), context))
            ),
            None,
        )
        wanted = (asked in _BEGINS[:3] and bool(asked)) or not only_sets or "light" in context.index.kinds_of[device] or _is_tuned(own)
        if begin is None or not wanted or any(_same_command(o, begin) or not o.arguments for o in own) or _is_on(device, begin, context):
            found += own
        elif begin.capability == "switch":
            found += [begin, *own]
        else:
            found += [*own, begin]
    return tuple(found)


def _is_tuned(orders: Sequence[Order]) -> bool:
    """A channel is put on to be seen."""
    return any("channel" in o.capability.lower() for o in orders)


def _same_command(one: Order, other: Order) -> bool:
    return (one.capability, one.command) == (other.capability, other.command)


def _is_on(device: str, begin: Order, context: Context) -> bool:
    return context.state.get(f"{device}.{begin.component}.{begin.capability}.switch") == "on"


def _in_full(request: Request, orders: Sequence[Order], told: frozenset[str]) -> str | None:
    """The orders as a sentence, at the moment that the request names, behind the other things that it asks for."""
    utterance = request.said.utterance
    language = language_of(utterance.text)
    whole = said_in_full(orders, request.said.context, language, request=request.said.text)
    times = [t for t in utterance.time_spans if not _is_circumstance(t, request)]
    if whole is None or any(b.start - a.end > _BETWEEN for a, b in pairwise(times)):
        return None
    moment = utterance.normal.shown(Span(times[0].start, times[-1].end)) if times else ""
    others = [c.text for c in request.others if not any(c.span.overlaps(t) for t in times) and not _is_told(c, request, told)]
    last = TEXTS.said(language, "remembered.moment", moment=moment, action=whole) if moment else whole
    return sentences([*(ended(other, language) for other in others), last], language)


def _is_told(clause: Clause, request: Request, told: frozenset[str]) -> bool:
    """Whether a clause only names what the sentence that was told is about, or the quality that it sets."""
    concepts = request.said.context.lexicon.concepts.values()
    qualities = [Span(*m.span()) for c in concepts for m in c.pattern.finditer(request.said.text)]
    words = [w for w in request.said.utterance.words if clause.span.overlaps(w.span)]
    said = (*qualities, *request.pointing, *request.weakly)
    return all(stems_of(w) & (told | beside()) or any(w.span.overlaps(s) for s in said) for w in words)


def _is_circumstance(time: Span, request: Request) -> bool:
    """Whether a time only says for which part of the day something was told: `the way I like it of an evening`."""
    said = request.said.utterance
    kinds = [t.kind for t, span in zip(said.times, said.time_spans, strict=True) if span == time]
    return all(kind in (Kind.PART, Kind.DURATION) for kind in kinds)
