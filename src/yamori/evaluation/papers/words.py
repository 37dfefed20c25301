"""Whether a text holds a word: a plain decision that both kinds of questions are judged by."""

import re
from functools import lru_cache

from yamori.evaluation.matchers import folded

_LETTER = re.compile(r"[a-z]")
_SENTENCE = re.compile(r"(?<=[。！？!?])\s*|(?<=[.])\s+|\n+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def holds(text: str, word: str) -> bool:
    """Whether the word stands in the text, whatever its case and width and however units are spaced (`80 °C`, `80°C`).

    A Latin word may go on (`slice` is in `slices`) but begins there (`hang` is not in `change`), and a number is a whole one: `3` is not in
    `13`, `3.5` or `1,300`.
    """
    return _pattern(word).search(folded(text)) is not None


def sentences(text: str) -> list[str]:
    """Roughly: what is between full stops or line ends."""
    return [part.strip() for part in _SENTENCE.split(text) if part.strip()]


def numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(folded(text)))


@lru_cache(maxsize=2_000)
def _pattern(word: str) -> re.Pattern[str]:
    plain = folded(word)
    spelled = ""
    for before, char in zip(" " + plain, plain, strict=False):
        if char == " ":
            continue
        apart = before == " " or (not (_LETTER.match(before) and _LETTER.match(char)) and not (before.isdigit() and char.isdigit()))
        spelled += (r"\s*" if spelled and apart else "") + re.escape(char)
    start = r"(?<![a-z])" if _LETTER.match(plain) else r"(?<!\d)(?<!\d[.,])" if plain[:1].isdigit() else ""
    end = r"(?!\d)(?![.,]\d)" if plain[-1:].isdigit() else ""
    return re.compile(start + spelled + end)
