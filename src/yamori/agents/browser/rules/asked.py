"""Whether a sentence asks outright for something to be looked up on the web, and for what. The words are in `words/`. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from yamori.agents.browser.rules.addresses import ADDRESS
from yamori.agents.browser.rules.spoken import asks, sentences
from yamori.agents.browser.rules.word_order import order_of
from yamori.domain.language import language_of
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.splitting import split_clauses
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.words_of import tokens_of

_ENDS = " \t\n,.!?:、。！？："
LONGEST = 500
"""Characters of a sentence that may ask for the web; a longer one is dictated to somebody else."""
_SLOT = re.compile(r"\{(\w+)(\??)\}")


@dataclass(frozen=True, kw_only=True)
class Asked:
    what: str
    """What they want to know, in their words."""
    is_whole: bool
    """The sentence asks for nothing else."""


def asked_in(text: str, now: datetime) -> Asked | None:
    """None where nothing of the sentence asks for the web."""
    if len(text) > LONGEST:
        return None
    pieces = split_clauses(text)
    language = utterance_of(text, now).language
    what = _wanted(text, language)
    beside = order_of(_words()[language]).beside(pieces) if what and len(pieces) > 1 else ()
    if language == "ja" and what and text.strip(_ENDS).endswith(what):  # 見てくれる？ランプをつけて: no part of it
        beside = (*beside, what)
    if what and not any(_is_order(piece, now) for piece in beside):
        return Asked(what=what, is_whole=True)
    told = sentences(text)
    if len(told) > 1 and (what := _wanted(told[-1], language)) and not any(_is_order(one, now) for one in told[:-1]):
        if what.lower() in _words()[language]["stands_for"]:
            return Asked(what=" ".join(told[:-1]), is_whole=True)
        if not any(map(asks, told[:-1])):
            return Asked(what=what, is_whole=True)
    found = [what for piece in pieces if (what := _wanted(piece, language))] if len(pieces) > 1 else []
    return Asked(what=found[0], is_whole=False) if found else None


def is_operation(text: str) -> bool:
    """Whether a sentence outright wants something done on a website: it begins with one, or a clause of doing ends with its address."""
    if len(text) > LONGEST:
        return False
    language = utterance_language(text)
    if language not in _words():
        return False
    bare = without_courtesy(text, language)
    address = ADDRESS.search(bare)
    return order_of(_words()[language]).is_done_on_site(bare, address, _words()[language])


def is_for_a_site(text: str) -> bool:
    """Whether a request that this agent was given speaks of a website to be used: by its address anywhere, or as such (`from their online
    shop`) where something is to be done with one of the verbs of doing."""
    language = utterance_language(text)
    if len(text) > LONGEST or language not in _words():
        return False
    if ADDRESS.search(text) is not None:
        return True
    if not _pattern_of(tuple(_words()[language]["sites"]), _edge(language)).search(text):
        return False
    if language == "ja":
        return not text.rstrip(_ENDS).endswith(tuple(_words()["ja"]["finding"]))
    bare = [without_courtesy(piece, language).lower() for piece in sentences(text)]
    return any(piece.startswith(tuple(f"{verb} " for verb in _words()["en"]["doing"])) for piece in bare)


def names_web(text: str) -> bool:
    """Whether a text says that something is to be on the web: by a name of the web, or a kind of website."""
    language = utterance_language(text)
    return language in _words() and _named(language).search(text) is not None


def says_web(text: str) -> bool:
    """The same by a name of the web itself, or a verb with one in it."""
    language = utterance_language(text)
    return language in _words() and _pattern_of(_names(language, "place", "searching"), _edge(language)).search(text) is not None


def without_web(text: str, language: str) -> str:
    """A text without the name of the web that it begins or ends with, and without what makes it the object of a verb."""
    if language not in _words():
        return text
    edge, held = _edge(language), _words()[language]
    name = f"{edge}(?:{_any_of(_names(language, 'online', 'place'))}){edge}"
    after = f"(?:{_any_of(tuple(held['lead' if edge else 'within']))}){edge}"
    bare = re.sub(rf"^{name}[\s,、]*{f'(?:{after})?' if edge else after}", "", text.strip(_ENDS), flags=re.IGNORECASE)
    bare = re.sub(rf"[\s,、]*{name}{'' if edge else after}$", "", bare, flags=re.IGNORECASE).strip(_ENDS)
    objects = sorted(held.get("object", ()), key=len, reverse=True)
    return bare.removesuffix(next((one for one in objects if bare.endswith(one)), "")).strip(_ENDS)


def is_asked_with(verbs: Sequence[str], text: str) -> bool:
    """Whether one of the verbs is what a text asks for: it stands where its language puts the verb of a request."""
    language = utterance_language(text)
    return language in _words() and order_of(_words()[language]).sought(without_courtesy(text, language), verbs) is not None


def is_at_site(text: str) -> bool:
    """Whether something is to be done at, or had from, a kind of website: `from their online shop`."""
    language = utterance_language(text)
    if language not in _words() or not is_for_a_site(text):
        return False
    words = _words()[language]
    sites, at = _any_of(tuple(words["sites"])), _any_of(tuple(words.get("to_address", words["at_address"])))
    before = rf"\b(?:{at})\s+(?:\S+\s+){{0,4}}?(?:{sites})\b" if _edge(language) else rf"(?:{sites})(?:{at})"
    return re.search(before, text, re.IGNORECASE) is not None


def wants_to_know(text: str) -> bool:
    """`I want to know …`, …知りたい: no question by its form."""
    return language_of(text).value == "ja" and text.rstrip(_ENDS).removesuffix("です").endswith(tuple(_words()["ja"]["wondering"]))


def found_out(text: str, now: datetime) -> str | None:
    """What a request wants found out, where it does not say where; None for one that wants anything else."""
    language = utterance_of(text, now).language
    if language not in _words() or len(text) > LONGEST:
        return None
    bare = without_courtesy(text, language)
    sought = order_of(_words()[language]).sought(bare, _words()[language]["finding"])
    return (sought or "").strip(_ENDS) or None


def utterance_language(text: str) -> str:
    return language_of(ADDRESS.sub(" ", text)).value


def _is_order(piece: str, now: datetime) -> bool:
    """Whether a clause wants something done, and is no part of what is searched for (`salt and vinegar crisps`)."""
    utterance = utterance_of(piece, now)
    if mood_of(utterance) is not Mood.REQUEST:
        return False
    if utterance.vocabulary.morphemes:
        return not piece.endswith(tuple(_words().get(utterance.language, {}).get("object", ())))
    said = tokens_of(without_courtesy(piece, utterance.language).lower())
    return len(said) > 1 and said[1] in utterance.vocabulary.function_words  # `dim the …`, `turn it off`


def _wanted(clause: str, language: str) -> str:
    """What a clause asks the web for; empty where it does not."""
    if language not in _words():
        return ""
    bare = without_courtesy(clause, language)
    for form in _forms(language):
        if (match := form.fullmatch(bare)) is not None:
            what = match["what"].strip(_ENDS)
            last = what.rsplit(None, 1)[-1].lower() if what else ""
            first = what.split(None, 1)[0].lower() if what else ""
            if re.search(r"\w", what) and first not in _words()[language]["not_sought"] and last not in _words()[language]["unfinished"]:
                return what
    return ""


def without_courtesy(clause: str, language: str) -> str:
    words, bare = _words()[language], clause.strip(_ENDS)
    before, after = _courtesy(tuple(words["polite_before"]), tuple(words["polite_after"]), _edge(language))
    while (match := before.match(bare)) is not None:
        bare = bare[match.end() :].strip(_ENDS)
    while (match := after.search(bare)) is not None:
        bare = bare[: match.start()].strip(_ENDS)
    return bare


@cache
def _courtesy(before: tuple[str, ...], after: tuple[str, ...], edge: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(rf"(?:{_any_of(before)}){edge}[\s,、]*", re.IGNORECASE),
        re.compile(rf"[\s,、]*{edge}(?:{_any_of(after)})$", re.IGNORECASE),
    )


def _edge(language: str) -> str:
    """Of a word, in a pattern: where words stand apart."""
    return "" if vocabulary(language).morphemes else r"\b"


@cache
def _forms(language: str) -> Sequence[re.Pattern[str]]:
    """One pattern for each form."""
    return tuple(re.compile(_pattern(form, language), re.IGNORECASE) for form in _words()[language]["forms"])


def _pattern(form: str, language: str) -> str:
    parts: list[str] = []
    at = 0
    for slot in _SLOT.finditer(form):
        parts.append(_literal(form[at : slot.start()]))
        name, optional = slot[1], slot[2]
        if name == "what":
            parts.append("(?P<what>.+)" if form.endswith("{what}") else "(?P<what>.+?)")
        else:
            any_of = f"(?:{_any_of(tuple(_words()[language][name]))})"
            parts.append(f"(?:{any_of}{_edge(language)})?" if optional else any_of)
        at = slot.end()
    parts.append(_literal(form[at:]))
    return "".join(parts)


def _literal(text: str) -> str:
    return r"[\s,:]*".join(re.escape(part) for part in text.split(" ")) if " " in text else re.escape(text)


def _any_of(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word).replace("\\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


def _names(language: str, *lists: str) -> tuple[str, ...]:
    return tuple(name for held in lists for name in _words()[language].get(held, ()))


def _named(language: str) -> re.Pattern[str]:
    return _pattern_of(_names(language, "online", "place", "sites", "searching"), _edge(language))


@cache
def _pattern_of(names: tuple[str, ...], edge: str) -> re.Pattern[str]:
    return re.compile(rf"{edge}(?:{_any_of(names)}){edge}", re.IGNORECASE)


@cache
def _words() -> Mapping[str, Mapping[str, Any]]:
    """By language."""
    found = sorted((Path(__file__).parents[1] / "words").glob("*.yaml"))
    return {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in found}
