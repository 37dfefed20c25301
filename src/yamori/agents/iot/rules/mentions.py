"""Whom a sentence speaks of: names of this home's devices, rooms and floors, and kinds of things, found in its words."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from rapidfuzz import fuzz, process

from yamori.agents.iot.rules.names import HomeIndex, Name, Named, Part
from yamori.agents.iot.rules.opposites import adjective, is_called, is_opposite
from yamori.agents.iot.rules.word_lists import begins, ends, is_form
from yamori.agents.iot.rules.words import CJK, Lexicon, Token, normal, tokens

TYPO = 84.0
"""Similarity from which a word of five letters or more counts as a misspelt name (`kitchin`)."""

_ARTICLES = re.compile(r"(?:\b(?:the|my|our|your|a|an|all|every|each|both|of|any)\s+)+□")
_JOINED = re.compile(r"□(?:\s*(?:,|、|・|&|\band\b|\bin\b|\bon\b|\bof\b|\bat\b|'s|と|や|の)\s*(?:,|\band\b)?\s*□)+")

_RANK = {Named.COMPONENT: 0, Named.DEVICE: 1, Named.ROOM: 2, Named.FLOOR: 2, Named.KIND: 3}


@dataclass(frozen=True)
class Mention:
    """A segment of the sentence (in normal form) that names something; `ids` are all that bear the name."""

    start: int
    end: int
    what: Named
    ids: tuple[str, ...]
    plural: bool = False
    """Said of several: in the plural, or with `every` or 全部 beside it."""
    parts: tuple[Part, ...] = ()
    """Those whose whole name it is; only where there are none, those of whose longer names it is a shorter form."""
    longer: tuple[Part, ...] = ()
    """Others whose longer names contain it: meant only where several are."""
    unspaced: bool = False
    """Said in a language whose words do not stand apart, and have no plural."""
    text: str = ""
    places: tuple[str, ...] = ()
    """The rooms that bear the same name as the device."""
    barred: frozenset[str] = frozenset()
    """Devices that an adjective beside the name rules out (`rear`: all that are called front)."""


_MOST_KEPT = 256
"""Texts of a home of which the mentions are kept: the pieces of the last few sentences."""

_kept: WeakKeyDictionary[HomeIndex, dict[tuple[str, Named], tuple["Mention", ...]]] = WeakKeyDictionary()


def mentions(text: str, index: HomeIndex, lexicon: Lexicon, *, homonym: Named = Named.DEVICE) -> tuple[Mention, ...]:
    """The mentions in a text in normal form, in order, the longest where they overlap. `homonym` says what a name stands for that a
    device shares with a room or floor, where the words beside it do not tell."""
    kept = _kept.setdefault(index, {})
    key = (text, homonym)
    found = kept.get(key)
    if found is None:
        found = _mentions(text, index, lexicon, homonym)
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        kept[key] = found
    return found


def _mentions(text: str, index: HomeIndex, lexicon: Lexicon, homonym: Named) -> tuple[Mention, ...]:
    words = tuple(t for t in tokens(text) if t.is_word)
    found = [*_english(words, index, lexicon), *_japanese(text, index)]
    others = _other_words(text, lexicon) if any(m.what is Named.KIND for m in found) else _OtherWords()
    found = [m for m in found if not _is_verb(m, text, lexicon) and not _inside_other(m, others)]
    found = [m for m in found if not _is_offered(m, found, index, lexicon)]
    found = [m for m in found if not _is_the_place(m, found, text, homonym)]
    components = [m for m in found if m.what is Named.COMPONENT]
    found = [m for m in found if m not in components or not _elsewhere(m, found, index)]
    taken: list[Mention] = []
    joined = [m for m in found if not _shares_its_kind(m, found, text)]
    for mention in sorted(joined, key=lambda m: (m.start - m.end, _RANK[m.what], m.start)):
        if all(mention.end <= t.start or mention.start >= t.end for t in taken):
            taken.append(mention)
    taken = [_with_places(m, found, index) for m in taken]
    words_for_all = tuple(m.span() for m in lexicon.marks["all"].pattern.finditer(text))
    taken = [replace(m, plural=m.plural or _is_of_several(m, text, words_for_all)) for m in taken]
    taken = [_qualified(m, text, index, lexicon) for m in taken]
    ordered: list[Mention] = []
    for mention in sorted(taken, key=lambda m: m.start):
        if ordered and (whole := _as_part(ordered[-1], mention, components, text, index, lexicon)):
            ordered[-1] = whole
        else:
            ordered.append(mention)
    return tuple(ordered)


def _qualified(mention: Mention, text: str, index: HomeIndex, lexicon: Lexicon) -> Mention:
    """A thing's name with what an adjective beside it rules out; the adjective is a part of the name where it tells things apart."""
    if mention.what in (Named.ROOM, Named.FLOOR):
        return mention
    found = adjective(text, mention.start, mention.end, lexicon)
    if found is None:
        return mention
    called = {p.device for p in (*mention.parts, *mention.longer)}
    called |= {d for kind in mention.ids for d in index.of_kind(kind)} if mention.what is Named.KIND else set()
    labels = {d: (index.devices[d].name, *index.devices[d].aliases) for d in called}
    word = found.group()
    so_called = {d for d, own in labels.items() if any(is_called(n, word, lexicon) for n in own)}
    counterparts = {d for d, own in labels.items() if any(is_opposite(n, word, lexicon) for n in own)}
    barred = frozenset(called - so_called if so_called else counterparts)
    if not barred:
        return mention
    start, end = min(mention.start, found.start()), max(mention.end, found.end())
    return replace(mention, start=start, end=end, barred=barred)


