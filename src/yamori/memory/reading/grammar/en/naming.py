"""What somebody calls a thing, or themselves: `call the floor lamp the big lamp`."""

import re
from dataclasses import replace

from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.things import ARTICLES, bare_name, named, thing_called
from yamori.memory.reading.vocabulary import folded, pieces_of, starts
from yamori.memory.reading.wanted import Known
from yamori.memory.statement import Statement, Topic


def alias(text: str, known: Known) -> Statement | None:
    heads = (text[: mark.start()] for mark in _MARKS.finditer(text))
    found = next((found for head in heads if (found := _alias(head, known)) is not None and found.key != "me"), None)
    return replace(found, words=text) if found is not None else _alias(text, known)


_MARKS = re.compile(r"[,;:(–—]|\s-+\s|\.{2,}|…")
"""Behind a name a remark may follow: `we call the heater Old Smoky, don't ask`."""
_MOST_NAMES = 3
"""Words of what a person is called."""
_TOGETHER = ("together", "both")


def _alias(text: str, known: Known) -> Statement | None:
    flat = folded(text)
    if (lead := starts(flat, words_for("at_home"))) is not None and " " in flat[len(lead) :].strip():
        flat = flat[len(lead) :].strip()
    if (verb := starts(flat, words_for("calls"))) is not None:
        return _after(text, flat[len(verb) :].strip(), known)
    if (lead := starts(flat, words_for("means"))) is not None:
        for middle in words_for("i_mean"):
            name, found, thing = flat[len(lead) :].strip().partition(f" {middle} ")
            if found and (target := thing_called(thing, known)) is not None:
                return named(text, target, bare_name(name))
    return _said_of(text, flat, known) or _equated(text, flat, known)


def _said_of(text: str, flat: str, known: Known) -> Statement | None:
    """`the blinds are called the eyelids`, `Bertha is what I call the washer`: something known on one side of what says so."""
    for middle in words_for("is_called"):
        before, found, behind = flat.partition(f" {middle} ")
        if not found:
            continue
        if (thing := _last_thing(before, known)) is not None:
            return named(text, thing, bare_name(behind)) if thing_called(behind, known) is None else None
        thing = thing_called(behind, known)
        return named(text, thing, bare_name(before)) if thing is not None else None
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
    return named(text, " and ".join(things), bare_name(" ".join(behind)))


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


def _equated(text: str, flat: str, known: Known) -> Statement | None:
    """`the big lamp is the floor lamp`: something that nothing is called yet, and something known."""
    name, found, thing = flat.partition(" is ")
    if not found or not flat.startswith(ARTICLES) or not thing.startswith(ARTICLES) or thing_called(name, known) is not None:
        return None
    target = thing_called(thing, known)
    return named(text, target, bare_name(name)) if target is not None else None
