"""Japanese loanwords by the sound of the English word that they came from: バックスピン is `backspin`, オーバーハング `overhang`.

Appliances are documented in English and spoken of in Japanese with the same words in katakana. Both are brought to the consonants that
a Japanese ear keeps apart; no list of words is needed. No library does this in reverse (from katakana to a given English word).
"""

import re
from functools import lru_cache
from itertools import groupby

import jaconv

from yamori.agents.iot.rules.words import name_words

KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]{3,}")
_SHORTEST = 3
"""Consonants that a word must have to be recognised by them."""
_SPELLED = (
    (r"tion\b", "shon"), (r"sch", "sk"), (r"ph", "h"), (r"th", "s"), (r"tch", "ch"), (r"ck", "k"), (r"c(?=[eiy])", "s"),
    (r"g(?=[eiy])", "j"), (r"qu", "k"), (r"ch", "C"), (r"sh", "S"), (r"c", "k"), (r"x", "ks"), (r"kn", "n"), (r"wr", "r"),
    (r"r(?![aeiouy])", ""),
)  # fmt: skip
"""How English is spelled, as a Japanese ear hears it."""
_ROMAN = (("tch", "C"), ("cch", "C"), ("ch", "C"), ("sh", "S"), ("ty", "C"))
"""How jaconv writes katakana."""
_ALIKE = str.maketrans({"v": "b", "l": "r", "f": "h", "z": "s", "q": "k", "m": "n", "w": "", "y": "", "j": "S"})


def undoubled(text: str) -> str:
    """A text in which no letter stands twice in a row."""
    return "".join(letter for letter, _ in groupby(text))


def _skeleton(sounds: str) -> str:
    consonants = "".join(c for c in sounds if c not in "aeiou'-").translate(_ALIKE)
    return undoubled(consonants)


@lru_cache(maxsize=4_000)
def consonants(katakana: str) -> str:
    """The consonants of a run of katakana; empty for one too short to tell."""
    roman = jaconv.kana2alphabet(jaconv.kata2hira(katakana.replace("ー", "")))
    for written, sound in _ROMAN:
        roman = roman.replace(written, sound)
    found = _skeleton("".join(c for c in roman if c.isascii() and c.isalpha()))
    return found if len(found) >= _SHORTEST else ""


@lru_cache(maxsize=8_000)
def sounds(word: str) -> str:
    """The consonants of an English word as they become Japanese."""
    spelled = word.lower()
    for pattern, sound in _SPELLED:
        spelled = re.sub(pattern, sound, spelled)
    return _skeleton(spelled)


@lru_cache(maxsize=4_000)
def sounds_of(text: str) -> frozenset[tuple[str, str]]:
    """(sound, word) of each English word of documentation."""
    words = {w for part in name_words(text) for w in re.findall(r"[a-z]+", part)}
    return frozenset((s, w) for w in words if len(s := sounds(w)) >= _SHORTEST)