def _is_the_place(mention: Mention, found: Iterable[Mention], text: str, homonym: Named) -> bool:
    """Whether a device's name means the room that bears it too: `the lights in the study`, though a lamp is called `Study`."""
    if mention.what is not Named.DEVICE:
        return False
    if not any(m.what in (Named.ROOM, Named.FLOOR) and (m.start, m.end) == (mention.start, mention.end) for m in found):
        return False
    things = (m for m in found if m.what is Named.KIND and m.plural and m.start >= mention.end)
    of_several = any(is_form(text[mention.end : m.start], "part_of") for m in things)
    inside = ends(text[: mention.start], "inside") or _INSIDE_JA.match(text, mention.end)
    return homonym is not Named.DEVICE or of_several or inside is not None


_INSIDE_JA = re.compile(r"の中|では?(?!す)|に(?:ある|いる)")


def _with_places(mention: Mention, found: Iterable[Mention], index: HomeIndex) -> Mention:
    """A device's name with the rooms that bear it too (a lamp called `Study`)."""
    if mention.what is not Named.DEVICE:
        return mention
    same = (m for m in found if m.what in (Named.ROOM, Named.FLOOR) and (m.start, m.end) == (mention.start, mention.end))
    return replace(mention, places=tuple(sorted({room for m in same for room in _rooms_of(m, index)})))


def _rooms_of(place: Mention, index: HomeIndex) -> Iterable[str]:
    return place.ids if place.what is Named.ROOM else (r for f in place.ids for r in index.rooms_of_floor(f))


def _is_of_several(mention: Mention, text: str, words_for_all: Sequence[tuple[int, int]]) -> bool:
    """Whether one of the words for all of them, which come in the order of the text, stands beside the name."""
    before = bisect_right(words_for_all, mention.start, key=lambda word: word[1]) - 1
    if before >= 0 and is_form(text[words_for_all[before][1] : mention.start], "up_to_name"):
        return True
    after = bisect_left(words_for_all, mention.end, key=lambda word: word[0])
    if after == len(words_for_all):
        return False
    start, end = words_for_all[after]
    return CJK.search(text, start, end) is not None and is_form(text[mention.end : start], "from_name")


def _as_part(first: Mention, second: Mention, components: list[Mention], text: str, index: HomeIndex, lexicon: Lexicon) -> Mention | None:
    """`the fridge door`, 冷蔵庫のドア, `the light of the hood`: the component so called, or else the device; the part is no device."""
    between = text[first.end : second.start]
    devices = (Named.DEVICE, Named.COMPONENT)
    if {first.what, second.what} == set(devices) and is_form(between, "part_of"):
        device, component = (first, second) if first.what is Named.DEVICE else (second, first)
        own = tuple(p for p in component.parts if any(p.device == d.device for d in device.parts))
        ids = tuple(f"{p.device}/{p.component}" for p in own)
        return replace(component, start=first.start, end=second.end, ids=ids, parts=own) if own else None
    if first.what in devices and second.what is Named.KIND and is_form(between, "part_of"):
        whole, part = first, second
    elif first.what is Named.KIND and second.what is Named.DEVICE and is_form(between, "of_whole"):
        whole, part = second, first
    else:
        return None
    inner = tuple(
        Part(p.device, c)
        for p in whole.parts
        for c in index.devices[p.device].components
        if c != "main" and p.component is None and _is_of_kind(c, part.ids, lexicon)
    )
    if inner:
        ids = tuple(f"{p.device}/{p.component}" for p in inner)
        return replace(whole, start=first.start, end=second.end, what=Named.COMPONENT, ids=ids, parts=inner)
    return replace(whole, end=second.end) if whole is first else None


