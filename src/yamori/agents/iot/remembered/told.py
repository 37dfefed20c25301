"""What a sentence that somebody once told says of the home: which devices are to be how, and in which circumstances. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache

from yamori.agents.iot.frames.features import qualities_in
from yamori.agents.iot.frames.owners import owned_devices, owner_in
from yamori.agents.iot.frames.settings import Wanted, set_to
from yamori.agents.iot.frames.switching import sense_called, switch
from yamori.agents.iot.frames.unfit import Unfit
from yamori.agents.iot.remembered.words import pointing_in, spans_of
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.mentions import Mention, mentions
from yamori.agents.iot.rules.names import Named, Part
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.words import CJK, hyphenless, normal, numbers, stems
from yamori.domain.home import PersonRole
from yamori.understanding.frame import Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.words_of import Word

_SWITCHED = ("off", "close", "open", "start", "play", "on")
"""Senses that say how a device is to be where no value is named."""
_THINGS = (Named.DEVICE, Named.COMPONENT, Named.KIND)
_MOST_PARTS = 4
"""Devices that one piece of a sentence may name."""
_BESIDE = 6
"""Characters between a number and a time beside which it is a time, too: `tomorrow at seven`."""
_ARTICLE = len(" the living ")
"""Characters between `for` and the name of a device."""
_AROUND = 3
"""Characters between a value and the words that turn it down, beside a blank."""


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """A text about the home, read once."""

    text: str
    """In the normal form of the rules."""
    utterance: Utterance
    found: tuple[Mention, ...]
    context: Context

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The devices that it names, or means by their kind where there is only one near; a room alone means none."""
        return parts_in(self.text, self.context) if any(m.what in _THINGS for m in self.found) else ()

    @cached_property
    def rooms(self) -> frozenset[str]:
        reference = resolve_reference(self.text, self.context.index, self.context.lexicon, room=self.context.room, recent=())
        return reference.said_rooms


def spoken_of(text: str, context: Context, now: datetime) -> Spoken:
    utterance = utterance_of(text, now)
    shown = hyphenless(utterance.normal.text)
    return Spoken(text=shown, utterance=utterance, found=mentions(shown, context.index, context.lexicon), context=context)


def unquoted(text: str) -> str:
    """Without quotation marks, between which nothing is read as what is meant: the name of a channel that one has."""
    return text.translate(_QUOTATION)


_QUOTATION = str.maketrans(dict.fromkeys('「」『』“”"', ""))


def stems_of(word: Word) -> frozenset[str]:
    if CJK.search(word.text):
        return frozenset((word.base,))
    return frozenset(map(_uninflected, stems(word.base) or (word.base,)))


@lru_cache(maxsize=512)
def words_of(text: str, now: datetime) -> frozenset[str]:
    """What all of its words say: enough to tell that a sentence has nothing to do with another."""
    return frozenset(stem for word in utterance_of(unquoted(text), now).words for stem in stems_of(word))


def stems_in(label: str) -> frozenset[str]:
    return frozenset(map(_uninflected, stems(label)))


def _uninflected(word: str) -> str:
    """`work` of `working` and `worked`: enough to compare what two sentences say, no more."""
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) > 2:
            return bare[:-1] if bare[-1] == bare[-2] else bare.removesuffix("e")
    return word.removesuffix("e") if len(word) > 3 else word


def parts_in(text: str, context: Context, *, room: str | None = None) -> tuple[Part, ...]:
    """None where more is meant than one can tell apart; of a person's things those in that person's rooms."""
    reference = resolve_reference(
        text, context.index, context.lexicon, room=room or context.room, recent=context.focus.parts, own=context.own
    )
    parts = tuple(dict.fromkeys(p for t in reference.targets if not t.ambiguous for p in t.parts))
    owner = owner_in(text, context)
    if owner is not None:
        own = owned_devices(owner, context) or _of_child(owner, context)
        named = [m for m in reference.spans if m.what is Named.KIND]
        theirs = tuple(Part(d) for m in named for kind in m.ids for d in context.index.of_kind(kind) if d in own)
        parts = tuple(p for p in parts if p.device in own) or (theirs if len(theirs) == 1 else parts)
    return parts if len(parts) <= _MOST_PARTS else ()


def _of_child(person: str, context: Context) -> frozenset[str]:
    """What stands in the children's room, where the only child has no room of their own name."""
    home = context.index.home
    children = [p.id for p in home.people if p.role is PersonRole.CHILD]
    rooms = frozenset(r.id for r in home.rooms if any(spans_of("childs_room", normal(n)) for n in (r.name, *r.aliases)))
    return frozenset(context.index.in_rooms(rooms)) if children == [person] and rooms else frozenset()


