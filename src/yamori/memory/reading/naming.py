"""What people call a thing, or themselves: `call the floor lamp the big lamp`, フロアランプを大きいランプと呼んで. Pure."""

import re
from dataclasses import replace

from yamori.domain.language import Language, language_of
from yamori.memory.reading.vocabulary import folded, pieces_of, starts, words_for
from yamori.memory.reading.wanted import Known
from yamori.memory.statement import Statement, Topic

_ARTICLES = ("the ", "my ", "our ", "a ", "that ")
_MOST_NAMES = 3
"""Words of what a person is called."""
_TOGETHER = ("together", "both")
_LONGEST = 40
"""Characters of a name."""


def alias_in(text: str, known: Known) -> Statement | None:
    """The name that is given to something known; None where nothing known is named, or nothing is called anything."""
    if language_of(text) is Language.JAPANESE:
        return _japanese(text, known)
    heads = (text[: mark.start()] for mark in _MARKS.finditer(text))
    named = next((found for head in heads if (found := _english(head, known)) is not None and found.key != "me"), None)
    return replace(named, words=text) if named is not None else _english(text, known)


_MARKS = re.compile(r"[,;:(–—]|\s-+\s|\.{2,}|…")
"""Behind a name a remark may follow: `we call the heater Old Smoky, don't ask`."""


def _english(text: str, known: Known) -> Statement | None:
    flat = folded(text)
    if (verb := starts(flat, words_for("calls", Language.ENGLISH))) is not None:
        return _after(text, flat[len(verb) :].strip(), known)
    if (lead := starts(flat, words_for("means", Language.ENGLISH))) is not None:
        for middle in words_for("i_mean", Language.ENGLISH):
            name, found, thing = flat[len(lead) :].strip().partition(f" {middle} ")
            if found and (target := thing_called(thing, known)) is not None:
                return _alias(text, target, bare_name(name))
    return _said_of(text, flat, known) or _equated(text, flat, known)


def _said_of(text: str, flat: str, known: Known) -> Statement | None:
    """`the blinds are called the eyelids`, `Bertha is what I call the washer`: something known on one side of what says so."""
    for middle in words_for("is_called", Language.ENGLISH):
        before, found, behind = flat.partition(f" {middle} ")
        if not found:
            continue
        if (thing := _last_thing(before, known)) is not None:
            return _alias(text, thing, bare_name(behind)) if thing_called(behind, known) is None else None
        thing = thing_called(behind, known)
        return _alias(text, thing, bare_name(before)) if thing is not None else None
    return None


def _last_thing(text: str, known: Known) -> str | None:
    """The known thing with which a text ends: of `in our house the floor lamp`."""
    words = text.split()
    return next((thing for n in range(len(words)) if (thing := thing_called(" ".join(words[n:]), known)) is not None), None)


def _after(text: str, rest: str, known: Known) -> Statement | None:
    """`the floor lamp the big lamp`, `me Ace`."""
    words = rest.split()
    if len(words) > 1 and words[0] == "me":
        text = text.split(",")[0]
        words = folded(text).split()
        words = words[words.index("me") :] if "me" in words else words
        said = pieces_of(text)[-len(words) + 1 :]
        if len(words) < 2:
            return None
        if words[1] in ("a", "an", "the", "when", "if", "at", "in", "back", "later") or len(said) > _MOST_NAMES:
            return None
        return Statement(topic=Topic.ALIAS, words=text, key="me", value=text[said[0].start : said[-1].end])
    things, behind = _things(words, known)
    if not things:
        return None
    while behind and behind[0] in _TOGETHER:
        behind = behind[1:]
    return _alias(text, " and ".join(things), bare_name(" ".join(behind)))


def _things(words: list[str], known: Known) -> tuple[list[str], list[str]]:
    """The known things that the words begin with, and what follows them: `the lamp and the plug together …`."""
    for count in range(len(words) - 1, 0, -1):
        thing = thing_called(" ".join(words[:count]), known)
        if thing is None:
            continue
        behind = words[count:]
        more, last = _things(behind[1:], known) if behind[:1] == ["and"] else ([], behind)
        return ([thing, *more], last) if more or behind[:1] != ["and"] else ([], words)
    return [], words


def _japanese(text: str, known: Known) -> Statement | None:
    verb = next((v for v in words_for("calls", Language.JAPANESE) if v in text), None)
    if verb is None:
        return _equated_in_japanese(text, known)
    before = text[: text.index(verb)].strip(" 、")
    for particle in ("のことを", "のことは", "のこと、", "を", "は"):
        thing, found, name = before.partition(particle)
        if found and particle == "は" and "を" in name:
            continue
        thing = thing.rpartition("、")[2]
        name = _own_name(name)
        if found and name.strip(" 、"):
            if thing.strip() in words_for("myself", Language.JAPANESE):
                return Statement(topic=Topic.ALIAS, words=text, key="me", value=name.strip(" 、「」"))
            if (target := thing_called(thing, known) or thing_called(_without_whose(thing), known)) is not None:
                return _alias(text, target, name.strip(" 、「」"))
    return None


def _without_whose(thing: str) -> str:
    """The thing, where first is said in whose home it is called so: うちでは."""
    whose = next((word for word in words_for("household", Language.JAPANESE) if thing.startswith(word)), "")
    return thing.removeprefix(whose).lstrip("は、 ")


def _own_name(said: str) -> str:
    """The name itself: what is quoted, or what follows whoever calls it so."""
    quoted = said[said.index("「") + 1 :].partition("」")[0] if "「" in said else ""
    if quoted:
        return quoted
    for word in (*words_for("speaker", Language.JAPANESE), *words_for("household", Language.JAPANESE)):
        if said.startswith(f"{word}は"):
            return said.removeprefix(f"{word}は")
    return said


def _equated(text: str, flat: str, known: Known) -> Statement | None:
    """`the big lamp is the floor lamp`: something that nothing is called yet, and something known."""
    name, found, thing = flat.partition(" is ")
    if not found or not flat.startswith(_ARTICLES) or not thing.startswith(_ARTICLES) or thing_called(name, known) is not None:
        return None
    target = thing_called(thing, known)
    return _alias(text, target, bare_name(name)) if target is not None else None


def _equated_in_japanese(text: str, known: Known) -> Statement | None:
    """`大きいランプはフロアランプのこと`"""
    for lead in (*words_for("means", Language.JAPANESE), "は"):
        name, found, rest = text.partition(lead)
        means = next((m for m in words_for("i_mean", Language.JAPANESE) if m in rest), None)
        ends = means is not None and not rest.partition(means)[2].strip("だよねですわ 。、")
        if found and means is not None and ends and (target := thing_called(rest.partition(means)[0], known)) is not None:
            return _alias(text, target, name.strip(" 、「」"))
    return None


def thing_called(text: str, known: Known) -> str | None:
    """The name of the known thing that a text is, articles aside."""
    said = bare_name(folded(text))
    things = {bare_name(folded(name)): name for name in reversed(tuple(known.things))}
    place, placed, inside = said.partition("の")  # 書斎のデスクライト
    return things.get(said) or (things.get(inside) if placed and place in things else None)


def bare_name(text: str) -> str:
    for article in _ARTICLES:
        text = text.removeprefix(article)
    return text.strip()


def _alias(text: str, thing: str, name: str) -> Statement | None:
    if not name or len(name) > _LONGEST or bare_name(folded(thing)) == name:
        return None
    return Statement(topic=Topic.ALIAS, words=text, key=thing, value=name, shared=True)
