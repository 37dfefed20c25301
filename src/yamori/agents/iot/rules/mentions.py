"""Whom a sentence speaks of: names of this home's devices, rooms and floors, and kinds of things, found in its words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from yamori.agents.iot.rules.names import HomeIndex, Name, Named, Part
from yamori.agents.iot.rules.words import CJK, Lexicon, Token, normal, tokens

TYPO = 84.0
"""Similarity from which a word of five letters or more counts as a misspelt name (`kitchin`)."""

_ARTICLES = re.compile(r"(?:\b(?:the|my|our|your|a|an|all|every|each|both|of|any)\s+)+□")
_JOINED = re.compile(r"□(?:\s*(?:,|、|・|&|\band\b|\bin\b|\bon\b|\bof\b|\bat\b|'s|と|や|の)\s*(?:,|\band\b)?\s*□)+")

_RANK = {Named.COMPONENT: 0, Named.DEVICE: 1, Named.ROOM: 2, Named.FLOOR: 2, Named.KIND: 3}


@dataclass(frozen=True)
class Mention:
    """A stretch of the sentence (in normal form) that names something; `ids` are all that bear the name."""

    start: int
    end: int
    what: Named
    ids: tuple[str, ...]
    plural: bool = False
    parts: tuple[Part, ...] = ()
    japanese: bool = False


def mentions(text: str, index: HomeIndex, lexicon: Lexicon) -> tuple[Mention, ...]:
    """The mentions in a text in normal form, in order, the longest where they overlap."""
    words = tuple(t for t in tokens(text) if t.text[0].isascii() and t.text[0].isalnum())
    found = [*_english(words, index, lexicon), *_japanese(text, index)]
    found = [m for m in found if not _is_verb(m, text, lexicon) and not _inside_other(m, text, lexicon)]
    found = [m for m in found if not (m.what is Named.COMPONENT and _elsewhere(m, found, index))]
    taken: list[Mention] = []
    for mention in sorted(found, key=lambda m: (m.start - m.end, _RANK[m.what], m.start)):
        if all(mention.end <= t.start or mention.start >= t.end for t in taken):
            taken.append(mention)
    ordered: list[Mention] = []
    for mention in sorted(taken, key=lambda m: m.start):
        if ordered and _is_part_of(mention, ordered[-1], text):
            ordered[-1] = replace(ordered[-1], end=mention.end)
        else:
            ordered.append(mention)
    return tuple(ordered)


def _is_part_of(mention: Mention, before: Mention, text: str) -> bool:
    """The door in `the fridge door` and 冷蔵庫のドア is no device of its own."""
    if mention.what is not Named.KIND or before.what not in (Named.DEVICE, Named.COMPONENT):
        return False
    return re.fullmatch(r"\s*(?:の|'s)?\s*", text[before.end : mention.start]) is not None


_START = re.compile(r"(?:^|[,;.]|\b(?:and|then|please|to|also|just|you|yamori)\b)\s*$")


def _is_verb(mention: Mention, text: str, lexicon: Lexicon) -> bool:
    """`Lock the door` names no lock: a kind's word that begins a clause and is something people ask for."""
    if mention.what is not Named.KIND or mention.plural or mention.japanese or not _START.search(text[: mention.start]):
        return False
    word = text[mention.start : mention.end]
    return any(word in sense.phrases.english or sense.name == word for sense in lexicon.senses)


def _inside_other(mention: Mention, text: str, lexicon: Lexicon) -> bool:
    """電球色 names no 電球: a kind's word inside a longer word for a colour or a shade."""
    if mention.what is not Named.KIND:
        return False
    phrases = [*(t.phrases for t in lexicon.tones), *(c.phrases for c in lexicon.colours)]
    others = (m for p in phrases for m in p.pattern.finditer(text))
    return any(o.start() <= mention.start and mention.end <= o.end() for o in others)


def _elsewhere(component: Mention, found: Iterable[Mention], index: HomeIndex) -> bool:
    """Whether a component's name is also a kind of which other devices exist: `light` is hardly the lamp inside the hood."""
    own = {p.device for p in component.parts}
    same = [m for m in found if m.what is Named.KIND and (m.start, m.end) == (component.start, component.end)]
    return any(d not in own for m in same for kind in m.ids for d in index.of_kind(kind))


def _english(words: tuple[Token, ...], index: HomeIndex, lexicon: Lexicon) -> Iterable[Mention]:
    for i, token in enumerate(words):
        names = index.by_first_word.get(token.stem, [])
        if not names and len(token.text) >= 5 and token.text not in lexicon.vocabulary:
            near = process.extractOne(token.stem, index.by_first_word.keys(), scorer=fuzz.ratio, score_cutoff=TYPO)
            names = index.by_first_word[near[0]] if near and near[0][0] == token.stem[0] else []
            yield from _matches(words, i, names, fuzzy=True)
        else:
            yield from _matches(words, i, names, fuzzy=False)


def _matches(words: tuple[Token, ...], i: int, names: list[Name], *, fuzzy: bool) -> Iterable[Mention]:
    grouped: dict[tuple[Named, tuple[str, ...]], list[Name]] = {}
    for name in names:
        span = words[i : i + len(name.words)]
        rest_fits = all(t.stem == w for t, w in zip(span[1:], name.words[1:], strict=False))
        if len(span) == len(name.words) and rest_fits and (fuzzy or span[0].stem == name.words[0]):
            grouped.setdefault((name.what, name.words), []).append(name)
    for (what, key), same in grouped.items():
        last = words[i + len(key) - 1]
        plural = last.text != last.stem and last.text != same[0].surface.split(" ")[-1]
        yield _mention(words[i].start, last.end, what, same, plural)


def _japanese(text: str, index: HomeIndex) -> Iterable[Mention]:
    grouped: dict[tuple[int, int, Named], list[Name]] = {}
    for name in index.japanese:
        start = text.find(name.surface)
        while start >= 0:
            grouped.setdefault((start, start + len(name.surface), name.what), []).append(name)
            start = text.find(name.surface, start + 1)
    for (start, end, what), same in grouped.items():
        if end - start > 1 or CJK.match(text[start]):
            yield replace(_mention(start, end, what, same, plural=False), japanese=True)


def _mention(start: int, end: int, what: Named, same: list[Name], plural: bool) -> Mention:
    parts = tuple(dict.fromkeys(p for n in same for p in n.parts))
    return Mention(start, end, what, tuple(dict.fromkeys(n.id for n in same)), plural, parts)


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