@dataclass(frozen=True, kw_only=True)
class SaidValue:
    """A value that a device can take, and where it was said."""

    order: Order
    span: Span
    said: str


def values_for(part: Part, said: Spoken, piece: Span, *, qualities: Collection[str] = ()) -> tuple[SaidValue, ...]:
    """All that a piece of a text names and the part can take, in their order, without those that it turns down. `qualities`: of what a
    bare number may be, beside what the piece itself says."""
    lex = said.context.lexicon
    spoken = (*qualities_in(said.text[piece.start : piece.end], lex), *qualities)
    found: list[SaidValue] = []
    for texts, counted in _candidates(said, piece):
        if any(v.span.overlaps(texts[-1][1]) for v in found):
            continue
        made = next((v for text, span in texts if (v := _value(part, text, span, said, spoken if counted else ()))), None)
        if made is not None and not any(v.span.overlaps(made.span) for v in found):
            found.append(made)
    return tuple(sorted((v for v in found if not _is_turned_down(v.span, said.text)), key=lambda v: v.span))


def _candidates(said: Spoken, piece: Span) -> Iterator[tuple[Sequence[tuple[str, Span]], bool]]:
    """Texts that may name a value, each with more and with fewer of the words beside it; whether it is a bare number."""
    text, words = said.text, [w.span for w in said.utterance.words]
    named = [Span(m.start, m.end) for m in said.found if m.what in (Named.DEVICE, Named.COMPONENT, Named.ROOM)]
    for colour in said.context.lexicon.colours:
        yield from ((((m.group(), Span(*m.span())),), False) for m in colour.phrases.pattern.finditer(text) if _within(m.span(), piece))
    for number in numbers(text):
        span = Span(number.start, number.end)
        if not _within(span, piece) or _is_a_time(span, said) or any(span.overlaps(n) for n in named):
            continue
        before = next((w for w in reversed(words) if w.end <= span.start and span.start - w.end <= _AROUND), None)
        behind = next((w for w in words if span.end <= w.start <= span.end + 1), None)
        wider = [Span(before.start, span.end)] if before is not None else []
        wider += [Span(span.start, behind.end)] if behind is not None else []
        yield [(text[s.start : s.end], s) for s in (*wider, span)], True
    counted = [Span(n.start, n.end) for n in numbers(text)]
    free = [w for w in words if _within(w, piece) and not any(w.overlaps(n) for n in (*named, *counted)) and not _is_a_time(w, said)]
    for n, word in enumerate(free):
        following = free[n + 1] if n + 1 < len(free) and free[n + 1].start - word.end <= 1 else None
        pair = [Span(word.start, following.end)] if following is not None else []
        yield [(text[s.start : s.end], s) for s in (*pair, word)], False


def _value(part: Part, text: str, span: Span, said: Spoken, qualities: Sequence[str]) -> SaidValue | None:
    slot = Slot(name=SlotName.VALUE, text=text, span=span)
    for quality in ("", *qualities):
        made = set_to(part, [Wanted(value=slot, quality=quality)], said.context)
        if not isinstance(made, Unfit) and len(made) == 1:
            return SaidValue(order=made[0], span=span, said=text)
    return None


def _is_a_time(span: Span, said: Spoken) -> bool:
    """Whether a number is part of a time that says more than a number."""
    times = said.utterance.time_spans
    for time in (t for t in times if t.overlaps(span)):
        bare = said.text[time.start : time.end].removeprefix("at ").strip() == said.text[span.start : span.end].strip()
        beside = any(o != time and -_BESIDE <= max(o.start, time.start) - min(o.end, time.end) <= _BESIDE for o in times)
        if not bare or beside:
            return True
    return False


def _is_turned_down(span: Span, text: str) -> bool:
    before = any(0 <= span.start - s.end <= 1 for s in spans_of("turned_down_before", text))
    flat = text.replace("'", " ")
    behind = [s for s in spans_of("turned_down_behind", flat) if s.start >= span.end]
    return before or any(len(flat[span.end : s.start].strip()) <= (_AROUND + 3 if CJK.search(text) else 0) for s in behind)


def _within(span: tuple[int, int], piece: Span) -> bool:
    return piece.start <= span[0] and span[1] <= piece.end


