"""What is told without the words that ask to remember it, and whether there were any. Pure."""

from dataclasses import dataclass

from yamori.domain.language import Language, language_of
from yamori.memory.reading.vocabulary import Piece, pieces_of, words_for


@dataclass(frozen=True, kw_only=True)
class Bare:
    text: str
    asked: bool
    """Words that ask to remember it were taken off."""


def stripped(text: str) -> Bare:
    """As it was said, but for what asks and what says nothing at its ends."""
    return _japanese(text) if language_of(text) is Language.JAPANESE else _english(text)


def _english(text: str) -> Bare:
    pieces = list(pieces_of(text))
    asked = False
    asks, around = words_for("asks", Language.ENGLISH), words_for("around", Language.ENGLISH)
    while pieces:
        if found := _leads(pieces, asks):
            pieces, asked = pieces[found:], True
        elif found := _leads(pieces, around):
            pieces = pieces[found:]
        elif (found := _trails(pieces, asks)) and (found > 1 or _stands_apart(pieces, text)):
            pieces, asked = pieces[:-found], True
        elif found := _trails(pieces, around):
            pieces = pieces[:-found]
        else:
            break
    if pieces and asked and pieces[0].flat == "that":
        pieces = pieces[1:]
    return Bare(text=text[pieces[0].start : pieces[-1].end] if pieces else "", asked=asked)


def _leads(pieces: list[Piece], phrases: tuple[str, ...]) -> int:
    said = " ".join(p.flat for p in pieces) + " "
    return next((len(phrase.split()) for phrase in phrases if said.startswith(f"{phrase} ")), 0)


def _trails(pieces: list[Piece], phrases: tuple[str, ...]) -> int:
    said = " " + " ".join(p.flat for p in pieces)
    return next((len(phrase.split()) for phrase in phrases if said.endswith(f" {phrase}")), 0)


def _stands_apart(pieces: list[Piece], text: str) -> bool:
    """Whether a mark stands before the last word: `…, remember`, and not `I can't remember`."""
    return len(pieces) < 2 or bool(text[pieces[-2].end : pieces[-1].start].strip())


def _japanese(text: str) -> Bare:
    left, asked = text.strip(" 。.!！、"), False
    asks, around = words_for("asks", Language.JAPANESE), words_for("around", Language.JAPANESE)
    endings = ("ね", "よ", "な", "、", "。", "!", "！", " ", "やって", "あげて", "ください", "くれる", "くれ", "ほしい")
    while left:
        if (found := next((w for w in asks if left.endswith(w)), None)) is not None:
            left, asked = left[: -len(found)].strip(" 。、"), True
        elif (found := next((w for w in asks if left.startswith(w)), None)) is not None:
            left, asked = left[len(found) :].lstrip("ね。、 "), True
        elif (found := next((w for w in around if left.startswith(w)), None)) is not None:
            left = left[len(found) :].lstrip("。、 ")
        elif (found := next((w for w in around if left.endswith(w)), None)) is not None or (
            not asked and (found := next((e for e in endings if left.endswith(e)), None)) is not None and _asks(left, endings, asks)
        ):
            left = left[: -len(found)].strip("。、 ")
        else:
            break
    return Bare(text=left, asked=asked)


def _asks(text: str, endings: tuple[str, ...], asks: tuple[str, ...]) -> bool:
    """Whether what asks stands behind no more than an ending."""
    bare = text
    while (found := next((e for e in endings if bare.endswith(e)), None)) is not None:
        bare = bare[: -len(found)]
    return any(bare.endswith(w) for w in asks)
