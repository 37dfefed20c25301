"""What of a talkative request is asked, and what only stands around it: reasons, news, courtesy. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from yamori.agents.browser.rules.addresses import ADDRESS
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.detection import language_in
from yamori.understanding.mood import is_question
from yamori.understanding.vocabulary import vocabulary

_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*")
_NAME = re.compile(r"(?<=[\w,] )[A-Z][\w'’-]+")
_PROPER = "固有名詞"


@dataclass(frozen=True, kw_only=True)
class Spoken:
    asks: str
    """The sentences that ask."""
    around: str
    """Those before and between them; empty where all of them ask."""

    @property
    def names(self) -> Sequence[str]:
        """Names in what stands around: whoever tells of a place asks about it."""
        return names_in(self.around)


def names_in(text: str) -> list[str]:
    """Its words with a capital that begin no sentence; where words have none, its proper nouns."""
    if vocabulary(language_in(text)).morphemes:
        return [one.surface for one in morphemes_of(text) if one.detail == _PROPER]
    return [name for name in _NAME.findall(text) if len(name) > 1]


def sentences(text: str) -> list[str]:
    """Addresses stay whole."""
    cuts = [cut for cut in _END.finditer(text) if not any(a.start() < cut.start() < a.end() for a in ADDRESS.finditer(text))]
    edges = [0, *(cut.end() for cut in cuts), len(text)]
    return [piece for start, end in pairwise(edges) if (piece := text[start:end].strip())]


def spoken(text: str) -> Spoken:
    """A text of one sentence asks as a whole."""
    pieces = sentences(text)
    asking = [piece for piece in pieces if asks(piece)]
    if not asking:
        return Spoken(asks=text, around="")
    return Spoken(asks=" ".join(asking), around=" ".join(piece for piece in pieces if piece not in asking))


def asks(sentence: str) -> bool:
    """It wants to know something, or ends as what wants to know does."""
    return is_question(sentence) or sentence.rstrip().endswith(("?", "？"))
