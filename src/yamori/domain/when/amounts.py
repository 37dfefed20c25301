"""Amounts of time wherever they stand in a text: `an hour and a quarter`, `1h30`, 1時間と4分の1. Each whole, or not at all."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

from yamori.domain.when.draft import folded, length
from yamori.domain.when.english import amounts as english
from yamori.domain.when.japanese import amounts as japanese
from yamori.domain.when.recurrence import Every

ENGLISH = english.AMOUNT
JAPANESE = re.sub(r"\?P<\w+>", "?:", japanese.AMOUNT)
"""Patterns of an amount, without named groups; for text as `folded` makes it."""


@dataclass(frozen=True, kw_only=True)
class Amount:
    """One amount, and where it stands."""

    start: int
    end: int
    count: float
    unit: Every | None
    """None for seconds."""
    seconds: float = 0
    """On top."""

    @property
    def length(self) -> timedelta:
        return length(self.count, self.unit, seconds=self.seconds)


def amounts_in(text: str) -> tuple[Amount, ...]:
    """Every amount that is wholly read, in the text's order."""
    return tuple(sorted(_found(folded(text)), key=lambda amount: amount.start))


def _found(low: str) -> Iterator[Amount]:
    latin, kanji = _patterns()
    for m in latin.finditer(low):
        if (read := english.read_amount(m, low)) is not None:
            yield Amount(start=m.start("amount"), end=m.end("amount"), count=read.count, unit=read.unit, seconds=read.seconds)
    for m in kanji.finditer(low):
        count, unit, seconds = japanese.amount_of(m)
        yield Amount(start=m.start(), end=m.end(), count=count, unit=unit, seconds=seconds)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(rf"(?<![a-z0-9])(?P<amount>{ENGLISH})(?![a-z])"), re.compile(japanese.AMOUNT + japanese.CUT_BEHIND)
