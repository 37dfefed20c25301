"""The English expressions, by what they name; `rules` are all of them."""

from functools import cache

from yamori.domain.when.draft import Rule
from yamori.domain.when.english import amounts, clock, dates, days, monthly, offsets, repeats


@cache
def rules() -> tuple[Rule, ...]:
    return (
        *days.rules(),
        *offsets.rules(),
        *dates.rules(),
        *clock.rules(),
        *amounts.rules(),
        *repeats.rules(),
        *monthly.rules(),
    )
