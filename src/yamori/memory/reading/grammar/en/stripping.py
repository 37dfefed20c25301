"""What asks to remember something, taken off an English clause."""

from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.grammar.parts import Bare
from yamori.memory.reading.vocabulary import Piece, pieces_of


def stripped(text: str) -> Bare:
    pieces = list(pieces_of(text))
    asked = False
    asks, around = words_for("asks"), words_for("around")
    before = tuple(phrase for phrase in around if phrase not in words_for("behind_alone"))
    while pieces:
        if found := _leads(pieces, asks):
            pieces, asked = pieces[found:], True
        elif found := _leads(pieces, before):
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
