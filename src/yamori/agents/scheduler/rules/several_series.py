"""Several things in one sentence that each come again on their own days: `paper every Monday, glass every other Friday`."""

import re

from yamori.agents.scheduler.rules.intents import Clause
from yamori.agents.scheduler.rules.reading import reader_of
from yamori.domain.language import Language, language_of
from yamori.domain.when import Every

_COMMA = re.compile(r"\s*[,;、]\s*(?:and\s+|それから|あと|そして)?", re.I)
_ON = re.compile(r"\bon\s+$", re.I)


def several_series(clause: Clause) -> list[Clause]:
    """One clause for each; the clause itself where it does not part so. A weekday behind a series is meant every week too."""
    pieces = [clause.part(piece) for piece in _COMMA.split(clause.text) if piece.strip()]
    if len(pieces) < 2 or pieces[0].when.rrule is None:
        return [clause]
    found = [pieces[0], *(_again(piece) for piece in pieces[1:])]
    reader = reader_of(clause.text)
    return found if all(piece.when.rrule and reader.recurring_title(piece) for piece in found) else [clause]


def _again(piece: Clause) -> Clause:
    """`glass on Friday` as `glass every Friday`."""
    when = piece.when
    day = next((s for s in when.spans if s.repeated is not None and s.repeated.every is Every.WEEK), None)
    if when.rrule is not None or day is None:
        return piece
    every = "毎週" if language_of(piece.text) is Language.JAPANESE else "every "
    return piece.part(f"{_ON.sub('', piece.text[: day.start])}{every}{piece.text[day.start :]}")
