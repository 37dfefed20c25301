"""Small forms of English: capitals, articles, parts of a list."""

import re

_BETWEEN = re.compile(r"\s*(?:,|;|&|\band\b|\bor\b|\bnor\b)\s*")


def begun(words: str) -> str:
    return words[:1].upper() + words[1:]


def within(name: str) -> str:
    return name.lower()


def parted(value: str) -> list[str]:
    return _BETWEEN.split(value)


def owners(about: str) -> tuple[str, ...]:
    return (f"{about}'s ", f"my {about}'s ") if about else ("my ",)
