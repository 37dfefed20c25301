"""Numbers in a text: a translation must hold the same ones as what it translates."""

import re
import unicodedata

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_MANY = {"万": 10_000, "億": 100_000_000}
_JAPANESE = re.compile(r"(\d+(?:[.,]\d+)*)\s*([万億])")
_ENGLISH = re.compile(r"(\d+(?:[.,]\d+)*)\s*(thousand|million|billion)", re.IGNORECASE)
_SIZES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_WORDS = {
    word: n
    for n, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"twice": 2, "once": 1, "half": 0.5, "半": 0.5, "dozen": 12}
_WORD = re.compile(r"\b(?:" + "|".join(w for w in _WORDS if w.isascii()) + r")\b", re.IGNORECASE)


def numbers(text: str) -> set[float]:
    """Every number written in digits, with 万 and million made out."""
    plain = unicodedata.normalize("NFKC", text)
    for pattern, sizes in ((_JAPANESE, _MANY), (_ENGLISH, _SIZES)):
        plain = pattern.sub(lambda m, s=sizes: f" {_value(m[1]) * s[m[2].lower()]:.10g} ", plain)  # type: ignore[misc]
    return {_value(m) for m in _NUMBER.findall(plain)}


def spoken(text: str) -> set[float]:
    """Numbers written as English words."""
    return {float(_WORDS[w.lower()]) for w in _WORD.findall(text)}


def same_numbers(original: str, translated: str) -> bool:
    """Whether a translation neither lost a number nor made one up; a small one may be written as a word."""
    here, there = numbers(original), numbers(translated)
    return here <= there | spoken(translated) and there <= here | spoken(original) | {1.0}


def _value(text: str) -> float:
    whole = text.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text) else text.replace(",", ".")
    try:
        return float(whole)
    except ValueError:  # 1.2.3: a version or a date; its digits are what must be kept
        return float(re.sub(r"\D", "", text))
