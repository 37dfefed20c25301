"""From what people say, in two languages, to the words that English documentation uses: `glossary.yaml`, ready to be searched.

Stems are Snowball's (Porter 2), which the field uses for matching English text.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import snowballstemmer
import yaml

from yamori.agents.iot.rules.words import name_words, normal
from yamori.domain.language import is_spaced

_WORD = re.compile(r"[a-z]+")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Snowball's, and of `looser` and `loosen` the same as of `loose`."""
    english = snowballstemmer.stemmer("english")  # its own: a stemmer keeps the word that it is at, and threads would disturb each other
    found = str(english.stemWord(word))
    degree = _DEGREE.fullmatch(word)
    return str(english.stemWord(degree["base"] + ("e" if degree["base"] in ("loos", "wid", "clos", "rip") else ""))) if degree else found


_DEGREE = re.compile(
    r"(?P<base>warm|cool|cold|bright|dark|light|loud|quiet|soft|fast|quick|slow|high|low|deep|long|short|strong|weak|near|thick|tight|loos|wid"
    r"|hard|sharp|sweet|moist|clos|rich|steep|firm|gentl|fresh|clear|damp|rip)(?:er|en|est)"
)
"""Adjectives of degree; Snowball leaves their comparatives as they are."""


@dataclass(frozen=True)
class Glossary:
    unspaced: re.Pattern[str]
    """Everything that is found in Japanese, the longest first; one group each."""
    meanings: tuple[frozenset[str], ...]
    """Of each group, as stems."""
    english: Mapping[str, frozenset[str]]
    """Stem to the stems that documentation may use instead."""


@dataclass(frozen=True)
class Spoken:
    """One word that was said, where, and the stems that documentation may have for it; its own stem first where it is English."""

    start: int
    end: int
    own: str
    also: frozenset[str]


@cache
def glossary() -> Glossary:
    """Read once a process, on first use."""
    file = Path(__file__).parent.parent / "glossary.yaml"
    data = yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    # Longer ones first; a character class counts as one character.
    said = sorted(data["ja"].items(), key=lambda entry: -max(len(re.sub(r"\[.*?\]|\(.*?\)", "x", p)) for p in entry[0].split("|")))
    return Glossary(
        unspaced=re.compile("|".join(f"({pattern})" for pattern, _ in said)),
        meanings=tuple(frozenset(stem(normal(w)) for w in words) for _, words in said),
        english={stem(word): frozenset(stem(w) for w in words) for word, words in data["en"].items()},
    )


@lru_cache(maxsize=512)
def spoken(text: str) -> tuple[Spoken, ...]:
    """Every word of a text in normal form: English ones, and Japanese ones that the glossary knows."""
    held = glossary()
    found = [Spoken(m.start(), m.end(), s := stem(m.group()), held.english.get(s, frozenset())) for m in _WORD.finditer(text)]
    for m in held.unspaced.finditer(text) if not is_spaced(text) else ():
        if not is_spaced(m.group()):
            meaning = held.meanings[(m.lastindex or 1) - 1]
            found.append(Spoken(m.start(), m.end(), "", meaning))
    return tuple(sorted(found, key=lambda s: s.start))


@lru_cache(maxsize=4_000)
def documented(text: str) -> frozenset[str]:
    """The stems of a sentence of documentation, or of an identifier."""
    return frozenset(stem(w) for part in name_words(text) for w in _WORD.findall(part))
