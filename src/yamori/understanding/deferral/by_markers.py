"""What makes a condition in a language that has nothing but its words (`words/*.yaml`)."""

import re

from yamori.understanding.deferral.english import SENTENCE as _SENTENCE
from yamori.understanding.vocabulary import MarkerKind, vocabulary


class ByMarkers:
    """Offers what the modules of English and Japanese do."""

    SENTENCE = _SENTENCE

    def __init__(self, language: str) -> None:
        self.DEFERRING: tuple[re.Pattern[str], ...] = (vocabulary(language).markers[MarkerKind.CONDITION],)

    def defers(self, text: str, start: int, end: int) -> bool:
        return True
