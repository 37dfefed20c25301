"""What somebody else said, in what an English sentence tells: `the nurse says Ann can't have beans`."""

from collections.abc import Collection, Sequence

from yamori.memory.reading.grammar.en.telling import subject_of
from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.vocabulary import Piece, pieces_of

_QUOTED = ('"', "“", "‘", "「")


def reported(text: str, names: Collection[str]) -> str | None:
    """What was said, empty where nobody says it or of whom is left open; None where nothing is reported."""
    pieces = pieces_of(text)
    for at in range(len(pieces)):
        behind = _behind_report(pieces, at)
        if not behind or subject_of(behind, names) is None or text[: behind[0].start].rstrip().endswith(_QUOTED):
            continue
        if any(p.flat in words_for("unsaid") for p in pieces[:at]):
            return ""
        said = text[behind[0].start : behind[-1].end]
        if behind[0].stem not in words_for("they_said"):
            return said
        who = _who(pieces[:at], names)
        return f"{who}{said[len(behind[0].stem) :]}" if who else ""
    return None


def _who(lead: Sequence[Piece], names: Collection[str]) -> str:
    """Who says it, where nobody else is spoken of before: `my brother just`, but not `Ann's friend`."""
    said = [p for p in lead if p.flat not in words_for("adverbs")]
    own = "my " if said and said[0].flat == "my" else ""
    subject = subject_of(said[1:] if own else said, names) if len(said) > bool(own) else None
    return f"{own}{subject[0]}" if subject is not None and subject[0] and subject[2] + bool(own) == len(said) else ""


def _behind_report(pieces: Sequence[Piece], at: int) -> Sequence[Piece]:
    """What follows words that report something, which begin at a place; nothing where none do."""
    here = " ".join(p.flat for p in pieces[at:])
    phrase = next((phrase for phrase in words_for("reports") if here.startswith(f"{phrase} ")), None)
    if phrase is None:
        return ()
    behind = pieces[at + len(phrase.split()) :]
    return behind[1:] if behind and behind[0].flat == "that" else behind
