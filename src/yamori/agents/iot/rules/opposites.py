"""Words that set one thing apart from its counterpart: who says *rear* never means what is called *front*."""

import re

from yamori.agents.iot.rules.words import Lexicon, normal

_LAST_WORDS = re.compile(r"(?:[a-z]+\s+){1,2}$")
_FIRST_WORDS = re.compile(r"\s*(?:(?:on|at|to|in|by)\s+)?(?:the\s+)?[a-z]+(?=\s+(?:side|end)\b|\s*[,.!?]|\s+(?:to|on|off)\b|\s*$)")
_FAR = 48
"""Characters before a name among which its two words stand: looked for from there on, not from the beginning of the text."""
_BEFORE_JA = re.compile(r"[^\s、。をはがにで]{1,6}?(?:側|がわ|ほう|方)?の?$")


def adjective(text: str, start: int, end: int, lexicon: Lexicon) -> re.Match[str] | None:
    """The word of a pair of opposites that stands right before, or in English right after, a name at `start` to `end` of a text in normal
    form (`the left lamp`, `the lamp on the left`, 左のランプ)."""
    places = []
    far = max(0, start - _FAR)
    if before := _LAST_WORDS.search(text, far, start):
        places.append(before.span())
    if after := _FIRST_WORDS.match(text, end):
        places.append(after.span())
    if before := _BEFORE_JA.search(text, far, start):
        places.append(before.span())
    for first, last in places:
        for side in (s for pair in lexicon.opposites for s in pair):
            if found := side.pattern.search(text, first, last):
                return found
    return None


def is_adjective(word: str, lexicon: Lexicon) -> bool:
    """Whether a word in normal form only sets a thing apart."""
    return any(side.pattern.fullmatch(word) for pair in lexicon.opposites for side in pair)


def is_called(label: str, word: str, lexicon: Lexicon) -> bool:
    """Whether a name says an adjective in normal form, or another word for it."""
    flat = normal(label)
    return any(side.pattern.fullmatch(word) and side.found(flat) for pair in lexicon.opposites for side in pair)


def is_opposite(label: str, word: str, lexicon: Lexicon) -> bool:
    """Whether a name says the opposite of an adjective in normal form, and not the adjective too."""
    flat = normal(label)
    return any(
        side.pattern.fullmatch(word) is not None and other.found(flat) is not None and side.found(flat) is None
        for pair in lexicon.opposites
        for side, other in (pair, pair[::-1])
    )
