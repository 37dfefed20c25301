"""Taking the expressions of time out of a title."""

import re
from datetime import datetime
from itertools import pairwise

from yamori.domain.language import is_spaced
from yamori.domain.when.draft import folded
from yamori.domain.when.find import find_when
from yamori.domain.when.span import Kind

_WORDS = (
    "instead of|rather than|(?:but +)?not|except(?: for)?|on|at|by|for|from|until|till|to|in|since|before|after|around|about|of|during|due"
    "|starting|beginning|ending|between|through|over|up to|as of"
)
_BEFORE = re.compile(
    rf"(?:(?<![a-z])(?:(?:due|starting|scheduled|set|(?:but +)?not|except(?: +for)?) +)?"
    rf"(?:{_WORDS})(?: +(?:the|this))?|、|,) *$"
)
_AFTER = re.compile(
    r"(?:'s(?![a-z])|だけに?|のみに?|いっぱい(?:に|で)?|(?:から)?(?:じゃ|では|で)(?:なくて?|ないで?)|までに|まで|からの|から|より|以降|頃に?|ごろに?"
    r"|ぐらいに?|くらいに?|中に|中(?=で|$|[、。 ])|じゅうに?|ちゅうに?|には|にも|の間に?|[にのはで、,]|ちょうど| )+"
)
_AND = ("and", "or", "&", "と", "や", "を")
"""What may stand between two expressions and tie nothing else."""
_EDGES = " \t\n,、。:;-"


def without_when(text: str, now: datetime) -> str:
    """The text without its expressions of time and the prepositions and particles that tie them to it.

    `Dentist tomorrow at half past three` → `Dentist`; `明日の3時に歯医者` → `歯医者`. Empty when nothing else was said.
    A length that is part of a name (`30-minute walk`) stays.
    """
    low = folded(text)
    pieces: list[str] = []
    at = 0
    for span in find_when(text, now):
        if span.kind is Kind.DURATION and "-" in span.text:
            continue
        kept = text[at : span.start]
        before = low[at : span.start]
        tied = _BEFORE.search(before[-40:])
        if tied:
            kept = kept[: len(kept) - len(tied[0])]
        after = _AFTER.match(low, span.end)
        end = after.end() if after else span.end
        if after and low[end - 1 : end] == " ":
            end -= 1
        if not pieces or kept.strip(_EDGES) not in _AND:
            pieces.append(kept)
        at = max(at, end)
    pieces.append(text[at:])
    said = [p for p in pieces if p.strip(_EDGES)]
    joined = (" " if _spaced(said) else "").join(said)
    return re.sub(r"\s+(?=[?.!,;])", "", re.sub(r"\s+", " ", joined)).strip(_EDGES)


def _spaced(pieces: list[str]) -> bool:
    """Pieces of a Latin text are set apart by a space; Japanese closes up."""
    return all(is_spaced(p.strip()[-1:] + q.strip()[:1]) for p, q in pairwise(pieces))
