"""What differs from language to language in reading and putting what is told: the order of words, particles, forms.

One folder a language, each with what `Grammar` names; the readings beside and `using` ask here and know no language. Pure.
"""

from collections.abc import Mapping
from typing import Protocol

from yamori.domain.language import Language, language_of
from yamori.memory.reading.grammar import english, japanese


class Grammar(Protocol):
    def begun(self, words: str) -> str:
        """Words as they stand at the beginning of a sentence."""
        ...

    def within(self, name: str) -> str:
        """The name of a thing as it stands within one."""
        ...


def grammar_in(language: Language) -> Grammar:
    return _GRAMMARS[language]


def grammar_of(text: str) -> Grammar:
    """That of the language in which a text is."""
    return _GRAMMARS[language_of(text)]


_GRAMMARS: Mapping[Language, Grammar] = {Language.ENGLISH: english, Language.JAPANESE: japanese}
