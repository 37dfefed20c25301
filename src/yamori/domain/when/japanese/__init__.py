"""The Japanese expressions, by what they name; `rules` are all of them."""

from functools import cache

from yamori.domain.when.draft import Rule
from yamori.domain.when.japanese import amounts, clock, dates, days, monthly, repeats


@cache
def rules() -> tuple[Rule, ...]:
    return (*days.rules(), *dates.rules(), *clock.rules(), *amounts.rules(), *repeats.rules(), *monthly.rules())
