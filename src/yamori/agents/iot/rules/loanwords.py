"""Japanese loanwords by the sound of the English word that they came from: バックスピン is `backspin`, オーバーハング `overhang`.

Appliances are documented in English and spoken of in Japanese with the same words in katakana. Both are brought to the consonants that
a Japanese ear keeps apart, and to the vowels that cannot only fill a cluster (キリン is not `clean`); no list of words is needed. No
library does this in reverse (from katakana to a given English word).
"""

import re
from functools import lru_cache

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


_VOWEL = "."
"""Stands in a skeleton where a vowel is surely sounded between two consonants."""
_FILLING = {"t": "uo", "d": "uo", "C": "ui", "S": "ui", "j": "ui"}
"""The vowels that katakana puts between consonants that follow each other, by what stands before; else `u` alone (クリーン is `clean`)."""


def _syllables(sounds: str) -> list[tuple[str, str]]:
    """Each consonant with the vowels after it; what no Japanese ear keeps apart is one."""
    found: list[tuple[str, str]] = []
    for consonant, vowels in re.findall(r"([^aeiou'-])([aeiou'-]*)", sounds):
        heard = consonant.translate(_ALIKE)
        if not heard:  # w and y
            found[-1:] = [(c, v + "y" + vowels) for c, v in found[-1:]]
        elif found and found[-1][0] == heard:
            found[-1] = (heard, vowels)
        else:
            found.append((heard, vowels))
    return found


@lru_cache(maxsize=4_000)
def consonants(katakana: str) -> str:
    """The consonants of a run of katakana, with the vowels between them that no English cluster has; empty for one too short to tell."""
    roman = jaconv.kana2alphabet(jaconv.kata2hira(katakana.replace("ー", "")))
    for written, sound in _ROMAN:
        roman = roman.replace(written, sound)
    found = _syllables(re.sub(r"[^a-zA-Z]", "", roman))
    if len(found) < _SHORTEST:
        return ""
    kept = [c + (_VOWEL if _is_sounded(c, v, found[n + 1][0]) else "") for n, (c, v) in enumerate(found[:-1])]
    return "".join(kept) + found[-1][0]


def _is_sounded(consonant: str, vowels: str, following: str) -> bool:
    filling = _FILLING.get(consonant, "ui" if (consonant, following) == ("k", "s") else "u")  # ミキサー is `mixer`
    return bool(vowels) and vowels not in tuple(filling)


@lru_cache(maxsize=8_000)
def sounds(word: str) -> frozenset[str]:
    """The consonants of an English word as they become Japanese, with and without each of its vowels: one may sound like a filling one."""
    spelled = word.lower()
    for pattern, sound in _SPELLED:
        spelled = re.sub(pattern, sound, spelled)
    found = _syllables(spelled)
    if len(found) < _SHORTEST:
        return frozenset()
    variants = [""]
    for consonant, vowels in found[:-1]:
        variants = [v + consonant + more for v in variants[:_MOST_VARIANTS] for more in (("", _VOWEL) if vowels else ("",))]
    return frozenset(v + found[-1][0] for v in variants)


_MOST_VARIANTS = 64


@lru_cache(maxsize=4_000)
def sounds_of(text: str) -> frozenset[tuple[str, str]]:
    """(sound, word) of each English word of documentation."""
    words = {w for part in name_words(text) for w in re.findall(r"[a-z]+", part)}
    return frozenset((sound, w) for w in words for sound in sounds(w))