@dataclass(frozen=True, kw_only=True)
class Told:
    """A sentence that was told, and what it says of each device that it names."""

    said: Spoken
    orders: tuple[Order, ...]
    """Of the devices that it names; none where it names none, or no value."""
    spans: tuple[Span, ...] = ()
    """Where their values stand."""

    @property
    def is_valued(self) -> bool:
        """Whether it names a value, and not only that something is on or off."""
        return any(order.arguments for order in self.orders)

    @cached_property
    def circumstances(self) -> frozenset[str]:
        """The words that say when or for what it is so, and whose it is."""
        things = (
            m
            for m in self.said.found
            if m.what in (Named.DEVICE, Named.COMPONENT) or any(self.said.context.index.of_kind(k) for k in m.ids)
        )
        taken = [*(Span(m.start, m.end) for m in things), *self.spans, *pointing_in(self.said.text)]
        left = [w for w in self.said.utterance.words if not any(w.span.overlaps(t) for t in taken)]
        lex = self.said.context.lexicon
        plain = [w for w in left if not any(p.pattern.fullmatch(w.text) for p in lex.concepts.values()) and not w.text[:1].isdigit()]
        return frozenset(stem for w in plain for stem in stems_of(w)) - beside()

    @cached_property
    def is_occasional(self) -> bool:
        """Whether it says for which occasion it is so: `for reading`, and not `for the lamp`."""
        text, found = self.said.text, self.said.found
        things = [(m.start, m.end) for m in found if m.what is not Named.ROOM]
        return any(
            not any(0 <= start - occasion.end <= _ARTICLE for start, _ in things)
            for occasion in spans_of("occasion", text)
            if not any(start <= occasion.start < end for start, end in things)
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """All of its words, whatever they say."""
        return frozenset(stem for w in self.said.utterance.words for stem in stems_of(w))


def beside() -> frozenset[str]:
    from yamori.agents.iot.remembered.words import listed

    return frozenset(stem for word in listed("beside") for stem in map(_uninflected, stems(word) or (word,)))


def told_in(text: str, context: Context, now: datetime, *, qualities: Collection[str] = (), known: Collection[Order] = ()) -> Told:
    """What a sentence tells. `known` are the values that were told before: of several the one that is new is meant."""
    said = spoken_of(unquoted(text), context, now)
    orders: list[Order] = []
    spans: list[Span] = []
    for piece, parts in _pieces(said):
        for part in parts:
            found = chosen_of(values_for(part, said, piece, qualities=qualities), known)
            if found:
                orders += [v.order for v in found]
                spans += [v.span for v in found]
            elif (order := _switched(part, said.text[piece.start : piece.end], context)) is not None:
                orders.append(order)
    return Told(said=said, orders=_unique(orders), spans=tuple(spans))


def _unique(orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple({repr(o): o for o in orders}.values())


def chosen_of(values: Sequence[SaidValue], known: Collection[Order]) -> tuple[SaidValue, ...]:
    """One value of each thing that is set: one that is new before one that was told already, else the first."""
    told = {repr(o) for o in known}
    found: dict[tuple[str, str, str, str], SaidValue] = {}
    for value in values:
        key = (value.order.device, value.order.component, value.order.capability, value.order.command)
        if key not in found or (repr(found[key].order) in told and repr(value.order) not in told):
            found[key] = value
    return tuple(found.values())


def _pieces(said: Spoken) -> Iterator[tuple[Span, tuple[Part, ...]]]:
    """The whole where one thing is named, else from each name to the next one."""
    whole = Span(0, len(said.text))
    named = [m for m in said.found if m.what in (Named.DEVICE, Named.COMPONENT, Named.KIND)]
    rooms = frozenset(r for m in said.found if m.what is Named.ROOM for r in m.ids)
    if len(said.parts) == 1 or len(named) < 2:
        yield whole, said.parts
        return
    room = next(iter(rooms)) if len(rooms) == 1 else None
    for n, mention in enumerate(named):
        end = named[n + 1].start if n + 1 < len(named) else len(said.text)
        piece = Span(mention.start, end)
        near = room or _room_of(named[:n], said.context)
        yield piece, parts_in(said.text[mention.start : mention.end], said.context, room=near)


def _room_of(before: Sequence[Mention], context: Context) -> str | None:
    """Where what was named before is: `the blinds of the den, and the lamp in there`."""
    rooms = {context.index.devices[p.device].room for m in before for p in m.parts}
    return next(iter(rooms)) if len(rooms) == 1 else None


def _switched(part: Part, piece: str, context: Context) -> Order | None:
    lex = context.lexicon
    shown = piece
    for mention in sorted(mentions(piece, context.index, lex), key=lambda m: -m.start):
        shown = f"{shown[: mention.start]}□{shown[mention.end :]}"
    for name in _SWITCHED:
        sense = sense_called(name, lex)
        if sense.phrases.found(shown) is not None and (order := switch(part, sense, frozenset(), context)) is not None:
            return order
    return None
