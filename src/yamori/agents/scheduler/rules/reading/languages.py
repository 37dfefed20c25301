"""Which language's readers read a text."""

from collections.abc import Mapping
from types import ModuleType

from yamori.agents.scheduler.rules.reading import english, japanese
from yamori.domain.language import DEFAULT_LANGUAGE, Language, language_of

READERS: Mapping[str, ModuleType] = {Language.ENGLISH: english, Language.JAPANESE: japanese}
"""By language: packages that have the same functions."""


def reader_in(language: str) -> ModuleType:
    """The readers of a language; the usual ones for a language that has none."""
    return READERS.get(language, READERS[DEFAULT_LANGUAGE])


def reader_of(text: str) -> ModuleType:
    """The readers of the text's language."""
    return reader_in(language_of(text))


def readers_for(text: str, language: str) -> tuple[ModuleType, ...]:
    """The readers that may read a part of a sentence in this language, the usual ones last."""
    usual = READERS[DEFAULT_LANGUAGE]
    named = dict.fromkeys((reader_in(language), reader_of(text)))
    return (*(reader for reader in named if reader is not usual), usual)
