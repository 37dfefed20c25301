"""The languages in which times are read. A further one is a package beside `english` and `japanese`, with a line here."""

from collections.abc import Mapping

from yamori.domain.language import Language
from yamori.domain.when import english, japanese
from yamori.domain.when.grammar import Grammar

GRAMMARS: Mapping[Language, Grammar] = {Language.ENGLISH: english.GRAMMAR, Language.JAPANESE: japanese.GRAMMAR}


def grammars_in(low: str) -> tuple[Grammar, ...]:
    """Those of the languages of which a text, as `folded` makes it, has letters: one sentence may mix them."""
    return tuple(grammar for grammar in GRAMMARS.values() if grammar.is_in(low))
