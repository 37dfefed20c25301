"""Which language's readers read a text."""

from types import ModuleType

from yamori.agents.scheduler.rules.reading import english, japanese
from yamori.domain.language import Language, language_of


def reader_of(text: str) -> ModuleType:
    """The readers of the sentence's language: `rules.english` or `rules.japanese`, which have the same functions."""
    return japanese if language_of(text) is Language.JAPANESE else english