def _is_of_kind(component: str, kinds: tuple[str, ...], lexicon: Lexicon) -> bool:
    own = [k for k, p in lexicon.kinds.items() if normal(component) in p.words]
    return any(parent in kinds for k in own for parent in lexicon.kind_lineage(k))


def _shares_its_kind(mention: Mention, found: Iterable[Mention], text: str) -> bool:
    """居間と台所の電気 is not 居間 and the device called 台所の電気, but the lights of both rooms."""
    if mention.what is not Named.DEVICE:
        return False
    inner = [m for m in found if mention.start <= m.start and m.end <= mention.end and m is not mention]
    rooms = [m for m in inner if m.what is Named.ROOM and m.start == mention.start]
    kinds = [m for m in inner if m.what is Named.KIND and m.end == mention.end]
    if not rooms or not kinds or not is_form(text[max(r.end for r in rooms) : min(k.start for k in kinds)], "part_of"):
        return False
    before = [m for m in found if m.what is Named.ROOM and m.end <= mention.start]
    return any(is_form(text[m.end : mention.start], "joining_names") for m in before)


def _begins_an_order(before: str) -> bool:
    """Whether an order can begin behind this."""
    return before.rstrip()[-1:] in ("", ",", ";", ".") or ends(before, "before_orders")


def _is_verb(mention: Mention, text: str, lexicon: Lexicon) -> bool:
    """`Lock the door` names no lock: a kind's word that begins a clause and is something people ask for."""
    if mention.what is not Named.KIND or mention.plural or mention.unspaced or not _begins_an_order(text[: mention.start]):
        return False
    word = text[mention.start : mention.end]
    if any((m := s.phrases.pattern.match(text, mention.start)) and m.end() > mention.end for s in lexicon.senses):
        return True  # `light up the hall`
    if word == "light" and begins(text[mention.end :].lstrip(), "owning"):
        return True
    return any(word in sense.phrases.spaced or sense.name == word for sense in lexicon.senses)


@dataclass(frozen=True, kw_only=True)
class _OtherWords:
    """Where words stand that hold the word of a kind and do not name it."""

    colours: tuple[tuple[int, int], ...] = ()
    steps: tuple[tuple[int, int], ...] = ()


def _other_words(text: str, lexicon: Lexicon) -> _OtherWords:
    shades = (*(t.phrases for t in lexicon.tones), *(c.phrases for c in lexicon.colours))
    return _OtherWords(
        colours=tuple(m.span() for p in shades for m in p.pattern.finditer(text)),
        steps=tuple(m.span() for s in lexicon.steps for m in s.phrases.pattern.finditer(text)),
    )


def _inside_other(mention: Mention, others: _OtherWords) -> bool:
    """電球色 names no 電球, `more light` no light: a kind's word inside a longer one for a colour, a shade or a request."""
    if mention.what is not Named.KIND:
        return False
    spans = others.colours if mention.unspaced else (*others.colours, *others.steps)
    return any(start <= mention.start and mention.end <= end and end - start > mention.end - mention.start for start, end in spans)


def _is_offered(mention: Mention, found: Iterable[Mention], index: HomeIndex, lexicon: Lexicon) -> bool:
    """The music in `the music on the speaker` is what that device does, not another thing."""
    if mention.what is not Named.KIND or not set(mention.ids) & set(lexicon.offers):
        return False
    named = (p.device for m in found if m.what in (Named.DEVICE, Named.COMPONENT) for p in m.parts)
    return any(index.kinds_of[d] & set(mention.ids) for d in named)


