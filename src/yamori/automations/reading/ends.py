"""The end of something that goes on until something is so, or while it is (`until I'm back`, `while somebody is in there`). Pure."""

from dataclasses import dataclass
from datetime import datetime

from yamori.automations.reading.vocabulary import words_for
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import MarkerKind


@dataclass(frozen=True, kw_only=True)
class End:
    """What is so or no longer so at the end."""

    condition: str
    lasts: bool
    """It goes on while that is so; else until it is."""


def end_in(words: str, now: datetime) -> End | None:
    """The condition that words for an end hold; None for a time, and where none is left."""
    utterance = utterance_of(words, now)
    text = utterance.normal.text
    until = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.UNTIL]
    if until:
        rest = text[: until[0].start] + text[until[-1].end :]
        return End(condition=rest.strip(" ,、"), lasts=False) if rest.strip(" ,、") else None
    if utterance.vocabulary.morphemes:
        mark = next((word for word in words_for("lasting", utterance.language) if text.endswith(word)), "")
        rest = text.removesuffix(mark)
    else:
        mark = next((word for word in words_for("lasting", utterance.language) if text.lower().startswith(f"{word} ")), "")
        rest = text[len(mark) :]
    return End(condition=rest.strip(" ,、"), lasts=True) if mark and rest.strip(" ,、") else None
