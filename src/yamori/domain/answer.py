"""What a person's answer to “Shall I go ahead?” is. Every endpoint and every agent reads it here: page, terminal, orchestrator, agents.

An approval is an unmistakable yes, or the PIN alone; what is hedged, doubted or longer than that is neither, and the house asks again. So
an answer is read only where known words cover all of it. A refusal changes nothing, and words may follow it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from yamori.domain.texts import Texts


@dataclass(frozen=True, kw_only=True)
class Yes:
    """An approval."""


@dataclass(frozen=True, kw_only=True)
class No:
    """A refusal."""

    rest: str = ""
    """What is said behind it; it may be another request."""


@dataclass(frozen=True, kw_only=True)
class Pin:
    """The PIN, and nothing else that has a meaning."""

    digits: str


@dataclass(frozen=True, kw_only=True)
class Other:
    """Anything else: never an approval."""

    hedged: bool = False
    """It begins as a yes may (`yes, but …`, `大丈夫です`), so it is no new request."""
    rest: str = ""
    """What is said behind the words of a plain yes (`yes, open it`); empty where it begins with none, or holds a doubt."""


Answer = Yes | No | Pin | Other


class _Part(StrEnum):
    """What one word of an answer says."""

    YES = "yes"
    NO = "no"
    PLEASE = "please"
    """A yes where nothing else is said."""
    EITHER = "either"
    """A yes or a no, as the words beside it decide."""
    POLITE = "polite"
    NAMING = "naming"
    """What a PIN is called, or tied to its name with."""
    DIGITS = "digits"
    """The only one that no language has words for."""


_WORDS = Texts(Path(__file__).parent / "answers")


@cache
def _known() -> Mapping[str, _Part]:
    """What each phrase says, in every language."""
    sorts = [part for part in _Part if part is not _Part.DIGITS]
    return {phrase: part for language in _WORDS.languages() for part in sorts for phrase in _WORDS.listed(language, part)}


@cache
def _longest() -> int:
    return max(map(len, _known()))


_BETWEEN = re.compile(r"[\s,、。.!:~・]*")
_DOUBT = re.compile(r"\?|\.\.|…")
_DIGITS = re.compile(r"[0-9](?:[ -]?[0-9])*(?![0-9a-z])")
_LATIN = re.compile(r"[a-z0-9']")
_STOPS_BEHIND = re.compile(r"\s*[,、。.!:;-]")
_PIN_LENGTHS = range(4, 13)


def read_answer(text: str) -> Answer:
    """What a person's words say to a question for their approval."""
    said = unicodedata.normalize("NFKC", text).replace("’", "'").casefold().strip()
    if _DOUBT.search(said):
        return Other(hedged=_may_begin_a_yes(said))
    parts = list(_parts(said))
    if parts and parts[-1][1] == len(said):
        return _whole([part for part, _ in parts], said)
    if parts and parts[0][0] is _Part.NO and _STOPS_BEHIND.match(said, parts[0][1]):
        return No(rest=said[parts[0][1] :].lstrip(" ,、。.!:;-"))
    agreeing = bool(parts) and all(part in (_Part.YES, _Part.PLEASE, _Part.POLITE) for part, _ in parts) and parts[0][0] is _Part.YES
    return Other(hedged=_may_begin_a_yes(said), rest=said[parts[-1][1] :].lstrip(" ,、。.!:;-") if agreeing else "")


def _whole(parts: list[_Part], said: str) -> Answer:
    """Of an answer of which every word is known."""
    if _Part.NO in parts:
        return Other(hedged=True) if _Part.YES in parts else No()
    if _Part.DIGITS in parts:
        digits = "".join(c for c in said if c.isdecimal())
        alone = parts.count(_Part.DIGITS) == 1 and _Part.EITHER not in parts
        return Pin(digits=digits) if alone and len(digits) in _PIN_LENGTHS else Other()
    if _Part.NAMING in parts:
        return Other()
    return Yes() if _Part.YES in parts or (_Part.PLEASE in parts and _Part.EITHER not in parts) else Other(hedged=_Part.EITHER in parts)


def _may_begin_a_yes(said: str) -> bool:
    return next(_parts(said), (None, 0))[0] in (_Part.YES, _Part.EITHER)


def _parts(said: str) -> Iterator[tuple[_Part, int]]:
    """Known words from the beginning on, and where each ends with what separates it from the next; up to the first that is unknown."""
    known, at = _known(), _end_of(_BETWEEN, said, 0)
    while at < len(said):
        if digits := _DIGITS.match(said, at):
            part, end = _Part.DIGITS, digits.end()
        else:
            ends = (at + n for n in range(min(_longest(), len(said) - at), 0, -1))
            end = next((e for e in ends if said[at:e] in known and _is_whole_word(said, e)), 0)
            if not end:
                return
            part = known[said[at:end]]
        at = _end_of(_BETWEEN, said, end)
        yield part, (at if at == len(said) else end)


def _is_whole_word(said: str, end: int) -> bool:
    return not (_LATIN.match(said[end - 1]) and _LATIN.match(said[end : end + 1]))


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
