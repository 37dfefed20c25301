"""Numbers written as words; each language's own stand with its rules."""

from yamori.domain.when.english.numerals import WORD
from yamori.domain.when.english.numerals import number as english

__all__ = ["WORD", "english"]
