"""How a text is written: in words with spaces between them, or in one run, as Japanese is."""

from yamori.domain.language import language_of
from yamori.understanding.vocabulary import vocabulary


def is_spaced(text: str) -> bool:
    """Whether spaces part the words of the text's language."""
    return not vocabulary(language_of(text)).morphemes
