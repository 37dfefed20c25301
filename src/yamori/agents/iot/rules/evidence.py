"""What of a sentence some commands carry out: where it names their devices, what is done, and with what values.

Found from the commands alone, whoever chose them. Only exact words, stems and the two vocabularies count here, never likeness: what is
nowhere found is left for the person to explain.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from yamori.agents.iot.rules.commands import Order, begins, is_about, is_duration, limits, properties, setters
from yamori.agents.iot.rules.docs import Doc, docs_of
from yamori.agents.iot.rules.exclusions import exclusion
from yamori.agents.iot.rules.fitting import ends, in_unit
from yamori.agents.iot.rules.glossary import documented, spoken
from yamori.agents.iot.rules.loanwords import KATAKANA, consonants, sounds_of
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import Mention, mentions
from yamori.agents.iot.rules.names import Named, Part
from yamori.agents.iot.rules.places import rooms_in
from yamori.agents.iot.rules.refusals import contains_refused
from yamori.agents.iot.rules.segments import SHARE
from yamori.agents.iot.rules.switches import substitute
from yamori.agents.iot.rules.targets import is_inside, resolve_reference
from yamori.agents.iot.rules.wording import is_later, split_refusal
from yamori.agents.iot.rules.words import Mood, Number, Sense, hyphenless, numbers, squeezed, stems
from yamori.domain.language import is_spaced
from yamori.domain.when import Kind
from yamori.understanding.clauses import clauses_of
from yamori.understanding.coverage import Evidence
from yamori.understanding.span import Span
from yamori.understanding.utterance import Marker, Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import content_words

_SCOPE = ("everything", "all", "here", "same", "other", "also", "onward", "again", "now")
"""Marks of the lexicon that say of which or how many, and nothing else."""
_STARTING = ("on", "start", "play")
"""Senses that any command may serve which ends nothing: a level or a programme switches on, too."""
_NOTHING = (0, False, "off", "closed", "stopped", "idle")
"""Values with which a command ends something."""


def evidence_of(utterance: Utterance, orders: Sequence[Order], context: Context, *, staged: bool = False) -> Evidence:
    """What explains these orders; `staged` are done one after another, or at once, as was said."""
    text = hyphenless(utterance.normal.text)
    called = _Called(text=text, utterance=utterance, orders=tuple(orders), context=context)
    found = mentions(text, context.index, context.lexicon)
    left_out = called.left_out(found)
    spans = [Span(m.start, m.end) for m in found if called.is_spoken_of(m) or m in left_out.mentions]
    spans += _runs(called.positions(found))
    spans += left_out.spans
    honours = frozenset(_honoured(called, found, left_out))
    if staged:  # `and when that is done, …`
        spans += [
            c.span for c in clauses_of(utterance) for m in utterance.markers if m.kind is MarkerKind.CONDITION and c.span.overlaps(m.span)
        ]
        honours |= {MarkerKind.CONDITION}
    named = tuple(Span(m.start, m.end) for m in found if called.is_spoken_of(m))
    anchors = (*named, *utterance.quotations) if staged else None  # `welcome them. The robot plays …`
    contested = (
        *_runs(called.felt(found)),
        *(Span(m.start, m.end) for m in found if m not in left_out.mentions and called.is_of_others(m)),
    )
    times, asks = tuple(called.times(found)), tuple(span for span in spans if called.is_asking(span, found))
    asks = (*asks, *times)
    return Evidence(spans=tuple(spans), honours=honours, anchors=anchors, asks=asks, names=named, times=times, contested=contested)


@dataclass(frozen=True, kw_only=True)
class _LeftOut:
    """What the sentence keeps out, and these orders leave alone."""

    mentions: tuple[Mention, ...] = ()
    spans: tuple[Span, ...] = ()
    honours: frozenset[MarkerKind] = frozenset()


@dataclass(frozen=True, kw_only=True)
class _Called:
    """The orders, and where in the text something speaks of them."""

    text: str
    utterance: Utterance
    orders: tuple[Order, ...]
    context: Context

    @property
    def devices(self) -> frozenset[str]:
        return frozenset(o.device for o in self.orders)

    @property
    def docs(self) -> tuple[tuple[Order, Doc], ...]:
        held = docs_of(self.context.index).of
        return tuple((o, held[o.component, o.capability, o.command]) for o in self.orders if (o.component, o.capability, o.command) in held)

    def is_spoken_of(self, mention: Mention) -> bool:
        """Whether a mention is of something that is called, or of where it is."""
        index, lex = self.context.index, self.context.lexicon
        match mention.what:
            case Named.ROOM | Named.FLOOR:
                rooms = rooms_in(mention, index)
                named = {normal_value for o in self.orders for normal_value in _texts(o)}
                labels = {squeezed(n) for r in rooms for n in (r, index.rooms[r].name, *index.rooms[r].aliases)}
                return bool(labels & named) or any(is_inside(d, rooms, index) for d in self.devices)
            case Named.KIND:
                kinds = {k for kind in mention.ids for k in lex.kind_lineage(kind)}
                if any(index.kinds_of[d] & kinds for d in self.devices):
                    return True
                return any(squeezed(o.component) in {squeezed(w) for k in mention.ids for w in lex.kinds[k].spaced} for o in self.orders)
            case _:
                own = {p.device for p in (*mention.parts, *mention.longer)}
                return bool(own & self.devices) or any(
                    is_inside(d, frozenset(mention.places), index) for d in self.devices if mention.places
                )

    def is_of_others(self, mention: Mention) -> bool:
        """Whether a mention names a kind of thing of which this home has some, and none of them is called: `a quieter lamp` is no radio."""
        index = self.context.index
        return mention.what is Named.KIND and not self.is_spoken_of(mention) and any(index.of_kind(kind) for kind in mention.ids)

    def is_asking(self, span: Span, found: Sequence[Mention]) -> bool:
        """Whether words say what is to be done, and not only with what (a name, `that`), or once more."""
        silent = {n for m in found if m.what is not Named.KIND for n in range(m.start, m.end)}
        marks = (m for mark in _SCOPE for m in self.context.lexicon.marks[mark].pattern.finditer(self.text))
        silent |= {n for m in marks for n in range(*m.span())}
        return any(self.text[n].isalnum() and n not in silent for n in range(*span))

    def felt(self, found: Sequence[Mention]) -> set[int]:
        """Every character of a quality that a room has too, where no device was spoken of but orders are about something that is only
        called alike: a room that is to be warmer is not a lamp whose white is."""
        if not self.orders or any(m.what not in (Named.ROOM, Named.FLOOR) for m in found) or not found:
            return set()
        capabilities = [squeezed(order.capability) for order in self.orders]
        lex, positions = self.context.lexicon, set[int]()
        for concept, unlikes in lex.unlikes.items():
            if all(any(unlike in name for unlike in unlikes) for name in capabilities):
                positions |= {n for m in lex.concepts[concept].pattern.finditer(self.text) for n in range(*m.span())}
        return positions

    def positions(self, found: Sequence[Mention]) -> set[int]:
        """Every character that says what is done, with what, or to which of several."""
        lex = self.context.lexicon
        shown, origins = _masked(self.text, found)
        explained: set[int] = set()

        def explain(pattern: re.Pattern[str]) -> None:
            for m in pattern.finditer(shown):
                explained.update(origins[n] for n in range(*m.span()) if shown[n] != "□")

        verbs: set[str] = set()
        bases = {hyphenless(word.base) for word in self.utterance.words}
        for sense in (*lex.senses, *lex.steps):
            said = sense.phrases.found(shown) is not None or not bases.isdisjoint(_words_of(sense.phrases.spaced))
            if said and any(self._serves(sense, order, doc) for order, doc in self.docs):
                explain(sense.phrases.pattern)
                verbs |= _words_of(sense.phrases.spaced)
        for concept, phrases in lex.concepts.items():
            if any(is_about(doc.capability, doc.command, concept, lex) for _, doc in self.docs):
                explain(phrases.pattern)
        for mood in lex.moods:
            if all(self._may_serve(mood, order, doc) for order, doc in self.docs):
                explain(mood.phrases.pattern)
        for mark in _SCOPE:
            explain(lex.marks[mark].pattern)
        given = [value for o in self.orders for value in o.arguments.values()]
        for extreme in lex.extremes:
            explain(extreme.phrases.pattern)
        for mark in ("undo", "correction") if self.context.focus.receipts else ():
            explain(lex.marks[mark].pattern)
        if given:
            for portion in lex.portions:
                explain(portion.phrases.pattern)
        if any(_is_of_colour(o) for o in self.orders):
            for phrases in (*(c.phrases for c in lex.colours), *(t.phrases for t in lex.tones)):
                explain(phrases.pattern)
        for value in (squeezed(str(v)) for v in given if isinstance(v, str)):
            if value in lex.values:
                explain(lex.values[value].pattern)
            for colour in (c for c in lex.colours if c.name == value):
                explain(colour.phrases.pattern)
        for number in numbers(self.text):
            if self._takes(number):
                explained.update(range(number.start, number.end))
        if any(isinstance(value, str) for value in given):
            explain(SHARE)  # 七分づき
        explained |= self._words(verbs)
        return explained

    def _words(self, verbs: set[str]) -> set[int]:
        """Words of names and of documentation, in either language."""
        index = self.context.index
        stems_named = frozenset(w for order, doc in self.docs for w in _stems_for(doc, order.arguments))
        labels = [n for d in self.devices for n in (index.devices[d].name, *index.devices[d].aliases)]
        labels += [n for d in self.devices if (r := index.rooms.get(index.devices[d].room or "")) for n in (r.name, *r.aliases)]
        kinds = [w for d in self.devices for k in index.kinds_of[d] for w in self.context.lexicon.kinds[k].spaced]
        named = {w for label in (*labels, *kinds) for w in stems(label)}
        stems_named |= frozenset(w for label in labels for w in documented(label))
        sounds = {sound for text in (*labels, *(t for _, doc in self.docs for t in _texts_of(doc))) for sound, _ in sounds_of(text)}
        unspaced = "\n".join(label for label in labels if not is_spaced(label))
        found: set[int] = set()
        for said in spoken(self.text):
            if (said.own and said.own in stems_named) or said.also & stems_named:
                found.update(range(said.start, said.end))
        for run in KATAKANA.finditer(self.text):
            if consonants(run.group()) in sounds:
                found.update(range(*run.span()))
        for word in self.utterance.words:
            flat = hyphenless(word.base)
            if set(stems(flat)) & named or flat in verbs or (len(word.text) > 1 and not is_spaced(word.text) and word.text in unspaced):
                found.update(range(*word.span))
        for text in (t for o in self.orders for t in o.arguments.values() if isinstance(t, str) and len(t) > 1):
            if (start := self.text.find(hyphenless(text.lower()))) >= 0:
                found.update(range(start, start + len(text)))
        return found

    def _may_serve(self, mood: Mood, order: Order, doc: Doc) -> bool:
        """Whether an order on a device of a fitting kind changes how a room feels in that way."""
        lex = self.context.lexicon
        if not self.context.index.kinds_of[order.device] & mood.kinds:
            return False
        switched = squeezed(order.capability) == "switch"
        return switched or any(is_about(doc.capability, doc.command, concept, lex) for concept in mood.about)

    def _serves(self, sense: Sense, order: Order, doc: Doc) -> bool:
        """Whether an order is what a sense asks for."""
        index, lex = self.context.index, self.context.lexicon
        values = [squeezed(str(v)) for v in order.arguments.values() if isinstance(v, str)]
        if any(begins(order.command, word) or word in values for word in sense.commands):
            return True
        if sense.by:
            moves = bool(order.arguments) or is_about(doc.capability, doc.command, "position", lex)  # `blinds up` opens them
            return is_about(doc.capability, doc.command, sense.about, lex) if sense.about else moves
        nothing = any(v in _NOTHING for v in order.arguments.values()) or ends(doc)
        if sense.name in _STARTING:
            return not nothing
        if sense.name in ("off", "stop") and nothing:
            return True
        if sense.name in ("open", "close") and (order.arguments or is_about(doc.capability, doc.command, "position", lex)):
            return True
        if any(str(effect).startswith(sense.name) for effect in _set_values(doc)):
            return True
        same = substitute(sense, Part(order.device), index, lex)
        return same is not None and (same.capability, same.command) == (order.capability, order.command)

    def _takes(self, number: Number) -> bool:
        """Whether an order holds a number that was said: as it is, in another unit, as a difference or as a share of its range."""
        value = number.value
        if value in (len(self.devices), len(self.orders)):
            return True
        alike = [value, -value, value * 60, value * 3600, value / 60, value * 1000, (value - 32) / 1.8]
        for order in self.orders:
            for given in order.arguments.values():
                if isinstance(given, Mapping):
                    continue
                if isinstance(given, str) and re.search(rf"(?<!\d){value:g}(?!\d)", given):
                    return True
                if isinstance(given, bool) or not isinstance(given, int | float):
                    continue
                if any(abs(given - a) < _NEAR for a in alike):
                    return True
                for s in setters(Part(order.device, order.component), self.context.index):
                    if (s.capability.name, s.command.name) != (order.capability, order.command):
                        continue
                    now = self.context.state.get(f"{order.device}.{s.component}.{s.capability.name}.{s.attribute.name}")
                    low, high = limits(s)
                    if isinstance(now, int | float) and abs(abs(given - now) - abs(value)) < _NEAR:
                        return True
                    if isinstance(now, int | float) and given in (low, high):
                        return True
                    if low is not None and high is not None and abs(given - (low + (high - low) * value / 100)) < _NEAR * 2:
                        return True
        return False

    def times(self, found: Sequence[Mention]) -> Iterator[Span]:
        """The expressions of time that an argument holds, or that say no other time than now."""
        now = not is_later(self.utterance.text, self.utterance.now, tuple(found), self.context.lexicon)
        for time, span in zip(self.utterance.times, self.utterance.time_spans, strict=True):
            if time.duration is not None:
                seconds = time.duration.total_seconds()
                if any(
                    is_duration(name, doc.command) and given == in_unit(seconds, name)
                    for order, doc in self.docs
                    for name, given in order.arguments.items()
                    if name in properties(doc.command)
                ):
                    yield span
            elif (now and time.kind in (Kind.PART, Kind.DATE)) or any(m.start <= span.start and span.end <= m.end for m in found):
                yield span

    def left_out(self, found: Sequence[Mention]) -> _LeftOut:
        """What is said not to be touched, where no order touches it."""
        context = self.context
        reference = resolve_reference(
            self.text, context.index, context.lexicon, room=context.room, recent=context.focus.parts, own=context.own
        )
        kept = exclusion(self.text, context)
        devices = kept.devices if kept is not None else reference.excluded
        spans: list[Span] = []
        honours: set[MarkerKind] = set()
        if devices and not devices & self.devices:
            honours |= {MarkerKind.EXCEPTION, MarkerKind.ONLY, MarkerKind.NEGATION}
            kept_mentions = [Span(m.start, m.end) for m in found if _bears(m, devices, context)]
            own = [Span(m.start, m.end) for m in found if self.is_spoken_of(m)]
            spans += kept_mentions
            for clause in clauses_of(self.utterance):  # `keep the lamp on`
                if any(clause.span.overlaps(m) for m in kept_mentions) and not any(clause.span.overlaps(m) for m in own):
                    spans.append(clause.span)
        asked, refused = split_refusal(self.text)
        if asked and refused and not contains_refused(self.orders, refused, context):
            beside = mentions(refused, context.index, context.lexicon)
            if not any(self.is_spoken_of(m) for m in beside if m.what is not Named.KIND) and not self._acts_in(beside):
                honours |= {MarkerKind.NEGATION, MarkerKind.EXCEPTION}
                start = self.text.find(refused)
                spans += [Span(start, start + len(refused))] if start >= 0 else []
        return _LeftOut(spans=tuple(spans), honours=frozenset(honours))

    def _acts_in(self, refused: Sequence[Mention]) -> bool:
        """Whether what is refused is only a place that holds nothing of a kind that is called: then the same device would act there (a
        vacuum cleaner and a bedroom), and no choice of devices keeps it out."""
        if not refused or any(m.what not in (Named.ROOM, Named.FLOOR) for m in refused):
            return False
        index = self.context.index
        there = index.in_rooms(frozenset(room for m in refused for room in rooms_in(m, index)))
        kinds = frozenset(kind for device in self.devices for kind in index.kinds_of[device])
        return not any(index.kinds_of[device] & kinds for device in there)


def _bears(mention: Mention, devices: frozenset[str], context: Context) -> bool:
    rooms = rooms_in(mention, context.index)
    own = {p.device for p in (*mention.parts, *mention.longer)} | {d for k in mention.ids for d in context.index.of_kind(k)}
    return bool(own & devices) or bool(rooms and devices & set(context.index.in_rooms(rooms)))


_NEAR = 0.51
"""A number that was rounded to a whole one is still the number that was said."""


def _honoured(called: _Called, found: Sequence[Mention], left_out: _LeftOut) -> Iterator[MarkerKind]:
    """The markers that these orders carry out."""
    yield from left_out.honours
    context = called.context
    named = {d for m in found if called.is_spoken_of(m) for d in _devices_of(m, context)}
    for marker in called.utterance.markers:
        match marker.kind:
            case MarkerKind.ONLY if called.devices <= named or _beside_number(marker, called.text):
                yield MarkerKind.ONLY
            case MarkerKind.REPETITION if context.focus.predicate and any(
                context.lexicon.marks[m].found(called.text) for m in ("onward", "again")
            ):
                yield MarkerKind.REPETITION
            case MarkerKind.INSTEAD if context.focus.parts:
                yield MarkerKind.INSTEAD
            case MarkerKind.UNTIL if _beside_number(marker, called.text) or _behind_portion(marker, called):
                yield MarkerKind.UNTIL


def _devices_of(mention: Mention, context: Context) -> frozenset[str]:
    rooms = rooms_in(mention, context.index)
    own = {p.device for p in (*mention.parts, *mention.longer)} | {d for k in mention.ids for d in context.index.of_kind(k)}
    return frozenset(own) | frozenset(context.index.in_rooms(rooms))


def _beside_number(marker: Marker, text: str) -> bool:
    """`Only two degrees`, 30%まで: it says how much, and not when or which."""
    return any(
        0 <= marker.span.start - n.end <= 1 or 0 <= n.start - marker.span.end <= 1 for n in numbers(text) if n.unit or is_spaced(text)
    )


def _behind_portion(marker: Marker, called: _Called) -> bool:
    """半分くらいまで: it says how far, and not when."""
    portions = (m for portion in called.context.lexicon.portions for m in portion.phrases.pattern.finditer(called.text))
    between = (called.text[m.end() : marker.span.start] for m in portions if m.end() <= marker.span.start)
    return any(not text or (text.isalnum() and not content_words(text, called.utterance.vocabulary)) for text in between)


def _set_values(doc: Doc) -> tuple[object, ...]:
    """What a command sets attributes to."""
    return tuple(doc.command.effects.values())


def _is_of_colour(order: Order) -> bool:
    names = {squeezed(n) for n in (order.command, *order.arguments)}
    return any("col" in n or "hue" in n or "kelvin" in n or "rgb" in n or "hex" in n for n in names)


def _texts(order: Order) -> Iterator[str]:
    yield from (squeezed(str(v)) for v in order.arguments.values() if isinstance(v, str))


def _texts_of(doc: Doc) -> Iterator[str]:
    yield doc.component
    yield from (doc.capability.name, doc.capability.says, doc.command.name, doc.command.says, *doc.capability.attributes)
    for name, schema in properties(doc.command).items():
        yield from (name, str(schema.get("description", "")), *map(str, schema.get("enum", ())))


def _stems_for(doc: Doc, arguments: Mapping[str, object]) -> frozenset[str]:
    """The stems of a command's documentation, without those that only tell of values other than the ones given."""
    chosen = {str(v) for v in arguments.values()}
    values = {str(v) for schema in properties(doc.command).values() for v in schema.get("enum", ())}
    own = frozenset(w for v in chosen for w in (*documented(v), *doc.of_values.get(v, ()))) | documented(doc.command.name)
    others = frozenset(w for v in values - chosen for w in (*documented(v), *doc.of_values.get(v, ())))
    whole = frozenset(w for text in _texts_of(doc) for w in documented(text))
    return (whole - others) | own


@cache
def _words_of(phrases: tuple[str, ...]) -> frozenset[str]:
    """The words in English phrases, which are regular expressions."""
    return frozenset(w for phrase in phrases for w in re.findall(r"[a-z]{2,}", phrase))


def _masked(text: str, found: Sequence[Mention]) -> tuple[str, tuple[int, ...]]:
    """The text with `□` for each mention, and where each of its characters stands."""
    shown, origins, at = "", list[int](), 0
    for mention in sorted(found, key=lambda m: m.start):
        if mention.start < at:
            continue
        shown += text[at : mention.start] + "□"
        origins += [*range(at, mention.start), mention.start]
        at = mention.end
    return shown + text[at:], (*origins, *range(at, len(text)))


def _runs(positions: set[int]) -> list[Span]:
    """Neighbouring characters together."""
    spans: list[Span] = []
    for position in sorted(positions):
        if spans and spans[-1].end == position:
            spans[-1] = Span(spans[-1].start, position + 1)
        else:
            spans.append(Span(position, position + 1))
    return spans
