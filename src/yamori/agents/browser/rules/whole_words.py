"""Whether words stand in a text, both folded: whole ones where words stand apart. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from yamori.domain.language import is_spaced


def folded(text: str) -> str:
    """For comparing: one form of each character and case, one blank between words."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def stand_in(words: str | Iterable[str], said: str) -> bool:
    """Whether any of some words stands in a text. A part of `pre-order` is no word."""
    return whole_words((words,) if isinstance(words, str) else tuple(words)).search(said) is not None


@lru_cache(maxsize=512)
def whole_words(words: tuple[str, ...]) -> re.Pattern[str]:
    """What finds any of these words, the longest first, in either case."""
    ordered = [word for word in sorted(words, key=len, reverse=True) if word]
    spaced = "|".join(re.escape(word) for word in ordered if is_spaced(word))
    found = [*([rf"(?<![\w-])(?:{spaced})(?![\w-])"] if spaced else []), *(re.escape(word) for word in ordered if not is_spaced(word))]
    return re.compile("|".join(found) or "(?!)", re.IGNORECASE)
