"""Small forms of Japanese: particles, parts of a list."""

import re

from yamori.memory.reading.grammar.ja.words import words_for

_BETWEEN = re.compile(r"[、,・]|や(?=.{2})|(?<=..)と(?=.{2})")


def begun(words: str) -> str:
    return words


def within(name: str) -> str:
    return name


def parted(value: str) -> list[str]:
    return _BETWEEN.split(value)


def owners(about: str) -> tuple[str, ...]:
    return tuple(f"{who}の" for who in ((about,) if about else words_for("myself")))
