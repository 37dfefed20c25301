"""Greetings, thanks, a good night, a joke: answered at once, by code, and never taken for an order.

Only a sentence that is nothing else is small talk: it must be one of the phrases in `small_talk_words/` to the last word, marks and a
leading or trailing address aside. What is answered says nothing about the house.
"""

import unicodedata
from datetime import datetime
from pathlib import Path
from typing import cast

from yamori.domain.language import is_spaced, language_of
from yamori.understanding.word_lists import by_language


def small_talk(text: str, *, now: datetime) -> str | None:
    """The answer when the text is nothing but small talk, else None. `now` varies what would be dull each time."""
    languages = by_language(Path(__file__).parent / "small_talk_words")
    kinds = languages[language_of(text).value]
    said = _bare(text, kinds["addresses"])
    found = next((kind for kind in kinds["kinds"].values() if said in kind["said"]), None)
    if found is None:
        return None
    answers = cast(list[str], found["answers"])
    return answers[now.minute % len(answers)]


def _bare(text: str, addresses: list[str]) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'", "")
    words = "".join(" " if unicodedata.category(c)[0] in "PSZ" and c not in "ー〜" else c for c in folded).split()
    if is_spaced(text):
        while words and words[0] in addresses:
            words = words[1:]
        while words and words[-1] in addresses:
            words = words[:-1]
        return " ".join(words) or folded.strip()
    joined = "".join(w.rstrip("ー〜") for w in words)
    for address in addresses:
        joined = joined.removeprefix(address).removesuffix(address)
    return joined