def _elsewhere(component: Mention, found: Iterable[Mention], index: HomeIndex) -> bool:
    """Whether a component's name is also a kind of which other devices exist: `light` is hardly the lamp inside the hood."""
    own = {p.device for p in component.parts}
    same = [m for m in found if m.what is Named.KIND and (m.start, m.end) == (component.start, component.end)]
    return any(d not in own for m in same for kind in m.ids for d in index.of_kind(kind))


def _english(words: tuple[Token, ...], index: HomeIndex, lexicon: Lexicon) -> Iterable[Mention]:
    for i, token in enumerate(words):
        names = [*index.by_first_word.get(token.stem, []), *index.by_first_word.get(owner.stem, [])] if (owner := _owner(token)) else []
        names = names or index.by_first_word.get(token.stem, [])
        if not names and len(token.text) >= 5 and token.text not in lexicon.vocabulary:
            near = process.extractOne(token.stem, index.by_first_word.keys(), scorer=fuzz.ratio, score_cutoff=TYPO)
            names = index.by_first_word[near[0]] if near and near[0][0] == token.stem[0] else []
            yield from _matches(words, i, names, fuzzy=True)
        else:
            yield from _matches(words, i, names, fuzzy=False)


def _owner(token: Token) -> Token | None:
    """`Hood` in `the hood's light`."""
    return Token(token.start, token.end - 2, token.text[:-2]) if token.text.endswith("'s") else None


def _matches(words: tuple[Token, ...], i: int, names: list[Name], *, fuzzy: bool) -> Iterable[Mention]:
    grouped: dict[tuple[Named, tuple[str, ...], Token], list[Name]] = {}
    for name in names:
        span = words[i : i + len(name.words)]
        if len(span) < len(name.words):
            continue
        last = span[-1]
        if last.stem != name.words[-1] and (owner := _owner(last)) is not None:
            last = owner  # what follows belongs to the thing of that name
        said = (*(t.stem for t in span[:-1]), last.stem)
        if said[1:] == name.words[1:] and (fuzzy or said[0] == name.words[0]):
            grouped.setdefault((name.what, name.words, last), []).append(name)
    for (what, _, last), same in grouped.items():
        plural = last.text != last.stem and last.text != same[0].surface.split(" ")[-1]
        yield _mention(words[i].start, last.end, what, same, plural)


def _japanese(text: str, index: HomeIndex) -> Iterable[Mention]:
    grouped: dict[tuple[int, int, Named], list[Name]] = {}
    for name in index.unspaced:
        start = text.find(name.surface)
        while start >= 0:
            grouped.setdefault((start, start + len(name.surface), name.what), []).append(name)
            start = text.find(name.surface, start + 1)
    for (start, end, what), same in grouped.items():
        if end - start > 1 or _stands_alone(text, start, end):
            yield replace(_mention(start, end, what, same, plural=False), unspaced=True)


_KANJI = re.compile(r"[\u4e00-\u9fff]")
_PARTICLE = re.compile(r"[のをにはがもでとへ、。,!?！？\s]|(?:だけ|以外|全部|ぜんぶ|すべて|かけ|しめ|あけ|閉|開|かか|って)|$")


def _stands_alone(text: str, start: int, end: int) -> bool:
    """A name of one character is a word of its own: 上の電気, but not 上げて, 施錠 or 以上."""
    return not (start and _KANJI.match(text[start - 1])) and _PARTICLE.match(text, end) is not None


def _mention(start: int, end: int, what: Named, same: list[Name], plural: bool) -> Mention:
    bearers = [n for n in same if n.whole] or same
    parts = tuple(dict.fromkeys(p for n in bearers for p in n.parts))
    longer = tuple(dict.fromkeys(p for n in same for p in n.parts if p not in parts))
    ids = tuple(dict.fromkeys(n.id for n in bearers))
    return Mention(start, end, what, ids, plural, parts, longer, text=bearers[0].surface)


def masked(text: str, found: Iterable[tuple[int, int]]) -> str:
    """The text with each span replaced by `□`, so that what is asked can be read apart from whom it is asked of."""
    out, at = "", 0
    for start, end in sorted(found):
        if start < at:
            continue
        out += text[at:start] + "□"
        at = end
    return _JOINED.sub("□", _ARTICLES.sub("□", out + text[at:]))


__all__ = ["Mention", "masked", "mentions", "normal"]
