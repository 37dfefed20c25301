"""Words that say how the times of a sentence are meant, one file a language."""

import re
from functools import cache
from pathlib import Path

from yamori.domain.language import whole_words
from yamori.domain.texts import Texts

_WORDS = Texts(Path(__file__).parent)


def says(low: str, sort: str) -> bool:
    """Whether a text, in lower case, holds a word of a sort, of whatever language."""
    return _finder(sort).search(low) is not None


@cache
def _finder(sort: str) -> re.Pattern[str]:
    return whole_words(word for language in _WORDS.languages() for word in _WORDS.listed(language, sort))
